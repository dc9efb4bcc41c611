"""Mutants: a model with one small change each, and who notices it."""
