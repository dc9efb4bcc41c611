"""The searches of a verification: what they do, and how far they are."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from threading import Lock

from penstock.budget import Activity, Progress, Watch
from penstock.errors import UsageError
from penstock.spin.checking import PropertyResult, check
from penstock.spin.growth import Growth
from penstock.spin.method import SearchMethod
from penstock.spin.properties import Property
from penstock.spin.report import SearchProgress
from penstock.spin.session import Session
from penstock.spin.sharing import Check, PropertySearch
from penstock.spin.swarm import Executor, LocalExecutor, check_by_swarm

_PAUSE = 0.1


class SearchMeter:
    """Tells whoever watches how far the searches are, not too often."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._told = 0.0
        self._lock = Lock()

    def __call__(self, wanted: Property, reached: SearchProgress, filled: float) -> None:
        with self._lock:
            now = time.monotonic()
            if now - self._told < _PAUSE:
                return
            self._told = now
        figures = int(reached.states), int(reached.transitions), reached.depth, reached.memory_mb
        self._watch.tell(Progress(Activity.SEARCHING, (wanted.name,), *figures, filled))


def searches_for(session: Session, wanted: list[Property], cluster: str | None) -> list[PropertySearch]:
    """How each property is searched for."""
    how: Check = check
    if session.settings.search is SearchMethod.SWARM:
        executor = _executor(session, cluster)

        def how(own: Session, one: Property, growth: Growth | None) -> PropertyResult:
            return check_by_swarm(own, one, executor, growth)

    return [PropertySearch(session, one, how) for one in wanted]


def _executor(session: Session, cluster: str | None) -> Callable[[], Executor]:
    if cluster is None:
        return lambda: LocalExecutor(session.settings.jobs, session.directory, session.stop)
    try:
        # Only those who have a cluster need, and wait for, the package that talks to it.
        there = import_module("penstock.spin.cluster")
    except ImportError:
        raise UsageError("--cluster needs the `distributed` package: pip install 'penstock[cluster]'") from None
    return lambda: there.ClusterExecutor(cluster, session.stop)
