"""Questions about timers in a formula that stands beside a model, asked of the numbers that stand for the timers.

[] (active(t) -> remaining(t) < 9)      ->      [] ((t > 0) -> (t - 1) < 9)
"""

from __future__ import annotations

from collections.abc import Sequence

from penstock.syntax.lexer import Token, scan
from penstock.timers.deadlines import ASKED


def ask_numbers(formula: str) -> str:
    tokens = scan(formula)
    changes: list[tuple[int, int, str]] = []
    for at, (_, text, position) in enumerate(tokens):
        if text in ASKED and (closing := _closing(tokens, at + 1)) is not None:
            changes += [(position, len(text), ""), (closing, 1, f"{ASKED[text]})")]
    for position, length, replacement in sorted(changes, reverse=True):
        formula = formula[:position] + replacement + formula[position + length :]
    return formula


def _closing(tokens: Sequence[Token], opening: int) -> int | None:
    """Where the parenthesis opened by a token is closed; None if the token opens none."""
    depth = 0
    for _, text, position in tokens[opening:]:
        depth += (text == "(") - (text == ")")
        if depth == 0:
            return position if text == ")" else None
    return None
