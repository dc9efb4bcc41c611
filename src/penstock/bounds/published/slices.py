"""Which part of a cycle's code matters for a condition, and which variables only the process itself changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.transfer import targets_of
from penstock.bounds.published.linear import INT, Term, linear_of, parts_of, term_of
from penstock.bounds.published.normal_form import Atom, Disjunct, guard_disjuncts
from penstock.budget import check
from penstock.graphs import breadth_first
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Assignment, CCode, CExpression, Receive, RemoteVariable


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a process; `own` are the variables that nobody else sees."""

    model: Model
    own: frozenset[Variable]

    def knows(self, terms: Iterable[Term]) -> bool:
        return all(term.root in self.own for term in terms)

    def guard(self, arc: Arc) -> list[Disjunct] | None:
        """The condition of a step as far as it is about own variables; None if it is not a condition statement."""
        found = guard_disjuncts(self.model, arc)
        if found is None:
            return None
        known = [tuple(atom for atom in disjunct if self.knows(atom.terms)) for disjunct in found]
        return [disjunct for disjunct in known if not any(self._never(atom) for atom in disjunct)]

    def _never(self, atom: Atom) -> bool:
        """Whether the types of its variables make a comparison false, as `flag < 0` for a bit."""
        parts = [part.span() for side in (atom.left, atom.right) for part in parts_of(self.model, side)]
        if any(low < INT[0] or high > INT[1] for low, high in parts):
            return False
        low, high = atom.control.span()
        possible = {"<": low < atom.border, ">": high > atom.border, "=": low <= atom.border <= high}
        return not possible[atom.comparison]

    def slice(self, arcs: Sequence[Arc], wanted: Iterable[Term]) -> tuple[Term, ...]:
        """These terms and those that they are computed from."""

        def sources(term: Term) -> Iterator[Term]:
            check()
            for arc in arcs:
                yield from self._sources(arc, term.root)

        return tuple(breadth_first(wanted, sources))

    def _sources(self, arc: Arc, root: Variable) -> Iterable[Term]:
        statement = arc.statement
        if not isinstance(statement, Assignment) or self.model.variables[statement.target] is not root:
            return ()
        target, value = term_of(self.model, statement.target), linear_of(self.model, statement.value)
        if target is None or not target.plain or value is None or not self.knows(value.terms):
            return ()
        return value.terms


def code_of(model: Model, owner: InstanceClass) -> Code:
    process = owner.plan.graph.automaton.process
    if model.nodes.has(CCode, CExpression):
        return Code(model, frozenset())  # C code may change anything
    remote = {(found.proctype, found.variable.name) for found in model.nodes.of(RemoteVariable)}
    own = (variable for variable in (*process.parameters, *process.locals))
    return Code(model, frozenset(variable for variable in own if (process.name, variable.name) not in remote))


def modifies(model: Model, arc: Arc, roots: frozenset[Variable]) -> bool:
    check()
    return any(model.variables[target] in roots for target in targets_of(arc.statement))


def receives(model: Model, arcs: Iterable[Arc], roots: frozenset[Variable]) -> bool:
    """Whether some of the variables take the contents of messages."""
    return any(isinstance(arc.statement, Receive) and modifies(model, arc, roots) for arc in arcs)
