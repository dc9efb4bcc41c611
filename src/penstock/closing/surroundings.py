"""The outside as a process of its own: the plain way to close a model, with which the others are compared.

It sends what may arrive, in any order, and takes whatever leaves.  Of wide types it sends the values that the model
compares with, their neighbours, and one other: a process cannot send every number.  Or else it sends what it is told
from still further outside: then its values are unknown, and its messages are in queues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import prod

from penstock.closing.edits import TokenEdits
from penstock.closing.influence import Influence
from penstock.closing.texts import Cannot, free_name
from penstock.resolve.constants import constant_value
from penstock.resolve.contracts import Terms, Values, limits_of
from penstock.resolve.symbols import Variable
from penstock.resolve.timers import has_timers
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.layout import SEPARATORS
from penstock.syntax.nodes import (
    Binary,
    ChannelInitial,
    Constant,
    Declarator,
    EnvironmentInput,
    FieldType,
    MtypeDeclaration,
    Poll,
    Receive,
    VariableDeclaration,
)
from penstock.syntax.walk import final

MOST_OPTIONS = 64
MOST_LISTED = 16
"""Of more values than this, those are sent that the model compares with."""
_SHIFTS = {"==": (0,), "!=": (0,), "<": (-1, 0), "<=": (0, 1), ">": (0, 1), ">=": (-1, 0)}

_OTHERS = "another method can do this"


class Unsuitable(Cannot):
    """An environment process cannot be written."""

    code = "E453"


class Surroundings:
    """Writes the process, and takes the words out of the model that say what is open."""

    def __init__(self, influence: Influence, edits: TokenEdits, told: bool = False) -> None:
        """`told`: what it sends of wide types arrives by the channel `source`, which is open."""
        self.influence = influence
        self.model = influence.model
        self.edits = edits
        self.name = free_name(self.model, "environment")
        self.taking = free_name(self.model, "environment_takes")
        self.clock = free_name(self.model, "outside") if has_timers(self.model) else None
        self.chosen = 0
        """How many variables there are for the fields of a message."""
        self.inward = free_name(self.model, "from_outside_")
        self.source = free_name(self.model, "source") if told else None
        self.anything = free_name(self.model, "anything")

    def run(self) -> str:
        """Change the declarations; the text of the process."""
        for unit in self.model.nodes.of(EnvironmentInput):
            last = unit.last + (self.model.syntax.tokens.texts[unit.last + 1] in SEPARATORS)
            self.edits.replace(unit.first, last, f"/* {unit.channel.name}: {self.name} sends there */")
        for declaration in self.model.nodes.of(VariableDeclaration):
            if declaration.visibility == ENVIRONMENT:
                self.edits.replace(declaration.first, declaration.first, f"/* to {self.name}: */")
            if declaration.values:
                self.edits.replace(declaration.variables[-1].last + 1, declaration.last, "")
        both = [channel for channel in self.influence.interface.outside if self._is_received(channel)]
        for channel in both:
            self._split(channel)
        for protocol in self.influence.interface.protocols:
            self.edits.replace(protocol.first, protocol.name_at, f"active proctype {protocol.name}()")
        sends, takes = [*self._sends(), *self._writes()], [*self._takes()]
        if self.clock is None or not self._meets():
            return self._process(self.name, [*sends, *takes])
        # Who waits for a rendezvous takes nothing meanwhile, but what is sent out is always taken.
        return self._process(self.name, sends) + self._process(self.taking, takes, timed=False)

    def _process(self, name: str, lines: list[str], timed: bool = True) -> str:
        start = ""
        if self.clock is not None and timed:
            lines.append(f"expire({self.clock}) -> set({self.clock}, 1) /* nothing more in this time slice */")
            start = f"    timer {self.clock};\n    set({self.clock}, 0);\n"
        if self.chosen and timed:
            start = f"    int {', '.join(f'field_{number}' for number in range(self.chosen))};\n{start}"
        if self.source is not None and timed:
            start = f"    int {self.anything};\n{start}    {self.source}?{self.anything};\n"
        options = "\n".join(f"    :: {line}" for line in lines)
        body = f"end_{name}:\n    do\n{options}\n    od\n" if lines else "    skip\n"
        return f"\nactive proctype {name}() {{\n{start}{body}}}\n"

    def _meets(self) -> bool:
        """Whether something arrives by a rendezvous."""
        interface = self.influence.interface
        opened = [channel.channel for channel in (*interface.outside, *interface.messages)]
        return any(found is not None and constant_value(found.capacity) == 0 for found in opened)

    # -- what it does --------------------------------------------------------------------------

    def _takes(self) -> Iterator[str]:
        for channel in sorted(self.influence.interface.outside, key=lambda found: found.at):
            blanks = ", ".join("_" for _ in self.influence.channels.fields(channel))
            for name in _elements(channel):
                yield f"{name}?{blanks}"

    def _sends(self) -> Iterator[str]:
        opened = {*self.influence.interface.outside, *self.influence.interface.messages}
        for channel in sorted(opened, key=lambda found: found.at):
            if channel in self.influence.interface.outside and not self._is_received(channel):
                continue
            prefix = self.inward if channel in self.influence.interface.outside else ""
            for name in _elements(channel):
                sent = (self._all_messages(prefix + name, channel, terms) for terms in self._messages(channel))
                yield from dict.fromkeys(chain.from_iterable(sent))

    def _writes(self) -> Iterator[str]:
        """What the outside writes into variables; it has done so before anything happens."""
        for variable, limits in self.influence.interface.written.items():
            values = self._among(variable, (limits,))
            written = [self._named(variable, value) for value in values]
            if self._is_told(variable, (limits,)):
                written = [self.anything]
            if variable.initial is None and variable.declarator is not None:
                self.edits.put_after(variable.declarator.last, f" = {values[0]}")
            for name in _elements(variable):
                for text in written:
                    step = f"{name} = {text}"
                    clock = f"expire({self.clock}) -> {step}; set({self.clock}, 0)"
                    yield step if self.clock is None else f"d_step {{ {clock} }}"

    def _messages(self, channel: Variable) -> list[Terms]:
        """In the order of their signals."""
        return sorted(self.influence.interface.sent(channel), key=lambda terms: terms.values(0))

    def _all_messages(self, name: str, channel: Variable, terms: Terms) -> Iterator[str]:
        """An option for each message or, if they are many, one in which each field is chosen by itself."""
        fields = self.influence.channels.fields(channel)
        numbers = [self._values(channel, one, terms.values(place)) for place, one in enumerate(fields)]
        ways = [[self._named(one, value) for value in known] for one, known in zip(fields, numbers, strict=True)]
        told = [self._is_told(one, terms.values(place)) for place, one in enumerate(fields)]
        if any(told):
            ways = [[self.anything] if unknown else way for way, unknown in zip(ways, told, strict=True)]
            terms = Terms()  # what is not known is not related either
        if terms.where is not None:
            for values in product(*numbers):
                if terms.allows(values):
                    named = tuple(self._named(one, value) for one, value in zip(fields, values, strict=True))
                    yield self._send(name, named, channel)
            return
        if prod(map(len, ways)) <= MOST_OPTIONS:
            yield from (self._send(name, message, channel) for message in product(*ways))
            return
        assert channel.channel is not None
        if not constant_value(channel.channel.capacity):
            raise Unsuitable(
                _declared(channel), f"too many messages may arrive on the rendezvous channel `{channel.name}`", _OTHERS
            )
        chosen_in = [f"field_{number}" for number in range(len(ways))]
        self.chosen = max(self.chosen, len(ways))
        chosen = "; ".join(
            f"if {' '.join(f':: {name} = {value}' for value in values)} fi"
            for name, values in zip(chosen_in, ways, strict=True)
        )
        forgotten = "; ".join(f"{field} = 0" for field in chosen_in)
        guard = f"nfull({name})" + (f" && expire({self.clock})" if self.clock is not None else "")
        again = f"; set({self.clock}, 0)" if self.clock is not None else ""
        yield f"atomic {{ {guard} -> {chosen}; {name}!{', '.join(chosen_in)}; {forgotten}{again} }}"

    def _send(self, name: str, message: tuple[str, ...], channel: Variable) -> str:
        text = f"{name}!{', '.join(message)}"
        if self.clock is None:
            return text
        assert channel.channel is not None
        full = f" && nfull({name})" if constant_value(channel.channel.capacity) else ""
        return f"atomic {{ expire({self.clock}){full} -> {text}; set({self.clock}, 0) }}"

    def _named(self, one: FieldType | Variable, value: int) -> str:
        if one.type != "mtype":
            return str(value)
        names = {found.value: found.name for unit in self.model.nodes.of(MtypeDeclaration) for found in unit.names}
        return names.get(value) or str(value)

    def _values(self, channel: Variable, one: FieldType | Variable, said: Values) -> Sequence[int]:
        """The values of a field that are sent: what is said of it, or what could make a difference."""
        if one.type == "chan":
            raise Unsuitable(_declared(channel), "an environment process cannot send channels", _OTHERS)
        return self._among(one, said)

    def _is_told(self, one: FieldType | Variable, said: Values) -> bool:
        """Whether all values of a field are too many to be sent, where none may be missing."""
        low, high = limits_of(one)
        if self.source is None or one.type == "mtype" or (not said and high - low < 2):
            return False
        return not said or sum(last - first + 1 for first, last in said) > MOST_LISTED

    def _among(self, one: FieldType | Variable, said: Values) -> Sequence[int]:
        low, high = limits_of(one)
        if one.type == "mtype" and not said:
            units = self.model.nodes.of(MtypeDeclaration)
            return [found.value for unit in units if unit.subtype == one.subtype for found in unit.names] or [0]
        if not said and high - low < 2:
            return [0, 1]
        if said and sum(last - first + 1 for first, last in said) <= MOST_LISTED:
            return [value for first, last in said for value in range(first, last + 1)]
        values = {value for value in self._compared() if low <= value <= high}
        if said:
            ends = {limit for limits in said for limit in limits}
            return sorted({*ends, *(value for value in values if any(least <= value <= most for least, most in said))})
        other = next(value for value in range(low if low >= 0 else 0, high + 1) if value not in values)
        return sorted({*values, other})

    def _compared(self) -> set[int]:
        """The constants that the model compares something with."""
        found: set[int] = set()
        for node in self.model.nodes.of(Binary):
            for side in (node.left, node.right):
                value = constant_value(side)
                if value is not None:
                    found.update(value + shift for shift in _SHIFTS.get(node.operator, ()))
        for receive in self._receives():
            found.update(pattern.value for pattern in receive.patterns[1:] if isinstance(pattern, Constant))
        return found

    # -- channels in two directions --------------------------------------------------------------

    def _is_received(self, channel: Variable) -> bool:
        return any(channel in self.influence.channels.may_be(one.channel) for one in self._receives())

    def _receives(self) -> list[Receive | Poll]:
        return [*self.model.nodes.of(Receive), *self.model.nodes.of(Poll)]

    def _split(self, channel: Variable) -> None:
        """What arrives on a channel must not be what left by it: a channel of its own for that."""
        for one in self._receives():
            if channel in self.influence.channels.may_be(one.channel):
                if self.model.variables[final(one.channel)] is not channel:
                    raise Unsuitable(one.channel, f"`{channel.name}` is used by another name here", _OTHERS)
                self.edits.rename_by_prefix(one.channel.first, self.inward)
        for declaration in self.model.nodes.of(VariableDeclaration):
            for declarator in declaration.variables:
                if declarator is channel.declarator and isinstance(declarator.initial, ChannelInitial):
                    initial = self.edits.raw(declarator.initial)
                    size = f"[{channel.size}]" if channel.size is not None else ""
                    text = f"; chan {self.inward}{channel.name}{size} = {initial}"
                    self.edits.put_after(declaration.last, text)


def _declared(channel: Variable) -> Declarator:
    assert channel.declarator is not None
    return channel.declarator


def _elements(channel: Variable) -> list[str]:
    return [channel.name] if channel.size is None else [f"{channel.name}[{place}]" for place in range(channel.size)]
