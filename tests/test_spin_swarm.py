"""Swarms: many searches, here or on a cluster; a lost machine loses nothing."""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest
from tests.commands import ROOT
from tests.test_verify import MODELS, needs_tools, verify, verify_json

from penstock.spin.growth import first_growth
from penstock.spin.properties import Property, PropertyKind
from penstock.spin.running import Task
from penstock.spin.session import Allowance, Session
from penstock.spin.swarm import LocalExecutor, _tasks, _variations
from penstock.spin.tools import ToolFailed

distributed = pytest.importorskip("distributed")
cluster_module = importlib.import_module("penstock.spin.cluster")
pytestmark = needs_tools
PROGRAM = b"#!/bin/sh\nsleep $1\necho done $1\n"


def test_a_swarm_finds_an_error_and_stops() -> None:
    text = b"byte c[3]; active [3] proctype P() { do :: c[_pid] < 250 -> c[_pid]++; assert(c[0] < 9) :: else od }"
    record = verify_json("-", "--search", "swarm", "--jobs", "2", text=text, status=1)
    assert "assertion" in record["properties"][0]["reason"] and len(record["trail"]) >= 18


def test_a_swarm_that_finds_nothing_proves_nothing() -> None:
    record = verify_json(MODELS / "idle_cycle.pml", "--search", "swarm", "--property", "safety", status=3)
    assert record["verdict"] == "inconclusive"
    assert "none of 8 searches found an error" in record["properties"][0]["reason"]


def test_local_tasks_are_ended_with_their_executor(tmp_path: Path) -> None:
    executor = LocalExecutor(2, tmp_path, Event())
    for number, seconds in enumerate(["0.1", "3000", "3000"]):
        executor.submit(Task(number, PROGRAM, (seconds,)))
    begin = time.monotonic()
    first = next(executor.results())
    executor.close()
    assert first.number == 0 and first.outcome.output == "done 0.1\n"
    assert time.monotonic() - begin < 1000
    assert os.listdir(tmp_path) == []


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    # A worker that is killed cannot remove what it has written.
    place = {"TMPDIR": str(tmp_path_factory.mktemp("workers"))}
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50, env=place
    ) as running:
        yield running


FATAL = b"""#!/bin/sh
if test "$1" = fatal && mkdir "$2"; then kill -9 $PPID; exit 1; fi
echo done
"""
"""Kills the worker that performs it, but only the first time."""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_cluster_that_loses_a_worker(cluster: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All eight searches are reported, although a worker dies while it performs one."""
    monkeypatch.setattr(cluster_module, "_PATIENCE", 300)
    address: str = cluster.scheduler_address  # type: ignore[attr-defined]
    mark = tmp_path / "a worker was killed"
    executor = cluster_module.ClusterExecutor(address, Event())
    for number in range(8):
        executor.submit(Task(number, FATAL, ("fatal" if number == 3 else "harmless", str(mark))))
    results = list(executor.results())
    executor.close()
    assert mark.is_dir()
    assert sorted(result.number for result in results) == list(range(8))
    assert {result.outcome.output for result in results} == {"done\n"}


def test_searches_share_the_time_where_they_cannot_all_run_together(tmp_path: Path) -> None:
    program = tmp_path / "pan"
    program.write_bytes(PROGRAM)
    session = SimpleNamespace(
        allowance=Allowance(8.0),
        settings=SimpleNamespace(memory_mb=100),
        program=lambda *_: program,
        switches=lambda *_: (),
    )
    wanted, growth = Property("safety", PropertyKind.SAFETY), first_growth(100, True, None)
    variations = _variations(cast(Session, session), wanted, growth, 8)
    for width, seconds in ((2, 2.0), (3, 8 / 3), (8, 8.0), (20, 8.0)):
        tasks = list(_tasks(cast(Session, session), wanted, variations, width))
        assert [task.seconds for task in tasks] == [pytest.approx(seconds)] * 8


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 1)
    with pytest.raises(ToolFailed, match="cannot be reached"):
        cluster_module.ClusterExecutor("tcp://127.0.0.1:9", Event())


def test_a_cluster_finds_the_error(cluster: object) -> None:
    address: str = cluster.scheduler_address  # type: ignore[attr-defined]
    words = ["--search", "swarm", "--cluster", address, "--memory", "100"]
    record = verify_json(MODELS / "assertion.pml", *words, status=1)
    assert len(record["trail"]) >= 8 and "`count==2` fails" in record["properties"][0]["reason"]


def test_a_cluster_needs_its_package(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')\n")
    path = f"{tmp_path}{os.pathsep}{ROOT / 'src'}"
    words = ["--search", "swarm", "--cluster", "tcp://127.0.0.1:9"]
    result = verify(MODELS / "assertion.pml", *words, environment={"PYTHONPATH": path})
    assert result.returncode == 2 and "pip install 'penstock[cluster]'" in result.stderr
