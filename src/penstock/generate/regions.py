"""Where a `.pch` text has code for the model only, or for the program only.

promela_MS { q!x };  c_code_IS { send(x); };  c_decl_IS { int fd; };  env proctype link() { ... }

The words have this meaning only where a block follows; elsewhere they are names like others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.syntax.lexer import BLOCK_COMMENT, LINE_COMMENT

_STRING = r'"(?:[^"\\\n]|\\.|\\\n)*+"'
_CHARACTER = r"'(?:[^'\\\n]|\\.)+'"
_PLAIN = re.compile(rf"{BLOCK_COMMENT}|{LINE_COMMENT}|{_STRING}|{_CHARACTER}", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
_BLANK = re.compile(rf"(?:\s|\\\n|{BLOCK_COMMENT}|{LINE_COMMENT})*", re.DOTALL)
_ENVIRONMENT = re.compile(r"env\b(?=(?:\s|\\\n)+(?:active\b[^{]*?)?(?:D_)?proctype\b)")
PROGRAM_WORDS = ("c_code_IS", "c_expr_IS", "c_decl_IS")
MODEL_WORD = "promela_MS"


@dataclass(frozen=True, slots=True)
class Region:
    """One block: its word at `start`, its text between the braces from `inside` to `close`, and what is behind it.

    `kind` is the word, or `env` for a process of the environment.
    """

    kind: str
    start: int
    inside: int
    close: int
    end: int


class Unclosed(Exception):
    """A block that does not end; `at` is its opening brace."""

    def __init__(self, at: int) -> None:
        super().__init__("this block is never closed")
        self.at = at


def find_regions(text: str) -> list[Region]:
    """All blocks, in order; none inside another one."""
    found: list[Region] = []
    at = 0
    while at < len(text):
        plain = _PLAIN.match(text, at)
        if plain is not None:
            at = plain.end()
            continue
        word = _WORD.match(text, at)
        if word is None:
            at += 1
            continue
        region = _region(text, word[0], at)
        if region is not None:
            found.append(region)
        at = word.end() if region is None else (region.inside if region.kind == "env" else region.end)
    return found


def _region(text: str, word: str, at: int) -> Region | None:
    if word == "env":
        if _ENVIRONMENT.match(text, at) is None:
            return None
        opening = _opening(text, at)
        return None if opening is None else _closed(text, word, at, opening)
    if word not in PROGRAM_WORDS and word != MODEL_WORD:
        return None
    behind = skip_blanks(text, at + len(word))
    if word in ("c_code_IS", "c_expr_IS") and text[behind : behind + 1] == "[":
        behind = skip_blanks(text, _matching(text, behind, "[", "]") + 1)
    return _closed(text, word, at, behind) if text[behind : behind + 1] == "{" else None


def _closed(text: str, kind: str, start: int, opening: int) -> Region:
    close = _matching(text, opening, "{", "}")
    return Region(kind, start, opening + 1, close, close + 1)


def _opening(text: str, at: int) -> int | None:
    """The brace that begins the body of a process."""
    while at < len(text):
        plain = _PLAIN.match(text, at)
        if plain is not None:
            at = plain.end()
        elif text[at] == "{":
            return at
        else:
            at += 1
    return None


def skip_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    assert match is not None
    return match.end()


def _matching(text: str, opening: int, left: str, right: str) -> int:
    depth, at = 0, opening
    while at < len(text):
        plain = _PLAIN.match(text, at)
        if plain is not None:
            at = plain.end()
            continue
        depth += (text[at] == left) - (text[at] == right)
        if depth == 0:
            return at
        at += 1
    raise Unclosed(opening)
