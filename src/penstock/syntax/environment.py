"""What a model says of its environment.

env chan q = [1] of { mtype, byte };                     the other end is outside
env q ? temp(0 .. 40), mode(1 | 3);                      these arrive from outside, with these values
env q ? window(lo : 0 .. 9, hi : 0 .. 9) where lo <= hi;
env byte sensor in 0 .. 9;                               the outside writes this
env protocol client { do :: q ! ask; r ? answer od }     the outside does this with its channels
"""

from __future__ import annotations

from penstock.syntax.declarations import ENVIRONMENT, Declarations
from penstock.syntax.layout import CONSTANT
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import (
    Constant,
    EnvironmentField,
    EnvironmentInput,
    EnvironmentMessage,
    Reference,
    ValueRange,
    VariableDeclaration,
)

IN, WHERE = "in", "where"
"""Words only where they can stand, after `env`."""


class EnvironmentParser(Declarations):
    """Reads what begins with `env`."""

    def environment(self) -> VariableDeclaration | EnvironmentInput:
        if self.kinds[self.at + 1] != NAME or self.texts[self.at + 1] in self.names.typedefs:
            return self._written_outside()
        start = self.advance()
        channel = self.reference()
        self.expect("?", hint=f"write `{ENVIRONMENT} q ? a;` for a signal from outside, `{ENVIRONMENT} chan q = ...;`"
                    " for a whole channel")  # fmt: skip
        messages = self.listed(self._arriving)
        return EnvironmentInput(start, self.at - 1, channel, messages)

    def _written_outside(self) -> VariableDeclaration:
        declared = self.declaration()
        assert isinstance(declared, VariableDeclaration)
        if self.texts[self.at] != IN:
            return declared
        self.at += 1
        values = self._value_ranges()
        kept = declared.visibility, declared.type, declared.subtype, declared.variables
        return VariableDeclaration(declared.first, self.at - 1, *kept, values)

    # -- messages ------------------------------------------------------------------------------

    def _arriving(self) -> EnvironmentMessage:
        start = self.at
        signal = self._signal()
        fields: tuple[EnvironmentField, ...] = ()
        if self.accept("("):
            fields = self.listed(self._message_field)
            self.expect(")")
        relation = None
        if self.texts[self.at] == WHERE and self.kinds[self.at] == NAME:
            self.at += 1
            relation = self.expression()
        return EnvironmentMessage(start, self.at - 1, signal, fields, relation)

    def _signal(self) -> EnvironmentField:
        start = self.at
        if self.texts[start] == "_":
            self.at += 1
            return EnvironmentField(start, start, None, ())
        values = self._value_ranges()
        return EnvironmentField(start, self.at - 1, None, values)

    def _message_field(self) -> EnvironmentField:
        start = self.at
        text = self.texts[start]
        if self.kinds[start] != NAME or text in self.names.mtypes:
            values = self._value_ranges()
            return EnvironmentField(start, self.at - 1, None, values)
        self.at += 1
        values = self._value_ranges() if self.accept(":") else ()
        return EnvironmentField(start, self.at - 1, None if text == "_" else text, values)

    # -- values --------------------------------------------------------------------------------

    def _value_ranges(self) -> tuple[ValueRange, ...]:
        found = [self._value_range()]
        while self.accept("|"):
            found.append(self._value_range())
        return tuple(found)

    def _value_range(self) -> ValueRange:
        start = self.at
        low = self._single_value()
        high = self._single_value() if self.accept("..") else low
        return ValueRange(start, self.at - 1, low, high)

    def _single_value(self) -> int:
        negative = self.accept("-")
        value = self.primary() if self.kinds[self.at] in (CONSTANT, NAME) else None
        if isinstance(value, Reference):
            message = f"`{value.name}` is not a signal"
            raise self.fail("E451", message, value.first, hint="signals are declared by `mtype`")
        if not isinstance(value, Constant):
            raise self.unexpected("a signal or a number")
        return -value.value if negative else value.value
