"""Drawings: records in, text out."""
