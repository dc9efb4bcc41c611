"""Formulas that are given beside a model: they look like included files, so that messages point into them."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.syntax.preprocessor import Include

NamedFormulas = tuple[tuple[str, str], ...]
"""Names that the model does not use, and formulas."""


def named_formulas(formulas: Sequence[str], text: str) -> NamedFormulas:
    prefix = "formula"
    while prefix in text:
        prefix += "_"
    return tuple((f"{prefix}_{number}", formula) for number, formula in enumerate(formulas, 1))


def including_text(formulas: NamedFormulas) -> str:
    """What is to be put behind a model so that it has the formulas."""
    return "".join(f'\n#include "{_file(number)}"' for number in range(len(formulas))) + ("\n" if formulas else "")


def with_formulas(include: Include, formulas: NamedFormulas) -> Include:
    texts = {_file(number): formula for number, formula in enumerate(formulas)}

    def look(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        if name in texts:
            claim, formula = texts[name]
            return name, f"ltl {claim} {{ {formula} }}\n"
        return include(name, quoted, including)

    return look


def _file(number: int) -> str:
    return "--ltl" if number == 0 else f"--ltl ({number + 1})"
