"""Tokens of one text as it is, readable or not: what completion, folding and selection go by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from penstock.syntax.lexer import BLOCK_COMMENT, CHARACTER_TEXT, LINE_COMMENT, OPERATOR_TEXT, STRING_TEXT

_TOKEN = re.compile(
    rf"(?P<comment>{BLOCK_COMMENT}|{LINE_COMMENT}|/\*.*\Z)|(?P<string>{STRING_TEXT}|\"[^\n]*)|(?P<character>{CHARACTER_TEXT})"
    rf"|(?P<name>[A-Za-z_]\w*)|(?P<number>[0-9]+)|(?P<operator><-|{OPERATOR_TEXT})",
    re.DOTALL,
)
OPENING = {"{": "}", "(": ")", "[": "]", "if": "fi", "do": "od"}
CLOSING = {closing: opening for opening, closing in OPENING.items()}


@dataclass(frozen=True, slots=True)
class TextToken:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@lru_cache(maxsize=8)
def tokens_in(text: str) -> tuple[TextToken, ...]:
    """All tokens of a text, comments too."""
    return tuple(TextToken(found.lastgroup or "", found[0], found.start()) for found in _TOKEN.finditer(text))


def code_before(text: str, offset: int) -> tuple[list[TextToken], str] | None:
    """The tokens before a place and the beginning of the word there; None inside a comment or a string."""
    found: list[TextToken] = []
    for token in tokens_in(text[:offset]):
        open_ended = token.end == offset and token.kind in ("comment", "string") and not _is_closed(token)
        if open_ended:
            return None
        if token.kind != "comment":
            found.append(token)
    begun = ""
    if found and found[-1].kind == "name" and found[-1].end == offset:
        begun = found.pop().text
    return found, begun


def _is_closed(token: TextToken) -> bool:
    if token.text.startswith("/*"):
        return token.text.endswith("*/") and len(token.text) > 3
    return token.kind == "string" and len(token.text) > 1 and token.text[0] == token.text[-1]


def word_at(text: str, offset: int) -> TextToken | None:
    found = [one for one in tokens_in(text) if one.start <= offset <= one.end and one.kind == "name"]
    return found[-1] if found else None


def line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
