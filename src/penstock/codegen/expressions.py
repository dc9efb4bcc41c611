"""Expressions in C.

Every value is an `int32_t` as in SPIN's verifier.  Ranges tell where plain C arithmetic is enough;
elsewhere the runtime's functions cut to 32 bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.codegen.comments import on_one_line
from penstock.codegen.naming import LocalNames, c_name
from penstock.codegen.plan import ProgramPlan
from penstock.resolve.ranges import DISTANCES, INT, Interval, fits, range_of
from penstock.resolve.symbols import PREDEFINED, RANGES, Variable
from penstock.syntax.nodes import (
    Binary,
    CExpression,
    ChannelQuery,
    Conditional,
    Constant,
    Eval,
    Expression,
    Pattern,
    Poll,
    Reference,
    Run,
    Unary,
    Word,
)
from penstock.syntax.walk import final, parts

INT_LOW, INT_HIGH = INT
SHORT = (-(2**15) + 1, 2**15 - 1)
"""What an `int` holds on every machine: more is reckoned with 32 bits where it may have 16."""
_MOST_PROCESSES = 32767
"""A program may be built for more processes than SPIN manages."""
_LEVELS = {
    "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, ">": 8, "<=": 8, ">=": 8,
    "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
}  # fmt: skip
_PRIMARY, _UNARY, _CONDITIONAL = 20, 15, 1
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_BARE = {
    "||": (7, 8, 10, 11), "&&": (7, 8, 10, 11), "==": (10, 11), "!=": (10, 11), "<": (10, 11), ">": (10, 11),
    "<=": (10, 11), ">=": (10, 11), "+": (11,), "-": (11,),
}  # fmt: skip
"""Operators inside which others, by level, need no parentheses and no reader (or compiler) wonders."""


_MAY_FAULT = re.compile(
    r"\b(?:ps_(?:index|divide|modulo|length|is_full|poll|create|create_on|new_channel)|PS_RUN(?:_ATTACHED|_ON)?)\(me\b"
)


def may_fault(text: str) -> bool:
    """Whether C may end the program with an error that must say where that is."""
    return _MAY_FAULT.search(text) is not None


def stored_type(variable: Variable) -> str:
    """C's type for a variable that is no structure."""
    if variable.type == "unsigned":
        return "uint32_t" if variable.range[1] > INT_HIGH else "int32_t"
    return {"short": "int16_t", "int": "int32_t", "chan": "int32_t"}.get(variable.type, "uint8_t")


@dataclass(frozen=True, slots=True)
class Value:
    """C text, how tightly it binds, and the range of what it computes."""

    text: str
    low: int
    high: int
    level: int = _PRIMARY

    @property
    def range(self) -> Interval:
        return self.low, self.high


def constant_text(value: int) -> Value:
    if value == INT_LOW:
        return Value("(-2147483647 - 1)", value, value)
    return Value(str(value), value, value, _PRIMARY if value >= 0 else _UNARY)


def _call(name: str, *arguments: str) -> str:
    return f"{name}({', '.join(arguments)})"


class CExpressionWriter:
    """Writes the expressions of one process."""

    def __init__(self, plan: ProgramPlan, names: LocalNames, resumes: bool = False) -> None:
        self.plan = plan
        self.model = plan.model
        self.names = names
        self.resumes = resumes
        """Whether the body of the process returns where it waits: then a structure keeps its variables."""
        self.passed: dict[int, list[tuple[Reference, str]]] = {}
        """For the first token of a `run` the structures among its arguments that travel as a whole."""

    def text(self, value: Expression) -> str:
        return self.value(value).text

    def value(self, value: Expression) -> Value:
        match value:
            case Constant():
                if value.name is not None and value.name in self.model.mtype_subtypes:
                    return Value(c_name(value.name), value.value, value.value)
                return constant_text(value.value)
            case Reference():
                return self.variable(value)
            case Unary():
                return self._unary(value)
            case Binary():
                return self._binary(value)
            case Conditional():
                first, second = self.value(value.when_true), self.value(value.when_false)
                text = f"({self._inside(self.value(value.condition))} ? {first.text} : {second.text})"
                return Value(text, min(first.low, second.low), max(first.high, second.high))
            case Run():
                return self._run(value)
            case ChannelQuery():
                return self._query(value)
            case Poll():
                flags = "PS_SEARCH" if value.random else "0"
                patterns = _call("PS_PATTERNS", *self.patterns(value.patterns))
                return Value(_call("ps_poll", "me", flags, self._channel(value.channel), patterns), 0, 1)
            case Word():
                return Value("ps_timeout()", 0, 1)
            case CExpression():
                return Value(f"({self.plain_c(on_one_line(value.text))})", INT_LOW, INT_HIGH)
            case _:
                raise AssertionError(f"refused before: {value}")

    def plain_c(self, text: str) -> str:
        """Embedded C as it is to stand in the program."""
        return text

    @staticmethod
    def _inside(value: Value) -> str:
        return f"({value.text})" if value.level < _UNARY else value.text

    def _unary(self, value: Unary) -> Value:
        operand = self.value(value.operand)
        inner = operand.text if operand.level == _PRIMARY else f"({operand.text})"
        if value.operator == "!":
            return Value(f"!{inner}", 0, 1, _UNARY)
        if value.operator == "~":
            return Value(f"~(int32_t){inner}", ~operand.high, ~operand.low, _UNARY)
        if operand.low == INT_LOW:
            return Value(_call("ps_subtract", "0", operand.text), INT_LOW, INT_HIGH)
        wide = self.plan.is_embedded and not fits((-operand.high, -operand.low), SHORT)
        return Value(f"-(int32_t){inner}" if wide else f"-{inner}", -operand.high, -operand.low, _UNARY)

    # -- operators ---------------------------------------------------------------------------

    def _binary(self, value: Binary) -> Value:
        operator = value.operator
        left, right = self.value(value.left), self.value(value.right)
        same = isinstance(value.left, Binary) and value.left.operator == operator and operator in ("+", "*", "&&", "||")
        plain = f"{self._operand(operator, left, same)} {operator} {self._operand(operator, right, False)}"
        level = _LEVELS[operator]
        if operator in ("&&", "||", *_COMPARISONS):
            return Value(plain, 0, 1, level)
        low, high, helper = _result(operator, left, right)
        if helper is None and self.plan.is_embedded and not fits((low, high), SHORT):
            plain = f"(int32_t){self._primary(left)} {operator} {self._operand(operator, right, False)}"
        if helper is None:
            return Value(plain, low, high, level)
        own = ["me"] if helper in ("ps_divide", "ps_modulo") else []
        return Value(_call(helper, *own, left.text, right.text), low, high)

    @staticmethod
    def _operand(operator: str, value: Value, same: bool) -> str:
        bare = value.level >= _UNARY or value.level in _BARE.get(operator, ()) or same
        return value.text if bare else f"({value.text})"

    @staticmethod
    def _primary(value: Value) -> str:
        return value.text if value.level == _PRIMARY else f"({value.text})"

    # -- variables ---------------------------------------------------------------------------

    def variable(self, reference: Reference) -> Value:
        variable = self.model.variables[reference]
        if variable is PREDEFINED["_pid"]:
            return Value("ps_pid(me)", 0, _MOST_PROCESSES)
        if variable is PREDEFINED["_nr_pr"]:
            return Value("ps_process_count()", 0, _MOST_PROCESSES)
        low, high = self.model.variables[final(reference)].range
        place = self.place(reference)
        if high > INT_HIGH:
            return Value(f"(int32_t){place}", INT_LOW, INT_HIGH, _UNARY)
        return Value(place, low, high)

    def place(self, reference: Reference) -> str:
        """A variable as C can read and assign it."""
        variable = self.model.variables[reference]
        name = self.plan.shared_name(variable) if self.plan.is_global(reference) else self.own(variable)
        _, *members = parts(reference)
        inner = [f".{c_name(member.name)}{self._index(member, self.model.variables[member])}" for member in members]
        return name + self._index(reference, variable) + "".join(inner)

    def own(self, variable: Variable) -> str:
        """A variable of the process."""
        return ("my->" if self.resumes else "") + self.names.of(variable, variable.name)

    def _index(self, reference: Reference, variable: Variable) -> str:
        if reference.index is None:
            return "[0]" if variable.size is not None else ""
        index, size = self.value(reference.index), variable.size
        if size is None:
            return ""
        safe = index.low >= 0 and index.high < size
        return f"[{index.text}]" if safe else f"[ps_index(me, {index.text}, {size})]"

    def stored(self, variable: Variable, value: Value) -> str:
        """A value as the variable takes it: the upper bits are cut off."""
        low, high = variable.range
        if low <= value.low and value.high <= high:
            return self._converted(variable, value)
        if variable.type == "chan" and self.plan.is_specification:
            return value.text  # it may be a descriptor of the system
        inner = value.text if value.level == _PRIMARY else f"({value.text})"
        if (low, high) == RANGES["byte"]:
            return f"(uint8_t){inner}"
        if (low, high) == RANGES["short"]:
            return f"(int16_t){inner}"
        if high > INT_HIGH:
            return f"(uint32_t){inner}"
        if (low, high) == RANGES["int"]:
            return inner
        cut = Value(f"{inner} & {high}", 0, high, _LEVELS["&"])
        return self._converted(variable, cut)

    def _converted(self, variable: Variable, value: Value) -> str:
        """A value that fits, of C's type for the variable: where every conversion must be visible."""
        if not self.plan.is_embedded or value.text.isdigit():
            return value.text
        kind = stored_type(variable)
        return value.text if kind == "int32_t" else f"({kind}){self._primary(value)}"

    # -- channels and processes ------------------------------------------------------------------

    def _query(self, value: ChannelQuery) -> Value:
        channel = self._channel(value.channel)
        match value.query:
            case "len":
                longest = max((kind.capacity for kind in self.plan.kinds.values()), default=0)
                return Value(_call("ps_length", "me", channel), 0, longest)
            case "empty":
                return Value(f"{_call('ps_length', 'me', channel)} == 0", 0, 1, _LEVELS["=="])
            case "nempty":
                return Value(f"{_call('ps_length', 'me', channel)} > 0", 0, 1, _LEVELS[">"])
            case "full":
                return Value(_call("ps_is_full", "me", channel), 0, 1)
            case _:
                return Value("!" + _call("ps_is_full", "me", channel), 0, 1, _UNARY)

    def _channel(self, channel: Expression) -> str:
        """The number of a channel, as functions of the runtime take it."""
        value = self.value(channel)
        return f"(int){self._primary(value)}" if self.plan.is_embedded else value.text

    def patterns(self, patterns: tuple[Pattern, ...]) -> list[str]:
        found = []
        for pattern in patterns:
            if isinstance(pattern, Reference):
                found.append("PS_ANY")
            else:
                wanted = pattern.value if isinstance(pattern, Eval) else pattern
                found.append(_call("PS_IS", self.text(wanted)))
        return found

    def carrying(self, carried: list[tuple[Reference, str]], then: str) -> str:
        """C that takes structures along before it does something."""
        calls, first = [], "0"
        for reference, name in carried:
            calls.append(f"ps_attach(me, {first}, &{self.place(reference)}, sizeof({name}))")
            first += f" + PS_CELLS({name})"
        return f"({', '.join([*calls, then])})" if calls else then

    def _run(self, value: Run) -> Value:
        proctype = f"PROCTYPE_{value.proctype}"
        arguments = [self.text(argument) for argument in value.arguments]
        carried = self.passed.get(value.first, [])
        if carried:
            return Value(f"({self.carrying(carried, _call('PS_RUN_ATTACHED', 'me', proctype, *arguments))})", 0, 255)
        where = ("me",) if self.plan.placement is None else ("me", str(self.plan.placement.loop_of(value)))
        if arguments:
            word = "PS_RUN" if self.plan.placement is None else "PS_RUN_ON"
            return Value(_call(word, *where, proctype, *arguments), 0, 255)
        word = "ps_create" if self.plan.placement is None else "ps_create_on"
        return Value(_call(word, *where, proctype, "0", "NULL"), 0, 255)


_HELPERS = {"+": "ps_add", "-": "ps_subtract", "*": "ps_multiply", "/": "ps_divide", "%": "ps_modulo"}
_SHIFTS = {"<<": "ps_shift_left", ">>": "ps_shift_right"}


def _result(operator: str, left: Value, right: Value) -> tuple[int, int, str | None]:
    """The range of an operation, and the function that does it where plain C would not."""
    low, high = range_of(operator, left.range, right.range)
    if operator in ("/", "%") and right.low > 0:
        return low, high, None
    if operator in _SHIFTS:
        plain = left.low >= 0 and fits(right.range, (0, DISTANCES)) and fits((low, high))
        return (low, high, None) if plain else (*INT, _SHIFTS[operator])
    if fits((low, high)) and operator not in ("/", "%"):
        return low, high, None
    return *INT, _HELPERS[operator]
