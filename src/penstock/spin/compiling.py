"""From the sources of a verifier to a program, by the C compiler or out of the cache."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from penstock.external import CannotStart, Limits, ProgramOutcome, run, write_program
from penstock.spin.cache import Cache, key_of
from penstock.spin.generating import SOURCES, Generated, OutOfTime
from penstock.spin.tools import ToolFailed, Tools, what_it_said

_QUICK = "quick"
_NAME_CLASH = ("conflicting types", "redefinition", "redeclared")


@dataclass(slots=True)
class Compiler:
    """Compiles each set of flags once, however many searches ask for it at the same time.

    `cacheable` is false for models whose C code includes files that we do not see: these are not left to the quick
    compiler, either, which knows fewer ways to find them.  `seconds` are for each compilation.
    """

    tools: Tools
    cache: Cache
    directory: Path
    cacheable: bool
    seconds: float | None
    stop: Callable[[], bool]
    _programs: dict[tuple[Path, tuple[str, ...]], Path] = field(default_factory=dict)
    _locks: dict[tuple[Path, tuple[str, ...]], Lock] = field(default_factory=dict)
    _guard: Lock = field(default_factory=Lock)

    def program(self, generated: Generated, flags: tuple[str, ...], stop: Callable[[], bool] | None = None) -> Path:
        """The verifier compiled with `flags`; raises `ToolFailed` or `OutOfTime`."""
        return self._once((generated.directory, flags), lambda: self._make(generated, flags, stop or self.stop))

    def at_hand(self, generated: Generated, flags: tuple[str, ...]) -> bool:
        """Whether there is such a verifier already, so that nothing needs to be compiled."""
        known = (generated.directory, flags) in self._programs
        return known or (self.cacheable and self.cache.has(key_of(_parts(self.tools, generated, flags))))

    def quick_program(self, generated: Generated, flags: tuple[str, ...], stop: Callable[[], bool]) -> Path:
        """The verifier by the quickest compiler at hand, which need not be kept; raises `ToolFailed`."""
        return self._once((generated.directory, (_QUICK, *flags)), lambda: self._make_quick(generated, flags, stop))

    def _once(self, wanted: tuple[Path, tuple[str, ...]], make: Callable[[], Path]) -> Path:
        with self._guard:
            lock = self._locks.setdefault(wanted, Lock())
        with lock:
            if wanted not in self._programs:
                self._programs[wanted] = make()
            return self._programs[wanted]

    def _make_quick(self, generated: Generated, flags: tuple[str, ...], stop: Callable[[], bool]) -> Path:
        program = self.directory / f"quick-{key_of(word.encode() for word in (str(generated.directory), *flags))[:16]}"
        compiler, *more = self.tools.quickest
        outcome = self._run(compiler, generated, (*more, *flags), program, stop)
        if outcome.status != 0 or not program.exists():
            raise ToolFailed(what_it_said(outcome))
        return program

    def _make(self, generated: Generated, flags: tuple[str, ...], stop: Callable[[], bool]) -> Path:
        key = key_of(_parts(self.tools, generated, flags))
        program = self.directory / f"pan-{key[:16]}"
        kept = self.cache.get(key) if self.cacheable else None
        if kept is not None:
            write_program(program, kept)
            return program
        self._compile(generated, flags, program, stop)
        if self.cacheable:
            self.cache.put(key, program.read_bytes())
        return program

    def _compile(self, generated: Generated, flags: tuple[str, ...], program: Path, stop: Callable[[], bool]) -> None:
        if self.tools.quick and self.cacheable:
            outcome = self._run(self.tools.quick, generated, flags, program, stop)
            if outcome.status == 0 and program.exists():
                return
        includes = ["-iquote", generated.model.directory]
        for directory in generated.model.directories:
            includes += ["-I", str(Path(directory).resolve())]
        outcome = self._run(self.tools.compiler, generated, (*flags, *includes), program, stop)
        if outcome.status != 0 or not program.exists():
            said = "\n".join(_complaints(outcome.errors)) or what_it_said(outcome)
            raise ToolFailed(f"the C compiler rejects the verifier that SPIN made:\n{said}{_hint(said)}")

    def _run(
        self,
        compiler: str,
        generated: Generated,
        words: tuple[str, ...],
        program: Path,
        stop: Callable[[], bool],
    ) -> ProgramOutcome:
        command = [compiler, "-w", *words, "-o", str(program), "pan.c", "-lm"]
        try:
            outcome = run(command, generated.directory, Limits(self.seconds), stop=stop)
        except CannotStart as problem:
            raise ToolFailed(str(problem)) from None
        if outcome.out_of_time or outcome.stopped:
            raise OutOfTime
        return outcome


def _parts(tools: Tools, generated: Generated, flags: tuple[str, ...]) -> list[bytes]:
    sources = [path.read_bytes() for name in SOURCES if (path := generated.directory / name).exists()]
    compilers = [tools.compiler, tools.compiler_version, tools.quick, tools.quick_version]
    surroundings = [*compilers, platform.machine(), *flags]
    return [*sources, *(word.encode() for word in surroundings)]


def _complaints(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines() if "error" in line][:6]


def _hint(said: str) -> str:
    if any(word in said for word in _NAME_CLASH):
        return (
            "\nhint: a name in the model, or in its C code, seems to clash with one of the verifier's own; rename it"
            " (SPIN lets variables clash like this if they are only assigned)"
        )
    return ""
