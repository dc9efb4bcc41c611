"""Formulas as other tools and books write them, and how SPIN writes the same."""
