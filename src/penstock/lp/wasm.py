"""The solver in a browser: HiGHS as WebAssembly, which the page has loaded before Python asks for it.

It is reached as a module `penstock_solver` with a function `solve` from text to text, JSON both ways: so whoever runs
Python inside of something else can hand in a solver.
"""

from __future__ import annotations

import json
from importlib import import_module
from math import inf

from penstock.budget import TimeOver, check, present
from penstock.lp.problem import Problem
from penstock.lp.solution import Solution, SolverStatus

SOLVER = "penstock_solver"
_INFINITE = 1e30
"""JSON has no word for infinity; HiGHS takes all beyond 1e20 for it."""
_OPTIMAL, _INFEASIBLE, _UNBOUNDED_OR_INFEASIBLE, _UNBOUNDED, _TIME_LIMIT = 7, 8, 9, 10, 13
"""What HiGHS calls its answers; the numbers are part of its interface."""
_MEANINGS = {
    _INFEASIBLE: SolverStatus.INFEASIBLE,
    _UNBOUNDED_OR_INFEASIBLE: SolverStatus.INFEASIBLE,
    _UNBOUNDED: SolverStatus.UNBOUNDED,
}


def solve(problem: Problem) -> Solution:
    """Solve a problem; raises `TimeOver` if that takes longer than it may."""
    check()
    answer = json.loads(import_module(SOLVER).solve(_stated(problem)))
    if answer["status"] == _TIME_LIMIT:
        raise TimeOver
    if answer["status"] == _OPTIMAL:
        return Solution(SolverStatus.OPTIMAL, tuple(map(float, answer["values"])), float(answer["objective"]))
    return Solution(_MEANINGS.get(answer["status"], SolverStatus.FAILED))


def _stated(problem: Problem) -> str:
    left = present().left
    starts = [0]
    for row in problem.rows:
        starts.append(starts[-1] + len(row))
    stated = {
        "cost": problem.cost,
        "lower": _finite(problem.lower),
        "upper": _finite(problem.upper),
        "integer": problem.integer if any(problem.integer) else None,
        "row_lower": _finite(problem.row_lower),
        "row_upper": _finite(problem.row_upper),
        "starts": starts,
        "columns": [column for row in problem.rows for column, _ in row],
        "coefficients": [coefficient for row in problem.rows for _, coefficient in row],
        "seconds": None if left == inf else left,
    }
    return json.dumps(stated, allow_nan=False)


def _finite(values: list[float]) -> list[float]:
    return [max(-_INFINITE, min(_INFINITE, value)) for value in values]
