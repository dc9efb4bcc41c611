"""Raw tokens to the tokens of the grammar: keywords, embedded C, and the separators SPIN implies.

    x = 1            x = 1 ;
    y = 2      ->    y = 2 ;
    }                }

SPIN takes the end of a line for a separator after anything that can end a statement, puts one
after `}` and `else`, and drops one before `}`.  The rules here are exactly those, because a model
that relies on them must read the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from penstock.diagnostics.record import Diagnostics
from penstock.source import EXPANSION_BASE, Sources
from penstock.syntax.lexer import (
    CHARACTER,
    NAME,
    NEWLINE,
    NUMBER,
    OPERATOR,
    OTHER,
    PAINTED,
    SPLICE,
    STRING,
    Token,
)

CONSTANT = "constant"
BODY = "body"
PROTOCOL = "protocol"
"""A word only after `env`, before a name."""
END = "end of file"

# fmt: off
KEYWORDS = frozenset([
    "active", "assert", "atomic", "bit", "bool", "break", "byte", "c_code", "c_decl", "c_expr", "c_state", "c_track",
    "D_proctype", "do", "chan", "else", "empty", "enabled", "eval", "fi", "for", "full", "get_priority", "goto",
    "hidden", "if", "init", "inline", "int", "len", "local", "ltl", "mtype", "nempty", "never", "nfull", "notrace",
    "np_", "od", "of", "pc_value", "pid", "printf", "printm", "priority", "proctype", "provided", "return", "run",
    "d_step", "select", "set_priority", "short", "timeout", "trace", "show", "typedef", "unless", "unsigned", "xr",
    "xs",
])
# fmt: on
WORD_CONSTANTS = {"true": 1, "false": 0, "skip": 1}
_KIND_OF_NAME = {word: word for word in KEYWORDS} | dict.fromkeys(WORD_CONSTANTS, CONSTANT)
_KIND_OF_CLASS = {NUMBER: CONSTANT, CHARACTER: CONSTANT, STRING: STRING, OTHER: OTHER}

_C_BLOCKS = frozenset(["c_code", "c_decl", "c_expr"])
ENDS_STATEMENT = frozenset(
    ["}", ")", "]", "od", "fi", "else", "break", NAME, CONSTANT, "++", "--", "timeout", *_C_BLOCKS]
)
_BEFORE_BODY = frozenset([PROTOCOL, "proctype", "D_proctype", "init", "never", "trace", "notrace", "typedef"])
_BEFORE_ROLE = frozenset(["proctype", "D_proctype", "typedef", "inline"])
_ROLE = "role"
_ENVIRONMENT = "env"
_STRUCTURAL = frozenset(["(", ")", "{", "}", "inline", "ltl", *_C_BLOCKS, *_BEFORE_BODY])
SEPARATORS = frozenset([";", "->"])
_NOTHING_AFTER_ELSE = frozenset([";", "->", "fi"])
NOTHING_AFTER_BRACE = frozenset(["proctype", "init", "never", "::", "fi", "od", "}", "unless", ";", "->", END])


def kind_of(token: Token) -> str:
    """What a token is to the grammar of Promela."""
    kind, text, _ = token
    if kind == OPERATOR:
        return "->" if text == "-->" else text
    if kind in (NAME, PAINTED):
        return _KIND_OF_NAME.get(text, NAME)
    return _KIND_OF_CLASS[kind]


class CText(NamedTuple):
    """The text between the braces of embedded C, and the assertion in brackets before it."""

    text: str
    precondition: str | None


@dataclass(frozen=True, slots=True)
class DialectWords:
    """The keywords that a dialect has besides those of Promela, and what some of them do to the layout.

    A statement may end with one of `ending`; a body follows one of `before_body`, or may begin at once after one of
    `opening`; the name behind one of `before_role` is that of a type.  `units` are words only where a unit begins and a
    name follows; their bodies are like those after `before_body`.
    """

    keywords: frozenset[str] = frozenset()
    ending: frozenset[str] = frozenset()
    before_body: frozenset[str] = frozenset()
    opening: frozenset[str] = frozenset()
    before_role: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()


NO_WORDS = DialectWords()
MOST_MARKED = 200
"""Longer texts are not marked as a whole in messages."""


@dataclass(eq=False)
class TokenTable:
    """The tokens of a model by column; calls of inlines append their expansion at the end."""

    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    embedded: dict[int, CText] = field(default_factory=dict)
    inline_bodies: dict[int, list[Token]] = field(default_factory=dict)

    def add(self, kind: str, text: str, position: int) -> None:
        self.kinds.append(kind)
        self.texts.append(text)
        self.positions.append(position)

    def replace_last(self, kind: str, text: str, position: int) -> None:
        self.kinds[-1] = kind
        self.texts[-1] = text
        self.positions[-1] = position

    def stretch(self, first: int, last: int) -> tuple[int, int]:
        """Where tokens begin, and the length of their text.

        They may come from different files or macros; then the first one counts.
        """
        start = self.positions[first]
        length = self.positions[last] + len(self.texts[last]) - start
        return start, length if 0 < length < MOST_MARKED else max(1, len(self.texts[first]))

    def behind(self, at: int) -> tuple[int, int]:
        """The place behind a token, and one character; the token itself where a macro has made it."""
        position, length = self.positions[at], len(self.texts[at])
        return (position + length, 1) if position < EXPANSION_BASE else (position, max(1, length))

    def adjacent(self, at: int) -> bool:
        """Whether nothing stands between a token and the next."""
        return self.positions[at + 1] == self.positions[at] + len(self.texts[at])

    def separated(self, at: int) -> bool:
        """Whether a token is followed on its line by a statement, and the separator between them is not written."""
        following = at + 2
        if self.kinds[at + 1] != ";" or self.texts[at + 1] or following >= len(self.kinds):
            return False
        # The end of a line has the place of the line's end, a separator that is put in that of the next token.
        return self.positions[at + 1] == self.positions[following]

    def written(self, sources: Sources, first: int, last: int) -> str:
        """The text from one token to another; empty where they do not stand together."""
        start, behind = self.positions[first], self.positions[last]
        if (
            last < first
            or max(start, behind) >= EXPANSION_BASE
            or sources.file_at(start) is not sources.file_at(behind)
        ):
            return ""
        file = sources.file_at(start)
        return file.text[start - file.base : behind - file.base + len(self.texts[last])]

    def __len__(self) -> int:
        return len(self.kinds)


class TokenLayout:
    """Fills a token table; one instance for a whole model or for one expanded inline."""

    def __init__(
        self,
        table: TokenTable,
        diagnostics: Diagnostics,
        roles: set[str],
        inlined: bool = False,
        words: DialectWords = NO_WORDS,
    ) -> None:
        self.table = table
        self.words = words
        self.kind_of_name = _KIND_OF_NAME | {word: word for word in words.keywords}
        self.ends_statement = ENDS_STATEMENT | words.ending
        self.before_body = _BEFORE_BODY | words.before_body | words.units
        self.structural = _STRUCTURAL | self.before_body | words.opening
        self.roles = roles
        """Names of process types, inlines and user-defined types: no statement ends with one."""
        self.diagnostics = diagnostics
        self.inlined = inlined
        self.in_body = inlined
        self.awaits_body = False
        self.awaits_inline = False
        self.awaits_role = False
        self.in_formula = False
        self.braces = 0
        self.parentheses = 0
        self.last = ";"
        self.mergeable = False
        """Whether the last token is a separator that a further one, or a `}`, may replace."""

    def run(self, tokens: list[Token]) -> None:
        """Append `tokens` and an end mark to the table."""
        kind_of_name, structural = self.kind_of_name, self.structural
        index, count = 0, len(tokens)
        while index < count:
            token_kind, text, position = tokens[index]
            index += 1
            if token_kind == OPERATOR:
                kind = "->" if text == "-->" else text
            elif token_kind in (NAME, PAINTED):
                kind = kind_of_name.get(text, NAME)
                begins = text in self.words.units or (text == PROTOCOL and self.table.texts[-1:] == [_ENVIRONMENT])
                if begins and self._begins_unit(tokens, index):
                    kind = text
            elif token_kind in (NEWLINE, SPLICE):
                if not self._separates(tokens, index):
                    continue
                kind, text = ";", ""
            else:
                kind = _KIND_OF_CLASS[token_kind]
            self._put(kind, text, position)
            if kind in structural:
                index = self._structure(kind, tokens, index)
            elif kind == NAME and (self.awaits_role or text in self.roles):
                self.roles.add(text)
                self.awaits_role = False
                self.last = _ROLE
        self.table.add(END, "", self._end(tokens))

    def _put(self, kind: str, text: str, position: int) -> None:
        """Add a token, and the separator that SPIN puts before it."""
        last = self.last
        self.last = kind
        if self.in_formula:
            self.table.add(kind, text, position)
            return
        if (last == "else" and kind not in _NOTHING_AFTER_ELSE) or (last == "}" and kind not in NOTHING_AFTER_BRACE):
            self.table.add(";", "", position)
        separates = kind in SEPARATORS
        if self.mergeable and (separates or kind == "}"):
            self.table.replace_last(kind, text, position)
            self.mergeable = False
        else:
            self.table.add(kind, text, position)
            self.mergeable = separates

    def _separates(self, tokens: list[Token], index: int) -> bool:
        """Whether the end of a line is a separator here."""
        if not self.in_body or self.parentheses != 0 or self.last not in self.ends_statement:
            return False
        if self.last == "timeout" and self.inlined:
            return False  # outside inlines SPIN reads `timeout` as `(timeout)`
        return not (self.last == "}" and self._starts_with_u(tokens, index))

    def _begins_unit(self, tokens: list[Token], index: int) -> bool:
        """Whether a word that may be a name elsewhere begins a unit: no text has two names in a row."""
        return self.braces == self.parentheses == 0 and index < len(tokens) and tokens[index][0] == NAME

    def _structure(self, kind: str, tokens: list[Token], index: int) -> int:
        """Keep track of where we are; say where to go on."""
        if kind == "(":
            self.parentheses += 1
        elif kind == ")":
            self.parentheses -= 1
        elif kind == "{" and self.awaits_inline:
            self.awaits_inline = False
            self.last = ")"
            return self._inline_body(tokens, index)
        elif kind == "{":
            self.braces += 1
            self.in_body, self.awaits_body = self.in_body or self.awaits_body, False
        elif kind == "}":
            self.braces = max(0, self.braces - 1)
            self.in_body = self.in_body and self.braces > 0
            self.in_formula = self.in_formula and self.braces > 0
        elif kind in _C_BLOCKS:
            return self._embedded(tokens, index)
        elif self.braces == 0:
            self.awaits_body = kind in self.before_body
            self.awaits_inline = kind == "inline"
            self.awaits_role = kind in _BEFORE_ROLE or kind in self.words.before_role
            self.in_formula = kind == "ltl"
            self.in_body = kind in self.words.opening
        return index

    @staticmethod
    def _end(tokens: list[Token]) -> int:
        """The position after the last token."""
        if not tokens:
            return 0
        position = tokens[-1][2]
        return position + len(tokens[-1][1]) if position < EXPANSION_BASE else position

    @staticmethod
    def _starts_with_u(tokens: list[Token], index: int) -> bool:
        """SPIN looks one letter ahead for `unless`."""
        index = TokenLayout._skip_newlines(tokens, index)
        return index < len(tokens) and tokens[index][1].startswith("u")

    def _inline_body(self, tokens: list[Token], index: int) -> int:
        """Keep the body of an inline as it is; the opening brace was the last token added."""
        end = self._matching(tokens, index, "{", "}")
        body = tokens[index:end]
        at = len(self.table) - 1
        self.table.kinds[at] = BODY
        self.table.inline_bodies[at] = body
        if end >= len(tokens):
            self.diagnostics.report(
                "E203", "this inline is never closed", self.table.positions[at], hint="a `}` is missing"
            )
        return end + 1

    @staticmethod
    def _matching(tokens: list[Token], index: int, opening: str, closing: str) -> int:
        depth = 1
        while index < len(tokens):
            kind, text, _ = tokens[index]
            if kind == OPERATOR:
                depth += (text == opening) - (text == closing)
                if depth == 0:
                    break
            index += 1
        return index

    def _embedded(self, tokens: list[Token], index: int) -> int:
        """Take the C text after `c_code`, `c_decl` or `c_expr` out of the token stream."""
        at = len(self.table) - 1
        precondition = None
        index = self._skip_newlines(tokens, index)
        if index < len(tokens) and tokens[index][1] == "[":
            end = self._matching(tokens, index + 1, "[", "]")
            precondition = self._text(tokens[index + 1 : end])
            index = self._skip_newlines(tokens, end + 1)
        if index >= len(tokens) or tokens[index][1] != "{":
            keyword = self.table.texts[at]
            self.diagnostics.report(
                "E204",
                f"`{keyword}` needs C text in braces",
                self.table.positions[at],
                len(keyword),
                hint=f"write `{keyword} {{ ... }}`",
            )
            self.table.embedded[at] = CText("", precondition)
            return index
        end = self._matching(tokens, index + 1, "{", "}")
        if end >= len(tokens):
            self.diagnostics.report("E203", "this brace is never closed", tokens[index][2], hint="a `}` is missing")
        self.table.embedded[at] = CText(self._text(tokens[index + 1 : end]), precondition)
        return end + 1

    @staticmethod
    def _skip_newlines(tokens: list[Token], index: int) -> int:
        while index < len(tokens) and tokens[index][0] in (NEWLINE, SPLICE):
            index += 1
        return index

    def _text(self, tokens: list[Token]) -> str:
        """The tokens as they were written, where they stand together in one file."""
        if not tokens:
            return ""
        start, last = tokens[0][2], tokens[-1]
        if all(token[2] < EXPANSION_BASE for token in tokens):
            file = self.diagnostics.sources.file_at(start)
            if start <= last[2] <= file.base + len(file.text):
                return file.text[start - file.base : last[2] - file.base + len(last[1])]
        written = self.diagnostics.sources.written
        parts: list[str] = []
        end = -1
        for _, text, position in tokens:
            # What stands together, such as `+=`, must stay together: for Promela it is two tokens.
            begin = written(position)
            parts.append(text if begin == end else f" {text}")
            end = begin + len(text)
        return "".join(parts).strip(" ")
