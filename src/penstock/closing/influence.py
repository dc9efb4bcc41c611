"""Where the outside has an influence: for each variable and place, whether it may, and whether it must.

    q?a(x)            x is chaotic after this if `a` comes from outside, and may be if it also comes from inside
    y = x + 1         y is what x is
    y = 0             y is reliable

Both analyses are solutions of the same equations: the least one, where one way is enough, and the greatest one, where
all ways must agree.  Messages carry influence from senders to receivers; globals have one fact for all places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from penstock.closing.arrivals import Arrival, distinct
from penstock.closing.channels import ChannelFlow
from penstock.closing.interface import Interface
from penstock.closing.reading import leaves
from penstock.control import Automaton
from penstock.control.flat import START, Place, flat_steps
from penstock.control.structures import Structures
from penstock.flow.evaluation import Evaluation
from penstock.flow.fixpoint import Equation, may_equation, must_equation, solve
from penstock.flow.values import ANY
from penstock.resolve import Model
from penstock.resolve.layout import Layout
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import PREDEFINED, RANGES, ProcessNames, Variable
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import (
    ArrayInitial,
    Assignment,
    CCode,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Constant,
    Eval,
    Expression,
    Init,
    Node,
    Pattern,
    Poll,
    Proctype,
    Receive,
    Reference,
    RemoteVariable,
    ResetTimer,
    Send,
    SetTimer,
    Word,
)
from penstock.syntax.walk import indices, runs_in


class Held(NamedTuple):
    """A cell of a process at a place; the cells of globals belong to no process and are the same everywhere."""

    process: str
    place: Place
    cell: int


class Carried(NamedTuple):
    """A field of the messages in channels of one form that begin with one signal (None: that is not constant)."""

    form: Variable
    signal: int | None
    field: int


Spot = Held | Carried | str
OUTSIDE: Spot = "outside"
NOBODY = ""
MadeOf = frozenset[Spot]
RELIABLE: MadeOf = frozenset()
CHAOS: MadeOf = frozenset([OUTSIDE])


class Write(NamedTuple):
    """`cells` get what one of `choices` is made of; not `surely` if it may be another cell that is written."""

    cells: frozenset[int]
    surely: bool
    choices: tuple[MadeOf, ...]
    target: Reference | None = None


class Scope:
    """The cells of one process: those of the globals first."""

    def __init__(self, model: Model, process: ProcessNames, shared: Layout) -> None:
        self.process = process
        self.shared = shared
        self.own = Layout([*process.parameters, *process.locals], shared.size)
        self.parameters = [cell for parameter in process.parameters for cell in self.own.slots(parameter)]
        self.evaluation = Evaluation(model, {**shared.base, **self.own.base})

    def cells(self, reference: Reference) -> frozenset[int]:
        """The cells that a reference may mean, as far as its indices are constants."""
        return self.evaluation.cells(reference, lambda _: ANY) or frozenset()

    def held(self, place: Place, cell: int) -> Held:
        return Held(NOBODY, START, cell) if cell < self.shared.size else Held(self.process.name, place, cell)


class Influence:
    """The solutions for one model and interface."""

    def __init__(
        self, model: Model, automata: Iterable[Automaton], interface: Interface, channels: ChannelFlow
    ) -> None:
        self.model = model
        self.interface = interface
        self.channels = channels
        self.automata = list(automata)
        self._listed = Structures(model).listed
        shared = Layout(model.globals)
        self.scopes = {one.name: Scope(model, one.process, shared) for one in self.automata}
        self.sent = dict.fromkeys(self._sent())
        """What is sent inside: the form of the channel, and the signal."""
        self.choices: defaultdict[Spot, set[MadeOf]] = defaultdict(set)
        self._begin(shared)
        for automaton in self.automata:
            self._follow(automaton)
        constant: dict[Spot, Equation[Spot, bool]] = {OUTSIDE: Equation(frozenset(), lambda _: True)}
        self.may = solve({at: may_equation(found) for at, found in self.choices.items()} | constant, False)
        self.must = solve({at: must_equation(found) for at, found in self.choices.items()} | constant, True)

    def _sent(self) -> Iterator[tuple[Variable, int | None]]:
        for automaton in self.automata:
            for _, _, edge in flat_steps(automaton):
                statement = edge.statement if edge is not None else None
                if isinstance(statement, Send):
                    form = self.channels.form_of(statement.channel)
                    leaves = any(map(self.interface.leaves, self.channels.may_be(statement.channel)))
                    if form is not None and not leaves:
                        yield form, self.signal_of(statement)

    # -- what things are made of ---------------------------------------------------------------

    def made_of(self, value: Expression | Pattern | Node, scope: Scope, place: Place) -> MadeOf:
        found: set[Spot] = set()
        for leaf in leaves(value):
            match leaf:
                case Reference():
                    found.update(self.reference_spots(leaf, scope, place))
                case RemoteVariable():
                    found.update(self.remote_spots(leaf))
                case Word():
                    found.add(OUTSIDE)  # `timeout`: nothing may come from outside just then
                case _:
                    found |= self._test_spots(leaf, scope, place)
        return frozenset(found)

    def reference_spots(self, reference: Reference, scope: Scope, place: Place) -> Iterator[Spot]:
        variable = self.model.variables[reference]
        if variable in self.interface.written:
            yield OUTSIDE
        if variable not in PREDEFINED.values():
            yield from (scope.held(place, cell) for cell in scope.cells(reference))

    def remote_spots(self, remote: RemoteVariable) -> Iterator[Spot]:
        """Another process may be anywhere."""
        if self.model.variables[remote.variable] in PREDEFINED.values():
            return
        scope = self.scopes[remote.proctype]
        automaton = next(found for found in self.automata if found.name == remote.proctype)
        places = {START} | {target for _, target, _ in flat_steps(automaton)}
        yield from (scope.held(place, cell) for place in places for cell in scope.cells(remote.variable))

    def _test_spots(self, test: Poll | ChannelQuery, scope: Scope, place: Place) -> MadeOf:
        """A test of an open channel depends on what the outside has put there or taken away."""
        if any(map(self.interface.is_open, self.channels.may_be(test.channel))):
            return CHAOS
        found: set[Spot] = set()
        for number, pattern in enumerate(self._listed(test.patterns) if isinstance(test, Poll) else ()):
            if isinstance(pattern, Constant | Eval) and isinstance(test, Poll):
                found.update(spot for made in self.carried(test, number) for spot in made)
            if isinstance(pattern, Eval):
                found |= self.made_of(pattern.value, scope, place)
        return frozenset(found)

    def carried(self, node: Receive | Poll, number: int) -> list[MadeOf]:
        """What a field of the messages from inside that are looked for may be made of."""
        form = self.channels.form_of(node.channel)
        first = node.patterns[0]
        fits = [first.value, None] if isinstance(first, Constant) else None
        signals = [signal for known, signal in self.sent if known is form and (fits is None or signal in fits)]
        return [frozenset([Carried(form, signal, number)]) for signal in signals] if form is not None else []

    # -- equations -----------------------------------------------------------------------------

    def _begin(self, shared: Layout) -> None:
        for cell in shared.cells:
            first = CHAOS if cell.variable in self.interface.written else RELIABLE
            self.choices[Held(NOBODY, START, cell.slot)].add(first)
        for scope in self.scopes.values():
            node = scope.process.node
            begins = isinstance(node, Init) or (isinstance(node, Proctype) and instance_count(self.model, node) > 0)
            for variable in [*scope.process.parameters, *scope.process.locals]:
                made = self._initial(variable, scope)
                for slot in scope.own.slots(variable):
                    if not variable.parameter or begins:
                        self.choices[scope.held(START, slot)].add(made)

    def _initial(self, variable: Variable, scope: Scope) -> MadeOf:
        initial = variable.initial
        if initial is None or variable.late or isinstance(initial, ArrayInitial | ChannelInitial):
            return RELIABLE
        return self.made_of(initial, scope, START)

    def _follow(self, automaton: Automaton) -> None:
        scope = self.scopes[automaton.name]
        for source, target, edge in flat_steps(automaton):
            written: set[int] = set()
            for write in self.writes(edge.statement, scope, source) if edge is not None else ():
                for slot in write.cells:
                    self.choices[scope.held(target, slot)].update(write.choices)
                written.update(write.cells if write.surely else ())
            for cell in scope.own.cells:
                if cell.slot not in written:
                    self.choices[scope.held(target, cell.slot)].add(frozenset([scope.held(source, cell.slot)]))

    def writes(self, statement: Node, scope: Scope, place: Place) -> Iterator[Write]:
        self._start_processes(statement, scope, place)
        match statement:
            case Assignment():
                yield self._assign(statement, scope, place)
            case SetTimer():
                yield self._write(statement.timer, [self.made_of(statement.value, scope, place)], scope, place)
            case ResetTimer():
                yield self._write(statement.timer, [RELIABLE], scope, place)
            case Condition():
                for expire in expired_timers(statement.expression):
                    yield self._write(expire.timer, [RELIABLE], scope, place)
            case Receive():
                for number, pattern in enumerate(statement.patterns):
                    if isinstance(pattern, Reference):
                        yield self._write(pattern, self.received(statement, number), scope, place)
            case Send():
                self._send(statement, scope, place)
            case CCode():
                yield Write(frozenset(cell.slot for cell in scope.own.cells), False, (RELIABLE,))

    def _assign(self, statement: Assignment, scope: Scope, place: Place) -> Write:
        """Where the index is not known, all elements become unknown."""
        write = self._write(statement.target, [self.made_of(statement.value, scope, place)], scope, place)
        spots: set[Spot] = set()
        for index in indices(statement.target):
            spots |= self.made_of(index, scope, place)
        return write._replace(choices=tuple(made | spots for made in write.choices))

    def _write(self, target: Reference, choices: list[MadeOf], scope: Scope, place: Place) -> Write:
        if self.model.variables[target] in PREDEFINED.values():
            return Write(frozenset(), True, ())
        cells = scope.cells(target)
        return Write(cells, len(cells) == 1, tuple(choices), target)

    def received(self, statement: Receive, number: int) -> list[MadeOf]:
        """What a field of a message may be made of, if it comes from inside, and if it comes from outside."""
        found = self.carried(statement, number)
        # Which of some messages comes is a choice, not a value that nobody knows.
        known = {arrival.known(number) is not None for arrival in self.arriving(statement)}
        return found + [RELIABLE if one else CHAOS for one in sorted(known)]

    def arriving(self, statement: Receive) -> tuple[Arrival, ...]:
        """What a receive may take from outside."""
        opened = self.channels.may_be(statement.channel)
        found = distinct(arrival for channel in opened for arrival in self.interface.arriving(channel))
        wanted = [(number, one.value) for number, one in enumerate(self._listed(statement.patterns))
                  if isinstance(one, Constant)]  # fmt: skip
        return tuple(one for one in found if all(one.fits(number, value) for number, value in wanted))

    def _send(self, statement: Send, scope: Scope, place: Place) -> None:
        form = self.channels.form_of(statement.channel)
        if form is None or any(map(self.interface.leaves, self.channels.may_be(statement.channel))):
            return
        signal = self.signal_of(statement)
        for number, argument in enumerate(statement.arguments):
            self.choices[Carried(form, signal, number)].add(self.made_of(argument, scope, place))

    def _start_processes(self, statement: Node, scope: Scope, place: Place) -> None:
        for run in runs_in(statement):
            if run.proctype not in self.scopes:
                continue
            started = self.scopes[run.proctype]
            for cell, argument in zip(started.parameters, run.arguments, strict=False):
                self.choices[started.held(START, cell)].add(self.made_of(argument, scope, place))

    def signal_of(self, statement: Send) -> int | None:
        """The constant that a message begins with; a number that the field cuts off arrives as another one."""
        first = statement.arguments[0]
        declared = [found.channel for found in self.channels.may_be(statement.channel)]
        ranges = [RANGES.get(found.fields[0].type, RANGES["bit"]) for found in declared if found is not None]
        if isinstance(first, Constant) and all(low <= first.value <= high for low, high in ranges):
            return first.value
        return None
