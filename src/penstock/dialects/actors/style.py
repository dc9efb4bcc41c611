"""How a model is translated, and what follows from that for single methods."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.dialects.actors.nodes import ActorType, Method
from penstock.dialects.actors.system import Location, parameters_of
from penstock.syntax.nodes import Reference
from penstock.syntax.walk import walk

PUT_BACK, SELECT = "putback", "select"


@dataclass(frozen=True, slots=True)
class Style:
    """`sizes` are the lengths of mailboxes; `watched`: a progress label tells that a message was handled."""

    sizes: dict[str, int]
    defer: str = PUT_BACK
    watched: bool = False
    relevant: frozenset[Location] | None = None
    """The variables whose values decide something; None: any may."""

    def receives(self, kind: ActorType) -> str:
        """Where messages may wait in a mailbox, others are looked for after them."""
        waits = self.defer == SELECT and any(method.restrain is not None for method in kind.methods)
        return "??" if waits else "?"

    def any_first(self, kind: ActorType, method: Method) -> bool:
        """Whether the order of waiting messages can matter: then each of them may come first."""
        if self.defer != SELECT or method.restrain is None or looks_at_parameters(method):
            return False
        names = [(kind.name, method.name, name) for _, name, _ in parameters_of(method)]
        differ = bool(names) if self.relevant is None else not self.relevant.isdisjoint(names)
        return differ and self.sizes[kind.name] > 1


def looks_at_parameters(method: Method) -> bool:
    """Whether a message must be taken before it is known whether it has to wait."""
    names = {name for _, name, _ in parameters_of(method)}
    if method.restrain is None:
        return False
    return any(isinstance(node, Reference) and node.name in names for node in walk(method.restrain))
