"""Languages that are translated to Promela, each with words of its own."""
