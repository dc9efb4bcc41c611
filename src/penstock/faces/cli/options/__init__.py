"""For each command its help and options.  Nothing here imports what does the work."""
