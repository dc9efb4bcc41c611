"""Whether the formatter leaves an actor model what it is: it is translated to the same Promela, comments included."""

from __future__ import annotations

import re
from collections import Counter

from tests.loading import load_text
from tests.support import no_include

from penstock.dialects.actors.formatting import FORMAT_WORDS
from penstock.syntax.formatting import format_text
from penstock.syntax.formatting.trivia import DIRECTIVE, scan

_IDLE = re.compile(r";+(?=(?:::|od\b|fi\b|\}|;|$))|(?<=;);")


def formatted(text: str) -> str:
    return format_text(text, FORMAT_WORDS)


def meaning(text: str) -> str | None:
    """The translation without white space and idle separators; nothing for a model with errors."""
    model = load_text(text, "model.apml", (), no_include, {"defer": "ordered"})
    if not model.ok or model.syntax.translation is None:
        return None
    words = re.sub(r"\s+", " ", model.syntax.translation.text)
    close = re.sub(r" ?([^\w ]) ?", r"\1", words)
    return _IDLE.sub("", close)


def comments(text: str) -> Counter[str]:
    notes = [note for gap in scan(text, tells=True).notes.values() for note in gap if note.kind is not DIRECTIVE]
    return Counter(re.sub(r"\s+", "", note.text) for note in notes)


def is_kept(text: str) -> bool:
    """What a text means, if it means something, and its comments; formatting twice changes nothing."""
    once, expected = formatted(text), meaning(text)
    same = expected is None or meaning(once) == expected
    return same and formatted(once) == once and comments(once) == comments(text)
