"""A text read: through all stages, with what each of them made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from penstock.budget import present
from penstock.closing.interface import is_open
from penstock.control import Automaton
from penstock.diagnostics.record import Diagnostics
from penstock.reading.draft import Draft, Elsewhere, first_draft
from penstock.reading.formulas import NamedFormulas
from penstock.reading.includes import includer
from penstock.reading.source import Source
from penstock.reading.stages import STAGES, Form
from penstock.reading.wanted import AS_WRITTEN, NoteKind, Wanted
from penstock.resolve import Model
from penstock.syntax.preprocessor import Include


@dataclass(frozen=True, slots=True)
class Reading:
    """A model with its automata, and how it came to be; what is wrong with it is in its diagnostics."""

    wanted: Wanted
    model: Model
    automata: list[Automaton]
    include: Include
    formulas: NamedFormulas
    asked: dict[str, str]
    """The formulas beside the model by name, as the user wrote them; those with a deadline stand in the model."""
    included: dict[str, str]
    notes: tuple[NoteKind, ...]

    @property
    def source(self) -> Source:
        return self.wanted.source

    @property
    def text(self) -> str:
        """The text as the user wrote it."""
        return self.source.text or ""

    def written(self) -> list[tuple[int, str]]:
        """The text and those that it includes, as users wrote them, with the positions where they begin."""
        files = [file for file in self.model.sources.files[1:] if not file.origins and file.name in self.included]
        return [(0, self.text), *((file.base, self.included[file.name]) for file in files)]

    @property
    def promela(self) -> str:
        """The text that SPIN reads."""
        translation = self.model.syntax.translation
        return self.text if translation is None else translation.text

    @property
    def diagnostics(self) -> Diagnostics:
        return self.model.diagnostics

    @property
    def ok(self) -> bool:
        return self.model.ok

    @property
    def open(self) -> bool:
        return is_open(self.model)


def read(wanted: Wanted, more: str = "", include: Include | None = None, elsewhere: Elsewhere | None = None) -> Reading:
    """Read a text, with the Promela text `more` behind it.

    `include` finds files in place of the file system; `elsewhere` says what another language declares.
    """
    wanted = replace(wanted, source=wanted.source.loaded())
    draft = first_draft(wanted, more, include or includer(wanted.source.directories), elsewhere)
    form, text = Form.TEXT, draft.text
    present().staged(AS_WRITTEN, text)
    for stage in STAGES:
        assert stage.needs is form, f"{stage.name} needs {stage.needs.value}"
        stage.work(draft)
        form = stage.gives
        if (changed := _text_of(draft)) != text:
            text = changed
            present().staged(stage.name, text)
    assert draft.model is not None and draft.automata is not None
    notes = tuple(draft.notes)
    made = draft.model, draft.automata, draft.include, draft.formulas, draft.asked, draft.included
    return Reading(wanted, *made, notes)


def _text_of(draft: Draft) -> str:
    translation = draft.model.syntax.translation if draft.model is not None else draft.translation
    return draft.text if translation is None else translation.text
