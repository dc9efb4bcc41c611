"""Where tokens stand in the text of a model: only what is written there can be changed there.

What a macro makes, or another file has, is left alone; the body of an inline is changed for all of its calls.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.closing.edits import TokenEdits
from penstock.resolve import Model
from penstock.source import SourceFile
from penstock.syntax.nodes import Node

_TOKEN = re.compile(r"\w+|\S")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of the text, from `start` to before `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spelling:
    model: Model
    file: SourceFile
    edits: TokenEdits

    def token(self, at: int) -> Span | None:
        """A token, if it is written as it is."""
        text = self.model.syntax.tokens.texts[at]
        start = self._offset(at)
        if start is None or not text or not self.file.text.startswith(text, start):
            return None
        whole = _TOKEN.match(self.file.text, start)
        if text[0].isalnum() and whole is not None and whole[0] != text:
            return None  # the parameter of an inline that begins like its argument
        return Span(start, start + len(text))

    def node(self, node: Node) -> Span | None:
        """A node with the parentheses that belong to it."""
        return self.tokens(*self.edits.balanced(node.first, node.last))

    def tokens(self, first: int, last: int) -> Span | None:
        """From one token to another; macros are part of it if all of what they make is."""
        found = self.edits.written(first, last)
        return None if found is None else Span(*found)

    def _offset(self, at: int) -> int | None:
        position = self.model.sources.spelled(self.model.syntax.tokens.positions[at])
        if position is None:
            return None
        offset = position - self.file.base
        return offset if 0 <= offset < len(self.file.text) else None


def spelling_of(model: Model) -> Spelling:
    file = model.sources.files[0]
    return Spelling(model, file, TokenEdits(model, file))
