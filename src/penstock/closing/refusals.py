"""What cannot be closed soundly, whatever the method."""

from __future__ import annotations

import re
from collections.abc import Iterator

from penstock.closing.influence import Influence, MadeOf
from penstock.closing.knowledge import Knowledge, Reliability
from penstock.closing.ranges import Site
from penstock.closing.texts import Cannot
from penstock.control.flat import START, flat_steps
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import (
    CCode,
    CExpression,
    ChannelQuery,
    Init,
    Node,
    Poll,
    ProcessQuery,
    Proctype,
    Receive,
    Reference,
    Run,
    Send,
    SetPriority,
    Trace,
)
from penstock.syntax.printer import reference_text
from penstock.syntax.walk import final, walk

_WORD = re.compile(r"\b[A-Za-z_]\w*")


def refuse(knowledge: Knowledge) -> None:
    """Raise `Cannot` at the first thing that cannot be done."""
    for found in _priorities(knowledge):
        raise Cannot(
            found,
            "with priorities, a process that can always receive from outside would keep others from running",
            "remove the priorities before closing the model",
        )
    for query in knowledge.influence.model.nodes.of(ProcessQuery):
        raise Cannot(query, f"`{query.query}` depends on what closing changes", "use a variable of your own instead")
    _provided(knowledge)
    _embedded(knowledge)
    _traces(knowledge)
    _channels(knowledge)


def _channels(knowledge: Knowledge) -> None:
    """A channel is taken as it is; tests of channels and what leaves need no certain one."""
    influence = knowledge.influence
    for automaton in influence.automata:
        for place, _, edge in flat_steps(automaton):
            site = influence.scopes[automaton.name], place
            for used in _used_channels(influence, edge.statement) if edge is not None else ():
                if edge is not None and knowledge.judge(_known_by(influence, used, edge.statement, site)) is not (
                    Reliability.RELIABLE
                ):
                    raise Cannot(
                        used,
                        f"which channel `{reference_text(used)}` is may depend on the outside",
                        "write a selection with an option for each channel",
                    )


def _known_by(influence: Influence, used: Reference, statement: Node, site: Site) -> list[MadeOf]:
    """What decides which channel is used; where it is sent to or received from, an element may be chosen."""
    scope, place = site
    if isinstance(statement, Send | Receive) and used is statement.channel:
        return [frozenset(influence.reference_spots(used, scope, place))]
    return [influence.made_of(used, scope, place)]


def _used_channels(influence: Influence, statement: Node) -> Iterator[Reference]:
    free = [node.channel for node in walk(statement) if isinstance(node, Poll | ChannelQuery)]
    if isinstance(statement, Send) and all(
        map(influence.interface.leaves, influence.channels.may_be(statement.channel))
    ):
        free.append(statement.channel)
    for node in walk(statement):
        if isinstance(node, Reference) and node not in free:
            variable = influence.model.variables.get(final(node))
            if variable is not None and variable.type == "chan" and node in influence.model.variables:
                yield node


def _priorities(knowledge: Knowledge) -> Iterator[Node]:
    nodes = knowledge.influence.model.nodes
    yield from nodes.of(SetPriority)
    yield from (run for run in nodes.of(Run) if run.priority is not None)
    for unit in knowledge.influence.model.processes:
        if isinstance(unit, Proctype | Init) and unit.priority is not None:
            yield unit


def _provided(knowledge: Knowledge) -> None:
    for unit in knowledge.influence.model.processes:
        if isinstance(unit, Proctype) and unit.provided is not None:
            scope = knowledge.influence.scopes[unit.name]
            if knowledge.status(unit.provided, [(scope, START)]) is not Reliability.RELIABLE:
                raise Cannot(unit.provided, "whether this process may run would depend on the outside")


def chaotic_names(knowledge: Knowledge) -> dict[str, Variable]:
    """The variables that ever hold something from outside."""
    found: dict[str, Variable] = {}
    for scope in knowledge.influence.scopes.values():
        for layout in (scope.shared, scope.own):
            for cell in layout.cells:
                if knowledge.variable_everywhere(iter([scope.held(START, cell.slot)])):
                    variable = next(one for one, slot in reversed(layout.base.items()) if slot <= cell.slot)
                    found[variable.name] = variable
    return found


def _embedded(knowledge: Knowledge) -> None:
    model = knowledge.influence.model
    if not model.nodes.has(CCode, CExpression):
        return
    names = chaotic_names(knowledge)
    found: list[CCode | CExpression] = [*model.nodes.of(CCode), *model.nodes.of(CExpression)]
    for code in found:
        for word in _WORD.findall(code.text):
            if word in names:
                raise Cannot(
                    code,
                    f"this C code uses `{word}`, which may come from outside",
                    "C code needs actual values, and there is none",
                )


def _traces(knowledge: Knowledge) -> None:
    influence = knowledge.influence
    for unit in influence.model.processes:
        for event in walk(unit.body) if isinstance(unit, Trace) else ():
            if isinstance(event, Send | Receive) and any(
                map(influence.interface.is_open, influence.channels.may_be(event.channel))
            ):
                raise Cannot(event, "an event sequence cannot follow a channel to the outside")
