"""Operators of formulas: how SPIN writes them, and how others do."""

from __future__ import annotations

from dataclasses import dataclass

SPIN_PREFIXES = {"always": "[]", "eventually": "<>", "next": "X", "X": "X", "!": "!", "[]": "[]", "<>": "<>"}
SPIN_OPERATORS = {
    "&&": "&&", "||": "||", "->": "->", "<->": "<->", "implies": "->", "equivalent": "<->",
    "U": "U", "until": "U", "stronguntil": "U", "W": "W", "weakuntil": "W", "V": "V", "release": "V",
}  # fmt: skip
OTHER_PREFIXES = {
    "G": "[]", "F": "<>", "GF": "[]<>", "FG": "<>[]", "globally": "[]", "Globally": "[]", "finally": "<>",
    "Finally": "<>", "henceforth": "[]", "Always": "[]", "Eventually": "<>", "not": "!", "NOT": "!", "Not": "!",
    "□": "[]", "◻": "[]", "◇": "<>", "◊": "<>", "⋄": "<>", "¬": "!", "○": "X", "AG": "[]", "AF": "<>",
    "infinitely often": "[]<>", "almost always": "<>[]",
}  # fmt: skip
OTHER_OPERATORS = {
    "and": "&&", "AND": "&&", "And": "&&", "or": "||", "OR": "||", "Or": "||", "iff": "<->", "xor": "xor",
    "XOR": "xor", "R": "V", "releases": "V", "M": "M", "unless": "W", "=>": "->", "==>": "->", "-->": "->",
    "<=>": "<->", "~>": "~>", "<==>": "<->", "<-->": "<->",
    "/\\": "&&", "\\/": "||", "∧": "&&", "\N{LOGICAL OR}": "||", "→": "->", "⇒": "->",
    "⟶": "->", "⟹": "->", "↔": "<->", "⇔": "<->", "Until": "U",
}  # fmt: skip
ALL_RUNS = frozenset(["AG", "AF"])
"""Of CTL: what they say of all runs SPIN can say, if nothing but they stands before them."""
SOME_RUN = frozenset(["EF", "EG", "EX", "AX"])
BITWISE = {"&": "&&", "|": "||"}
"""In formulas of other tools these join conditions."""
JOINED = (
    "infinitely often", "almost always", "~>",
    "<==>", "<-->", "<=>", "<->", "==>", "-->", "=>", "->", "/\\", "\\/", "[]", "<>", "&&", "||", "==", "!=", "<=",
    ">=", "<<", ">>",
)  # fmt: skip
"""Symbols of several characters, the longest first."""
IN_ATOMS = frozenset(["==", "!=", "<", ">", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%", "^", "="])
LEVELS = {"<->": 1, "->": 2, "~>": 2, "||": 3, "xor": 3, "&&": 4, "U": 5, "W": 5, "V": 5, "M": 5}
"""How tightly operators bind elsewhere; `->` and what is as tight as `U` group to the right."""
FROM_THE_RIGHT = frozenset([2, 5])


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that SPIN writes otherwise: where it begins, what stands there, what SPIN writes."""

    start: int
    old: str
    new: str
