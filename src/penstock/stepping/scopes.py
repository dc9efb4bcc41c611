"""What there is to see at a moment: variables, channels with their contents, timers and mailboxes, as records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from penstock.machine.channels import ChannelKind
from penstock.machine.recorder import Recorder
from penstock.machine.runtime import FIRST_PROCESS, Queue, Row
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.symbols import Variable

_PART = re.compile(r"\[\d+\]|\.?[^.\[\]]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A cell of the state: the place of its row, 0 for the globals, and its slot."""

    at: int
    slot: int
    variable: Variable


@dataclass(slots=True)
class Seen:
    """Something with a value: a variable, an element, a channel, a message; `title` is its name in full.

    `expression` asks for it in the scope of the process at the place `at`, or of the model if that is 0; it is empty if
    nothing does.  `address` is where it can be set.
    """

    name: str
    value: str
    type: str = ""
    expression: str = ""
    at: int = 0
    address: Address | None = None
    parts: list[Seen] = field(default_factory=list)
    title: str = ""


@dataclass(frozen=True, slots=True)
class ShownScope:
    """Some of what there is to see; `at` is the place of the process it belongs to, 0 for all."""

    name: str
    at: int
    seen: tuple[Seen, ...]


class Viewer:
    """Looks at the present moment of a run."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.names = recorder.names
        self.state = recorder.state
        self.processes = recorder.process_names()
        self.channels = recorder.channel_names()
        self.kinds = list(self.names.program.kinds.values())

    def scopes(self, at: int) -> list[ShownScope]:
        """What a process sees, and what there is besides; nothing that is empty."""
        found = [self.locals(at)] if at >= FIRST_PROCESS else []
        found += [self.globals(), self.all_channels(), self.timers(), self.mailboxes()]
        return [scope for scope in found if scope.seen]

    def locals(self, at: int) -> ShownScope:
        row = self.state[at]
        return ShownScope("Locals", at, tuple(self._variables(self.names.layout(row), row, at)))

    def globals(self) -> ShownScope:
        layout = self.names.program.globals
        cells = [cell for cell in self.names.cells(layout) if not self.names.is_timer(cell.variable)]
        return ShownScope("Globals", 0, tuple(self._nested(cells, self.state[0], 0)))

    def timers(self) -> ShownScope:
        """Those of all processes."""
        cells = [cell for cell in self.names.cells(self.names.program.globals) if self.names.is_timer(cell.variable)]
        return ShownScope("Timers", 0, tuple(self._cell(cell, self.state[0], 0) for cell in cells))

    def all_channels(self) -> ShownScope:
        return ShownScope("Channels", 0, tuple(self._queues(mailboxes=False)))

    def mailboxes(self) -> ShownScope:
        return ShownScope("Mailboxes", 0, tuple(self._queues(mailboxes=True)))

    # -- variables ---------------------------------------------------------------------------

    def _variables(self, layout: Layout, row: Row, at: int) -> list[Seen]:
        return self._nested(self.names.cells(layout), row, at)

    def _nested(self, cells: Iterable[Cell], row: Row, at: int) -> list[Seen]:
        """Cells as a tree: elements within arrays, fields within structures."""
        top: list[Seen] = []
        inner: dict[str, Seen] = {}
        for cell in cells:
            seen = self._cell(cell, row, at)
            level, path = top, ""
            parts = _PART.findall(seen.name)
            for part in parts[:-1]:
                path += part
                if path not in inner:
                    inner[path] = Seen(part.lstrip("."), "", expression=path, at=at, title=path)
                    level.append(inner[path])
                level = inner[path].parts
            seen.name = parts[-1].lstrip(".")
            level.append(seen)
        for one in reversed(inner.values()):  # what is inside comes first
            one.value = summary_of([(part.name, part.value) for part in one.parts])
        return top

    def _cell(self, cell: Cell, row: Row, at: int) -> Seen:
        name = self.names.cell("", cell)
        value = self.names.value(cell.variable, row[cell.slot], self.channels)
        address = Address(at, cell.slot, cell.variable)
        return Seen(name, value, self._type(cell.variable), cell.name, at, address, title=name)

    def _type(self, variable: Variable) -> str:
        if self.names.is_timer(variable):
            return "timer"
        return "actor" if variable.type == "chan" and self.names.wording.mailbox else type_name(variable)

    # -- channels ----------------------------------------------------------------------------

    def _queues(self, mailboxes: bool) -> list[Seen]:
        named = zip(self.channels, self.state[1], strict=True)
        return [
            self._queue(name, queue)
            for name, queue in named
            if (name in self.processes) is mailboxes and not self.names.is_hidden(queue)
        ]

    def _queue(self, name: str, queue: Queue) -> Seen:
        kind = self.kinds[queue[0]]
        messages = [
            Seen(f"[{place}]", ", ".join(texts), parts=_fields(kind, texts))
            for place, message in enumerate(queue[1:])
            for texts in [self.names.message(queue, message, self.channels)]
        ]
        text = channel_text(kind, queue, self.names.contents(queue, self.channels))
        return Seen(name, text, "chan", *self._asked(name), parts=messages, title=name)

    def _asked(self, name: str) -> tuple[str, int]:
        """How to ask for a channel, and whom."""
        pid = self.owner(name)
        if pid is None:
            return name, 0
        process = self.processes[pid]
        own = self.names.wording.mailbox if name == process else name.removeprefix(f"{process}.")
        return own, pid + FIRST_PROCESS

    def owner(self, channel: str) -> int | None:
        """The pid of the process that a channel belongs to: its name is that of the process, or begins with it."""
        whole, _, own = channel.partition(".")
        return self.processes.index(whole) if whole in self.processes and (own or whole == channel) else None


def channel_text(kind: ChannelKind, queue: Queue, contents: str) -> str:
    """How full a channel is, and what is in it: `2 of 3: [a,1] [b,2]`."""
    if kind.rendezvous:
        return "rendezvous"
    filled = f"{len(queue) - 1} of {kind.capacity}"
    return filled if len(queue) == 1 else f"{filled}: {contents}"


def _fields(kind: ChannelKind, texts: tuple[str, ...]) -> list[Seen]:
    if len(texts) == 1:
        return []
    return [Seen(str(number), text) for number, text in enumerate(texts, 1)]


def summary_of(parts: Sequence[tuple[str, str]]) -> str:
    """The parts of a structure or an array, names and values, in one line, not too long."""
    is_array = parts[0][0].startswith("[")
    texts = [value if is_array else f"{name}={value}" for name, value in parts[:10]]
    text = ", ".join(texts) + (", ..." if len(parts) > 10 else "")
    return f"[{text}]" if is_array else f"{{{text}}}"


def type_name(variable: Variable) -> str:
    if variable.type == "unsigned":
        return f"unsigned : {variable.width}"
    return f"mtype:{variable.subtype}" if variable.subtype else variable.type
