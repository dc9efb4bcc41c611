"""SPIN at work: its verifiers are generated, compiled and run in private places; text in, records out."""
