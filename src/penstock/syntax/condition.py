"""The arithmetic of `#if`: macro-free tokens to a number.

defined(N) && N > 2     (after replacement)     1 && 3 > 2     ->     1
"""

from __future__ import annotations

from collections.abc import Callable

from penstock.syntax.lexer import CHARACTER, NAME, NUMBER, PAINTED, Token, character_value


class BadCondition(Exception):
    """The tokens are not an expression; the text says what was wrong."""


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise BadCondition("division by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "||": (1, lambda left, right: int(bool(left or right))),
    "&&": (2, lambda left, right: int(bool(left and right))),
    "|": (3, lambda left, right: left | right),
    "^": (4, lambda left, right: left ^ right),
    "&": (5, lambda left, right: left & right),
    "==": (6, lambda left, right: int(left == right)),
    "!=": (6, lambda left, right: int(left != right)),
    "<": (7, lambda left, right: int(left < right)),
    "<=": (7, lambda left, right: int(left <= right)),
    ">": (7, lambda left, right: int(left > right)),
    ">=": (7, lambda left, right: int(left >= right)),
    "<<": (8, lambda left, right: left << (right & 63)),
    ">>": (8, lambda left, right: left >> (right & 63)),
    "+": (9, lambda left, right: left + right),
    "-": (9, lambda left, right: left - right),
    "*": (10, lambda left, right: left * right),
    "/": (10, _divide),
    "%": (10, lambda left, right: left - right * _divide(left, right)),
}
_MOST_NESTED = 200


class _Reader:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def text(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def ternary(self) -> int:
        condition = self.binary(1)
        if self.text() != "?":
            return condition
        self.at += 1
        when_true = self.ternary()
        self.expect(":")
        when_false = self.ternary()
        return when_true if condition else when_false

    def binary(self, lowest: int) -> int:
        value = self.unary()
        while (entry := _BINARY.get(self.text())) and entry[0] >= lowest:
            self.at += 1
            value = entry[1](value, self.binary(entry[0] + 1))
        return value

    def unary(self) -> int:
        text = self.text()
        if text in ("!", "-", "+", "~", "("):
            self.depth += 1
            if self.depth > _MOST_NESTED:
                raise BadCondition("nested too deeply")
            self.at += 1
            value = self.ternary() if text == "(" else self.unary()
            self.depth -= 1
            if text == "(":
                self.expect(")")
            return {"!": int(not value), "-": -value, "~": ~value}.get(text, value)
        return self.primary()

    def primary(self) -> int:
        if self.at >= len(self.tokens):
            raise BadCondition("a value is missing")
        kind, text, _ = self.tokens[self.at]
        self.at += 1
        if kind == NUMBER:
            return self.number(text)
        if kind == CHARACTER:
            return character_value(text)
        if kind in (NAME, PAINTED):
            return 0
        raise BadCondition(f"unexpected `{text}`")

    def number(self, text: str) -> int:
        """A C number; `0x1F` and `8u` arrive in two tokens, because in Promela they are two."""
        if self.at < len(self.tokens) and self.tokens[self.at][0] == PAINTED:
            text += self.tokens[self.at][1]
            self.at += 1
        digits = text.rstrip("uUlL")
        base = 8 if len(digits) > 1 and digits.isdigit() and digits[0] == "0" else 0
        try:
            return int(digits, base)
        except ValueError:
            raise BadCondition(f"`{text}` is not a number") from None

    def expect(self, text: str) -> None:
        if self.text() != text:
            raise BadCondition(f"`{text}` is missing")
        self.at += 1


def evaluate(tokens: list[Token]) -> int:
    """The value of a complete expression; names that are left count as 0, as in C."""
    reader = _Reader(tokens)
    value = reader.ternary()
    if reader.at < len(tokens):
        raise BadCondition(f"unexpected `{reader.text()}`")
    return value
