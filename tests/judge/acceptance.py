"""Asks SPIN whether it accepts a model: `spin -a` in a directory of its own, which is gone afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tests.judge.running import Finished, generate_verifier, private_directory, text_and_directory

TIME_LIMIT = 60.0


class Outcome(Enum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What SPIN said about a model, and what it printed."""

    outcome: Outcome
    output: str

    @property
    def accepted(self) -> bool:
        return self.outcome is Outcome.ACCEPTED


def spin_accepts(model: Path | str, directory: Path | None = None) -> Verdict:
    """SPIN's verdict on a file or a text; `directory` is where the files it includes are."""
    text, directory = text_and_directory(model, directory)
    with private_directory(text) as place:
        finished = generate_verifier(place, directory, TIME_LIMIT)
        return Verdict(_outcome(finished, (place / "pan.c").is_file()), finished.output)


def _outcome(finished: Finished, generated: bool) -> Outcome:
    # SPIN's exit status is its count of errors, so 128 and above alone does not mean a signal.
    if finished.status < 0 or finished.timed_out or (finished.status >= 128 and "rror" not in finished.output):
        return Outcome.CRASHED
    return Outcome.ACCEPTED if finished.status == 0 and generated else Outcome.REJECTED
