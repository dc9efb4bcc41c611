"""Help for whoever writes a model: what could be written at a place, and what stands there."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.faces.data.asking import request_of
from penstock.faces.web.found import model_given
from penstock.faces.web.protocol import (
    CompletionAnswer,
    CompletionEntry,
    DescribedName,
    DescriptionAnswer,
    PlaceParams,
)
from penstock.insight.completing import Candidate, candidates
from penstock.insight.index import Index, index_of
from penstock.insight.telling import facts_of
from penstock.insight.text_tokens import line_start, word_at
from penstock.insight.words import ACTOR_WORDS, EVERY_WORD, SPECIFICATION_WORDS
from penstock.reading.wanted import Wanted
from penstock.records import Json
from penstock.tasks.models import read_model

_WORDS = EVERY_WORD | ACTOR_WORDS | SPECIFICATION_WORDS
_MOST = 200


def complete(_session: object, asked: PlaceParams) -> CompletionAnswer:
    text, name, index = _read(asked.model)
    offset = _offset(text, asked)
    word = word_at(text, offset)
    first = asked.column if word is None else word.start - line_start(text, offset) + 1
    found = candidates(name, text, offset, index.symbols)[:_MOST]
    entries = (CompletionEntry(one.text, _kind(one), one.detail, one.documentation, one.call) for one in found)
    return CompletionAnswer(first, tuple(entries))


def _kind(candidate: Candidate) -> str:
    return candidate.kind.value if candidate.kind is not None else ""


def describe(_session: object, asked: PlaceParams) -> DescriptionAnswer:
    text, name, index = _read(asked.model)
    offset = _offset(text, asked)
    word = word_at(text, offset)
    names = tuple(dict.fromkeys(_described(index, name, offset)))
    if not names and word is not None and word.text in _WORDS:
        names = (DescribedName("", (f"`{word.text}`: {_WORDS[word.text]}",)),)
    if not names or word is None:
        return DescriptionAnswer(0, 0, ())
    return DescriptionAnswer(word.start - line_start(text, offset) + 1, word.end - word.start, names)


def _described(index: Index, name: str, offset: int) -> Iterator[DescribedName]:
    for use in index.at(name, offset):
        facts = facts_of(index, use.symbol, use)
        yield DescribedName(facts.declaration, facts.sentences)


def _read(model: Json) -> tuple[str, str, Index]:
    """The text, what it is called, and all names in it, as far as it can be read."""
    request = request_of("simulate", model_given(model))
    reading = read_model(Wanted(request.source, request.actors))
    return reading.text, reading.source.shown, index_of(reading)


def _offset(text: str, asked: PlaceParams) -> int:
    lines = text.splitlines(keepends=True)
    before = lines[: asked.line - 1]
    here = lines[asked.line - 1] if asked.line <= len(lines) else ""
    return sum(map(len, before)) + min(asked.column - 1, len(here.rstrip("\r\n")))
