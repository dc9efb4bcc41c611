"""Languages that are translated to Promela.  What reads one is imported when such a text is met."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from penstock.reading.draft import Draft
from penstock.reading.languages import ACTORS, SPECIFICATION, ending_of, is_actor_model, is_specification
from penstock.syntax.formatting.words import NO_FORMAT_WORDS, FormatWords
from penstock.syntax.translation import Translation


def _actors(draft: Draft) -> Translation:
    translate = import_module("penstock.dialects.actors.translation").translate
    wanted = draft.wanted
    given = draft.file, draft.diagnostics, draft.include, draft.definitions
    translation: Translation = translate(*given, wanted.actors, wanted.watched, bool(wanted.formulas))
    return translation


def _specification(draft: Draft) -> Translation:
    translate = import_module("penstock.dialects.pch.dialect").translate
    translation: Translation = translate(draft.file, draft.diagnostics, draft.wanted.side)
    return translation


_DIALECTS = {ACTORS: _actors, SPECIFICATION: _specification}


def dialect_of(name: str) -> Callable[[Draft], Translation] | None:
    """What translates a text with such a name; None for Promela itself."""
    return _DIALECTS.get(ending_of(name))


def format_words_of(name: str) -> FormatWords | None:
    """What a text with such a name is formatted by; None if it cannot be."""
    if is_specification(name):
        return None
    if not is_actor_model(name):
        return NO_FORMAT_WORDS
    words: FormatWords = import_module("penstock.dialects.actors.formatting").FORMAT_WORDS
    return words
