"""From what a client asks to launch, to a timeline with its cursor at the beginning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom
from typing import Any

from penstock.budget import Budget, Watch
from penstock.dialects.actors.choices import ActorChoices, Defer
from penstock.errors import UsageError
from penstock.machine.trace import RunTrace
from penstock.project.mistakes import Mistakes
from penstock.project.project_file import find_project
from penstock.project.tables import defaults_of
from penstock.reading.files import trace_text
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.stepping.policies import AtRandom, ByHand, Policy
from penstock.stepping.recorded import timeline_along
from penstock.stepping.timeline import Timeline
from penstock.tasks.recorded import counterexample, filling_run, program_run, trail_run
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.conform import ConformRequest
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.simulate import simulated_model

RANDOM, HAND, TRAIL, VERIFY, BOUND, CONFORM = "random", "hand", "trail", "verify", "bound", "conform"
ORIGINS = (RANDOM, HAND, TRAIL, VERIFY, BOUND, CONFORM)
_IMPLIED = {"property": VERIFY, "ltl": VERIFY, "trail": TRAIL, "channel": BOUND, "trace": CONFORM, "run": CONFORM}
_LARGEST_SEED = 10_000


@dataclass(frozen=True, slots=True)
class Launched:
    """A run to be stepped through, who chooses its steps, and what users should be told about it."""

    timeline: Timeline
    policy: Policy
    told: tuple[str, ...] = ()


class Configuration:
    """What a client asks to launch; whatever has the wrong type is refused."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        self.arguments = arguments
        self.program = self.path("program") or self._missing("program")
        implied = next((origin for name, origin in _IMPLIED.items() if arguments.get(name)), RANDOM)
        self.origin = self.text("from") or implied
        if self.origin not in ORIGINS:
            raise UsageError(f"`from` is one of {', '.join(ORIGINS)}, not `{self.origin}`")
        self.actors = ActorChoices(self.texts("mailbox"), self._defer(), test=self.text("test"))
        self.source = Source(self.program, None, "", self.texts("define"), self._directories())

    def _missing(self, name: str) -> str:
        raise UsageError(f"the configuration says no `{name}`: give the path of a model")

    def _defer(self) -> Defer:
        word = self.text("defer") or Defer.PUTBACK.value
        try:
            return Defer(word)
        except ValueError:
            known = ", ".join(one.value for one in Defer)
            raise UsageError(f"`defer` is one of {known}, not `{word}`") from None

    def _directories(self) -> tuple[str, ...]:
        return tuple(str(self._directory() / name) for name in self.texts("include"))

    def _directory(self) -> Path:
        """What relative paths are relative to."""
        return Path(self.text("cwd")).absolute()

    def path(self, name: str) -> str:
        """The absolute path that is given under a name, or nothing."""
        given = self.text(name)
        return str(self._directory() / given) if given else ""

    def completed(self) -> Source:
        """With what the project of the model says about reading it; reading that may take a moment."""
        found = find_project(Path(self.program).parent) if self.yes("project", True) else None
        if found is None:
            return self.source
        defaults = defaults_of(Mistakes(found))
        names = {text.partition("=")[0] for text in self.source.definitions}
        others = [text for text in defaults.define if text.partition("=")[0] not in names]
        directories = *self.source.directories, *(str(found.root / name) for name in defaults.include)
        return replace(self.source, definitions=(*others, *self.source.definitions), directories=directories)

    def text(self, name: str) -> str:
        return str(self._value(name, str, "a text") or "")

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, or one alone."""
        value = self.arguments.get(name)
        if isinstance(value, str):
            return (value,)
        found = self._value(name, list, "a list of texts") or []
        if not all(isinstance(one, str) for one in found):
            raise UsageError(f"`{name}` is a list of texts")
        return tuple(found)

    def number(self, name: str) -> int | None:
        value = self._value(name, int, "a number")
        return None if value is None else int(value)

    def yes(self, name: str, default: bool = False) -> bool:
        value = self._value(name, bool, "true or false")
        return default if value is None else bool(value)

    def _value(self, name: str, kind: type, said: str) -> Any:
        value = self.arguments.get(name)
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise UsageError(f"`{name}` must be {said}")
        return value

    def simulating(self) -> SimulateRequest:
        return SimulateRequest(
            self.source,
            self.actors,
            Opening(),
            seed=self.number("seed"),
            lossy=self.yes("lossy"),
            unlimited=self.yes("unlimited"),
        )


def launch(wanted: Configuration, watch: Watch) -> Launched:
    """Read the model, and find the run that is wanted; this may take as long as verifying does."""
    wanted.source = wanted.completed()
    match wanted.origin:
        case "random":
            return _at_random(wanted, watch)
        case "hand":
            return Launched(_timeline(wanted, watch), ByHand(), ("a run by hand: choose each step",))
        case "trail":
            name = wanted.path("trail") or f"{wanted.program}.trail"
            return _along(trail_run(wanted.simulating(), _bytes(name), name, watch), f"along the trail {name}")
        case "verify":
            request = VerifyRequest(wanted.source, wanted.actors, Opening(), ltl=wanted.texts("ltl"))
            found = counterexample(request, wanted.text("property"), watch)
            return _along(found.run, f"the run that violates `{found.name}`: {found.reason}")
        case "bound":
            found_run = filling_run(
                BoundRequest(wanted.source, wanted.actors), wanted.text("channel"), wanted.number("rounds"), watch
            )
            return _along(found_run.run, found_run.reason)
        case _:
            return _traced(wanted, watch)


def _traced(wanted: Configuration, watch: Watch) -> Launched:
    trace, directory = wanted.path("trace"), wanted.path("run")
    if bool(trace) == bool(directory):
        raise UsageError("give either `trace`, the file of a trace, or `run`, the directory of a program")
    text = trace_text(trace) if trace else None
    found = program_run(ConformRequest(wanted.source, text, wanted.actors, directory or None), watch)
    return _along(found.run, found.reason)


def _at_random(wanted: Configuration, watch: Watch) -> Launched:
    seed = wanted.number("seed")
    if seed is None:
        seed = SystemRandom().randrange(1, _LARGEST_SEED)
    return Launched(_timeline(wanted, watch), AtRandom(seed), (f"a random run; the seed {seed} repeats it",))


def _timeline(wanted: Configuration, watch: Watch) -> Timeline:
    with Budget(watch=watch):
        return Timeline(simulated_model(wanted.simulating())[1])


def _along(trace: RunTrace, told: str) -> Launched:
    """After the end of what is recorded, whoever steps on chooses."""
    return Launched(timeline_along(trace), ByHand(), (told,))


def _bytes(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as problem:
        raise UsageError(f"cannot read the trail `{name}`: {problem.strerror or problem}") from None
