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
from penstock.faces.web.exercises import listed
from penstock.faces.web.files import FileChanged, ModelDirectory
from penstock.faces.web.gallery import gallery
from penstock.faces.web.methods import METHODS
from penstock.faces.web.protocol import EngineKind, EngineLimits, Hello, PageProblem, PageProblemKind
from penstock.faces.web.runs import PageRuns
from penstock.faces.web.verbs import ASKED_VERBS, NEED_PROGRAMS, answer
from penstock.records import Json, as_data, from_data

NO_TIME = "time ran out before there was an answer"


class TooLong(PenstockError):
    """A text is longer than may be."""


class PageSession:
    """What one page has open."""

    def __init__(
        self,
        engine: EngineKind,
        limits: EngineLimits,
        directory: ModelDirectory | None = None,
        first: str | None = None,
        memory_mb: int | None = None,
    ) -> None:
        self.engine = engine
        self.limits = limits
        self.runs = PageRuns()
        self._directory = directory
        self._first = first
        self._memory_mb = memory_mb

    @property
    def files(self) -> ModelDirectory:
        if self._directory is None:
            raise UsageError("there are no files here: this page keeps what you write in the browser")
        return self._directory

    def hello(self) -> Hello:
        files = () if self._directory is None else self._directory.models()
        verbs = tuple(verb for verb in ASKED_VERBS if self.engine is EngineKind.SERVE or verb not in NEED_PROGRAMS)
        return Hello(__version__, self.engine, verbs, self.limits, self._first, files, gallery(), listed())

    def _refuse_long(self, params: Json) -> None:
        model = params.get("model")
        for text in (params.get("text"), model.get("text") if isinstance(model, dict) else None):
            if isinstance(text, str) and len(text) > self.limits.text_kb << 10:
                raise TooLong(f"this text is longer than {self.limits.text_kb:,} KB, which is the most here")

    def answer(self, method: str, params: Json, watch: Watch) -> Json:
        """Raises whatever `problem_of` understands."""
        self._refuse_long(params)
        if method in ASKED_VERBS:
            return answer(method, params, watch, self._memory_mb)
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
        case TooLong():
            return PageProblem(PageProblemKind.LIMIT, str(problem))
        case FileChanged():
            return PageProblem(PageProblemKind.CONFLICT, str(problem))
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
