"""Why a counterexample is spurious, or what is in the way of deciding it, for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.published.companions import Companions, Counted, entries_of
from penstock.bounds.published.cycles import Cycle
from penstock.bounds.published.exits import Guard
from penstock.bounds.published.limits import Limit
from penstock.bounds.published.slices import receives
from penstock.diagnostics.record import counted
from penstock.resolve.model import Model
from penstock.syntax.nodes import Condition
from penstock.syntax.printer import expression_text

MOST_NAMED = 4
Knowledge = list[tuple[Guard, tuple[Limit, Companions] | None]]
"""The conditions of a cycle, each with what limits it, if anything was found."""


def guard_text(arc: Arc) -> str:
    if isinstance(arc.statement, Condition):
        return expression_text(arc.statement.expression)
    return "else"


def limited_reason(model: Model, limit: Limit, companions: Companions, rounds: Mapping[Cycle, int]) -> str:
    """`i < 4` (line 7) holds at most 4 times in a row, and ..."""
    arc = limit.guard.arc
    line = model.locate(arc.statement).line
    often = "does not hold forever" if limit.most is None else f"holds at most {counted(limit.most, 'time')} in a row"
    names = ", ".join(sorted({f"`{term.name}`" for term in limit.guard.slice}))
    text = f"`{guard_text(arc)}` (line {line}) {often}"
    if not _taken(companions.supplementary, rounds):
        what = f"changes {names} so that it is true again" if names else "makes it true again"
        return f"{text}, and no cycle that {what} is taken"
    if not _taken(companions.neighbours, rounds):
        return f"{text}, and no cycle that leaves this one is taken"
    return f"{text}, and the other cycles are not taken often enough for that"


def _taken(group: Counted, rounds: Mapping[Cycle, int]) -> bool:
    return any(other in rounds for other, _ in group)


def separated_reason(model: Model, first: Cycle, second: Cycle) -> str:
    process = first.process.owner.plan.graph.automaton.name
    return (
        f"the cycles of {process} through line{_lines(model, first)} and line{_lines(model, second)} share no place, "
        "and no cycle that connects them is taken"
    )


def _lines(model: Model, cycle: Cycle) -> str:
    lines = list(dict.fromkeys(model.locate(arc.statement).line for arc in cycle.arcs))
    return f"{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}"


def undecided_reason(knowledge: Callable[[Cycle], Knowledge], rounds: Iterable[Cycle]) -> str:
    """For each cycle why its code does not exclude it."""
    return "; ".join(dict.fromkeys(f"{cycle.name}: {_why(cycle, knowledge(cycle))}" for cycle in rounds))


def _why(cycle: Cycle, known: Knowledge) -> str:
    if cycle.process.again:
        return "processes of its kind can be created again and again"
    if len(entries_of(cycle)) > 1:
        return "it can be entered in several places"
    if not known:
        return "nothing in it is a condition"
    return ", ".join(dict.fromkeys(_why_open(guard, found) for guard, found in known))


def _why_open(guard: Guard, found: tuple[Limit, Companions] | None) -> str:
    text = f"`{guard_text(guard.arc)}`"
    if found is not None:
        _, companions = found
        names = ", ".join(other.name for other, _ in companions.supplementary[:MOST_NAMED])
        more = " and others" if len(companions.supplementary) > MOST_NAMED else ""
        return f"{text} does not hold forever, but {names}{more} may make it true again"
    if receives(guard.code.model, guard.cycle.arcs, guard.roots):
        return f"{text} depends on the contents of messages"
    if not all(guard.disjuncts):
        return f"{text} depends on more than variables that only this process changes"
    return f"{text} may stay true"
