"""Steps in lines: those that are possible, and those of the run with the ways that were gone besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from rich.text import Text

from penstock.faces.screen.rows import CHANGED, DIM, WRONG, Row, colour_of, folded, joined, rows_of, shortened
from penstock.machine.trace import Step
from penstock.stepping.scene import SceneChoice, SceneStep
from penstock.stepping.timeline import Moment

_WIDEST_NAME = 16


def choice_rows(choices: Sequence[SceneChoice], selected: int, width: int) -> list[Row]:
    """Each possible step with what it would change; the target is its number."""
    rows: list[Row] = []
    names = min(_WIDEST_NAME, max((len(one.step.name) for one in choices), default=0))
    for one in choices:
        mark = "▸" if one.number == selected else " "
        known = "↻" if one.moment is not None else " "
        head = joined((f"{mark}{one.number:>{len(str(len(choices)))}}{known}", CHANGED), *_who(one.step, names))
        head.append_text(_deed(one.step))
        rows += rows_of(folded(head, width, 4), one.number)
    return rows


def _who(step: SceneStep, names: int) -> list[str | tuple[str, str]]:
    name = shortened(step.name, names)
    line = f"{step.place.line} " if step.place is not None else ""
    return [(f"{name:{names}} ", colour_of(step.process)), (line, DIM)]


def _deed(step: SceneStep) -> Text:
    text = joined(step.statement)
    if step.partner is not None:
        partner = step.partner
        text.append_text(joined(" with ", (partner.name, colour_of(partner.process)), f" {partner.statement}"))
    changes = ", ".join(f"{one.name} = {one.after}" for one in step.changes)
    if changes:
        text.append_text(joined(("  → ", DIM), changes))
    return text


class HistoryRows(Sequence[Row]):
    """The moments of a line, each with the step that led to it, and below a moment the other ways that begin there.

    The target is a moment.
    """

    def __init__(self, line: Sequence[Moment], now: Moment, width: int, loop: int | None = None) -> None:
        self.line = line
        self.now = now
        self.widest = width
        self.loop = loop
        self.entries = list(_entries(line))
        self.at = next(at for at, entry in enumerate(self.entries) if entry is now)

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self._row(moment) for moment in self.entries[index]]
        return self._row(self.entries[index])

    def _row(self, moment: Moment) -> Row:
        on_line = moment.depth < len(self.line) and self.line[moment.depth] is moment
        text = self._on_line(moment) if on_line else _aside(moment, self._digits())
        text.truncate(self.widest, overflow="ellipsis")
        return Row(text, moment)

    def _digits(self) -> int:
        return len(str(len(self.line) - 1))

    def _on_line(self, moment: Moment) -> Text:
        here = "▶" if moment is self.now else "↺" if moment.depth == self.loop else " "
        later = moment.depth > self.now.depth
        text = joined((f"{here}{moment.depth:>{self._digits()}} ", CHANGED if moment is self.now else DIM))
        text.append_text(told_moment(moment))
        if moment.failure:
            text.append_text(joined((f"  ✗ {moment.failure}", WRONG)))
        if later:
            text.stylize(DIM)
        return text


def _entries(line: Sequence[Moment]) -> list[Moment]:
    found: list[Moment] = []
    for moment in line:
        found.append(moment)
        if len(moment.children) > 1:
            found += [child for child in moment.children if child is not moment.ahead]
    return found


def _aside(moment: Moment, digits: int) -> Text:
    text = joined((f" {' ' * digits} └╴", DIM))
    return text.append_text(told_moment(moment)).append_text(joined((" …" if moment.children else "", DIM)))


def told_moment(moment: Moment) -> Text:
    """The step that led to a moment in a line."""
    step = moment.step
    if step is None:
        return joined(("begin", DIM))
    instances = moment.mark.instances
    text = joined(*_named(instances[step.process].name if step.process is not None else "", step))
    if step.partner is not None:
        text.append_text(joined(" with ", (instances[step.partner].name, colour_of(step.partner))))
    changes = ", ".join(f"{one.name} = {one.after}" for one in step.changes)
    text.append_text(joined(("  → ", DIM), changes) if changes else Text())
    return text.append_text(joined(("  prints: ", DIM), step.printed.rstrip()) if step.printed else Text())


def _named(name: str, step: Step) -> list[str | tuple[str, str]]:
    statement = "(ends)" if step.ended else step.statement
    return [(f"{name} ", colour_of(step.process)), (f"{step.line} " if step.line else "", DIM), statement]
