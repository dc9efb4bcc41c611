"""Answers the questions of one page, one after the other: plain code, for a process of a server or a browser's worker.

session = PageSession(EngineKind.STATIC)
session.answer("run.open", {"model": {"text": ...}}, watch)        data, or an error that `problem_of` describes
"""

from __future__ import annotations

from penstock import __version__
from penstock.budget import Budget, TimeOver, Watch
from penstock.diagnostics.placed import placed
from penstock.errors import Cancelled, ModelErrors, PenstockError, ToolError, UsageError
from penstock.faces.data.asking import refuse_unknown
from penstock.faces.web.methods import METHODS
from penstock.faces.web.protocol import EngineKind, EngineLimits, Hello, PageProblem, PageProblemKind
from penstock.faces.web.runs import PageRuns
from penstock.faces.web.verbs import ASKED_VERBS, answer
from penstock.records import Json, as_data, from_data

NO_TIME = "time ran out before there was an answer"


class PageSession:
    """What one page has open."""

    def __init__(self, engine: EngineKind, limits: EngineLimits) -> None:
        self.engine = engine
        self.limits = limits
        self.runs = PageRuns()

    def hello(self) -> Hello:
        return Hello(__version__, self.engine, ASKED_VERBS, self.limits, None, (), ())

    def answer(self, method: str, params: Json, watch: Watch) -> Json:
        """Raises whatever `problem_of` understands."""
        if method in ASKED_VERBS:
            return answer(method, params, watch)
        refuse_unknown([method], [*METHODS, *ASKED_VERBS])
        asked = METHODS[method]
        try:
            given = from_data(asked.params, params)
        except ValueError as problem:
            raise UsageError(f"`{method}`: {problem}") from None
        with Budget(watch=watch):
            plain: Json = as_data(asked.work(self, given))
            return plain


def problem_of(problem: BaseException) -> PageProblem:
    """What to tell a page about an answer that there is not."""
    match problem:
        case ModelErrors():
            found = placed(problem.diagnostics)
            return PageProblem(PageProblemKind.MODEL, "the model has errors", found)
        case ToolError():
            return PageProblem(PageProblemKind.MISSING, str(problem))
        case PenstockError():
            return PageProblem(PageProblemKind.USAGE, str(problem))
        case TimeOver() | TimeoutError():
            return PageProblem(PageProblemKind.TIME, NO_TIME)
        case Cancelled():
            return PageProblem(PageProblemKind.CANCELLED, "it was stopped")
        case MemoryError():
            return PageProblem(PageProblemKind.MEMORY, "memory ran out: give a smaller model")
        case _:
            return PageProblem(
                PageProblemKind.FAULT, f"this is a fault in penstock itself: {type(problem).__name__}: {problem}"
            )
