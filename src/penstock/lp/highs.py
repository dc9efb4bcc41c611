"""The solver: the only file that knows HiGHS."""

from __future__ import annotations

import highspy
import numpy as np

from penstock.budget import TimeOver, check, present
from penstock.lp.problem import Problem
from penstock.lp.solution import Solution, SolverStatus


def solve(problem: Problem) -> Solution:
    """Solve a problem; raises `TimeOver` if that takes longer than it may."""
    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("time_limit", present().left)
    if any(problem.integer):
        highs.setOptionValue("mip_rel_gap", 0.0)  # 32767 instead of 32768 would be wrong, though it is near
    highs.passModel(_model(problem))
    check()
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kTimeLimit:
        raise TimeOver
    if status == highspy.HighsModelStatus.kOptimal:
        values = tuple(highs.getSolution().col_value)
        return Solution(SolverStatus.OPTIMAL, values, highs.getInfo().objective_function_value)
    if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return Solution(SolverStatus.INFEASIBLE)
    if status == highspy.HighsModelStatus.kUnbounded:
        return Solution(SolverStatus.UNBOUNDED)
    return Solution(SolverStatus.FAILED)


def _model(problem: Problem) -> highspy.HighsLp:
    model = highspy.HighsLp()
    model.num_col_ = len(problem.cost)
    model.num_row_ = len(problem.rows)
    model.col_cost_ = np.array(problem.cost, dtype=np.double)
    model.col_lower_ = np.array(problem.lower, dtype=np.double)
    model.col_upper_ = np.array(problem.upper, dtype=np.double)
    model.row_lower_ = np.array(problem.row_lower, dtype=np.double)
    model.row_upper_ = np.array(problem.row_upper, dtype=np.double)
    if any(problem.integer):
        kinds = highspy.HighsVarType
        model.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in problem.integer]
    starts = np.zeros(len(problem.rows) + 1, dtype=np.int32)
    starts[1:] = np.cumsum([len(row) for row in problem.rows]) if problem.rows else []
    terms = [term for row in problem.rows for term in row]
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = starts
    model.a_matrix_.index_ = np.array([column for column, _ in terms], dtype=np.int32)
    model.a_matrix_.value_ = np.array([coefficient for _, coefficient in terms], dtype=np.double)
    return model
