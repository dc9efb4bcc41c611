"""`spin -a`: from a model to the sources of its verifier, and what they say about the model."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from penstock.errors import PenstockError
from penstock.external import CannotStart, Limits, ProgramOutcome, run
from penstock.spin.tools import ToolFailed, Tools, what_it_said
from penstock.spin.workspace import MODEL, ModelText, install_model, shown_place

SOURCES = ("pan.c", "pan.h", "pan.m", "pan.b", "pan.p", "pan.t")
_CLAIM_TYPE = re.compile(r"^\t\tspin_c_typ\[(\d+)\] = \d+;", re.MULTILINE)
_CLAIM_INDEX = re.compile(r"((?:\bspin_c_typ|->c_cur)\[|->_n = )(\d+)(?=\]? ?[=;])")
_PROCESS = re.compile(r"^typedef struct P(\d+) \{ /\* (\S+) \*/", re.MULTILINE)
_FEATURE = re.compile(r"^#define (HAS_\w+|REM_VARS|SYNC|NOREDUCE)\s+(\d+)$", re.MULTILINE)
_CLAIMS = re.compile(r"the model contains \d+ never claims: (.*)")
_PLACE = re.compile(r"^spin: ([^\s,]+):(\d+), (Error: )?(.*)$")
_STOPPING_PLACES = (
    # All that follows a state was seen: is there a cycle through it?
    ("\tif (a_cycles && (trpt->o_pm&2))\n\t\t\t\tcheckcycles();", "(trpt->o_pm&2)", "(trpt->o_pm&2) && penstock_stops"),
    # A state is met again: is it the one that a cycle returns to?
    ("if (depth > A_depth) /* forum", "depth > A_depth", "depth > A_depth && penstock_goes_on"),
    # All that follows a state was seen: could no process move, so that the claim went on alone?
    ("\nDone:\n\tif (!(trpt->tau&8))", "Done:\n", "Done:\n\tpenstock_note_stop();\n"),
)
STOPPING = "PENSTOCK_STOPPING"
"""A flag that lets a verifier see only cycles in which the claim goes on alone; without it, nothing changes."""
_STOPPING = f"""
#ifdef {STOPPING}
static long penstock_stopped = -1;  /* how deep the last run was that could not go on */
#define penstock_stops (penstock_stopped == depth + 1 || (trpt->tau & 128))
#define penstock_goes_on 0
#define penstock_note_stop() (penstock_stopped = (trpt->tau & 128) ? depth : (trpt->tau & 4) ? penstock_stopped : -1)
#else
#define penstock_stops 1
#define penstock_goes_on 1
#define penstock_note_stop()
#endif
"""
_DUBIOUS = "dubious use of 'else' combined with i/o"
_REDUCTION_BREAKERS = ("REM_VARS", "HAS_LAST", "HAS_ENABLED", "HAS_PCVALUE", "HAS_BADELSE", "HAS_PRIORITY")


class Rejected(PenstockError):
    """SPIN does not accept the model; the text is what it says, with the user's own file names."""


class OutOfTime(Exception):
    """SPIN or the C compiler was stopped, or took too long, before a verifier existed."""


@dataclass(frozen=True, slots=True)
class Generated:
    """The sources of a verifier in `directory`; `claims` are the names SPIN gave, when there are several."""

    directory: Path
    model: ModelText
    options: tuple[str, ...]
    claims: tuple[str, ...]
    features: frozenset[str]
    warnings: tuple[str, ...]
    sees_stopping: bool = False
    """Whether its verifiers can be told to look at runs that stop alone."""

    @property
    def reduction_is_doubtful(self) -> bool:
        """Whether something in the model breaks partial order reduction."""
        in_escapes = {"SYNC", "HAS_UNLESS"} <= self.features
        return in_escapes or not self.features.isdisjoint(_REDUCTION_BREAKERS)


def generate(
    tools: Tools, model: ModelText, directory: Path, seconds: float | None, stop: Callable[[], bool]
) -> Generated:
    """The verifier of a model; raises `Rejected`, `ToolFailed` or `OutOfTime`."""
    options = install_model(directory, model)
    try:
        outcome = run([tools.spin, *options, "-a", MODEL], directory, Limits(seconds), stop=stop)
    except CannotStart as problem:
        raise ToolFailed(str(problem)) from None
    if outcome.out_of_time or outcome.stopped:
        raise OutOfTime
    lines = (outcome.output + "\n" + outcome.errors).splitlines()
    complaints = [line for line in lines if _is_complaint(line)]
    if complaints and outcome.signal_name is None:
        raise Rejected("\n".join(_in_our_words(line, model) for line in _with_marks(lines, complaints)))
    if outcome.status != 0 or not (directory / "pan.c").exists():
        raise ToolFailed(_failure(outcome))
    doubts = [line for line in lines if ", warning, " in line or line.startswith("warning:") or _DUBIOUS in line]
    warnings = list(dict.fromkeys(_in_our_words(line, model) for line in doubts))
    _number_claims(directory / "pan.c")
    sees_stopping = _mark_stopping(directory / "pan.c")
    claims = [name for line in lines if (found := _CLAIMS.search(line)) for name in found[1].split(", ")]
    features = _features(directory)
    return Generated(directory, model, tuple(options), tuple(claims), features, tuple(warnings), sees_stopping)


def _is_complaint(line: str) -> bool:
    """Whether SPIN does not accept the model; it calls a doubt about `else` an error, but makes a verifier."""
    return ("Error:" in line or line.startswith("tl_spin:")) and _DUBIOUS not in line


def _number_claims(source: Path) -> None:
    """Number the claims of a verifier without gaps.

    SPIN counts the proctypes between them, too, but makes a table only for the claims: those beyond its end would
    never be checked.
    """
    text = source.read_text(encoding="latin-1")
    numbers = [int(number) for number in _CLAIM_TYPE.findall(text)]
    if numbers == list(range(len(numbers))):
        return
    begin, end = text.index("/* claim select */"), text.index("src_claim = ", text.index("/* claim select */"))
    new = {str(number): str(index) for index, number in enumerate(numbers)}
    part = _CLAIM_INDEX.sub(lambda found: found[1] + new.get(found[2], found[2]), text[begin:end])
    source.write_text(text[:begin] + part + text[end:], encoding="latin-1")


def _mark_stopping(source: Path) -> bool:
    """Let a verifier look for cycles only where no process can move, if it is compiled with `STOPPING`.

    Where fairness counts, verifiers pass over runs that stop, which are fair: nobody could move.
    """
    text = source.read_text(encoding="latin-1")
    for place, old, new in _STOPPING_PLACES:
        if text.count(place) != 1:
            return False
        text = text.replace(place, place.replace(old, new, 1))
    source.write_text(_STOPPING + text, encoding="latin-1")
    return True


def process_types(directory: Path) -> dict[int, str]:
    """What the process types of a verifier, claims among them, are called, by their numbers."""
    header = (directory / "pan.h").read_text(encoding="latin-1")
    return {int(number): name for number, name in _PROCESS.findall(header)}


def _features(directory: Path) -> frozenset[str]:
    text = (directory / "pan.h").read_text(errors="replace")
    return frozenset(name for name, value in _FEATURE.findall(text) if value != "0")


def _with_marks(lines: list[str], complaints: list[str]) -> list[str]:
    """A complaint about a formula is followed by a line that points into it."""
    marks = [line for line in lines if re.fullmatch(r"-+\^", line)]
    return complaints[:6] + marks[:1]


def _in_our_words(line: str, model: ModelText) -> str:
    found = _PLACE.match(line)
    if not found:
        return line.removeprefix("spin: ")
    file, number, _, text = found.groups()
    text = re.sub(r"^warning, ", "", text)
    shown, place = shown_place(file, int(number), model)
    return f"{shown}:{place}: {text}".replace("\t", " ")


def _failure(outcome: ProgramOutcome) -> str:
    return f"SPIN did not make a verifier from the model: {what_it_said(outcome)}"
