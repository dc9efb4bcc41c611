"""Two solvers, one answer: HiGHS of this machine and HiGHS as WebAssembly; and a solver that lies proves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.node_solver import ROOT, needs_solver, node_solver, solving_by
from tests.support import batches

from penstock.budget import TimeOver
from penstock.errors import PenstockError
from penstock.lp import highs, wasm
from penstock.lp.problem import Problem
from penstock.lp.solution import Solution, SolverStatus
from penstock.reading.reading import read
from penstock.reading.source import Source, TextFile
from penstock.reading.wanted import Wanted
from penstock.tasks.bound import bound
from penstock.tasks.bound_artifacts import certificate_of, witness_of
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.recheck import RecheckVerdict, recheck
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.recheck import RecheckRequest

Solve = Callable[[str], str]
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".pml", ".apml", ".pch"))
HARD = ("cache.apml", "coffee.apml", "courier.apml", "pubsub.apml", "sensor.apml")
"""Where `bound` takes seconds by the native solver, and minutes in a browser."""
PROGRAMS = 200
"""In each batch."""
_LIMITS = (-inf, -3.0, -1.0, 0.0, 1.0, 2.5, 7.0, inf)


@pytest.fixture(scope="module")
def solver() -> Iterator[Solve]:
    with node_solver() as solve:
        yield solve


def random_problem(random: Random) -> Problem:
    """Few columns and rows: enough for programs with one, many and no solutions, and with none that is best."""
    problem = Problem()
    whole = random.random() < 0.3
    for _ in range(random.randint(1, 8)):
        low, high = sorted(random.choices(_LIMITS[:-1], k=2))
        upper = random.choice([inf, high])
        problem.column(float(random.randint(-3, 3)), random.choice([0.0, low]), max(upper, 0.0), whole and bool(low))
    for _ in range(random.randint(0, 8)):
        columns = random.sample(range(len(problem.cost)), random.randint(0, min(4, len(problem.cost))))
        low, high = sorted((random.choice(_LIMITS[:-1]), random.choice(_LIMITS[1:])))
        problem.row([(column, random.choice([-3, -2, -1, 1, 2, 5])) for column in columns], low, high)
    return problem


def broken(problem: Problem, solution: Solution) -> bool:
    """Whether a solution breaks a limit by more than rounding."""
    sums = [sum(solution.values[column] * factor for column, factor in row) for row in problem.rows]
    limited = zip(
        [*problem.lower, *problem.row_lower],
        [*solution.values, *sums],
        [*problem.upper, *problem.row_upper],
        strict=True,
    )
    return any(not low - 1e-6 <= value <= high + 1e-6 for low, value, high in limited)


@needs_solver
@pytest.mark.parametrize("batch", batches(5))
def test_random_programs_have_the_same_answer(solver: Solve, batch: int) -> None:
    seen = set()
    for number in range(PROGRAMS):
        problem = random_problem(Random(f"{batch}/{number}"))
        native = highs.solve(problem)
        with solving_by(solver):
            other = wasm.solve(problem)
        assert other.status is native.status, problem.text()
        assert other.objective == pytest.approx(native.objective, abs=1e-6), problem.text()
        assert len(other.values) == len(native.values) and not (other.values and broken(problem, other))
        seen.add(native.status)
    assert {SolverStatus.OPTIMAL, SolverStatus.INFEASIBLE, SolverStatus.UNBOUNDED} <= seen


def is_refined(path: Path) -> bool:
    """Not actor models and their like: refinement looks at their states for long, with few programs to be solved."""
    return path.suffix != ".apml" and path.name != "groupware.pml"


@cache
def answer(path: Path, solver: Solve | None) -> tuple[Any, ...] | None:
    """What `bound` finds, by the native solver if no other is given; None if the model is open or has errors."""
    with solving_by(solver) if solver is not None else nullcontext():
        try:
            outcome = bound(BoundRequest(Source(path=str(path)), refine=is_refined(path), budget=120))
        except PenstockError:
            return None
        return outcome, *_rechecked(outcome)


def _rechecked(outcome: BoundOutcome) -> Iterator[RecheckVerdict]:
    """What others make of the proofs and of the run: without a solver."""
    for evidence in filter(None, [certificate_of(outcome), witness_of(outcome)]):
        file = TextFile(text=json.dumps(evidence))
        with solving_by(no_solver):
            yield recheck(RecheckRequest(file, outcome.request.source)).verdict


def no_solver(_: str) -> str:
    raise AssertionError("evidence is checked by counting")


@needs_solver
@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.name not in HARD], ids=lambda path: path.name)
def test_examples_have_the_same_bounds(solver: Solve, path: Path) -> None:
    native, other = answer(path, None), answer(path, solver)
    reading = read(Wanted(Source(path=str(path))))
    assert (native is None) == (other is None) == (reading.open or not reading.ok)
    if native is not None and other is not None:
        assert told(other[0]) == told(native[0])
        assert other[1:] == native[1:] and RecheckVerdict.REFUSED not in other[1:]


def told(outcome: BoundOutcome) -> tuple[Any, ...]:
    return outcome.verdict, [(one.name, one.declared, one.bound, one.exact, one.verdict) for one in outcome.channels]


# -- solvers that lie ------------------------------------------------------------------------------

MODELS = [path for path in EXAMPLES if path.name in ("granting.pml", "retry.pml", "pingpong.pml", "crossing.pml")]
KIND = {"optimal": 7, "infeasible": 8, "either": 9, "unbounded": 10, "unknown": 15}


def liar(seed: str) -> Solve:
    """Says what comes to its mind, in the form of an answer."""
    random = Random(seed)

    def solve(text: str) -> str:
        columns = len(json.loads(text)["cost"])
        largest = random.choice([0, 1, 3])
        values = [random.choice([1.0, 0.5, 1 / 3, -1.0]) * random.randint(0, largest) for _ in range(columns)]
        return json.dumps({"status": random.choice([7, 7, 7, *KIND.values()]), "values": values, "objective": 0})

    return solve


@pytest.mark.slow
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.name)
def test_a_solver_that_lies_proves_nothing_wrong(path: Path) -> None:
    truth = bound(BoundRequest(Source(path=str(path)), exact=True))
    assert truth.verdict in ("BOUNDED", "UNBOUNDED")
    exact = {channel.name: channel.exact for channel in truth.channels}
    for seed in range(50):
        with solving_by(liar(f"{path.name}/{seed}")):
            outcome = bound(BoundRequest(Source(path=str(path)), refine=False))
        assert outcome.verdict in (truth.verdict, "UNKNOWN")
        for channel in outcome.channels:
            most = exact[channel.name]
            assert channel.bound is None or most is None or channel.bound >= most


def test_time_is_over_when_the_solver_says_so() -> None:
    with solving_by(lambda _: json.dumps({"status": 13, "values": [], "objective": 0})), pytest.raises(TimeOver):
        wasm.solve(Problem())
