"""From a model to a program in C: files as texts."""
