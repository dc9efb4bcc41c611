"""A model in the making: what is known of a text after some of the stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from penstock.automata import Automaton
from penstock.diagnostics.record import Diagnostics
from penstock.reading.formulas import NamedFormulas, including_text, named_formulas, with_formulas
from penstock.reading.includes import remembering
from penstock.reading.languages import is_promela
from penstock.reading.wanted import NoteKind, Wanted
from penstock.resolve import Model
from penstock.source import SourceFile, Sources
from penstock.syntax.preprocessor import Include
from penstock.syntax.translation import Translation

Elsewhere = Callable[[Model], Sequence[tuple[str, str]]]
"""Of a model that lacks declarations: variables that another language declares, with their types."""


@dataclass(slots=True)
class Draft:
    """`text` is what the next stage works on; `more` is Promela that stands behind it.

    `included` are the texts of included files by name, as users wrote them.
    """

    wanted: Wanted
    text: str
    more: str
    include: Include
    formulas: NamedFormulas
    diagnostics: Diagnostics
    file: SourceFile
    elsewhere: Elsewhere | None = None
    included: dict[str, str] = field(default_factory=dict)
    translation: Translation | None = None
    """What a dialect has made of the text."""
    model: Model | None = None
    automata: list[Automaton] | None = None
    notes: list[NoteKind] = field(default_factory=list)

    @property
    def definitions(self) -> tuple[str, ...]:
        return self.wanted.source.definitions

    @property
    def broken(self) -> bool:
        """There are errors: what comes next would only repeat them."""
        return self.diagnostics.has_errors


def first_draft(wanted: Wanted, more: str, include: Include, elsewhere: Elsewhere | None = None) -> Draft:
    source = wanted.source
    included: dict[str, str] = {}
    include = remembering(include, included)
    text = source.text or ""
    formulas = named_formulas(wanted.formulas, text)
    include = with_formulas(include, formulas)
    more += including_text(formulas)
    sources = Sources()
    # A translation is put before what stands behind it; plain Promela is read in one go.
    file = sources.add(source.shown, text + more if is_promela(source.shown) else text)
    return Draft(wanted, text, more, include, formulas, Diagnostics(sources), file, elsewhere, included)
