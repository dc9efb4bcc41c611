"""A linear program in rows and columns, independent of the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from penstock.budget import check

Terms = Sequence[tuple[int, int]]
"""Columns with their coefficients."""


@dataclass(slots=True)
class Problem:
    """Minimise the sum of `cost[j] * x[j]` where each row lies between its limits, as each `x[j]` does.

    `rows[i]` lists (column, coefficient).
    """

    cost: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    integer: list[bool] = field(default_factory=list)
    rows: list[Terms] = field(default_factory=list)
    row_lower: list[float] = field(default_factory=list)
    row_upper: list[float] = field(default_factory=list)

    def column(self, cost: float = 0.0, lower: float = 0.0, upper: float = inf, integer: bool = False) -> int:
        self.cost.append(cost)
        self.lower.append(lower)
        self.upper.append(upper)
        self.integer.append(integer)
        return len(self.cost) - 1

    def row(self, terms: Terms, lower: float = -inf, upper: float = inf) -> int:
        check()
        self.rows.append(terms)
        self.row_lower.append(lower)
        self.row_upper.append(upper)
        return len(self.rows) - 1

    def text(self) -> str:
        """One line for the objective, one for each row and each column."""
        lines = ["minimise " + _sum([(j, int(cost)) for j, cost in enumerate(self.cost) if cost])]
        for terms, low, high in zip(self.rows, self.row_lower, self.row_upper, strict=True):
            lines.append(f"  {_number(low)} <= {_sum(terms)} <= {_number(high)}")
        for j, (low, high) in enumerate(zip(self.lower, self.upper, strict=True)):
            lines.append(f"  {_number(low)} <= x{j} <= {_number(high)}")
        return "\n".join(lines) + "\n"


def _sum(terms: Terms) -> str:
    return " ".join(f"{coefficient:+}*x{column}" for column, coefficient in terms) or "0"


def _number(value: float) -> str:
    return str(value) if value in (inf, -inf) else f"{value:g}"
