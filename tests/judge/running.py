"""Runs other programs within limits of time, memory and output, in a directory that is gone afterwards."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.judge.examples import read_model

MODEL_NAME = "model.pml"
MEMORY_LIMIT = 4 << 30
OUTPUT_LIMIT = 64 << 20
QUICK_COMPILER = "tcc"
_PREPROCESSED = re.compile(r"""[#"'\\/?]|%:|__|\b(linux|unix|i386)\b|[^\n\t -~]""")
"""What a preprocessor of C may change: directives, comments, texts with what looks like one, its names, odd blanks."""
TIMED_OUT = 1 << 16
"""Stands for an exit status that no process can have."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended, and what it printed on both of its outputs."""

    status: int
    output: str

    @property
    def timed_out(self) -> bool:
        return self.status == TIMED_OUT


@contextlib.contextmanager
def private_directory(text: str) -> Iterator[Path]:
    """A directory of its own with nothing but the model."""
    with tempfile.TemporaryDirectory(prefix="judge-") as private:
        place = Path(private)
        (place / MODEL_NAME).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
        yield place


def text_and_directory(model: Path | str, directory: Path | None) -> tuple[str, Path | None]:
    """The text of a model that is given as a file or a text, and where the files are that it includes."""
    if isinstance(model, Path):
        return read_model(model), directory or model.parent
    return model, directory


def generate_verifier(place: Path, directory: Path | None, seconds: float, options: Sequence[str] = ()) -> Finished:
    """Let SPIN write a verifier for the model; the C preprocessor it starts also looks into `directory`.

    A text without anything for a preprocessor is handed to SPIN as it is, which takes half of the time.
    """
    text = (place / MODEL_NAME).read_text(encoding="utf-8", errors="surrogateescape")
    search = [f"-E-I{directory.resolve()}"] if directory is not None else []
    if _PREPROCESSED.search(text) is None:
        search = ["-Pcat"]
    return run(["spin", *search, *options, "-a", MODEL_NAME], place, seconds)


def compile_verifier(place: Path, seconds: float, options: Sequence[str] = ()) -> Finished:
    """Make `pan` out of the C code that SPIN wrote, in a moment where the quick compiler can."""
    words = ["-w", "-O0", *options, "-o", "pan", "pan.c"]
    quick = run([QUICK_COMPILER, *words], place, seconds) if shutil.which(QUICK_COMPILER) else None
    return quick if quick is not None and quick.status == 0 else run(["gcc", *words], place, seconds)


def run(command: Sequence[str], place: Path, seconds: float, memory: int = MEMORY_LIMIT) -> Finished:
    """Run a command in `place`; what it started ends with it."""
    with (place / "output").open("wb") as output:
        process = subprocess.Popen(
            [*_limited(memory), *command],
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        status = _wait(process, seconds)
    return Finished(status, (place / "output").read_text(encoding="utf-8", errors="replace"))


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int:
    try:
        return process.wait(seconds)
    except BaseException as problem:
        _end_group(process)
        if isinstance(problem, subprocess.TimeoutExpired):
            return TIMED_OUT
        raise


def _limited(memory: int) -> list[str]:
    """A mutated model can make SPIN allocate or print without end; a shell sets limits faster than a fork of ours."""
    limits = f"ulimit -v {memory >> 10}; ulimit -f {OUTPUT_LIMIT >> 9}; ulimit -c 0"
    return ["/bin/sh", "-c", f'{limits}; exec "$@"', "sh"]


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a program and those it started; it was not waited for, so the number is still its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
