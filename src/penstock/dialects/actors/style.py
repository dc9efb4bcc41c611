"""How a model is translated, and what follows from that for single methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from penstock.dialects.actors.choices import Defer, LateMessage
from penstock.dialects.actors.messages import KnownMessage, messages_of
from penstock.dialects.actors.nodes import ActorType, Method
from penstock.dialects.actors.shapes import SENDABLE
from penstock.dialects.actors.system import Location, parameters_of
from penstock.syntax.nodes import Reference
from penstock.syntax.walk import walk


@dataclass(frozen=True, slots=True)
class Style:
    """`sizes` are the lengths of mailboxes; `watched`: a progress label tells that a message was handled."""

    sizes: dict[str, int]
    defer: Defer = Defer.PUTBACK
    watched: bool = False
    relevant: frozenset[Location] | None = None
    """The variables whose values decide something; None: any may."""
    stopped: LateMessage = LateMessage.LOST
    crashes: Mapping[str, int] = field(default_factory=dict)
    """How many actors of a type may crash."""
    delayed: int = 8
    """How many messages of a form may wait for their time."""

    def receives(self, kind: ActorType) -> str:
        """Where messages may wait in a mailbox, others are looked for behind them."""
        return "??" if self.defer is Defer.SELECT and may_wait(kind) else "?"

    def in_rounds(self, kind: ActorType) -> bool:
        """Whether the whole mailbox is gone through for the first message that need not wait."""
        return self.defer is Defer.ORDERED and may_wait(kind)

    def any_first(self, kind: ActorType, message: KnownMessage) -> bool:
        """Whether the order of waiting messages can matter: then each of them may come first."""
        if self.defer is not Defer.SELECT or not message.waits or looks_at_parameters(message):
            return False
        if any(declaration.type not in SENDABLE for method in message.methods for declaration in method.parameters):
            return self.sizes[kind.name] > 1  # what becomes of the fields of records is not followed
        names = [(kind.name, method.key, name) for method in message.methods for _, name, _ in parameters_of(method)]
        differ = bool(names) if self.relevant is None else not self.relevant.isdisjoint(names)
        return differ and self.sizes[kind.name] > 1


def looks_at_parameters(message: KnownMessage) -> bool:
    """Whether a message must be taken before it is known whether it has to wait."""
    return any(_looks(method) for method in message.methods)


def _looks(method: Method) -> bool:
    names = {name for _, name, _ in parameters_of(method)}
    nodes = [node for clause in method.clauses if method.waits for node in walk(clause.condition)]
    return any(isinstance(node, Reference) and node.name in names for node in nodes)


def may_wait(kind: ActorType) -> bool:
    """Whether messages to such an actor may have to wait."""
    return any(message.waits for message in messages_of(kind))
