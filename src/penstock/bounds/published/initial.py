"""What an expression can be worth when a condition is met for the first time: a search backwards.

The published search looks at acyclic paths to the cycle.  That is not enough: where another cycle has
`i = i - 100`, the value depends on how often it was taken.  Here a path goes on until the value is
constant, through cycles too; if the values never end, nothing is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.transfer import targets_of
from penstock.bounds.published.cycles import Cycle
from penstock.bounds.published.linear import INT, Linear, Range, Term, linear_of, parts_of, term_of
from penstock.bounds.published.slices import Code, modifies
from penstock.budget import check
from penstock.flow.values import cut
from penstock.resolve.constants import constant_value
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import ArrayInitial, Assignment, ChannelInitial

MOST_FORMS = 8
"""So many different expressions may be asked for at one location; more come from a cycle that changes them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An expression whose value is asked for, and others that must lie in their ranges so that nothing was cut."""

    form: Linear
    checks: frozenset[tuple[Linear, Range]] = frozenset()

    def constant(self) -> bool:
        return not self.form.factors and all(not form.factors for form, _ in self.checks)

    def terms(self) -> set[Term]:
        return {term for form in (self.form, *(form for form, _ in self.checks)) for term in form.terms}

    def value(self) -> int:
        """The value of a constant; nothing is known if something was cut."""
        if any(not low <= form.constant <= high for form, (low, high) in self.checks):
            raise Unknown
        return self.form.constant

    def given(self, term: Term, value: Linear, checks: Iterable[tuple[Linear, Range]] = ()) -> Asked:
        """The same before a term got a value that fits if the checks are kept."""
        before = {(form.substituted(term, value), limits) for form, limits in self.checks}
        needed = {(form, limits) for form, limits in before | set(checks) if not _inside(form.span(), limits)}
        return Asked(self.form.substituted(term, value), frozenset(needed))


def _inside(span: Range, limits: Range) -> bool:
    return limits[0] <= span[0] and span[1] <= limits[1]


_State = tuple[int, Asked | None, bool]
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
        self._known: dict[Linear, frozenset[int] | None] = {}
        self._on_cycle = set(cycle.arcs)
        self._elsewhere = {arc for other in others if other is not cycle for arc in other.arcs}

    def of(self, form: Linear) -> frozenset[int] | None:
        """All values that an expression may have there; None if they are not known."""
        if form not in self._known:
            try:
                self._known[form] = frozenset(self._search(form)) or None
            except Unknown:
                self._known[form] = None
        return self._known[form]

    def _search(self, form: Linear) -> Iterator[int]:
        waiting: list[_State] = [(self.guard.source, Asked(form), True)]
        seen = set(waiting)
        forms: Counter[int] = Counter()
        while waiting:
            check()
            location, asked, inside = waiting.pop()
            if asked is not None and asked.constant():
                yield asked.value()
                continue
            if location == 0:
                yield self._at_start(asked)
            for state in self._before(location, asked, inside):
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
                    forms[state[0]] += 1
                    if forms[state[0]] > MOST_FORMS:
                        raise Unknown

    def _before(self, location: int, asked: Asked | None, inside: bool) -> Iterator[_State]:
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

    def _before_step(self, arc: Arc, asked: Asked | None) -> Asked | None:
        """What must be asked for before a step."""
        for target in targets_of(arc.statement):
            root = self.code.model.variables[target]
            for term in asked.terms() if asked is not None else ():
                if term.root is root and asked is not None:
                    asked = self._assigned(arc, term, asked)
        return asked

    def _assigned(self, arc: Arc, term: Term, asked: Asked) -> Asked | None:
        """What must be asked for before a step that gives a variable a value."""
        statement = arc.statement
        model = self.code.model
        if not isinstance(statement, Assignment) or term_of(model, statement.target) != term or not term.plain:
            return None
        constant = constant_value(statement.value)
        if constant is not None:
            return asked.given(term, Linear(_kept(constant, term)))
        value = linear_of(model, statement.value)
        if value is None or not self.code.knows(value.terms):
            return None
        *inner, whole = parts_of(model, statement.value)
        return asked.given(term, value, [*((part, INT) for part in inner), (whole, term.range)])

    def _at_start(self, asked: Asked | None) -> int:
        if asked is None:
            raise Unknown
        for term in asked.terms():
            asked = asked.given(term, Linear(self._declared(term)))
        return asked.value()

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
