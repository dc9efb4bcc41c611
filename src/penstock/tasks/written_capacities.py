"""Capacities written into a model where they are defined, be it by a macro or in an included file.

A macro may stand for a capacity in one place and for something else in another.  So nothing is said about macros here:
the edited texts are read again, and an edit is kept only if the model has the new capacities and is the same otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from typing import NamedTuple

from penstock.graphs import grouped
from penstock.reading.reading import Reading, read
from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable


class CapacityPlace(NamedTuple):
    """A stretch of a text that stands for a capacity."""

    file: str
    start: int
    end: int


class CapacityTokens(NamedTuple):
    """The tokens of a capacity, all between its brackets."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class EditedFile:
    name: str
    old: str
    new: str

    @property
    def diff(self) -> str:
        lines = self.old.splitlines(True), self.new.splitlines(True)
        return "".join(_ended(line) for line in unified_diff(*lines, self.name, self.name, n=1))


@dataclass(frozen=True, slots=True)
class WrittenCapacities:
    """The text of the model with its capacities, the included files that are other than before, and the channels whose
    capacity could not be written, by what it comes from."""

    own: EditedFile
    included: tuple[EditedFile, ...]
    left: Mapping[str, str]

    @property
    def text(self) -> str:
        return self.own.new

    @property
    def changed(self) -> tuple[EditedFile, ...]:
        return tuple(file for file in (self.own, *self.included) if file.new != file.old)


def with_written_capacities(
    reading: Reading, capacities: Mapping[Variable, int], included: bool = True
) -> WrittenCapacities:
    """Write capacities where they are defined; in the model's own file alone if it is all that may be changed."""
    editing = _Editing(reading, capacities)
    waiting = {variable: editing.places(variable, included) for variable in capacities}
    if editing.keep({variable: places[0] for variable, places in waiting.items() if places}):
        waiting = {variable: places for variable, places in waiting.items() if not places}
    while any(waiting.values()):
        first = {variable: places[0] for variable, places in waiting.items() if places}
        for place, variables in grouped((place, variable) for variable, place in first.items()).items():
            if editing.keep(dict.fromkeys(variables, place)):
                for variable in variables:
                    del waiting[variable]
        waiting = {variable: places[1:] for variable, places in waiting.items()}
    return editing.edited({variable.name: editing.origin(variable) for variable in waiting})


@dataclass(slots=True)
class _Editing:
    reading: Reading
    capacities: Mapping[Variable, int]
    chosen: dict[Variable, CapacityPlace] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        return self.reading.model

    def places(self, variable: Variable, included: bool) -> list[CapacityPlace]:
        """Where a capacity may be written, the place of its definition first."""
        own = self.model.sources.files[0].name
        found = dict.fromkeys(self._places(_tokens(self.model, variable)))
        return [place for place in found if included or place.file == own]

    def _places(self, tokens: CapacityTokens) -> Iterator[CapacityPlace]:
        yield from self._between(tokens.first, tokens.last)
        reached = set(self._spellings(self.model.syntax.tokens.positions[tokens.first]))
        for macro in self.model.syntax.directives.definitions:
            if macro.parameters is None and reached & {position for _, _, position in macro.body}:
                (_, first, start), (_, last, end) = macro.body[0], macro.body[-1]
                yield from self._stretch((first, start), (last, end))
        yield from self._between(tokens.first - 1, tokens.last + 1, 1)

    def _between(self, first: int, last: int, inside: int = 0) -> Iterator[CapacityPlace]:
        """The text of some tokens, if it stands together in a file."""
        tokens = self.model.syntax.tokens
        ends = (tokens.texts[first], tokens.positions[first]), (tokens.texts[last], tokens.positions[last])
        yield from self._stretch(*ends, inside)

    def _stretch(self, first: tuple[str, int], last: tuple[str, int], inside: int = 0) -> Iterator[CapacityPlace]:
        sources = self.model.sources
        start, end = sources.literal(first[1], first[0]), sources.literal(last[1], last[0])
        if start is None or end is None or start > end:
            return
        file = sources.file_at(start)
        if file is sources.file_at(end) and file.name in self.texts:
            yield CapacityPlace(file.name, start + inside - file.base, end + len(last[0]) - inside - file.base)

    def _spellings(self, position: int) -> Iterator[int]:
        """Where the macros that made a token spell it, from the inside out."""
        while (expansion := self.model.sources.expansion(position)) is not None:
            yield expansion.spelling
            yield from self._spellings(expansion.spelling)
            position = expansion.call

    @property
    def texts(self) -> dict[str, str]:
        """What users wrote, by file."""
        return {self.model.sources.files[0].name: self.reading.text, **self.reading.included}

    def keep(self, more: Mapping[Variable, CapacityPlace]) -> bool:
        """Whether the model has all capacities and is the same otherwise if these are written, too."""
        chosen = {**self.chosen, **more}
        texts = self._written(chosen)
        if texts is None or not self._same(texts, chosen):
            return False
        self.chosen = chosen
        return True

    def _numbers(self, chosen: Mapping[Variable, CapacityPlace]) -> dict[CapacityPlace, int]:
        """What is written where: the largest capacity of those that share a place."""
        numbers = {}
        for place, variables in grouped((place, variable) for variable, place in chosen.items()).items():
            number = max(self.capacities[variable] for variable in variables)
            if any(_declared(variable) != number for variable in variables):
                numbers[place] = number
        return numbers

    def _written(self, chosen: Mapping[Variable, CapacityPlace]) -> dict[str, str] | None:
        """The edited texts; None if edits overlap."""
        texts, begin = self.texts, CapacityPlace("", 0, 0)
        edits = sorted(self._numbers(chosen).items(), reverse=True)
        for place, number in edits:
            if place.file == begin.file and place.end > begin.start:
                return None
            text, begin = texts[place.file], place
            texts[place.file] = text[: place.start] + str(number) + text[place.end :]
        return texts

    def _same(self, texts: Mapping[str, str], chosen: Mapping[Variable, CapacityPlace]) -> bool:
        def include(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
            found = self.reading.include(name, quoted, including)
            return None if found is None else (found[0], texts.get(*found))

        wanted = self.reading.wanted
        own = texts[self.model.sources.files[0].name]
        again = read(replace(wanted, source=replace(wanted.source, text=own)), include=include)
        return again.model.syntax.tokens.texts == self._expected(chosen)

    def _expected(self, chosen: Mapping[Variable, CapacityPlace]) -> list[str]:
        numbers, texts = self._numbers(chosen), list(self.model.syntax.tokens.texts)
        ranges = {_tokens(self.model, one): numbers[place] for one, place in chosen.items() if place in numbers}
        for tokens, number in sorted(ranges.items(), reverse=True):
            texts[tokens.first : tokens.last + 1] = [str(number)]
        return texts

    def origin(self, variable: Variable) -> str:
        """The file that a capacity is written in."""
        sources = self.model.sources
        position = self.model.syntax.tokens.positions[_tokens(self.model, variable).first]
        return sources.file_at(sources.original(sources.written(position))).name

    def edited(self, left: Mapping[str, str]) -> WrittenCapacities:
        texts = self._written(self.chosen)
        assert texts is not None
        own, *included = (EditedFile(name, old, texts[name]) for name, old in self.texts.items())
        return WrittenCapacities(own, tuple(included), left)


def _tokens(model: Model, variable: Variable) -> CapacityTokens:
    assert variable.channel is not None
    texts, capacity = model.syntax.tokens.texts, variable.channel.capacity
    first, last = capacity.first, capacity.last
    while texts[first - 1] != "[":
        first -= 1
    while texts[last + 1] != "]":
        last += 1
    return CapacityTokens(first, last)


def _declared(variable: Variable) -> int | None:
    assert variable.channel is not None
    return constant_value(variable.channel.capacity)


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ no newline at the end\n"
