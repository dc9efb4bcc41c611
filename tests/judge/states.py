"""Asks SPIN how many states a model has: its verifier explores all of them, without any reduction.

The verifier is made by `spin -o3 -a` (no merging of steps) and compiled with `-DNOREDUCE -DSAFETY`; it counts in a
run with `-E -A`, which overlooks deadlocks and assertions.  Two more runs look at these.  A never claim, or the first
ltl formula, runs along: then pairs of a state and a state of the claim are counted.  SPIN's optimisation of the C code
only takes time here, so there is none, and the hash table begins small, as it grows when it has to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.judge.running import (
    Finished,
    compile_verifier,
    generate_verifier,
    private_directory,
    run,
    text_and_directory,
)

GENERATE_LIMIT = 20.0
COMPILE_LIMIT = 120.0
EXPLORE_LIMIT = 30.0
COMPILE = ("-DNOREDUCE", "-DSAFETY")
EXPLORE = ("./pan", "-n", "-m150000", "-c0", "-w16")
INVALID_END = "invalid end state"
ASSERTION = "assertion violated"
_STORED = r"(\S+) states, stored"
_UNFINISHED = ("Search not completed", "max search depth too small", "out of memory")


@dataclass(frozen=True, slots=True)
class SpinCount:
    """What SPIN found; numbers are 0 where `problem` says why there is nothing to count."""

    stored: int = 0
    matched: int = 0
    transitions: int = 0
    atomic_steps: int = 0
    depth: int = 0
    complete: bool = False
    """Whether everything was seen: no limit was met and no error ended the search."""
    deadlocks: int | None = 0
    """States that are no valid ends and have no successor; unknown beside other errors or under a claim."""
    messages: tuple[str, ...] = ()
    """What went wrong in some state, once each, as SPIN says it."""
    problem: str = ""
    """Why there is no count: SPIN or the C compiler refused, or time ran out."""

    @property
    def deadlock(self) -> bool:
        return INVALID_END in self.messages

    @property
    def assertion(self) -> bool:
        return any(message.startswith(ASSERTION) for message in self.messages)

    @property
    def error(self) -> str:
        """The first error that is neither a deadlock nor an assertion."""
        others = (text for text in self.messages if text != INVALID_END and not text.startswith(ASSERTION))
        return next((text for text in others if not text.startswith("end state in claim")), "")


def spin_explores(
    model: Path | str,
    directory: Path | None = None,
    seconds: float = EXPLORE_LIMIT,
    definitions: Sequence[str] = (),
    most: int | None = None,
) -> SpinCount:
    """Explore a file or a text; `definitions` go to the C compiler (`NOCLAIM` leaves out a never claim).

    Models with more than `most` states are only counted, and not looked at for what is wrong with them.
    """
    text, directory = text_and_directory(model, directory)
    with private_directory(text) as place:
        problem = build_verifier(place, directory, definitions)
        return SpinCount(problem=problem) if problem else _explore(place, seconds, most)


def build_verifier(place: Path, directory: Path | None, definitions: Sequence[str] = ()) -> str:
    """Make the verifier of the model in `place`; says what went wrong, or nothing."""
    generated = generate_verifier(place, directory, GENERATE_LIMIT, ["-o3"])
    if generated.status != 0:
        return f"spin: {generated.output}"
    compiled = compile_verifier(place, COMPILE_LIMIT, [*COMPILE, *(f"-D{name}" for name in definitions)])
    return f"gcc: {compiled.output}" if compiled.status != 0 else ""


def _explore(place: Path, seconds: float, most: int | None) -> SpinCount:
    counted = run([*EXPLORE, "-E", "-A"], place, seconds)
    if _finished(counted) and most is not None and _number(_STORED, counted) > most:
        return SpinCount(stored=_number(_STORED, counted), complete=_complete(counted), deadlocks=None)
    checked = run(EXPLORE, place, seconds) if _finished(counted) else counted
    ends = run([*EXPLORE, "-A"], place, seconds) if _finished(checked) and _needs_run_for_ends(checked) else checked
    for finished in (counted, checked, ends):
        if not _finished(finished):
            return SpinCount(problem="out of time" if finished.timed_out else f"pan: {finished.output}")
    return SpinCount(
        stored=_number(_STORED, counted),
        matched=_number(r"(\S+) states, matched", counted),
        transitions=_number(r"(\S+) transitions", counted),
        atomic_steps=_number(r"(\S+) atomic steps", counted),
        depth=_number(r"depth reached (\d+)", counted),
        complete=_complete(counted),
        deadlocks=_deadlocks(ends),
        messages=_messages(checked.output),
    )


def _finished(finished: Finished) -> bool:
    return not finished.timed_out and "states, stored" in finished.output


def _complete(finished: Finished) -> bool:
    return not any(sign in finished.output for sign in _UNFINISHED)


def _needs_run_for_ends(checked: Finished) -> bool:
    """Whether deadlocks are counted together with assertions."""
    return len(_messages(checked.output)) > 1


def _messages(output: str) -> tuple[str, ...]:
    found = re.findall(r"^pan:\d+: (.*) \(at depth -?\d+\)$", output, re.MULTILINE)
    return tuple(dict.fromkeys(found))


def _deadlocks(finished: Finished) -> int | None:
    messages = _messages(finished.output)
    if re.search(r"never claim\s+\+", finished.output):
        return None
    if not messages or messages[0].startswith(ASSERTION):
        return 0
    return _number(r"errors: (\d+)", finished) if messages == (INVALID_END,) else None


def _number(pattern: str, finished: Finished) -> int:
    """A number that the verifier printed, which may be as in 1.2e+07."""
    found = re.search(pattern, finished.output)
    if found is None:
        raise ValueError(f"the verifier did not print what was expected:\n{finished.output}")
    return int(float(found[1]))
