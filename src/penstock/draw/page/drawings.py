"""Automata in the page: each is laid out once, and drawn again for each set of marked steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from penstock.automata import Automaton, Edge
from penstock.bounds.abstraction.graphs import Arc
from penstock.diagnostics.record import counted
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.graph import Graph
from penstock.draw.graph.layered import lay_out
from penstock.draw.graph.picture import Picture
from penstock.draw.graph.svg import svg
from penstock.resolve import Model

MOST_STEPS = 250
MOST_LAID_OUT = 800
MOST_DRAWN = 5_000
"""How many steps there may be in one drawing, in all that are laid out, and in all that the page shows."""
TALL = 900.0
"""Higher drawings get a whole sheet of paper, others leave room for a second one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An automaton as a picture, or without one how to get it."""

    name: str
    steps: str
    command: str
    drawing: str | None = None
    tall: bool = False


class Drawings:
    """Draws automata until there are too many for a page that is to be opened in a browser."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._pictures: dict[Automaton, Picture] = {}
        self._laid_out = 0
        self._drawn = 0

    def show(self, automaton: Automaton, marked: Collection[Edge] = ()) -> Figure:
        """A figure, with a picture if there is room."""
        picture = self._picture(automaton)
        command = f"penstock automata {self.model.sources.files[0].name} --process {automaton.name} --format svg"
        figure = Figure(automaton.name, counted(len(automaton.edges), "step"), command)
        if picture is None or self._drawn + len(automaton.edges) > MOST_DRAWN:
            return figure
        self._drawn += len(automaton.edges)
        graph = automaton_graph(self.model, automaton, marked)
        # Inside HTML an SVG needs no name space; without it the page names no address at all.
        drawn = svg([graph], lambda wanted: _with_edges(picture, wanted)).replace(f' xmlns="{_NAME_SPACE}"', "", 1)
        return replace(figure, drawing=drawn, tall=picture.height > TALL)

    def _picture(self, automaton: Automaton) -> Picture | None:
        steps = len(automaton.edges)
        if automaton not in self._pictures:
            if steps > MOST_STEPS or self._laid_out + steps > MOST_LAID_OUT:
                return None
            self._laid_out += steps
            self._pictures[automaton] = lay_out(automaton_graph(self.model, automaton))
        return self._pictures[automaton]


_NAME_SPACE = "http://www.w3.org/2000/svg"


def _with_edges(picture: Picture, graph: Graph) -> Picture:
    edges = [replace(placed, edge=edge) for placed, edge in zip(picture.edges, graph.edges, strict=True)]
    return replace(picture, edges=tuple(edges))


def taken_edges(automaton: Automaton, arcs: Iterable[Arc]) -> frozenset[Edge]:
    """The steps of an automaton that some arcs stand for; a d_step is taken if anything inside it is."""
    taken = list(arcs)
    steps = {(arc.source, arc.target, arc.statement) for arc in taken}
    statements = {arc.statement for arc in taken}
    return frozenset(
        edge
        for edge in automaton.edges
        if (edge.source, edge.target, edge.statement) in steps
        or (edge.inner is not None and any(step.statement in statements for step in edge.inner.edges))
    )
