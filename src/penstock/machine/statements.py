"""Statements as Python text: what must be computed first, the guard, the effect.

q?x     ->     setup:  queue = q[0]
               guard:  len(queue) > 1
               effect: m = queue[1];  me[2] = m[0];  q[0] = queue[:1] + queue[2:]
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.control import Edge
from penstock.machine.channels import NO_LIMIT
from penstock.machine.expressions import PythonExpressionWriter
from penstock.machine.numbers import Number, stored
from penstock.machine.program import MachineProgram
from penstock.machine.runtime import NO_END
from penstock.resolve.ranges import INT
from penstock.resolve.symbols import PREDEFINED, ProcessNames
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    BasicStatement,
    Condition,
    Constant,
    DStep,
    Pattern,
    Print,
    PrintMtype,
    Receive,
    Reference,
    Send,
    SetPriority,
)
from penstock.syntax.walk import final

MOST_D_STEP_ROUNDS = 100_000
"""A d_step that loops more often than this is not followed to its end."""
_TOO_LONG = f"{NO_END} in {MOST_D_STEP_ROUNDS:,} rounds"


@dataclass(slots=True)
class Written:
    """A statement in Python; without a guard it is always executable."""

    setup: list[str] = field(default_factory=list)
    guard: str | None = None
    effect: list[str] = field(default_factory=list)


class PythonStatementWriter(PythonExpressionWriter):
    """Writes the statements of one process."""

    def __init__(self, program: MachineProgram, process: ProcessNames | None) -> None:
        super().__init__(program, process)
        self.changed: set[str] = set()
        """Which of `g`, `me` and `q` the statements change."""

    def write(self, edge: Edge) -> Written:
        return self._d_step(edge) if edge.inner is not None else self.basic(edge.statement)

    def basic(self, statement: BasicStatement) -> Written:
        match statement:
            case Assignment():
                number = self.number(statement.value)
                return Written(effect=[self._set(statement.target, number)])
            case Send():
                return self._send(statement)
            case Receive():
                return self._receive(statement)
            case Condition():
                always = isinstance(statement.expression, Constant) and statement.expression.value != 0
                return Written(guard=None if always else self.condition(statement.expression))
            case Assert():
                key = self.program.assertion_key(statement)
                return Written(effect=[f"if not {self.condition(statement.condition)}: failed.append({key})"])
            case Print() | PrintMtype():
                return Written(effect=self._print(statement))
            case SetPriority():
                self.starts = True
                self.changed.add("me")
                values = f"{self.plain(statement.process)}, {self.plain(statement.priority)}"
                return Written(effect=[f"me[{self.program.priority_slot}] = set_priority(s, me, at, {values})"])
            case _:
                return Written()

    def _set(self, target: Reference, value: Number) -> str:
        variable = self.model.variables[final(target)]
        if variable is PREDEFINED["_"]:
            return value.text  # for the errors that computing it may bring
        cell = self.cell(target)
        if self.model.variables[target] in self.program.unread:
            return f"{value.text}, {cell}"  # for the errors that computing them may bring
        self.changed.add(cell.partition("[")[0])
        return f"{cell} = {stored(value, *variable.range)}"

    def _print(self, statement: Print | PrintMtype) -> list[str]:
        if not self.program.options.tracing:
            return []
        values = statement.arguments if isinstance(statement, Print) else (statement.value,)
        arguments = "".join(f"{self.plain(value)}, " for value in values)
        key = self.program.print_key(statement)
        return [f"log.append(('print', {key}, ({arguments}), 0))"]

    # -- messages ----------------------------------------------------------------------------

    def _open(self, channel: Reference, fields: int) -> tuple[list[str], str]:
        """Take the channel's tuple into `queue`; the text of its place in `q`."""
        number = self.variable(channel)
        if number.constant is not None:
            setup, place = [], str(number.constant - 1)
        elif self.program.constant_channel(channel) is not None:
            setup, place = [f"c = {number.text} - 1"], "c"
        else:
            setup, place = [f"c = place_of(q, {number.text})"], "c"
        setup.append(f"queue = q[{place}]")
        if any(len(kind.fields) != fields for kind in self.program.kinds_of(channel)):
            setup.append(f"check_fields(queue, {fields})")
        return setup, place

    def _send(self, statement: Send) -> Written:
        setup, place = self._open(statement.channel, len(statement.arguments))
        limit = self.limit(statement.channel, "queue")
        setup.append(f"m = {self._message(statement)}")
        self.changed.add("q")
        added = "insert(queue, m)" if statement.sorted else "(*queue, m)"
        effect = [f"q[{place}] = {added}"]
        where = "sorted_place(queue, m)" if statement.sorted else "len(queue)"
        effect += self._log("send", place, where)
        effect += [f"measure(state, {place}, len(queue))"] if self.program.options.measuring else []
        if limit == str(NO_LIMIT):
            return Written(setup, None, effect)
        room = f"len(queue) <= {limit}"
        if not self.program.options.lossy:
            return Written(setup, room, effect)
        lossy = [f"if {room}:", *["    " + line for line in effect]]
        lost = self._log("lost", place, "0")
        lossy += ["else:", *["    " + line for line in lost]] if lost else []
        return Written(setup, f"({room} or not rendezvous[queue[0]])", lossy)

    def _log(self, action: str, place: str, where: str) -> list[str]:
        """Keep what was done to which channel, with which message, and where in it."""
        return [f"log.append(('{action}', {place}, m, {where}))"] if self.program.options.tracing else []

    def _message(self, statement: Send) -> str:
        values = [self.number(argument) for argument in statement.arguments]
        kinds = [kind for kind in self.program.kinds_of(statement.channel) if len(kind.fields) == len(values)]
        texts, uniform = [], True
        for place, value in enumerate(values):
            ranges = {kind.ranges[place] for kind in kinds} or {INT}
            low, high = max(low for low, _ in ranges), min(high for _, high in ranges)
            if len(ranges) > 1 and not (low <= value.low and value.high <= high):
                uniform = False
                low, high = INT
            texts.append(stored(value, low, high))
        message = f"({', '.join(texts)},)"
        return message if uniform else f"cut(queue, {message})"

    def _receive(self, statement: Receive) -> Written:
        patterns = statement.patterns
        setup, place = self._open(statement.channel, len(patterns))
        taken = "1"
        tests = self.tests(patterns, "queue[1]")
        guard = " and ".join(["len(queue) > 1", *tests])
        if statement.random and tests:
            matching = " and ".join(self.tests(patterns, "queue[i]"))
            setup.append(f"k = next((i for i in range(1, len(queue)) if {matching}), 0)")
            guard = taken = "k"
        effect = [f"m = queue[{taken}]", *self._unpack(statement, patterns)]
        if not statement.peek:
            self.changed.add("q")
            rest = "queue[:1] + queue[2:]" if taken == "1" else "queue[:k] + queue[k + 1:]"
            effect.append(f"q[{place}] = {rest}")
        effect += self._log("peek" if statement.peek else "receive", place, taken)
        return Written(setup, guard, effect)

    def _unpack(self, statement: Receive, patterns: tuple[Pattern, ...]) -> list[str]:
        kinds = [kind for kind in self.program.kinds_of(statement.channel) if len(kind.fields) == len(patterns)]
        effect = []
        for place, pattern in enumerate(patterns):
            if not isinstance(pattern, Reference) or self.model.variables[pattern] is PREDEFINED["_"]:
                continue
            ranges = [kind.ranges[place] for kind in kinds] or [INT]
            value = Number(f"m[{place}]", min(low for low, _ in ranges), max(high for _, high in ranges))
            effect.append(self._set(pattern, value))
        return effect

    # -- d_step ------------------------------------------------------------------------------

    def _d_step(self, edge: Edge) -> Written:
        """The body as a loop over the places inside it; whether it can begin is known only on the way."""
        assert isinstance(edge.statement, DStep) and edge.inner is not None
        leaving: dict[int, list[Edge]] = {state: [] for state in range(edge.inner.states)}
        for inner in edge.inner.edges:
            leaving[inner.source].append(inner)
        lines = ["pc, rounds = 0, 0", "while True:", "    rounds += 1"]
        lines.append(f"    if rounds > {MOST_D_STEP_ROUNDS}: raise Fault({_TOO_LONG!r})")
        lines.append("    if not rounds & 1023: check_time()")
        for state, edges in leaving.items():
            if not edges:
                lines.append(f"    if pc == {state}: break")
                continue
            lines.append(f"    if pc == {state}:")
            lines.extend("        " + line for line in self._d_step_place(state, edges))
        return Written(effect=lines)

    def _not_handed_over(self, statement: BasicStatement) -> list[str]:
        """Inside a d_step nobody can take a message from a rendezvous channel."""
        if not isinstance(statement, Send):
            return []
        kinds = [kind.rendezvous for kind in self.program.kinds_of(statement.channel)]
        fault = "raise Fault('a message cannot be handed over inside a d_step')"
        if any(kinds):
            return [fault] if all(kinds) else [f"if rendezvous[queue[0]]: {fault}"]
        return []

    def _d_step_place(self, state: int, edges: list[Edge]) -> list[str]:
        """The first executable option is taken; an `else` is possible if it is reached."""
        lines: list[str] = []
        for edge in edges:
            written = self.basic(edge.statement)
            # The places are tested in order: only a jump back, or past other options, needs a new round.
            again = ["continue"] if edge.target <= state or len(edges) > 1 else []
            taken = [*self._not_handed_over(edge.statement), *written.effect, f"pc = {edge.target}", *again]
            lines.extend(written.setup)
            if written.guard is None:
                return [*lines, *taken]
            lines.append(f"if {written.guard}:")
            lines.extend("    " + line for line in taken)
        not_begun = ["if pc == 0 and rounds == 1: return None"] if state == 0 else []
        stuck = f"if pc == {state}: raise Fault('a statement inside this d_step cannot be executed')"
        return [*lines, *not_begun, stuck]
