"""Statements that do the same whoever executes them, and whatever channels are called.

Processes and channels are numbers.  A statement that says nothing about these numbers does the same when they are
others: `reply!1` does, `q!_pid` and `reply == 3` do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from penstock.bounds.abstraction.transfer import is_channel
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, ProcessNames, Variable
from penstock.syntax.nodes import (
    ArrayInitial,
    Assert,
    Assignment,
    Binary,
    Break,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Conditional,
    Constant,
    Else,
    Eval,
    Goto,
    Node,
    Poll,
    Print,
    PrintMtype,
    Receive,
    Reference,
    Run,
    Send,
    Unary,
)
from penstock.syntax.walk import final, indices

FieldsOf = Callable[[Reference], Sequence[Variable] | None]
"""The fields of the messages of the channel that is meant; None if that is not known."""
_ANYTHING = PREDEFINED["_"]


class Neutrality:
    """Judges the statements of one model."""

    def __init__(self, model: Model, processes: Callable[[str], ProcessNames]) -> None:
        self.model = model
        self.processes = processes

    def holds(self, statement: Node, fields_of: FieldsOf) -> bool:
        """Whether a statement, or a condition, is neutral where channels have these fields."""
        return _Judge(self, fields_of).statement(statement)


class _Judge:
    def __init__(self, about: Neutrality, fields_of: FieldsOf) -> None:
        self.model = about.model
        self.processes = about.processes
        self.fields_of = fields_of

    def statement(self, statement: Node) -> bool:
        match statement:
            case Print() | PrintMtype() | Else() | Break() | Goto():
                return True
            case Assignment(target=target, value=value):
                return self._indices(target) and self._gives(value, self._names_channel(target))
            case Send(channel=channel, arguments=arguments):
                return self._gives_all(arguments, channel)
            case Receive(channel=channel, patterns=patterns):
                return self._gives_all(patterns, channel)
            case Condition(expression=Run() as run):
                return self._starts(run)
            case Condition(expression=condition) | Assert(condition=condition):
                return self.value(condition)
        return self.value(statement)

    def value(self, value: Node) -> bool:
        """Whether a value that is not a channel depends on no number of a process or a channel."""
        match value:
            case Constant():
                return True
            case Reference():
                own = PREDEFINED.get(value.name) is self.model.variables[value]
                return not own and not self._names_channel(value) and self._indices(value)
            case Unary(operand=operand):
                return self.value(operand)
            case Binary(operator=operator, left=left, right=right):
                channels = operator in ("==", "!=") and (self._is_channel(left) or self._is_channel(right))
                return self._gives(left, channels) and self._gives(right, channels)
            case Conditional(condition=condition, when_true=one, when_false=other):
                return self.value(condition) and self.value(one) and self.value(other)
            case ChannelQuery(channel=channel):
                return self._indices(channel)
            case Poll(channel=channel, patterns=patterns):
                return self._gives_all(patterns, channel)
        return False

    def _is_channel(self, value: Node) -> bool:
        return isinstance(value, Reference) and self._names_channel(value)

    def _names_channel(self, reference: Reference) -> bool:
        return is_channel(self.model.variables[final(reference)])

    def _indices(self, reference: Reference) -> bool:
        return all(map(self.value, indices(reference)))

    def _gives(self, value: Node, channel: bool) -> bool:
        """Whether a value is neutral for a variable that holds a channel, or for one that does not."""
        if isinstance(value, Eval):
            return self._gives(value.value, channel)
        if isinstance(value, Reference) and self.model.variables[value] is _ANYTHING:
            return True
        if not channel:
            return self.value(value)
        none = isinstance(value, Constant) and value.value == 0
        return none or (self._is_channel(value) and isinstance(value, Reference) and self._indices(value))

    def _gives_all(self, values: Sequence[Node], channel: Reference) -> bool:
        fields = self.fields_of(channel)
        if fields is None or len(fields) != len(values) or not self._indices(channel):
            return False
        return all(self._gives(value, is_channel(field)) for value, field in zip(values, fields, strict=True))

    def _starts(self, run: Run) -> bool:
        process = self.processes(run.proctype)
        if len(run.arguments) != len(process.parameters):
            return False
        given: list[tuple[Variable, Node]] = [*zip(process.parameters, run.arguments, strict=True)]
        given += [(variable, value) for variable in process.locals for value in _initial(variable)]
        return all(self._gives(value, is_channel(variable)) for variable, value in given)


def _initial(variable: Variable) -> Iterable[Node]:
    """The values that a variable begins with, apart from channels that are made for it."""
    initial = variable.initial
    if initial is None or isinstance(initial, ChannelInitial):
        return ()
    return initial.values if isinstance(initial, ArrayInitial) else (initial,)
