"""What a page and an engine say to each other, as records; `types` writes them in TypeScript.

    page:    {"id": 7, "method": "run.go", "params": {...}}        {"cancel": 7}
    engine:  {"id": 7, "progress": {...}}   {"id": 7, "result": {...}}   {"id": 7, "error": {...}}

A model is given by the parameters of `simulate`.  A run is a model and a path: the numbers of the choices that were
taken from the beginning.  Whatever finds a run says its path, so that everything can be stepped through alike.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from penstock.diagnostics.placed import PlacedDiagnostic
from penstock.draw.graph.data import DrawnGraph
from penstock.records import data, record
from penstock.stepping.scene import Scene, SceneStep


class PageProblemKind(Enum):
    """Why there is no answer."""

    USAGE = "usage"
    MODEL = "model"
    TIME = "time"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    MISSING = "missing"
    LIMIT = "limit"
    FAULT = "fault"


@record
class PageProblem:
    kind: PageProblemKind = data(
        text="usage: the question makes no sense; model: it has errors, see the diagnostics; time, memory: more would"
        " be needed than may be used; missing: a program that is not installed; limit: too much is asked for at once;"
        " fault: our own"
    )
    message: str
    diagnostics: tuple[PlacedDiagnostic, ...] = ()


@record
class ProgressNews:
    """How far some work is."""

    text: str
    done: int | None = None
    total: int | None = None


@record
class Nothing:
    """No parameters, or no answer but that it was done."""


# -- the engine ------------------------------------------------------------------------------


class EngineKind(Enum):
    SERVE = "serve"
    STATIC = "static"


@record
class FileEntry:
    """A model below the directory that is served."""

    path: str
    size: int


@record
class GalleryEntry:
    """An example, with a sentence about it."""

    name: str
    title: str
    sentence: str
    text: str


@record
class EngineLimits:
    text_kb: int = data(text="the longest model")
    seconds: float = data(text="the longest job")
    jobs: int = data(text="how many work at the same time")


@record
class Hello:
    version: str
    engine: EngineKind
    verbs: tuple[str, ...] = data(text="what can be asked of a model here")
    limits: EngineLimits
    file: str | None = data(text="what to open first")
    files: tuple[FileEntry, ...]
    gallery: tuple[GalleryEntry, ...]


# -- runs ------------------------------------------------------------------------------------


@record
class OpenRunParams:
    """The run stands at the end of the path, or at the given depth of it."""

    model: dict[str, Any]
    path: tuple[int, ...] = ()
    depth: int | None = None
    loop: int | None = data(default=None, text="the step from which on the path repeats")


@record
class RunParams:
    run: int


@record
class GoParams:
    run: int
    choice: int = data(least=1)


@record
class ToParams:
    run: int
    moment: int = data(least=0)


@record
class AtParams:
    run: int
    depth: int = data(least=0, text="on the line that the cursor is on; beyond its end is its end")


@record
class RunView:
    """Where a run is now."""

    run: int
    scene: Scene
    length: int = data(text="of the line that the cursor is on: how many steps there are, those ahead included")
    moments: int = data(text="in the whole tree")
    loop: int | None = data(text="the step from which on this line repeats")
    note: str = data(text="what is to be said about getting here; mostly empty")


@record
class WrittenText:
    """A text that the model consists of."""

    name: str
    text: str


@record
class OpenedRun:
    """What does not change along a run, and where it is now."""

    view: RunView
    automata: tuple[DrawnGraph, ...] = data(text="one for each type of process; nodes are the numbers in scenes")
    texts: tuple[WrittenText, ...] = data(text="the model, and what it includes")
    types: tuple[str, ...] = data(text="which automaton is whose, in the same order")


@record
class StepsParams:
    run: int
    first: int = data(least=1)
    last: int = data(least=0)


@record
class RunProcess:
    """A process that took part in a run."""

    process: int
    name: str
    type: str
    pid: int


@record
class StepsAnswer:
    """Steps of the line that the cursor is on, and everybody who takes part in it."""

    processes: tuple[RunProcess, ...]
    steps: tuple[SceneStep, ...]


# -- verbs -----------------------------------------------------------------------------------


@record
class FoundRun:
    """A run that some work has found, to be opened by its path."""

    name: str = data(text="of the property, the channel or the kind of violation that it shows")
    reason: str
    path: tuple[int, ...] | None = data(text="null: it cannot be stepped through")
    loop: int | None = data(text="the step from which on it repeats")


@record
class VerbAnswer:
    """What a verb answers: its outcome as `penstock VERB --format json` prints it, and the runs in it."""

    summary: str
    fine: bool = data(text="false: there is a finding, or nothing is decided")
    runs: tuple[FoundRun, ...]
