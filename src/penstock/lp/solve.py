"""Linear programs solved.  The solver is imported for the first of them: most commands never need it."""

from __future__ import annotations

import sys
from importlib import import_module

from penstock.lp.problem import Problem
from penstock.lp.solution import Solution
from penstock.lp.solution import SolverStatus as SolverStatus

BACK_END = "penstock.lp.wasm" if sys.platform == "emscripten" else "penstock.lp.highs"
"""Python in a browser cannot load libraries of a machine, but a page can load HiGHS for it."""


def solve(problem: Problem) -> Solution:
    """Solve a problem; raises `TimeOver` if that takes longer than it may."""
    solution: Solution = import_module(BACK_END).solve(problem)
    return solution
