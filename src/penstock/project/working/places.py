"""The place that somebody asks for."""

from __future__ import annotations

import os
from importlib import import_module

from penstock.errors import UsageError
from penstock.project.working.processes import Processes
from penstock.project.working.workplace import Here, Workplace


def place_for(cluster: str | None, jobs: int | None) -> Workplace:
    """A cluster, or so many processes of this machine; one for each core if nothing is said."""
    if cluster is not None:
        return _on_cluster(cluster)
    count = jobs or os.cpu_count() or 1
    return Processes(count) if count > 1 else Here()


def _on_cluster(address: str) -> Workplace:
    try:
        # Only those who have a cluster need, and wait for, the package that talks to it.
        there = import_module("penstock.project.working.dask")
    except ImportError:
        raise UsageError("--cluster needs the `distributed` package: pip install 'penstock[cluster]'") from None
    place: Workplace = there.DaskCluster(address)
    return place
