"""`bound` and `recheck` as tasks: outcomes are data, work can be stopped, and nothing heavy is imported early."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from threading import Event

import pytest
from tests import slow_models as slow
from tests.commands import ROOT
from tests.support import eventually

from penstock.bounds.story import CycleStatus, TimeRanOut
from penstock.bounds.telling.story import event_text
from penstock.bounds.verdict import BoundVerdict, ProofKind
from penstock.budget import Budget, Progress, TimeOver, Watch, check
from penstock.errors import Cancelled, UsageError
from penstock.faces.cli.signals import stopped_by_signals
from penstock.reading.source import Source, TextFile
from penstock.tasks.bound import bound
from penstock.tasks.bound_artifacts import certificate_of, drawn_run, report_of, with_proved_capacities, witness_of
from penstock.tasks.recheck import RecheckVerdict, recheck
from penstock.tasks.requests.bound import BoundMethod, BoundRequest
from penstock.tasks.requests.recheck import RecheckRequest

SMALL = Source(text="chan q = [5] of { byte }; init { q!1; q!2 }")
FLOOD = Source(text="chan q = [1] of { byte }; active proctype P() { do :: q!1 od }")


def test_an_outcome_is_data() -> None:
    outcome = bound(BoundRequest(SMALL))
    (channel,) = outcome.channels
    assert outcome.verdict is BoundVerdict.BOUNDED
    assert (channel.name, channel.declared, channel.bound, channel.proof) == ("q", 5, 2, ProofKind.WEIGHTS)
    told = outcome.to_dict()
    assert told["verdict"] == "BOUNDED" and told["channels"][0]["proof"] == "weights"
    json.dumps(told)


def test_proofs_and_pages_are_values() -> None:
    outcome = bound(BoundRequest(SMALL))
    proofs, edited, page = certificate_of(outcome), with_proved_capacities(outcome), report_of(outcome)
    assert edited is not None and "chan q = [2]" in edited.text
    assert page is not None and "BOUNDED" in page
    assert witness_of(outcome) is None and drawn_run(outcome) is None
    again = recheck(RecheckRequest(TextFile(text=json.dumps(proofs)), SMALL))
    assert again.verdict is RecheckVerdict.BOUNDED and again.bounds == 1
    assert recheck(RecheckRequest(TextFile(text=json.dumps(proofs)), FLOOD)).verdict is RecheckVerdict.REFUSED


def test_runs_are_values() -> None:
    outcome = bound(BoundRequest(FLOOD))
    assert outcome.verdict is BoundVerdict.UNBOUNDED and outcome.runs[0].growth == {"q": 1}
    assert {cycles.status for cycles in outcome.counterexamples} == {CycleStatus.REAL}
    run = TextFile(text=json.dumps(witness_of(outcome)))
    assert recheck(RecheckRequest(run, FLOOD)).verdict is RecheckVerdict.UNBOUNDED
    with pytest.raises(UsageError, match="is not a certificate"):
        recheck(RecheckRequest(TextFile(text="nonsense"), FLOOD))


def test_the_published_method_has_the_same_outcome() -> None:
    outcome = bound(BoundRequest(FLOOD, method=BoundMethod.IBOC))
    assert outcome.verdict is BoundVerdict.UNKNOWN and outcome.to_dict()["method"] == "iboc"
    assert outcome.statistics.cycles == 1 and outcome.comparison is not None
    with pytest.raises(UsageError, match="exact"):
        bound(BoundRequest(FLOOD, method=BoundMethod.IBOC, exact=True))


# -- stopping ------------------------------------------------------------------------------------------


def test_a_stop_ends_the_work_or_its_time() -> None:
    watch = Watch()
    with Budget(watch=watch):
        check()
        watch.stop.set()
        with pytest.raises(Cancelled):
            check()
    with Budget(watch=watch, partial=True), Budget(time.monotonic() + 60) as inner:
        assert inner.over and inner.left == 0
        with pytest.raises(TimeOver):
            check()


def test_what_is_known_is_told_after_a_stop() -> None:
    """The stop comes when the first means of refinement begins: the first test has its answers by then."""
    told: list[Progress] = []

    def show(progress: Progress) -> None:
        told.append(progress)
        watch.stop.set()

    watch = Watch(show)
    both = Source(text=f"chan r = [1] of {{ byte }}; init {{ r!1 }} {FLOOD.text}")
    outcome = bound(BoundRequest(both), watch)
    assert told and {channel.name: channel.bound for channel in outcome.channels} == {"r": 1, "q": None}
    assert outcome.verdict is BoundVerdict.UNKNOWN
    assert event_text(TimeRanOut(("q",), stopped=True)) in outcome.story


def test_before_anything_is_known_a_stop_cancels() -> None:
    watch = Watch()
    watch.stop.set()
    with pytest.raises(Cancelled):
        bound(BoundRequest(Source(text=slow.long_text())), watch)


def test_the_first_ctrl_c_asks_and_the_second_ends() -> None:
    stop = Event()
    with stopped_by_signals(stop):
        os.kill(os.getpid(), signal.SIGINT)
        assert eventually(stop.is_set)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# -- start-up ------------------------------------------------------------------------------------------


def test_help_imports_nothing_that_works() -> None:
    program = """
import sys
from penstock.faces.cli.main import main
try:
    main(["bound", "--help"])
except SystemExit:
    pass
heavy = {"numpy", "highspy", "penstock.bounds", "penstock.spin", "penstock.control"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert result.stderr.strip() == "[]"


def test_the_solver_is_imported_when_it_is_needed() -> None:
    program = "import sys, penstock.tasks.bound; print('highspy' in sys.modules, 'numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert result.stdout.split() == ["False", "False"]
