"""What values variables may hold where they are read, those from outside included.

chan q = [1] of { mtype, bit };  byte x;         q?a(x)      x is 0 or 1 afterwards, if `a` comes from outside

The outside sends what the fields of a message are declared to hold.  What the model itself sends is cut by the fields,
and by the variables that are written, as SPIN's verifier does it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from penstock.closing.channels import stored_range
from penstock.closing.influence import NOBODY, Carried, Held, Influence, Scope, Spot
from penstock.closing.narrowing import left_by
from penstock.closing.reading import leaves
from penstock.control import Automaton
from penstock.control.flat import START, Place, flat_steps
from penstock.control.graph import Edge
from penstock.control.options import waited_for
from penstock.flow.evaluation import Evaluation
from penstock.flow.fixpoint import Equation, solve
from penstock.flow.intervals import ANYTHING, Read, cut, interval, join
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.resolve.contracts import limits_of
from penstock.resolve.ranges import Interval
from penstock.resolve.symbols import PREDEFINED, RANGES, Variable
from penstock.syntax.nodes import (
    ArrayInitial,
    Assignment,
    Binary,
    CCode,
    CExpression,
    ChannelInitial,
    Condition,
    Else,
    Expression,
    FieldType,
    Node,
    Receive,
    Reference,
    Send,
    Unary,
)
from penstock.syntax.walk import runs_in

Site = tuple[Scope, Place]
Look = Callable[[Spot], Interval | None]
MOST_VALUES = 4096
"""More combinations of values than this are not tried out."""
MOST_LISTED = 256
"""Of more values than this, only those count that something is compared with."""
MOST_CHANGES = 12
"""What grows more often than this is taken to grow to its limits."""
_COMPARING = frozenset(["==", "!=", "<", "<=", ">", ">="])
_NUMBERS = frozenset(["unsigned", *RANGES]) - {"chan"}


class _Way(NamedTuple):
    """One way in which a spot gets a value."""

    reads: frozenset[Spot]
    value: Callable[[Look], Interval | None]


_Test = tuple[Expression, bool]
"""A condition, and whether it holds."""


class _NothingYet(Exception):
    """No way has been found on which a variable has a value here."""


class Ranges:
    """The limits of all variables at all places of an open model; C code may write anything."""

    def __init__(self, influence: Influence, taught: bool = False) -> None:
        self.influence = influence
        self.taught = taught
        """Whether tests count: what passes `x > 3` is more than 3 afterwards, until it is written."""
        self.model = influence.model
        self.blind = self.model.nodes.has(CCode, CExpression)
        self._ways: defaultdict[Spot, list[_Way]] = defaultdict(list)
        self._cells = {
            (NOBODY if layout is scope.shared else scope.process.name, cell.slot): cell.variable
            for scope in influence.scopes.values()
            for layout in (scope.shared, scope.own)
            for cell in layout.cells
        }
        self._steps = _thresholds(self.model) if taught else []
        for scope in influence.scopes.values():
            self._begin(scope)
        for automaton in influence.automata:
            self._follow(automaton)
        self._found = solve({spot: self._equation(spot, ways) for spot, ways in self._ways.items()}, None)

    # -- questions -----------------------------------------------------------------------------

    def always(self, conditions: Sequence[Expression], sites: Sequence[Site]) -> bool:
        """Whether one of some conditions holds whatever the values are; if in doubt, it does not."""
        cells: dict[int, Interval] = {}
        for leaf in (leaf for condition in conditions for leaf in leaves(condition)):
            found = self._one_cell(leaf, sites)
            if found is None:
                return False
            cells[found] = self.at(found, sites)
        values = [self._values(cell, limits, conditions, sites) for cell, limits in cells.items()]
        size = 1
        for one in values:
            size *= len(one)
        if not sites or not 0 < size <= MOST_VALUES:
            return False
        evaluation = sites[0][0].evaluation
        return all(
            any(_holds(evaluation, condition, dict(zip(cells, chosen, strict=True))) for condition in conditions)
            for chosen in product(*values)
        )

    def limits(self, value: Expression, sites: Sequence[Site]) -> Interval | None:
        """What a value may be; None if tests do not count, or if nothing comes there."""
        if not self.taught or self.blind:
            return None
        found: Interval | None = None
        for scope, place in sites:
            try:
                found = join(found, self._worth(value, scope, place, self._found))
            except _NothingYet:
                continue
        return found

    def _one_cell(self, leaf: Node, sites: Sequence[Site]) -> int | None:
        """The cell of a number, if there is no doubt which one it is."""
        if not isinstance(leaf, Reference) or self.model.variables[leaf] in PREDEFINED.values():
            return None
        found = {cell for scope, _ in sites for cell in scope.cells(leaf)}
        processes = {scope.process.name for scope, _ in sites}
        return found.pop() if len(found) == 1 and len(processes) == 1 else None

    def _values(
        self, cell: int, limits: Interval, conditions: Sequence[Expression], sites: Sequence[Site]
    ) -> Sequence[int]:
        """The values that have to be tried; none if they are too many."""
        low, high = limits
        if high - low < MOST_LISTED:
            return range(low, high + 1)
        found = {low, high}
        for condition in conditions:
            compared = self._compared(condition, cell, sites)
            if compared is None:
                return ()
            found |= {value + shift for value in compared for shift in (-1, 0, 1)}
        return [value for value in found if low <= value <= high]

    def _compared(self, value: Expression, cell: int, sites: Sequence[Site]) -> set[int] | None:
        """The constants that a cell is compared with; None if it is looked at in another way."""
        match value:
            case Binary(operator="&&" | "||"):
                left, right = (self._compared(part, cell, sites) for part in (value.left, value.right))
                return None if left is None or right is None else left | right
            case Unary(operator="!"):
                return self._compared(value.operand, cell, sites)
            case Reference():
                return {0}
            case Binary(operator=operator, left=Reference()) if operator in _COMPARING:
                constant = constant_value(value.right)
                return {constant} if constant is not None else self._absent(value, cell, sites)
            case _:
                return self._absent(value, cell, sites)

    def _absent(self, value: Expression, cell: int, sites: Sequence[Site]) -> set[int] | None:
        return None if any(self._one_cell(leaf, sites) == cell for leaf in leaves(value)) else set()

    def at(self, cell: int, sites: Sequence[Site]) -> Interval:
        """What a cell may hold."""
        found: Interval | None = None
        for scope, place in sites:
            found = join(found, self._limits_of(scope.held(place, cell), self._found))
        return found or ANYTHING

    # -- ways ----------------------------------------------------------------------------------

    def _limits_of(self, spot: Held, look: Look) -> Interval | None:
        variable = self._cells[spot.process, spot.cell]
        return look(spot) if variable.type in _NUMBERS and not self.blind else variable.range

    def _equation(self, spot: Spot, ways: Sequence[_Way]) -> Equation[Spot, Interval | None]:
        """All ways together; counters that run on would need as many rounds as there are numbers."""
        limits = self._cells[spot.process, spot.cell].range if isinstance(spot, Held) else ANYTHING
        known: Interval | None = None
        changes = 0

        def value(look: Look) -> Interval | None:
            nonlocal known, changes
            found = known
            for way in ways:
                found = join(found, way.value(look))
            changes += found != known
            known = self._further(found, limits, changes) if changes > MOST_CHANGES else found
            return known

        return Equation(frozenset().union(*(way.reads for way in ways)), value)

    def _further(self, found: Interval | None, limits: Interval, changes: int) -> Interval:
        """More than was found, up to the next numbers that the model compares with, and in the end to the limits."""
        if found is None or changes > MOST_CHANGES + len(self._steps):
            return limits
        low = max((step for step in self._steps if limits[0] <= step <= found[0]), default=limits[0])
        return low, min((step for step in self._steps if found[1] <= step <= limits[1]), default=limits[1])

    def _begin(self, scope: Scope) -> None:
        """First values; nothing is 0 before that, so 0 is among them."""
        for layout in (scope.shared, scope.own):
            for cell in layout.cells:
                written = self.influence.interface.written.get(cell.variable)
                if written is not None:
                    self._put(scope, START, cell.slot, self._constant(written))
                    continue
                initial = cell.variable.initial
                begins = self.taught and layout is scope.own and initial is not None and not cell.variable.late
                if not begins:
                    self._put(scope, START, cell.slot, self._constant((0, 0)))
                if isinstance(initial, ArrayInitial | ChannelInitial):
                    self._put(scope, START, cell.slot, self._constant(cell.variable.range))
                elif initial is not None:
                    self._put(scope, START, cell.slot, self._value(initial, scope, START))

    def _follow(self, automaton: Automaton) -> None:
        scope = self.influence.scopes[automaton.name]
        for source, target, edge in flat_steps(automaton):
            written: frozenset[int] = frozenset()
            for reference, ways in self._writes(edge.statement, scope, source) if edge is not None else ():
                cells = scope.cells(reference)
                for cell in cells:
                    for way in ways:
                        self._put(scope, target, cell, way)
                written |= cells if len(cells) == 1 else frozenset()
            tests = list(_tests(automaton, edge)) if self.taught and edge is not None else []
            for one in scope.own.cells:
                if one.slot not in written:
                    self._put(scope, target, one.slot, self._left_by(tests, one.slot, scope, source))

    def _writes(self, statement: Node, scope: Scope, place: Place) -> Iterator[tuple[Reference, list[_Way]]]:
        for run in runs_in(statement):
            if started := self.influence.scopes.get(run.proctype):
                for cell, argument in zip(started.parameters, run.arguments, strict=False):
                    self._put(started, START, cell, self._value(argument, scope, place))
        match statement:
            case Assignment():
                yield statement.target, [self._value(statement.value, scope, place)]
            case Receive():
                for number, pattern in enumerate(statement.patterns):
                    if isinstance(pattern, Reference):
                        yield pattern, list(self._received(statement, number))
            case Send():
                self._send(statement, scope, place)

    def _put(self, scope: Scope, place: Place, cell: int, way: _Way) -> None:
        spot = scope.held(place, cell)
        self._ways[spot].append(_through(way, self._cells[spot.process, cell].range))

    # -- values --------------------------------------------------------------------------------

    @staticmethod
    def _constant(limits: Interval) -> _Way:
        return _Way(frozenset(), lambda _: limits)

    @staticmethod
    def _copy(spot: Spot) -> _Way:
        return _Way(frozenset([spot]), lambda look: look(spot))

    def _left_by(self, tests: Sequence[_Test], cell: int, scope: Scope, place: Place) -> _Way:
        """What a variable that is not written holds after some tests."""
        spot = scope.held(place, cell)
        variable = self._cells[spot.process, spot.cell]
        reads: set[Spot] = {spot}
        for test, _ in tests:
            reads |= self.influence.made_of(test, scope, place)
        if spot not in frozenset().union(*(self.influence.made_of(test, scope, place) for test, _ in tests)):
            return self._copy(spot)

        def is_it(value: Expression) -> bool:
            known = isinstance(value, Reference) and self.model.variables[value] not in PREDEFINED.values()
            return known and isinstance(value, Reference) and scope.cells(value) == {cell}

        def worth(look: Look) -> Interval | None:
            found = look(spot)
            for test, holds in tests if variable.type in _NUMBERS and not self.blind else ():
                try:
                    found = left_by(test, holds, found, is_it, lambda value: self._worth(value, scope, place, look))
                except _NothingYet:
                    return None
            return found

        return _Way(frozenset(reads), worth)

    def _worth(self, value: Expression, scope: Scope, place: Place, look: Look) -> Interval:
        def taught(test: Expression, holds: bool, read: Read) -> Read:
            """Within `(x > 3 -> ... : ...)`, a variable is what the test leaves of it."""

            def narrowed(reference: Reference) -> Interval:
                cells, values = scope.cells(reference), read(reference)
                if not self.taught or len(cells) != 1 or self.model.variables[reference] in PREDEFINED.values():
                    return values

                def is_it(other: Expression) -> bool:
                    known = isinstance(other, Reference) and self.model.variables[other] not in PREDEFINED.values()
                    return known and isinstance(other, Reference) and scope.cells(other) == cells

                return left_by(test, holds, values, is_it, lambda other: interval(other, read, taught)) or values

            return narrowed

        return interval(value, lambda reference: self._read(reference, scope, place, look), taught)

    def _value(self, value: Expression, scope: Scope, place: Place) -> _Way:
        def worth(look: Look) -> Interval | None:
            try:
                return self._worth(value, scope, place, look)
            except _NothingYet:
                return None

        return _Way(self.influence.made_of(value, scope, place), worth)

    def _read(self, reference: Reference, scope: Scope, place: Place, look: Look) -> Interval:
        if self.model.variables[reference] in PREDEFINED.values():
            return ANYTHING
        found: Interval | None = None
        for cell in scope.cells(reference):
            found = join(found, self._limits_of(scope.held(place, cell), look))
        if found is None:
            raise _NothingYet
        return found

    def _received(self, statement: Receive, number: int) -> Iterator[_Way]:
        for made_of in self.influence.carried(statement, number):
            yield from (self._copy(spot) for spot in made_of)
        for limits in {arrival.limits(number) for arrival in self.influence.arriving(statement)}:
            if limits is not None:
                yield self._constant(limits)
                continue
            for channel in self.influence.channels.may_be(statement.channel):
                field = self._field(channel, number)
                yield self._constant(limits_of(field) if field is not None else ANYTHING)

    def _send(self, statement: Send, scope: Scope, place: Place) -> None:
        form = self.influence.channels.form_of(statement.channel)
        if form is None:
            return
        signal = self.influence.signal_of(statement)
        for number, argument in enumerate(statement.arguments):
            sent = self._value(argument, scope, place)
            for channel in self.influence.channels.may_be(statement.channel):
                field, alone = self._field(channel, number), len(self.influence.channels.fields(channel)) == 1
                limits = stored_range(field, alone) if field is not None else ANYTHING
                self._ways[Carried(form, signal, number)].append(_through(sent, limits))

    def _field(self, channel: Variable, number: int) -> FieldType | Variable | None:
        fields = self.influence.channels.fields(channel)
        return fields[number] if number < len(fields) else None


def _tests(automaton: Automaton, edge: Edge) -> Iterator[_Test]:
    """The conditions that a step tells about, and whether they hold where it is taken."""
    match edge.statement:
        case Condition():
            yield edge.statement.expression, True
        case Else():
            inner = (one.inner for one in automaton.edges if one.inner is not None)
            known = next(edges for edges in (automaton.edges, *(one.edges for one in inner)) if edge in edges)
            for one in waited_for(edge, [found for found in known if found.source == edge.source]):
                if isinstance(one.statement, Condition):
                    yield one.statement.expression, False


def _thresholds(model: Model) -> list[int]:
    """The numbers that a model compares with, and their neighbours: where counting is likely to end."""
    compared = (node for node in model.nodes.of(Binary) if node.operator in _COMPARING)
    values = {constant_value(side) for node in compared for side in (node.left, node.right)}
    return sorted({value + shift for value in values if value is not None for shift in (-1, 0, 1)})


def _through(way: _Way, limits: Interval) -> _Way:
    return _Way(way.reads, lambda look: cut(way.value(look), limits))


def _holds(evaluation: Evaluation, condition: Expression, values: dict[int, int]) -> bool:
    """Whether a condition is true without doubt: what is not a number of the model may be anything."""
    found = evaluation.values(condition, lambda cell: frozenset([values[cell]]))
    return bool(found) and 0 not in (found or (0,))
