"""Asks SPIN whether it accepts a model: `spin -a` in a directory of its own, which is gone afterwards."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tests.judge.examples import read_model

TIME_LIMIT = 10.0
MEMORY_LIMIT = 4 << 30
OUTPUT_LIMIT = 64 << 20
MODEL_NAME = "model.pml"
TIMED_OUT = 1 << 16
"""Stands for an exit status that no process can have."""


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
    if isinstance(model, Path):
        directory = directory or model.parent
        model = read_model(model)
    with tempfile.TemporaryDirectory(prefix="judge-") as private:
        place = Path(private)
        (place / MODEL_NAME).write_text(model, encoding="utf-8", errors="surrogateescape", newline="")
        status = _run_spin(place, directory)
        output = (place / "output").read_text(encoding="utf-8", errors="replace")
        return Verdict(_outcome(status, output, (place / "pan.c").is_file()), output)


def _run_spin(place: Path, directory: Path | None) -> int:
    # The C preprocessor that SPIN starts also looks where the model came from.
    search = [f"-E-I{directory.resolve()}"] if directory is not None else []
    with (place / "output").open("wb") as output:
        process = subprocess.Popen(
            ["spin", *search, "-a", MODEL_NAME],
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_limit_resources,  # safe: the judges run in processes, not in threads
        )
        try:
            return process.wait(TIME_LIMIT)
        except BaseException as problem:
            _end_group(process)
            if isinstance(problem, subprocess.TimeoutExpired):
                return TIMED_OUT
            raise


def _limit_resources() -> None:
    """A mutated model can make SPIN allocate or print without end."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT_LIMIT, OUTPUT_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End SPIN and the preprocessor it started; SPIN was not waited for, so the number is still its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _outcome(status: int, output: str, generated: bool) -> Outcome:
    # SPIN's exit status is its count of errors, so 128 and above alone does not mean a signal.
    if status < 0 or status == TIMED_OUT or (status >= 128 and "rror" not in output):
        return Outcome.CRASHED
    return Outcome.ACCEPTED if status == 0 and generated else Outcome.REJECTED
