"""What happened on the way to a verdict, and why counterexamples were judged as they were: facts, not sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CycleStatus(StrEnum):
    """What became of a counterexample."""

    SPURIOUS = "spurious"
    REAL = "real"
    UNDECIDED = "undecided"


class Effort(StrEnum):
    """By what an answer is looked for, one after the other; SPIN searches beside all others."""

    RUNS = "runs"
    VALUES = "values"
    ORDER = "order"
    WAYS = "ways to cycles"
    LOOPS = "separate loops"
    BESIDE = "states beside"
    WAITING = "waiting for SPIN"
    SPIN = "SPIN"


# -- why a counterexample has its status -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NothingForbids:
    """Nothing in the abstraction excludes its steps."""


NOTHING_FORBIDS = NothingForbids()


@dataclass(frozen=True, slots=True)
class RunRepeats:
    """A run repeats its steps forever."""


@dataclass(frozen=True, slots=True)
class OtherRun:
    """Its channel is unbounded, but by a run with other steps."""


@dataclass(frozen=True, slots=True)
class ExcludedByValues:
    """Its steps no longer make anything grow where the values of these variables are known."""

    variables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllStatesSeen:
    """All states were looked at, and no channel grows further.  This is also something that happens.

    What `forgotten` channels hold was left out: they grow without end, and any message may be their first.
    """

    states: int
    forgotten: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeparateLoops:
    """A process, or a variable, would have to be in separate loops at the same time."""


@dataclass(frozen=True, slots=True)
class OutOfOrder:
    """Messages would have to be received in another order than they were sent."""


Reason = NothingForbids | RunRepeats | OtherRun | ExcludedByValues | AllStatesSeen | SeparateLoops | OutOfOrder


# -- what happened -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoRunFound:
    """No run that fills the channels was found in so many states; `complete` if there are no others."""

    channels: tuple[str, ...]
    states: int
    complete: bool


@dataclass(frozen=True, slots=True)
class RunFound:
    """A run fills channels: after its first steps, a loop of so many steps can be repeated forever.

    Each round leaves so many processes (`left`) that were not there before.
    """

    channels: tuple[str, ...]
    stem: int
    loop: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class NoAnswerBeyond:
    """The search of all states with SPIN came to no answer."""

    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotForgotten:
    """The search of all states without what these channels hold came to no answer."""

    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Separated:
    """Nothing makes these channels grow without end, since loops exclude each other."""

    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderKept:
    """It was looked at which messages can be there together, and in which order: `bounded` have bounds by that."""

    bounded: tuple[str, ...]
    places: int


@dataclass(frozen=True, slots=True)
class TooManyValues:
    """These variables have too many values for the abstraction."""

    variables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValuesKnown:
    """The abstraction knows the values of these variables, and has so many steps."""

    variables: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """Time ran out, or somebody stopped it, before there was an answer for these channels.

    Without channels there was not even an abstraction.
    """

    channels: tuple[str, ...] = ()
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Tightened:
    """Channels with smaller bounds than before, the values that are distinguished for them, and how many steps are
    left out because they are never taken."""

    channels: tuple[tuple[str, int, int], ...]
    variables: tuple[str, ...]
    steps: int


class Untried(StrEnum):
    """Why proofs were not tried on runs."""

    TOO_LARGE = "too large"
    NO_TIME = "no time"


@dataclass(frozen=True, slots=True)
class Trial:
    """How the proofs were tried on runs of the model; `untried` tells why they were not, `most` how large it may be."""

    runs: int = 0
    steps: int = 0
    untried: Untried | None = None
    most: int = 0


Event = (
    NoRunFound
    | RunFound
    | AllStatesSeen
    | NoAnswerBeyond
    | NotForgotten
    | Separated
    | OrderKept
    | TooManyValues
    | ValuesKnown
    | TimeRanOut
    | Tightened
    | Trial
)
