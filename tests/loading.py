"""Models for tests: texts and files read as tasks read them, errors and all."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from penstock.closing.method import ClosingMethod
from penstock.control import Automaton, build_automata
from penstock.control.reach import warn_about_unreachable
from penstock.dialects.actors.choices import ActorChoices, Defer, LateMessage, Overflow
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.resolve import Model
from penstock.syntax.preprocessor import Include
from penstock.tasks.models import read_model

RECURSION_LIMIT = 100_000


def load_text(
    text: str,
    name: str,
    definitions: Sequence[str] = (),
    include: Include | None = None,
    choices: Mapping[str, Any] | None = None,
    more: str = "",
    lowered: bool = True,
) -> Model:
    """The model in a text; with a `method` among the choices an open model is closed."""
    source = Source(None, text, name, tuple(definitions))
    return read_model(_wanted(source, choices or {}, lowered), more, include).model


def load_model(
    path: str,
    definitions: Sequence[str] = (),
    directories: Sequence[str] = (),
    choices: Mapping[str, Any] | None = None,
    lowered: bool = True,
) -> Model:
    source = Source(path, definitions=tuple(definitions), directories=tuple(directories))
    return read_model(_wanted(source, choices or {}, lowered)).model


def _wanted(source: Source, choices: Mapping[str, Any], lowered: bool) -> Wanted:
    sys.setrecursionlimit(max(RECURSION_LIMIT, sys.getrecursionlimit()))
    actors = ActorChoices(
        tuple(choices.get("mailbox", ())),
        Defer(choices.get("defer", "putback")),
        stopped=LateMessage(choices.get("stopped", "lost")),
        network=tuple(choices.get("network", ())),
        test=choices.get("test", ""),
        overflow=Overflow(choices.get("overflow", "wait")),
        crash=tuple(choices.get("crash", ())),
        delayed=choices.get("delayed", 8),
    )
    method = choices.get("method")
    given = tuple(choices.get("env_in", ())), tuple(choices.get("env_out", ()))
    opening = None if method is None else Opening(*given, ClosingMethod(method), bool(choices.get("discard")))
    formulas, watched = tuple(choices.get("ltl", ())), bool(choices.get("watched"))
    ticking = bool(choices.get("every_tick"))
    return Wanted(source, actors, opening, formulas, lowered, every_tick=ticking, watched=watched)


def load_automata(model: Model) -> list[Automaton]:
    """The automata of a model without errors; warns about what they do not reach."""
    if not model.ok:
        return []
    automata = build_automata(model)
    if model.ok:
        warn_about_unreachable(model, automata)
    return automata
