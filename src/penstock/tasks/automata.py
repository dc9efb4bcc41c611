"""The control flow of each process as a graph."""

from __future__ import annotations

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.control import Automaton
from penstock.control.labels import spin_label
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.reading.wanted import Wanted
from penstock.records import data, hidden, record
from penstock.resolve import Model
from penstock.tasks.models import read_model, without_errors
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.automata import AutomataRequest


@record
class ShownTransition:
    """A step from one state to another; `label` is as SPIN writes it, `text` as the user does."""

    source: int = data("from", least=0)
    target: int = data("to", least=0)
    label: str
    text: str
    file: str
    line: int = data(least=1)
    atomic: bool
    escape: int = data(least=0, text="above 0: the escape of an unless")


@record
class ShownAutomaton:
    """The control flow of a process; `states` counts them."""

    name: str
    kind: str
    states: int = data(least=1)
    labels: dict[int, tuple[str, ...]]
    transitions: tuple[ShownTransition, ...]


@record
class AutomataOutcome(Outcome):
    automata: tuple[ShownAutomaton, ...]
    model: Model = hidden()
    graphs: tuple[Automaton, ...] = hidden()

    @property
    def summary(self) -> str:
        return ", ".join(f"{automaton.name}: {counted(automaton.states, 'state')}" for automaton in self.automata)


def automata(request: AutomataRequest, watch: Watch = UNWATCHED) -> AutomataOutcome:
    with Budget(watch=watch):
        reading = without_errors(read_model(Wanted(request.source, request.actors)))
        graphs = _chosen(reading.automata, request.process)
        shown = tuple(_shown(reading.model, automaton) for automaton in graphs)
    return AutomataOutcome(shown, reading.model, tuple(graphs))


def _chosen(automata: list[Automaton], name: str | None) -> list[Automaton]:
    chosen = [automaton for automaton in automata if name is None or automaton.name == name]
    if not chosen and name is not None:
        known = ", ".join(f"`{automaton.name}`" for automaton in automata)
        raise UsageError(f"there is no process `{name}`; the model has {known}")
    return chosen


def _shown(model: Model, automaton: Automaton) -> ShownAutomaton:
    transitions = []
    for edge in automaton.edges:
        where = model.locate(edge.statement)
        label, text = spin_label(edge.statement, model), model.said(edge.statement)
        marks = edge.keeps_control, edge.escape
        transitions.append(ShownTransition(edge.source, edge.target, label, text, where.file, where.line, *marks))
    labels = {state: tuple(names) for state, names in automaton.labels.items()}
    return ShownAutomaton(automaton.name, automaton.kind, automaton.states, labels, tuple(transitions))
