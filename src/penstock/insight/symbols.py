"""Names that a text gives to things, and the places where they are used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class TextStretch(NamedTuple):
    """A stretch of a file, by offsets of its characters."""

    file: str
    start: int
    end: int


class SymbolKind(Enum):
    VARIABLE = "variable"
    CHANNEL = "channel"
    TIMER = "timer"
    PARAMETER = "parameter"
    FIELD = "field"
    PROCESS = "process type"
    ACTOR = "actor type"
    METHOD = "method"
    INLINE = "inline"
    INLINE_PARAMETER = "parameter of an inline"
    MACRO = "macro"
    MACRO_PARAMETER = "parameter of a macro"
    TYPE = "type"
    MESSAGE = "message type"
    MESSAGE_SET = "set of message types"
    LABEL = "label"
    FORMULA = "formula"
    CLAIM = "never claim"
    MONITOR = "monitor"
    TEST = "test"
    STATE = "state"


class UseKind(Enum):
    DECLARATION = "declaration"
    READ = "read"
    WRITE = "write"
    SEND = "send"
    RECEIVE = "receive"
    RUN = "run"
    JUMP = "jump"
    CALL = "call"
    NAME = "name"
    """The name itself, as in a directive or a claim about a channel."""


@dataclass(eq=False, slots=True)
class Symbol:
    """A thing with a name; `where` is None if the language has it by itself.

    `owner` is what it belongs to: the process type of a variable, the type of a field, the inline of a parameter.
    `whole` is all of its declaration, `scope` where the name may be used if not everywhere.  `fact` is what the part
    that found it knows about it.
    """

    kind: SymbolKind
    name: str
    where: TextStretch | None
    owner: str = ""
    whole: TextStretch | None = None
    scope: TextStretch | None = None
    fact: object = None


class NameUse(NamedTuple):
    """A place where the name of a symbol is written."""

    span: TextStretch
    symbol: Symbol
    kind: UseKind
