"""Outcomes for programs: JSON, its schema, SARIF and JUnit."""
