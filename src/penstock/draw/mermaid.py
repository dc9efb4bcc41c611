"""Texts in Mermaid, which reads many signs as its own."""

from penstock.draw.text import flatten

# Signs that mean something to Mermaid, Markdown or HTML; everything else is taken as it is.
_SPECIAL = frozenset("#;:%<>&\"'`$\\{}[]|~*_^@")


def escape(text: str) -> str:
    """Write a text so that Mermaid shows it as it is."""
    return "".join(f"#{ord(character)};" if character in _SPECIAL else character for character in flatten(text))
