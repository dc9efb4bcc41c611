"""Statements as SPIN writes them."""

from __future__ import annotations

import re


def readable(statement: str) -> str:
    """A statement without the parentheses that SPIN puts around everything."""
    inner = statement
    while inner.startswith("(") and inner.endswith(")") and _closes_at_end(inner):
        inner = inner[1:-1]
    inner = re.sub(r"^(\w+) = \(\1\+1\)$", r"\1++", inner)
    return re.sub(r"^(\w+) = \(\1-1\)$", r"\1--", inner).strip() or statement


def _closes_at_end(text: str) -> bool:
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return index == len(text) - 1
    return False
