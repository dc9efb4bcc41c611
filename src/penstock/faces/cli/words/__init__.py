"""Outcomes in words, for people."""
