"""What may ever be executed: `main`, the `init` of what it creates, the methods of the messages it sends, and so on."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.nodes import Create, Tell
from penstock.dialects.actors.system import Body, System
from penstock.graphs import breadth_first


def reached_bodies(system: System, inference: Inference) -> list[Body]:
    """The bodies that may be executed, in the order in which they are found."""
    by_key = {body.key: body for body in system.bodies if body.owner is not None}
    mains = [body for body in system.bodies if body.owner is None]

    def begun(body: Body) -> Iterator[Body]:
        for node in body.nodes:
            keys: list[tuple[str, str]] = []
            if isinstance(node, Create):
                keys = [(node.type, "init"), *(key for key in by_key if key[0] == node.type and " of " in key[1])]
            elif isinstance(node, Tell):
                keys = [(name, method.key) for name, method in inference.handlers(body, node)]
            yield from (by_key[key] for key in keys if key in by_key)

    return list(breadth_first(mains, begun))
