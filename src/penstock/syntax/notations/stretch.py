"""The text in which some tokens are written: as the user wrote it, with macros by their names."""

from __future__ import annotations

import re

from penstock.source import EXPANSION_BASE, Sources
from penstock.syntax.layout import TokenTable

_ARGUMENTS = re.compile(r"\s*\(")


def written_stretch(table: TokenTable, sources: Sources, first: int, last: int) -> tuple[str, int] | None:
    """The text from one token to another and its place; None where they do not stand in one text."""
    if last < first:
        return None
    start, _ = sources.called(table.positions[first])
    position, macro = sources.called(table.positions[last])
    if start >= EXPANSION_BASE or position >= EXPANSION_BASE:
        return None
    file = sources.file_at(start)
    if position < start or sources.file_at(position) is not file:
        return None
    end = position - file.base + len(macro or table.texts[last])
    if macro and (arguments := _ARGUMENTS.match(file.text, end)):
        end = _closed(file.text, arguments.end())
    return file.text[start - file.base : end], start


def _closed(text: str, at: int) -> int:
    """Behind the parenthesis that closes one opened before `at`."""
    depth = 1
    while at < len(text) and depth:
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
    return at
