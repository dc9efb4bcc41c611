"""What a text from a stranger may reach: files below one directory, and no C unless that is allowed.

with confined("/home/me/models"):       all that is read in here, in any thread, stays below that directory
    check(CheckRequest(source))         raises `OutOfBounds` for a model, or an included file, that is elsewhere

This is for a process that works for one request.  Links are followed before a path is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from penstock.errors import PenstockError


class OutOfBounds(PenstockError):
    """A path leads out of the directory that may be read, or C would be executed that must not be."""


@dataclass(frozen=True, slots=True)
class Confinement:
    root: Path
    c_code: bool = False

    def allowed(self, path: str) -> Path:
        """Where a path leads, if that is below the root; what is elsewhere need not even be there."""
        try:
            real = Path(path).resolve()
        except (OSError, RuntimeError, ValueError):
            raise OutOfBounds(f"`{path}` leads nowhere") from None
        if not real.is_relative_to(self.root):
            raise OutOfBounds(f"`{path}` is outside of the directory that may be read")
        return real


_confinement: Confinement | None = None


def confinement() -> Confinement | None:
    """None if whoever asks may read what the user may read."""
    return _confinement


@contextmanager
def confined(root: str, c_code: bool = False) -> Iterator[Confinement]:
    global _confinement  # other threads of a request must not escape
    before, _confinement = _confinement, Confinement(Path(root).resolve(), c_code)
    try:
        yield _confinement
    finally:
        _confinement = before


def may_execute_c() -> bool:
    return _confinement is None or _confinement.c_code
