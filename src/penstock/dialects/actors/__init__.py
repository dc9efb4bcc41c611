"""Actor models, and their translation to Promela."""
