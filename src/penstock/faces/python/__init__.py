"""Penstock in Python programs and notebooks."""
