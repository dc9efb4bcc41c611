"""Repairs that are found by trying: what might have been meant is read, and offered only if it can be read."""
