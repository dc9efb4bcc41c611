"""A model in the making: what is known of a text after some of the stages."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field

from penstock.control import Automaton
from penstock.diagnostics.record import Diagnostics, Severity
from penstock.reading.formulas import NamedFormulas, including_text, named_formulas, with_formulas
from penstock.reading.includes import remembering
from penstock.reading.languages import is_promela
from penstock.reading.wanted import NoteKind, Wanted
from penstock.resolve import Model, resolve
from penstock.source import SourceFile, Sources
from penstock.syntax.parser import parse_translation
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
    asked: dict[str, str]
    """The formulas beside the model as the user wrote them."""
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

    def take(self, translation: Translation, definitions: Sequence[str]) -> None:
        """Let a translation of the model take its place, and report the errors that only the translation has: what
        there is to say about the user's text has been said."""
        diagnostics = self.diagnostics
        before = list(diagnostics.records)
        syntax = parse_translation(
            translation, diagnostics.sources.files[0], diagnostics, self.include, definitions, self.more
        )
        self.model = resolve(syntax, diagnostics)
        errors = [record for record in diagnostics.records if record.severity is Severity.ERROR]
        diagnostics.records[:] = [*before, *(record for record in errors if record not in before)]

    def leave_out(self, names: Container[str]) -> None:
        """Take formulas from behind the model: they stand in it in another form."""
        self.more = self.more.replace(including_text(self.formulas), including_text(self.formulas, names))
        self.formulas = tuple((name, formula) for name, formula in self.formulas if name not in names)

    def replace_formulas(self, formulas: NamedFormulas) -> None:
        self.formulas = formulas
        self.include = with_formulas(self.include, formulas)

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
    asked = dict(zip(dict(formulas), wanted.formulas, strict=True))
    return Draft(wanted, text, more, include, formulas, Diagnostics(sources), file, asked, elsewhere, included)
