"""`penstock automata`."""

from __future__ import annotations

from argparse import Namespace

from penstock.diagnostics.record import counted
from penstock.draw.forms import graph_forms
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.graph import Graph
from penstock.faces.cli.console import Console
from penstock.faces.cli.pictures import look_of, shown_by
from penstock.faces.cli.status import FINE
from penstock.tasks.automata import AutomataOutcome, ShownAutomaton, automata
from penstock.tasks.requests.automata import AutomataRequest


def run(request: AutomataRequest, arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = automata(request, watch)
    forms = shown_by(graph_forms(lambda: _graphs(outcome), look_of(arguments)))
    forms["text"] = lambda outcome: "\n".join(map(automaton_text, outcome.automata))
    console.write_outcome(request.source.shown, outcome, forms)
    return FINE


def automaton_text(automaton: ShownAutomaton) -> str:
    title = automaton.name if automaton.kind == automaton.name else f"{automaton.kind} {automaton.name}"
    lines = [f"{title}: {counted(automaton.states, 'state')}, {counted(len(automaton.transitions), 'transition')}"]
    digits = len(str(automaton.states))
    seen: set[int] = set()
    for step in automaton.transitions:
        if step.source not in seen:
            seen.add(step.source)
            lines.extend(f"  {' ' * digits} {name}:" for name in automaton.labels.get(step.source, ()))
        marks = " [atomic]" * step.atomic + " [unless]" * bool(step.escape)
        lines.append(
            f"  {step.source:{digits}} -> {step.target:{digits}}  {step.text}{marks}  ({step.file}:{step.line})"
        )
    return "\n".join(lines) + "\n"


def _graphs(outcome: AutomataOutcome) -> list[Graph]:
    return [automaton_graph(outcome.model, automaton) for automaton in outcome.graphs]
