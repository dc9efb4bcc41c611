"""The programs that verification needs: SPIN and a C compiler."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from penstock.errors import ToolError
from penstock.external import CannotStart, Limits, ProgramOutcome, run

QUICK_COMPILER = "PENSTOCK_COMPILER"
"""The environment variable that names a compiler to try before gcc, such as tcc: fast, but with slower verifiers."""
_QUICKEST = "tcc"
_SECONDS = 20
_VERSIONS: dict[tuple[str, int], str] = {}
_HINT = "install {}, for example with `apt-get install {}`, and make sure that {} on the PATH"


class ToolMissing(ToolError):
    """A program is not there; the text says which, and how to get it."""


class ToolFailed(ToolError):
    """A program did what it should not; the text says what, and what the program said."""


@dataclass(frozen=True, slots=True)
class Tools:
    """Where the programs are, and which versions; `quick` is empty where nobody asks for a quick compiler."""

    spin: str
    compiler: str
    spin_version: str
    compiler_version: str
    quick: str = ""
    quick_version: str = ""
    quickest: tuple[str, ...] = ()
    """What compiles in a moment, for a first search; nothing where there is only one compiler to be asked."""
    quickest_version: str = ""

    @property
    def besides(self) -> str:
        """The compiler that may take the place of gcc -O2, with its version; empty if there is none."""
        name = " ".join([Path(one).name for one in self.quickest] or [Path(self.quick).name])
        return f"{name} {self.quickest_version or self.quick_version}".strip()


def find_tools(directory: Path) -> Tools:
    """The programs, or a `ToolMissing` that names all of those that are not there."""
    paths = {name: shutil.which(name) for name in ("spin", "gcc")}
    missing = [name for name, path in paths.items() if path is None]
    if missing:
        names = {"spin": "SPIN (`spin`)", "gcc": "the C compiler (`gcc`)"}
        text = " and ".join(names[name] for name in missing)
        raise ToolMissing(f"{text} cannot be found: {_hint(*missing)}")
    spin, compiler = str(paths["spin"]), str(paths["gcc"])
    versions = _version(spin, "-V", directory), _version(compiler, "--version", directory)
    quick = _quick_compiler(directory)
    if any(quick):
        return Tools(spin, compiler, *versions, *quick)
    quickest = shutil.which(_QUICKEST)
    if quickest is None:
        return Tools(spin, compiler, *versions, quickest=(compiler, "-O0"), quickest_version=versions[1])
    return Tools(
        spin, compiler, *versions, quickest=(quickest,), quickest_version=_version(quickest, "--version", directory)
    )


def _quick_compiler(directory: Path) -> tuple[str, str]:
    wanted = os.environ.get(QUICK_COMPILER, "")
    if not wanted:
        return "", ""
    path = shutil.which(wanted)
    if path is None:
        raise ToolMissing(f"`{wanted}`, which {QUICK_COMPILER} asks for, cannot be found")
    return path, _version(path, "--version", directory)


def _hint(*names: str) -> str:
    words = ("them", "they are") if len(names) > 1 else ("it", "it is")
    return _HINT.format(words[0], " ".join(names), words[1])


def _version(program: str, option: str, directory: Path) -> str:
    """Each program is asked once, unless another one takes its place."""
    key = program, os.stat(program).st_mtime_ns
    if key not in _VERSIONS:
        _VERSIONS[key] = _told_version(program, option, directory)
    return _VERSIONS[key]


def _told_version(program: str, option: str, directory: Path) -> str:
    try:
        outcome = run([program, option], directory, Limits(_SECONDS))
    except CannotStart as problem:
        raise ToolMissing(f"{problem}: {_hint(Path(program).name)}") from None
    first = outcome.output.strip().splitlines()
    if outcome.status != 0 or not first:
        raise ToolFailed(f"`{program} {option}` failed: {what_it_said(outcome)}")
    found = re.search(r"\d+\.\d+(\.\d+)?", first[0].rpartition(")")[2] or first[0])
    return found[0] if found else first[0]


def what_it_said(outcome: ProgramOutcome, lines: int = 12) -> str:
    """How a program ended and the last lines it wrote, for a message."""
    if outcome.signal_name is not None:
        how = f"it was killed by {outcome.signal_name}"
    else:
        how = f"it ended with status {outcome.status}"
    said = [line for line in (outcome.output + "\n" + outcome.errors).splitlines() if line.strip()]
    return "\n  ".join([how + (" and said:" if said else ""), *said[-lines:]])
