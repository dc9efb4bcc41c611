"""What is expected of a model."""

from __future__ import annotations

from enum import Enum

from penstock.records import record

Wanted = str | int | tuple[int | str, ...]
"""Lines are numbers, those of included files texts: `more.h:12`."""
ANY_CHANNEL = "*"


class Topic(Enum):
    """What can be expected of a model."""

    CHECK = "check"
    VERIFY = "verify"
    STATES = "states"
    UNREACHED = "unreached"
    BOUND = "bound"
    CONFORM = "conform"


@record
class Expectation:
    """`about` is the property or the channel that is meant; `file` and `line` are where this is written."""

    topic: Topic
    about: str
    wanted: Wanted
    file: str
    line: int
    path: tuple[str | int, ...] = ()
    """The keys that lead to it in the project file; none for a comment in a model."""

    @property
    def name(self) -> str:
        """`verify safety`, `bound line`, `check`."""
        return f"{self.topic.value} {self.about}".rstrip()


@record
class ModelUnderTest:
    """A model with one set of definitions, and everything that is expected of it."""

    path: str
    definitions: tuple[str, ...]
    directories: tuple[str, ...]
    expectations: tuple[Expectation, ...]
    timeout: float | None = None
    memory: int | None = None
    budget: float | None = None
    search: str | None = None
    fair: bool = False
    runs: int = 0

    @property
    def name(self) -> str:
        return " ".join([self.path, *(f"-D{definition}" for definition in self.definitions)])
