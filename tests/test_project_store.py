"""Nothing is done twice: answers that are stored, the examples, and what becomes of a test in a shell."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.small_project import MODEL, outcome_of, written

from penstock.errors import ModelErrors
from penstock.project.asking import jobs_for, texts_of
from penstock.project.evidence import Evidence, EvidenceKind, holds_up
from penstock.project.expectations import Topic
from penstock.project.facts import Fact
from penstock.project.jobs import Job, JobAnswer
from penstock.project.judging import Met
from penstock.project.models import project_for
from penstock.project.performing import perform
from penstock.project.requests.test import TestRequest
from penstock.project.store import Store
from penstock.project.test import test
from penstock.reading.dependencies import included_texts
from penstock.reading.reading import read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.records import as_data, from_data

ROOT = Path(__file__).parent.parent
needs_spin = pytest.mark.needs("spin", "gcc")


def entries() -> list[Path]:
    return sorted(Path(os.environ["PENSTOCK_CACHE"], "answers").iterdir())


def bound_job(project: Path) -> Job:
    found, _ = project_for(str(project), ())
    return next(job for job in jobs_for(found.models[0], texts_of(found.models[0], found.root)) if job.verb == "bound")


def test_nothing_is_done_twice(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    first, second = outcome_of(project), outcome_of(project)
    assert (first.stored, second.stored, second.confirmed) == (0, 2, 1)
    assert first.met and second.met
    assert outcome_of(project, store=False).stored == 0


def test_a_change_is_noticed_also_in_an_included_file(project: Path) -> None:
    (project / "model.pml").write_text('#include "more.h"\nchan q = [4] of { byte };\ninit { SEND }\n')
    (project / "more.h").write_text("#define SEND q!1\n")
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 1 }\n')
    assert outcome_of(project).met and outcome_of(project).stored == 2
    (project / "more.h").write_text("#define SEND q!1; q!1\n")
    again = outcome_of(project)
    assert again.stored == 0 and not again.met


def test_a_damaged_entry_is_asked_again(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    outcome_of(project)
    for number, entry in enumerate(entries()):
        contents = entry.read_bytes()
        entry.write_bytes(contents[:40] if number % 2 else contents[:-3] + b"xyz")
    again = outcome_of(project)
    assert again.met and again.stored == 0
    assert outcome_of(project).stored == 2


def test_evidence_is_looked_at_again(project: Path) -> None:
    """An entry that is whole but says too little is not believed: its proof does not show that."""
    job = bound_job(written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 1 }\n'))
    answer = perform(job)
    store = Store(Path(os.environ["PENSTOCK_CACHE"], "answers"))
    store.keep(job, answer)
    known = store.known(job)
    assert known is not None and known.confirmed
    forged = as_data(answer)
    forged["evidence"][0]["text"] = forged["evidence"][0]["text"].replace('"bound": 2', '"bound": 1')
    assert forged != as_data(answer)
    other: JobAnswer = from_data(JobAnswer, forged)
    store._cache.put(next(iter(entries())).name, json.dumps(as_data(other)).encode())
    assert store.known(job) is None


def test_names_are_looked_for_again_when_something_changes(project: Path) -> None:
    (project / "more.h").write_text("chan r = [1] of { byte };\n")
    (project / "model.pml").write_text('#include "more.h"\n' + MODEL)
    written(project, '[[model]]\nfile = "model.pml"\nbound = { r = 1, "*" = 2 }\n')
    assert all(len(outcome_of(project).models) == 1 for _ in range(2))
    (project / "more.h").write_text("chan s = [1] of { byte };\n")
    with pytest.raises(ModelErrors, match="no channel `r`"):
        outcome_of(project)


def test_few_states_are_the_fastest_proof(project: Path) -> None:
    """An abstraction that tells many values apart is not built again where a look at all states will do."""
    text = "chan q = [9] of { byte };\nactive proctype P() { byte n; do :: n < 7 -> q!n; n++ :: else -> break od }\n"
    (project / "model.pml").write_text(text)
    job = bound_job(written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 7 }\n'))
    (evidence,) = perform(job).evidence
    (claim,) = json.loads(evidence.text)["channels"]
    assert claim["proofs"] == [] and claim["states"] > 7
    assert holds_up(evidence, job.asked())
    for wrong in (evidence.text.replace('"bound": 7', '"bound": 6'), evidence.text.replace('"q"', '"r"')):
        assert not holds_up(replace(evidence, text=wrong), job.asked())


@pytest.mark.parametrize("verb", ["bound", "verify"])
def test_answers_without_evidence_are_not_kept(project: Path, verb: str) -> None:
    job = bound_job(written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n'))
    fact = Fact(Topic.BOUND, "q", 2) if verb == "bound" else Fact(Topic.VERIFY, "done", "violated")
    answer, store = JobAnswer(verb, (fact,)), Store(Path(os.environ["PENSTOCK_CACHE"], "answers"))
    store.keep(job, answer)
    store.keep(job, replace(answer, evidence=(Evidence(EvidenceKind.CERTIFICATE, "{}", "BOUNDED"),)))
    assert store.known(job) is None
    store.keep(job, replace(answer, facts=(Fact(Topic.VERIFY, "done", "holds"),)))
    assert store.known(job) is not None


@needs_spin
def test_messages_that_are_put_back_forever_are_replayed(project: Path) -> None:
    shutil.copy(ROOT / "examples" / "actors" / "buffer.apml", project / "model.apml")
    written(project, '[[model]]\nfile = "model.apml"\nverify = { livelock = "violated" }\n')
    assert outcome_of(project).met
    again = outcome_of(project)
    assert again.met and (again.stored, again.confirmed) == (3, 2)


@needs_spin
def test_two_runs_at_once(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nverify = { safety = "holds" }\nbound = { q = 2 }\n')
    command = [sys.executable, "-m", "penstock", "test", "--format", "json"]
    running = [subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert all(json.loads(output)["met"] for output in outputs)
    assert outcome_of(project).stored == 3


@pytest.mark.parametrize(("name", "include"), [("m.pml", "byte x;"), ("m.apml", "#define N 2"), ("m.pch", "byte x;")])
def test_what_a_model_includes_is_what_reading_it_finds(tmp_path: Path, name: str, include: str) -> None:
    (tmp_path / "inner.h").write_text(include + "\n")
    (tmp_path / "outer.h").write_text('#include "inner.h"\n')
    text = '#ifdef MORE\n#include "outer.h"\n#endif\ninit { skip }\n'
    (tmp_path / name).write_text(text if name != "m.apml" else text.replace("init { skip }", "main { }"))
    for definitions, count in (("MORE",), 2), ((), 0):
        source = Source(str(tmp_path / name), definitions=definitions)
        assert included_texts(source) == read(Wanted(source)).included
        assert len(included_texts(source)) == count


def test_what_a_model_includes_may_depend_on_its_macros(tmp_path: Path) -> None:
    (tmp_path / "two.h").write_text("#define AGAIN 1\nbyte two;\n")
    (tmp_path / "three.h").write_text("byte three;\n")
    chosen = '#define FILE "two.h"\n#define N 2\n#if N == 2\n#include FILE\n#endif\n'
    then = '#ifdef AGAIN\n#include "three.h"\n#endif\n'
    (tmp_path / "m.pml").write_text(chosen + then + "init { two = N }\n")
    source = Source(str(tmp_path / "m.pml"))
    assert included_texts(source) == read(Wanted(source)).included
    assert len(included_texts(source)) == 2


def test_jobs_and_answers_survive_the_way_as_text(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    found, _ = project_for(str(project), ())
    for job in jobs_for(found.models[0], texts_of(found.models[0], found.root)):
        assert from_data(Job, json.loads(json.dumps(as_data(job)))) == job
        answer = perform(job)
        assert from_data(JobAnswer, json.loads(json.dumps(as_data(answer)))) == answer


# -- the examples, and the shell ------------------------------------------------------------------------


@pytest.mark.long
@needs_spin
@pytest.mark.slow
def test_the_examples_are_as_they_are_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First everything is asked, then nothing; then what depends on a model that was changed."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("PENSTOCK_CACHE", str(cache))
    examples = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", examples)
    first, second = (test(TestRequest(directory=str(examples))) for _ in range(2))
    assert first.met and second.met, [model for model in first.models if model.met is not Met.YES]
    assert len({model.path for model in first.models}) >= 12 and len(first.models) > 20
    assert first.stored == 0 and second.stored >= 60
    assert not any(model.seconds for model in second.models)
    assert second.confirmed >= 20
    assert second.seconds < first.seconds / 3  # rather 20 times faster; machines are noisy
    retry = examples / "retry.pml"
    retry.write_text(retry.read_text() + "\n")
    third = test(TestRequest(directory=str(examples)))
    assert third.met
    assert [model.name for model in third.models if model.seconds] == ["retry.pml"]


ENDLESS = """int a, b, c;
active [3] proctype P() { do :: a < 3000 -> a++ :: b < 3000 -> b++ :: c < 3000 -> c++ od }
"""


@needs_spin
def test_ctrl_c_tells_what_was_found_and_leaves_nothing_behind(project: Path) -> None:
    (project / "long.pml").write_text(ENDLESS)
    text = '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n'
    written(project, text + '[[model]]\nfile = "long.pml"\nverify = { safety = "holds" }\n')
    mark = f"PENSTOCK_TEST_MARK={os.getpid()}-{time.monotonic_ns()}"
    environment = os.environ | dict([mark.split("=")]) | {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "penstock", "test", "--jobs", "2"]
    with subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = _until(running.stdout, "model.pml")
        _wait_for(lambda: any("pan" in name for name in marked(mark)))
        running.send_signal(signal.SIGINT)
        told += running.communicate(timeout=60)[0]
    assert running.returncode == 130
    assert told.startswith("ok ") and "1 model: 2 of 2 expectations met; stopped before all were asked" in told
    _wait_for(lambda: not marked(mark))


def marked(mark: str) -> list[str]:
    """The names of all processes that have this in their surroundings."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                found.append((place / "comm").read_text().strip())
    return found


def _wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_watching_tests_again(project: Path) -> None:
    pytest.importorskip("watchfiles")
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    command = [sys.executable, "-m", "penstock", "test", "--watch", "--jobs", "1"]
    watching = subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert watching.stdout is not None
    try:
        lines = _until(watching.stdout, "expectations met")
        assert "ok" in lines
        time.sleep(1)  # the watcher begins when the first round is told
        (project / "model.pml").write_text(MODEL.replace("q!2", "q!2; q!3"))
        lines = _until(watching.stdout, "expectations met")
        assert "FAILED" in lines and "expected at most 2, seen 3" in lines
    finally:
        watching.send_signal(signal.SIGINT)
        watching.wait(30)
    assert watching.returncode in (1, 130)


def _until(stream: Iterator[str], words: str) -> str:
    text = ""
    for line in stream:
        text += line
        if words in line:
            break
    return text
