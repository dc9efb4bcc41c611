"""Commands that serve other programs: their options, and how they start."""
