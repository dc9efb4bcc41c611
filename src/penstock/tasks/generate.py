"""A program in C that does what a model does."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import PurePath

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.codegen.beginnings import CannotGenerate
from penstock.codegen.choices import Runtime, Target
from penstock.codegen.loops import Loops
from penstock.codegen.pairs import Pairs
from penstock.codegen.plan import ProgramSettings, make_plan
from penstock.codegen.program import program_texts, runtime_texts
from penstock.codegen.refusals import report_one_loop, report_problem, report_refusals, report_too_much
from penstock.control import Automaton
from penstock.diagnostics.placed import PlacedDiagnostic, placed
from penstock.diagnostics.record import Diagnostics, counted
from penstock.dialects.pch.dialect import tidied, without_comments
from penstock.errors import UsageError
from penstock.reading.languages import is_specification
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import data, hidden, record
from penstock.resolve import Model
from penstock.tasks.models import closed_model, without_errors
from penstock.tasks.outcome import Outcome
from penstock.tasks.programs import program_reading
from penstock.tasks.requests.generate import Capacities, GenerateRequest
from penstock.tasks.timed_programs import raise_errors, refuse_time_on_one_side

MOST_MILLISECONDS = 3_600_000
MOST_LOOPS = 250


@record
class ProgramLoop:
    """Processes that run together, by their types and numbers, and why they must."""

    processes: tuple[str, ...]
    because: tuple[str, ...]


@record
class GenerateOutcome(Outcome):
    """The files of a program by name, and what is doubtful about it."""

    files: dict[str, str] = data(text="the text of each file by its name; those of the runtime begin with runtime/")
    diagnostics: tuple[PlacedDiagnostic, ...]
    told: Diagnostics = hidden()
    loops: tuple[ProgramLoop, ...] = data(default=(), text="with --cores: which processes run on which loop")

    @property
    def summary(self) -> str:
        return counted(len(self.files), "file")

    @property
    def made(self) -> int:
        """How many of the files are not the runtime's."""
        return sum(not name.startswith("runtime/") for name in self.files)


def generate(request: GenerateRequest, watch: Watch = UNWATCHED) -> GenerateOutcome:
    with Budget(watch=watch):
        reading = closed_model(Wanted(request.source, request.actors, every_tick=True))
        embedded = request.target is Target.EMBEDDED
        settings = ProgramSettings(
            request.choice,
            Runtime.SINGLE if embedded else request.runtime,
            capacities=_capacities(request, reading),
            tick=request.tick,
            target=request.target,
            processes=request.processes,
            main=request.main,
            cores=_cores(request),
        )
        if reading.model.wording.clock and not 0 <= request.tick <= MOST_MILLISECONDS:
            raise UsageError(f"--tick is from 0 to {MOST_MILLISECONDS:,} milliseconds")
        if is_specification(request.source.shown):
            return _of_specification(request, reading, settings)
        if request.tests:
            raise UsageError("--tests is for .pch files: a plain model has no actions of its own in C")
        told = Diagnostics(reading.model.sources)
        loops = _loops(reading.model, reading.automata, settings, told)
        files = _program(reading.model, reading.automata, settings, None, told)
        return GenerateOutcome(files, placed(told), told, loops)


def _of_specification(request: GenerateRequest, reading: Reading, settings: ProgramSettings) -> GenerateOutcome:
    program = program_reading(reading)
    without_errors(program.reading, "the model is fine; what is left of it for the program is not:")
    refuse_time_on_one_side(reading, program)
    apart = request.runtime is Runtime.PROCESSES
    posted = request.target is Target.EMBEDDED
    pairs = Pairs(reading.text, program.regions, reading.model, program.model, apart, posted)
    told = Diagnostics(program.model.sources)
    pairs.report(told)
    settings = replace(settings, specification=program.specification)
    if posted:
        settings = replace(settings, posts=frozenset(pairs.coming), takes=frozenset(pairs.leaving))
    files = _program(program.model, program.reading.automata, settings, pairs if request.tests else None, told)
    name = PurePath(request.source.shown).stem + ".pml"
    return GenerateOutcome(files | {name: _clean_model(request, reading)}, placed(told), told)


def _cores(request: GenerateRequest) -> int:
    if request.cores > MOST_LOOPS:
        raise UsageError(f"--cores is from 1 to {MOST_LOOPS}")
    if request.cores > 1 and (request.runtime is not Runtime.SINGLE or request.target is not Target.HOST):
        raise UsageError("--cores is for programs with loops on a computer: leave out --runtime and --target")
    if request.cores > 1 and is_specification(request.source.shown):
        raise UsageError("--cores is not for .pch files: there is no telling what their C shares")
    return request.cores


def _loops(
    model: Model, automata: list[Automaton], settings: ProgramSettings, told: Diagnostics
) -> tuple[ProgramLoop, ...]:
    """How the processes are shared out, where more than one loop is wanted."""
    if settings.cores == 1:
        return ()
    report_refusals(model, told)
    raise_errors(told)
    loops = Loops(make_plan(model, automata, settings), settings.cores)
    report_one_loop(loops, told)
    raise_errors(told)
    return tuple(ProgramLoop(loop.shown, loop.because) for loop in loops.loops)


def _program(
    model: Model, automata: list[Automaton], settings: ProgramSettings, pairs: Pairs | None, told: Diagnostics
) -> dict[str, str]:
    """The files of the program; what cannot be done in one is told."""
    report_refusals(model, told)
    raise_errors(told)
    if settings.target is Target.EMBEDDED:
        report_too_much(make_plan(model, automata, settings), told)
        raise_errors(told)
    try:
        files = program_texts(model, automata, settings, pairs)
    except CannotGenerate as problem:
        report_problem(model, problem, told)
        raise_errors(told)
    return files | runtime_texts(settings.specification is not None, settings.runtime, settings.target, settings.cores)


def _capacities(request: GenerateRequest, reading: Reading) -> dict[tuple[str, str], int]:
    if request.capacities is Capacities.DECLARED:
        return {}
    # Whoever wants no proofs need not wait for what finds them.
    proved = import_module("penstock.tasks.proved_capacities").program_capacities(reading.model, reading.automata)
    capacities: dict[tuple[str, str], int] = proved
    return capacities


def _clean_model(request: GenerateRequest, reading: Reading) -> str:
    """The model of a specification as standard Promela."""
    if request.tidy:
        return tidied(reading.promela, request.comments)
    return reading.promela if request.comments else without_comments(reading.promela)
