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
from penstock.stepping.waits import WaitingFor


class PageProblemKind(Enum):
    """Why there is no answer."""

    USAGE = "usage"
    MODEL = "model"
    TIME = "time"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    MISSING = "missing"
    LIMIT = "limit"
    CONFLICT = "conflict"
    FAULT = "fault"


@record
class PageProblem:
    kind: PageProblemKind = data(
        text="usage: the question makes no sense; model: it has errors, see the diagnostics; time, memory: more would"
        " be needed than may be used; missing: a program that is not installed; limit: too much is asked for at once;"
        " conflict: a file has changed meanwhile; fault: our own"
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
class ExerciseEntry:
    """A task, and a model to begin with; what is judged is not told."""

    name: str
    title: str
    task: str
    file: str = data(text="what the model is called")
    text: str
    properties: tuple[str, ...] = data(text="what is asked for, in words")


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
    exercises: tuple[ExerciseEntry, ...]


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
class RunProcess:
    """A process that took part in a run."""

    process: int
    name: str
    type: str
    pid: int


@record
class TreeBranch:
    """Moments one after the other, without a branch but at the end."""

    parent: int | None = data(text="the moment that it begins after; null: the beginning")
    first: int = data(text="the number of the first moment")
    last: int
    depth: int = data(text="of the first moment")
    steps: int = data(text="how many moments there are")
    statement: str = data(text="the step to the first moment")
    name: str = data(text="who takes it")
    ending: str = data(text="how the run ends at the last moment, as far as anybody looked; or empty")
    present: bool = data(text="the line that the cursor is on goes through it")


@record
class RunLine:
    """What is another now of the line that the cursor is on."""

    kept: int = data(text="how many steps of the line before begin this one, too")
    steps: tuple[SceneStep, ...] = data(text="the first ones after these; where there are more, `run.steps` tells them")
    processes: tuple[RunProcess, ...] = data(text="everybody who takes part in it")
    branches: tuple[TreeBranch, ...] = data(text="all runs; none as long as this line is all there is")


@record
class RunView:
    """Where a run is now."""

    run: int
    scene: Scene
    length: int = data(text="of the line that the cursor is on: how many steps there are, those ahead included")
    moments: int = data(text="in the whole tree")
    loop: int | None = data(text="the step from which on this line repeats")
    note: str = data(text="what is to be said about getting here; mostly empty")
    line: RunLine | None = data(text="null where the line is the one that was told before")


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
    model: dict[str, Any] = data(text="what its model needs besides the parameters that were given")
    explanation: str = data(default="", text="why, in as many lines as it takes")
    trail: str | None = data(default=None, text="as SPIN wrote it")


@record
class VerbAnswer:
    """What a verb answers: its outcome as `penstock VERB --format json` prints it, and the runs in it."""

    summary: str
    fine: bool = data(text="false: there is a finding, or nothing is decided")
    runs: tuple[FoundRun, ...]


@record
class ExploreAnswer(VerbAnswer):
    notes: tuple[str, ...] = data(text="what a search of all states says nothing about")


@record
class WeighedPart:
    """A place of a process, a kind of message, or something else that a proof gives a weight."""

    text: str
    type: str | None = data(text="the automaton, if this is a place of a process")
    node: int | None = data(text="where in the automaton")
    line: int | None
    channel: str | None = data(text="if it is a message")
    weight: int
    start: int = data(text="how many there are at the beginning")


@record
class ChannelProof:
    """A sum that never grows, in which every message in a channel weighs at least `unit`."""

    channel: str
    number: int = data(text="of the proofs of this channel; several channels of one name have one each")
    unit: int
    start: int = data(text="the sum at the beginning")
    bound: int
    parts: tuple[WeighedPart, ...] = data(text="the heaviest, if there are very many")
    left: int = data(text="how many more there are")


@record
class BoundAnswer(VerbAnswer):
    proofs: tuple[ChannelProof, ...]
    certificate: dict[str, Any] = data(text="the proofs in full: `run.sum` follows one along a run; empty: none")


# -- more about runs -------------------------------------------------------------------------


@record
class RandomParams:
    """From where the cursor is on."""

    run: int
    count: int = data(least=1)
    seed: int | None = None


@record
class UntilParams:
    """By chance, until a condition holds or a line is executed."""

    run: int
    condition: str = ""
    line: int | None = None
    most: int = data(default=10_000, text="how many steps")
    seed: int | None = None


@record
class PathAnswer:
    """What leads along the line that the cursor is on, and where on it that is."""

    path: tuple[int, ...]
    depth: int
    loop: int | None


@record
class LaneParams:
    run: int
    expression: str


@record
class LaneAnswer:
    """What an expression is worth at each moment of the line; null where it is worth nothing."""

    values: tuple[int | None, ...]
    truth: bool = data(text="it is either true or false")


@record
class SumParams:
    run: int
    certificate: dict[str, Any]
    channel: str
    number: int = 0


@record
class SumAnswer:
    """The sum of a proof at each moment of the line: it never rises."""

    values: tuple[int, ...]
    unit: int
    bound: int


@record
class GraphTexts:
    """A graph in languages that others draw."""

    dot: str
    mermaid: str


@record
class WaitsAnswer:
    """Who waits for whom at the present moment."""

    drawing: DrawnGraph
    texts: GraphTexts
    waits: tuple[WaitingFor, ...]


class ExportFormat(Enum):
    SVG = "svg"
    MERMAID = "mermaid"
    TEXT = "text"
    JSON = "json"
    ITF = "itf"
    TRAIL = "trail"


@record
class ExportParams:
    """The run to the end of the line that the cursor is on."""

    run: int
    format: ExportFormat


@record
class ExportAnswer:
    name: str
    media: str
    text: str


# -- states ----------------------------------------------------------------------------------


@record
class GraphParams:
    """All states of a small model; of a larger one, states are folded in which processes stand at the same places."""

    model: dict[str, Any]
    folded: bool = False
    kept: tuple[str, ...] = data(default=(), text="folded: only the places of these processes, or types, count")


@record
class GraphPath:
    """A shortest run to a state, or to the first one of a node."""

    node: str
    path: tuple[int, ...]


@record
class GraphAnswer:
    drawing: DrawnGraph | None = data(text="null: there are too many nodes to be drawn")
    texts: GraphTexts | None
    states: int
    complete: bool = data(text="false: there are more states than were visited")
    folded: bool
    kept: tuple[str, ...] = data(text="folded: the processes whose places count; empty: all")
    nodes: int
    paths: tuple[GraphPath, ...]


# -- writing ---------------------------------------------------------------------------------


@record
class PlaceParams:
    """A place in a text; the column counts characters from one."""

    model: dict[str, Any]
    line: int = data(least=1)
    column: int = data(least=1)


@record
class CompletionEntry:
    text: str
    kind: str = data(text="what it names; empty for a word of the language")
    detail: str
    documentation: str
    call: bool = data(text="arguments in parentheses follow")


@record
class CompletionAnswer:
    first: int = data(text="the column where what is completed begins")
    entries: tuple[CompletionEntry, ...]


@record
class DescribedName:
    declaration: str = data(text="in Promela; empty for a word of the language")
    sentences: tuple[str, ...]


@record
class DescriptionAnswer:
    column: int = data(text="where what is described begins; 0: nothing is")
    length: int
    names: tuple[DescribedName, ...]


@record
class ReadFileParams:
    path: str


@record
class OpenedFile:
    path: str
    text: str
    stamp: str = data(text="tells this text from others")


@record
class SaveFileParams:
    path: str
    text: str
    stamp: str | None = data(default=None, text="of the text that is replaced; null: the file is new")


@record
class ExerciseParams:
    exercise: str
    text: str


class JudgedAs(Enum):
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@record
class ExerciseVerdict:
    property: str
    verdict: JudgedAs
    note: str


@record
class ExerciseAnswer:
    solved: bool
    verdicts: tuple[ExerciseVerdict, ...]
