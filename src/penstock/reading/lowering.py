"""From a model with timers to the same model in plain Promela, which takes its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penstock.diagnostics.record import Diagnostics
from penstock.reading.draft import Draft
from penstock.reading.plain import expanded_formulas
from penstock.resolve import Model, resolve
from penstock.resolve.deadlines import deadlines
from penstock.source import SourceFile
from penstock.syntax.cursor import TIMER
from penstock.syntax.expansion import NO_PHRASES, expand
from penstock.syntax.nodes import VariableDeclaration
from penstock.syntax.parser import parse, parse_translation
from penstock.syntax.preprocessor import Include
from penstock.syntax.translation import Translation
from penstock.timers.clock import ticks_are_seen
from penstock.timers.deadlines import DeadlineClaim
from penstock.timers.edits import Ambiguous, OutOfReach
from penstock.timers.lowering import lower
from penstock.timers.questions import ask_numbers


def lower_draft(draft: Draft) -> None:
    """Let a model in plain Promela take the place of one with timers; what cannot be said in it is reported."""
    model = draft.model
    assert model is not None
    try:
        translation = _lowered(draft, model)
    except Ambiguous as problem:
        draft.diagnostics.report(
            "E444",
            "this inline means different things at different calls: other timers of this name, or a `d_step` around it",
            problem.position,
            hint="pass the timer to the inline as an argument, or write two inlines",
        )
    except OutOfReach:
        declared = next(found for found in model.nodes.of(VariableDeclaration) if found.type == TIMER)
        model.report("E444", "timers are used where they cannot be written in plain Promela", declared)
    else:
        draft.take(translation, draft.definitions)


def _lowered(draft: Draft, model: Model) -> Translation:
    definitions, include = draft.definitions, draft.include
    every_tick = draft.wanted.every_tick or ticks_are_seen(model)  # perhaps by what stands behind the text
    unheard = Diagnostics(model.sources)
    translation = model.syntax.translation
    if translation is not None:
        model, file = _read(translation, unheard, include, definitions)
    elif draft.more:
        file = model.sources.add(model.sources.files[0].name, draft.text)
        model = resolve(parse(file, unheard, include, definitions), unheard)
    else:
        file = model.sources.files[0]
    beside = _deadlines_beside(draft)
    try:
        lowered = lower(model, file, every_tick, beside)
        _lower_formulas(draft, beside, with_macros=True)
        return lowered
    except OutOfReach:
        _lower_formulas(draft, beside, with_macros=False)
        directives = translation is None or translation.directives
        said = translation.phrases if translation is not None else NO_PHRASES
        expanded = expand(file, unheard, include, definitions if directives else (), said)
        if translation is not None:
            expanded = replace(expanded, wording=translation.wording)
        return lower(*_read(expanded, unheard, include), every_tick, beside)


def _deadlines_beside(draft: Draft) -> list[DeadlineClaim]:
    assert draft.model is not None
    return [
        DeadlineClaim(unit.name, draft.asked[unit.name], deadline)
        for unit, deadline in deadlines(draft.model)
        if unit.name in draft.asked
    ]


def _lower_formulas(draft: Draft, claims: Sequence[DeadlineClaim], with_macros: bool) -> None:
    """Let formulas beside the model ask about numbers; if the model keeps its macros, others stay as they are."""
    expanded = expanded_formulas(draft, draft.include) if draft.formulas else ()
    lowered = tuple((name, ask_numbers(formula)) for name, formula in expanded)
    if lowered != expanded or not with_macros:
        draft.replace_formulas(lowered)
    draft.leave_out({claim.name for claim in claims})


def _read(
    translation: Translation, unheard: Diagnostics, include: Include, definitions: Sequence[str] = ()
) -> tuple[Model, SourceFile]:
    """Read a translation once more, without anything after it; the model and the text it was read from."""
    sources = unheard.sources
    number = len(sources.files)
    syntax = parse_translation(translation, sources.files[0], unheard, include, definitions)
    return resolve(syntax, unheard), sources.files[number]
