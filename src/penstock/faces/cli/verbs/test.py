"""`penstock test`."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

from penstock.diagnostics.placed import placed
from penstock.errors import ModelErrors, PenstockError, UsageError
from penstock.faces.cli.clusters import leave_telling_to_us
from penstock.faces.cli.console import Console, json_text
from penstock.faces.cli.files import append_text, replace_text
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, OWN_FAULT, TOOL_MISSING, UNDECIDED, WRONG
from penstock.faces.cli.words.test import model_lines, summary_lines
from penstock.faces.data.github import annotation_lines, diagnostic_annotations, job_page
from penstock.faces.data.sarif import diagnostics_sarif
from penstock.faces.data.tested import test_junit, test_sarif
from penstock.project.judging import Met
from penstock.project.project_file import find_project
from penstock.project.requests.test import TestRequest
from penstock.project.test import TestedModel, TestOutcome, test
from penstock.project.updating import updated
from penstock.reading.languages import ENDINGS

_STATUS = {
    Met.FAULT: OWN_FAULT,
    Met.NO: FINDING,
    Met.BROKEN: WRONG,
    Met.FAILED: TOOL_MISSING,
    Met.UNDECIDED: UNDECIDED,
    Met.YES: FINE,
}
"""From bad to good: the worst of all counts."""
_SEEN = frozenset([*ENDINGS, ".toml", ".h", ".inc"])
"""Changes in other files are no reason to test again."""
_WORKSPACE, _PAGE = "GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY"
"""Where GitHub tells the directory of the repository, and the file for the page about a job."""


def run(request: TestRequest, arguments: Namespace, console: Console) -> int:
    if arguments.watch:
        return _watch(request, console)
    outcome = _tested(request, console)
    _write_files(outcome, arguments)
    if arguments.update:
        _update(request, outcome, console)
    return status_of(outcome, console)


def _tested(request: TestRequest, console: Console, wanted: Callable[[TestedModel], bool] | None = None) -> TestOutcome:
    """Test, and tell about those models that are wanted as they are finished."""
    leave_telling_to_us(request.cluster)
    report = TestReport(console, wanted)
    try:
        with console.watching(report.tell) as watch:
            outcome = test(request, watch)
    except ModelErrors as problem:
        _write_mistakes(problem, console)
        raise
    report.finish(outcome)
    for remark in outcome.remarks:
        console.say(remark)
    return outcome


def _write_files(outcome: TestOutcome, arguments: Namespace) -> None:
    if arguments.junit is not None:
        replace_text(arguments.junit, test_junit(outcome))
    if arguments.sarif is not None:
        replace_text(arguments.sarif, json_text(test_sarif(outcome, _start())))


class TestReport:
    """What is written while models are tested, and in the end."""

    __test__ = False

    def __init__(self, console: Console, wanted: Callable[[TestedModel], bool] | None = None) -> None:
        self.console = console
        self.wanted = wanted
        self.kept: list[str] = []
        """Lines for a file, which is written as a whole."""

    def tell(self, model: TestedModel) -> None:
        if self.console.format not in ("text", "github") or self.console.quiet:
            return
        if self.wanted is not None and not self.wanted(model):
            return
        lines = list(model_lines(model))
        # GitHub obeys lines that look like its commands: what a model says is told in annotations only.
        self._write(lines[:1] if self.console.format == "github" else lines)

    def finish(self, outcome: TestOutcome) -> None:
        match self.console.format:
            case "json":
                self.console.write_json(outcome)
            case "junit":
                self.console.write(test_junit(outcome))
            case "sarif":
                self.console.write_json(test_sarif(outcome, _start()))
            case "github":
                self._write([*annotation_lines(outcome, _start()), *summary_lines(outcome)], last=True)
                _append_page(job_page(outcome))
            case _:
                self._write(summary_lines(outcome), last=True)

    def _write(self, lines: Iterable[str], last: bool = False) -> None:
        self.kept += lines
        if last or self.console.output in (None, "-"):
            self.console.write("\n".join(self.kept))
            self.kept.clear()


def _start() -> str:
    return os.environ.get(_WORKSPACE) or os.getcwd()


def _append_page(text: str) -> None:
    if path := os.environ.get(_PAGE):
        append_text(path, text)


def _write_mistakes(problem: ModelErrors, console: Console) -> None:
    """Mistakes in the project itself, for those who read no words."""
    found = placed(problem.diagnostics)
    if console.format == "sarif":
        console.write_json(diagnostics_sarif(found))
    elif console.format == "github":
        console.write("\n".join(diagnostic_annotations(found, _start())))


def status_of(outcome: TestOutcome, console: Console) -> int:
    if outcome.stopped and console.stop.is_set():
        return INTERRUPTED
    seen = {one.met for model in outcome.models for one in model.expectations}
    return next((status for met, status in _STATUS.items() if met in seen), FINE)


def _update(request: TestRequest, outcome: TestOutcome, console: Console) -> None:
    file = find_project(Path(request.directory))
    if file is None:
        raise UsageError("there is no penstock.toml to update")
    new = updated(file, outcome.models)
    if new.changed:
        replace_text(str(file.path), new.text)
    for change in new.changed:
        console.mention(f"updated: {change}")
    for reason in new.left:
        console.say(f"not updated: {reason}")


def _watch(request: TestRequest, console: Console) -> int:
    """Test again after every change; what is stored and fine is not told again."""
    try:
        changes = import_module("watchfiles").watch
    except ImportError:
        raise UsageError("--watch needs the `watchfiles` package: pip install 'penstock[project]'") from None
    file = find_project(Path(request.directory))
    root = file.root if file is not None else Path(request.directory)
    status = _again(request, console, lambda _: True)
    for changed in changes(root, raise_interrupt=False):
        if any(Path(path).suffix in _SEEN for _, path in changed):
            status = _again(request, console, lambda model: model.met is not Met.YES or model.seconds > 0)
    return status


def _again(request: TestRequest, console: Console, wanted: Callable[[TestedModel], bool]) -> int:
    """A mistake in the project ends one round, not the watching."""
    try:
        return status_of(_tested(request, console, wanted), console)
    except PenstockError as problem:
        console.say(str(problem))
        return WRONG
