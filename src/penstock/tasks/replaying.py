"""What a user types to replay the trail of a violation."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace

from penstock.dialects.actors.choices import ActorChoices, Defer, LateMessage
from penstock.reading.reading import Reading
from penstock.spin.checking import PropertyResult
from penstock.spin.growth import exact
from penstock.spin.properties import PropertyKind, compile_flags
from penstock.spin.session import Session
from penstock.spin.workspace import OPTIMIZATIONS_OFF, ModelText

_NAMELESS = "model.pml"
_STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class WithVerifier:
    """How the verifier is compiled and told to replay: SPIN itself does not execute C code."""

    flags: tuple[str, ...]
    switches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replaying:
    """A trail, and what replays it: SPIN, a verifier or, where the model is a translation, `penstock simulate`."""

    trail: bytes
    model: ModelText
    file: str
    actors: ActorChoices
    verifier: WithVerifier | None = None

    def command(self, trail_file: str) -> str:
        if self.model.lines:
            return self._simulating(trail_file)
        options = [f"-D{definition}" for definition in self.model.definitions]
        options += [f"-E-I{directory}" for directory in self.model.directories]
        options += OPTIMIZATIONS_OFF if self.model.unoptimized else ()
        file, before = self.model.name, ""
        if self.model.formulas:
            file = "with_formulas.pml"
            blocks = " ".join(f"ltl {name} {{ {formula} }}" for name, formula in self.model.formulas)
            before = f"(cat {shlex.quote(self.model.name)}; echo {shlex.quote(blocks)}) > {file}; "
        if self.verifier is None:
            return before + shlex.join(["spin", *options, "-t", "-p", "-k", trail_file, file])
        commands = [
            ["spin", *options, "-a", file],
            ["gcc", *self.verifier.flags, "-o", "pan", "pan.c"],
            ["./pan", *self.verifier.switches, "-r", trail_file],
        ]
        return before + "; ".join(map(shlex.join, commands))

    def _simulating(self, trail_file: str) -> str:
        """SPIN alone does not know the text of a translated model."""
        words = ["penstock", "simulate", self.file]
        words += [f"-D{definition}" for definition in self.model.definitions]
        words += [f"-I{directory}" for directory in self.model.directories]
        words += [word for size in self.actors.mailbox for word in ("--mailbox", size)]
        words += ["--defer", self.actors.defer.value] if self.actors.defer is not Defer.PUTBACK else []
        words += [word for kind in self.actors.network for word in ("--network", kind)]
        words += ["--stopped", self.actors.stopped.value] if self.actors.stopped is not LateMessage.LOST else []
        words += ["--test", self.actors.test] if self.actors.test else []
        return shlex.join([*words, "--trail", trail_file])


def replaying_of(session: Session, reading: Reading, result: PropertyResult) -> Replaying | None:
    if result.trail is None:
        return None
    source = reading.source
    model = replace(session.model, unoptimized=session.facts.embedded_c)
    if model.lines:
        model = replace(model, definitions=source.definitions)  # the translation may have taken them in
    elif source.path is None and not source.name.endswith(".pml"):
        model = replace(model, name=_NAMELESS)
    file = source.path or _STANDARD_INPUT
    return Replaying(result.trail, model, file, reading.wanted.actors, _with_verifier(session, result))


def _with_verifier(session: Session, result: PropertyResult) -> WithVerifier | None:
    """None where SPIN itself replays, as for non-progress cycles."""
    if not session.facts.embedded_c or result.wanted.kind is PropertyKind.PROGRESS or result.growth is None:
        return None
    flags = compile_flags(result.wanted, session.generated(), session.facts, session.settings.fair)
    switches = [word for word in session.switches(result.wanted) if word not in ("-a", "-f")]
    return WithVerifier((*flags, *exact(result.growth).flags), tuple(switches))
