"""What a model says of the messages of its environment, as records; and what is wrong about that.

env q ? window(lo : 0 .. 9, hi) where lo <= hi;

    fields: the signal `window`, 0 to 9, anything; names: none, lo, hi
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from penstock.resolve.constants import apply_binary, apply_unary
from penstock.resolve.model import Model
from penstock.resolve.ranges import Interval
from penstock.resolve.repairs import replacing
from penstock.resolve.symbols import RANGES, Variable, flat_fields
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import (
    Binary,
    Conditional,
    Constant,
    EnvironmentField,
    EnvironmentInput,
    EnvironmentMessage,
    Expression,
    FieldType,
    Reference,
    Unary,
    ValueRange,
    VariableDeclaration,
)
from penstock.syntax.walk import walk

MOST_TRIED = 1 << 17
"""More combinations of values than this are not tried out."""
Values = tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Messages that the environment may send: what each field may hold, and how fields are related by their names.

    Fields that nothing is said about come last and are left out; no values means any value.
    """

    fields: tuple[Values, ...] = ()
    names: tuple[str | None, ...] = ()
    where: Expression | None = None

    def values(self, number: int) -> Values:
        return self.fields[number] if number < len(self.fields) else ()

    def related(self) -> list[int]:
        """The fields that the relation is about."""
        named = {one.name for one in walk(self.where) if isinstance(one, Reference)} if self.where is not None else ()
        return [number for number, name in enumerate(self.names) if name is not None and name in named]

    def allows(self, values: Sequence[int]) -> bool:
        """Whether a message with these values may come."""
        fits = all(not known or _among(value, known) for value, known in zip(values, self.fields, strict=False))
        return fits and self.keeps({name: value for name, value in zip(self.names, values, strict=False) if name})

    def keeps(self, values: Mapping[str, int]) -> bool:
        """Whether the relation holds between some values."""
        return self.where is None or bool(_worth(self.where, values))

    def combinations(self, limits: Sequence[Interval]) -> list[tuple[int, ...]] | None:
        """The values of the fields that are related, of which each is within some limits; None if they are too many."""
        related = self.related()
        ways = [list(_listed(self.values(number) or (limits[number],))) for number in related]
        size = 1
        for one in ways:
            size *= len(one)
        if size > MOST_TRIED:
            return None
        names = [self.names[number] or "" for number in related]
        return [found for found in product(*ways) if self.keeps(dict(zip(names, found, strict=True)))]


def terms_of(message: EnvironmentMessage) -> Terms:
    fields = [message.signal, *message.fields]
    values = tuple(tuple((one.low, one.high) for one in field.values) for field in fields)
    return Terms(values, tuple(field.name for field in fields), message.where)


def values_of(declaration: VariableDeclaration) -> Values:
    return tuple((one.low, one.high) for one in declaration.values)


def fields_of(model: Model, channel: Variable) -> list[FieldType | Variable]:
    """The fields of the messages of a declared channel; a structure has several."""
    found: list[FieldType | Variable] = []
    for one in channel.channel.fields if channel.channel is not None else ():
        structure = model.types.get(one.type)
        found += [one] if structure is None else flat_fields(structure)
    return found


def limits_of(field: FieldType | Variable) -> Interval:
    """The smallest and the largest value of the type of a field."""
    return field.range if isinstance(field, Variable) else RANGES.get(field.type, RANGES["int"])


def _among(value: int, values: Values) -> bool:
    return any(low <= value <= high for low, high in values)


def _listed(values: Values) -> Iterator[int]:
    found = (value for low, high in values for value in range(low, high + 1))
    return islice(found, MOST_TRIED + 1)


def _worth(value: Expression, values: Mapping[str, int]) -> int | None:
    """None where the machine would stop, as for a division by zero."""
    match value:
        case Constant():
            return value.value
        case Reference():
            return values.get(value.name)
        case Unary():
            operand = _worth(value.operand, values)
            return None if operand is None else apply_unary(value.operator, operand)
        case Binary():
            left, right = _worth(value.left, values), _worth(value.right, values)
            return None if left is None or right is None else apply_binary(value.operator, left, right)
        case Conditional():
            return _worth(value.when_true if _worth(value.condition, values) else value.when_false, values)
        case _:
            return None


# -- checks ----------------------------------------------------------------------------------------


def check_contracts(model: Model) -> None:
    for unit in model.nodes.of(EnvironmentInput):
        channel = model.variables.get(unit.channel)
        if channel is not None and channel.channel is not None:
            for message in unit.messages:
                _check_message(model, channel, message)
    for declaration in model.nodes.of(VariableDeclaration):
        if declaration.visibility == ENVIRONMENT and declaration.values:
            _check_variable(model, declaration)


def _check_message(model: Model, channel: Variable, message: EnvironmentMessage) -> None:
    types = fields_of(model, channel)
    written = [message.signal, *message.fields]
    if len(written) > len(types):
        text = f"messages of `{channel.name}` have {len(types)} fields, not {len(written)}"
        model.report("E455", text, written[len(types)], hint="the first field is the signal before the parenthesis")
        return
    good = _check_relation(model, message, types)
    for number, (field, kind) in enumerate(zip(written, types, strict=False)):
        what = f"no message of `{channel.name}` can begin with" if number == 0 else f"no `{kind.type}` is"
        good &= _check_values(model, field.values, limits_of(kind), what, "E451" if number == 0 else "E454")
    known = terms_of(message)
    if good and message.where is not None:
        found = known.combinations([limits_of(kind) for kind in types])
        if found is not None and not found:
            model.report("E454", "no values of these fields are related like this", message.where)
    if good:
        _warn_about_nothing(model, known, written, types)


def _check_relation(model: Model, message: EnvironmentMessage, types: Sequence[FieldType | Variable]) -> bool:
    """Let the names in a relation stand for the fields; whether all of them do."""
    named = {field.name: kind for field, kind in zip([message.signal, *message.fields], types, strict=False)}
    good = True
    for one in walk(message.where) if message.where is not None else ():
        if isinstance(one, Reference) and one.name in named and one.index is None and one.member is None:
            kind = named[one.name]
            model.variables[one] = kind if isinstance(kind, Variable) else Variable(one.name, kind.type, one.first)
        elif not isinstance(one, Constant | Unary | Binary | Conditional):
            good = False
            known = ", ".join(f"`{name}`" for name in named if name) or "no field has a name"
            text = "a relation is about named fields of the message and constants"
            model.report("E455", text, one, hint=f"named here: {known}" if "`" in known else known)
            break
    return good


def _check_values(model: Model, values: Sequence[ValueRange], limits: Interval, what: str, code: str) -> bool:
    """Whether values exist, and can be held by what has these limits."""
    for one in values:
        if one.low > one.high:
            turned = f"{one.high} .. {one.low}"
            fixes = replacing(model, one.first, one.last, turned, f"write `{turned}`")
            text = f"there is nothing from {one.low} to {one.high}"
            model.report("E454", text, one, hint=f"write `{turned}`", fixes=fixes)
            return False
        outside = one.low if one.low < limits[0] else one.high
        if one.low < limits[0] or one.high > limits[1]:
            model.report(code, f"{what} {outside}", one, hint=f"its type holds {limits[0]} to {limits[1]}")
            return False
    return True


def _check_variable(model: Model, declaration: VariableDeclaration) -> None:
    held = [variable.range for variable in model.globals if variable.declarator in declaration.variables]
    for limits in held[:1]:
        if _check_values(model, declaration.values, limits, f"no `{declaration.type}` is", "E454"):
            for one in declaration.values:
                _warn_if_any(model, one, limits)


def _warn_about_nothing(
    model: Model, known: Terms, written: Sequence[EnvironmentField], types: Sequence[FieldType | Variable]
) -> None:
    related = known.related()
    for number, (field, kind) in enumerate(zip(written, types, strict=False)):
        if field.name is not None and not field.values and number not in related:
            text = f"nothing is said about `{field.name}`, so it may be anything"
            model.report("W731", text, field, hint="say it by `: 0 .. 9` or after `where`, or write `_`")
        for one in field.values if number else ():
            _warn_if_any(model, one, limits_of(kind))


def _warn_if_any(model: Model, values: ValueRange, limits: Interval) -> None:
    if (values.low, values.high) == limits and values.low < values.high:
        model.report("W731", f"{values.low} to {values.high} is every value of its type, so this says nothing", values)


__all__ = ["Terms", "Values", "check_contracts", "fields_of", "limits_of", "terms_of", "values_of"]
