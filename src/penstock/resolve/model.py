"""A model after resolution: the tree, and what every name in it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from penstock.diagnostics.record import Diagnostics, Fix, renaming
from penstock.resolve.spelling import spelled, written_formula
from penstock.resolve.symbols import ProcessNames, UserType, Variable
from penstock.source import Location, Sources
from penstock.syntax.nodes import BasicStatement, Expression, Ltl, Node, Pattern, Process, Reference
from penstock.syntax.parser import Syntax
from penstock.syntax.printer import expression_text, statement_text
from penstock.syntax.walk import NodeIndex
from penstock.syntax.wording import PLAIN, Phrase, Wording


@dataclass(eq=False)
class Model:
    syntax: Syntax
    diagnostics: Diagnostics
    globals: list[Variable] = field(default_factory=list)
    types: dict[str, UserType] = field(default_factory=dict)
    mtype_subtypes: dict[str, str | None] = field(default_factory=dict)
    processes: dict[Process, ProcessNames] = field(default_factory=dict)
    variables: dict[Reference, Variable] = field(default_factory=dict)
    assumed_subtypes: dict[Variable, str] = field(default_factory=dict)
    """For variables declared as plain `mtype`: the set of names that the first value came from."""

    @cached_property
    def nodes(self) -> NodeIndex:
        """All nodes of the model."""
        return NodeIndex(self.syntax.program.units)

    def declared(self) -> Iterator[Variable]:
        """All variables: global ones, those of processes, and the fields of structures."""
        yield from self.globals
        for process in self.processes.values():
            yield from process.parameters
            yield from process.locals
        for structure in self.types.values():
            yield from structure.fields.values()

    @property
    def sources(self) -> Sources:
        return self.diagnostics.sources

    @property
    def ok(self) -> bool:
        return not self.diagnostics.has_errors

    def position(self, node: Node) -> int:
        return self.syntax.tokens.positions[node.first]

    def locate(self, node: Node) -> Location:
        return self.sources.locate(self.position(node))

    def line_read(self, node: Node) -> int:
        """The line of a node in the text that SPIN reads, which may be a translation."""
        if node.first >= len(self.syntax.places):
            return self.locate(node).line
        place = self.syntax.places[node.first]
        file = self.sources.file_at(place)
        return file.location(place - file.base).line

    @property
    def wording(self) -> Wording:
        translation = self.syntax.translation
        return translation.wording if translation is not None else PLAIN

    def said(self, statement: BasicStatement) -> str:
        """A statement as the user knows it."""
        phrase = self.phrase(statement)
        return phrase.said if phrase is not None else statement_text(statement, self._spelled)

    def written(self, value: Expression | Pattern) -> str:
        """An expression as the user wrote it: macros by their names."""
        return expression_text(value, spelling=self._spelled)

    def formula(self, unit: Ltl) -> str:
        """A formula as the user wrote it."""
        phrase = self.syntax.phrases.get(unit.first)
        if phrase is not None:
            return phrase.said
        return written_formula(self.syntax, self.sources, unit) or expression_text(unit.formula)

    def _spelled(self, value: Expression | Pattern) -> str | None:
        return spelled(self.syntax, self.sources, value)

    def phrase(self, statement: BasicStatement) -> Phrase | None:
        if statement.first > self.syntax.end:
            return self._phrase_in_inline(self.syntax.tokens.positions[statement.first])
        return self.syntax.phrases.get(statement.first)

    def _phrase_in_inline(self, position: int) -> Phrase | None:
        """What a statement in the body of an inline is called where it is written."""
        translation = self.syntax.translation
        expansion = self.sources.expansion(position) if translation is not None and translation.phrases else None
        while expansion is not None and expansion.inline:
            position = expansion.spelling
            expansion = self.sources.expansion(position)
        if translation is None or expansion is not None:
            return None
        file = self.sources.file_at(position)
        return translation.phrases.get(position - file.base) if file.text.startswith(translation.text) else None

    def said_failure(self, statement: BasicStatement) -> str:
        """What it means that an assertion does not hold."""
        phrase = self.phrase(statement)
        return (phrase.failure if phrase is not None else "") or f"{self.said(statement)} does not hold"

    def report(
        self,
        code: str,
        message: str,
        node: Node | int,
        hint: str | None = None,
        notes: list[tuple[str, int]] | None = None,
        names: tuple[str, ...] = (),
        fixes: Iterable[Fix] = (),
    ) -> None:
        """A finding about a node, or about one token by index."""
        start, length = self.stretch(node)
        self.diagnostics.report(code, self.wording.sentence(message), start, length, hint, notes or [], names, fixes)

    def renaming(self, at: int, new: str | None) -> tuple[Fix, ...]:
        """What makes another word of the token `at`; nothing if there is no such word."""
        return () if new is None else (renaming(self.syntax.tokens.positions[at], self.syntax.tokens.texts[at], new),)

    def stretch(self, node: Node | int) -> tuple[int, int]:
        """Where a node, or a token, begins, and how many characters to mark: never more than a line."""
        first, last = (node, node) if isinstance(node, int) else (node.first, node.last)
        start, length = self.syntax.tokens.stretch(first, last)
        if "\n" in self._between(start, length):
            start, length = self.syntax.tokens.stretch(first, first)
        return start, length

    def _between(self, start: int, length: int) -> str:
        if self.sources.expansion(start) is not None:
            return "\n"
        file = self.sources.file_at(start)
        return file.text[start - file.base : start - file.base + length]

    def declared_here(self, at: int, verb: str = "declared") -> list[tuple[str, int]]:
        return [(f"it is {verb} here", self.syntax.tokens.positions[at])]
