"""What is written in a translation instead of some of the user's tokens."""

from __future__ import annotations

from collections.abc import Mapping

Pieces = tuple[str | tuple[int, int], ...]
"""Pieces of a text: texts, and the tokens from one to another."""
Rewriting = Mapping[int, tuple[str | Pieces, int]]
"""By token what is written instead, and the last token that it stands for."""
Rewritten = dict[int, tuple[str | Pieces, int]]
