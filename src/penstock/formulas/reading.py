"""A formula from a text: as SPIN writes it, as others do, or as a pattern by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.diagnostics.record import Diagnostics
from penstock.formulas.patterns import pattern_formula
from penstock.source import Sources
from penstock.syntax.layout import KEYWORDS
from penstock.syntax.nodes import Binary, Constant, Expression, Ltl, Unary
from penstock.syntax.notations.reading import read_foreign
from penstock.syntax.notations.tree import Formula, Joined, Prefixed, Proposition
from penstock.syntax.parser import parse
from penstock.syntax.printer import expression_text
from penstock.syntax.walk import walk

CONNECTIVES = frozenset(["&&", "||", "->", "<->", "U", "W", "V"])
TEMPORAL = frozenset(["[]", "<>", "U", "W", "V"])
_FILE = "formula"
_LOOKS_INSIDE = re.compile(r"\b([A-Za-z_]\w*)\s*(?:\[[^]]*\]\s*)?[@:]\s*[A-Za-z_]")


@dataclass(frozen=True, slots=True)
class ReadFormula:
    """A formula as it is given, its text for SPIN, its tree, and the conditions in it."""

    given: str
    text: str
    tree: Formula
    conditions: dict[str, Expression]


def read_formula(given: str, diagnostics: Diagnostics) -> ReadFormula | None:
    """None if it cannot be read; why is in the diagnostics."""
    text = pattern_formula(given) or given
    foreign = read_foreign(text)
    if foreign is not None and foreign.text is not None:
        text = foreign.text
    expression = _parsed(text, diagnostics)
    if expression is None:
        return None
    conditions: dict[str, Expression] = {}
    tree = _tree(expression, conditions)
    return ReadFormula(given, text, tree, conditions)


def _parsed(text: str, diagnostics: Diagnostics) -> Expression | None:
    """What SPIN would read; names may stand for anything, and those before `@` for process types."""
    names = dict.fromkeys(name for name in _LOOKS_INSIDE.findall(text) if name not in KEYWORDS)
    processes = "".join(f"proctype {name}() {{ skip }}\n" for name in names)
    around = f'{processes}ltl f {{\n#include "{_FILE}"\n}}\n'
    file = diagnostics.sources.add("around the formula", around)
    syntax = parse(file, diagnostics, lambda *_: (_FILE, text))
    formulas = [unit for unit in syntax.program.units if isinstance(unit, Ltl)]
    if diagnostics.has_errors or len(formulas) != 1:
        return None
    for node in walk(formulas[0].formula):
        if isinstance(node, Unary) and node.operator == "X":
            _refuse_next(diagnostics, syntax.tokens.positions[node.first])
            return None
    return formulas[0].formula


def _refuse_next(diagnostics: Diagnostics, position: int) -> None:
    hint = "its partial order reduction keeps only properties that do not count steps"
    diagnostics.report("E603", "SPIN does not support the operator `next`", position, 1, hint)


def _tree(value: Expression, conditions: dict[str, Expression]) -> Formula:
    match value:
        case Unary(operator="!" | "[]" | "<>"):
            return Prefixed(value.operator, _tree(value.operand, conditions))
        case Binary() if value.operator in CONNECTIVES:
            return Joined(value.operator, _tree(value.left, conditions), _tree(value.right, conditions))
        case Constant(name=None):
            return Proposition("true" if value.value else "false")
        case _:
            text = expression_text(value)
            conditions.setdefault(text, value)
            return Proposition(text, plain=not isinstance(value, Binary))


def new_diagnostics() -> Diagnostics:
    return Diagnostics(Sources())


def is_temporal(formula: Formula) -> bool:
    """Whether it speaks of more than one moment."""
    match formula:
        case Prefixed():
            return formula.operator in TEMPORAL or is_temporal(formula.operand)
        case Joined():
            return formula.operator in TEMPORAL or is_temporal(formula.left) or is_temporal(formula.right)
        case _:
            return False
