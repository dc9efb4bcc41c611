"""The tests in an actor model, `test crowd(N in 2..4) { ... }`: each run is tested like a model of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from penstock.dialects.actors.choices import ActorChoices, Defer
from penstock.dialects.actors.drivers import Driver, runs_of
from penstock.dialects.actors.nodes import Monitor, Test
from penstock.dialects.actors.system import System
from penstock.dialects.actors.testing import expected_words
from penstock.dialects.actors.translation import read_system
from penstock.project.asking import source_of
from penstock.project.expectations import Expectation, ModelUnderTest, Topic
from penstock.project.facts import Fact
from penstock.project.seeing import chart_of
from penstock.reading.draft import first_draft
from penstock.reading.includes import includer
from penstock.reading.languages import is_actor_model
from penstock.reading.wanted import Wanted
from penstock.reasons.told import FailureKind
from penstock.spin.checking import Verdict
from penstock.spin.properties import PropertyKind
from penstock.syntax.nodes import Ltl, Node
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.verify import VerifyOutcome

_TEST = re.compile(r"^\s*test\s+\w", re.MULTILINE)
_MONITOR = re.compile(r"monitor `(\w+)`:")
_UNHANDLED = "unhandled message:"


def has_tests(path: str, text: str) -> bool:
    """Whether it may have some: whoever reads it will see."""
    return is_actor_model(path) and _TEST.search(text) is not None


def tests_in(model: ModelUnderTest, root: str) -> Iterator[ModelUnderTest]:
    """The runs of all tests of a model; what is wrong in a model `check` tells."""
    source = source_of(model, root).loaded()
    if not has_tests(model.path, source.text or ""):
        return
    draft = first_draft(Wanted(source), "", includer(source.directories))
    system = read_system(draft.file, draft.diagnostics, draft.include, draft.definitions)
    if not system.readable:
        return
    for test in system.tests.values():
        line = draft.diagnostics.sources.locate(system.position(test.name_at)).line
        for driver in runs_of(test):
            wanted = Expectation(Topic.TEST, driver.shown, expected_words(test), model.path, line)
            asked = tuple(_asked(system, test))
            choices = _choices(test, driver)
            yield replace(model, expectations=(wanted,), actors=choices, asked=asked, runs=0)


def _choices(test: Test, driver: Driver) -> ActorChoices:
    given: dict[str, tuple[str, ...]] = {}
    for name, value in zip(islice(test.options, 0, None, 2), islice(test.options, 1, None, 2), strict=True):
        given[name] = (*given.get(name, ()), value)
    return ActorChoices(
        given.get("--mailbox", ())[-1:],
        Defer(given.get("--defer", (Defer.PUTBACK.value,))[-1]),
        test=driver.shown,
        crash=given.get("--crash", ()),
        network=given.get("--network", ()),
    )


def _asked(system: System, test: Test) -> Iterator[str]:
    """The properties whose verdicts tell; none: all of them.  What else is wrong must not hide what is expected."""
    match test.expected:
        case "deadlock" | "livelock":
            yield test.expected
        case "assertion" | "unhandled":
            yield PropertyKind.ASSERTIONS.value
        case _ if test.violated is not None:
            name, units = test.violated.name, list[Node](system.program.units)
            if any(isinstance(one, Monitor) and one.name == name for one in units):
                yield PropertyKind.ASSERTIONS.value
            if any(isinstance(one, Ltl) and one.name == name for one in units) or any(
                isinstance(one, Monitor) and one.name == name and one.hot for one in units
            ):
                yield name


def fact_of_test(name: str, outcome: VerifyOutcome) -> Fact:
    """What was seen of a test: how it fails, in all ways that were found, or that it holds."""
    failed = any(one.failed for one in outcome.properties)
    told = [one for one in outcome.properties if one.verdict is not Verdict.HOLDS]
    reason = "\n".join(f"{one.name}: {one.explanation}" for one in told)
    wrong = [one for one in told if one.verdict is Verdict.VIOLATED]
    if not wrong:
        decided = outcome.verdict is Verdict.HOLDS
        return Fact(Topic.TEST, name, (outcome.verdict.value,), decided, reason, failed=failed)
    seen = [_way(one) if one in wrong else one.verdict.value for one in told]
    chart = "" if wrong[0].run is None else chart_of(wrong[0].run)
    return Fact(Topic.TEST, name, tuple(dict.fromkeys(seen)), True, reason, chart, failure=wrong[0].failure)


def _way(one: JudgedProperty) -> str:
    """How it fails, in the words in which it would be expected."""
    failure, what = one.failure, (one.failure.what if one.failure is not None else "") or ""
    if one.kind in (PropertyKind.LTL, PropertyKind.NEVER):
        return f"violated by {one.name}"
    match failure.kind if failure is not None else None:
        case FailureKind.DEADLOCK:
            return "deadlock"
        case FailureKind.DEFERRING:
            return "livelock"
        case FailureKind.ASSERTION:
            monitor = _MONITOR.search(what)
            unhandled = "unhandled" if _UNHANDLED in what else "assertion"
            return f"violated by {monitor[1]}" if monitor is not None else unhandled
        case _:
            return "violated"
