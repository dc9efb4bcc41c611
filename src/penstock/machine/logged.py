"""Traces as programs write them: of which model, step by step, and how it ended.

model 53d1c2...      a fingerprint of what the program was made of
step 0 4:11          process 0 did the statement at line 4, column 11
meet 0 5:3 1 9:7     process 0 sent, process 1 received
value 1 x 3          C left 3 in x
end 1                process 1 ended
over ended           no process can move any more; a trace without such a line was cut off
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Ending(Enum):
    """How a program says that it ended."""

    ENDED = "ended"
    DEADLOCK = "deadlock"
    VIOLATED = "violated"
    FAILED = "failed"
    LIMIT = "limit"


_ENDINGS = {ending.value: ending for ending in Ending}


@dataclass(frozen=True, slots=True)
class Logged:
    """One line of a trace: a step, the meeting of two processes, the end of a process, or a value."""

    line: int
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


class Unreadable(Exception):
    """The trace is not one; the text says where."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What a program did; `ending` is None if it did not say how it ended, `model` if nothing was written at all."""

    entries: tuple[Logged, ...]
    model: str = ""
    ending: Ending | None = None


def read_trace(text: str) -> Trace:
    """A last line without an end was cut off, and says nothing."""
    model, ending = "", None
    entries: list[Logged] = []
    for number, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        match line.split():
            case ["model", word] if number == 1:
                model = word
            case ["over", word] if word in _ENDINGS and model and not ending:
                ending = _ENDINGS[word]
            case words:
                entry = _entry(number, words) if model and not ending else None
                if entry is None:
                    raise Unreadable(f"line {number} of the trace, `{line[:60]}`, cannot be one that a program wrote")
                entries.append(entry)
    return Trace(tuple(entry for entry in entries if not _is_silent(entry)), model, ending)


def _entry(number: int, words: list[str]) -> Logged | None:
    try:
        match words:
            case ["step", pid, key]:
                return Logged(number, "step", _pid(pid), key)
            case ["meet", pid, key, partner, partner_key]:
                return Logged(number, "meet", _pid(pid), key, _pid(partner), partner_key)
            case ["end", pid]:
                return Logged(number, "end", _pid(pid))
            case ["value", pid, name, value]:
                return Logged(number, "value", _pid(pid), name, value=int(value))
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
