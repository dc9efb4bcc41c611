"""Traces as programs write them: of which model, step by step, and how it ended.

model 53d1c2...      a fingerprint of what the program was made of
step 0 4:11          process 0 did the statement at line 4, column 11
meet 0 5:3 1 9:7     process 0 sent, process 1 received
value 1 x 3          C left 3 in x
end 1                process 1 ended
use a 7              what follows is the seventh use of `a`: see `merging`, for several programs
clock 1 3,5,0        what follows is the fifth event of program 1, which knows of three of program 0
part 2               the trace goes on here; what came before is in another file, of the same model
over ended           no process can move any more; a trace without such a line was cut off

Or the same in bytes: see `logged_bytes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from enum import Enum

from penstock.machine.logged_bytes import SIGN, BytesSplitter


class LoggedEnding(Enum):
    """How a program says that it ended."""

    ENDED = "ended"
    DEADLOCK = "deadlock"
    VIOLATED = "violated"
    FAILED = "failed"
    LIMIT = "limit"


_ENDINGS = {ending.value: ending for ending in LoggedEnding}


@dataclass(frozen=True, slots=True, eq=False)
class Logged:
    """One entry of a trace: a step, the meeting of two processes, the end of a process, or a value."""

    kind: str
    pid: int
    key: str = ""
    partner: int = 0
    partner_key: str = ""
    value: int = 0

    def __str__(self) -> str:
        match self.kind:
            case "meet":
                return f"process {self.pid} at {self.key} meets process {self.partner} at {self.partner_key}"
            case "end":
                return f"process {self.pid} ends"
            case "value":
                return f"process {self.pid} has {self.key} = {self.value}"
            case _:
                return f"process {self.pid} at {self.key}"


GAP = Logged("gap", 0)
"""Something is missing here."""


class UnreadableTrace(Exception):
    """The trace is not one; the text says where."""


class LineSplitter:
    """Takes a text apart into its lines."""

    def __init__(self) -> None:
        self._rest = b""

    def split(self, data: bytes) -> list[bytes]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            lines.append(self._rest)  # nobody would wait for its end
        return lines

    def words_of(self, line: bytes) -> list[str]:
        return line.decode("utf-8", errors="replace").split()


KnownModel = Callable[[str], None]
"""Is told the fingerprint of the model, and may object."""
MOST_REMEMBERED = 50_000
LONGEST_LINE = 100_000


class TraceReader:
    """Reads a trace as it comes; `ending` is None if it did not say how it ended, `model` if it has not even begun.

    Equal lines are read once, and give the same entry.  A last line without an end was cut off, and says nothing.
    """

    def __init__(self, known_model: KnownModel, stamps: bool = False) -> None:
        """`stamps`: what tells the order among several programs is given, too."""
        self.model = ""
        self._stamps = stamps
        self.ending: LoggedEnding | None = None
        self.line = 0
        """Where the entry is that was given last; of a trace in bytes, its number."""
        self.part = 0
        """How many files have come."""
        self._begins = False
        """Whether what comes next is the beginning of a file."""
        self._entered = False
        self._gap = False
        self._known_model = known_model
        self._entries: dict[bytes, Logged | None] = {}
        self._splitter: LineSplitter | BytesSplitter | None = None

    def copy(self) -> TraceReader:
        """One that reads on from here by itself."""
        own = copy(self)
        own._splitter = copy(self._splitter)
        return own

    def read(self, data: bytes) -> Iterator[Logged]:
        """The entries in what came now; without those that are steps of the program only, such as C, or none at all."""
        if self._splitter is None and data:
            self._splitter = BytesSplitter(self._entries) if data[:1] == SIGN[:1] else LineSplitter()
        if self._splitter is None:
            return
        known = self._entries
        for line in self._splitter.split(data):
            self.line += 1
            if line not in known or self.ending is not None or self._begins:
                self._learn(line)
            entry = known.get(line)
            if self._gap:
                self._gap = False
                yield GAP
            if entry is not None:
                yield entry

    def _learn(self, line: bytes) -> None:
        """What a line says that was not seen before."""
        assert self._splitter is not None
        words = self._splitter.words_of(line)
        if self._is_beginning(words):
            return
        if not self.model or self.ending is not None:
            raise self._unreadable(words)
        if words[:1] == ["over"] and len(words) == 2 and words[1] in _ENDINGS:
            self.ending = _ENDINGS[words[1]]
            return
        entry = _entry(words)
        if entry is None:
            raise self._unreadable(words)
        if len(self._entries) > MOST_REMEMBERED:
            self._entries.clear()
        self._entries[line] = entry if self._is_wanted(entry) else None

    def _is_beginning(self, words: list[str]) -> bool:
        """Whether it is the head of a file: the model, and where it is not the first file, its number."""
        begins, self._begins = self._begins, False
        match words:
            case ["model", model] if model == (self.model or model) and self.ending is None:
                if not self.model:
                    self._known_model(model)
                self.model, self._begins = model, True
                return True
            case ["part", part] if begins and part.isdecimal():
                self._gap = int(part) != self.part + 1
                self.part = int(part)
                return True
        if begins and self._entered:
            raise self._unreadable(words)
        self.part = self.part or 1
        self._entered = True
        return False

    def _is_wanted(self, entry: Logged) -> bool:
        return self._stamps if entry.kind in ("use", "clock") else not _is_silent(entry)

    def _unreadable(self, words: list[str]) -> UnreadableTrace:
        line = " ".join(words)
        return UnreadableTrace(f"line {self.line} of the trace, `{line[:60]}`, cannot be one that a program wrote")


def _entry(words: list[str]) -> Logged | None:
    try:
        match words:
            case ["step", pid, key]:
                return Logged("step", _pid(pid), key)
            case ["meet", pid, key, partner, partner_key]:
                return Logged("meet", _pid(pid), key, _pid(partner), partner_key)
            case ["end", pid]:
                return Logged("end", _pid(pid))
            case ["use", name, number]:
                return Logged("use", 0, name, value=_pid(number))
            case ["clock", pid, clock]:
                return Logged("clock", _pid(pid), clock)
            case ["value", pid, name, value]:
                return Logged("value", _pid(pid), name, value=int(value))
    except ValueError:
        return None
    return None


def _is_silent(entry: Logged) -> bool:
    """A step of the program only, such as C, or none at all."""
    return entry.kind == "step" and (entry.key == "-" or entry.key.startswith("is"))


def _pid(word: str) -> int:
    if not word.isdecimal():
        raise ValueError
    return int(word)
