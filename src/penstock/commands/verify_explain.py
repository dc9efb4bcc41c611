"""From a decoded trail to what is shown: the one place that says why a property is violated."""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from dataclasses import dataclass

from penstock.commands.coverage import MODEL
from penstock.machine.trace import Step, Trace, Waiting
from penstock.machine.waiting import full_mailboxes
from penstock.spin import faults
from penstock.spin.checking import VIOLATED, Result
from penstock.spin.properties import LTL, NEVER, PROGRESS, Property
from penstock.spin.trail import ENDING, Trail, TrailPlace, TrailStep
from penstock.spin.workspace import OPTIMIZATIONS_OFF, ModelText

TOO_MANY_ACTORS = (
    "more actors are created than SPIN can have: it manages 255 processes and 255 channels at a time, and an actor"
    " takes a process, a channel, and another channel for each type of actors that it creates"
)
_LOCAL = re.compile(r"(.+)\((\d+)\):(.+)")


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step as the user sees it; `process` is unique in the run, `changes` are (name, value)."""

    step: int
    process: str
    pid: int
    file: str
    line: int
    statement: str
    changes: tuple[tuple[str, str], ...]
    printed: tuple[str, ...]

    @property
    def place(self) -> str:
        """Nothing for the end of a process, which is not written in the text."""
        return f"{self.file}:{self.line}" if self.line else ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result with its explanation; from step `cycle` on the steps repeat."""

    result: Result
    reason: str
    steps: tuple[ShownStep, ...] = ()
    cycle: int | None = None
    place: tuple[str, int] | None = None
    trail: Trail | None = None
    run: Trace | None = None
    """The same run in our own machine, which knows who waits for what."""
    covers: str = MODEL
    """What it says if the property holds."""


def explain(
    result: Result, trail: Trail | None, run: Trace | None = None, own_words: bool = True, actors: bool = False
) -> Finding:
    """Why a property is violated, from the replay of its trail (None: there is none).

    Without `own_words`, what SPIN says is about a translation: then the run knows better.
    """
    if actors and faults.kind_of(result.message) == faults.LIMIT:
        return Finding(result, TOO_MANY_ACTORS, trail=trail)
    if trail is None:
        return Finding(result, result.reason or _without_trail(result))
    names = process_names(trail)
    if run is not None:
        names |= {(process.proctype, process.pid): process.name for process in run.processes}
        steps = tuple(_step_of_run(run, step) for step in run.steps)
        cycle = run.loop
    else:
        steps = tuple(_shown(number, step, names) for number, step in enumerate(trail.steps, 1))
        cycle = None if trail.cycle is None else trail.cycle + 1
    reason = result.reason
    if result.verdict == VIOLATED:
        reason = _reason(result, trail, names)
        if run is not None and run.outcome == "deadlock" and faults.kind_of(result.message) == faults.DEADLOCK:
            reason = _explained_deadlock(run)
        elif run is not None and run.outcome in ("assertion", "error") and not own_words:
            reason = f"{run.reason} {_after_steps(len(run.steps))}"
        elif run is not None and run.outcome == "error":
            reason = f"{faults.sentence(result.message)} {_after_steps(len(run.steps))}: {run.reason}"
    return Finding(result, reason, steps, cycle, _place(trail), trail, run)


def _step_of_run(run: Trace, step: Step) -> ShownStep:
    process = run.processes[step.process or 0]
    statement = step.statement if not step.ended else "(ends)"
    if step.partner is not None:
        statement += f" with {run.processes[step.partner].name}: {step.partner_statement}"
    changes = tuple((change.name, change.after) for change in step.changes)
    printed = tuple(step.printed.splitlines())
    return ShownStep(step.number, process.name, process.pid, step.file, step.line, statement, changes, printed)


def _explained_deadlock(run: Trace) -> str:
    """Who waits for what, and what to do where waiting for ever is no mistake."""
    full = "".join(f"; the mailbox of `{name}` is full" for name in full_mailboxes(run.waiting))
    lines = [f"deadlock: no process can go on {_after_steps(len(run.steps))}{full}"]
    for waiting in run.waiting:
        name = run.processes[waiting.process].name
        lines.append(f"  {name} waits at {waiting.file}:{waiting.line}, {waiting.statement}")
        lines.append(f"    blocked: {waiting.reason}")
    idle = [run.processes[waiting.process].name for waiting in run.waiting if _only_listens(waiting)]
    if idle:
        listed = " or ".join(f"`{name}`" for name in dict.fromkeys(idle))
        lines.append(f"  if {listed} may wait there for ever, put a label that begins with `end` before that statement")
    return "\n".join(lines)


def _only_listens(waiting: Waiting) -> bool:
    """A process that waits for a message that nobody sends may just have nothing to do."""
    return waiting.reason.endswith("is empty") or waiting.reason.startswith("nobody is ready to send")


def process_names(trail: Trail) -> dict[tuple[str, int], str]:
    """A name for each process of a run: its proctype, with a number where there are several."""
    met: dict[str, list[int]] = {}
    seen = [(step.proctype, step.pid) for step in trail.steps]
    seen += [(place.proctype, place.pid) for place in trail.places]
    for proctype, pid in seen:
        if pid is not None and pid not in met.setdefault(proctype, []):
            met[proctype].append(pid)
    names = {}
    for proctype, pids in met.items():
        plain = "init" if proctype == ":init:" else proctype
        for number, pid in enumerate(sorted(pids), 1):
            names[proctype, pid] = plain if len(pids) == 1 else f"{plain}#{number}"
    return names


def _shown(number: int, step: TrailStep, names: dict[tuple[str, int], str]) -> ShownStep:
    pid = step.pid or 0
    return ShownStep(
        number,
        names[step.proctype, pid],
        pid,
        step.file,
        step.line,
        "(ends)" if step.statement == ENDING else readable(step.statement),
        tuple((_shown_name(name, step, names), value) for name, value in step.changes),
        step.printed,
    )


def _shown_name(name: str, step: TrailStep | None, names: dict[tuple[str, int], str]) -> str:
    """SPIN writes `Sender(1):x` for a local variable; in a step of its own process, the name is enough."""
    found = _LOCAL.fullmatch(name)
    if not found:
        return name
    owner = found[1], int(found[2])
    if step is not None and owner == (step.proctype, step.pid):
        return found[3]
    return f"{found[3]} of {names.get(owner, found[1])}"


def readable(statement: str) -> str:
    """A statement without the parentheses that SPIN puts around everything."""
    inner = statement
    while inner.startswith("(") and inner.endswith(")") and _closes_at_end(inner):
        inner = inner[1:-1]
    inner = re.sub(r"^(\w+) = \(\1\+1\)$", r"\1++", inner)
    return re.sub(r"^(\w+) = \(\1-1\)$", r"\1--", inner).strip() or statement


def _closes_at_end(text: str) -> bool:
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return index == len(text) - 1
    return False


def _place(trail: Trail) -> tuple[str, int] | None:
    return (trail.steps[-1].file, trail.steps[-1].line) if trail.steps else None


def _after(trail: Trail) -> str:
    return _after_steps(len(trail.steps))


def _after_steps(number: int) -> str:
    return "at the very beginning" if number == 0 else f"after {number} step{'' if number == 1 else 's'}"


def _reason(result: Result, trail: Trail, names: dict[tuple[str, int], str]) -> str:
    kind = faults.kind_of(result.message)
    if kind == faults.DEADLOCK:
        return _deadlock(trail, names)
    if result.wanted.kind in (LTL, NEVER) and not (result.wanted.kind == NEVER and kind == faults.ASSERTION):
        return _claim(result.wanted, trail)
    if kind == faults.ASSERTION:
        return _assertion(result.message, trail, names)
    if kind in (faults.ACCEPTANCE, faults.PROGRESS):
        return _cycle(result.wanted, trail)
    if kind == faults.TRACE:
        return _trace(result.message, trail)
    return f"{faults.sentence(result.message)}, {_after(trail)}{_where(trail, names)}"


def _where(trail: Trail, names: dict[tuple[str, int], str]) -> str:
    if not trail.steps:
        return ""
    last = trail.steps[-1]
    return f": {names[last.proctype, last.pid or 0]} at {last.file}:{last.line}"


def _deadlock(trail: Trail, names: dict[tuple[str, int], str]) -> str:
    waiting = [place for place in trail.places if place.pid is not None and not place.valid]
    where = ", ".join(_waits(place, names) for place in reversed(waiting))
    text = f"no process can go on {_after(trail)}, and these have not ended: {where}"
    full = [
        f"`{_shown_name(name, None, names)}` holds {_counted_messages(contents)}"
        for name, contents in dict(trail.channels).items()
        if contents
    ]
    return text + (f"; {', '.join(full)}" if full else "")


def _counted_messages(contents: str) -> str:
    number = contents.count("[")
    return f"{number} message{'' if number == 1 else 's'}"


def _waits(place: TrailPlace, names: dict[tuple[str, int], str]) -> str:
    return f"{names[place.proctype, place.pid or 0]} at {place.file}:{place.line}"


def _assertion(message: str, trail: Trail, names: dict[tuple[str, int], str]) -> str:
    text = readable(message.removeprefix("assertion violated").strip())
    return f"the assertion `{text}` fails {_after(trail)}{_where(trail, names)}"


def _claim(wanted: Property, trail: Trail) -> str:
    what = f"the formula `{wanted.formula}` does not hold" if wanted.kind == LTL else "the never claim is matched"
    if trail.cycle is None:
        return f"{what}: it is broken {_after(trail)}"
    return f"{what}: {_repetition(trail)}"


def _repetition(trail: Trail) -> str:
    number = len(trail.steps) - (trail.cycle or 0)
    if number == 0:
        return f"a run stops {_after(trail)} and nothing happens any more"
    start = (trail.cycle or 0) + 1
    return f"a run repeats its steps from step {start} on for ever"


def _cycle(wanted: Property, trail: Trail) -> str:
    if wanted.kind == PROGRESS:
        return f"{_repetition(trail)} without passing a progress label"
    return f"{_repetition(trail)} and passes an accept label each time"


def _trace(message: str, trail: Trail) -> str:
    if "all events matched" in message:
        return f"the run does what the notrace forbids {_after(trail)}"
    return f"a message is sent or received that the trace does not allow {_after(trail)}"


def _without_trail(result: Result) -> str:
    return faults.sentence(result.message) if result.message else ""


def simulate_command(arguments: Namespace, trail_file: str) -> str:
    """What a user types to replay the trail of a translated model: SPIN alone does not know its text."""
    words = ["penstock", "simulate", arguments.file]
    words += [f"-D{definition}" for definition in arguments.definitions]
    words += [f"-I{directory}" for directory in arguments.directories]
    words += [word for size in arguments.mailbox for word in ("--mailbox", size)]
    words += ["--defer", arguments.defer] if arguments.defer != "putback" else []
    return shlex.join([*words, "--trail", trail_file])


def replay_command(model: ModelText, trail_file: str, with_c: tuple[tuple[str, ...], tuple[str, ...]] | None) -> str:
    """What a user types to replay a trail with SPIN alone.

    `with_c` are the flags and switches of the verifier that must do it, if the model has C code.
    """
    options = [f"-D{definition}" for definition in model.definitions]
    options += [f"-E-I{directory}" for directory in model.directories]
    options += OPTIMIZATIONS_OFF if model.unoptimized else ()
    file, before = model.name, ""
    if model.formulas:
        file = "with_formulas.pml"
        blocks = " ".join(f"ltl {name} {{ {formula} }}" for name, formula in model.formulas)
        before = f"(cat {shlex.quote(model.name)}; echo {shlex.quote(blocks)}) > {file}; "
    if with_c is None:
        return before + shlex.join(["spin", *options, "-t", "-p", "-k", trail_file, file])
    flags, switches = with_c
    commands = [
        ["spin", *options, "-a", file],
        ["gcc", *flags, "-o", "pan", "pan.c"],
        ["./pan", *switches, "-r", trail_file],
    ]
    return before + "; ".join(map(shlex.join, commands))
