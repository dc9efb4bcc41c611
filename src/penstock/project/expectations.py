"""What is expected of a model."""

from __future__ import annotations

from enum import Enum

from penstock.dialects.actors.choices import ActorChoices, Defer
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
    TEST = "test"


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
    actors: ActorChoices = ActorChoices()
    asked: tuple[str, ...] = ()
    """The properties that are asked for, where a test in the model says what is expected."""

    @property
    def name(self) -> str:
        """What `verify` would be given."""
        words = [self.path, *(f"-D{definition}" for definition in self.definitions)]
        words += [word for size in self.actors.mailbox for word in ("--mailbox", size)]
        words += ["--defer", self.actors.defer.value] if self.actors.defer is not Defer.PUTBACK else []
        return " ".join([*words, *(["--test", self.actors.test] if self.actors.test else [])])
