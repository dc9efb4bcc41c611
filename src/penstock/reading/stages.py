"""The stages from a text to a model and its automata, in order.

    text ─ dialect ─► Promela ─ understood ─► model ─ plain ─ closed ─ lowered ─► model ─ automata ─► automata

Each stage says what it needs and what it gives, and changes the draft only where it has something to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib import import_module

from penstock.closing.interface import is_open
from penstock.control import build_automata
from penstock.control.reach import warn_about_unreachable
from penstock.diagnostics.record import Diagnostics
from penstock.dialects.pch.side import Side
from penstock.reading.confinement import may_execute_c
from penstock.reading.dialects import dialect_of
from penstock.reading.draft import Draft
from penstock.resolve import Model, resolve
from penstock.resolve.timers import has_timers
from penstock.syntax.nodes import Never, Process
from penstock.syntax.parser import Syntax, parse, parse_translation

_ABOUT_NAMES = frozenset(["E301", "E302"])
_CALLS_IN_C = "E523"
"""SPIN allows no calls in `c_expr`; a program does."""


class Form(Enum):
    """What a draft consists of."""

    TEXT = "a text in any of the languages"
    PROMELA = "a text in Promela, with timers and open channels"
    MODEL = "a model whose names are resolved"
    AUTOMATA = "a model and its automata"


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    needs: Form
    gives: Form
    work: Callable[[Draft], None]


def _translate(draft: Draft) -> None:
    dialect = dialect_of(draft.wanted.source.shown)
    if dialect is not None:
        draft.translation = dialect(draft)
        draft.text = draft.translation.text


def _understand(draft: Draft) -> None:
    diagnostics = draft.diagnostics
    if draft.translation is None:
        syntax = parse(draft.file, diagnostics, draft.include, draft.definitions)
        draft.model = resolve(syntax, diagnostics)
        return
    before = list(diagnostics.records)
    given = draft.include, draft.definitions, draft.more
    _resolve(draft, parse_translation(draft.translation, draft.file, diagnostics, *given))
    if draft.translation.partial:
        draft.diagnostics.keep_only(_ABOUT_NAMES, before)
    if draft.wanted.side is Side.PROGRAM:
        draft.diagnostics.drop(_CALLS_IN_C)


def _resolve(draft: Draft, syntax: Syntax) -> None:
    """Find out what names mean; if another language declares some, once more with them."""
    parsed = list(draft.diagnostics.records)
    draft.model = resolve(syntax, draft.diagnostics)
    elsewhere = draft.elsewhere(draft.model) if draft.elsewhere is not None else ()
    if elsewhere:
        draft.diagnostics = Diagnostics(draft.diagnostics.sources, parsed)
        draft.model = resolve(syntax, draft.diagnostics, elsewhere)


def _expand(draft: Draft) -> None:
    if draft.wanted.for_spin and not may_execute_c() and draft.model is not None and not draft.broken:
        import_module("penstock.reading.plain").expand_draft(draft)


def _close(draft: Draft) -> None:
    opening, model = draft.wanted.opening, draft.model
    if opening is None or model is None or draft.broken:
        return
    if is_open(model) or opening.env_in or opening.env_out:
        import_module("penstock.reading.closing").close_draft(draft, opening)


def _lower(draft: Draft) -> None:
    if draft.wanted.lowered and draft.model is not None and not draft.broken and has_timers(draft.model):
        import_module("penstock.reading.lowering").lower_draft(draft)


def _build(draft: Draft) -> None:
    draft.automata = []
    if draft.model is not None and not draft.broken:
        automata = build_automata(draft.model)
        draft.automata = [one for one in automata if not _is_deadline(draft.model, one.process.node)]
        if not draft.broken:
            warn_about_unreachable(draft.model, automata)


def _is_deadline(model: Model, process: Process) -> bool:
    """Whether a claim is a formula with a deadline: it says nothing about what the model does."""
    return isinstance(process, Never) and process.first in model.syntax.phrases


STAGES = (
    Stage("dialect", Form.TEXT, Form.PROMELA, _translate),
    Stage("understood", Form.PROMELA, Form.MODEL, _understand),
    Stage("plain", Form.MODEL, Form.MODEL, _expand),
    Stage("closed", Form.MODEL, Form.MODEL, _close),
    Stage("lowered", Form.MODEL, Form.MODEL, _lower),
    Stage("automata", Form.MODEL, Form.AUTOMATA, _build),
)
