"""Changes in words, for a terminal and for a review."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.diagnostics.record import counted
from penstock.faces.cli.words.tables import aligned, markdown
from penstock.project.diff import DiffOutcome, ModelChange
from penstock.project.diffs.traits import DiffTopic

_COUNTED = (DiffTopic.STATEMENT, DiffTopic.LABEL, DiffTopic.UNREACHED, DiffTopic.FINDING)
_NOTHING = "-"
_LONGEST = 60


def diff_lines(outcome: DiffOutcome, quiet: bool = False) -> Iterator[str]:
    yield f"{outcome.old} -> {outcome.new}: {_headline(outcome)}"
    if not quiet:
        rows = [[_what(change), _old(change), "->", _new(change), _where(change)] for change in outcome.changes]
        yield from (f"  {row}" for row in aligned(rows, frozenset(range(5))))
        yield from _remarks(outcome)


def diff_markdown(outcome: DiffOutcome) -> Iterator[str]:
    """A table for a review."""
    yield f"**`{outcome.new}`** against `{outcome.old}`: {_headline(outcome)}"
    if outcome.changes:
        rows = [
            [_code(_what(change)), _code(_old(change)), _code(_new(change)), _where(change)]
            for change in outcome.changes
        ]
        yield from ["", *markdown([["what", "old", "new", ""], *rows])]
    remarks = list(_remarks(outcome))
    if remarks:
        yield from ["", *remarks]


def _headline(outcome: DiffOutcome) -> str:
    if outcome.stopped:
        return "stopped before everything was asked"
    return counted(len(outcome.changes), "change") if outcome.changes else "nothing changed"


def _remarks(outcome: DiffOutcome) -> Iterator[str]:
    if outcome.undecided:
        yield f"undecided in both: {', '.join(outcome.undecided)}"
    for version in outcome.broken:
        yield f"{version} has errors: nothing else is known of it"
    if outcome.incomplete and not outcome.stopped and not outcome.broken:
        yield "states and unreached code are not compared: a search did not visit all states"


def _what(change: ModelChange) -> str:
    return f"{change.topic.value} {change.about}".rstrip()


def _old(change: ModelChange) -> str:
    return "" if change.topic is DiffTopic.FLOW else _said(change, change.old)


def _new(change: ModelChange) -> str:
    return "changed" if change.topic is DiffTopic.FLOW else _said(change, change.new)


def _said(change: ModelChange, value: str | int | None) -> str:
    if value is None:
        return _NOTHING
    if change.topic in _COUNTED:
        return "there" if value == 1 else f"{value} times"
    text = str(value).partition("\n")[0]
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _where(change: ModelChange) -> str:
    return "" if change.line is None else f"line {change.line}"


def _code(text: str) -> str:
    return text if text in ("", _NOTHING) else f"`{text.replace('`', ' ')}`"
