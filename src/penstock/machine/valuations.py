"""The states of a run as plain values: numbers, truth values, names, and lists and tables of them.

byte x; typedef pair { int a; bool b }; pair p[2]     ->     x: 0    p: [{a: 0, b: false}, {a: 0, b: false}]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from penstock.machine.channels import own_channels
from penstock.machine.naming import StateNames
from penstock.machine.runtime import FIRST_PROCESS, Queue, Row, State
from penstock.machine.trace import RunTrace
from penstock.resolve.layout import Layout
from penstock.resolve.symbols import Variable

Values = dict[str, Any]
Message = tuple[int | bool | str, ...]
ENDED = "end"
_MAILBOX = "mailbox"
_PART = re.compile(r"\[(\d+)\]|[^.\[\]]+")


@dataclass(frozen=True, slots=True)
class Valuation:
    """A state: global variables, global channels, and for each process its own ones and the place where it is.

    A channel is a list of messages, from the oldest to the newest.
    """

    variables: Values
    channels: Values
    processes: dict[str, Values]
    places: dict[str, str]


def valuations(run: RunTrace) -> Iterator[Valuation]:
    """The first state, and the one after each step; nothing if our own machine did not take the run."""
    if run.history is None:
        return
    living: list[int] = []
    started = [len(run.history.states[0]) - FIRST_PROCESS, *(len(step.started) for step in run.steps)]
    known = 0
    for state, new in zip(run.history.states, started, strict=True):
        del living[len(state) - FIRST_PROCESS - new :]
        living += range(known, known + new)
        known += new
        yield _Reader(run.history.names, state, [run.processes[number].name for number in living]).valuation()


class _Reader:
    """Reads one state."""

    def __init__(self, names: StateNames, state: State, processes: list[str]) -> None:
        self.names, self.state, self.processes = names, state, processes
        self.channels = names.channels(state, processes)
        self.waiting = list(zip(self.channels, state[1], strict=True))
        """The channels that were not read yet: global ones come first, then those of each process."""

    def valuation(self) -> Valuation:
        own = [self._own_channels(row) for row in self.state[FIRST_PROCESS:]]
        common = self.waiting[: len(self.waiting) - sum(own)]
        del self.waiting[: len(common)]
        variables = nested(self._cells(self.names.program.globals, self.state[0]))
        rows = zip(self.processes, self.state[FIRST_PROCESS:], own, strict=True)
        processes = {name: self._process(name, row, count) for name, row, count in rows}
        places = {name: self._place(row) for name, row in zip(self.processes, self.state[FIRST_PROCESS:], strict=True)}
        return Valuation(variables, nested(self._shown(common)), processes, places)

    def _own_channels(self, row: Row) -> int:
        owner = self.names.machine.places[row[0]].automaton.process
        return len(own_channels(owner, self.names.program.locals_of(owner)))

    def _process(self, name: str, row: Row, channels: int) -> Values:
        own = self.waiting[:channels]
        del self.waiting[:channels]
        named = [(_MAILBOX if full == name else full.removeprefix(f"{name}."), queue) for full, queue in own]
        return nested([*self._cells(self.names.layout(row), row), *self._shown(named)])

    def _place(self, row: Row) -> str:
        place = self.names.machine.places[row[0]]
        edges = [move.edge for move in place.moves if move.edge is not None]
        if place.final or not edges:
            return ENDED
        where = self.names.program.model.locate(edges[0].statement)
        return f"{where.file}:{where.line}"

    def _cells(self, layout: Layout, row: Row) -> Iterator[tuple[str, Any]]:
        for cell in self.names.cells(layout):
            yield self.names.cell("", cell), self._value(cell.variable, row[cell.slot])

    def _shown(self, channels: Iterable[tuple[str, Queue]]) -> Iterator[tuple[str, Any]]:
        for name, queue in channels:
            if not self.names.is_hidden(queue):
                yield name, [self._message(queue, message) for message in queue[1:]]

    def _message(self, queue: Queue, message: Row) -> Message:
        kind = self.names.program.kind_of(queue)
        return tuple(self._value(field, value) for field, value in zip(kind.fields, message, strict=True))

    def _value(self, variable: Variable, value: int) -> int | bool | str:
        text = self.names.value(variable, value, self.channels)
        if variable.type == "bool":
            return bool(value)
        return int(text) if re.fullmatch(r"-?\d+", text) else text


def nested(values: Iterable[tuple[str, Any]]) -> Values:
    """`p[1].a` is in the table that is the second element of the list `p`."""
    whole: dict[Any, Any] = {}
    for name, value in values:
        *path, last = [int(part[1]) if part[1] else part[0] for part in _PART.finditer(name)]
        table = whole
        for key in path:
            table = table.setdefault(key, {})
        table[last] = value
    return {key: _listed(value) for key, value in whole.items()}


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {key: _listed(each) for key, each in value.items()}
    return list(inner.values()) if all(isinstance(key, int) for key in inner) else inner
