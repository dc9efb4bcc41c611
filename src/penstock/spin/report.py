"""What a verifier prints, read strictly: a line that is not understood is kept, and spoils the result."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from penstock.spin.closing import closing_begins

TOO_SHALLOW = "error: max search depth too small"


@dataclass(frozen=True, slots=True)
class Complaint:
    """`pan:NUMBER: MESSAGE (at depth DEPTH)`."""

    number: int
    message: str
    depth: int


@dataclass(frozen=True, slots=True)
class Unreached:
    """A statement that no run executes; `statement` is `-end-` for the end of the process."""

    process: str
    file: str
    line: int
    statement: str


@dataclass(slots=True)
class Report:
    """A verifier's output as data.

    `summary`: the closing block is there, and whole.  `completed`: the search ended by itself, not by an error or
    a limit.  `truncated`: it turned back at the depth limit.
    `trail_written`: in mixed output, a complaint was followed by the news of its trail.
    """

    complaints: list[Complaint] = field(default_factory=list)
    trail_written: bool = False
    summary: bool = False
    completed: bool = False
    truncated: bool = False
    out_of_memory: bool = False
    interrupted: bool = False
    errors: int = 0
    depth: int = 0
    states: int = 0
    transitions: int = 0
    memory_mb: float = 0.0
    hash_factor: float | None = None
    vector_needed: int | None = None
    fairness_needed: int | None = None
    refusals: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    unreached: list[Unreached] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)


_NUMBER = r"([\d.]+(?:e[+-]?\d+)?)"
_COMPLAINT = re.compile(r"pan:(\d+): (.*) \(at depth (-?\d+)\)")
_PROGRESS = re.compile(rf"Depth= +(\d+) States= +{_NUMBER} Transitions= +{_NUMBER} .*Memory= +{_NUMBER}\t.*")
_RESIZED = re.compile(r"pan: resizing hashtable to -w(\d+)\.\.")
_SUMMARY = re.compile(r"State-vector (\d+) byte, depth reached (-?\d+), errors: (\d+)")
_STORED = re.compile(rf" *{_NUMBER} states, stored(?: \(.* visited\))?")
_TRANSITIONS = re.compile(rf" *{_NUMBER} transitions \(= (?:stored|visited)\+matched\)")
_MEMORY = re.compile(rf" *{_NUMBER}\t(?:total actual memory usage|memory usage \(Mbyte\))")
_HASH_FACTOR = re.compile(rf"hash factor: +(?:{_NUMBER}|inf) \(best if > 100\.\)")
_VECTOR = re.compile(r"pan: error, VECTORSZ too small, recompile pan\.c with -DVECTORSZ=N with N>(\d+)")
_FAIRNESS = re.compile(r"pan: error: too many processes -- current max is \d+ procs \(-DNFAIR=(\d+)\)")
_UNREACHED_PART = re.compile(r"unreached in (?:(proctype|claim) )?(\S+)")
_UNREACHED = re.compile(r'\t(\S.*):(\d+), state \d+, "(.*)"')
_REFUSAL = re.compile("error")
_KNOWN_REFUSAL = re.compile(r"error: (?:p\.o\. reduction not|-f requires|use of -D|-l not available|cannot use -)")
_HARMLESS = re.compile(
    "|".join(
        [
            r"\s*",
            r"pan: wrote .*",
            r"pan: reducing search depth to \d+",
            r"pan: ltl formula .*",
            r"pan: resizing hashtable to -w\d+\.\. +done",
            r"pan: (?:xr|xs) assertion violated: .*",
            r"pan: by .* and by .*",
            r"pan: elapsed time .* seconds",
            r"pan: rate .* states/second",
            r"pan: avg transition delay .* usec",
            r"\(never claims generated from LTL formulae are stutter-invariant\)",
            r"\(Spin Version .*\)",
            r"\t\+ [\w -]+(?:\(.*\))?",
            r"(?:Full|Bit) statespace search for:",
            r"\t(?:trace assertion|notrace assertion|never claim|assertion violations|acceptance   cycles)\s*\t[+-].*",
            r"\t(?:non-progress cycles|cycle checks|invalid end states)\s*\t[+-].*",
            r" *[\d.e+]+ (?:states, matched|matches within stack|atomic steps|lost messages)",
            r"[ \t]*[\d.e+]+ (?:nominal states \(.*\)|rvs succeeded|midrv|failedrv|revrv)",
            r" *[\d.e+]+ states allocated for dfs stack",
            r"hash conflicts: .* \(resolved\)",
            r"hint: increase hashtable-size .*",
            r"the hash table is .* filled.*",
            r"bits set per state: .*",
            r"hash polynomial used: .*",
            r"random seed used: .*",
            r"Stats on memory usage \(in Megabytes\):",
            r" *[\d.]+\t(?:equivalent memory usage|actual memory usage|memory used for|other|memory lost).*",
            r" +\tstate-vector as stored = .*",
            r"nr of templates: .*",
            r"collapse counts: .*",
            r"\t\(\d+ of \d+ states\)",
            r"\t(?:reached|unreached) .*",
            # after `out of memory`
            r"\t[\d.e+]+ bytes (?:used|more needed|limit)",
            r"hint: to reduce memory, recompile with",
            r"  -D(?:COLLAPSE|MA=\d+|HC|BITSTATE) +# .*",
            r"\trecompile with -DNFAIR=\d+",
            r"Warning: Search not completed",
        ]
    )
)


class SearchProgress(NamedTuple):
    """How far a verifier is."""

    depth: int
    states: float
    transitions: float
    memory_mb: float


def progress_of(line: str) -> SearchProgress | None:
    """What a verifier prints while it works."""
    found = _PROGRESS.fullmatch(line)
    return SearchProgress(int(found[1]), *map(float, found.groups()[1:])) if found else None


def resized(line: str) -> int | None:
    """The bits of a hash table that a verifier has made larger."""
    found = _RESIZED.match(line)
    return int(found[1]) if found else None


def complaint_in(line: str, chatty: bool = False) -> Complaint | None:
    """The complaint that a line is or, where C code prints without ending its lines, ends with."""
    found = _COMPLAINT.fullmatch(line[max(0, line.rfind("pan:")) :] if chatty else line)
    return Complaint(int(found[1]), found[2], int(found[3])) if found else None


def read_report(output: str, errors: str, chatty: bool = False, depth_limit: int | None = None) -> Report:
    """Read the output of a verifier.

    `chatty`: the model's own C code may print as well, even in the verifier's words.  Then only the closing block is
    believed, and what was printed before it makes things worse, not better; a search that came as deep as
    `depth_limit` may have turned back there.
    """
    report = Report(completed=True)
    lines = output.split("\n")
    begin = closing_begins(lines)
    report.summary = begin < len(lines)
    for number, line in enumerate(lines[:begin]):
        if chatty:
            _read_mixed_line(report, line, lines[number + 1 : number + 2])
        elif not _read_search_line(report, line):
            report.unexpected.append(line)
    part = ""
    for line in lines[begin:]:
        part = _read_closing_line(report, line, part)
    _read_errors(report, errors, chatty)
    if chatty and report.summary:
        _trust_closing_block(report, depth_limit)
    report.completed = report.completed and report.summary and not report.out_of_memory and not report.interrupted
    return report


def _trust_closing_block(report: Report, depth_limit: int | None) -> None:
    """What the closing block knows better than anything before it."""
    report.refusals.clear()
    if report.errors == 0:
        report.complaints.clear()
    if report.completed:
        report.out_of_memory = report.interrupted = False
        report.fairness_needed = None
    if report.completed or report.trail_written:
        report.vector_needed = None
    if depth_limit is not None and report.depth >= depth_limit - 1:
        report.truncated = True


def _read_search_line(report: Report, line: str) -> bool:
    """Whether a line before the closing block is understood."""
    if line.startswith("error: ") and line != TOO_SHALLOW:
        report.refusals.append(line.removeprefix("error: "))
        return True
    return _read_event(report, line) or _read_progress(report, line) or _HARMLESS.fullmatch(line) is not None


def _read_mixed_line(report: Report, line: str, following: list[str]) -> None:
    """A line that C code may have begun; a complaint of the verifier is the one that a trail is written for."""
    if complaint := complaint_in(line, chatty=True):
        if following and following[0].startswith("pan: wrote "):
            report.complaints[:] = [complaint]
            report.trail_written = True
        elif not report.trail_written:
            report.complaints.append(complaint)
    elif line.endswith(TOO_SHALLOW):
        report.truncated = True
    elif line.startswith("error: proctype '"):
        report.refusals.append(line.removeprefix("error: "))
    else:
        begin = max(line.rfind("pan: "), line.rfind("Interrupted"), line.rfind("Depth= "), 0)
        _ = _read_event(report, line[begin:]) or _read_progress(report, line[begin:])


def _read_closing_line(report: Report, line: str, part: str) -> str:
    """Take one line in; returns the process that a list of unreached statements is about."""
    if found := _UNREACHED_PART.fullmatch(line):
        return "" if found[1] == "claim" else found[2]
    if found := _UNREACHED.fullmatch(line):
        if part:
            report.unreached.append(Unreached(part, found[1], int(found[2]), found[3]))
        return part
    if not (_read_figure(report, line) or _HARMLESS.fullmatch(line)):
        report.unexpected.append(line)
    if line == "Warning: Search not completed":
        report.completed = False
    return part


def _read_event(report: Report, line: str) -> bool:
    """Whether the line tells of something that happened during the search."""
    if complaint := complaint_in(line):
        report.complaints.append(complaint)
    elif line == TOO_SHALLOW:
        report.truncated = True
    elif line.startswith(("pan: out of memory", "pan: reached -DMEMLIM bound")):
        report.out_of_memory = True
    elif line == "Interrupted":
        report.interrupted = True
    elif found := _VECTOR.fullmatch(line):
        report.vector_needed = int(found[1])
    elif found := _FAIRNESS.fullmatch(line):
        report.fairness_needed = int(found[1])
    elif line.startswith("warning: "):
        report.warnings.append(line.removeprefix("warning: "))
    else:
        return False
    return True


def _read_progress(report: Report, line: str) -> bool:
    """Whether the line tells how far the search is; its figures are all there are if the search is ended."""
    found = _PROGRESS.fullmatch(line)
    if found:
        report.depth, report.states = int(found[1]), int(float(found[2]))
        report.transitions, report.memory_mb = int(float(found[3])), float(found[4])
    return found is not None


def _read_figure(report: Report, line: str) -> bool:
    """Whether the line is one of the closing figures."""
    if found := _SUMMARY.fullmatch(line):
        report.depth, report.errors = int(found[2]), int(found[3])
    elif found := _STORED.fullmatch(line):
        report.states = int(float(found[1]))
    elif found := _TRANSITIONS.fullmatch(line):
        report.transitions = int(float(found[1]))
    elif found := _MEMORY.fullmatch(line):
        report.memory_mb = float(found[1])
    elif found := _HASH_FACTOR.fullmatch(line):
        report.hash_factor = float(found[1]) if found[1] else float("inf")
    else:
        return False
    return True


def _read_errors(report: Report, errors: str, chatty: bool) -> None:
    """The other stream has warnings, which may go over several lines, and refusals."""
    refusal = _KNOWN_REFUSAL if chatty else _REFUSAL
    for line in errors.splitlines():
        if refusal.match(line):
            report.refusals.append(line.removeprefix("error:").strip())
        elif line.startswith("warning: "):
            report.warnings.append(line.removeprefix("warning: "))
        elif line[:1] in (" ", "\t") and report.warnings:
            report.warnings[-1] += " " + line.strip()
