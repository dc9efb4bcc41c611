"""`for` and `select` in simpler statements, and the assignments that declarations stand for.

for (i : 1 .. n) { body }     ->     i = 1; do :: i <= n -> body; i++ :: else -> break od
select (i : 1 .. 3)           ->     if :: i = 1 :: i = 2 :: i = 3 fi
"""

from __future__ import annotations

import re

from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.source import EXPANSION_BASE
from penstock.syntax.nodes import (
    ArrayInitial,
    Assignment,
    Binary,
    Break,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Constant,
    Do,
    Else,
    Expression,
    For,
    ForEach,
    If,
    Receive,
    Reference,
    Select,
    Send,
    Sequence,
    Statement,
    Step,
)
from penstock.syntax.walk import final

MOST_CHOICES = 32
"""SPIN writes a larger `select` as a loop."""


class Desugar:
    """Makes the statements of one process that are not written in the text."""

    def __init__(self, model: Model, process: ProcessNames) -> None:
        self.model = model
        self.process = process

    def refer(self, variable: Variable, at: int) -> Reference:
        """A reference to a variable, or to the first element of an array."""
        index = Constant(at, at, 0) if variable.size is not None else None
        reference = Reference(at, at, variable.name, index, None)
        self.model.variables[reference] = variable
        return reference

    def initialisation(self, variable: Variable) -> Assignment:
        at = variable.at
        value: Expression = Constant(at, at, 0)
        last = at
        if variable.initial is not None and not isinstance(variable.initial, (ArrayInitial, ChannelInitial)):
            value = variable.initial
            last = value.last
        return Assignment(at, last, self.refer(variable, at), value)

    def expand(self, statement: For | ForEach | Select) -> tuple[Assignment | None, Statement]:
        """What happens first, if anything, and the statement that remains."""
        match statement:
            case For():
                first = self._set(statement.variable, statement.low)
                guard = self._compare(statement.variable, "<=", statement.high)
                return first, self._counting(statement, guard, statement.variable, statement.body.steps)
            case Select():
                return self._select(statement)
            case ForEach():
                return self._for_each(statement)

    def _set(self, variable: Reference, value: Expression) -> Assignment:
        return Assignment(variable.first, variable.last, variable, value)

    def _compare(self, left: Expression, operator: str, right: Expression) -> Condition:
        return Condition(left.first, right.last, Binary(left.first, right.last, operator, left, right))

    def _increment(self, variable: Reference) -> Assignment:
        one = Constant(variable.first, variable.first, 1)
        value = Binary(variable.first, variable.first, "+", variable, one)
        return Assignment(variable.first, variable.last, variable, value, "++")

    def _counting(self, loop: For | ForEach, guard: Condition, counter: Reference, body: tuple[Step, ...]) -> Do:
        at, last = loop.first, loop.last
        again = Sequence(at, last, (guard, *body, self._increment(counter)))
        done = Sequence(at, last, (Else(at, at), Break(at, at)))
        return Do(at, last, (again, done))

    def _select(self, statement: Select) -> tuple[Assignment | None, Statement]:
        at, last = statement.first, statement.last
        if self._is_listed(statement):
            assert isinstance(statement.low, Constant) and isinstance(statement.high, Constant)
            values = range(statement.low.value, statement.high.value + 1)
            settings = [self._set(statement.variable, Constant(at, at, value)) for value in values]
            return None, If(at, last, tuple(Sequence(at, last, (setting,)) for setting in settings))
        guard = self._compare(statement.variable, "<", statement.high)
        again = Sequence(at, last, (guard, self._increment(statement.variable)))
        stop = Sequence(at, last, (Break(at, at),))
        return self._set(statement.variable, statement.low), Do(at, last, (again, stop))

    def _is_listed(self, statement: Select) -> bool:
        """Whether SPIN writes this `select` as a list of choices: it looks at the characters only."""
        tokens = self.model.syntax.tokens
        low, high = statement.low, statement.high
        expansion = self.model.sources.expansion(tokens.positions[statement.first])
        if expansion is not None and expansion.inline:
            return False
        if not (isinstance(low, Constant) and isinstance(high, Constant)):
            return False
        written = tokens.texts[low.first].isdigit() and tokens.texts[high.first].isdigit()
        plain = re.fullmatch("[A-Za-z0-9]+", statement.variable.name) is not None
        simple = plain and statement.variable.index is None and statement.variable.member is None
        listed = written and simple and high.value - low.value <= MOST_CHOICES
        return listed and self._in_one_line(statement.first + 1, statement.last)

    def _in_one_line(self, first: int, last: int) -> bool:
        positions = self.model.syntax.places or self.model.syntax.tokens.positions
        start, end = positions[first], positions[last]
        if start >= EXPANSION_BASE or end >= EXPANSION_BASE:
            return True
        file = self.model.sources.file_at(start)
        return "\n" not in file.text[start - file.base : end - file.base]

    def _for_each(self, statement: ForEach) -> tuple[Assignment | None, Statement]:
        at = statement.first
        collection = self.model.variables.get(final(statement.collection))
        variable = self.model.variables.get(statement.variable)
        if variable is None or variable.structure is None:
            size = collection.size if collection is not None and collection.size else 1
            guard = self._compare(statement.variable, "<=", Constant(at, at, size - 1))
            loop = self._counting(statement, guard, statement.variable, statement.body.steps)
            return self._set(statement.variable, Constant(at, at, 0)), loop
        counter = self._counter(statement, collection)
        guard = self._compare(counter, "<", ChannelQuery(at, at, "len", statement.collection))
        # Each message is taken out and put back at the end: after one round nothing has changed.
        take = Receive(at, at, statement.collection, (statement.variable,), False, False)
        put = Send(at, at, statement.collection, (statement.variable,), False)
        loop = self._counting(statement, guard, counter, (take, put, *statement.body.steps))
        return self._set(counter, Constant(at, at, 0)), loop

    def _counter(self, statement: ForEach, channel: Variable | None) -> Reference:
        """A separate variable for the loop over a channel."""
        capacity = channel.channel.capacity if channel is not None and channel.channel is not None else None
        large = isinstance(capacity, Constant) and capacity.value > 255
        name = "_f0r_t3mp" + self._scope_name(statement.first)
        known = next((found for found in self.process.locals if found.name == name), None)
        variable = known or Variable(name, "short" if large else "byte", statement.first, self.process)
        if known is None:
            self.process.locals.append(variable)
        return self.refer(variable, statement.first)

    def _scope_name(self, at: int) -> str:
        """The block around token `at` as SPIN names it: at each level, how many braces were opened so far."""
        opened: list[int] = []
        level = 0
        for kind in self.model.syntax.tokens.kinds[:at]:
            if kind == "{":
                opened.extend([0] * (level + 1 - len(opened)))
                opened[level] += 1
                level += 1
            elif kind == "}":
                level -= 1
        return "_" + "".join(f"{number}_" for number in opened[:level])
