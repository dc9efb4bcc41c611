"""Expressions as Python text.

In the text, `g` are the global cells, `me` those of the process, `q` the channels, `state` the
whole state before the step and `at` the place of the process in it; `s` is the new state as a
list, in steps that start processes.
"""

from __future__ import annotations

from penstock.machine import numbers
from penstock.machine.numbers import Number, constant, exact, truth
from penstock.machine.program import MachineProgram
from penstock.resolve.layout import field_offset, width
from penstock.resolve.symbols import PREDEFINED, ProcessNames, Variable
from penstock.syntax.nodes import (
    Binary,
    ChannelQuery,
    Conditional,
    Constant,
    Eval,
    Expression,
    Pattern,
    Poll,
    ProcessQuery,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    Unary,
    Word,
)
from penstock.syntax.walk import final, parts

_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_SUMS = {"+", "-"}
_CONNECTIVES = {"&&": "and", "||": "or"}

_LONGEST = (1 << 30) - 1
"""No channel is longer, even one that is never full; one message more is still a number that fits."""


class PythonExpressionWriter:
    """Writes the expressions of one process."""

    def __init__(self, program: MachineProgram, process: ProcessNames | None) -> None:
        self.program = program
        self.model = program.model
        self.process = process
        self.locals = program.locals_of(process)
        self.starts = False
        """Whether a process is started on the way."""

    # -- values ------------------------------------------------------------------------------

    def number(self, value: Expression) -> Number:
        match value:
            case Constant():
                return constant(value.value)
            case Reference():
                return self.variable(value)
            case Unary():
                return self._unary(value)
            case Binary():
                return self._binary(value)
            case Conditional():
                first, second = self.number(value.when_true), self.number(value.when_false)
                text = f"({first.text} if {self.condition(value.condition)} else {second.text})"
                return Number(text, min(first.low, second.low), max(first.high, second.high))
            case Run():
                return self._run(value)
            case ChannelQuery():
                return self._channel_query(value)
            case Poll():
                return truth(f"bool{self._poll(value)}")
            case ProcessQuery():
                return Number(f"{value.query}(state, {self.plain(value.process)})", 0, 1 << 16)
            case RemoteLabel():
                return self._remote_label(value)
            case RemoteVariable():
                return self._remote_variable(value)
            case Word():
                return truth("timeout[0]" if value.word == "timeout" else "non_progress(state)")
            case _:
                raise AssertionError(f"embedded C is refused before: {value}")

    def plain(self, value: Expression) -> str:
        """The text of a value after the cut to 32 bits."""
        return exact(self.number(value)).text

    def condition(self, value: Expression) -> str:
        """The text of something of which only the truth matters."""
        match value:
            case Binary(operator=operator) if operator in _CONNECTIVES:
                python = f" {_CONNECTIVES[operator]} "
                return f"({python.join(self.condition(part) for part in _chain(value, operator))})"
            case Unary(operator="!"):
                return f"(not {self.condition(value.operand)})"
            case Poll():
                return self._poll(value)
            case _:
                return self.plain(value)

    def _unary(self, value: Unary) -> Number:
        if value.operator == "!":
            return truth(self.condition(value))
        operand = self.number(value.operand)
        if value.operator == "-":
            return numbers.negated(operand)
        operand = exact(operand)
        return Number(f"(~{operand.text})", ~operand.high, ~operand.low)

    def _binary(self, value: Binary) -> Number:
        operator = value.operator
        if operator in _CONNECTIVES:
            return truth(f"(1 if {self.condition(value)} else 0)")
        left, right = self.number(value.left), self.number(value.right)
        if operator in _COMPARISONS:
            return truth(f"({exact(left).text} {operator} {exact(right).text})")
        if operator in _SUMS and isinstance(value.left, Binary) and value.left.operator == operator:
            left = _unwrapped(left)
        if operator in _SUMS or operator == "*":
            return numbers.arithmetic(operator, left, right)
        if operator in ("/", "%"):
            return numbers.division(operator, left, right)
        return (numbers.shifted if operator in ("<<", ">>") else numbers.bitwise)(operator, left, right)

    # -- variables ---------------------------------------------------------------------------

    def variable(self, reference: Reference) -> Number:
        special = self._predefined(reference)
        if special is not None:
            return special
        low, high = self.model.variables[final(reference)].range
        known = self.program.constant_channel(reference)
        if known is not None:
            index = self._index(reference, known.variable) if reference.index is not None else None
            return Number(f"({known.first} + {index})", low, high) if index else constant(known.first)
        return Number(self.cell(reference), low, high)

    def _predefined(self, reference: Reference) -> Number | None:
        variable = self.model.variables[reference]
        if variable is PREDEFINED["_pid"]:
            return Number("(at - 2)", 0, 254)
        if variable is PREDEFINED["_nr_pr"]:
            # SPIN's verifier counts the claim as a process.
            others = 2 if self.program.claim is None else 1
            return Number(f"(len({'s' if self.starts else 'state'}) - {others})", 0, 256)
        if variable is PREDEFINED["_last"]:
            return Number(f"g[{self.program.last_slot}]", 0, 255)
        if variable is PREDEFINED["_priority"]:
            return Number(f"me[{self.program.priority_slot}]", 0, 255)
        if variable is PREDEFINED["_p"]:
            return Number("me[0]", 0, 1 << 16)
        return None

    def cell(self, reference: Reference) -> str:
        """Where the variable is, as Python that can be read and assigned."""
        variable = self.model.variables[reference]
        if variable is PREDEFINED["_priority"]:
            return f"me[{self.program.priority_slot}]"
        if variable in self.locals.base:
            return f"{self.program.row_of(self.process)}[{self._slot(reference, self.locals.base[variable])}]"
        return f"g[{self._slot(reference, self.program.globals.base[variable])}]"

    def _slot(self, reference: Reference, base: int) -> str:
        """The slot of `a[i].b[j]`: a constant, and a term for every index that is not."""
        terms: list[str] = []
        for part in parts(reference):
            variable = self.model.variables[part]
            if part.index is not None:
                index = self._index(part, variable)
                cells = width(variable)
                if index.isdigit():
                    base += int(index) * cells
                else:
                    terms.append(index if cells == 1 else f"{index} * {cells}")
            if part.member is not None:
                assert variable.structure is not None
                base += field_offset(variable.structure, part.member.name)
        return " + ".join([str(base), *terms] if base or not terms else terms)

    def _index(self, reference: Reference, variable: Variable) -> str:
        assert reference.index is not None
        index = exact(self.number(reference.index))
        size = variable.size or 1
        if index.low >= 0 and index.high < size:
            return index.text
        return f"index({index.text}, {size})"

    # -- channels ----------------------------------------------------------------------------

    def queue(self, channel: Reference) -> str:
        """The tuple of a channel."""
        number = self.variable(channel)
        if number.constant is not None:
            return f"q[{number.constant - 1}]"
        if self.program.constant_channel(channel) is not None:
            return f"q[{number.text} - 1]"
        return f"queue_of(q, {number.text})"

    def _channel_query(self, value: ChannelQuery) -> Number:
        queue = self.queue(value.channel)
        limit = self.limit(value.channel, queue)
        match value.query:
            case "len":
                return Number(f"(len({queue}) - 1)", 0, _LONGEST)
            case "empty":
                return truth(f"(len({queue}) == 1)")
            case "nempty":
                return truth(f"(len({queue}) > 1)")
            case "full":
                return truth(f"(len({queue}) > {limit})")
            case _:
                return truth(f"(len({queue}) <= {limit})")

    def limit(self, channel: Reference, queue: str) -> str:
        """How many messages the channel takes; a rendezvous channel holds one while it is handed over."""
        limits = {self.program.limits[kind.number] for kind in self.program.kinds_of(channel)}
        return str(limits.pop()) if len(limits) == 1 else f"limits[{queue}[0]]"

    def _poll(self, poll: Poll) -> str:
        queue = self.queue(poll.channel)
        tests = self.tests(poll.patterns, f"{queue}[1]")
        if not poll.random or not tests:
            return f"({' and '.join([f'len({queue}) > 1', *tests])})"
        tests = self.tests(poll.patterns, "m")
        return f"(any({' and '.join(tests)} for m in {queue}[1:]))"

    def tests(self, patterns: tuple[Pattern, ...], message: str) -> list[str]:
        """What must be true of a message for the patterns to match it."""
        found = []
        for place, pattern in enumerate(patterns):
            if isinstance(pattern, Constant):
                found.append(f"{message}[{place}] == {pattern.value}")
            elif isinstance(pattern, Eval):
                found.append(f"{message}[{place}] == {self.plain(pattern.value)}")
        return found

    # -- other processes ---------------------------------------------------------------------

    def _run(self, value: Run) -> Number:
        self.starts = True
        arguments = [self.number(argument) for argument in value.arguments]
        started = self.program.proctype(value.proctype)
        cells = self.program.parameter_cells(started)
        texts = [
            numbers.stored(argument, *cell.variable.range) for argument, cell in zip(arguments, cells, strict=True)
        ]
        priority = [str(value.priority or 1)] if self.program.priority_slot else []
        text = ", ".join(["s", *priority, *texts])
        return Number(f"start_{self.program.number_of(started)}({text})", 0, 255)

    def _remote_label(self, value: RemoteLabel) -> Number:
        process = self.program.proctype(value.proctype)
        places = self.program.label_places(process, value.label)
        listed = "(" + "".join(f"{place}, " for place in places) + ")"
        return truth(f"({self._remote(value, process)}[0] in {listed})")

    def _remote_variable(self, value: RemoteVariable) -> Number:
        process = self.program.proctype(value.proctype)
        variable = self.model.variables[value.variable]
        if variable is PREDEFINED["_pid"]:
            return self._remote_pid(value, process)
        if variable is PREDEFINED["_priority"]:
            return self._remote_priority(value, process)
        slot = self._slot(value.variable, self.program.locals_of(process).base[variable])
        low, high = self.model.variables[final(value.variable)].range
        return Number(f"{self._remote(value, process)}[{slot}]", low, high)

    def _remote_pid(self, value: RemoteVariable, process: ProcessNames) -> Number:
        first, last = self.program.places_of(process)
        if value.process is None:
            return Number(f"instance_pid(state, {first}, {last})", 0, 255)
        return Number(f"remote_pid(state, {self.plain(value.process)})", 0, 255)

    def _remote_priority(self, value: RemoteVariable, process: ProcessNames) -> Number:
        slot = self.program.priority_slot
        if value.process is None:
            return Number(f"{self._remote(value, process)}[{slot}]", 0, 255)
        return Number(f"remote(state, {self.plain(value.process)}, 0, {1 << 32}, {slot})[{slot}]", 0, 255)

    def _remote(self, value: RemoteLabel | RemoteVariable, process: ProcessNames) -> str:
        first, last = self.program.places_of(process)
        nobody = self.program.locals_of(process).size
        if value.process is None:
            return f"instance(state, {first}, {last}, {nobody})"
        return f"remote(state, {self.plain(value.process)}, {first}, {last}, {nobody})"


def _chain(value: Expression, operator: str) -> list[Expression]:
    """The operands of a chain of one operator; Python limits how deep parentheses may be nested."""
    parts: list[Expression] = []
    while isinstance(value, Binary) and value.operator == operator:
        parts.append(value.right)
        value = value.left
    return [value, *reversed(parts)]


def _unwrapped(number: Number) -> Number:
    return Number(number.text[1:-1], number.low, number.high)
