"""Where work runs makes no difference, and whatever is lost on the way, no answer is, and none counts twice."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread, Timer
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

import penstock
from penstock.budget import UNWATCHED, Watch
from penstock.errors import Cancelled, ToolError, UsageError
from penstock.faces.cli.main import main
from penstock.project.jobs import Job, JobAnswer, ProblemKind, job_of
from penstock.project.planned import planned_jobs
from penstock.project.requests.test import TestRequest
from penstock.project.results import read_result, write_result
from penstock.project.tally import Tally
from penstock.project.test import test as test_project
from penstock.project.working.places import place_for
from penstock.project.working.processes import MOST_TRIES, Processes
from penstock.project.working.workplace import Here, Workplace
from penstock.reading.source import Source
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.verify import VerifyRequest

distributed = pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")
dask = importlib.import_module("penstock.project.working.dask")
pytestmark = [pytest.mark.needs("spin", "gcc"), pytest.mark.slow]
ROOT = Path(__file__).parent.parent
T = TypeVar("T")
ENDLESS = "byte c[9]; active [9] proctype P() { do :: c[_pid] < 250 -> c[_pid]++ :: else -> c[_pid] = 0 od }"
"""More states than anybody visits."""
PROJECT = """
[defaults]
timeout = 60
include = ["lib"]
[[model]]
file = "models/count.pml"
variants = { LIMIT = [2, 3] }
verify = { safety = "holds", reached = "violated" }
bound = { q = 4 }
states = 12
[[model]]
file = "models/crossing.pml"
verify = { safety = "holds" }
bound = { "*" = "bounded" }
[[model]]
file = "models/wrong.pml"
"""
COUNT = """#include "loops.h"
chan q = [4] of { byte };
byte n;
active proctype P() { UNTIL(n == LIMIT, q!n; n++) }
ltl reached { [] (n < LIMIT) }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with variants, an included file, a violation with a chart, and a model with errors."""
    files = {
        "penstock.toml": PROJECT,
        "lib/loops.h": "#define UNTIL(end, step) do :: end -> break :: else -> step od\n",
        "models/count.pml": COUNT,
        "models/crossing.pml": (ROOT / "examples" / "crossing.pml").read_text(),
        "models/wrong.pml": "init { x = 1 }",
    }
    for name, text in files.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text)
    return tmp_path / "project"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as running:
        yield running


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "PATIENCE", 60.0)


def seen(project: Path, place: Workplace) -> Any:
    return told(test_project(TestRequest(directory=str(project), store=False), place=place).to_dict())


def told(value: Any) -> Any:
    """Data without what differs from run to run, and what only merging has."""
    if isinstance(value, dict):
        left = {"seconds", "root", "missing", "duplicates", "damaged", "strange"}
        return {key: told(inner) for key, inner in value.items() if key not in left}
    return [told(inner) for inner in value] if isinstance(value, list | tuple) else value


def array(project: Path, tmp_path: Path) -> tuple[str, str]:
    """A plan, and the results of a loop that plays a job array, elsewhere."""
    plan, results = str(tmp_path / "tasks.jsonl"), str(tmp_path / "results")
    outcome = penstock.plan(directory=str(project))
    Path(plan).write_text(outcome.text)
    project.rename(project.with_name("gone"))
    for index in range(1, len(outcome.jobs) + 1):
        done = penstock.work(plan, index=index, results=results).jobs
        assert len(done) == 1 and Path(done[0].result).is_file()
    return plan, results


def bounds(count: int) -> list[Job]:
    """Small jobs with different answers."""
    return [
        job_of("bound", BoundRequest(Source(text=f"chan q = [{n}] of {{ bit }}; init {{ {'q!1; ' * n} q?_ }}")))
        for n in range(1, count + 1)
    ]


def endless() -> Job:
    request = VerifyRequest(Source(text=ENDLESS), properties=("safety",), timeout=600.0, memory=300, jobs=1)
    return job_of("verify", request)


def limits(answers: dict[int, JobAnswer]) -> list[Any]:
    return [[fact.seen for fact in answers[number].facts] for number in sorted(answers)]


def once(answers: Iterator[tuple[int, JobAnswer]]) -> dict[int, JobAnswer]:
    """All answers; none of them comes twice."""
    found: dict[int, JobAnswer] = {}
    for number, answer in answers:
        assert number not in found
        found[number] = answer
    return found


# -- the same everywhere -----------------------------------------------------------------------------


def test_all_places_answer_alike(project: Path, cluster: Any, tmp_path: Path) -> None:
    here = seen(project, Here())
    assert [model["met"] for model in here["models"]] == ["not met", "met", "not met", "not met"]
    assert here["expectations"] == 15 and here["models"][2]["expectations"][1]["chart"]
    assert seen(project, Processes(2)) == here
    assert seen(project, dask.DaskCluster(cluster.scheduler_address)) == here
    plan, results = array(project, tmp_path)
    assert told(penstock.merge(results, plan=plan).to_dict()) == here


def test_shares_of_a_plan_are_all_of_it(project: Path, tmp_path: Path) -> None:
    plan = tmp_path / "tasks.jsonl"
    planned = penstock.plan(directory=str(project), only=["check"])
    plan.write_text(planned.text)
    shares = [penstock.work(str(plan), index=n, of=3, results=str(tmp_path / "r")).jobs for n in (1, 2, 3)]
    assert [len(share) for share in shares] == [2, 1, 1]
    again = penstock.work(str(plan), index=1, of=3, results=str(tmp_path / "r")).jobs
    assert all(done.before for done in again) and len(again) == 2
    assert penstock.merge(str(tmp_path / "r"), plan=str(plan)).missing == ()


def test_a_cluster_is_started_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = bounds(3)
    assert limits(once(dask.DaskCluster("local:1").answers(jobs, UNWATCHED))) == [[1], [2], [3]]
    made = []

    def slurm() -> Any:
        made.append(distributed.LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=":0"))
        return made[0]

    monkeypatch.setitem(sys.modules, "dask_jobqueue", SimpleNamespace(SLURMCluster=slurm))
    assert limits(once(dask.DaskCluster("slurm:1").answers(jobs, UNWATCHED))) == [[1], [2], [3]]
    assert made[0].status.name == "closed"


QUEUES = {
    "slurm": ("sbatch", "echo Submitted batch job $!", "scancel", "#SBATCH"),
    "pbs": ("qsub", "echo $!.here", "qdel", "#PBS"),
}


@pytest.mark.parametrize("kind", QUEUES)
def test_queues_are_given_scripts_that_work(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no such queue here, but something that takes its jobs as it would, and runs them at once."""
    pytest.importorskip("dask_jobqueue")
    config = importlib.import_module("dask").config
    submit, answer, cancel, mark = QUEUES[kind]
    kept = tmp_path / "script"
    submitted = f'cp "$1" {kept}\nsetsid bash {kept} > {tmp_path}/log 2>&1 &\n{answer}'
    scripts = {submit: submitted, cancel: 'kill -- -"${1%.*}"'}
    for name, text in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    settings = {"cores": 1, "processes": 1, "memory": "1GB", "queue": "small", "walltime": "00:10:00"}
    known = {name: value | settings if name == kind else value for name, value in config.get("jobqueue").items()}
    watch = Watch()
    late = Timer(120, watch.stop.set)
    late.start()
    with config.set(jobqueue=known):
        found = once(place_for(f"{kind}:1", None).answers(bounds(5), watch))
    late.cancel()
    assert limits(found) == [[n] for n in range(1, 6)]
    assert mark in kept.read_text() and "small" in kept.read_text() and "dask_worker tcp://" in kept.read_text()


@pytest.mark.parametrize("kind", QUEUES)
def test_queues_without_settings_are_told(kind: str) -> None:
    pytest.importorskip("dask_jobqueue")
    with pytest.raises(ToolError, match=f"no {kind} cluster can be started: .*cores.*memory"):
        once(place_for(kind, None).answers(bounds(1), UNWATCHED))


def test_what_cannot_be_started_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "PATIENCE", 1.0)
    for module in ("dask_jobqueue", "dask_kubernetes", "dask_kubernetes.operator"):
        monkeypatch.setitem(sys.modules, module, None)  # as if nobody had installed it
    for kind, package in (("slurm", "dask-jobqueue"), ("kubernetes", "dask-kubernetes")):
        with pytest.raises(UsageError, match=f"pip install {package}"):
            list(place_for(kind, None).answers(bounds(1), UNWATCHED))
    with pytest.raises(UsageError, match="local:8"):
        list(place_for("local:many", None).answers(bounds(1), UNWATCHED))
    with pytest.raises(ToolError, match="cannot be reached"):
        list(place_for("tcp://127.0.0.1:9", None).answers(bounds(1), UNWATCHED))


# -- what is lost ------------------------------------------------------------------------------------


def test_a_process_that_is_killed_loses_nothing() -> None:
    place, jobs = Processes(2), bounds(12)
    answers = place.answers(jobs, UNWATCHED)
    found = dict([next(answers)])
    victim = place.pids[0]
    os.kill(victim, signal.SIGKILL)
    found |= once(answers)
    assert limits(found) == [[n] for n in range(1, 13)]
    assert not psutil.pid_exists(victim) and place.pids == []


def test_a_job_that_loses_every_process_takes_no_other_with_it() -> None:
    place, jobs = Processes(1), [endless(), *bounds(2)]
    killed: list[int] = []

    def kill() -> None:
        while len(killed) < MOST_TRIES:
            time.sleep(0.05)
            for pid in place.pids:
                if pid not in killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    Thread(target=kill, daemon=True).start()
    found = once(place.answers(jobs, UNWATCHED))
    problem = found[0].problem
    assert problem is not None and problem.kind is ProblemKind.FAULT and "3 times" in problem.text
    assert limits({1: found[1], 2: found[2]}) == [[1], [2]]


def test_a_dask_worker_that_is_killed_loses_nothing(cluster: Any) -> None:
    jobs = bounds(30)
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
        answers = dask.DaskCluster(cluster.scheduler_address).answers(jobs, UNWATCHED)
        found = dict([next(answers)])
        os.kill(pids[0], signal.SIGKILL)
        found |= once(answers)
        assert limits(found) == [[n] for n in range(1, 31)]
        client.wait_for_workers(3, timeout=60)  # for the tests after this one


def test_a_job_that_loses_its_dask_workers_is_told(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        pids = client.run(os.getpid)

        left: set[int] = set()

        def kill() -> None:
            left.update(wait_until(searches))
            busy = [address for address, keys in client.processing().items() if keys]
            os.kill(pids[busy[0]], signal.SIGKILL)

        Thread(target=kill, daemon=True).start()
        problem = once(dask.DaskCluster(cluster.scheduler_address).answers([endless()], UNWATCHED))[0].problem
        assert problem is not None and problem.kind is ProblemKind.FAULT and "KilledWorker" in problem.text
        assert left
        wait_until(lambda: not any(map(psutil.pid_exists, left)))  # its searches end with it
        client.wait_for_workers(3, timeout=60)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler and a worker as processes of their own."""
    file = tmp_path / "scheduler.json"
    words = {"scheduler": ["--port", "0", "--no-dashboard"], "worker": ["--nthreads", "1", "--no-dashboard"]}
    started = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(file), *more],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        for kind, more in words.items()
    ]
    try:
        while not file.is_file() or not file.read_text().strip():
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], started[0]
    finally:
        for process in started:
            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
            process.wait()


@pytest.mark.long
def test_a_scheduler_that_goes_away_loses_nothing(scheduler: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, process = scheduler
    place, jobs = dask.DaskCluster(address), bounds(40) * 3
    answers = place.answers(jobs, UNWATCHED)
    found = dict([next(answers)])
    process.send_signal(signal.SIGKILL)
    found |= once(answers)
    assert limits(found) == [[n] for n in range(1, 41)] * 3
    assert len(place.remarks) == 1 and "of 120 jobs were done on this machine" in place.remarks[0]


def test_answers_of_a_cluster_are_kept_if_its_tools_are_ours(
    project: Path, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = TestRequest(directory=str(project))

    def kept(place: Workplace, cache: str) -> int:
        monkeypatch.setenv("PENSTOCK_CACHE", str(tmp_path / cache))
        assert test_project(request, place=place).stored == 0
        return int(test_project(request, place=place).stored)

    there = dask.DaskCluster(cluster.scheduler_address)
    assert kept(there, "there") == kept(Here(), "here") > 5
    monkeypatch.setattr(dask, "tool_versions", lambda: ("0.0", "another SPIN"))
    assert kept(there, "strange") == 0


# -- stopping ----------------------------------------------------------------------------------------


def searches() -> set[int]:
    """The processes of SPIN's verifiers that we, or whoever we started, started."""
    return {child.pid for child in psutil.Process().children(recursive=True) if name_of(child).startswith("pan")}


def name_of(process: Any) -> str:
    """Its name, or none where it ended while we looked."""
    try:
        return str(process.name())
    except psutil.NoSuchProcess:
        return ""


def wait_until(condition: Callable[[], T], seconds: float = 60.0) -> T:
    """What the condition gives as soon as it is met."""
    until = time.monotonic() + seconds
    while not (met := condition()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return met


@pytest.mark.parametrize("kind", ["here", "processes", "dask"])
def test_stopping_ends_all_of_it(kind: str, cluster: Any) -> None:
    place = {"here": Here(), "processes": Processes(2), "dask": dask.DaskCluster(cluster.scheduler_address)}[kind]
    watch = Watch()
    searched: list[int] = []

    def stop() -> None:
        searched.extend(wait_until(searches))
        watch.stop.set()

    Thread(target=stop, daemon=True).start()
    with pytest.raises(Cancelled):
        once(place.answers([endless(), endless()], watch))
    assert searched
    wait_until(lambda: not searches(), 10)


def test_what_was_found_before_stopping_is_told(project: Path) -> None:
    (project / "models" / "crossing.pml").write_text(ENDLESS)

    def stop(model: Any) -> None:
        if model.path == "models/wrong.pml":
            watch.stop.set()

    watch = Watch(part=stop)
    outcome = test_project(TestRequest(directory=str(project), store=False), watch, Processes(2))
    assert outcome.stopped and "models/wrong.pml" in [model.path for model in outcome.models]


# -- files -------------------------------------------------------------------------------------------


def test_files_that_are_missing_damaged_or_there_twice(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, results = array(project, tmp_path)
    files = sorted(Path(results).iterdir())
    keys = [json.loads(line)["key"] for line in Path(plan).read_text().splitlines()]
    shutil.copytree(results, tmp_path / "copy")
    (tmp_path / "copy").rename(Path(results, "again"))
    before = penstock.merge(results, plan=plan)
    assert before.duplicates == len(files) == len(keys) and before.expectations == 15

    shutil.rmtree(Path(results, "again"))
    text = Path(results, f"{keys[0]}.json").read_text()
    Path(results, f"{keys[0]}.json").write_text(text.replace('"no-errors"', '"clean"').replace('"clean"', '"cleaN"'))
    Path(results, f"{keys[1]}.json").write_text(text[: len(text) // 2])
    Path(results, f"{keys[2]}.json").unlink()
    write_result(results, "0" * 32, JobAnswer("check", ()))
    capsys.readouterr()
    main(["merge", results, "--plan", plan, "--format", "json"])
    said = capsys.readouterr()
    outcome = json.loads(said.out)
    assert outcome["missing"] == [1, 2, 3] and len(outcome["damaged"]) == 2 and len(outcome["strange"]) == 1
    assert outcome["models"][0]["met"] == "undecided" and outcome["expectations"] == 15
    assert "3 jobs without a result: --index 1, 2, 3" in said.err and "2 files damaged" in said.err


def test_a_missing_job_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, plan, results = tmp_path / "m.pml", tmp_path / "tasks.jsonl", tmp_path / "results"
    model.write_text("init { skip }")
    assert main(["plan", str(model), "-o", str(plan), "--quiet"]) == 0
    results.mkdir()
    assert main(["merge", str(results), "--plan", str(plan)]) == 3
    assert main(["work", str(plan), "--index", "1", "-o", str(results)]) == 0
    assert main(["merge", str(results), "--plan", str(plan)]) == 0
    assert [main(["work", str(plan), *words]) for words in ([], ["--index", "2"], ["--index", "2", "--of", "1"])] == [
        2
    ] * 3
    plan.write_text(plan.read_text().replace("skip", "skip;"))
    capsys.readouterr()
    assert main(["work", str(plan), "--index", "1"]) == 2
    assert f"{plan}:1: this is not a job as `penstock plan` writes them" in capsys.readouterr().err


def test_of_two_results_the_decided_one_counts(tmp_path: Path) -> None:
    model, plan = tmp_path / "m.pml", tmp_path / "tasks.jsonl"
    model.write_text("init { skip }")
    planned = penstock.plan([str(model)])
    plan.write_text(planned.text)
    done = penstock.work(str(plan), index=1, results=str(tmp_path / "results" / "b")).jobs[0]
    result = read_result(Path(done.result))
    assert result is not None
    for place in ("a", "c"):
        failed = json.loads(json.dumps({"kind": ProblemKind.TOOL.value, "text": "no SPIN"}))
        answer = penstock.records.from_data(JobAnswer, {"verb": "check", "facts": [], "problem": failed})
        write_result(str(tmp_path / "results" / place), result.key, answer)
    outcome = penstock.merge(str(tmp_path / "results"), plan=str(plan))
    assert outcome.met and outcome.duplicates == 2


def test_an_answer_that_comes_again_changes_nothing(project: Path) -> None:
    planned = planned_jobs(str(project), [], ("wrong.pml",))
    told_of: list[Any] = []
    tally = Tally(planned, Watch(part=told_of.append))
    answers = dict(Here().answers([one.job for one in planned], UNWATCHED))
    for _ in range(3):
        tally.note(0, answers[0])
    assert len(told_of) == 1 and tally.figures(0)["expectations"] == 1
