"""Which channels a statement may mean, and which of them carry messages of one form because of that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from penstock.control import Automaton
from penstock.control.flat import flat_steps
from penstock.flow.fixpoint import Equation, solve
from penstock.graphs import joined
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.resolve.contracts import fields_of, limits_of
from penstock.resolve.symbols import RANGES, Variable
from penstock.syntax.nodes import (
    Assignment,
    ChannelQuery,
    FieldType,
    Node,
    Poll,
    Proctype,
    Receive,
    Reference,
    Run,
    Send,
)
from penstock.syntax.walk import final, walk

_Field = tuple[int, int]
"""A field of all messages of one length: (length, place)."""
_Holder = Variable | _Field
Range = tuple[int, int]


class ChannelFlow:
    """Follows channels through variables, parameters and messages, wherever they may get to."""

    def __init__(self, model: Model, automata: Iterable[Automaton]) -> None:
        self.model = model
        self._sources: defaultdict[_Holder, set[_Holder]] = defaultdict(set)
        self._parameters = {
            process.name: process.parameters
            for process in model.processes.values()
            if isinstance(process.node, Proctype)
        }
        statements = [edge.statement for automaton in automata for _, _, edge in flat_steps(automaton) if edge]
        for variable in self.model.declared():
            if isinstance(variable.initial, Reference):
                self._sources[variable].update(self._holders(variable.initial))
        for statement in statements:
            self._follow(statement)
        self._found = solve({holder: self._equation(holder) for holder in self._all()}, frozenset())
        self._class = self._classes([self.may_be(reference) for reference in _references(statements)])

    def may_be(self, reference: Reference) -> frozenset[Variable]:
        """The declared channels that a reference may mean; an array counts as one."""
        return self._found(self.model.variables[final(reference)])

    def class_of(self, channel: Variable) -> Variable:
        """One channel for all that carry the same form of messages."""
        return self._class.get(channel, channel)

    def form_of(self, reference: Reference) -> Variable | None:
        """The class of what a reference may mean; None if that is nothing."""
        return next((self.class_of(channel) for channel in self.may_be(reference)), None)

    def may_meet(self, reference: Reference) -> bool:
        """Whether a channel may have no room, so that sender and receiver meet."""
        declared = [found.channel for found in self.may_be(reference)]
        return any(found is not None and constant_value(found.capacity) == 0 for found in declared)

    def fields(self, channel: Variable) -> list[FieldType | Variable]:
        """The fields of the messages of a declared channel; a structure has several."""
        return fields_of(self.model, channel)

    def _all(self) -> set[_Holder]:
        declared = {variable for variable in self.model.declared() if variable.channel is not None}
        return declared | self._sources.keys()

    def _equation(self, holder: _Holder) -> Equation[_Holder, frozenset[Variable]]:
        own = frozenset([holder]) if isinstance(holder, Variable) and holder.channel is not None else frozenset()
        sources = frozenset(self._sources[holder])
        return Equation(sources, lambda look: own.union(*(look(source) for source in sources)))

    def _holders(self, value: Node) -> Iterator[_Holder]:
        for node in walk(value):
            if isinstance(node, Reference) and self._is_channel(node):
                yield self.model.variables[final(node)]

    def _is_channel(self, reference: Reference) -> bool:
        variable = self.model.variables.get(final(reference))
        return variable is not None and variable.type == "chan"

    def _follow(self, statement: Node) -> None:
        match statement:
            case Assignment() if self._is_channel(statement.target):
                self._sources[self.model.variables[final(statement.target)]].update(self._holders(statement.value))
            case Send():
                for place, argument in enumerate(statement.arguments):
                    self._sources[len(statement.arguments), place].update(self._holders(argument))
            case Receive():
                for place, pattern in enumerate(statement.patterns):
                    if isinstance(pattern, Reference) and self._is_channel(pattern):
                        field = len(statement.patterns), place
                        self._sources[self.model.variables[final(pattern)]].add(field)
        for run in walk(statement):
            if isinstance(run, Run):
                for parameter, argument in zip(self._parameters.get(run.proctype, ()), run.arguments, strict=False):
                    if parameter.type == "chan":
                        self._sources[parameter].update(self._holders(argument))

    def _classes(self, together: list[frozenset[Variable]]) -> dict[Variable, Variable]:
        """For each channel the first one that is used in the same places, directly or not."""
        pairs = (pair for channels in together for pair in pairwise(channels))
        groups = joined(chain.from_iterable(together), pairs)
        return {channel: min(group, key=lambda known: known.at) for group in groups for channel in group}


def stored_range(field: FieldType | Variable, alone: bool) -> Range:
    """What a message really holds: SPIN's verifier has a byte for a message that is nothing but a bit."""
    return RANGES["byte"] if alone and field.type in ("bit", "bool") else limits_of(field)


def _references(statements: Iterable[Node]) -> Iterator[Reference]:
    """All references that are used as channels."""
    for statement in statements:
        for node in walk(statement):
            if isinstance(node, Send | Receive | Poll | ChannelQuery):
                yield node.channel
