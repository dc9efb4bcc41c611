"""Two versions of a model: where the old one comes from, what is told about each, and how that differs."""
