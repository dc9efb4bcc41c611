"""A model in one readable style."""

from penstock.syntax.formatting.formatter import format_text

__all__ = ["format_text"]
