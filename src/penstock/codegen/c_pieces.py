"""C outside functions, split up: directives, and one piece for each declaration or function.

#include <time.h>                       ->     #include <time.h>
int fd; static int next(void) { ... }          int fd;     static int next(void) { ... }
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from penstock.syntax.lexer import BLOCK_COMMENT, LINE_COMMENT

_STEP = re.compile(
    rf"(?P<hidden>{BLOCK_COMMENT}|{LINE_COMMENT})"
    r"|(?P<directive>^[ \t]*\\?\#(?:[^\n\\]|\\\n|\\.)*+)"
    r"""|(?P<text>"(?:[^"\\\n]|\\.|\\\n)*+"|'(?:[^'\\\n]|\\.)*+')"""
    r"|(?P<sign>[{}()\[\];=])|(?P<other>[^\s{}()\[\];=\"'/]++|/)",
    re.DOTALL | re.MULTILINE,
)
_ELEMENTS = re.compile(
    rf"""(?:{BLOCK_COMMENT}|{LINE_COMMENT})|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|[{{}}()\[\],.]|[^\s{{}}()\[\],."'/]++|/""",
    re.DOTALL,
)
_CONDITIONAL = re.compile(r"\s*\\?#\s*(?:if|ifdef|ifndef|elif|else|endif)\b")

_FUNCTION = re.compile(r"[^={]*\)\s*\{")
MOST_READ = 100_000
"""Longer pieces of C, such as tables, would take long to read; the compiler reads them anyway."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A directive, or one declaration with its `;`, or one function; `offset` is where it begins in the text."""

    offset: int
    text: str
    directive: bool = False

    @property
    def is_conditional(self) -> bool:
        return self.directive and _CONDITIONAL.match(self.text) is not None


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, in order; what is no C is cut somewhere."""
    begin, depth, last, assigns, function = -1, 0, "", False, False
    for step in _STEP.finditer(text):
        if step["hidden"] or (step["directive"] and begin >= 0):
            continue
        if step["directive"]:
            yield Piece(step.start(), step[0].strip().replace("\\#", "#", 1), True)
            continue
        begin = step.start() if begin < 0 else begin
        sign = step["sign"]
        if sign == "{" and depth == 0 and last == ")" and not assigns:
            function = True
        depth += sign in ("{", "(", "[") if sign else 0
        depth -= sign in ("}", ")", "]") if sign else 0
        assigns = assigns or (sign == "=" and depth == 0)
        if depth <= 0 and (sign == ";" or (sign == "}" and function)):
            if step.start() > begin:  # a `;` alone declares nothing
                yield Piece(begin, text[begin : step.end()])
            begin, depth, assigns, function = -1, 0, False, False
        last = step[0]
    if begin >= 0:
        yield Piece(begin, text[begin:].rstrip() + ";")


def outline(text: str) -> str:
    """A long declaration without its values, a long function without its body; others as they are."""
    if len(text) <= MOST_READ:
        return text
    if (function := _FUNCTION.match(text)) is not None:
        return function[0] + "}"
    head, equals, initial = text.partition("=")
    if not equals or "{" in head:
        return text
    return f"{head}= {{0}};" if initial.lstrip().startswith("{") else f'{head}= "";'


def long_length(text: str) -> str | None:
    """How many elements a long array has, in C; nothing for those that are read."""
    initial = text.partition("=")[2].strip().removesuffix(";")
    if outline(text) == text or not initial.startswith("{"):
        return None if outline(text) == text else f"sizeof({initial})"
    depth, commas, last = 0, 0, ""
    for step in _ELEMENTS.finditer(initial):
        depth += step[0] in ("{", "(", "[")
        depth -= step[0] in ("}", ")", "]")
        if depth == 1 and last in ("{", ",") and step[0] == ".":
            return None
        if last in ("{", ",") and step[0] == "[":
            return None
        commas += step[0] == "," and depth == 1
        last = step[0] if depth > 0 else last
    return str(commas + (last != ","))
