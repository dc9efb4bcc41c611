"""Whole structures in messages and arguments, written out field by field.

q!point     ->     q!point.x, point.y
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import (
    Assignment,
    Binary,
    Condition,
    Constant,
    Expression,
    Poll,
    Receive,
    Reference,
    Run,
    Send,
    Statement,
    Unary,
)
from penstock.syntax.walk import final


class Structures:
    """Unfolds structures; the new references are entered into the model's table."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def statement(self, statement: Statement) -> Statement:
        if not self.model.types:
            return statement
        match statement:
            case Send():
                return replace(statement, arguments=self.listed(statement.arguments))
            case Receive():
                return replace(statement, patterns=self.listed(statement.patterns))
            case Condition():
                return replace(statement, expression=self.expression(statement.expression))
            case Assignment():
                return replace(statement, value=self.expression(statement.value))
            case _:
                return statement

    def expression(self, value: Expression) -> Expression:
        """`value` with the structures inside polls and `run` written out; itself if there are none."""
        match value:
            case Run():
                return replace(value, arguments=self.listed(value.arguments))
            case Poll():
                return replace(value, patterns=self.listed(value.patterns))
            case Unary():
                return replace(value, operand=self.expression(value.operand))
            case Binary():
                return replace(value, left=self.expression(value.left), right=self.expression(value.right))
            case _:
                return value

    def listed(self, values: tuple) -> tuple:  # type: ignore[type-arg]
        found: list[object] = []
        for value in values:
            structured = isinstance(value, Reference) and self._structure(value) is not None
            found.extend(self._unfolded(value) if structured else [value])
        return tuple(found)

    def _structure(self, reference: Reference) -> Variable | None:
        variable = self.model.variables.get(final(reference))
        return variable if variable is not None and variable.structure is not None else None

    def _unfolded(self, reference: Reference) -> Iterator[Reference]:
        variable = self._structure(reference)
        assert variable is not None and variable.structure is not None
        for field in variable.structure.fields.values():
            for index in range(field.size or 1):
                at = reference.first
                position = Constant(at, at, index) if field.size is not None else None
                part = Reference(at, reference.last, field.name, position, None)
                self.model.variables[part] = field
                extended = self._extended(reference, part)
                if field.structure is not None:
                    yield from self._unfolded(extended)
                else:
                    yield extended

    def _extended(self, reference: Reference, part: Reference) -> Reference:
        """`reference` with `part` as its last member."""
        member = part if reference.member is None else self._extended(reference.member, part)
        copy = Reference(reference.first, reference.last, reference.name, reference.index, member)
        variable = self.model.variables.get(reference)
        if variable is not None:
            self.model.variables[copy] = variable
        return copy
