"""The order in which SPIN's verifier tries what a process can do at a place; it matters for `else`.

do :: a -> A :: if :: else -> B :: b -> C fi :: d -> D od          a, b, else, d

An `else` is possible if nothing was that is tried before it.  It comes last among the options of its own selection, but
where that begins an option of another one, the further options of that one are tried after it, and it does not wait
for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from penstock.control.graph import Edge
from penstock.syntax.nodes import Atomic, Block, DStep, Else, InlineCall, Sequence, Statement, VariableDeclaration
from penstock.syntax.walk import unlabelled


def begins_with_else(option: Sequence) -> bool:
    """Whether an option is the `else` of its selection; one inside a block or an inline keeps its place."""
    return isinstance(_first(option), Else)


def waits(statement: Statement) -> bool:
    """Whether a step waits for what is tried before it: `else`, also where it begins a d_step without a selection."""
    first: Statement | None = statement
    while isinstance(first, DStep | Block | Atomic | InlineCall):
        first = unlabelled(first.body) if isinstance(first, InlineCall) else _first(first.body)
    return isinstance(first, Else)


def _first(body: Sequence) -> Statement | None:
    """The statement that a sequence begins with; none if that is a declaration."""
    first = next((step for step in body.steps if isinstance(step, Statement | VariableDeclaration)), None)
    return unlabelled(first) if isinstance(first, Statement) else None


def as_tried(edges: Iterable[Edge]) -> list[Edge]:
    """The steps from each place as they are tried: escapes before the rest, the outermost first.

    The verifier puts the steps of an escape before the others one by one, so that they are tried from the last to the
    first, and an `else` there before the other options of its selection.
    """
    listed = list(edges)
    escapes = [edge for edge in reversed(listed) if edge.escape]
    return [*sorted(escapes, key=lambda edge: -edge.escape), *(edge for edge in listed if not edge.escape)]


def waited_for(otherwise: Edge, edges: Iterable[Edge]) -> list[Edge]:
    """The steps from its place that are not possible where an `else` is; of `unless`, those of the same part."""
    before = takewhile(lambda edge: edge is not otherwise, as_tried(edges))
    return [edge for edge in before if edge.escape == otherwise.escape]
