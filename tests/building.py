"""Programs that `generate` made, built by their Makefiles; equal runtimes are compiled once for all tests."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.support import shared_directory

LIMIT = 300.0


def make(directory: Path, *words: str, limit: float = LIMIT) -> subprocess.CompletedProcess[str]:
    """Build the program; what the compiler says is in the result."""
    runtime = directory / "runtime"
    kept = shared_directory() / f"runtime-{_key(directory, words)}"
    fresh = not any(runtime.glob("*.o"))
    if fresh and kept.exists():
        for path in sorted(kept.iterdir(), key=lambda path: path.suffix == ".o"):
            shutil.copy(path, runtime)  # newer than what it was made of, so that make takes it
    command = ["make", "-s", "-C", str(directory), *words]
    built = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    # What the compiler complains about, it must complain about every time.
    if fresh and not kept.exists() and (built.returncode, built.stderr) == (0, ""):
        _keep(runtime, kept)
    return built


def _key(directory: Path, words: tuple[str, ...]) -> str:
    """One name for all that the objects of the runtime are made of."""
    settings, _, _ = (directory / "Makefile").read_text().partition("\nOBJECTS =")
    files = [*sorted((directory / "runtime").glob("*.[ch]")), *directory.glob("sizes.h")]
    parts = [settings, *words, *(path.read_text() for path in files)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _keep(runtime: Path, kept: Path) -> None:
    """The objects appear by renaming, so that tests running at the same time see all or none."""
    with tempfile.TemporaryDirectory(dir=kept.parent) as place:
        new = Path(place, "new")
        new.mkdir()
        for path in (runtime / "flags", *runtime.glob("*.o")):
            shutil.copy(path, new)
        with suppress(OSError):  # somebody else was first
            new.rename(kept)
