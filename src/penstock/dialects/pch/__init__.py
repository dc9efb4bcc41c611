"""Specifications (.pch): one text that contains a model and a program."""
