"""For each command how its outcome is written."""
