"""Random actor systems: the translations do what the systems do, SPIN reads them, and both ways to defer agree."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from tests.judge.acceptance import spin_accepts
from tests.judge.comparing_states import compare_states
from tests.judge.random_actors import ActorSystem, Behaviour, Interpreter, TooLarge, systems
from tests.support import no_include

from penstock.commands.explore import look_for_livelock
from penstock.commands.load import load_automata, load_text
from penstock.machine import Options, build_machine, explore
from penstock.resolve import Model

MOST = 1500
needs_spin = pytest.mark.skipif(shutil.which("spin") is None or shutil.which("gcc") is None, reason="needs spin, gcc")
quick = settings(deadline=None, suppress_health_check=list(HealthCheck))


def read(system: ActorSystem, defer: str) -> Model:
    choices = {"defer": defer, "mailbox": [str(system.size)]}
    model = load_text(system.text(), "model.apml", (), no_include, choices)
    load_automata(model)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return model


def explored(system: ActorSystem, defer: str) -> Behaviour | None:
    model = read(system, defer)
    found = explore(build_machine(model, load_automata(model), Options(reset_dead=True)), limit=MOST * 8)
    if not found.complete:
        return None
    look_for_livelock(found)
    failed = {one.text.removeprefix("assert(").partition(")")[0] for one in found.violations if one.kind == "assertion"}
    assert not [one for one in found.violations if one.kind == "error"]
    stuck = any(one.kind in ("deadlock", "livelock") for one in found.violations)
    return Behaviour(failed, stuck, found.states)


def judged(system: ActorSystem, defer: str) -> Behaviour | None:
    try:
        return Interpreter(system, defer, MOST).run()
    except TooLarge:
        return None


@settings(quick, max_examples=120)
@given(systems())
def test_translations_do_what_the_systems_do(system: ActorSystem) -> None:
    for defer in ("putback", "select"):
        expected = judged(system, defer)
        found = explored(system, defer) if expected is not None else None
        if expected is not None and found is not None:
            assert (found.failed, found.stuck) == (expected.failed, expected.stuck), defer


@settings(quick, max_examples=120)
@given(systems())
def test_nothing_is_lost_when_messages_are_not_taken(system: ActorSystem) -> None:
    back, select = judged(system, "putback"), judged(system, "select")
    if back is not None and select is not None:
        assert back.failed <= select.failed
        assert back.stuck <= select.stuck


@needs_spin
@settings(quick, max_examples=6)
@given(systems())
def test_spin_finds_what_we_find_in_translations(system: ActorSystem) -> None:
    for defer in ("putback", "select"):
        translation = read(system, defer).syntax.translation
        assert translation is not None
        compared = compare_states(translation.text, seconds=5.0, most=20_000)
        assert compared.agreed, compared.difference
        assert "refused" not in compared.skipped


@needs_spin
@settings(quick, max_examples=15)
@given(systems())
def test_spin_accepts_translations(system: ActorSystem) -> None:
    for defer in ("putback", "select"):
        translation = read(system, defer).syntax.translation
        assert translation is not None
        assert spin_accepts(translation.text).accepted
