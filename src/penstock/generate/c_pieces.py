"""C that stands outside of functions, taken apart: directives, and one piece for each declaration or function.

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
_CONDITIONAL = re.compile(r"\s*\\?#\s*(?:if|ifdef|ifndef|elif|else|endif)\b")


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
