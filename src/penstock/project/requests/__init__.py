"""What the verbs for projects can be asked for."""
