"""`penstock automata`: the control flow of each process as a graph."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from penstock.automata import Automaton
from penstock.automata.labels import spin_label
from penstock.commands.load import UsageError, load, load_automata
from penstock.commands.options import (
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    write,
    write_json,
)
from penstock.commands.status import FINE, WRONG
from penstock.diagnostics.record import counted
from penstock.resolve import Model

DESCRIPTION = """Show one automaton for each proctype, init, never claim and trace: its places, and the statements
that lead from one to the next.  Jumps, loops, `unless`, `atomic` and `else` are resolved; a d_step is one step."""
EPILOG = "example: penstock automata model.pml --format svg -o model.svg"


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ("text", "json", "dot", "svg"))
    parser.add_argument("--process", metavar="NAME", help="show only the process NAME")


def run(arguments: Namespace) -> int:
    model = load(arguments, may_be_open=True)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    if arguments.process is not None:
        automata = _chosen(automata, arguments.process)
    if arguments.format == "json":
        write_json(arguments, as_json(model, automata))
    elif arguments.format == "text":
        write(arguments, as_text(model, automata))
    else:
        write(arguments, _drawn(model, automata, arguments.format))
    return FINE


def _chosen(automata: list[Automaton], name: str) -> list[Automaton]:
    found = [automaton for automaton in automata if automaton.name == name]
    if not found:
        known = ", ".join(f"`{automaton.name}`" for automaton in automata)
        raise UsageError(f"there is no process `{name}`; the model has {known}")
    return found


def as_json(model: Model, automata: list[Automaton]) -> dict[str, Any]:
    return {"automata": [_automaton(model, automaton) for automaton in automata]}


def _automaton(model: Model, automaton: Automaton) -> dict[str, Any]:
    transitions = []
    for edge in automaton.edges:
        where = model.locate(edge.statement)
        transitions.append(
            {
                "from": edge.source,
                "to": edge.target,
                "label": spin_label(edge.statement, model),
                "text": model.said(edge.statement),
                "file": where.file,
                "line": where.line,
                "atomic": edge.keeps_control,
                "escape": edge.escape,
            }
        )
    return {
        "name": automaton.name,
        "kind": automaton.kind,
        "states": automaton.states,
        "labels": {str(state): list(names) for state, names in automaton.labels.items()},
        "transitions": transitions,
    }


def as_text(model: Model, automata: list[Automaton]) -> str:
    return "\n".join(_text(model, automaton) for automaton in automata)


def _text(model: Model, automaton: Automaton) -> str:
    title = automaton.name if automaton.kind == automaton.name else f"{automaton.kind} {automaton.name}"
    lines = [f"{title}: {counted(automaton.states, 'state')}, {counted(len(automaton.edges), 'transition')}"]
    digits = len(str(automaton.states))
    seen: set[int] = set()
    for edge in automaton.edges:
        if edge.source not in seen:
            seen.add(edge.source)
            lines.extend(f"  {' ' * digits} {name}:" for name in automaton.labels.get(edge.source, ()))
        where = model.locate(edge.statement)
        marks = " [atomic]" if edge.keeps_control else ""
        marks += " [unless]" if edge.escape else ""
        said = f"{model.said(edge.statement)}{marks}  ({where.file}:{where.line})"
        lines.append(f"  {edge.source:{digits}} -> {edge.target:{digits}}  {said}")
    return "\n".join(lines) + "\n"


def _drawn(model: Model, automata: list[Automaton], form: str) -> str:
    from penstock.draw.graph.automata import automaton_graph
    from penstock.draw.graph.dot import dot
    from penstock.draw.graph.svg import svg

    graphs = [automaton_graph(model, automaton) for automaton in automata]
    return svg(graphs) if form == "svg" else dot(graphs)
