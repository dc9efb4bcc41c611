"""Runs that fill a channel without end: searched for, repeated, kept."""
