"""The states of a model drawn into a file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import PurePath

from penstock.draw.forms import Form, graph_forms
from penstock.draw.graph.data import drawn_graph
from penstock.draw.graph.graph import Graph
from penstock.draw.graph.states import folded_graph, state_graph
from penstock.errors import UsageError
from penstock.faces.cli.console import json_text
from penstock.faces.cli.pictures import look_of, write_picture
from penstock.machine.space import StateSpace, state_space
from penstock.records import as_data
from penstock.tasks.explore import ExploreOutcome

MOST_STATES = 400
"""More states in one drawing tell nobody anything."""
_FOLD = "--fold NAMES makes one of all states in which the processes of these names stand at the same places"


def write_state_graph(arguments: Namespace, outcome: ExploreOutcome) -> None:
    graph = _graph(arguments, outcome)
    forms: dict[str, Form] = graph_forms(lambda: [graph], look_of(arguments))
    forms["json"] = lambda: json_text(as_data(drawn_graph(graph)))
    write_picture(arguments.graph, forms)


def _graph(arguments: Namespace, outcome: ExploreOutcome) -> Graph:
    if outcome.exploration is None:
        raise UsageError(f"{outcome.states:,} states are too many to draw: give macros smaller values, or use --limit")
    space, title = (
        state_space(outcome.exploration),
        f"states of {PurePath(outcome.reading.model.sources.files[0].name).name}",
    )
    if arguments.fold is None and outcome.states <= MOST_STATES:
        return state_graph(space, title)
    graph = folded_graph(space, title, _kept(space, arguments.fold or ""))
    if len(graph.nodes) > MOST_STATES:
        raise UsageError(f"{outcome.states:,} states at {len(graph.nodes):,} places are too many to draw: {_FOLD}")
    return graph


def _kept(space: StateSpace, names: str) -> list[str]:
    kept = [name.strip() for name in names.split(",") if name.strip()]
    standing = (one for number in range(len(space.exploration.order)) for one in space.standing(number))
    known = {name for one in standing for name in (one.process, one.proctype)}
    if unknown := [name for name in kept if name not in known]:
        raise UsageError(f"there is no process `{unknown[0]}`; --fold knows {', '.join(sorted(known))}")
    return kept
