"""One step in the abstract: what is known after it, which messages it may send and receive, whom it may start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice, product
from typing import TYPE_CHECKING

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass, ProcessPlan, State
from penstock.budget import check
from penstock.flow.evaluation import Read
from penstock.flow.values import ANY, Values, cut, join, meet, truths
from penstock.machine.channels import ChannelKind
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import (
    Assignment,
    Condition,
    Constant,
    Else,
    Eval,
    Expression,
    Node,
    Pattern,
    Receive,
    Reference,
    Run,
    Send,
)
from penstock.syntax.walk import final, runs_in, walk

if TYPE_CHECKING:
    from penstock.bounds.abstraction.analysis import Analysis

Sending = tuple[int, tuple[Values, ...]]
"""A queue and what each field of the message may be."""
_WIDE = Variable("int", "int", 0)
MOST_ARGUMENT_CHOICES = 512
"""A `run` whose arguments may be more than this is taken for one with unknown arguments."""


def is_channel(variable: Variable) -> bool:
    return variable.type == "chan"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Steps of a class from one location, where `state` is known."""

    analysis: Analysis
    owner: InstanceClass
    state: State
    fixed: Mapping[int, int] = field(default_factory=dict)
    """What some global cells hold at the moment, where that is looked at case by case."""

    @property
    def model(self) -> Model:
        return self.analysis.model

    @property
    def plan(self) -> ProcessPlan:
        return self.owner.plan

    def read(self, cell: int) -> Values:
        if cell in self.fixed:
            return frozenset([self.fixed[cell]])
        place = self.plan.followed.get(cell)
        if place is None:
            return self.analysis.read_global(self.owner, cell)
        if cell in self.plan.assigned_globals:
            return join(self.state[place], self.analysis.from_others(self.owner, cell))
        return self.state[place]

    # -- steps -------------------------------------------------------------------------------

    def after(self, arc: Arc) -> State | None:
        """What is known after a step; None if it cannot be taken."""
        statement = arc.statement
        if any(True for _ in runs_in(statement)):
            if not self._start(arc):
                return None
        match statement:
            case Assignment():
                return self._assigned(statement)
            case Condition():
                return self._filtered([(statement.expression, 1)])
            case Else():
                return self._filtered([(guard.expression, 0) for guard in arc.beside])
            case Send():
                return self._sent(statement)
            case Receive():
                return self._received(statement)
            case _:
                return self.state

    def _assigned(self, statement: Assignment) -> State | None:
        contents = dict(zip(self.plan.followed, self.state, strict=True))
        variable = self.model.variables[final(statement.target)]
        values = self.given(statement.value, variable, self.read)
        if not self._write(contents, statement.target, values):
            return None
        return tuple(contents.values())

    def given(self, value: Expression, variable: Variable, read: Read) -> Values:
        """What a variable, parameter or field holds after it was given the value of an expression.

        Channels have our own numbers: nothing may be computed with them, or taken for one.
        """
        if is_channel(variable):
            return self.plan.evaluation.channels(value, read) if isinstance(value, Reference) else ANY
        return cut(self.plan.evaluation.values(value, read), variable.range)

    def _write(self, contents: dict[int, Values], target: Reference, values: Values) -> bool:
        """Put values into what a reference means; whether that is possible."""
        if self.model.variables[target] in PREDEFINED.values():
            return True
        # An index may just have been received: `q?i,a[i]`.
        now = replace(self, state=tuple(contents.values()))
        cells = self.plan.evaluation.cells(target, now.read)
        if cells is None:
            return True
        variable = self.model.variables[final(target)]
        values = values if is_channel(variable) else cut(values, variable.range)
        for cell in cells:
            check()
            contents[cell] = values if len(cells) == 1 else join(contents[cell], values)
            if cell in self.plan.assigned_globals:
                self.analysis.assign_global(self.owner, cell, values)
        return bool(cells) and (values is None or bool(values))

    def _filtered(self, guards: list[tuple[Expression, int]]) -> State | None:
        """Keep the values for which the guards may be true (1) or false (0)."""
        expressions = [expression for expression, _ in guards]
        kept: dict[int, set[int]] = {}
        possible = False
        for read in self.plan.evaluation.choices(expressions, self.read):
            if all(wanted in truths(self.plan.evaluation.values(guard, read)) for guard, wanted in guards):
                possible = True
                for cell, value in read.cells.items():
                    kept.setdefault(cell, set()).add(value)
        if not possible:
            return None
        return tuple(
            values if cell not in kept else frozenset(kept[cell])
            for cell, values in zip(self.plan.followed, self.state, strict=True)
        )

    # -- global variables -----------------------------------------------------------------------

    def cases(self, arc: Arc) -> Iterator[Transfer]:
        """The step for each combination of values of the shared cells that it looks at or changes."""
        cells = sorted(self._shared_cells(arc)) if self.analysis.shared else []
        if not cells:
            yield self
            return
        for values in product(*(self.analysis.values_of_shared(self.read(cell), cell) for cell in cells)):
            check()
            yield replace(self, fixed=dict(zip(cells, values, strict=True)))

    def _shared_cells(self, arc: Arc) -> set[int]:
        found = set()
        for node in (arc.statement, *arc.beside):
            for reference in walk(node):
                if isinstance(reference, Reference):
                    cell = self.analysis.shared.get(self.model.variables[reference])
                    if cell is not None:
                        found.add(cell)
        return found

    def given_to_shared(self, arc: Arc) -> list[int]:
        """What an assignment may put into a shared cell."""
        assert isinstance(arc.statement, Assignment)
        variable = self.model.variables[arc.statement.target]
        values = self.given(arc.statement.value, variable, self.read)
        return self.analysis.values_of_shared(values, self.analysis.shared[variable])

    # -- messages ----------------------------------------------------------------------------

    def meant(self, channel: Reference, read: Read) -> Values:
        """The queues that a reference may mean when it is used."""
        values = self.plan.evaluation.channels(channel, read)
        return values if self.analysis.always_own(channel) else self.analysis.with_successors(values)

    def queues(self, channel: Reference, fields: int, read: Read) -> frozenset[int]:
        """The same, among those whose messages have this many fields."""
        values = self.meant(channel, read)
        fitting = self.analysis.queues_with(fields)
        return frozenset(fitting) if values is None else values & fitting

    def sendings(self, statement: Send) -> Iterator[Sending]:
        """The queues and the messages that a send may mean."""
        arguments = statement.arguments
        evaluation = self.plan.evaluation
        matter = [(len(arguments), place) in self.analysis.relevance.fields for place in range(len(arguments))]
        deciding = [argument for argument, matters in zip(arguments, matter, strict=True) if matters]
        seen: set[Sending] = set()
        for read in evaluation.choices([statement.channel, *deciding], self.read):
            for queue in self.queues(statement.channel, len(arguments), read):
                kind = self.analysis.kind(queue)
                values = tuple(
                    self.sent(argument, kind, place, read) if matter[place] else ANY
                    for place, argument in enumerate(arguments)
                )
                sending = queue, values
                if sending not in seen:
                    seen.add(sending)
                    yield sending

    def sent(self, argument: Expression, kind: ChannelKind, place: int, read: Read) -> Values:
        """What a field of a message may be."""
        values = self.given(argument, kind.fields[place], read)
        whole = self.given(argument, _WIDE, read) if kind.ranges[place] != kind.fields[place].range else None
        return cut(whole, kind.ranges[place]) if whole is not None else values

    def _sent(self, statement: Send) -> State | None:
        """What a queue may hold is known for each field by itself, so they need not be combined here."""
        count = len(statement.arguments)
        queues = self.queues(statement.channel, count, self.read)
        for queue in queues:
            self.analysis.note_sent(queue)
        for place, argument in enumerate(statement.arguments):
            if (count, place) in self.analysis.relevance.fields:
                self._put(statement.channel, queues, place, count, argument)
        return self.state if queues else None

    def _put(self, channel: Reference, queues: frozenset[int], place: int, count: int, argument: Expression) -> None:
        alone = len(queues) == 1 and isinstance(argument, (Reference, Constant))
        ways = [self.read] if alone else self.plan.evaluation.choices([channel, argument], self.read)
        for read in ways:
            for queue in queues if alone else self.queues(channel, count, read):
                self.analysis.put(queue, place, self.sent(argument, self.analysis.kind(queue), place, read))

    def receiving(self, statement: Receive) -> list[tuple[int, tuple[Values, ...]]]:
        """The queues that a receive may mean, with what each pattern accepts (None: anything)."""
        found = []
        for queue in sorted(self.queues(statement.channel, len(statement.patterns), self.read)):
            fields = self.analysis.kind(queue).fields
            accepted = [self._accepted(*pair) for pair in zip(statement.patterns, fields, strict=True)]
            if self.analysis.was_sent(self.owner, queue) and self._may_match(queue, accepted):
                found.append((queue, tuple(accepted)))
        return found

    def _accepted(self, pattern: Pattern, field: Variable) -> Values:
        """What a pattern accepts in a field; whether it is a certain channel is not known."""
        if is_channel(field):
            return ANY
        if isinstance(pattern, Constant):
            return frozenset([pattern.value])
        return self.plan.evaluation.values(pattern.value, self.read) if isinstance(pattern, Eval) else ANY

    def _may_match(self, queue: int, accepted: list[Values]) -> bool:
        for place, values in enumerate(accepted):
            present = self.analysis.fields.get((queue, place), ANY)
            if values is not None and present is not None and not values & present:
                return False
        return True

    def _received(self, statement: Receive) -> State | None:
        matching = self.receiving(statement)
        if not matching:
            return None
        contents = [
            [self._taken(queue, place, pattern) if isinstance(pattern, Reference) else ANY for queue, _ in matching]
            for place, pattern in enumerate(statement.patterns)
        ]
        return self.taking(statement, [reduce(join, values) for values in contents])

    def taking(self, statement: Receive, fields: Sequence[Values]) -> State | None:
        """What is known after a message with such fields was received."""
        contents = dict(zip(self.plan.followed, self.state, strict=True))
        for pattern, values in zip(statement.patterns, fields, strict=True):
            if isinstance(pattern, Reference) and not self._write(contents, pattern, values):
                return None
        return tuple(contents.values())

    def taking_from(self, statement: Receive, queue: int, fields: Sequence[Values]) -> State | None:
        """The same for a message of a queue, where more is known about the fields."""
        known = []
        for place, (pattern, values) in enumerate(zip(statement.patterns, fields, strict=True)):
            taken = self._taken(queue, place, pattern) if isinstance(pattern, Reference) else ANY
            # What is not known at all may be a channel taken for a number: then `values` are not its values.
            known.append(ANY if taken is ANY else meet(taken, values))
        return self.taking(statement, known)

    def _taken(self, queue: int, place: int, pattern: Reference) -> Values:
        """What a receive may put into a variable; a channel taken for a number, or the reverse, is not known."""
        field = self.analysis.kind(queue).fields[place]
        if is_channel(field) != is_channel(self.model.variables[final(pattern)]):
            return ANY
        return self.analysis.fields.get((queue, place), ANY)

    # -- processes ---------------------------------------------------------------------------

    def _start(self, arc: Arc) -> bool:
        started = [self.started(arc, run) for run in runs_in(arc.statement)]
        return all(started)

    def started(self, arc: Arc, run: Run) -> list[InstanceClass]:
        """The classes that a `run` may start a process of."""
        plan = self.analysis.plans[run.proctype]
        arguments = self._relevant_arguments(run)
        choices: dict[tuple[Values, ...], None] = {}
        for read in self.plan.evaluation.choices(arguments, self.read):
            sets = [
                self.given(argument, cell.variable, read)
                for argument, cell in zip(arguments, plan.parameters, strict=True)
            ]
            singles = [[ANY] if values is None else [frozenset([value]) for value in values] for values in sets]
            choices.update(dict.fromkeys(islice(product(*singles), MOST_ARGUMENT_CHOICES + 1)))
            if len(choices) > MOST_ARGUMENT_CHOICES:
                choices = {tuple(ANY for _ in arguments): None}
                break
        return [self.analysis.create(self.owner, arc, plan, choice) for choice in choices]

    def _relevant_arguments(self, run: Run) -> list[Expression]:
        """The arguments for parameters that are followed: cell by cell, in their order."""
        first = self.analysis.layout.size
        followed = {cell.slot - first for cell in self.analysis.plans[run.proctype].parameters}
        return [argument for place, argument in enumerate(run.arguments) if place in followed]


def targets_of(statement: Node) -> list[Reference]:
    """The references that a statement gives a value."""
    if isinstance(statement, Assignment):
        return [statement.target]
    if isinstance(statement, Receive):
        return [pattern for pattern in statement.patterns if isinstance(pattern, Reference)]
    return []
