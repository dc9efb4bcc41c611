"""Kinds of Dask clusters by name: `local:4`, `slurm:100`, `pbs`, `kubernetes`, or the address of a scheduler."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from distributed import LocalCluster

from penstock.errors import ToolError, UsageError
from penstock.project.working import worker

LOCAL = "local"
MOST_WORKERS = 10
"""Where nobody says how many."""
_QUEUES = {
    "slurm": ("dask_jobqueue", "SLURMCluster", "dask-jobqueue"),
    "pbs": ("dask_jobqueue", "PBSCluster", "dask-jobqueue"),
    "kubernetes": ("dask_kubernetes.operator", "KubeCluster", "dask-kubernetes"),
}
"""The module, the class in it, and the package to install.  Queues and sizes come from the settings of Dask."""


@contextmanager
def started(address: str) -> Iterator[Any]:
    """The cluster that is meant, started for this if it has no address, and then ended, too."""
    kind, _, rest = address.partition(":")
    if kind != LOCAL and kind not in _QUEUES:
        if ":" not in address:  # Dask tries for a long time
            kinds = ", ".join(f"`{one}:8`" for one in (LOCAL, *_QUEUES))
            raise UsageError(
                f"`{address}` is no cluster: write the address of a scheduler, `tcp://HOST:8786`, or {kinds}"
            )
        yield address
        return
    with _local(_workers(kind, rest)) if kind == LOCAL else _queue(kind, _workers(kind, rest)) as cluster:
        yield cluster


def _workers(kind: str, text: str) -> int:
    if not text:
        return MOST_WORKERS
    if not text.isdecimal() or not 0 < int(text) <= 100_000:
        raise UsageError(f"`{text}` is not a number of workers: write `{kind}:8`")
    return int(text)


def _local(workers: int) -> Any:
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
        preload=[worker.__name__],
    )


def _queue(kind: str, workers: int) -> Any:
    module, name, package = _QUEUES[kind]
    try:
        make = getattr(import_module(module), name)
    except ImportError:
        raise UsageError(f"--cluster {kind} needs the `{package}` package: pip install {package}") from None
    try:
        cluster = make()
    except Exception as problem:  # whatever those packages think of the user's settings
        raise ToolError(f"no {kind} cluster can be started: {problem}") from None
    # Workers come while there is work; one that the queue ends after its time is replaced.
    cluster.adapt(minimum=0, maximum=workers)
    return cluster
