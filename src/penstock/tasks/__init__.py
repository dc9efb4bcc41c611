"""One verb a file: a request, what is done, an outcome.  Faces derive from these what they ask and show."""
