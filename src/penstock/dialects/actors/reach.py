"""What may ever be executed: `main`, the `init` of what it creates, the methods of the messages it sends, and so on."""

from __future__ import annotations

from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.nodes import Create, Tell
from penstock.dialects.actors.system import Body, System


def reached_bodies(system: System, inference: Inference) -> list[Body]:
    """The bodies that may be executed, in the order in which they are found."""
    by_key = {body.key: body for body in system.bodies if body.owner is not None}
    found = [body for body in system.bodies if body.owner is None]
    for body in found:
        for node in body.nodes:
            keys: list[tuple[str, str]] = []
            if isinstance(node, Create):
                keys = [(node.type, "init")]
            elif isinstance(node, Tell):
                keys = [(name, method.name) for name, method in inference.receivers(body, node)]
            found += [by_key.pop(key) for key in keys if key in by_key]
    return found
