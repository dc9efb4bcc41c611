"""What an expression can be worth when a condition is met for the first time: a search backwards.

The published search looks at acyclic paths to the cycle.  That is not enough: where another cycle has
`i = i - 100`, the value depends on how often it was taken.  Here a path goes on until the value is
constant, through cycles too; if there is no end to the values, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from penstock.bounds.graphs import Arc
from penstock.bounds.published.cycles import Cycle
from penstock.bounds.published.linear import INT, Linear, Term, linear_of, parts_of, term_of
from penstock.bounds.published.slices import Code, modifies
from penstock.bounds.transfer import targets_of
from penstock.flow.values import cut
from penstock.resolve.constants import constant_value
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import ArrayInitial, Assignment, ChannelInitial

MOST_STATES = 2000
_State = tuple[int, Linear | None, bool]
"""A location, what is asked for there (None: it cannot be known), and whether only the cycle itself changed
variables from there on."""


class Unknown(Exception):
    """The value cannot be determined."""


class InitialValues:
    """Values at a condition of a cycle, the first time after something outside the cycle changed a variable."""

    def __init__(
        self, code: Code, cycle: Cycle, others: Iterable[Cycle], guard: Arc, roots: frozenset[Variable]
    ) -> None:
        self.code = code
        self.cycle = cycle
        self.guard = guard
        self.roots = roots
        self._on_cycle = set(cycle.arcs)
        self._elsewhere = {arc for other in others if other is not cycle for arc in other.arcs}

    def of(self, form: Linear) -> frozenset[int] | None:
        """All values that an expression may have there; None if they are not known."""
        try:
            return frozenset(self._search(form)) or None
        except Unknown:
            return None

    def _search(self, form: Linear) -> Iterator[int]:
        waiting: list[_State] = [(self.guard.source, form, True)]
        seen = set(waiting)
        while waiting:
            location, asked, inside = waiting.pop()
            if asked is not None and not asked.factors:
                yield asked.constant
                continue
            if location == 0:
                yield self._at_start(asked)
            for state in self._before(location, asked, inside):
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
            if len(seen) > MOST_STATES:
                raise Unknown

    def _before(self, location: int, asked: Linear | None, inside: bool) -> Iterator[_State]:
        for arc in self.cycle.process.arriving[location]:
            if inside and arc is self.guard:
                continue  # not the first time
            earlier = self._before_step(arc, asked)
            changes = modifies(self.code.model, arc, self.roots)
            if not changes or arc in self._on_cycle:
                yield arc.source, earlier, inside
            if changes and (arc not in self._on_cycle or arc in self._elsewhere):
                if earlier is None:
                    raise Unknown
                yield arc.source, earlier, False

    def _before_step(self, arc: Arc, asked: Linear | None) -> Linear | None:
        """What must be asked for before a step."""
        for target in targets_of(arc.statement):
            root = self.code.model.variables[target]
            for term in asked.terms if asked is not None else ():
                value = self._assigned(arc, term) if term.root is root else Linear(0, ((term, 1),))
                asked = None if asked is None or value is None else asked.substituted(term, value)
        return asked

    def _assigned(self, arc: Arc, term: Term) -> Linear | None:
        """What a step gives to a variable."""
        statement = arc.statement
        model = self.code.model
        if not isinstance(statement, Assignment) or term_of(model, statement.target) != term or not term.plain:
            return None
        constant = constant_value(statement.value)
        if constant is not None:
            return Linear(_kept(constant, term))
        value = linear_of(model, statement.value)
        if value is None or not self.code.knows(value.terms) or not self._fits(statement, term):
            return None
        return value

    def _fits(self, statement: Assignment, term: Term) -> bool:
        """Whether nothing is ever cut, whatever the variables hold."""
        *inner, whole = [part.span() for part in parts_of(self.code.model, statement.value)]
        fitting = all(INT[0] <= low and high <= INT[1] for low, high in inner)
        return fitting and term.range[0] <= whole[0] and whole[1] <= term.range[1]

    def _at_start(self, asked: Linear | None) -> int:
        if asked is None:
            raise Unknown
        return asked.constant + sum(factor * self._declared(term) for term, factor in asked.factors)

    def _declared(self, term: Term) -> int:
        variable = term.root
        if variable.parameter or not term.plain:
            raise Unknown
        if variable.initial is None or variable.late:
            return 0
        if isinstance(variable.initial, ArrayInitial | ChannelInitial):
            raise Unknown
        constant = constant_value(variable.initial)
        if constant is None:
            raise Unknown
        return _kept(constant, term)


def _kept(value: int, term: Term) -> int:
    kept = cut(frozenset([value]), term.range)
    assert kept is not None
    return next(iter(kept))
