"""What a formula says, in a sentence."""

from __future__ import annotations

from penstock.formulas.reading import is_temporal
from penstock.syntax.notations.tree import Formula, Joined, Prefixed, Proposition, spin_text


def sentence(formula: Formula) -> str:
    """Each frequent form has words of its own; the others are told part by part."""
    said = _clause(formula) if is_temporal(formula) else f"at the start, {_clause(formula)}"
    return said[0].upper() + said[1:] + "."


def _clause(formula: Formula) -> str:
    if not is_temporal(formula):
        return _state(formula)
    match formula:
        case Prefixed(operator="[]", operand=inner):
            return _always(inner)
        case Prefixed(operator="<>", operand=inner):
            return _eventually(inner)
        case Prefixed(operator="!", operand=inner):
            return _refused(inner)
        case Joined(operator="U" | "W" | "V"):
            return _until(formula)
        case Joined(operator="->", left=left, right=right):
            return f"if {_part(left)}, then {_part(right)}"
        case Joined(operator="<->", left=left, right=right):
            return f"{_part(left)} exactly if {_part(right)}"
        case Joined(operator="&&", left=left, right=right):
            return f"{_part(left)}, and {_part(right)}"
        case Joined(operator="||", left=left, right=right):
            return f"{_part(left)}, or {_part(right)}"
    return f"`{spin_text(formula)}` holds"


def _state(formula: Formula, verb: str = "holds") -> str:
    """Of one moment."""
    match formula:
        case Proposition(text="true"):
            return "nothing is required"
        case Proposition(text="false"):
            return "the impossible happens"
        case Prefixed(operator="!", operand=inner):
            return f"`{spin_text(inner)}` does not hold" if verb == "holds" else f"`{spin_text(formula)}` {verb}"
    return f"`{spin_text(formula)}` {verb}"


def _always(inner: Formula) -> str:
    match inner:
        case Prefixed(operator="<>", operand=again):
            if not is_temporal(again):
                return f"`{spin_text(again)}` holds again and again, infinitely often"
            return f"again and again, infinitely often, it happens that {_part(again)}"
        case Prefixed(operator="!", operand=never) if not is_temporal(never):
            return f"`{spin_text(never)}` never holds"
        case Joined(operator="->", left=left, right=right) if not is_temporal(left):
            return f"whenever {_state(left)}, {_then(right)}"
    return f"`{spin_text(inner)}` always holds" if not is_temporal(inner) else f"at every moment, {_part(inner)}"


def _then(formula: Formula) -> str:
    match formula:
        case Prefixed(operator="<>", operand=inner) if not is_temporal(inner):
            return f"`{spin_text(inner)}` holds then or later"
        case Prefixed(operator="[]", operand=Prefixed(operator="!", operand=inner)) if not is_temporal(inner):
            return f"`{spin_text(inner)}` never holds from then on"
        case Prefixed(operator="[]", operand=inner) if not is_temporal(inner):
            return f"`{spin_text(inner)}` holds from then on for ever"
    return _state(formula) + " too" if not is_temporal(formula) else f"from then on {_part(formula)}"


def _eventually(inner: Formula) -> str:
    match inner:
        case Prefixed(operator="[]", operand=for_ever) if not is_temporal(for_ever):
            return f"from some time on, `{spin_text(for_ever)}` holds for ever"
        case Joined(operator="&&", left=left, right=right) if not is_temporal(left) and is_temporal(right):
            return f"at some time {_state(left)}, and {_then(right)}"
    return f"`{spin_text(inner)}` holds at some time" if not is_temporal(inner) else f"at some time, {_part(inner)}"


def _refused(inner: Formula) -> str:
    match inner:
        case Prefixed(operator="<>", operand=never) if not is_temporal(never):
            return f"`{spin_text(never)}` never holds"
        case Prefixed(operator="[]", operand=always) if not is_temporal(always):
            return f"`{spin_text(always)}` fails to hold at some time"
    return f"it is not so that {_part(inner)}"


def _until(formula: Joined) -> str:
    left, right = formula.left, formula.right
    if formula.operator == "V":
        before = f"{_clause(right)} up to and including the first moment at which {_clause(left)}"
        return f"{before}, or for ever if there is none"
    if isinstance(left, Prefixed) and left.operator == "!" and not is_temporal(left):
        before = f"{_clause(left.operand).removesuffix(' holds')} does not hold before {_clause(right)}"
    else:
        before = f"{_clause(left)} until {_clause(right)}"
    return f"{before}, which happens at some time" if formula.operator == "U" else f"{before}, which need not happen"


def _part(formula: Formula) -> str:
    """A clause inside of another: one that has parts itself is put into parentheses."""
    text = _clause(formula)
    compound = is_temporal(formula) and isinstance(formula, Joined)
    return f"({text})" if compound else text
