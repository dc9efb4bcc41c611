"""Code as integer programs: how the values of variables before and after some steps belong together.

x = x + 1     ->     x_1 = x_0 + 1

Variables are cut to their types when they are assigned.  An equation is used only where nothing is cut;
otherwise the variable may hold whatever its type can, as after a receive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.transfer import targets_of
from penstock.bounds.published.linear import INT, Linear, Range, Term, linear_of, parts_of, term_of, written
from penstock.bounds.published.normal_form import Atom, Disjunct
from penstock.bounds.published.slices import Code
from penstock.lp.problem import Problem
from penstock.lp.solve import SolverStatus, solve
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Assignment, Expression, Node

_HALF = 0.5
_BEYOND = 1e12
_SIGNS = {"==": "="}


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How to compute: `exact` as if types had no limits; `ranges` is what variables hold at the beginning."""

    exact: bool
    ranges: Mapping[Term, Range]


class StepConstraints:
    """The constraints of some steps; `cut` if some value may not have fitted its type."""

    def __init__(self, code: Code, slice_: Iterable[Term], arithmetic: Arithmetic) -> None:
        self.code = code
        self.model = code.model
        self.slice = tuple(slice_)
        self.arithmetic = arithmetic
        self.problem = Problem()
        self.lines: list[str] = []
        self.cut = False
        self._now: dict[Term, tuple[int, int]] = {}
        """The present version of each term and its column."""
        self._first: dict[Term, int] = {}
        for term in self.slice:
            self._know(term)

    # -- steps -------------------------------------------------------------------------------

    def step(self, arc: Arc, chosen: Disjunct | None) -> None:
        """What a step demands and changes; `chosen` is the disjunct of its condition that is true."""
        for atom in chosen or ():
            self.require(atom)
        for target in targets_of(arc.statement):
            self._assign(arc.statement, self.model.variables[target], term_of(self.model, target))

    def require(self, atom: Atom) -> None:
        for term in atom.terms:
            self._know(term)
        if not all(self._fits(side, INT) for side in (atom.left, atom.right)):
            self.cut = True
            return
        terms = self._columns(atom.control)
        low, high = {"<": (-inf, atom.border - 1), ">": (atom.border + 1, inf), "=": (atom.border, atom.border)}[
            atom.comparison
        ]
        self.problem.row(terms, low, high)
        left, right = (written(self.model, side, self._names()) for side in (atom.left, atom.right))
        self.lines.append(f"{left} {_SIGNS.get(atom.operator, atom.operator)} {right};")

    def _assign(self, statement: Node, root: Variable, target: Term | None) -> None:
        touched = [term for term in self._now if term.root is root]
        if not touched:
            return
        if isinstance(statement, Assignment) and target is not None and target.plain:
            value = linear_of(self.model, statement.value)
            if value is not None and self.code.knows(value.terms):
                for term in value.terms:
                    self._know(term)
                if self._fits(statement.value, target.range):
                    self._equate(target, statement.value, value)
                    return
                self.cut = True
        for term in touched:
            self._renew(term)

    def _equate(self, target: Term, written_value: Expression, value: Linear) -> None:
        right = written(self.model, written_value, self._names())
        terms = self._columns(value)
        column = self._next(target, -inf, inf)
        self.problem.row([(column, 1), *((other, -factor) for other, factor in terms)], value.constant, value.constant)
        self.lines.append(f"{self._names()[target]} = {right};")

    def _renew(self, term: Term) -> None:
        self._next(term, *term.range)
        self.lines.append(f"{self._names()[term]} = new_{self._now[term][1]};")

    # -- columns -----------------------------------------------------------------------------

    def _know(self, term: Term) -> None:
        if term not in self._now:
            low, high = self.arithmetic.ranges.get(term, term.range)
            self._now[term] = 0, self.problem.column(lower=low, upper=high, integer=True)
            self._first[term] = self._now[term][1]

    def _next(self, term: Term, low: float, high: float) -> int:
        column = self.problem.column(lower=low, upper=high, integer=True)
        self._now[term] = self._now[term][0] + 1, column
        return column

    def _columns(self, value: Linear) -> list[tuple[int, int]]:
        return [(self._now[term][1], factor) for term, factor in value.factors]

    def _names(self) -> dict[Term, str]:
        return {term: f"{term.name}_{version}" for term, (version, _) in self._now.items()}

    def _fits(self, value: Expression, limits: Range) -> bool:
        """Whether the machine computes an expression without a cut, and the result lies within limits."""
        if self.arithmetic.exact:
            return True
        *inner, whole = parts_of(self.model, value)
        return all(self._within(part, INT) for part in inner) and self._within(whole, limits)

    def _within(self, value: Linear, limits: Range) -> bool:
        low, high = value.span(self.arithmetic.ranges) if set(value.terms) <= self._untouched() else (-inf, inf)
        if limits[0] <= low and high <= limits[1]:
            return True
        terms = self._columns(value)
        least, most = self._optimum(terms, 1), self._optimum(terms, -1)
        if least is None or most is None:
            return True  # the steps before cannot be taken
        return limits[0] - _HALF < least + value.constant and most + value.constant < limits[1] + _HALF

    def _untouched(self) -> set[Term]:
        return {term for term, (version, _) in self._now.items() if version == 0}

    # -- answers -----------------------------------------------------------------------------

    def extremes(self, control: Linear) -> tuple[int, int] | None:
        """The least and the greatest change of an expression; None if the steps cannot be taken."""
        least, most = self._optimum(self._change(control), 1), self._optimum(self._change(control), -1)
        return None if least is None or most is None else (round(least), round(most))

    def feasible(self) -> bool:
        return self._optimum([], 1) is not None

    def _change(self, control: Linear) -> list[tuple[int, int]]:
        found: dict[int, int] = {}
        for term, factor in control.factors:
            self._know(term)
            for column, sign in ((self._now[term][1], factor), (self._first[term], -factor)):
                found[column] = found.get(column, 0) + sign
        return [(column, factor) for column, factor in found.items() if factor]

    def _optimum(self, terms: list[tuple[int, int]], sign: int) -> float | None:
        self.problem.cost = [0.0] * len(self.problem.cost)
        for column, factor in terms:
            self.problem.cost[column] += sign * factor
        solution = solve(self.problem)
        if solution.status is SolverStatus.INFEASIBLE:
            return None
        return sign * solution.objective if solution.status is SolverStatus.OPTIMAL else -sign * _BEYOND

    def text(self, control: Linear, aim: str) -> str:
        """The program that finds the greatest (`max`) or the least (`min`) change of an expression."""
        after = "".join(_signed(factor, f"{self._names()[term]}") for term, factor in control.factors)
        before = "".join(_signed(-factor, f"{term.name}_0") for term, factor in control.factors)
        objective = (after + before).removeprefix(" + ").strip()
        return "\n".join([f"{aim}: {objective};", *self.lines]) + "\n"


def _signed(factor: int, name: str) -> str:
    sign = " + " if factor > 0 else " - "
    return sign + (name if abs(factor) == 1 else f"{abs(factor)} {name}")
