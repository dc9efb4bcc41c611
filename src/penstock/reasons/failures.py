"""The ways in which a property fails."""

from __future__ import annotations

from penstock.machine.trace import Instance, RunTrace
from penstock.records import record


@record
class StandingProcess:
    """Where a process is in the text."""

    process: str
    file: str
    line: int


@record
class Turns:
    """Who takes part in what repeats, and who could move in each of its states, or in some, but never does."""

    moving: tuple[Instance, ...] = ()
    starving: tuple[Instance, ...] = ()
    overtaken: tuple[Instance, ...] = ()


@record
class Fairness:
    """Whether the property holds for runs in which every process that can always go on does so at some point.

    If it does, `each` of these processes is left out in every run that violates it, or else at least one of `some`;
    both are empty if that is not known.  `shown`: the run that is shown is fair.
    """

    holds: bool
    each: tuple[Instance, ...] = ()
    some: tuple[Instance, ...] = ()
    shown: bool = False


@record
class Repetition:
    """A run of so many `steps` repeats itself from step `start` on; beyond the last step, nothing happens any more."""

    start: int
    steps: int
    turns: Turns | None = None
    fairness: Fairness | None = None


@record
class Deadlock:
    """No process can go on; `run` knows who waits for what."""

    run: RunTrace


@record
class Stuck:
    """A component waits for ever, whatever its environment does; `inputs` are what it was sent before."""

    run: RunTrace
    inputs: tuple[str, ...]


@record
class Standstill:
    """The same, as far as SPIN knows: where processes have not ended, and how many messages are in which channel."""

    steps: int
    standing: tuple[StandingProcess, ...]
    messages: tuple[tuple[str, int], ...]


@record
class FailedAssertion:
    assertion: str
    steps: int
    at: StandingProcess | None


@record
class BrokenFormula:
    """A formula, or with None the never claim of the model."""

    formula: str | None
    steps: int
    repetition: Repetition | None


@record
class MissedDeadline:
    """What a formula asks for does not happen in time; `steps` later the time is up."""

    formula: str
    steps: int


@record
class EndlessRun:
    """A run that repeats itself without progress, or through an accept label."""

    without_progress: bool
    repetition: Repetition


@record
class BrokenTrace:
    """What happens is not in the trace or, if it is `forbidden`, in the notrace."""

    forbidden: bool
    steps: int


@record
class RunTimeError:
    """The model does what has no meaning, or more than SPIN can; `what` is a sentence."""

    what: str
    steps: int
    at: StandingProcess | None


@record
class FailedRun:
    """Our own machine knows why a run fails; `what`, if known, is what SPIN calls it."""

    run: RunTrace
    what: str = ""


@record
class EndlessDeferring:
    """From step `start` on, processes do nothing but put messages back."""

    start: int
    processes: tuple[str, ...]
    messages: tuple[str, ...]


@record
class TooManyActors:
    """More actors are created than SPIN can have."""


PropertyFailure = (
    Deadlock
    | Stuck
    | Standstill
    | FailedAssertion
    | BrokenFormula
    | MissedDeadline
    | EndlessRun
    | BrokenTrace
    | RunTimeError
    | FailedRun
    | EndlessDeferring
    | TooManyActors
)
