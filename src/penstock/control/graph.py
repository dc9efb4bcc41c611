"""Control-flow automata: places in a process, and the statements that lead from one to the next.

init { x = 1; do :: x < 3 -> x++ :: else -> break od }

0 -- x = 1 --> 1      1 -- (x < 3) --> 2      2 -- x++ --> 1      1 -- else --> 3
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import BasicStatement
from penstock.syntax.printer import statement_text


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """One step of a process.

    `keeps_control`: the step is inside an atomic sequence and does not end it.
    `escape`: 0 for an ordinary step; n for the escape of the n-th `unless` around the source,
    which goes before everything with a smaller number.
    `inner`: for a `d_step`, the automaton of its body.
    `lingers`: the step is followed by a jump out of an atomic sequence, or ends a selection that ends one.  SPIN's
    verifier has one more place there, which only shows when control is lost in this very step.  Steps with the same
    number share that place.
    """

    source: int
    target: int
    statement: BasicStatement
    keeps_control: bool = False
    escape: int = 0
    inner: Automaton | None = None
    lingers: int | None = None

    @property
    def label(self) -> str:
        return statement_text(self.statement)


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """One process as a graph.  States are 0, 1, ...; the process starts in state 0.

    A state without edges is the end of the process.  `labels` are the labels that stand at a state.
    """

    name: str
    kind: str
    process: ProcessNames
    states: int
    edges: tuple[Edge, ...]
    labels: dict[int, tuple[str, ...]]
