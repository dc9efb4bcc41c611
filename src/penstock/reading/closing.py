"""Open models where a closed one is needed: what is open, and the model that takes its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from penstock.closing.closing import Closed, close_model, find_influence, lost_relations, with_told_process
from penstock.closing.edits import Tangled
from penstock.closing.influence import Influence
from penstock.closing.interface import Interface, interface_of
from penstock.closing.texts import Cannot
from penstock.control import build_automata
from penstock.diagnostics.record import Diagnostics
from penstock.errors import UsageError
from penstock.reading.draft import Draft
from penstock.reading.opening import Opening
from penstock.reading.wanted import NoteKind
from penstock.resolve import Model, resolve
from penstock.source import SourceFile
from penstock.syntax.expansion import expand
from penstock.syntax.parser import parse
from penstock.syntax.preprocessor import Include


@dataclass(frozen=True, slots=True)
class OpenModel:
    """An open model, read so that its text can be changed; `expanded` if it had to be preprocessed for that."""

    model: Model
    file: SourceFile
    interface: Interface
    directives: bool = True
    expanded: bool = False

    def influence(self) -> Influence:
        return find_influence(self.model, build_automata(self.model), self.interface)


def open_model(
    model: Model, text: str, include: Include, definitions: Sequence[str], opening: Opening, more: str = ""
) -> OpenModel:
    """Read once more what is behind a model, without anything after it and with places in one text."""
    sources, translation = model.sources, model.syntax.translation
    unheard = Diagnostics(sources)
    directives = translation is None or translation.directives
    file = sources.files[0]
    if translation is not None:
        file = sources.add(file.name, translation.text, translation.origins)
    elif more:
        file = sources.add(file.name, text)
    if file is not sources.files[0]:
        model = resolve(parse(file, unheard, include, definitions if directives else ()), unheard)
    return OpenModel(model, file, interface_of(model, opening.env_in, opening.env_out), directives)


def close_open(
    opened: OpenModel, opening: Opening, include: Include, definitions: Sequence[str]
) -> tuple[Closed, OpenModel]:
    """The closed model; where macros are in the way, that of the preprocessed text."""
    try:
        return close_model(opened.influence(), opened.file, opening.method, opening.discard), opened
    except Tangled:
        plain = _preprocessed(opened, opening, include, definitions)
        return close_model(plain.influence(), plain.file, opening.method, opening.discard), plain


def close_with_queues(
    opened: OpenModel, opening: Opening, include: Include, definitions: Sequence[str]
) -> tuple[Closed, OpenModel]:
    """The same with an environment that sends unknown values to the queues, and processes that may wait for ever."""
    try:
        try:
            told = _with_told_process(opened, include, definitions)
            return close_model(told.influence(), told.file, opening.method, opening.discard, may_wait=True), told
        except Tangled:
            plain = _with_told_process(_preprocessed(opened, opening, include, definitions), include, definitions)
            return close_model(plain.influence(), plain.file, opening.method, opening.discard, may_wait=True), plain
    except Cannot as problem:
        # The place is one in another text.
        raise Cannot(opened.model.syntax.program.units[0], problem.message, problem.hint) from None


def _with_told_process(opened: OpenModel, include: Include, definitions: Sequence[str]) -> OpenModel:
    """What is open is now only where the environment process hears what to send."""
    sources = opened.model.sources
    translation, source = with_told_process(opened.influence(), opened.file)
    unheard = Diagnostics(sources)
    file = sources.add(opened.file.name, translation.text, translation.origins)
    model = resolve(parse(file, unheard, include, definitions if opened.directives else ()), unheard)
    assert model.ok, [one.message for one in unheard.records]
    by_name = {variable.name: variable for variable in model.globals}
    return OpenModel(model, file, Interface(frozenset([by_name[source]])), opened.directives, opened.expanded)


def _preprocessed(opened: OpenModel, opening: Opening, include: Include, definitions: Sequence[str]) -> OpenModel:
    sources = opened.model.sources
    unheard = Diagnostics(sources)
    given = definitions if opened.directives else ()
    translation = expand(opened.file, unheard, include, given)
    file = sources.add(opened.file.name, translation.text, translation.origins)
    model = resolve(parse(file, unheard, include), unheard)
    return OpenModel(model, file, interface_of(model, opening.env_in, opening.env_out), False, True)


def close_draft(draft: Draft, opening: Opening) -> None:
    """Let the closed model take the place of an open one; what cannot be closed is said in the diagnostics."""
    model = draft.model
    assert model is not None
    opened = open_model(model, draft.text, draft.include, draft.definitions, opening, draft.more)
    if opened.interface.empty:
        return
    try:
        close = close_with_queues if draft.wanted.queues else close_open
        closed, opened = close(opened, opening, draft.include, draft.definitions)
    except Cannot as problem:
        report_refusal(model, opened, problem)
        return
    report_notes(model, opened, closed)
    _refuse_formulas(draft.wanted.formulas, closed)
    draft.notes.append(NoteKind.CLOSED)
    wording = replace(closed.translation.wording, closed_by=opening.method.value)
    translation = replace(closed.translation, wording=wording)
    draft.take(translation, draft.definitions if opened.directives else ())
    draft.text = translation.text


def report_refusal(model: Model, opened: OpenModel, problem: Cannot) -> None:
    start, length = opened.model.syntax.tokens.stretch(problem.node.first, problem.node.last)
    model.diagnostics.report(problem.code, problem.message, start, length, problem.hint)


def report_notes(model: Model, opened: OpenModel, closed: Closed) -> None:
    """What is taken for unknown where the user may not expect it."""
    for at, note in sorted(closed.notes.items()):
        start, length = opened.model.syntax.tokens.stretch(at, at)
        model.diagnostics.report("W730", note, start, length)
    for message in lost_relations(opened.model):
        assert message.where is not None
        start, length = opened.model.syntax.tokens.stretch(message.where.first, message.where.last)
        text = "too many values are related like this: each is taken by itself"
        model.diagnostics.report("W733", text, start, length, "give the fields smaller ranges")


def _refuse_formulas(formulas: Sequence[str], closed: Closed) -> None:
    """A formula on the command line is not changed, so it must not read what may be unknown."""
    for formula in formulas:
        named = [name for name in closed.unknown if name in _words(formula)]
        if named:
            raise UsageError(
                f"the formula `{formula}` reads `{named[0]}`, which may come from outside: write it into the model"
                " as `ltl name { ... }`, so that it is closed too"
            )


def _words(text: str) -> set[str]:
    return set("".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split())
