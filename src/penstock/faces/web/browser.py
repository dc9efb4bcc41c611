"""Python's side of the static page: a session in a worker of a browser.

The worker hands in frames of JSON and a function that sends some back; there are no threads, so that nobody can stop
an answer but the clock, or the page, which ends the whole worker.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from penstock.budget import Budget, Watch
from penstock.faces.web.methods import JOBS
from penstock.faces.web.news import ProgressTeller
from penstock.faces.web.protocol import EngineKind, EngineLimits, ProgressNews
from penstock.faces.web.session import PageSession, problem_of
from penstock.interpreter import prepare
from penstock.reading.confinement import confined
from penstock.records import as_data

Send = Callable[[str], object]
LIMITS = EngineLimits(text_kb=512, seconds=300.0, jobs=1)
SECONDS_FOR_A_QUESTION = 10.0
"""All others wait behind a question that is not a job."""
_FILES = "/models"
"""A directory of the worker's own, where nothing is: models are texts that the page hands in."""


class BrowserSession:
    def __init__(self, send: Send) -> None:
        prepare()
        Path(_FILES).mkdir(exist_ok=True)
        os.chdir(_FILES)
        self._send = send
        self._session = PageSession(EngineKind.STATIC, LIMITS)

    def answer(self, frame: str) -> None:
        asked = json.loads(frame)
        self._tell(asked["id"], **self._answered(asked))

    def _answered(self, asked: dict[str, Any]) -> dict[str, Any]:
        seconds = LIMITS.seconds if asked["method"] in JOBS else SECONDS_FOR_A_QUESTION
        watch = Watch(ProgressTeller(lambda news: self._progress(asked["id"], news)).tell)
        try:
            with Budget(monotonic() + seconds, watch), confined(_FILES):
                return {"result": self._session.answer(asked["method"], asked.get("params") or {}, watch)}
        except BaseException as problem:  # a page is told about everything; nobody else would be
            return {"error": as_data(problem_of(problem))}

    def _progress(self, number: int, news: ProgressNews) -> None:
        self._tell(number, progress=as_data(news))

    def _tell(self, number: int, **said: Any) -> None:
        self._send(json.dumps({"id": number, **said}))
