"""What a solver says about a linear program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SolverStatus(Enum):
    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver says; `values` are floating point and prove nothing."""

    status: SolverStatus
    values: tuple[float, ...] = ()
    objective: float = 0.0
