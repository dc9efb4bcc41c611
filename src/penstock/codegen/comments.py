"""The comments of a model, for the C that its statements become."""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.codegen.page import c_comment
from penstock.dialects.pch.regions import find_regions
from penstock.resolve import Model
from penstock.syntax.nodes import Node

_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|/\*(.*?)\*/|//([^\n]*)', re.DOTALL)
_STAR = re.compile(r"^\s*\*?\s?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Comment:
    """Where a comment begins, and its lines without the signs around it."""

    offset: int
    lines: tuple[str, ...]


class Comments:
    """Hands out the comments of the first file, each once, in front of the statement that follows it."""

    def __init__(self, model: Model, first: Node, last: int) -> None:
        self.model = model
        self.file = model.sources.files[0]
        begin, end = self._offset(model.position(first)), self._offset(model.syntax.tokens.positions[last])
        self.waiting = [found for found in _comments(self.file.text) if begin <= found.offset < end]

    def _offset(self, position: int) -> int:
        return self.model.sources.shown(position) - self.file.base

    def before(self, node: Node) -> list[str]:
        """The comments before a statement, and the one after it on its line."""
        place = self._offset(self.model.position(node))
        if not 0 <= place <= len(self.file.text):
            return []
        end = self.file.text.find("\n", place)
        found: list[str] = []
        while self.waiting and self.waiting[0].offset < (end if end >= 0 else len(self.file.text)):
            found.extend(c_comment(line) for line in self.waiting.pop(0).lines)
        return found


def _comments(text: str) -> list[Comment]:
    """Comments outside blocks of C, which keep their own."""
    regions = [(region.inside, region.close) for region in find_regions(text) if region.kind.startswith("c_")]
    found = []
    for match in _TEXT.finditer(text):
        inner = match[1] if match[1] is not None else match[2]
        if inner is None or any(start <= match.start() < end for start, end in regions):
            continue
        lines = [_STAR.sub("", line).strip() for line in inner.split("\n")]
        kept = tuple(line for line in lines if line.strip("-=* "))
        if kept:
            found.append(Comment(match.start(), kept))
    return found


def on_one_line(text: str) -> str:
    """C without its comments and ends of lines."""
    return " ".join(_TEXT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text).split("\n")).strip()
