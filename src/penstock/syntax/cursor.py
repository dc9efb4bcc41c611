"""Reading tokens one after the other, and what happens when the next is not the one expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from penstock.diagnostics.record import Diagnostics, Fix
from penstock.syntax.layout import BODY, END, KEYWORDS, NO_WORDS, DialectWords, TokenTable
from penstock.syntax.lexer import NAME, OTHER, STRING, Token
from penstock.syntax.repairs import about_macro, advice, inserted, quoted, replaced

DEEPEST_NESTING = 1000
"""Parentheses, blocks and calls within each other; no written model comes near."""

MOST_FAILURES = 50
"""After this many unreadable places, more messages would only repeat."""
LONGEST_NAME_SHOWN = 60

TEMPORAL_OPERATORS = {
    "U": "U", "until": "U", "stronguntil": "U", "W": "W", "weakuntil": "W", "V": "V", "release": "V",
    "implies": "->", "equivalent": "<->",
}  # fmt: skip
TEMPORAL_PREFIXES = {"X": "X", "next": "X", "always": "[]", "eventually": "<>"}
TEMPORAL_WORDS = frozenset([*TEMPORAL_OPERATORS, *TEMPORAL_PREFIXES])
UNIT_STARTS = frozenset(
    ["active", "proctype", "D_proctype", "init", "never", "trace", "notrace", "ltl", "inline", "typedef"]
)
_CLOSING = frozenset(["}", "od", "fi", ")", "]"])
_NESTING = {"{": 1, "do": 1, "if": 1, "}": -1, "od": -1, "fi": -1}
TIMER = "timer"
"""The type of timers; like `set`, `reset` and `expire` it is a word only where no name could stand."""
Read = TypeVar("Read")
BASIC_TYPES = frozenset(["bit", "bool", "byte", "pid", "short", "int", "unsigned", "mtype", "chan"])


class Unreadable(Exception):
    """The tokens here are not Promela; the reason has been reported."""


class TooManyFailures(Exception):
    """Reading on would only produce more of the same."""


@dataclass(eq=False)
class Inline:
    """An inline as it was defined."""

    name: str
    position: int
    parameters: tuple[str, ...]
    body: list[Token]
    active: bool = False


@dataclass(eq=False)
class KnownNames:
    """The names that change how the text after them is read."""

    mtypes: dict[str, int] = field(default_factory=dict)
    mtype_lists: dict[str, int] = field(default_factory=dict)
    typedefs: set[str] = field(default_factory=set)
    proctypes: set[str] = field(default_factory=set)
    inlines: dict[str, Inline] = field(default_factory=dict)

    def copied(self) -> KnownNames:
        """To read something with, and to forget it."""
        inlines = dict(self.inlines)
        return KnownNames(dict(self.mtypes), dict(self.mtype_lists), set(self.typedefs), set(self.proctypes), inlines)

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

    words: DialectWords = NO_WORDS
    """The keywords that a dialect has besides those of Promela."""

    def __init__(
        self, table: TokenTable, diagnostics: Diagnostics, roles: set[str], places: Sequence[int] = ()
    ) -> None:
        self.table = table
        self.roles = roles
        self.kinds = table.kinds
        self.texts = table.texts
        self.positions = table.positions
        self.places = places or table.positions
        """Where tokens stand in the text that is read, which may be a translation."""
        self.diagnostics = diagnostics
        self.names = KnownNames()
        self.at = 0
        self.depth = 0
        self.temporal = False
        self.failures = 0
        self.flattened: set[str] = set()
        """Arrays that were found with two indices."""
        self.skipped_names: set[str] = set()
        """Names in places that could not be read: they may well be declared there."""

    # -- reporting ---------------------------------------------------------------------------

    def report(self, code: str, message: str, at: int, hint: str | None = None, fixes: tuple[Fix, ...] = ()) -> None:
        length = max(1, len(self.texts[at]))
        self.diagnostics.report(code, message, self.positions[at], length, hint, fixes=fixes)

    def fail(
        self, code: str, message: str, at: int | None = None, hint: str | None = None, fixes: tuple[Fix, ...] = ()
    ) -> Unreadable:
        """Report and make the exception to raise: `raise self.fail(...)`."""
        self.report(code, message, self.at if at is None else at, hint, fixes)
        return Unreadable()

    def unexpected(self, wanted: str, hint: str | None = None, fixes: tuple[Fix, ...] = ()) -> Unreadable:
        if self.kinds[self.at] == OTHER:
            fixes = quoted(self.diagnostics.sources, self.positions[self.at])
            return self.fail("E202", *self._odd_character(), fixes=fixes)
        known = about_macro(self.table, self.diagnostics.sources, self.at)
        message = f"expected {wanted}, found {self.describe(self.at)}"
        if known is not None:
            self.at += 1  # what follows goes on as if the macro were right
            return self.fail("E201", message, self.at - 1, known.hint, known.fixes)
        known = advice(self.table, self.at, wanted)
        if self._ends_formula(self.at):
            # Around a formula that is given beside a model, nobody typed a brace.
            position, length = self.table.behind(self.at - 1)
            self.diagnostics.report("E201", message, position, length, hint, fixes=fixes)
            return Unreadable()
        return self.fail("E201", message, hint=hint or known.hint, fixes=fixes or known.fixes)

    def _ends_formula(self, at: int) -> bool:
        return self.temporal and self.kinds[at] == "}"

    def _odd_character(self) -> tuple[str, None, str | None]:
        text = self.texts[self.at]
        if text == '"':
            return ("this string is never closed", None, 'a `"` is missing before the end of the line')
        if text == "'":
            return ("this character constant is not closed", None, 'put text in double quotes: `"..."`')
        return (f"{_named(text)} has no meaning in Promela", None, None)

    def describe(self, at: int) -> str:
        kind, text = self.kinds[at], self.texts[at]
        if self._ends_formula(at):
            return "the end of the formula"
        if len(text) > LONGEST_NAME_SHOWN:
            text = text[:LONGEST_NAME_SHOWN] + "..."
        if kind == END:
            return "the end of the file"
        if kind in (";", "->") and not text:
            return "the end of the statement"
        if kind == NAME:
            role = self.names.role(text)
            return f"`{text}` ({role})" if role else f"the name `{text}`"
        if kind in KEYWORDS or kind in self.words.keywords:
            return f"the keyword `{text}`"
        if kind == STRING:
            return "a string"
        if kind == BODY:
            return "`{`"
        return f"`{text}`"

    # -- reading -----------------------------------------------------------------------------

    def advance(self) -> int:
        """Pass a token, whatever it is; which one that was."""
        self.at += 1
        return self.at - 1

    def listed(self, read: Callable[[], Read]) -> tuple[Read, ...]:
        """One thing or several, with commas between them."""
        found = [read()]
        while self.accept(","):
            found.append(read())
        return tuple(found)

    def accept(self, kind: str) -> bool:
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        return False

    def expect(self, kind: str, hint: str | None = None, missing: str = "") -> int:
        """The token that must be here; `missing` is what would do in place of it and what follows."""
        if self.kinds[self.at] != kind:
            fixes = inserted(self.table, self.at, missing) if missing else ()
            raise self.unexpected("`{`" if kind == BODY else f"`{kind}`", hint, fixes)
        self.at += 1
        return self.at - 1

    def close(self, closing: str, opened: int) -> int:
        """The bracket that closes what began at token `opened`.

        If another closing bracket is there, or something that only a unit begins with, it was just
        forgotten: that is said once, and reading goes on as if it were there.
        """
        if self.accept(closing):
            return self.at - 1
        found = self.kinds[self.at]
        forgotten = found in _CLOSING or found == END or self.begins_unit()
        hint = None if forgotten else "a separator `;` may be missing before it"
        self.diagnostics.report(
            "E201",
            f"expected `{closing}`, found {self.describe(self.at)}",
            self.positions[self.at],
            max(1, len(self.texts[self.at])),
            hint,
            [(f"`{self.texts[opened]}` is opened here", self.positions[opened])],
            fixes=self._closing(closing) if forgotten else (),
        )
        if not forgotten:
            raise Unreadable
        return self.at - 1

    def _closing(self, closing: str) -> tuple[Fix, ...]:
        return inserted(self.table, self.at, closing if closing in (")", "]") else f"\n{closing}")

    def begins_unit(self) -> bool:
        return self.kinds[self.at] in UNIT_STARTS and self._starts_unit()

    def expect_name(self, what: str) -> int:
        """A name that is not taken by a type, process type, inline or message type."""
        at = self.at
        if self.kinds[at] != NAME:
            if self.kinds[at] not in BASIC_TYPES:
                raise self.unexpected(what)
            fixes = replaced(self.table, at - 1, ";") if at and self.kinds[at - 1] == "," else ()
            raise self.unexpected(what, "declarations are separated by `;`", fixes)
        role = self.names.role(self.texts[at])
        if role is not None:
            raise self.fail("E205", f"expected {what}, but `{self.texts[at]}` is already {role}", at)
        if self.temporal and self.texts[at] in TEMPORAL_WORDS:
            raise self.fail("E205", f"in a formula, `{self.texts[at]}` is an operator and cannot be {what}", at)
        self.at += 1
        return at

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST_NESTING:
            raise self.fail("E206", f"nested more than {DEEPEST_NESTING} levels deep", hint="split this up")

    def leave(self) -> None:
        self.depth -= 1

    # -- recovery ----------------------------------------------------------------------------

    def recover(self, read: Callable[[], object], stop: Callable[[int], None]) -> bool:
        """Run `read`; if it gives up, let `stop` find a place to go on.  False after a failure."""
        depth, start = self.depth, self.at
        try:
            read()
        except Unreadable:
            self.failures += 1
            if self.failures >= MOST_FAILURES:
                raise TooManyFailures from None
            self.depth = depth
            stop(start)
            names = zip(self.kinds[start : self.at], self.texts[start : self.at], strict=True)
            self.skipped_names.update(text for kind, text in names if kind == NAME)
            return False
        return True

    def skip_statement(self, start: int) -> None:
        """To the separator after the broken statement that began at `start`, or to what closes its sequence."""
        nested = sum(map(_nesting, self.kinds[start : self.at]))
        while True:
            kind = self.kinds[self.at]
            if kind == END or self.begins_unit():
                return
            if nested <= 0 and kind in (";", "->", "::", "}", "od", "fi"):
                return
            nested += _nesting(kind)
            self.at += 1

    def skip_unit(self, start: int) -> None:
        """To the next unit after the broken one that began at `start`."""
        nested = sum((kind == "{") - (kind == "}") for kind in self.kinds[start : self.at])
        while self.kinds[self.at] != END:
            kind = self.kinds[self.at]
            if self.at > start and (kind in UNIT_STARTS and (nested <= 0 or self._starts_unit())):
                return
            if nested <= 0 and kind in BASIC_TYPES and self.kinds[self.at - 1] in (";", "}"):
                return
            nested += (kind == "{") - (kind == "}")
            self.at += 1

    def _starts_unit(self) -> bool:
        """Whether a word that can only begin a unit does so: a brace was forgotten before it."""
        following = self.kinds[self.at + 1] if self.at + 1 < len(self.kinds) else END
        wanted = {"init": ("{",), "active": ("[", "proctype"), "never": ("{", NAME), "ltl": ("{", NAME)}
        return following in wanted.get(self.kinds[self.at], (NAME,))


def _nesting(kind: str) -> int:
    """Parentheses do not count: no separator stands inside them, so one ends a broken expression."""
    return _NESTING.get(kind, 0)


def _named(letter: str) -> str:
    """A character in words."""
    if "\udc80" <= letter <= "\udcff":
        return f"the byte 0x{ord(letter) - 0xDC00:02X}"
    return f"the character `{letter}`" if letter.isprintable() else f"the character U+{ord(letter):04X}"
