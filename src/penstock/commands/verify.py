"""`penstock verify`: verify a model with SPIN, and show what goes wrong."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from penstock.commands.coverage import Coverage, coverage, environment_of
from penstock.commands.load import STANDARD_INPUT, UsageError
from penstock.commands.options import (
    add_interface_arguments,
    add_model_arguments,
    add_output_arguments,
    replace_file,
    show_diagnostics,
    write,
    write_json,
)
from penstock.commands.running import write_chart
from penstock.commands.status import FINDING, FINE, INTERRUPTED, TOOL_MISSING, UNDECIDED, WRONG
from penstock.commands.trails import replayed
from penstock.commands.verify_data import as_json, as_junit, as_sarif
from penstock.commands.verify_explain import Finding, explain, replay_command, simulate_command
from penstock.commands.verify_livelock import is_livelock, livelock_search
from penstock.commands.verify_options import add_how, add_what
from penstock.commands.verify_record import Verification
from penstock.commands.verify_search import Meter, searches_for, stopped_by_signals
from penstock.commands.verify_select import confirmed
from penstock.commands.verify_setup import facts_of, known_properties, memory_for_each, read_model, wanted_properties
from penstock.commands.verify_text import as_text
from penstock.resolve import Model
from penstock.spin.cache import Cache, default_directory
from penstock.spin.checking import HOLDS, VIOLATED, Result
from penstock.spin.generating import OutOfTime, Rejected
from penstock.spin.properties import PROGRESS, SAFETY, Property, compile_flags
from penstock.spin.session import SWARM, Session, Settings
from penstock.spin.sharing import Search, run_shared
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.trail import Trail, read_trail
from penstock.spin.workspace import ModelText, private_directory

DESCRIPTION = """Verify a model with SPIN: its assertions, deadlocks, ltl formulas, never claims, and cycles without
progress or through accept labels.  The verifier is generated, compiled and run in a private directory; depth, memory
and compiler options are chosen and, when the search asks for more, increased.  What is violated is shown
step by step."""
EPILOG = """exit status: 0 all properties hold, 1 a property is violated, 2 errors in the model or wrong usage,
  3 undecided (out of time, memory or depth; a bitstate or swarm search that found nothing),
  4 SPIN or the C compiler is missing, or failed, 130 stopped: what was found until then is told
example: penstock verify model.pml --ltl '[] (asked -> <> answered)' --timeout 60"""

_LEAST_MEMORY = 8
_LEAST_TIMEOUT = 0.1


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ("text", "json", "sarif", "junit"))
    add_interface_arguments(parser)
    add_what(parser)
    add_how(parser)


def run(arguments: Namespace) -> int:
    if arguments.cluster is not None and arguments.search != SWARM:
        raise UsageError("--cluster needs --search swarm")
    if arguments.memory is not None and arguments.memory < _LEAST_MEMORY:
        raise UsageError(f"a verifier needs at least {_LEAST_MEMORY} MB to start: give --memory more")
    model, text = read_model(arguments)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    wanted = wanted_properties(model, known_properties(model, text), arguments.properties)
    stop = Event()
    try:
        with stopped_by_signals(stop), private_directory() as place:
            verification = verify(arguments, model, text, wanted, place / "first", stop)

            def again(other: Namespace, one: Property) -> Finding:
                if arguments.timeout is not None:
                    other.timeout = max(_LEAST_TIMEOUT, arguments.timeout - verification.searching)
                return verify(other, *read_model(other), [one], place / "again", stop).findings[0]

            verification = confirmed(arguments, model, verification, again)
    except Rejected as problem:
        print(f"penstock verify: SPIN does not accept this:\n{problem}", file=sys.stderr)
        return WRONG
    except (ToolMissing, ToolFailed) as problem:
        print(f"penstock verify: {problem}", file=sys.stderr)
        return TOOL_MISSING
    if stop.is_set():
        print("penstock verify: stopped; this is what was found until then", file=sys.stderr)
    show(arguments, verification)
    run_to_draw = next((finding.run for finding in verification.findings if finding.run is not None), None)
    if arguments.msc is not None and run_to_draw is not None:
        write_chart(arguments.msc, run_to_draw)
    elif arguments.msc is not None:
        print(f"penstock verify: {_why_not_drawn(verification)}: `{arguments.msc}` is not written", file=sys.stderr)
    return INTERRUPTED if stop.is_set() else status_of(verification.findings)


def _why_not_drawn(verification: Verification) -> str:
    if verification.verdict == VIOLATED:
        return "this run cannot be drawn (only models without C code are run by penstock itself)"
    return "nothing is violated, so there is no run to draw"


def verify(
    arguments: Namespace, model: Model, text: ModelText, wanted: list[Property], place: Path, stop: Event
) -> Verification:
    """Search, decode the trails, and put everything into one record; `stop` ends the searches."""
    begin = time.monotonic()
    place.mkdir(parents=True, exist_ok=True)
    tools = find_tools(place)
    meter = Meter() if not arguments.quiet and sys.stderr is not None and sys.stderr.isatty() else None
    cache = Cache(None if arguments.no_cache else default_directory())
    session = Session(tools, text, facts_of(model), _settings(arguments, len(wanted)), place, cache, stop, meter)
    covered = [coverage(model, one, arguments.fair) for one in wanted if not is_livelock(one)]
    searched = [one.searched for one in covered if one.searched is not None]
    searches = searches_for(session, searched, arguments.cluster)
    livelock = livelock_search(arguments, session) if any(map(is_livelock, wanted)) else None
    try:
        every = [*searches, livelock.search] if livelock is not None else searches
        if every:
            session.generated()
        slots = 1 if arguments.search == SWARM else session.settings.jobs
        searching = run_shared(every, slots, arguments.timeout, stop)
    except OutOfTime:
        searching = 0.0
    finally:
        if meter is not None:
            meter.clear()
    findings, warnings = _explained(session, _judged(wanted, covered, searches), model)
    findings = [replace(finding, covers=one.covers) for finding, one in zip(findings, covered, strict=True)]
    if livelock is not None:
        findings.append(livelock.finding(decode))
    replay = _write_trail(arguments, session, findings)
    seconds = time.monotonic() - begin
    warnings = [*session.warnings, *warnings]
    environment = environment_of(model)
    return Verification(text.name, tools, tuple(findings), seconds, searching, tuple(warnings), replay, environment)


def _judged(wanted: list[Property], covered: list[Coverage], searches: list[Search]) -> list[Result]:
    """What the searches say about the properties, as far as they cover them."""
    told = iter(search.told() for search in searches)
    asked = [one for one in wanted if not is_livelock(one)]
    return [
        replace(what.judged(next(told)), wanted=one) if what.searched is not None else what.unsearched(one)
        for one, what in zip(asked, covered, strict=True)
    ]


def _settings(arguments: Namespace, searches: int) -> Settings:
    jobs = arguments.jobs or os.cpu_count() or 1
    together = jobs if arguments.search == SWARM else min(jobs, searches)
    memory = arguments.memory or memory_for_each(together)
    return Settings(memory, arguments.search, arguments.fair, arguments.depth, jobs, arguments.timeout)


def _explained(session: Session, results: Sequence[Result], model: Model) -> tuple[list[Finding], list[str]]:
    findings, warnings = [], []
    for number, result in enumerate(results):
        trail = run = None
        if result.trail is not None:
            try:
                trail = decode(session, result, session.directory / f"replay-{number}")
                run = replayed(model, trail) if not session.facts.embedded_c else None
            except (ToolFailed, OutOfTime) as problem:
                why = str(problem) or "the time was up"
                warnings.append(f"the run that violates `{result.wanted.name}` cannot be shown: {why}")
        own_words, actors = model.syntax.translation is None, bool(model.wording.mailbox)
        findings.append(explain(result, trail, run, own_words, actors))
    return findings, warnings


def decode(session: Session, result: Result, place: Path) -> Trail:
    """The trail of a result as records; models with C code are replayed by their own verifier."""
    assert result.trail is not None
    generated = session.generated(result.wanted)
    verifier = None
    if session.facts.embedded_c and result.growth is not None:
        growth = replace(result.growth, bitstate=False, collapse=False)
        verifier = session.program(Property(SAFETY, SAFETY), growth)
    return read_trail(session.tools, generated.model, result.trail, place, verifier)


def _write_trail(arguments: Namespace, session: Session, findings: Sequence[Finding]) -> str | None:
    """Keep the first trail where the user wants it; returns the command that replays it."""
    violated = [finding.result for finding in findings if finding.result.verdict == VIOLATED]
    # What is put back for ever was found in another translation: its trail is of no use for others.
    first = next((result for result in violated if not is_livelock(result.wanted)), None)
    if first is None or first.trail is None:
        return None
    model = replace(session.model, unoptimized=session.facts.embedded_c)
    model = model if arguments.file != STANDARD_INPUT else replace(model, name="model.pml")
    target = arguments.trail_out or f"{Path(model.name).name}.trail"
    if arguments.trail_out is not None:
        replace_file(target, first.trail)
    if session.model.lines:
        return simulate_command(arguments, target)
    return replay_command(model, target, _commands_with_c(session, first))


def _commands_with_c(session: Session, result: Result) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The flags and switches of a verifier that replays; None where SPIN itself does, as for non-progress cycles."""
    if not session.facts.embedded_c or result.wanted.kind == PROGRESS or result.growth is None:
        return None
    generated = session.generated()
    growth = replace(result.growth, bitstate=False, collapse=False)
    flags = compile_flags(result.wanted, generated, session.facts, session.settings.fair)
    switches = [word for word in session.switches(result.wanted) if word not in ("-a", "-f")]
    return (*flags, *growth.flags), tuple(switches)


def show(arguments: Namespace, verification: Verification) -> None:
    if arguments.format == "json":
        write_json(arguments, as_json(verification))
    elif arguments.format == "sarif":
        write_json(arguments, as_sarif(verification))
    elif arguments.format == "junit":
        write(arguments, as_junit(verification))
    else:
        write(arguments, as_text(verification, arguments.trail_out, arguments.quiet))


def status_of(findings: Sequence[Finding]) -> int:
    """A violation is certain whatever else happened; next come failures, then what is undecided."""
    results = [finding.result for finding in findings]
    if any(result.verdict == VIOLATED for result in results):
        return FINDING
    if any(result.refused for result in results):
        return WRONG
    if any(result.failed for result in results):
        return TOOL_MISSING
    return FINE if all(result.verdict == HOLDS for result in results) else UNDECIDED
