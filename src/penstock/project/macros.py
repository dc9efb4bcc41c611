"""Whether macros that are given from outside mean anything to a model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from penstock.reading.reading import read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted


def with_macros(source: Source, values: dict[str, str]) -> Source:
    """A model with these definitions, in place of others of the same names."""
    others = (text for text in source.definitions if text.partition("=")[0] not in values)
    more = (f"{name}={value}" for name, value in values.items())
    return replace(source, definitions=(*others, *more))


def makes_a_difference(name: str, values: Sequence[str], source: Source) -> bool:
    """Whether a model is not the same for the first two values of a macro."""
    texts = [_tokens(with_macros(source, {name: value})) for value in values[:2]]
    return texts[0] != texts[-1]


def is_mentioned(name: str, source: Source) -> bool:
    """Whether a model, or a file that it includes, has this word in it."""
    text = source.loaded().text or ""
    if _has_word(name, text):
        return True
    included = read(Wanted(source)).included.values() if "#include" in text else ()
    return any(_has_word(name, one) for one in included)


def may_be_overruled(name: str, source: Source) -> bool:
    """Whether the model has a definition of its own, and nothing that asks whether there is another one."""
    text = source.loaded().text or ""
    asks = rf"^[ \t]*#[ \t]*(?:ifndef|ifdef|if|elif)\b.*\b{name}\b"
    own = rf"^[ \t]*#[ \t]*define[ \t]+{name}\b"
    return re.search(own, text, re.MULTILINE) is not None and re.search(asks, text, re.MULTILINE) is None


def _has_word(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def _tokens(source: Source) -> list[str]:
    return read(Wanted(source)).model.syntax.tokens.texts
