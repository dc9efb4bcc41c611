"""What `bound` answers."""

from __future__ import annotations

from enum import Enum, StrEnum

from penstock.bounds.published.comparison import Comparison
from penstock.bounds.story import CycleStatus
from penstock.bounds.telling.showing import ShownRun
from penstock.bounds.verdict import BoundResult, BoundVerdict, ChannelBound, ProofKind
from penstock.machine.trace import RunTrace
from penstock.reading.reading import Reading
from penstock.records import data, hidden, record
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.bound import BoundMethod, BoundRequest


@record
class ChannelAnswer:
    """What is known about a channel."""

    name: str
    declared: int = data(least=1)
    bound: int | None = data(text="null: no number was found")
    exact: int | None = data(text="the most there ever is, with --exact")
    verdict: BoundVerdict
    proof: ProofKind | None = data(
        text="a sum that never grows, one that the order of messages limits, writers that look at the length, all "
        "states, loops that exclude each other (no number), a run that can be repeated forever; null: none"
    )
    how: str = data(text="the means that found the answer, in words; -: none did")
    advice: str
    known: ChannelBound | None = hidden(default=None)


@record
class RepeatedCycle:
    """A part of a counterexample: a process goes so many times through these lines."""

    process: str
    times: int = data(least=1)
    lines: tuple[int, ...]
    statements: tuple[str, ...] = data(text="the steps in order")
    closed: bool = data(text="false: a process that is started on the way")


@record
class JudgedCycles:
    """Cycles that together may fill channels, and what became of them."""

    status: CycleStatus
    reason: str
    channels: dict[str, int]
    cycles: tuple[RepeatedCycle, ...]


@record
class LoopStep:
    process: str | None
    file: str
    line: int
    statement: str


@record
class FillingRun:
    growth: dict[str, int]
    stem: tuple[LoopStep, ...]
    loop: tuple[LoopStep, ...]
    shown: ShownRun = hidden()


@record
class TrialAnswer:
    """How the proofs were tried on runs of the model."""

    runs: int
    steps: int
    reason: str = data(text="why they were not tried; empty if they were")


@record
class BoundStatistics:
    processes: int
    locations: int
    transitions: int
    message_types: int
    channels: int
    cycles: int
    vectors: int
    programs: int = data(text="linear programs that the published method solved for its refinement")
    seconds: dict[str, float]


class LimitVerdict(StrEnum):
    """What became of a limit that a user wants to be kept."""

    PROVED = "proved"
    EXCEEDED = "exceeded"
    OPEN = "open"


@record
class LimitAnswer:
    """Whether a channel ever holds more messages than this."""

    channel: str
    limit: int
    verdict: LimitVerdict
    steps: int | None = data(default=None, text="how long the run is that exceeds it")
    run: RunTrace | None = hidden(default=None)


class MissingKind(Enum):
    """Why there are no exact numbers."""

    NOT_BOUNDED = "not every channel has a bound"
    NO_SPIN = "too many states, and SPIN does not help"
    NO_TIME = "time ran out"
    TOO_MANY = "too many states, also for SPIN"


@record
class MissingExact:
    kind: MissingKind
    problem: str = ""
    """What SPIN said."""


@record
class UndecidedChannels:
    """Why there is no answer for some channels."""

    channels: tuple[str, ...]
    tried: tuple[str, ...]
    missing: tuple[str, ...]
    advised: tuple[str, ...] = data(text="what to try next")


@record
class BoundOutcome(Outcome):
    """How full each channel can get, with proofs.  Without a `result` time ran out before anything was known."""

    verdict: BoundVerdict
    method: BoundMethod
    channels: tuple[ChannelAnswer, ...]
    counterexamples: tuple[JudgedCycles, ...]
    runs: tuple[FillingRun, ...] = data(
        text="after the stem, the loop can be repeated forever; each round adds messages to channels"
    )
    story: tuple[str, ...] = data(text="what was tried, in this order")
    undecided: UndecidedChannels | None = data(text="null: each channel has an answer")
    assumed: tuple[str, ...] = data(text="what the answer takes for granted")
    notes: tuple[str, ...] = data(text="what the answer does not cover")
    trial: TrialAnswer | None = data(text="how the proofs were tried on runs of the model; null: there are none")
    any_number: tuple[str, ...] = data(text="bounds that hold for any number of processes of a kind")
    limits: tuple[LimitAnswer, ...] = data(text="what became of each --limit")
    statistics: BoundStatistics
    request: BoundRequest = hidden()
    reading: Reading = hidden()
    result: BoundResult | None = hidden()
    comparison: Comparison | None = hidden(default=None)
    """What the published method says, if it was asked for and did not give up."""
    gave_up: str = hidden(default="")
    """Why the published method did."""
    missing: MissingExact | None = hidden(default=None)

    @property
    def summary(self) -> str:
        bounds = ", ".join(f"{one.name} {'-' if one.bound is None else one.bound}" for one in self.channels)
        return f"{self.verdict.value}: {bounds or 'no buffered channels'}"

    stopped: bool = hidden(default=False)
    """It was stopped before anything was known."""
