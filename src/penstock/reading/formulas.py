"""Formulas that are given beside a model: they look like included files, so that messages point into them.

What is put around them stands behind the model: an included file has nothing in it that the user did not write.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from penstock.errors import UsageError
from penstock.syntax.preprocessor import Include

NamedFormulas = tuple[tuple[str, str], ...]
"""Names that the model does not use, and formulas."""


def named_formulas(formulas: Sequence[str], text: str) -> NamedFormulas:
    if any(not formula.strip() for formula in formulas):
        raise UsageError("a formula is empty; write one such as `[] (x < 3)`")
    prefix = "formula"
    while prefix in text:
        prefix += "_"
    return tuple((f"{prefix}_{number}", formula) for number, formula in enumerate(formulas, 1))


def including_text(formulas: NamedFormulas, left_out: Container[str] = ()) -> str:
    """What is to be put behind a model so that it has the formulas, without those `left_out`."""
    blocks = [
        f'\nltl {claim} {{\n#include "{_file(number)}"\n}}'
        for number, (claim, _) in enumerate(formulas)
        if claim not in left_out
    ]
    return "".join(blocks) + ("\n" if blocks else "")


def with_formulas(include: Include, formulas: NamedFormulas) -> Include:
    texts = {_file(number): formula for number, (_, formula) in enumerate(formulas)}

    def look(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        return (name, texts[name]) if name in texts else include(name, quoted, including)

    return look


def _file(number: int) -> str:
    return "--ltl" if number == 0 else f"--ltl ({number + 1})"
