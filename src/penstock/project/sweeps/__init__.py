"""Sweeps: which values are tried, what was seen at each of them, and how it grows."""
