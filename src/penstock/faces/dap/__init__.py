"""A debug adapter: runs of a model under a debugger that steps forward and back."""
