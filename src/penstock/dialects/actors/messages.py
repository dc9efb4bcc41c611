"""What an actor does with the messages of each name: always the same, or by the state that it is in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from penstock.dialects.actors.nodes import DEFER, ActorState, ActorType, Method
from penstock.syntax.nodes import VariableDeclaration


@dataclass(frozen=True, slots=True)
class Case:
    """What happens in some states; everywhere, if there are none.

    With no `method` the message is passed by: `word` tells how; an empty one, that this must not happen.
    """

    states: tuple[str, ...]
    method: Method | None = None
    word: str = ""

    @property
    def waits(self) -> bool:
        return self.method.waits if self.method is not None else self.word == DEFER


@dataclass(frozen=True, slots=True)
class KnownMessage:
    """All messages of a name; `signature` is one of the methods that handle it."""

    name: str
    signature: Method
    cases: tuple[Case, ...]

    @property
    def methods(self) -> list[Method]:
        return [case.method for case in self.cases if case.method is not None]

    @property
    def waits(self) -> bool:
        """Whether it may have to wait."""
        return any(case.waits for case in self.cases)


def messages_of(kind: ActorType) -> list[KnownMessage]:
    """The messages that an actor knows, in the order of the text."""
    found: dict[str, Method] = {}
    for method in kind.handlers:
        found.setdefault(method.name, method)
    return [KnownMessage(name, signature, tuple(_cases(kind, name))) for name, signature in found.items()]


def message_named(kind: ActorType, name: str) -> KnownMessage | None:
    return next((message for message in messages_of(kind) if message.name == name), None)


def _cases(kind: ActorType, name: str) -> Iterator[Case]:
    general = next((method for method in kind.methods if method.name == name), None)
    others: list[str] = []
    for state in kind.states:
        handler = next((one for one in state.handlers if one.name == name), None)
        passing = next((one for one in state.passing if one.name == name), None)
        if handler is not None or passing is not None:
            yield Case((state.name,), handler, passing.word if passing is not None and handler is None else "")
        elif general is not None:
            others.append(state.name)
        else:
            yield Case((state.name,))
    if general is not None and len(others) == len(kind.states):
        yield Case((), general)
    elif general is not None and others:
        yield Case(tuple(others), general)


def with_types(methods: tuple[Method, ...], states: Iterable[ActorState]) -> list[ActorState]:
    """The states, where parameters without a type have that of the same message elsewhere."""
    known: dict[str, list[VariableDeclaration]] = {}
    states = list(states)
    for method in (*methods, *(one for state in states for one in state.handlers)):
        if all(declaration.type for declaration in method.parameters):
            known.setdefault(method.name, [each for each in method.parameters for _ in each.variables])
    return [
        replace(one, handlers=tuple(_with_types(each, known.get(each.name, [])) for each in one.handlers))
        for one in states
    ]


def _with_types(handler: Method, known: list[VariableDeclaration]) -> Method:
    if len(known) != len(handler.parameters):
        return handler
    typed = [
        replace(given, type=found.type, subtype=found.subtype) if not given.type else given
        for given, found in zip(handler.parameters, known, strict=True)
    ]
    return replace(handler, parameters=tuple(typed))
