"""Longer texts for people."""
