"""How fast `conform` follows traces: processor time and memory, and how they grow with the length of the trace.

The traces are of random runs of a model; where it never comes to the same state twice, nothing can be remembered.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

from tests.judge.traces import MODEL, as_bytes, as_text, walk

from penstock.codegen.fingerprint import fingerprint
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.tasks.following import follower_of
from penstock.tasks.models import runnable_model
from penstock.tasks.programs import program_reading

PIPELINE = """chan a = [4] of { NUMBER }; chan b = [4] of { NUMBER };
active proctype source() { NUMBER n; do :: a!n -> n++ od }
active proctype middle() { NUMBER x; do :: a?x -> atomic { x++; b!x } od }
active proctype sink() { NUMBER y; do :: b?y od }
"""
HIDDEN = """promela_MS { chan into = [1] of { byte }; chan out = [1] of { byte }; };
env proctype world() { byte x; do :: into!x -> x++ :: out?x od }
active proctype p() {
    byte y, z;
    do
    :: promela_MS { into?y; }; z = (y + z) % 7; promela_MS { out!z; }; y = 0
    od
}
promela_MS { active proctype begin() { run world() } };
"""
SIZES = (10_000, 100_000, 1_000_000)


def main() -> None:
    print("\nconform: seconds of processor time and megabytes, with the start of Python")
    with tempfile.TemporaryDirectory(prefix="following-") as place:
        for name, text in (("a pipeline", PIPELINE.replace("NUMBER", "byte")), ("the same, never twice", _endless())):
            path = Path(place, "pipeline.pml")
            path.write_text(text)
            for form in ("text", "bytes"):
                _grow(f"{name}, {form}", path, form, SIZES)
        path = Path(place, "hidden.pch")
        path.write_text(HIDDEN)
        _grow("much is hidden", path, "text", SIZES[:2])


def _endless() -> str:
    return PIPELINE.replace("NUMBER", "int")


def _grow(name: str, model: Path, form: str, sizes: tuple[int, ...]) -> None:
    found = []
    for size in sizes:
        with tempfile.NamedTemporaryFile(suffix=".log") as trace:
            _elsewhere(_write_trace, trace.name, model, size, form)
            seconds, memory = _spent(trace.name, str(model))
        found.append(seconds)
        print(f"  {name:30} {size:9,} steps {seconds:7.2f} s {memory:6.0f} MB")
    grown = math.log(found[-1] / found[0]) / math.log(sizes[-1] / sizes[0])
    print(f"  {name:30} exponent {grown:.2f} (1 is linear)")


def _elsewhere(function: Callable[..., None], *words: object) -> None:
    """In another process: what this one has had in memory would count for those that it starts later."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(function, *words).result()


def _write_trace(path: str, model: Path, size: int, form: str) -> None:
    Path(path).write_bytes(_trace(model, size, form))


def _trace(model: Path, size: int, form: str) -> bytes:
    reading = runnable_model(Wanted(Source(str(model)), every_tick=True))
    entries = walk(follower_of(reading), Random(1), size)
    own = fingerprint((program_reading(reading) if model.suffix == ".pch" else reading).model)
    if form == "text":
        return as_text(entries).replace(MODEL.encode(), own.encode())
    return as_bytes(entries).replace(bytes.fromhex(MODEL), bytes.fromhex(own))


def _spent(trace: str, model: str) -> tuple[float, float]:
    """By a process of its own."""
    child = os.posix_spawn(
        sys.executable, [sys.executable, "-m", "penstock", "conform", "--quiet", trace, model], os.environ
    )
    _, status, used = os.wait4(child, 0)
    assert status == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


if __name__ == "__main__":
    main()
