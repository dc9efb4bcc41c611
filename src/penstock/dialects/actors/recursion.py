"""Actors whose creation never ends: an `init` that always creates what creates the first again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from penstock.dialects.actors.nodes import Create
from penstock.dialects.actors.system import Body, System
from penstock.syntax.nodes import Do, For, ForEach, If, Sequence, Unless
from penstock.syntax.walk import walk_outside


def check_creation(system: System, reached: list[Body]) -> None:
    """Report each circle of types that create each other in `init` without a condition, if anybody begins it."""
    always = {
        name: [create for create in _always(kind.init.body) if create.type in system.types]
        for name, kind in system.types.items()
        if kind.init is not None and any(body.method is kind.init for body in reached)
    }
    reported: set[str] = set()
    for name in always:
        if name in reported:
            continue
        circle = _circle(always, name)
        if circle:
            reported.update(create.type for create in circle)
            _report(system, name, circle)


def _always(body: Sequence) -> Iterator[Create]:
    """The actors that a body creates whatever happens."""
    reached = walk_outside(body, (If, Do, For, ForEach, Unless))
    return (node for node in reached if isinstance(node, Create))


def _circle(always: dict[str, list[Create]], start: str) -> list[Create]:
    """The creations that lead from a type to itself again."""
    ways: list[list[Create]] = [[create] for create in always[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        last = way[-1].type
        if last == start:
            return way
        if last not in seen:
            seen.add(last)
            ways += [[*way, create] for create in always.get(last, [])]
    return []


def _report(system: System, name: str, circle: list[Create]) -> None:
    notes = [
        (f"`{before.type}` then creates a `{create.type}`", system.position(create.first))
        for before, create in pairwise(circle)
    ]
    system.report(
        "W808",
        f"creating a `{name}` never ends: its `init` creates a `{circle[0].type}`"
        + (", and so on" if len(circle) > 1 else ""),
        circle[0],
        "create it in a method, or under a condition",
        notes,
    )
