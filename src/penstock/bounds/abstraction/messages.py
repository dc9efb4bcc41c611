"""Message types: messages that no receive statement distinguishes are of one type.

C?exact,5  and  C?inexact,x     ->     (exact, 5)  (exact, other)  (inexact, 5)  (inexact, other)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product

from penstock.bounds.abstraction.analysis import Analysis
from penstock.flow.values import Values
from penstock.syntax.nodes import Constant, Node, Receive, Reference

OTHER = None
"""The class of all values of a field that no receive statement names."""
Class = int | None
MessageType = tuple[Class, ...]
Receiving = tuple[Receive, list[tuple[int, tuple[Values, ...]]]]
"""A receive statement at some location, with the queues it may take from and what it accepts there."""
MOST_TOLD_APART = 64
"""A field that is received into a tracked variable is distinguished only if it has no more values."""
MOST_EVALUATED = 32
"""A field that is compared with a variable of more values than this is not distinguished because of it."""


class Partition:
    """For each queue and field the values that are distinguished.

    `coarse` is the simpler abstraction: only the fields of type mtype count, and every message type in
    them is a class of its own.
    """

    def __init__(self, analysis: Analysis, receives: Iterable[Receiving], coarse: bool = False) -> None:
        self.analysis = analysis
        self.coarse = coarse
        self.named: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for statement, matching in receives:
            for queue, accepted in matching:
                self._note(statement, queue, accepted)

    def _note(self, statement: Receive, queue: int, accepted: tuple[Values, ...]) -> None:
        for place, values in enumerate(accepted):
            if values is None or (self.coarse and not self._is_mtype(queue, place)):
                continue
            if isinstance(statement.patterns[place], Constant) or len(values) <= MOST_EVALUATED:
                self.named[queue, place] |= values
        for place, pattern in enumerate(statement.patterns):
            values = self.analysis.fields.get((queue, place))
            if self._is_tracked(pattern) and values is not None and len(values) <= MOST_TOLD_APART:
                self.named[queue, place] |= values

    def _is_tracked(self, pattern: Node) -> bool:
        """Whether what is received goes into a variable whose values are distinguished."""
        return isinstance(pattern, Reference) and self.analysis.model.variables[pattern] in self.analysis.tracked

    def _is_mtype(self, queue: int, place: int) -> bool:
        return self.analysis.kind(queue).fields[place].type == "mtype"

    def classes(self, queue: int, place: int, values: Values) -> list[Class]:
        """The classes that values of a field may be in."""
        named = self.named.get((queue, place))
        if not named:
            return [OTHER]
        if values is None:
            present = self.analysis.fields.get((queue, place))
            inside = sorted(named if present is None else named & present)
            return [*inside, OTHER]
        inside = sorted(named & values)
        return [*inside, OTHER] if values - named else list(inside)

    def values(self, queue: int, message: MessageType) -> list[Values]:
        """What the fields of a message of this type may be."""
        found: list[Values] = []
        for place, which in enumerate(message):
            present = self.analysis.fields.get((queue, place))
            named = self.named.get((queue, place), set())
            others = None if present is None else present - named
            found.append(others if which is OTHER else frozenset([which]))
        return found

    def types(self, queue: int, values: tuple[Values, ...]) -> Iterator[MessageType]:
        """The types that a message with such fields may be of."""
        return product(*(self.classes(queue, place, field) for place, field in enumerate(values)))

    def accepts(self, queue: int, accepted: tuple[Values, ...], message: MessageType) -> bool:
        """Whether a receive that accepts such fields may take a message of this type."""
        for place, (values, which) in enumerate(zip(accepted, message, strict=True)):
            if values is not None and which not in self.classes(queue, place, values):
                return False
        return True
