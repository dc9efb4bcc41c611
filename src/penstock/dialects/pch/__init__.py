"""Specifications (.pch): one text that contains a model and a program."""

from penstock.dialects.pch.dialect import translate

__all__ = ["translate"]
