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
from penstock.spin.growth import first_growth, grown
from penstock.spin.report import read_report
from penstock.spin.running import Task, perform
from penstock.spin.tools import Tools
from penstock.spin.workspace import ModelText

_SEND = re.compile(r"^(\t+)qsend\(", re.MULTILINE)
_TOLD = re.compile(r"^penstock lengths:((?: \d+)*)$", re.MULTILINE)
_FLAGS = ("-O1", "-fwrapv", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM")
_SWITCHES = ("-n", "-E", "-A")
_DECLARATIONS = """
void penstock_note(int);
#define PENSTOCK_FIRST(first, ...) first
#define penstock_send(...) do { qsend(__VA_ARGS__); penstock_note(PENSTOCK_FIRST(__VA_ARGS__)); } while (0)
"""
_DEFINITIONS = """
static const int penstock_owned[] = { %(owned)s };  /* channels of a process of each type */
static const int penstock_base[] = { %(base)s };    /* where their lengths are kept */
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
	if (q_len(number) >= %(most)d)
		uerror("%(enough)s");
}
"""
_ANY_LENGTH = 1 << 30
_LONG_ENOUGH = "a channel is long enough"


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
    """For each channel the largest length, if the search was complete; a trail if a channel became long enough."""

    states: int
    highest: dict[str, int] | None = None
    trail: bytes | None = None


def highest_lengths(
    search: LengthSearch, model: ModelText, channels: ChannelNames, most: int = _ANY_LENGTH
) -> FoundLengths | None:
    """Search until a channel holds `most` messages, or to the end; None if the limits were met before."""
    end = time.monotonic() + search.seconds

    def left() -> float:
        return max(0.1, end - time.monotonic())

    try:
        generated = generate(search.tools, model, search.directory / "model", left(), search.stop)
        names = _instrument(generated, channels, most)
        compiler = Compiler(search.tools, Cache(None), search.directory, True, left(), search.stop)
        return _run(search, compiler, generated, names, left)
    except OutOfTime:
        return None


def _run(
    search: LengthSearch, compiler: Compiler, generated: Generated, names: list[str], left: Callable[[], float]
) -> FoundLengths | None:
    growth = first_growth(search.memory_mb, False, None)
    while True:
        program = compiler.program(generated, (*_FLAGS, *growth.flags))
        task = Task(0, program.read_bytes(), (*_SWITCHES, *growth.switches), left(), search.memory_mb)
        result = perform(task, search.stop, parent=search.directory)
        outcome = result.outcome
        report = read_report(_TOLD.sub("", outcome.output), outcome.errors, False, growth.depth)
        larger = grown(growth, report, search.memory_mb)
        if larger is None or left() <= 0.1:
            break
        growth = larger
    if any(complaint.message == _LONG_ENOUGH for complaint in report.complaints):
        return FoundLengths(report.states, trail=result.trail)
    if not report.completed or report.truncated or report.complaints or report.errors:
        return None
    told = _TOLD.search(outcome.output)
    lengths = [int(number) for number in told[1].split()] if told else [0] * len(names)
    highest: dict[str, int] = {}
    for name, length in zip(names, lengths, strict=True):
        highest[name] = max(length, highest.get(name, 0))
    return FoundLengths(report.states, highest)


def _instrument(generated: Generated, channels: ChannelNames, most: int) -> list[str]:
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
        "size": len(names),
        "shared": len(channels.shared),
        "most": most,
        "enough": _LONG_ENOUGH,
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
