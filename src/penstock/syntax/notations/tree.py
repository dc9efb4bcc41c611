"""Formulas as trees: what a formula of another tool means, and its text for SPIN."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proposition:
    """A condition, as it is written; `plain`: nothing but one operand."""

    text: str
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Prefixed:
    operator: str
    operand: Formula


@dataclass(frozen=True, slots=True)
class Joined:
    operator: str
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Group:
    """Parentheses that are written."""

    inside: Formula


Formula = Proposition | Prefixed | Joined | Group
_LEVELS = {"->": 1, "<->": 1, "||": 3, "&&": 4, "U": 5, "W": 5, "V": 5, "&": 8, "|": 6}
_TIGHTEST = 20
_CHAINS = frozenset(["&&", "||", "&", "|"])
_BOXES = frozenset(["[]", "<>"])


def spin_text(formula: Formula) -> str:
    """With the parentheses that SPIN needs, whose operators of one kind group to the left."""
    match formula:
        case Proposition():
            return formula.text
        case Group():
            return f"({spin_text(formula.inside)})"
        case Prefixed():
            inner = formula.operand
            if formula.operator == "!" and isinstance(inner, Prefixed) and inner.operator == "!":
                return f"!({spin_text(inner)})"  # `!!` sends to a channel
            pair = isinstance(inner, Prefixed) and inner.operator in _BOXES and formula.operator in _BOXES
            return f"{formula.operator}{'' if pair or formula.operator == '!' else ' '}{_inside(inner, _TIGHTEST)}"
        case Joined(operator="~>"):
            return f"[]({_inside(formula.left, 2)} -> <>{_inside(formula.right, _TIGHTEST)})"
        case Joined(operator="M"):
            return spin_text(Joined("U", formula.right, Joined("&&", formula.left, formula.right)))
        case Joined(operator="xor"):
            return spin_text(Prefixed("!", Joined("<->", formula.left, formula.right)))
        case Joined():
            level = _LEVELS[formula.operator]
            chain = isinstance(formula.left, Joined) and formula.left.operator == formula.operator in _CHAINS
            left = _inside(formula.left, level if chain else level + 1)
            return f"{left} {formula.operator} {_inside(formula.right, level + 1)}"


def _inside(formula: Formula, least: int) -> str:
    text = spin_text(formula)
    return text if _level(formula) >= least else f"({text})"


def _level(formula: Formula) -> int:
    match formula:
        case Proposition():
            return _TIGHTEST if formula.plain else 9
        case Prefixed() | Group() | Joined(operator="xor" | "~>"):
            return _TIGHTEST
        case Joined(operator="M"):
            return _LEVELS["U"]
        case Joined():
            return _LEVELS[formula.operator]


def same_without_branching(formula: Formula) -> bool:
    """Whether it means the same if each temporal operator is taken for one of CTL that speaks of all runs.

    It does where no choice among ways to go on can matter (Maidl, "The common fragment of CTL and LTL", 2000).
    """
    match formula:
        case Group():
            return same_without_branching(formula.inside)
        case Prefixed(operator="[]"):
            return same_without_branching(formula.operand)
        case Prefixed(operator="<>"):
            return _is_condition(formula.operand)
        case Joined(operator="&&"):
            return same_without_branching(formula.left) and same_without_branching(formula.right)
        case Joined(operator="->" | "||"):
            return _is_condition(formula.left) and same_without_branching(formula.right)
        case _:
            return _is_condition(formula)


def _is_condition(formula: Formula) -> bool:
    match formula:
        case Proposition():
            return True
        case Group():
            return _is_condition(formula.inside)
        case Prefixed():
            return formula.operator == "!" and _is_condition(formula.operand)
        case Joined():
            logical = formula.operator in ("&&", "||", "->", "<->", "&", "|", "xor")
            return logical and _is_condition(formula.left) and _is_condition(formula.right)
