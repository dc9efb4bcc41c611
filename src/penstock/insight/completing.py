"""What could be written at a place: words and names that fit there, whether the rest of the text can be read or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from penstock.dialects.actors.system import Declared
from penstock.insight.surroundings import PlaceInText, place_in
from penstock.insight.symbols import Symbol, SymbolKind
from penstock.insight.telling import declaration_text
from penstock.insight.words import (
    ACTOR_WORDS,
    DIRECTIVES,
    EXPRESSION_WORDS,
    FORMULA_WORDS,
    PREDEFINED_WORDS,
    SPECIFICATION_WORDS,
    STATEMENT_WORDS,
    TYPE_WORDS,
    UNIT_WORDS,
)
from penstock.reading.languages import is_actor_model, is_specification
from penstock.resolve.symbols import Variable

_DATA = (
    SymbolKind.VARIABLE,
    SymbolKind.CHANNEL,
    SymbolKind.TIMER,
    SymbolKind.PARAMETER,
    SymbolKind.MACRO,
    SymbolKind.INLINE_PARAMETER,
)


class Fit(Enum):
    """How well something fits; the best come first."""

    BEST = 0
    NAME = 1
    WORD = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """`kind` is None for a word of the language; `call`: parentheses with arguments follow."""

    text: str
    kind: SymbolKind | None
    detail: str
    documentation: str = ""
    fit: Fit = Fit.NAME
    call: bool = False


def candidates(name: str, text: str, offset: int, symbols: Iterable[Symbol]) -> list[Candidate]:
    """What fits at a place of the text of the file `name`; `symbols` are those of the model."""
    place = place_in(text, offset)
    if place is None:
        return []
    known = list(symbols)
    found = {(one.text, one.kind): one for one in reversed(list(_fitting(name, place, known)))}
    return sorted(found.values(), key=lambda one: (one.fit.value, one.text))


def _fitting(name: str, place: PlaceInText, known: list[Symbol]) -> Iterator[Candidate]:
    before = place.before
    if place.directive:
        yield from _words(DIRECTIVES)
    elif before == "." and place.chain:
        yield from _fields(place, known)
    elif before == "goto":
        yield from _named(known, (SymbolKind.LABEL, SymbolKind.STATE), owner=place.unit)
    elif before == "@":
        yield from _named(known, (SymbolKind.LABEL, SymbolKind.STATE), owner=place.remote)
    elif before == ":" and place.remote and any(one.name == place.remote and _is_process(one) for one in known):
        yield from _named(known, (SymbolKind.VARIABLE, SymbolKind.PARAMETER, SymbolKind.CHANNEL), owner=place.remote)
    elif before == ":" and place.earlier == "mtype":
        yield from _named(known, (SymbolKind.MESSAGE_SET,))
    elif before == "run":
        yield from _named(known, (SymbolKind.PROCESS,), call=True)
    elif before == "create":
        yield from _named(known, (SymbolKind.ACTOR,), call=True)
    elif before == "<-":
        yield from _named(known, (SymbolKind.METHOD,), call=True)
    elif before in ("with", "by") and is_actor_model(name):
        yield from _named(known, (SymbolKind.MONITOR, SymbolKind.FORMULA))
    elif place.declares:
        return
    else:
        yield from _by_section(name, place, known)


def _by_section(name: str, place: PlaceInText, known: list[Symbol]) -> Iterator[Candidate]:
    if place.types_only:
        yield from (*_words(TYPE_WORDS), *_named(known, (SymbolKind.TYPE,)))
        return
    if place.section == "file":
        yield from (*_words(UNIT_WORDS), *_words(TYPE_WORDS), *_named(known, (SymbolKind.TYPE, SymbolKind.MACRO)))
    else:
        yield from _messages(place, known)
        yield from _names(place, known)
        if place.section == "ltl":
            yield from (*_words(FORMULA_WORDS), *_named(known, (SymbolKind.PROCESS,)))
        elif place.starts_statement:
            yield from (*_words(STATEMENT_WORDS), *_words(TYPE_WORDS), *_named(known, (SymbolKind.TYPE,)))
            yield from _named(known, (SymbolKind.INLINE,), call=True)
        else:
            yield from _words({"run": STATEMENT_WORDS["run"]})
        yield from (*_words(EXPRESSION_WORDS), *_words(PREDEFINED_WORDS))
    if is_actor_model(name):
        yield from _words(ACTOR_WORDS)
    if is_specification(name):
        yield from _words(SPECIFICATION_WORDS)


def _words(words: dict[str, str]) -> Iterator[Candidate]:
    return (Candidate(word, None, "keyword", text, Fit.WORD) for word, text in words.items())


def _named(
    known: list[Symbol], kinds: tuple[SymbolKind, ...], owner: str = "", call: bool = False, fit: Fit = Fit.NAME
) -> Iterator[Candidate]:
    for symbol in known:
        if symbol.kind in kinds and (not owner or symbol.owner == owner):
            yield Candidate(symbol.name, symbol.kind, declaration_text(symbol), symbol.kind.value, fit, call)


def _names(place: PlaceInText, known: list[Symbol]) -> Iterator[Candidate]:
    """Variables in scope, and macros."""
    for symbol in known:
        if symbol.kind in _DATA and symbol.owner in ("", place.unit):
            call = symbol.kind is SymbolKind.MACRO and getattr(symbol.fact, "parameters", None) is not None
            yield Candidate(symbol.name, symbol.kind, declaration_text(symbol), symbol.kind.value, call=call)


def _messages(place: PlaceInText, known: list[Symbol]) -> Iterator[Candidate]:
    """Message types: first where one is expected, of the set that is expected."""
    expected = _expected_set(place, known)
    for symbol in known:
        if symbol.kind is SymbolKind.MESSAGE and (expected is None or symbol.owner == expected):
            fit = Fit.BEST if expected is not None else Fit.NAME
            yield Candidate(symbol.name, symbol.kind, declaration_text(symbol), symbol.kind.value, fit)


def _expected_set(place: PlaceInText, known: list[Symbol]) -> str | None:
    """The set of message types that fits; empty for `mtype` itself, None where anything may stand."""
    variable = _variable(place.compared or place.channel, place, known)
    if variable is None:
        return None
    if place.compared:
        return (variable.subtype or "") if variable.type == "mtype" else None
    fields = variable.channel.fields if variable.channel is not None else ()
    if place.argument >= len(fields) or fields[place.argument].type != "mtype":
        return None
    return fields[place.argument].subtype or ""


def _variable(name: str, place: PlaceInText, known: list[Symbol]) -> Variable | None:
    found = [one for one in known if one.name == name and one.owner in ("", place.unit)]
    facts = [one.fact for one in sorted(found, key=lambda one: not one.owner) if isinstance(one.fact, Variable)]
    return facts[0] if facts else None


def _fields(place: PlaceInText, known: list[Symbol]) -> Iterator[Candidate]:
    """The fields of what stands before a dot."""
    first, *rest = place.chain
    found = [one for one in known if one.name == first and one.owner in ("", place.unit)]
    kinds = [one.fact.type for one in found if isinstance(one.fact, Variable | Declared)]
    kind = kinds[0] if kinds else ""
    for member in rest:
        inner = [one for one in known if one.kind is SymbolKind.FIELD and (one.owner, one.name) == (kind, member)]
        kind = inner[0].fact.type if inner and isinstance(inner[0].fact, Variable | Declared) else ""
    yield from _named(known, (SymbolKind.FIELD,), owner=kind or "?", fit=Fit.BEST)


def _is_process(symbol: Symbol) -> bool:
    return symbol.kind in (SymbolKind.PROCESS, SymbolKind.ACTOR)
