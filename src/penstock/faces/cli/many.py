"""A command performed for several models: one text, one document, one summary, one status."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from penstock.diagnostics.placed import placed
from penstock.diagnostics.record import counted
from penstock.errors import ModelErrors, PenstockError, UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.endings import RUN_PICTURES
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, TOOL_MISSING, UNDECIDED, WRONG, worst
from penstock.faces.data.many import FileAnswer, FileProblem, many_json, many_junit, many_sarif
from penstock.records import Json
from penstock.tasks.outcome import Outcome

_OF_ONE = (
    "stages",
    "witness",
    *RUN_PICTURES,
    "graph",
    "certificate",
    "report",
    "fix",
    "trail_out",
    "itf",
    "interactive",
)
"""Options that name a file about one model, or let the user walk through it."""
_WORDS = {
    FINE: "fine",
    WRONG: "with errors",
    UNDECIDED: "undecided",
    TOOL_MISSING: "a tool is missing or failed",
    INTERRUPTED: "stopped",
}


@dataclass(frozen=True, slots=True)
class FileConsole(Console):
    """Keeps what is said about one of several models until all of it is there."""

    file: str = ""
    texts: list[str] = field(default_factory=list)
    values: list[Json] = field(default_factory=list)
    problems: list[FileProblem] = field(default_factory=list)

    def write(self, text: str) -> None:
        self.texts.append(text)

    def write_json(self, value: Outcome | Json) -> None:
        self.values.append(value.to_dict() if isinstance(value, Outcome) else value)

    def tell_problem(self, problem: PenstockError) -> None:
        found = placed(problem.diagnostics) if isinstance(problem, ModelErrors) else ()
        self.problems.append(FileProblem(str(problem), found))
        if self.format != "text":
            return
        if isinstance(problem, ModelErrors) or self.file in str(problem):
            Console.tell_problem(self, problem)
        else:
            Console.tell_problem(self, PenstockError(f"{self.file}: {problem}"))

    def answer(self, status: int) -> FileAnswer:
        told: list[Any] = [*self.values] or (["".join(self.texts)] if self.texts else [])
        return FileAnswer(self.file, status, next(iter(told), None), next(iter(self.problems), None))


def refuse_files_for_one(arguments: Namespace) -> None:
    for name in _OF_ONE:
        if getattr(arguments, name, None) not in (None, False):
            raise UsageError(f"--{name.replace('_', '-')} is about one model: give the name of one file")


def perform_each(files: Sequence[str], console: Console, found: str, run: Callable[[str, Console], int]) -> int:
    """Run a command for each file, until the user has had enough."""
    answers: list[FileAnswer] = []
    told: list[str] = []
    for file in files:
        settings = console.command, console.output, console.format, console.quiet, console.color, console.stop
        own = FileConsole(*settings, file)
        status = run(file, own)
        answers.append(own.answer(status))
        if console.format == "text" and own.texts and not console.quiet:
            told.append(_headed(file, "".join(own.texts), told[-1] if told else ""))
            if console.to_terminal:
                console.write(told[-1])
        if console.stop.is_set() or status == INTERRUPTED:
            break
    _finish(answers, told, len(files), console, found)
    return worst(answer.status for answer in answers)


def _headed(file: str, text: str, before: str) -> str:
    """A text below the name of its file, unless it begins with it; long ones stand apart from others."""
    text = text.rstrip("\n")
    whole = text if text.startswith(file) else f"{file}:\n{text}"
    return f"\n{whole}" if before and "\n" in before.lstrip("\n") + whole else whole


def _finish(answers: list[FileAnswer], told: list[str], asked: int, console: Console, found: str) -> None:
    if console.format == "json":
        Console.write_json(console, many_json(answers))
    elif console.format == "sarif":
        Console.write_json(console, many_sarif(answers))
    elif console.format == "junit":
        console.write(many_junit(answers))
    else:
        told = [] if console.to_terminal else told
        console.write("\n".join([*told, _summary(answers, asked, found)]))


def _summary(answers: list[FileAnswer], asked: int, found: str) -> str:
    words = _WORDS | {FINDING: found}
    counts = Counter(answer.status for answer in answers)
    parts = [f"{counts[status]} {words[status]}" for status in sorted(counts)]
    left = asked - len(answers)
    return f"{counted(len(answers), 'model')}: {', '.join(parts)}" + (f"; {left} left out" if left else "")
