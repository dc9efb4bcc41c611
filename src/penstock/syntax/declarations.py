"""Declarations of variables, channels, message types and user-defined types."""

from __future__ import annotations

from penstock.syntax.cursor import BASIC_TYPES, TIMER, Unreadable
from penstock.syntax.expressions import ExpressionParser
from penstock.syntax.layout import CONSTANT, END, PROTOCOL
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import (
    ArrayInitial,
    Binary,
    ChannelClaim,
    ChannelInitial,
    Constant,
    Declarator,
    Expression,
    FieldType,
    Initial,
    MtypeDeclaration,
    Reference,
    Unary,
    VariableDeclaration,
)
from penstock.syntax.repairs import Changes

VISIBILITIES = frozenset(["hidden", "show", "local"])
ENVIRONMENT = "env"
"""Before a channel: its other end is outside.  A word only where a unit begins and nothing else has that name."""


class Declarations(ExpressionParser):
    """Reads declarations."""

    def starts_declaration(self) -> bool:
        kind = self.kinds[self.at]
        if kind == NAME:
            return self.texts[self.at] in self.names.typedefs or self._starts_timers()
        return kind in BASIC_TYPES or kind in VISIBILITIES

    def _starts_timers(self) -> bool:
        """`timer t`: no other text has two names in a row."""
        text = self.texts[self.at]
        return text == TIMER and self.kinds[self.at + 1] == NAME and self.names.role(text) is None

    def starts_environment(self) -> bool:
        """`env chan q`, `env byte x`, `env q ? a` or `env protocol p`, where a unit begins."""
        named = self.kinds[self.at] == NAME and self.texts[self.at] == ENVIRONMENT
        following = self.kinds[self.at + 1] if named else ""
        return (following in BASIC_TYPES or following in (NAME, PROTOCOL)) and self.names.role(ENVIRONMENT) is None

    def declaration(self) -> VariableDeclaration | MtypeDeclaration:
        start = self.at
        visibility = None
        if self.kinds[self.at] in VISIBILITIES or self.starts_environment():
            visibility = self.texts[self.at]
            self.at += 1
        type_at = self.at
        if not (self.kinds[type_at] in BASIC_TYPES or self.starts_declaration()):
            raise self.unexpected("a type", hint=self._type_hint())
        self.at += 1
        type_name = self.texts[type_at]
        subtype = self._subtype(type_at)
        if self.kinds[self.at] in ("=", "{"):
            if visibility is not None:
                self.report("E413", f"message types cannot be `{visibility}`", start)
            return self._mtype_names(start, type_at, subtype)
        if self.kinds[self.at] == "[" and self.kinds[type_at] != NAME:
            self._size_behind_type(type_at)
        variables = self.listed(self.declarator)
        return VariableDeclaration(start, self.at - 1, visibility, type_name, subtype, variables)

    def _size_behind_type(self, type_at: int) -> None:
        """`byte[3] a`: read on at the name."""
        closing = self.at
        while self.kinds[closing] not in ("]", ";", END):
            closing += 1
        name = closing + 1
        if self.kinds[closing] != "]" or self.kinds[name] != NAME:
            raise self.unexpected("the name of a variable")
        size = self.table.written(self.diagnostics.sources, self.at, closing)
        changes = Changes(self.table)
        text = f"{self.texts[type_at]} {self.texts[name]}{size}"
        changes.stretch(self.diagnostics.sources, type_at, name, text)
        message = "the size of an array stands behind its name"
        self.report("E215", message, self.at, fixes=changes.fix(f"write `{text}`") if size else ())
        self.skipped_names.add(self.texts[name])
        raise Unreadable

    def _type_hint(self) -> str | None:
        if self.kinds[self.at] == NAME:
            return f"is `{self.texts[self.at]}` a type? a typedef must come before its first use"
        return None

    def _subtype(self, type_at: int) -> str | None:
        if not self.accept(":"):
            return None
        at = self.expect_name("the name of a message type set")
        if self.kinds[type_at] != "mtype":
            raise self.fail("E208", f"only `mtype` has named subtypes, not `{self.texts[type_at]}`", type_at)
        return self.texts[at]

    def _mtype_names(self, start: int, type_at: int, subtype: str | None) -> MtypeDeclaration:
        if self.kinds[type_at] != "mtype":
            raise self.fail("E208", "only message types have a list of names in braces", hint="write `mtype = { ... }`")
        if subtype is not None:
            self.expect("=")
        else:
            self.accept("=")
        return self.message_names(start, subtype)

    def message_names(self, start: int, subtype: str | None) -> MtypeDeclaration:
        """The names in braces."""
        self.expect("{")
        at_names: list[int] = []
        while not self.accept("}"):
            if at_names and self.accept(","):
                continue
            at_names.append(self._mtype_name([self.texts[at] for at in at_names]))
        if not at_names:
            raise self.fail("E201", "expected a name, found `}`", self.at - 1)
        base = self.names.mtype_lists.get(subtype or "", 0)
        if base + len(at_names) > 255:
            self.report("E310", "more than 255 message types", start)
        # SPIN numbers the names of one declaration from the last to the first.
        names = tuple(
            Constant(at, at, base + len(at_names) - index, self.texts[at]) for index, at in enumerate(at_names)
        )
        self.names.mtype_lists[subtype or ""] = base + len(at_names)
        self.names.mtypes.update((name.name or "", name.value) for name in names)
        return MtypeDeclaration(start, self.at - 1, subtype, names)

    def _mtype_name(self, others: list[str]) -> int:
        at = self.expect_name("the name of a message type")
        if self.texts[at] in others:
            self.report("E302", f"`{self.texts[at]}` is declared twice", at)
        return at

    def declarator(self) -> Declarator:
        at = self.expect_name("the name of a variable")
        width = None
        size: Expression | None = None
        if self.accept(":"):
            width = self.constant(self.expect(CONSTANT)).value
        elif self._channel_without_equals():
            changes = Changes(self.table)
            changes.behind(at, " =")
            hint = "a channel is declared as `chan q = [2] of { byte }`"
            self.report("E201", "expected `=`, found `[`", self.at, hint, changes.fix("add `=`"))
            return Declarator(at, self.at - 1, self.texts[at], None, None, self._channel_initial())
        elif self.accept("["):
            size = self.constant_expression(allow_name=True)
            self.expect("]")
            self.refuse_second_index(self.texts[at])
        initial = self._initial() if self.accept("=") else None
        return Declarator(at, self.at - 1, self.texts[at], width, size, initial)

    def _channel_without_equals(self) -> bool:
        """`q [2] of { byte }`."""
        if self.kinds[self.at] != "[":
            return False
        behind = next((at for at in range(self.at, len(self.kinds)) if self.kinds[at] in ("]", ";")), self.at)
        return self.kinds[behind] == "]" and self.kinds[behind + 1] == "of"

    def _initial(self) -> Initial:
        kind = self.kinds[self.at]
        if kind == "[":
            return self._channel_initial()
        if kind == "{":
            return self._array_initial()
        return self.expression()

    def _array_initial(self) -> ArrayInitial:
        start = self.expect("{")
        values = self.listed(self._listed_constant)
        return ArrayInitial(start, self.expect("}"), values)

    def _listed_constant(self) -> Constant:
        value = self.primary() if self.kinds[self.at] in (CONSTANT, NAME) else None
        if not isinstance(value, Constant):
            raise self.unexpected("a constant")
        return value

    def _channel_initial(self) -> ChannelInitial:
        start = self.expect("[")
        capacity = self.constant_expression(allow_name=False)
        self.expect("]")
        self.expect("of", hint="a channel is declared as `chan q = [2] of { byte }`")
        if self.kinds[self.at] in BASIC_TYPES or self.texts[self.at] in self.names.typedefs:
            return ChannelInitial(start, self.at, capacity, self._fields_without_braces())
        self.expect("{")
        fields = self.listed(self.field)
        return ChannelInitial(start, self.expect("}"), capacity, fields)

    def _fields_without_braces(self) -> tuple[FieldType, ...]:
        start = self.at
        fields = self.listed(self.field)
        changes = Changes(self.table)
        changes.before(start, "{ ")
        changes.behind(self.at - 1, " }")
        fixes = changes.fix("add the braces")
        self.report("E201", "the types of the fields of a message stand in braces", start, fixes=fixes)
        return fields

    def field(self) -> FieldType:
        at = self.at
        if not (self.kinds[at] in BASIC_TYPES or self.texts[at] in self.names.typedefs):
            timer = "a timer belongs to its process and cannot be sent" if self.texts[at] == TIMER else None
            raise self.unexpected("the type of a message field", hint=timer or self._type_hint())
        if self.kinds[at] == "unsigned":
            raise self.fail(
                "E209", "`unsigned` cannot be the type of a message field", hint="use `byte`, `short` or `int`"
            )
        self.at += 1
        subtype = self._subtype(at)
        return FieldType(at, self.at - 1, self.texts[at], subtype)

    def constant_expression(self, allow_name: bool) -> Expression:
        """A number known when the model is read: constants under `+ - * / %`."""
        start = self.at
        value = self.expression()
        if allow_name and isinstance(value, Reference) and value.index is None and value.member is None:
            return value
        if not is_constant(value):
            raise self.fail("E210", "expected a constant", start, hint="constants may be combined by `+ - * / %`")
        return value

    def channel_claim(self) -> ChannelClaim:
        start = self.advance()
        channels = self.listed(self.reference)
        return ChannelClaim(start, self.at - 1, self.texts[start], channels)


def is_constant(value: Expression) -> bool:
    match value:
        case Constant():
            return True
        case Unary(operator="-"):
            return is_constant(value.operand)
        case Binary(operator="+" | "-" | "*" | "/" | "%"):
            return is_constant(value.left) and is_constant(value.right)
        case _:
            return False
