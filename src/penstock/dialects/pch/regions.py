"""Where a `.pch` text has code for the model only, or for the program only.

promela_MS { q!x };  c_code_IS { send(x); };  c_decl_IS { int fd; };  env proctype link() { ... }

The words have this meaning only where a block follows; elsewhere they are names like others.
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.dialects.pch.tokens import Tokens, tokens_of

MODEL_WORD = "promela_MS"
ENVIRONMENT = "env"
_WITH_CONDITION = ("c_code_IS", "c_expr_IS")
_WORDS = frozenset([MODEL_WORD, *_WITH_CONDITION, "c_decl_IS"])
_ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class Region:
    """One block: its word at `start`, its text between the braces from `inside` to `close`, and what follows it.

    `kind` is the word, or `env` for a process of the environment: `env active proctype` or `active env proctype`;
    `word` is where this word stands.
    """

    kind: str
    start: int
    inside: int
    close: int
    end: int
    word: int

    def moved(self, by: int) -> Region:
        return Region(self.kind, *(at + by for at in (self.start, self.inside, self.close, self.end, self.word)))


class Unclosed(Exception):
    """A block that does not end; `at` is its opening brace."""

    def __init__(self, at: int) -> None:
        super().__init__("this block is never closed")
        self.at = at


def find_regions(text: str) -> list[Region]:
    """All blocks, in order; none inside another one."""
    return regions_in(tokens_of(text))


def regions_in(tokens: Tokens) -> list[Region]:
    found: list[Region] = []
    at = 0
    while at < len(tokens):
        region = _region(tokens, at)
        at += 1
        if region is not None:
            found.append(region)
            at = tokens.from_position(region.inside if region.kind == ENVIRONMENT else region.end)
    return found


def typedefs(tokens: Tokens) -> list[tuple[str, int, int]]:
    """The typedefs of a text with the places of their braces."""
    found = []
    for at, word in enumerate(tokens.texts):
        if word == "typedef" and tokens.text(at + 2) == "{":
            try:
                close = _matching(tokens, at + 2, "{", "}")
            except Unclosed:
                continue
            found.append((tokens.texts[at + 1], tokens.starts[at + 2], tokens.starts[close]))
    return found


def _region(tokens: Tokens, at: int) -> Region | None:
    word = tokens.texts[at]
    if word in (ENVIRONMENT, _ACTIVE):
        return _environment(tokens, at)
    if word not in _WORDS:
        return None
    opening = _behind_brackets(tokens, at + 1) if word in _WITH_CONDITION else at + 1
    return _closed(tokens, word, at, opening, at) if tokens.text(opening) == "{" else None


def _environment(tokens: Tokens, at: int) -> Region | None:
    """A process of the environment, if one begins here."""
    word = _behind_active(tokens, at)
    head = _behind_active(tokens, word + 1)
    if tokens.text(word) != ENVIRONMENT or tokens.text(head) not in ("proctype", "D_proctype"):
        return None
    opening = next((place for place in range(head, len(tokens)) if tokens.texts[place] == "{"), None)
    return None if opening is None else _closed(tokens, ENVIRONMENT, at, opening, word)


def _behind_active(tokens: Tokens, at: int) -> int:
    """Behind `active` and the number of processes, if they are there."""
    return _behind_brackets(tokens, at + 1) if tokens.text(at) == _ACTIVE else at


def _behind_brackets(tokens: Tokens, at: int) -> int:
    return _matching(tokens, at, "[", "]") + 1 if tokens.text(at) == "[" else at


def _closed(tokens: Tokens, kind: str, first: int, opening: int, word: int) -> Region:
    close = tokens.starts[_matching(tokens, opening, "{", "}")]
    return Region(kind, tokens.starts[first], tokens.starts[opening] + 1, close, close + 1, tokens.starts[word])


def _matching(tokens: Tokens, opening: int, left: str, right: str) -> int:
    depth = 0
    for at in range(opening, len(tokens)):
        depth += (tokens.texts[at] == left) - (tokens.texts[at] == right)
        if depth == 0:
            return at
    raise Unclosed(tokens.starts[opening])
