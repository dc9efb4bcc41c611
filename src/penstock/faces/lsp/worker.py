"""What a process does that works for the server: one task; it tells how far it is, and can be stopped.

The server itself goes on meanwhile, so that typing never waits for a proof or a search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from os.path import abspath
from pickle import dumps, loads
from threading import Event
from typing import Any

from penstock.budget import Progress, TimeOver, Watch
from penstock.draw.chart import chart_svg
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.svg import svg
from penstock.errors import Cancelled, PenstockError
from penstock.faces.working.child import WorkerInbox, begin
from penstock.faces.working.progress import progress_words
from penstock.reading.files import instead_of_files, text_on_disk
from penstock.tasks.automata import automata
from penstock.tasks.bound import bound
from penstock.tasks.bound_artifacts import report_of
from penstock.tasks.close import close
from penstock.tasks.generate import generate
from penstock.tasks.lower import lower
from penstock.tasks.simulate import simulate
from penstock.tasks.verify import verify

Data = dict[str, Any]
ANSWER, PROBLEM, PROGRESS, STOPPED = "answer", "problem", "progress", "stopped"


@dataclass(frozen=True, slots=True)
class Work:
    """A request for a task, and the texts that the editor has open, by their paths."""

    task: str
    request: Any
    texts: dict[str, str]


def _bound(request: Any, watch: Watch) -> Data:
    outcome = bound(request, watch)
    return outcome.to_dict() | {"summary": outcome.summary}


def _report(request: Any, watch: Watch) -> Data:
    outcome = bound(request, watch)
    return {"html": report_of(outcome), "summary": outcome.summary}


def _verify(request: Any, watch: Watch) -> Data:
    outcome = verify(request, watch)
    told = {one.name: one.explanation for one in outcome.properties}
    charts = {one.name: chart_svg(one.run) for one in outcome.properties if one.run is not None}
    return outcome.to_dict() | {"summary": outcome.summary, "explanations": told, "charts": charts}


def _simulate(request: Any, watch: Watch) -> Data:
    outcome = simulate(request, watch)
    more = {"summary": outcome.summary, "seed": outcome.seed, "svg": chart_svg(outcome.trace)}
    return outcome.to_dict() | more


def _automaton(request: Any, watch: Watch) -> Data:
    outcome = automata(request, watch)
    graphs = [automaton_graph(outcome.model, automaton) for automaton in outcome.graphs]
    return outcome.to_dict() | {"svg": svg(graphs)}


def _closed(request: Any, watch: Watch) -> Data:
    outcome = close(request, watch)
    return outcome.to_dict() | {"text": outcome.promela, "summary": outcome.summary}


def _translated(request: Any, watch: Watch) -> Data:
    return {"text": lower(request, watch).promela}


def _generate(request: Any, watch: Watch) -> Data:
    return {"files": dict(generate(request, watch).files)}


TASKS: dict[str, Callable[[Any, Watch], Data]] = {
    "bound": _bound,
    "report": _report,
    "verify": _verify,
    "simulate": _simulate,
    "automaton": _automaton,
    "closed": _closed,
    "translated": _translated,
    "generate": _generate,
}


def serve(pipe: Connection) -> None:
    """Do the work that comes through the pipe, unless the server says meanwhile that nobody waits for it."""
    begin()
    stop = Event()
    inbox = WorkerInbox(pipe, lambda _: True, stop.set)

    def tell(progress: Progress) -> None:
        inbox.reply(dumps((PROGRESS, progress_words(progress))))

    frame = inbox.next()
    if frame is not None:
        inbox.reply(dumps(_done(loads(frame), Watch(tell, stop))))


def _done(work: Work, watch: Watch) -> tuple[str, Any]:
    def text_of(path: str) -> str:
        opened = work.texts.get(abspath(path))
        return text_on_disk(path) if opened is None else opened

    try:
        with instead_of_files(text_of):
            return ANSWER, TASKS[work.task](work.request, watch)
    except Cancelled:
        return STOPPED, ""
    except TimeOver:
        return PROBLEM, "time ran out before there was an answer"
    except PenstockError as problem:
        return PROBLEM, str(problem)
