"""How far some work is, told to a page in words, not too often."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from penstock.budget import Progress
from penstock.faces.web.protocol import ProgressNews
from penstock.faces.working.progress import progress_words

_BETWEEN_NEWS = 0.1


class ProgressTeller:
    """Hands on what a task says about its progress; `tell` can be a watch's `show`."""

    def __init__(self, send: Callable[[ProgressNews], None]) -> None:
        self._send = send
        self._next = 0.0

    def tell(self, progress: Progress) -> None:
        if monotonic() >= self._next:
            self._next = monotonic() + _BETWEEN_NEWS
            self._send(news_of(progress))


def news_of(progress: Progress) -> ProgressNews:
    return ProgressNews(progress_words(progress), progress.done, progress.total)
