"""Reading tokens one after the other, and what happens when the next is not the one expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from penstock.diagnostics.record import Diagnostics
from penstock.syntax.layout import BODY, CONSTANT, END, KEYWORDS, TokenTable
from penstock.syntax.lexer import NAME, OTHER, STRING, Token

DEEPEST_NESTING = 1000
"""Parentheses, blocks and calls within each other; no written model comes near."""

_UNIT_STARTS = frozenset(["active", "proctype", "D_proctype", "init", "never", "trace", "notrace", "ltl", "inline", "typedef"])
_OPENING = frozenset(["{", "(", "do", "if", "["])
_CLOSING = frozenset(["}", ")", "od", "fi", "]"])


class Unreadable(Exception):
    """The tokens here are not Promela; the reason has been reported."""


@dataclass(eq=False)
class Inline:
    """An inline as it was defined."""

    name: str
    position: int
    parameters: tuple[str, ...]
    body: list[Token]
    active: bool = False


@dataclass(eq=False)
class Names:
    """The names that change how the text after them is read."""

    mtypes: dict[str, int] = field(default_factory=dict)
    mtype_lists: dict[str, int] = field(default_factory=dict)
    typedefs: set[str] = field(default_factory=set)
    proctypes: set[str] = field(default_factory=set)
    inlines: dict[str, Inline] = field(default_factory=dict)

    def role(self, name: str) -> str | None:
        """What `name` already stands for, in words; None if it is free for a variable or label."""
        if name in self.mtypes:
            return "a message type name"
        if name in self.typedefs:
            return "a type name"
        if name in self.proctypes:
            return "a process type"
        if name in self.inlines:
            return "an inline"
        return None


class Cursor:
    """A place in the token table."""

    def __init__(self, table: TokenTable, diagnostics: Diagnostics) -> None:
        self.table = table
        self.kinds = table.kinds
        self.texts = table.texts
        self.positions = table.positions
        self.diagnostics = diagnostics
        self.names = Names()
        self.at = 0
        self.depth = 0
        self.temporal = False

    # -- reporting ---------------------------------------------------------------------------

    def report(self, code: str, message: str, at: int, hint: str | None = None) -> None:
        self.diagnostics.report(code, message, self.positions[at], max(1, len(self.texts[at])), hint)

    def fail(self, code: str, message: str, at: int | None = None, hint: str | None = None) -> Unreadable:
        """Report and make the exception to raise: `raise self.fail(...)`."""
        self.report(code, message, self.at if at is None else at, hint)
        return Unreadable()

    def unexpected(self, wanted: str, hint: str | None = None) -> Unreadable:
        if self.kinds[self.at] == OTHER:
            return self.fail("E202", *self._odd_character())
        return self.fail("E201", f"expected {wanted}, found {self.describe(self.at)}", hint=hint)

    def _odd_character(self) -> tuple[str, None, str | None]:
        text = self.texts[self.at]
        if text == '"':
            return ("this string is never closed", None, 'a `"` is missing before the end of the line')
        if text == "'":
            return ("this character constant is not closed", None, "write one character between single quotes")
        shown = text if text.isprintable() else f"U+{ord(text):04X}"
        return (f"the character `{shown}` has no meaning in Promela", None, None)

    def describe(self, at: int) -> str:
        kind, text = self.kinds[at], self.texts[at]
        if kind == END:
            return "the end of the file"
        if kind in (";", "->") and not text:
            return "the end of the statement"
        if kind == NAME:
            role = self.names.role(text)
            return f"`{text}` ({role})" if role else f"the name `{text}`"
        if kind in KEYWORDS:
            return f"the keyword `{text}`"
        if kind == STRING:
            return "a string"
        if kind == BODY:
            return "`{`"
        return f"`{text}`"

    # -- reading -----------------------------------------------------------------------------

    def accept(self, kind: str) -> bool:
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        return False

    def expect(self, kind: str, hint: str | None = None) -> int:
        if self.kinds[self.at] != kind:
            raise self.unexpected(f"`{kind}`", hint)
        self.at += 1
        return self.at - 1

    def expect_name(self, what: str) -> int:
        """A name that is not taken by a type, process type, inline or message type."""
        at = self.at
        if self.kinds[at] != NAME:
            raise self.unexpected(what)
        role = self.names.role(self.texts[at])
        if role is not None:
            raise self.fail("E205", f"`{self.texts[at]}` cannot be {what}: it is {role}", at)
        self.at += 1
        return at

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST_NESTING:
            raise self.fail("E206", f"nested more than {DEEPEST_NESTING} levels deep", hint="split this up")

    def leave(self) -> None:
        self.depth -= 1

    # -- recovery ----------------------------------------------------------------------------

    def recover(self, read: Callable[[], object], stop: Callable[[], None]) -> bool:
        """Run `read`; if it gives up, let `stop` find a place to go on.  False after a failure."""
        depth = self.depth
        try:
            read()
        except Unreadable:
            self.depth = depth
            stop()
            return False
        return True

    def skip_statement(self) -> None:
        """To the separator after a broken statement, or to what closes its sequence."""
        nested = 0
        while True:
            kind = self.kinds[self.at]
            if kind == END or (kind in _UNIT_STARTS and self._starts_unit()):
                return
            if nested <= 0 and kind in (";", "->", "::", "}", "od", "fi"):
                return
            nested += (kind in _OPENING) - (kind in _CLOSING)
            self.at += 1

    def skip_unit(self) -> None:
        """To the next unit after a broken one."""
        nested = 0
        while self.kinds[self.at] != END:
            kind = self.kinds[self.at]
            if nested <= 0 and (kind in _UNIT_STARTS or kind == ";"):
                return
            if kind in _UNIT_STARTS and self._starts_unit():
                return
            nested += (kind == "{") - (kind == "}")
            self.at += 1

    def _starts_unit(self) -> bool:
        """Whether a word that can only begin a unit does so: a brace was forgotten before it."""
        following = self.kinds[self.at + 1] if self.at + 1 < len(self.kinds) else END
        wanted = {"init": ("{",), "active": ("[", "proctype"), "never": ("{", NAME), "ltl": ("{", NAME)}
        return following in wanted.get(self.kinds[self.at], (NAME,))
