"""Linear programs solved.  The solver is imported for the first of them: most commands never need it."""

from __future__ import annotations

from importlib import import_module

from penstock.lp.problem import Problem
from penstock.lp.solution import Solution
from penstock.lp.solution import SolverStatus as SolverStatus


def solve(problem: Problem) -> Solution:
    """Solve a problem; raises `TimeOver` if that takes longer than it may."""
    solution: Solution = import_module("penstock.lp.highs").solve(problem)
    return solution
