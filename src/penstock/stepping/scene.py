"""All there is to see at a moment of a run, as records that are plain data: what pages and terminals show.

`looking.scene_at(timeline)` makes one.  A process is named by its number in the run: pids are used again when processes
end, these numbers are not.
"""

from __future__ import annotations

from penstock.machine.trace import Ending
from penstock.records import data, record


@record
class ScenePlace:
    """A stretch of one line of the text that the user wrote."""

    file: str
    line: int = data(least=1)
    column: int = data(least=1)
    length: int = data(least=0, text="how many characters are meant, all in this line")


@record
class SceneCall:
    """A process is inside of an inline, which is called here."""

    inline: str
    place: ScenePlace


@record
class SceneVariable:
    """A variable, an element or a field with its value; what consists of parts has them, too."""

    name: str = data(text="within what it is a part of: `b`, `[1]`")
    title: str = data(text="in full: `p[1].b`")
    value: str
    type: str = data(text="empty for what has parts")
    was: str | None = data(text="the value before the step that led here, if that changed it or a part of it")
    expression: str = data(text="what asks for it, wherever it is asked; empty if nothing does")
    parts: tuple[SceneVariable, ...]


@record
class SceneTimer:
    name: str
    left: int | None = data(text="how many ticks are left; null: it is off")
    was: str | None = data(text="`off` or `on(2)`: what it was before the step that led here, if that changed it")


@record
class SceneMessage:
    """A message in a channel; its number is the same wherever it is seen in the run."""

    number: int
    values: tuple[str, ...]
    new: bool = data(text="it came by the step that led here")


@record
class SceneChannel:
    """A channel; the oldest message comes first."""

    name: str
    owner: int | None = data(text="the process whose own it is")
    mailbox: bool = data(text="it belongs to an actor, and has its name")
    capacity: int = data(text="what it is declared to hold; 0: a rendezvous")
    messages: tuple[SceneMessage, ...]
    changed: bool


@record
class SceneProcess:
    """A process that lives."""

    process: int = data(text="its number in the run")
    pid: int
    name: str = data(text="unique in the run: Sender, or Sender#2 among several")
    type: str = data(text="the name of its automaton")
    node: int = data(text="where in the automaton it stands")
    place: ScenePlace = data(text="what it does next, or could do")
    calls: tuple[SceneCall, ...] = data(text="the inlines that it is inside of, the innermost first")
    can_move: bool
    waits: str = data(text="what it waits for, if it cannot move by itself")
    alone: bool = data(text="it is inside an atomic sequence: only it may move")
    variables: tuple[SceneVariable, ...]


@record
class SceneChange:
    name: str
    before: str
    after: str


@record
class SceneEvent:
    """What a step did to a channel: send, receive, peek (received, but left there), lost (it was full)."""

    action: str
    process: int
    channel: str
    values: tuple[str, ...]
    number: int = data(text="of the message")
    rendezvous: bool


@record
class ScenePartner:
    """Who receives in a rendezvous."""

    process: int
    name: str
    place: ScenePlace
    statement: str


@record
class SceneState:
    process: int
    state: str


@record
class SceneStep:
    """A step that was taken, or one that could be."""

    number: int = data(least=1)
    process: int | None = data(text="who takes it; null: somebody changed a value by hand")
    name: str
    place: ScenePlace | None = data(text="null where it is not written in the text, such as the end of a process")
    statement: str
    partner: ScenePartner | None
    changes: tuple[SceneChange, ...]
    events: tuple[SceneEvent, ...]
    started: tuple[int, ...] = data(text="processes that begin")
    ended: bool = data(text="the process ends by it")
    printed: str
    tick: int = data(text="if time passes: how often it has done so; 0 otherwise")
    outside: bool = data(text="it is the environment of an open model that acts")
    loses: bool = data(text="a message gets lost: the one that is taken, or one that never arrives")
    states: tuple[SceneState, ...] = data(text="actors that are in another state from here on")


@record
class SceneChoice:
    """A step that is possible; numbers begin with one, and lead to the same step whenever this moment is reached."""

    number: int = data(least=1)
    step: SceneStep = data(text="what it would do")
    moment: int | None = data(text="where it leads, if it was taken here before")


@record
class SceneWaiting:
    """A process that cannot go on, what it waits for, and for whom."""

    process: int
    place: ScenePlace
    statement: str
    reason: str
    channels: tuple[str, ...]


@record
class SceneEnding:
    """Why the run ends here, or should."""

    outcome: Ending
    reason: str
    waiting: tuple[SceneWaiting, ...]


@record
class Scene:
    """A moment: what led to it, what there is, what can happen next."""

    moment: int = data(text="its number in the tree of runs; 0 is the beginning")
    depth: int = data(text="how many steps led here")
    step: SceneStep | None
    processes: tuple[SceneProcess, ...]
    channels: tuple[SceneChannel, ...]
    variables: tuple[SceneVariable, ...] = data(text="the global ones")
    timers: tuple[SceneTimer, ...]
    choices: tuple[SceneChoice, ...]
    ending: SceneEnding | None
