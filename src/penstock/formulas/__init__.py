"""Formulas of linear temporal logic by themselves, without a model: what they say, and which runs satisfy them."""
