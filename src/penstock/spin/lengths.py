"""The largest number of messages that each channel ever holds, by an exhaustive search of SPIN's verifier.

Every send of the verifier also notes how long its channel has become, so that nothing is overlooked in the
middle of an `atomic` or a `d_step`.  States, and what is possible in them, stay as they are.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from penstock.spin.cache import Cache
from penstock.spin.compiling import Compiler
from penstock.spin.generating import Generated, OutOfTime, generate, process_types
from penstock.spin.growth import Growth, exact, first_growth, grown
from penstock.spin.report import read_report
from penstock.spin.running import Task, TaskResult, perform
from penstock.spin.tools import ToolFailed, Tools
from penstock.spin.workspace import ModelText

_SEND = re.compile(r"^(\t+)qsend\(", re.MULTILINE)
_EXCLUSIVE = re.compile(r"\bx[rs]\b")
_VECTOR = re.compile(r"^State-vector (\d+) byte", re.MULTILINE)
_TOLD = re.compile(r"^penstock lengths:((?: \d+)*)$", re.MULTILINE)
_FLAGS = ("-fwrapv", "-DSAFETY", "-DNOCLAIM")
_OPTIMIZED = ("-O1",)
_QUICK_TURN = 2.0
"""Seconds that a program without optimization may search."""
_USUAL_VECTOR = 1024
"""Bytes: what a verifier keeps a state in if nothing else was asked for."""
_SWITCHES = ("-n", "-E", "-A")
_DECLARATIONS = """
void penstock_note(int);
#define PENSTOCK_FIRST(first, ...) first
#define penstock_send(...) do { qsend(__VA_ARGS__); penstock_note(PENSTOCK_FIRST(__VA_ARGS__)); } while (0)
"""
_DEFINITIONS = """
static const int penstock_owned[] = { %(owned)s };  /* channels of a process of each type */
static const int penstock_base[] = { %(base)s };    /* where their lengths are kept */
static const int penstock_limit[] = { %(limits)s }; /* nothing is known beyond these lengths */
static int penstock_highest[%(size)d + 1];

static void penstock_tell(void)
{
	int i;
	printf("penstock lengths:");
	for (i = 0; i < %(size)d; i++)
		printf(" %%d", penstock_highest[i]);
	printf("\\n");
}

static int penstock_place(int channel)
{
	int i, type;
	if (channel < %(shared)d)
		return channel;
	channel -= %(shared)d;
	for (i = 0; i < (int) now._nr_pr; i++) {
		type = ((P0 *) pptr(i))->_t;
		if (channel < penstock_owned[type])
			return penstock_base[type] + channel;
		channel -= penstock_owned[type];
	}
	return %(size)d;
}

void penstock_note(int number)
{
	static int registered;
	int place = penstock_place(number - 1);
	if (!registered)
		registered = !atexit(penstock_tell);
	if (q_len(number) > penstock_highest[place])
		penstock_highest[place] = q_len(number);
	if (q_len(number) >= penstock_limit[place])
		uerror("%(filled)s");
}
"""
_WITHOUT_LIMIT = 1 << 30
_FILLED = "a channel is filled"


@dataclass(frozen=True, slots=True)
class ChannelNames:
    """The channels of a model by name: those of all, and those of each process of a type, in their order."""

    shared: tuple[str, ...]
    owned: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class LengthSearch:
    """What a search may use."""

    tools: Tools
    directory: Path
    memory_mb: int
    seconds: float
    stop: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class FoundLengths:
    """For each channel the largest length that was met; a trail if one was filled, and then not everything was seen."""

    states: int
    highest: dict[str, int]
    trail: bytes | None = None


def highest_lengths(
    search: LengthSearch, model: ModelText, channels: ChannelNames, limits: Mapping[str, int]
) -> FoundLengths | None:
    """Search until a channel is as long as its limit, or to the end; None if time or memory were over before.

    A limit is a capacity: as long as no channel with messages has reached it, nothing was blocked or lost.
    """
    end = time.monotonic() + search.seconds

    def left() -> float:
        return max(0.1, end - time.monotonic())

    try:
        generated = generate(search.tools, model, search.directory / "model", left(), search.stop)
        names = _instrument(generated, channels, limits)
        compiler = Compiler(search.tools, Cache(None), search.directory, True, left(), search.stop)
        return _run(_Verifier(search, compiler, generated, left), names)
    except OutOfTime:
        return None


@dataclass(frozen=True, slots=True)
class _Verifier:
    search: LengthSearch
    compiler: Compiler
    generated: Generated
    left: Callable[[], float]

    def run(self, flags: tuple[str, ...], switches: tuple[str, ...]) -> TaskResult:
        """What it says; most searches are over before gcc would have optimized their program."""
        reduction = () if _can_be_reduced(self.generated) else ("-DNOREDUCE",)
        flags = (*_FLAGS, *reduction, *flags)
        if self.search.tools.quickest:
            try:
                quick = self.compiler.quick_program(self.generated, flags, self.search.stop)
                result = self._perform(quick, switches, min(_QUICK_TURN, self.left()))
            except ToolFailed:
                pass
            else:
                if not result.outcome.out_of_time:
                    return result
        return self._perform(self.compiler.program(self.generated, (*_OPTIMIZED, *flags)), switches, self.left())

    def _perform(self, program: Path, switches: tuple[str, ...], seconds: float) -> TaskResult:
        task = Task(0, program.read_bytes(), (*_SWITCHES, *switches), seconds, self.search.memory_mb)
        return perform(task, self.search.stop, parent=self.search.directory)


def _run(verifier: _Verifier, names: list[str]) -> FoundLengths | None:
    memory_mb = verifier.search.memory_mb
    growth: Growth | None = first_growth(memory_mb, False, None)
    minimised: tuple[str, ...] = ()
    while growth is not None:
        result = verifier.run((*minimised, *growth.flags), growth.switches)
        outcome = result.outcome
        report = read_report(_TOLD.sub("", outcome.output), outcome.errors, False, growth.depth)
        if outcome.out_of_time or outcome.stopped:
            return None
        if minimised and report.out_of_memory:
            return None
        if report.out_of_memory and growth.collapse:
            minimised, growth = (f"-DMA={_vector(outcome.output)}",), exact(growth)
        else:
            growth = grown(growth, report, memory_mb)
    lengths = _lengths(outcome.output, names)
    if any(complaint.message == _FILLED for complaint in report.complaints):
        return FoundLengths(report.states, lengths, result.trail)
    if not report.completed or report.truncated or report.complaints or report.errors:
        return None
    return FoundLengths(report.states, lengths)


def _vector(output: str) -> int:
    """The bytes of a state."""
    found = _VECTOR.search(output)
    return int(found[1]) if found else _USUAL_VECTOR


def _can_be_reduced(generated: Generated) -> bool:
    """Whether partial order reduction passes over no length.

    It leaves out orders of steps that touch nothing but local variables; lengths are the same in all orders.  Only
    where `xr` or `xs` are declared are sends and receives among these steps, so there it is left alone.
    """
    return not generated.reduction_is_doubtful and _EXCLUSIVE.search(generated.model.text) is None


def _lengths(output: str, names: list[str]) -> dict[str, int]:
    told = _TOLD.search(output)
    lengths = [int(number) for number in told[1].split()] if told else [0] * len(names)
    highest: dict[str, int] = {}
    for name, length in zip(names, lengths, strict=True):
        highest[name] = max(length, highest.get(name, 0))
    return highest


def _instrument(generated: Generated, channels: ChannelNames, limits: Mapping[str, int]) -> list[str]:
    """Let every send note the length of its channel; the names of the channels in the order in which they are told."""
    header, steps, source = (generated.directory / name for name in ("pan.h", "pan.m", "pan.c"))
    types = process_types(generated.directory)
    names = list(channels.shared)
    owned, base = [], []
    for number in range(max(types, default=0) + 1):
        own = channels.owned.get(types.get(number, ""), ())
        owned.append(len(own))
        base.append(len(names))
        names += own
    values = {
        "owned": _list(owned),
        "base": _list(base),
        # A channel without a name would be overlooked: any message in it ends the search.
        "limits": _list([*(limits.get(name, _WITHOUT_LIMIT) for name in names), 1]),
        "size": len(names),
        "shared": len(channels.shared),
        "filled": _FILLED,
    }
    _append(header, _DECLARATIONS)
    _append(source, _DEFINITIONS % values)
    text = steps.read_text(encoding="latin-1")
    steps.write_text(_SEND.sub(r"\1penstock_send(", text), encoding="latin-1")
    return names


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="latin-1") + text, encoding="latin-1")
