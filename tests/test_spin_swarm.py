"""Swarms: many searches, here or on a cluster; a lost machine loses nothing."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.test_verify import MODELS, ROOT, needs_tools, verify, verify_json

from penstock.spin.running import Task
from penstock.spin.swarm import LocalExecutor
from penstock.spin.tools import ToolFailed

distributed = pytest.importorskip("distributed")
cluster_module = importlib.import_module("penstock.spin.cluster")
pytestmark = needs_tools
PROGRAM = b"#!/bin/sh\nsleep $1\necho done $1\n"


def test_a_swarm_finds_an_error_and_stops(tmp_path: Path) -> None:
    text = b"byte c[3]; active [3] proctype P() { do :: c[_pid] < 250 -> c[_pid]++; assert(c[0] < 9) :: else od }"
    begin = time.monotonic()
    record = verify_json("-", "--search", "swarm", "--jobs", "2", text=text, status=1)
    assert "assertion" in record["properties"][0]["reason"] and len(record["trail"]) >= 18
    assert time.monotonic() - begin < 40


def test_a_swarm_that_finds_nothing_proves_nothing() -> None:
    record = verify_json(MODELS / "idle_cycle.pml", "--search", "swarm", "--property", "safety", status=3)
    assert record["verdict"] == "inconclusive"
    assert "none of 8 searches found an error" in record["properties"][0]["reason"]


def test_local_tasks_are_ended_with_their_executor(tmp_path: Path) -> None:
    executor = LocalExecutor(2, tmp_path, Event())
    for number, seconds in enumerate(["0.1", "60", "60"]):
        executor.submit(Task(number, PROGRAM, (seconds,)))
    begin = time.monotonic()
    first = next(executor.results())
    executor.close()
    assert first.number == 0 and first.outcome.output == "done 0.1\n"
    assert time.monotonic() - begin < 10
    assert os.listdir(tmp_path) == []


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    # A worker that is killed cannot remove what it has written.
    place = {"TMPDIR": str(tmp_path_factory.mktemp("workers"))}
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50, env=place
    ) as running:
        yield running


def worker_pids(address: str) -> list[int]:
    with distributed.Client(address, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_cluster_that_loses_a_worker(cluster: object) -> None:
    """All eight searches are reported, although a worker dies while it performs one."""
    address: str = cluster.scheduler_address  # type: ignore[attr-defined]
    victim = worker_pids(address)[0]
    killed: list[bool] = []

    def kill_while_searching() -> None:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not killed:
            if _has_children(victim):
                os.kill(victim, signal.SIGKILL)
                killed.append(True)
            time.sleep(0.02)

    thread = Thread(target=kill_while_searching)
    thread.start()
    words = ["--search", "swarm", "--cluster", address, "--property", "safety", "--memory", "100"]
    record = verify_json(MODELS / "medium.pml", *words, status=3)
    thread.join()
    assert killed
    assert "none of 8 searches found an error" in record["properties"][0]["reason"]


def _has_children(pid: int) -> bool:
    try:
        return any(Path(f"/proc/{pid}/task/{task}/children").read_text() for task in os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return False


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
