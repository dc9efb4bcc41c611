"""Numbers that are names: fields of messages, declared as numbers, that only ever carry names of messages.

chan line = [2] of { byte };  mtype = { ask, tell };  line!ask; line!tell     ->     1 is tell, 2 is ask
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from penstock.control import Automaton
from penstock.machine.program import MachineProgram
from penstock.syntax.nodes import Constant, Expression, MtypeDeclaration, Reference, Send
from penstock.syntax.walk import final

Names = dict[int, dict[int, str]]
"""For each field by its place the names of its values."""
_NUMBERS = ("byte", "short", "int", "unsigned")


class _Field(NamedTuple):
    kind: int
    place: int


def carried_names(program: MachineProgram) -> dict[int, Names]:
    """By the number of a kind of channel, the names of values in fields where every message has one."""
    names: dict[_Field, dict[int, str]] = {}
    unnamed: set[_Field] = set()
    mtypes = {
        one.value: one.name for each in program.model.nodes.of(MtypeDeclaration) for one in each.names if one.name
    }
    for field, value in _sent(program):
        found = _named(program, value, mtypes)
        known = names.setdefault(field, {})
        if found is None or any(known.get(number, name) != name for number, name in found.items()):
            unnamed.add(field)
        known.update(found or {})
    carried: dict[int, Names] = {}
    for field, known in names.items():
        if field not in unnamed:
            carried.setdefault(field.kind, {})[field.place] = known
    return carried


def _mtypes(program: MachineProgram) -> dict[int, str] | None:
    """The names of message types; None if there are several sets of them, which have the same numbers."""
    declared = program.model.nodes.of(MtypeDeclaration)
    if len({one.subtype for one in declared}) > 1:
        return None
    return {one.value: one.name for each in declared for one in each.names if one.name is not None}


def _named(program: MachineProgram, value: Expression, mtypes: dict[int, str] | None) -> dict[int, str] | None:
    """The names of what is sent; None if it may be a mere number."""
    if isinstance(value, Constant):
        text = program.model.written(value)
        return {value.value: text} if text.isidentifier() else None
    if isinstance(value, Reference) and program.model.variables[final(value)].type == "mtype":
        return mtypes
    return None


def _sent(program: MachineProgram) -> Iterator[tuple[_Field, Expression]]:
    """What is sent in fields that are declared as numbers."""
    for send in _sends(program.automata):
        for kind in program.kinds_of(send.channel):
            for place, (field, value) in enumerate(zip(kind.fields, send.arguments, strict=False)):
                if field.type in _NUMBERS:
                    yield _Field(kind.number, place), value


def _sends(automata: list[Automaton]) -> Iterator[Send]:
    waiting = list(automata)
    while waiting:
        for edge in waiting.pop().edges:
            if edge.inner is not None:
                waiting.append(edge.inner)
            if isinstance(edge.statement, Send):
                yield edge.statement
