"""A run of a model as data: what each step did, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from penstock.machine.naming import StateNames
from penstock.machine.obstacles import MOST_REASONS, Obstacle, ObstacleKind, obstacle_text
from penstock.machine.runtime import State


class Ending(StrEnum):
    """How a run ended."""

    UNFINISHED = ""
    FINISHED = "finished"
    """All processes ended or stand at an end label."""
    DEADLOCK = "deadlock"
    LIVELOCK = "livelock"
    ASSERTION = "assertion"
    ERROR = "error"
    """Such as an index out of range."""
    LIMIT = "limit"
    """There could be more steps."""
    CYCLE = "cycle"
    """From some step on the run repeats."""
    CLAIM = "claim"
    """The never claim was completed."""
    TRAIL = "trail"
    """The trail ends here."""

    @property
    def is_wrong(self) -> bool:
        """Whether a model should not end like this."""
        return self in (Ending.DEADLOCK, Ending.LIVELOCK, Ending.ASSERTION, Ending.ERROR, Ending.CLAIM)


@dataclass(frozen=True, slots=True)
class Message:
    """What a step did to a channel.

    `action` is `send`, `receive`, `peek` (received, but left in the channel) or `lost` (sent to a
    full channel that drops what it cannot take).  `number` identifies the messages of a run: a
    receive carries the number of the send it takes from.  A rendezvous is a send and a receive
    with the same number in the same step, the receive by the other process.
    """

    action: str
    process: int
    channel: str
    values: tuple[str, ...]
    number: int
    rendezvous: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A variable, or the contents of a channel, before and after a step."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run.

    `process` is the index of the process in `Trace.processes` (None: the never claim moves).
    `statement` is written as people write it.  `partner` is the receiver of a rendezvous, whose
    statement is `partner_statement` at `partner_line`.
    """

    number: int
    process: int | None
    file: str
    line: int
    statement: str
    changes: tuple[Change, ...] = ()
    messages: tuple[Message, ...] = ()
    started: tuple[int, ...] = ()
    ended: bool = False
    printed: str = ""
    partner: int | None = None
    partner_file: str = ""
    partner_line: int = 0
    partner_statement: str = ""
    tick: int = 0
    """If time passes in this step: how often it has done so."""
    outside: bool = False
    """Whether it is the environment of an open model that acts."""
    loses: bool = False
    """Whether a message gets lost: the one that is taken, or one that is never put anywhere."""
    states: tuple[tuple[int, str], ...] = ()
    """The actors that are in another state from here on, and in which."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A process that took part: `name` is unique in the run (`sender`, or `sender#2` among several).

    `reference` is what formulas call it (`sender[1]`), if they can.
    """

    name: str
    proctype: str
    pid: int
    reference: str = ""

    @property
    def called(self) -> str:
        """Its name and, where that is not the one of its type, what formulas call it."""
        return f"{self.name} ({self.reference})" if self.reference and self.name != self.proctype else self.name


@dataclass(frozen=True, slots=True)
class Waiting:
    """Where a process stands at the end of a run, and why it does not go on."""

    process: int
    file: str
    line: int
    statement: str
    obstacles: tuple[Obstacle, ...]

    @property
    def reason(self) -> str:
        """What it waits for, in words."""
        more = len(self.obstacles) - MOST_REASONS
        shown = "; ".join(map(obstacle_text, self.obstacles[:MOST_REASONS]))
        return f"{shown} (and {more} more)" if more > 0 else shown

    @property
    def goes_on(self) -> bool:
        return all(obstacle.kind is ObstacleKind.NONE for obstacle in self.obstacles)

    @property
    def listens(self) -> bool:
        """Whether it waits for a message that nobody sends: it may just have nothing to do."""
        return any(obstacle.kind in (ObstacleKind.EMPTY, ObstacleKind.NO_SENDER) for obstacle in self.obstacles)


@dataclass(frozen=True, slots=True)
class History:
    """The states of a run: the first one, and the one after each step."""

    names: StateNames
    states: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class RunTrace:
    """A run: the processes, its steps, and how it ended; `reason` says that in a sentence.

    From the step with number `loop` on the run repeats.
    """

    processes: tuple[Instance, ...]
    steps: tuple[Step, ...]
    outcome: Ending
    reason: str
    waiting: tuple[Waiting, ...] = ()
    loop: int | None = None
    file: str = ""
    """The model."""
    history: History | None = field(default=None, compare=False, repr=False)
    """The states, if our own machine took the run."""
    starving: tuple[int, ...] = ()
    """The processes that could move in each state that repeats and never do."""
    overtaken: tuple[int, ...] = ()
    """Those that could move in some of these states and never do."""

    @property
    def moving(self) -> tuple[int, ...]:
        """The processes that take part in what repeats."""
        repeated = [step for step in self.steps if self.loop is not None and step.number >= self.loop]
        both = (process for step in repeated for process in (step.process, step.partner))
        return tuple(dict.fromkeys(process for process in both if process is not None))
