"""Jobs are done, wherever that is.

job ─ as_data ─► JSON ─ another machine ─► perform ─► answer ─ as_data ─► JSON
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from penstock.budget import UNWATCHED, Budget, TimeOver, Watch
from penstock.errors import ModelErrors, PenstockError, ToolError
from penstock.project.actor_tests import fact_of_test
from penstock.project.conforming import conforming
from penstock.project.jobs import Job, JobAnswer, JobProblem, ProblemKind
from penstock.project.proving import bound_evidence, verify_evidence
from penstock.project.seeing import (
    facts_of_bound,
    facts_of_check,
    facts_of_explore,
    facts_of_verify,
    figures_of_explore,
    figures_of_verify,
)
from penstock.reading.source import Source
from penstock.records import as_data, from_data
from penstock.verbs import task


def perform(job: Job, watch: Watch = UNWATCHED) -> JobAnswer:
    """Do it; whatever goes wrong is part of the answer."""
    begin = time.monotonic()
    try:
        with _unpacked(job) as (request, root), Budget(begin + (job.seconds or inf)):
            answer = _done(job, request, watch)
        answer = _shown(answer, job, root) if root else answer
    except ModelErrors as problem:
        answer = JobAnswer(job.verb, (), problem=JobProblem(ProblemKind.MODEL, str(problem)))
    except ToolError as problem:
        answer = JobAnswer(job.verb, (), problem=JobProblem(ProblemKind.TOOL, str(problem)))
    except PenstockError as problem:
        answer = JobAnswer(job.verb, (), problem=JobProblem(ProblemKind.MODEL, str(problem)))
    except TimeOver:
        answer = JobAnswer(job.verb, (), problem=JobProblem(ProblemKind.TIME, "time ran out"))
    except Exception as problem:  # a fault of ours in one model must not end the others
        answer = JobAnswer(job.verb, (), problem=JobProblem(ProblemKind.FAULT, f"{type(problem).__name__}: {problem}"))
    return replace(answer, seconds=round(time.monotonic() - begin, 3))


def perform_text(text: str) -> str:
    """The same from JSON to JSON: what other processes and machines do."""
    return json.dumps(as_data(perform(from_data(Job, json.loads(text)))))


def _done(job: Job, request: Any, watch: Watch) -> JobAnswer:
    if job.verb == "conform":
        return JobAnswer(job.verb, tuple(conforming(request, job.runs, watch)))
    outcome = task(job.verb)(request, watch)
    match job.verb:
        case "check":
            return JobAnswer(job.verb, tuple(facts_of_check(outcome)))
        case "bound":
            return JobAnswer(job.verb, tuple(facts_of_bound(outcome)), evidence=bound_evidence(outcome))
        case "explore":
            return JobAnswer(job.verb, tuple(facts_of_explore(outcome)), figures=figures_of_explore(outcome))
        case _:
            facts, figures = tuple(facts_of_verify(outcome)), figures_of_verify(outcome)
            facts += (fact_of_test(request.actors.test, outcome),) if request.actors.test else ()
            return JobAnswer(job.verb, facts, evidence=verify_evidence(outcome), figures=figures)


@contextmanager
def _unpacked(job: Job) -> Iterator[tuple[Any, str]]:
    """The request, and the directory to which files that the model includes were written, if they were not there."""
    request = job.asked()
    if all(_same(path, text) for path, text in job.included.items()):
        yield request, ""
        return
    with TemporaryDirectory(prefix="penstock-job-") as root:
        for path, text in job.included.items():
            target = Path(_moved(path, root))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", errors="surrogateescape")
        yield replace(request, source=_moved_source(request.source, root)), root


def _shown(answer: JobAnswer, job: Job, root: str) -> JobAnswer:
    """The answer in terms of the user's own files, in whichever of its texts they are named."""
    text = json.dumps(as_data(answer))
    for path in sorted([job.asked().source.shown, *job.included], key=len, reverse=True):
        text = text.replace(json.dumps(_moved(path, root))[1:-1], json.dumps(path)[1:-1])
    shown: JobAnswer = from_data(JobAnswer, json.loads(text))
    return shown


def _same(path: str, text: str) -> bool:
    try:
        return Path(path).read_text(encoding="utf-8", errors="surrogateescape") == text
    except OSError:
        return False


def _moved(path: str, root: str) -> str:
    """A path below the root, with as many steps up as it has."""
    return os.path.join(root, *("up" if part == ".." else part for part in Path(path).parts if part != "/"))


def _moved_source(source: Source, root: str) -> Source:
    main = _moved(source.shown, root)
    directories = tuple(_moved(directory, root) for directory in source.directories)
    return replace(source, path=main, name=main, directories=directories)
