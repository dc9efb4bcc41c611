"""Follows a run step by step and writes down what happens in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep as Taken
from penstock.machine.engine import Move
from penstock.machine.naming import StateNames
from penstock.machine.runtime import FIRST_PROCESS, Row, State
from penstock.machine.trace import Change, Instance, Message, Step
from penstock.resolve.layout import Layout
from penstock.syntax.nodes import Assert, DStep
from penstock.syntax.wording import Phrase

ENDING = "-end-"
_NOTHING_SAID = Phrase("")


@dataclass(frozen=True, slots=True)
class RunMark:
    """All that a recorder knows at some moment besides the steps so far: whoever has it can go back there."""

    state: State
    instances: tuple[Instance, ...]
    living: tuple[int, ...]
    counts: dict[str, int]
    numbers: tuple[tuple[int, ...], ...]
    sent: int
    ticks: int
    failed: tuple[Assert, ...]


class Recorder:
    """A run in the making: the present state, the processes so far, the steps so far.

    The machine must have been built with `tracing`.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.names = StateNames(machine)
        self.state: State = machine.initial
        self.instances: tuple[Instance, ...] = ()
        self.living: tuple[int, ...] = ()
        """For each pid the instance that has it now."""
        self.steps: list[Step] = []
        self.states: list[State] = [self.state]
        """The first one, and the one after each step."""
        self.failed: tuple[Assert, ...] = ()
        self._counts: dict[str, int] = {}
        self._numbers: tuple[tuple[int, ...], ...] = ((),) * len(machine.initial[1])
        """For each channel the numbers of the messages in it."""
        self._sent = 0
        self._ticks = 0
        self._described: dict[Move, tuple[str, int, str]] = {}
        self._name_new_processes()

    # -- moments -----------------------------------------------------------------------------

    def mark(self) -> RunMark:
        """The present moment: nothing is copied, since what it consists of is never changed in place."""
        return RunMark(
            self.state,
            self.instances,
            self.living,
            self._counts,
            self._numbers,
            self._sent,
            self._ticks,
            self.failed,
        )

    def return_to(self, mark: RunMark) -> None:
        """Be at another moment; whoever calls this sees to `steps` and `states`."""
        self.state, self.instances, self.living = mark.state, mark.instances, mark.living
        self._counts, self._numbers = mark.counts, mark.numbers
        self._sent, self._ticks, self.failed = mark.sent, mark.ticks, mark.failed

    # -- names -------------------------------------------------------------------------------

    def process_names(self) -> list[str]:
        """The names of the living processes by pid."""
        return [self.instances[index].name for index in self.living]

    def channel_names(self) -> list[str]:
        return self.names.channels(self.state, self.process_names())

    def _name_new_processes(self) -> tuple[int, ...]:
        """Name the processes that came into being; the numbers of those instances."""
        started = []
        for row in self.state[FIRST_PROCESS + len(self.living) :]:
            proctype = self.machine.places[row[0]].automaton.name
            count = self._counts.get(proctype, 0) + 1
            self._counts = {**self._counts, proctype: count}
            name = self.names.process(proctype, count)
            started.append(len(self.instances))
            pid = len(self.living)
            self.instances = (*self.instances, Instance(name, proctype, pid, self.names.reference(proctype, pid)))
            self.living = (*self.living, started[-1])
        return tuple(started)

    # -- steps -------------------------------------------------------------------------------

    def take(self, step: Taken) -> Step:
        """Let the run go on by one step."""
        machine = self.machine
        before, channels = self.state, self.channel_names()
        machine.log.clear()
        machine.failed.clear()
        halfway = step.move.apply(before, step.at)
        first_part = len(machine.log)
        if step.partner_move is not None and halfway is not None:
            step.partner_move.apply(halfway, step.partner)
        self.failed = tuple(machine.program.assertions[key] for key in machine.failed)
        messages, printed = self._logged(step, first_part, before, channels)
        owner = self._instance(step.at)
        partner = self._instance(step.partner) if step.partner_move is not None else None
        changes = self._changes(before, step.state, channels, step.at)
        self.state = step.state
        ended = len(self.state) - FIRST_PROCESS < len(self.living)
        self.living = self.living[: len(self.state) - FIRST_PROCESS]
        started = self._name_new_processes()
        self._follow_channels()
        is_time = owner is not None and self.instances[owner].proctype == machine.program.model.wording.clock
        if is_time and self.steps and _runs_down(step):
            self._ticks += _passed(before, step.state) - 1
            said = self.steps[-1].statement.removesuffix(str(self.steps[-1].tick))
            self.steps[-1] = replace(
                self.steps[-1], changes=changes, tick=self._ticks, statement=f"{said}{self._ticks}"
            )
            self.states[-1] = self.state
            return self.steps[-1]
        file, line, statement = self.describe(step.move)
        phrase = self._phrase(step)
        self._ticks += is_time
        tick = self._ticks if is_time else 0
        record = Step(
            number=len(self.steps) + 1,
            process=owner,
            file=file,
            line=line,
            statement=f"{statement} {tick}" if tick else statement,
            changes=changes,
            messages=messages,
            started=started,
            ended=ended,
            printed=printed,
            partner=partner,
            tick=tick,
            outside=phrase.outside,
            loses=phrase.loses,
            states=tuple(self._entered(step, before, started)),
        )
        if step.partner_move is not None:
            record = _with_partner(record, self.describe(step.partner_move))
        self.steps.append(record)
        self.states.append(self.state)
        return record

    def _instance(self, at: int) -> int | None:
        return self.living[at - FIRST_PROCESS] if at else None

    def describe(self, move: Move) -> tuple[str, int, str]:
        """File, line and text of a move."""
        if move.edge is None:
            return "", 0, ENDING
        if move not in self._described:
            model = self.machine.program.model
            where = model.locate(move.edge.statement)
            self._described[move] = where.file, where.line, model.said(move.edge.statement)
        return self._described[move]

    def _follow_channels(self) -> None:
        """Channels come and go with their processes."""
        count = len(self.state[1])
        if count != len(self._numbers):
            self._numbers = (*self._numbers[:count], *((),) * (count - len(self._numbers)))

    # -- what a step did -----------------------------------------------------------------------

    def _logged(
        self, step: Taken, first_part: int, before: State, channels: list[str]
    ) -> tuple[tuple[Message, ...], str]:
        messages: list[Message] = []
        printed = ""
        entries = enumerate(self.machine.log)
        for place, (action, channel, values, where) in entries:
            if self._stays(place):
                numbers = self._numbers[channel]
                self._keep_numbers(channel, (*numbers[1:], numbers[0]))
                next(entries)
                continue
            if action == "print":
                printed += self.names.printed(channel, values)
                continue
            if self.names.is_hidden(before[1][channel]):
                continue
            number = self._message_number(action, channel, where)
            at = step.at if place < first_part else step.partner
            texts = self.names.message(before[1][channel], values, channels)
            process = self._instance(at)
            assert process is not None
            messages.append(Message(action, process, channels[channel], texts, number, step.partner_move is not None))
        return tuple(messages), printed

    def _stays(self, place: int) -> bool:
        """Whether a message goes from one end of a mailbox to the other within one step: it keeps its place there."""
        log = self.machine.log
        if not self.machine.program.model.wording.mailbox or place + 1 >= len(log):
            return False
        one, other = log[place], log[place + 1]
        return (one[0], other[0]) == ("receive", "send") and one[1:3] == other[1:3]

    def _message_number(self, action: str, channel: int, where: int) -> int:
        numbers = self._numbers[channel]
        if action == "peek":
            return numbers[where - 1]
        if action == "receive":
            self._keep_numbers(channel, (*numbers[: where - 1], *numbers[where:]))
            return numbers[where - 1]
        self._sent += 1
        if action == "send":
            self._keep_numbers(channel, (*numbers[: where - 1], self._sent, *numbers[where - 1 :]))
        return self._sent

    def _keep_numbers(self, channel: int, numbers: tuple[int, ...]) -> None:
        self._numbers = (*self._numbers[:channel], numbers, *self._numbers[channel + 1 :])

    def _phrase(self, step: Taken) -> Phrase:
        edge = step.move.edge
        phrase = self.machine.program.model.phrase(edge.statement) if edge is not None else None
        return phrase or _NOTHING_SAID

    def _entered(self, step: Taken, before: State, started: tuple[int, ...]) -> Iterator[tuple[int, str]]:
        """The actors that are in another state than before the step, or in their first one."""
        if not self.names.wording.state:
            return
        owner = self._instance(step.at) if step.at < len(self.state) else None
        for process, old in ((owner, before[step.at]), *((one, None) for one in started)):
            if process is None or process not in self.living:
                continue
            new = self.state[FIRST_PROCESS + self.living.index(process)]
            entered = self.names.state_of(new)
            if entered and (old is None or entered != self.names.state_of(old)):
                yield process, entered

    def _changes(self, before: State, after: State, channels: list[str], at: int) -> tuple[Change, ...]:
        changes = self._changed_cells(self.machine.program.globals, before[0], after[0], channels, "")
        for place, (old, new) in enumerate(zip(before[FIRST_PROCESS:], after[FIRST_PROCESS:], strict=False)):
            if old is not new and old != new:
                own = place + FIRST_PROCESS == at
                prefix = "" if own else self.instances[self.living[place]].name + "."
                changes += self._changed_cells(self.names.layout(old), old, new, channels, prefix)
        for name, old, new in zip(channels, before[1], after[1], strict=False):
            if old != new:
                changes.append(Change(name, self.names.contents(old, channels), self.names.contents(new, channels)))
        return tuple(changes)

    def _changed_cells(self, layout: Layout, old: Row, new: Row, channels: list[str], prefix: str) -> list[Change]:
        hidden = self.machine.program.model.wording.own
        return [
            Change(
                self.names.cell(prefix, cell),
                self.names.value(cell.variable, old[cell.slot], channels),
                self.names.value(cell.variable, new[cell.slot], channels),
            )
            for cell in self.names.cells(layout)
            if old[cell.slot] != new[cell.slot] and cell.variable.name not in hidden
        ]

    def variables(self) -> list[tuple[str, str]]:
        """Every variable and channel of the present state with its value."""
        return self.names.variables(self.state, self.process_names())


def _runs_down(step: Taken) -> bool:
    """Whether this step of the clock ends a tick, which was recorded when it began."""
    return step.move.edge is not None and isinstance(step.move.edge.statement, DStep)


def _passed(before: State, after: State) -> int:
    """How many ticks pass in a step of the clock: what any timer that runs has lost."""
    return next(int(old - new) for old, new in zip(before[0], after[0], strict=True) if old != new)


def _with_partner(record: Step, where: tuple[str, int, str]) -> Step:
    file, line, statement = where
    return replace(record, partner_file=file, partner_line=line, partner_statement=statement)
