"""A formula in anybody's notation, read with the precedences that other tools and books share.

G !(p and q)      ->   [] !(p && q)
G x > 0 => F y    ->   [](x > 0) -> <> y
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.syntax.lexer import CHARACTER, NAME, NUMBER, OPERATOR, OTHER, scan
from penstock.syntax.notations.tree import (
    Formula,
    Group,
    Joined,
    Prefixed,
    Proposition,
    same_without_branching,
    spin_text,
)
from penstock.syntax.notations.words import (
    ALL_RUNS,
    BITWISE,
    FROM_THE_RIGHT,
    IN_ATOMS,
    JOINED,
    LEVELS,
    OTHER_OPERATORS,
    OTHER_PREFIXES,
    SOME_RUN,
    SPIN_OPERATORS,
    SPIN_PREFIXES,
    Mark,
)

_END = ""
_OPERANDS = frozenset([NAME, NUMBER, CHARACTER])
_CLOSING = {"(": ")", "[": "]"}
DEEPEST = 100


class NotAFormula(Exception):
    """Neither SPIN nor any notation that is known here."""


@dataclass(frozen=True, slots=True)
class Sign:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class ForeignFormula:
    """What is foreign in a formula, and the whole as SPIN writes it; None if SPIN cannot say it."""

    marks: tuple[Mark, ...]
    text: str | None


def read_foreign(text: str) -> ForeignFormula | None:
    """None if the formula has nothing in it that only others write, or cannot be read by their rules either."""
    reader = _Reader(text, symbols(text))
    try:
        formula = reader.formula(0)
    except NotAFormula:
        return None
    if reader.at < len(reader.symbols) - 1 or not reader.marks:
        return None
    branching = any(mark.old in ALL_RUNS for mark in reader.marks)
    possible = not reader.impossible and not (branching and not same_without_branching(formula))
    return ForeignFormula(tuple(reader.marks), spin_text(formula) if possible else None)


def symbols(text: str) -> list[Sign]:
    """The tokens of a text, those that belong together joined."""
    found: list[Sign] = []
    tokens = [token for token in scan(text) if token[0] in (NAME, NUMBER, CHARACTER, OPERATOR, OTHER)]
    for kind, spelled, start in tokens:
        if found and start < found[-1].end:
            continue
        longer = next((one for one in JOINED if text.startswith(one, start)), spelled)
        found.append(Sign(OPERATOR if len(longer) > len(spelled) else kind, max(longer, spelled, key=len), start))
    return [*found, Sign(_END, "", len(text))]


@dataclass
class _Reader:
    text: str
    symbols: list[Sign]
    at: int = 0
    depth: int = 0
    marks: list[Mark] = field(default_factory=list)
    impossible: bool = False

    @property
    def here(self) -> Sign:
        return self.symbols[self.at]

    def formula(self, least: int) -> Formula:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotAFormula
        left = self.operand()
        while (operator := self._operator()) is not None and (level := LEVELS[operator]) >= least:
            self._take_operator(operator)
            bitwise = self.symbols[self.at - 1].text if self.symbols[self.at - 1].text in BITWISE else ""
            right = self.formula(level if level in FROM_THE_RIGHT else level + 1)
            left = Joined(_meant(bitwise, operator, left, right), left, right)
        self.depth -= 1
        return left

    def _operator(self) -> str | None:
        text = self.here.text
        return SPIN_OPERATORS.get(text) or OTHER_OPERATORS.get(text) or BITWISE.get(text)

    def _take_operator(self, operator: str) -> None:
        symbol = self.here
        if symbol.text in OTHER_OPERATORS:
            self.marks.append(Mark(symbol.start, symbol.text, _SAID.get(operator, operator)))
        self.at += 1

    def operand(self) -> Formula:
        symbol = self.here
        prefix = SPIN_PREFIXES.get(symbol.text)
        if prefix is not None and (symbol.kind == OPERATOR or self._begins_operand(self.at + 1)):
            return self._prefixed(prefix, tight=symbol.text == "!")
        if symbol.text == "~":
            return self._prefixed("!", tight=True)
        foreign = OTHER_PREFIXES.get(symbol.text)
        if (foreign is not None or symbol.text in SOME_RUN) and self._begins_operand(self.at + 1):
            self.impossible |= symbol.text in SOME_RUN
            self.marks.append(Mark(symbol.start, symbol.text, foreign or ""))
            return self._prefixed(foreign or "<>", tight=False)
        return self._condition()

    def _prefixed(self, operator: str, tight: bool) -> Formula:
        """Elsewhere, `G x > 0` is `G (x > 0)`; `!x > 0` is `(!x) > 0` everywhere."""
        self.at += 1
        operand = self.operand() if not tight or self._has_prefix() else self._primary_formula()
        if tight and self.here.text in IN_ATOMS:
            raise NotAFormula
        if operator in ("[]<>", "<>[]"):
            return Prefixed(operator[:2], Prefixed(operator[2:], operand))
        return Prefixed(operator, operand)

    def _has_prefix(self) -> bool:
        text = self.here.text
        known = text in SPIN_PREFIXES or text in OTHER_PREFIXES or text == "~"
        return known and (self.here.kind == OPERATOR or self._begins_operand(self.at + 1))

    def _begins_operand(self, at: int) -> bool:
        symbol = self.symbols[at]
        if symbol.kind == NAME:
            return symbol.text not in OTHER_OPERATORS and symbol.text not in SPIN_OPERATORS
        return symbol.kind in _OPERANDS or symbol.text in ("(", "!", "~", "[]", "<>") or symbol.text in OTHER_PREFIXES

    # -- conditions ----------------------------------------------------------------------------

    def _condition(self) -> Formula:
        """Operands with comparisons and arithmetic between them, or a formula in parentheses."""
        start, marked = self.here.start, len(self.marks)
        first = self._primary_formula()
        if self.here.text not in IN_ATOMS:
            return first
        pieces = [self.text[start : self.symbols[self.at - 1].end]]
        equals: list[Mark] = []
        while self.here.text in IN_ATOMS:
            if self.here.text == "=":
                equals.append(Mark(self.here.start, "=", "=="))
            pieces.append("==" if self.here.text == "=" else self.here.text)
            self.at += 1
            begin = self.here.start
            if self.here.text in ("-", "~"):
                self.at += 1
            self._primary_formula()
            pieces.append(self.text[begin : self.symbols[self.at - 1].end])
        if len(self.marks) != marked:
            raise NotAFormula
        self.marks += equals
        return Proposition(" ".join(pieces), plain=False)

    def _primary_formula(self) -> Formula:
        if self.here.text == "(":
            self.at += 1
            inner = self.formula(0)
            if self.here.text != ")":
                raise NotAFormula
            self.at += 1
            return Group(inner)
        return self._primary()

    def _primary(self) -> Formula:
        start = self.here.start
        if self.here.text == "-":
            self.at += 1
        if self.here.kind not in _OPERANDS:
            raise NotAFormula
        self.at += 1
        while self._suffix():
            pass
        return Proposition(self.text[start : self.symbols[self.at - 1].end])

    def _suffix(self) -> bool:
        """What may follow a name: an index, a field, arguments, a label, a poll."""
        text = self.here.text
        if text in (".", "@", ":"):
            if self.symbols[self.at + 1].kind != NAME:
                raise NotAFormula
            self.at += 2
            return True
        if text in ("?", "??"):
            self.at += 1
            text = self.here.text
        if text in _CLOSING and self.symbols[self.at - 1].kind != NUMBER:
            self._skip_brackets()
            return True
        return False

    def _skip_brackets(self) -> None:
        opening, depth = self.here.text, 0
        while self.here.kind != _END:
            depth += (self.here.text == opening) - (self.here.text == _CLOSING[opening])
            self.at += 1
            if depth == 0:
                return
        raise NotAFormula


_SAID = {"~>": "[](... -> <> ...)", "M": "... U (... && ...)", "xor": "!(... <-> ...)"}


def _meant(bitwise: str, operator: str, left: Formula, right: Formula) -> str:
    """`&` between two operands may be a mask, and is as good as `&&` between conditions."""
    plain = isinstance(left, Proposition) and left.plain and isinstance(right, Proposition) and right.plain
    return bitwise if bitwise and plain else operator
