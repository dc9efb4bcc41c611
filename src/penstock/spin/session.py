"""A verification under way: its tools, limits and private places, shared by all its searches."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock

from penstock.external import ProgramOutcome
from penstock.spin.cache import Cache
from penstock.spin.compiling import Compiler
from penstock.spin.generating import Generated, OutOfTime, generate
from penstock.spin.growth import Growth, HashTable, small
from penstock.spin.method import SearchMethod
from penstock.spin.properties import ModelFacts, Property, PropertyKind, compile_flags, run_switches
from penstock.spin.racing import either, first_answer
from penstock.spin.report import TOO_SHALLOW, Report, SearchProgress, Unreached, progress_of, read_report, resized
from penstock.spin.running import Task, TaskResult, perform
from penstock.spin.tools import ToolFailed, Tools
from penstock.spin.workspace import ModelText, original_labels, shown_place


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """`memory_mb` is for each search; `timeout` are seconds of searching, for all searches together."""

    memory_mb: int
    search: SearchMethod = SearchMethod.EXHAUSTIVE
    fair: bool = False
    depth: int | None = None
    jobs: int = 1
    timeout: float | None = None
    stopping: bool = False
    """Whether only runs that stop are looked at."""
    shortened: bool = True
    """Whether a shorter trail is looked for when one is found."""


THOROUGH = ("-O2",)
HASTY = ("-O0",)
MOST_PREPARING = 120.0
"""Seconds for a run of SPIN or of the C compiler, where time is limited at all."""
_LEAST = 0.05
"""Seconds: what a program gets when nothing is left, so that it is ended at once."""


@dataclass(slots=True)
class Allowance:
    """Seconds of searching that one search has; making its verifier is not taken from them."""

    seconds: float | None = None
    spent: float = 0.0

    @property
    def left(self) -> float | None:
        return None if self.seconds is None else max(_LEAST, self.seconds - self.spent)

    @property
    def used_up(self) -> bool:
        return self.seconds is not None and self.spent >= self.seconds


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of a verifier and what it said."""

    outcome: ProgramOutcome
    report: Report
    trail: bytes | None


Meter = Callable[[Property, SearchProgress, float], None]
"""Called with a property, how far its search is, and the part of the hash table that is in use."""
Listening = Callable[[str], bool]
"""Hears the lines of a verifier, and ends it by returning True."""


@dataclass(slots=True)
class Session:
    tools: Tools
    model: ModelText
    facts: ModelFacts
    settings: SessionSettings
    directory: Path
    cache: Cache
    stop: Event = field(default_factory=Event)
    on_progress: Meter | None = None
    allowance: Allowance = field(default_factory=Allowance)
    compiler: Compiler = field(init=False)
    _generated: dict[tuple[str, ...], Generated] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        cacheable = not self.facts.includes_c_files
        self.compiler = Compiler(self.tools, self.cache, self.directory, cacheable, self.preparing, self.stop.is_set)

    @property
    def _may_race(self) -> bool:
        """Whether a quick compiler may answer: one that finds all that the C code of the model includes."""
        return bool(self.tools.quickest) and not self.facts.includes_c_files

    @property
    def preparing(self) -> float | None:
        """Seconds that SPIN or the C compiler may take each time."""
        return None if self.settings.timeout is None else MOST_PREPARING

    def for_search(self, seconds: float | None) -> Session:
        """The same session for one search, with its own time; what is made in it serves all."""
        own = copy.copy(self)
        own.allowance = Allowance(seconds)
        return own

    def for_fair_runs(self, seconds: float) -> Session:
        """The same for one search that looks only at runs which are fair, and whose trails are of no interest."""
        own = self.for_search(seconds)
        own.settings = replace(self.settings, fair=True, shortened=False, search=SearchMethod.EXHAUSTIVE)
        return own

    def for_runs_that_stop(self) -> Session:
        """The same, in the same time, for runs that stop; they are fair to every process."""
        own = copy.copy(self)
        own.settings = replace(self.settings, fair=False, stopping=True)
        return own

    @property
    def out_of_time(self) -> bool:
        return self.allowance.used_up

    def generated(self, wanted: Property | None = None) -> Generated:
        """The sources of the verifier.

        A verifier takes an accept label of any process for one of its claim.  For formulas and claims, the labels
        of the processes are therefore renamed.
        """
        labels = self._renamed_labels(wanted)
        with self._lock:
            if labels not in self._generated:
                model = replace(self.model, unoptimized=self.facts.embedded_c, renamed=labels)
                place = self.directory / f"model-{len(self._generated)}"
                self._generated[labels] = generate(self.tools, model, place, self.preparing, self.stop.is_set)
            return self._generated[labels]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What SPIN said about the model, if it came to that."""
        known = self._generated.get(())
        return () if known is None else known.warnings

    def _renamed_labels(self, wanted: Property | None) -> tuple[str, ...]:
        """A label that a claim has as well keeps its name where claims written by hand are verified."""
        if wanted is None or not wanted.is_claim:
            return ()
        kept = self.facts.claim_labels if wanted.kind is PropertyKind.NEVER else ()
        return tuple(label for label in self.facts.accept_labels if label not in kept)

    def program(self, wanted: Property, growth: Growth, more: tuple[str, ...] = THOROUGH) -> Path:
        """The compiled verifier for a property."""
        generated = self.generated(wanted)
        return self.compiler.program(generated, (*more, *self._flags(wanted, generated), *growth.flags))

    def _flags(self, wanted: Property, generated: Generated) -> tuple[str, ...]:
        if self.settings.stopping and not generated.sees_stopping:
            raise ToolFailed("the verifiers of this version of SPIN cannot be told to look at runs that stop")
        return compile_flags(wanted, generated, self.facts, self.settings.fair, self.settings.stopping)

    def switches(self, wanted: Property) -> tuple[str, ...]:
        return run_switches(wanted, self.generated(wanted), self.facts, self.settings.fair)

    def attempt(
        self,
        wanted: Property,
        growth: Growth,
        switches: tuple[str, ...] = (),
        flags: tuple[str, ...] = THOROUGH,
        seconds: float | None = None,
        on_line: Listening | None = None,
        cycles: bool = True,
    ) -> Attempt:
        """Run the verifier for a property once; `on_line` ends it by returning True.

        Without `cycles`, only errors at the end of a run are looked for.
        """
        generated = self.generated(wanted)
        own = [switch for switch in self.switches(wanted) if cycles or switch not in ("-a", "-f")]
        limits = [limit for limit in (seconds, self.allowance.left) if limit is not None]
        compiled = (*self._flags(wanted, generated), *growth.flags)
        # What goes on past errors goes by their numbers, which depend on how deep a search is.
        quick_growth = growth if switches else small(growth)

        def search(program: Path, sizes: Growth, heard: Listening | None, stop: Callable[[], bool]) -> TaskResult:
            arguments = (*own, *sizes.switches, *switches)
            task = Task(0, program.read_bytes(), arguments, min(limits, default=None), self.settings.memory_mb)
            return self._searched(task, wanted, sizes, heard, stop)

        def thorough(stop: Callable[[], bool]) -> TaskResult:
            return search(self.compiler.program(generated, (*flags, *compiled), stop), growth, on_line, stop)

        def quick(stop: Callable[[], bool]) -> TaskResult:
            program = self.compiler.quick_program(generated, (*flags[1:], *compiled), stop)
            if quick_growth.depth == growth.depth:
                return search(program, quick_growth, on_line, stop)
            result = search(program, quick_growth, lambda line: line.endswith(TOO_SHALLOW), stop)
            if self.read(result, quick_growth).truncated:
                raise OutOfTime  # a deeper search may see other things, and in another order
            return result

        if not self._may_race or self.compiler.at_hand(generated, (*flags, *compiled)):
            result = thorough(self.stop.is_set)
        else:
            result = (either if flags[:1] == HASTY else first_answer)(quick, thorough, self.stop.is_set)
        self.allowance.spent += result.outcome.seconds
        return Attempt(result.outcome, self.read(result, growth), result.trail)

    def _searched(
        self, task: Task, wanted: Property, sizes: Growth, on_line: Listening | None, stop: Callable[[], bool]
    ) -> TaskResult:
        seen_enough = Event()
        table = HashTable(sizes.hash_bits, sizes.bitstate)

        def hear(line: str) -> None:
            self._tell(wanted, table, line)
            if on_line is not None and on_line(original_labels(line, self.facts.accept_labels)):
                seen_enough.set()

        return perform(task, lambda: stop() or seen_enough.is_set(), hear, self.directory)

    def read(self, result: TaskResult, growth: Growth) -> Report:
        """What a verifier said, with the user's own names."""
        output = original_labels(result.outcome.output, self.facts.accept_labels)
        report = read_report(output, result.outcome.errors, self.facts.embedded_c, growth.depth)
        report.unreached = [one for one in dict.fromkeys(map(self._shown, report.unreached)) if one.statement]
        return report

    def _shown(self, one: Unreached) -> Unreached:
        file, line = shown_place(one.file, one.line, self.model)
        known = 0 < one.line <= len(self.model.said) and one.statement != "-end-"
        return replace(one, file=file, line=line, statement=self.model.said[one.line - 1] if known else one.statement)

    def _tell(self, wanted: Property, table: HashTable, line: str) -> None:
        table.bits = resized(line) or table.bits
        if self.on_progress is not None and (progress := progress_of(line)) is not None:
            self.on_progress(wanted, progress, table.filled(progress.states))
