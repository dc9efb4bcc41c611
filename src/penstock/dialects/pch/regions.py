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
_STEP = re.compile(
    rf"{BLOCK_COMMENT}|{LINE_COMMENT}|{_STRING}|{_CHARACTER}|(?P<word>[A-Za-z_]\w*+)|[{{}}\[\]]", re.DOTALL
)
"""What must be looked at to find blocks; comments and strings hide what is in them."""
_GAP = rf"(?:\s|\\\n|{BLOCK_COMMENT}|{LINE_COMMENT})*+"
_ACTIVE = rf"active\b{_GAP}(?:\[[^\]]*\]{_GAP})?"
_ENVIRONMENT = re.compile(rf"(?:{_ACTIVE})?(env)\b{_GAP}(?:{_ACTIVE})?(?:D_)?proctype\b", re.DOTALL)
_BLANK = re.compile(_GAP, re.DOTALL)
_TYPEDEF = re.compile(rf"\btypedef\b{_GAP}(\w+){_GAP}\{{", re.DOTALL)
PROGRAM_WORDS = ("c_code_IS", "c_expr_IS", "c_decl_IS")
MODEL_WORD = "promela_MS"


@dataclass(frozen=True, slots=True)
class Region:
    """One block: its word at `start`, its text between the braces from `inside` to `close`, and what follows it.

    `kind` is the word, or `env` for a process of the environment: `env active proctype` or `active env proctype`.
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
    while (step := _STEP.search(text, at)) is not None:
        at = step.end()
        region = _region(text, step[0], step.start()) if step["word"] else None
        if region is not None:
            found.append(region)
            at = region.inside if region.kind == "env" else region.end
    return found


def typedefs(text: str) -> list[tuple[str, int, int]]:
    """The typedefs of a text with the places of their braces."""
    found = []
    for match in _TYPEDEF.finditer(text):
        try:
            found.append((match[1], match.end() - 1, _matching(text, match.end() - 1, "{", "}")))
        except Unclosed:
            continue
    return found


def _region(text: str, word: str, at: int) -> Region | None:
    if word in ("env", "active"):
        if _ENVIRONMENT.match(text, at) is None:
            return None
        opening = _opening(text, at)
        return None if opening is None else _closed(text, "env", at, opening)
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
    for step in _STEP.finditer(text, at):
        if step[0] == "{":
            return step.start()
    return None


def environment_word(text: str, region: Region) -> int:
    """Where `env` stands in the head of a process of the environment."""
    match = _ENVIRONMENT.match(text, region.start)
    assert match is not None
    return match.start(1)


def skip_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    assert match is not None
    return match.end()


def _matching(text: str, opening: int, left: str, right: str) -> int:
    depth = 0
    for step in _STEP.finditer(text, opening):
        depth += (step[0] == left) - (step[0] == right)
        if depth == 0:
            return step.start()
    raise Unclosed(opening)
