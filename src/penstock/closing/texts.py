"""Values and conditions of the closed model, as text.

x == 0     ->     (unknown_x || x == 0)          possibly: true for some value that x may have
x == 0     ->     (!unknown_x && x == 0)         surely: true whatever x is
x + 1      ->     (unknown_x -> 0 : x + 1)       a value that is only computed where it is known
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from penstock.closing.edits import TokenEdits
from penstock.closing.knowledge import Knowledge, Reliability
from penstock.closing.limiting import compares, limited
from penstock.closing.ranges import Site
from penstock.closing.reading import leaves
from penstock.control.structures import Structures
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.resolve.symbols import Variable
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import (
    Binary,
    ChannelQuery,
    Condition,
    Eval,
    Expire,
    Expression,
    Node,
    Pattern,
    Poll,
    Receive,
    Reference,
    RemoteVariable,
    Unary,
    Within,
)
from penstock.syntax.printer import expression_text, reference_text
from penstock.syntax.walk import final, indices, walk

TRUE, FALSE = "true", "false"
_Way = tuple[str, str | None]
"""A pattern, and what is asked of the flag of its field."""


class Field(NamedTuple):
    """A field of all messages in channels of one form."""

    form: Variable
    place: int


class Cannot(Exception):
    """A place that cannot be closed soundly: the node, what is wrong, and what may help."""

    code = "E452"

    def __init__(self, node: Node, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.node, self.message, self.hint = node, message, hint


class Flags:
    """What is decided on the way: the variables and fields that have a flag, and the blocks that are not kept as one.

    A flag tells whether the present value comes from outside.  In a `released` block the original may wait where the
    closed model does not; in a `choosing` one there are choices that were none.
    """

    def __init__(self, model: Model) -> None:
        self.variables: set[Variable] = set()
        self.fields: set[Field] = set()
        self.released: set[Node] = set()
        self.choosing: set[Node] = set()
        self.notes: dict[int, str] = {}
        """What is worth a warning, by the token it is about."""
        self.prefix = free_name(model, "unknown_")

    def size(self) -> int:
        return len(self.variables) + len(self.fields) + len(self.released) + len(self.choosing)


def free_name(model: Model, prefix: str) -> str:
    """A beginning that no name in the model has."""
    while any(text.startswith(prefix) for text in model.syntax.tokens.texts):
        prefix += "_"
    return prefix


class Texts:
    """Writes what is known about values at some sites; whose flags are asked is noted."""

    def __init__(self, knowledge: Knowledge, flags: Flags, edits: TokenEdits) -> None:
        self.knowledge = knowledge
        self.influence = knowledge.influence
        self.model = self.influence.model
        self.flags = flags
        self.edits = edits
        self.structures = Structures(self.model)
        conditions = self.model.nodes.of(Condition)
        self._waited_for = {found for one in conditions for found in expired_timers(one.expression)}
        """Timers that have surely run down when a condition is passed."""
        self.chosen: dict[Expression, str] = {}
        """How indices that are not known are written: an element is chosen."""

    def spelled(self, value: Expression | Pattern) -> str | None:
        return self.chosen.get(value) if not isinstance(value, Eval) else None

    def place(self, reference: Reference) -> str:
        """A channel, timer or variable, with the element that is chosen."""
        return expression_text(reference, spelling=self.spelled)

    def pattern(self, pattern: Pattern) -> str:
        return self.place(pattern) if isinstance(pattern, Reference) else expression_text(pattern)

    # -- flags ---------------------------------------------------------------------------------

    def root(self, reference: Reference) -> Variable:
        return self.model.variables[reference]

    def flagged(self, reference: Reference) -> bool:
        return self.root(reference) in self.flags.variables

    def flag(self, leaf: Reference | RemoteVariable) -> str:
        """The flag of a variable, which has one from now on."""
        if isinstance(leaf, RemoteVariable):
            self.flags.variables.add(self.root(leaf.variable))
            return expression_text(leaf).replace(f":{leaf.variable.name}", f":{self.flags.prefix}{leaf.variable.name}")
        self.flags.variables.add(self.root(leaf))
        return self.flags.prefix + self.place(leaf)

    def unknown(self, value: Expression | Pattern, sites: Sequence[Site]) -> str:
        """When a value is not known: never (`false`), always (`true`), or as the flags say."""
        match self.knowledge.status(value, sites):
            case Reliability.RELIABLE:
                return FALSE
            case Reliability.CHAOTIC:
                return TRUE
        found: list[str] = []
        for leaf in leaves(value):
            status = self.knowledge.status(leaf, sites)
            if isinstance(leaf, Reference | RemoteVariable) and status is not Reliability.RELIABLE:
                found.append(self.flag(leaf))
            elif status is not Reliability.RELIABLE:
                return TRUE  # a test of messages whose values are not all known
        return " || ".join(dict.fromkeys(found)) or TRUE

    def value(self, value: Expression, sites: Sequence[Site]) -> tuple[str, str]:
        """A value, or its default where it is not known, and when that is."""
        unknown = self.unknown(value, sites)
        raw = self._written(value)
        if unknown == TRUE:
            return "0", unknown
        return (raw if unknown == FALSE else f"({unknown} -> 0 : {raw})"), unknown

    def _written(self, value: Expression) -> str:
        """A value as text; that of `x++`, or a field of a structure that is sent as a whole, is written nowhere."""
        shorthand = self.model.syntax.tokens.kinds[value.last] in ("++", "--")
        if shorthand or (isinstance(value, Reference) and value.member is not None):
            return expression_text(value)
        return self.edits.raw(value)

    # -- conditions ----------------------------------------------------------------------------

    def truth(self, value: Expression, sites: Sequence[Site], surely: bool = False) -> str:
        """A condition that holds if `value` may be true, or surely is."""
        text = self._truth(value, sites, surely)
        return self.edits.raw(value) if text is None else text

    def changes(self, value: Expression, sites: Sequence[Site]) -> bool:
        return self._truth(value, sites, False) is not None

    def uncertain(self, value: Expression, sites: Sequence[Site]) -> bool:
        """Whether the outside decides if a condition holds."""
        return self._truth(value, sites, False) != self._truth(value, sites, True)

    def _truth(self, value: Expression, sites: Sequence[Site], surely: bool) -> str | None:
        """None if the value stays as it is."""
        match value:
            case Binary(operator="&&" | "||") | Unary(operator="!") if self._decided(value, sites) is not None:
                return self._leaf(value, sites, surely)
            case Binary(operator="&&" | "||" | "U" | "V" | "W" | "->" | "<->"):
                return self._connective(value, sites, surely)
            case Unary(operator="!"):
                inner = self._truth(value.operand, sites, not surely)
                return inner if inner is None else negated(inner)
            case Unary(operator="[]" | "<>" | "X"):
                inner = self._truth(value.operand, sites, surely)
                return inner if inner is None else f"{value.operator} ({inner})"
            case Within():
                inner = self._truth(value.value, sites, surely)
                return inner if inner is None else f"within({self.edits.raw(value.limit)}) ({inner})"
            case Poll():
                return self._poll(value, sites, surely)
            case ChannelQuery():
                return None if self.knowledge.status(value, sites) is Reliability.RELIABLE else _either(surely)
            case Expire() if value in self._waited_for:
                return f"expire({self.place(value.timer)})" if self.chosen else None
            case _:
                return self._leaf(value, sites, surely)

    def _decided(self, value: Expression, sites: Sequence[Site]) -> bool | None:
        """The value of a condition, if the values it reads leave no doubt about it."""
        ranges = self.knowledge.ranges
        if any(isinstance(node, Expire) for node in walk(value)):
            return None  # such a condition keeps its form
        if ranges.always([value], sites):
            return True
        return False if ranges.always([Unary(value.first, value.last, "!", value)], sites) else None

    def _connective(self, value: Binary, sites: Sequence[Site], surely: bool) -> str | None:
        left = self._truth(value.left, sites, surely if value.operator != "->" else not surely)
        right = self._truth(value.right, sites, surely)
        if left is None and right is None:
            return None
        if value.operator == "<->":
            raise Cannot(value, "both sides of `<->` read what may come from outside", "write it as two formulas")
        left = self._grouped(value.left) if left is None else left
        right = self._grouped(value.right) if right is None else right
        if value.operator in ("&&", "||"):
            return joined(value.operator, [left, right])
        return f"(({left}) {value.operator} ({right}))"

    def _grouped(self, value: Expression) -> str:
        raw = self.edits.raw(value)
        return f"({raw})" if isinstance(value, Binary) else raw

    def _leaf(self, value: Expression, sites: Sequence[Site], surely: bool) -> str | None:
        unknown = self.unknown(value, sites)
        if unknown == FALSE:
            return None
        decided = self._decided(value, sites)
        if decided is not None:
            surely = not decided
        limited = self._limited(value, sites, surely) if decided is None else ""
        if unknown == TRUE:
            return limited or _either(surely)
        raw = self.edits.raw(value)
        if limited:
            return f"(!({unknown}) && {raw} || ({unknown}) && {limited})"
        if surely:
            return f"(!({unknown}) && {raw})" if "||" in unknown else f"(!{unknown} && {raw})"
        return f"({unknown} || {raw})"

    def _limited(self, value: Expression, sites: Sequence[Site], surely: bool) -> str:
        """What the limits of the unknown side leave open about a comparison with a known side."""
        if not isinstance(value, Binary) or not compares(value):
            return ""
        sides = value.left, value.right
        known = [self.knowledge.status(side, sites) is Reliability.RELIABLE for side in sides]
        mirrored = known[1]
        side, other = reversed(sides) if mirrored else sides
        limits = self.knowledge.ranges.limits(other, sites)
        if known[0] == known[1] or constant_value(side) is not None or limits is None:
            return ""
        return limited(self._grouped(side), value.operator, limits, mirrored, surely)

    # -- patterns ------------------------------------------------------------------------------

    def _poll(self, poll: Poll, sites: Sequence[Site], surely: bool) -> str | None:
        if any(map(self.influence.interface.is_open, self.influence.channels.may_be(poll.channel))):
            return _either(surely)
        if any(self.unknown(index, sites) != FALSE for index in indices(poll.channel)):
            return _either(surely)
        forms = self.matching(poll, sites, surely)
        if forms is None:
            return None
        operator = "??" if poll.random else "?"
        channel = reference_text(poll.channel)
        return joined("||", [f"{channel}{operator}[{', '.join(form)}]" for form in forms])

    def matching(self, node: Poll | Receive, sites: Sequence[Site], surely: bool = False) -> list[list[str]] | None:
        """The lists of patterns, one of which a message from inside matches; None if nothing changes."""
        form = self.influence.channels.form_of(node.channel)
        if form is None:
            return None
        fields = self.form_fields(form)
        ways: list[list[_Way]] = []
        changed = bool(fields)
        for number, pattern in enumerate(self.structures.listed(node.patterns)):
            found = self._ways(pattern, node, Field(form, number), sites, surely)
            changed |= not found or (found[-1][0] == "_" and not _is_blank(pattern))
            ways.append(found)
        if not changed:
            return None
        forms = []
        for choice in product(*ways):
            flags = {number: flag for number, (_, flag) in enumerate(choice)}
            forms.append([text for text, _ in choice] + [flags[field] or "_" for field in fields])
        return forms if not surely else forms[:1]

    def _ways(
        self, pattern: Pattern, node: Poll | Receive, field: Field, sites: Sequence[Site], surely: bool
    ) -> list[_Way]:
        """How a field may match, or surely does: what the pattern is, and what is asked of the flag."""
        text = self.pattern(pattern)
        if isinstance(pattern, Reference):
            return [(text if not surely else "_", self._target(pattern, node, field, surely))]
        carried = self.knowledge.carried(node, field.place)
        if carried is Reliability.CHAOTIC or self._looks_for_unknown(pattern, sites):
            return [] if surely else [("_", None)]
        if carried is Reliability.RELIABLE:
            return [(text, None)]
        self.flags.fields.add(field)
        return [(text, FALSE), ("_", TRUE)]

    def _looks_for_unknown(self, pattern: Pattern, sites: Sequence[Site]) -> bool:
        return isinstance(pattern, Eval) and self.knowledge.status(pattern.value, sites) is not Reliability.RELIABLE

    def doubtful(self, node: Poll | Receive, sites: Sequence[Site]) -> bool:
        """Whether the outside decides if a message from inside is what is looked for."""
        return any(
            self._looks_for_unknown(pattern, sites) or self.knowledge.carried(node, number) is not Reliability.RELIABLE
            for number, pattern in enumerate(self.structures.listed(node.patterns))
            if not isinstance(pattern, Reference)
        )

    def _target(self, pattern: Reference, node: Poll | Receive, field: Field, surely: bool) -> str | None:
        """The flag that takes what the message says about a field."""
        if surely or _is_blank(pattern) or not self.flagged(pattern):
            return None
        if self.knowledge.carried(node, field.place) is Reliability.DEPENDS:
            self.flags.fields.add(field)
        return self.flag(pattern) if field in self.flags.fields else None

    def form_fields(self, form: Variable) -> list[int]:
        """The fields of messages of a form that are followed by a flag."""
        return sorted(found.place for found in self.flags.fields if found.form is form)

    def is_local(self, value: Expression) -> bool:
        """Whether nothing but the process itself can change the value of a condition."""
        found = list(leaves(value))
        plain = all(isinstance(leaf, Reference) and self._owned(leaf) for leaf in found)
        return plain and not any(isinstance(node, Expire) for node in _parts(value))

    def _owned(self, reference: Reference) -> bool:
        variable = self.model.variables[final(reference)]
        return self.root(reference).owner is not None and variable.type != "chan"


def _parts(value: Expression) -> Iterable[Node]:
    if isinstance(value, Binary):
        return [*_parts(value.left), *_parts(value.right)]
    return [value]


def _is_blank(pattern: Pattern) -> bool:
    return isinstance(pattern, Reference) and pattern.name == "_"


def _either(surely: bool) -> str:
    return FALSE if surely else TRUE


def negated(text: str) -> str:
    if text in (TRUE, FALSE):
        return FALSE if text == TRUE else TRUE
    return f"!({text})" if not text.startswith("(") else f"!{text}"


def joined(operator: str, parts: Iterable[str]) -> str:
    """Conditions joined by `&&` or `||`, without those that decide nothing."""
    neutral, deciding = (TRUE, FALSE) if operator == "&&" else (FALSE, TRUE)
    kept = list(dict.fromkeys(part for part in parts if part != neutral))
    if deciding in kept:
        return deciding
    if len(kept) < 2:
        return kept[0] if kept else neutral
    return f"({f' {operator} '.join(kept)})"
