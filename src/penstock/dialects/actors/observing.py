"""What monitors do with a message, written where an actor begins to handle it."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.dialects.actors.bodies import BodyWriter
from penstock.dialects.actors.nodes import ActorType, Method, Monitor
from penstock.dialects.actors.plan import Renaming
from penstock.dialects.actors.system import parameters_of


def write_observations(body: BodyWriter, kind: ActorType, method: Method, names: Sequence[str]) -> None:
    """`names` are the variables that the message has been read into."""
    for monitor, owner in body.plan.system.monitors.items():
        if any((one.type, one.name) == (kind.name, method.name) for one in monitor.observed):
            _observe(body, monitor, owner, method, names)


def _observe(body: BodyWriter, monitor: Monitor, owner: ActorType, method: Method, names: Sequence[str]) -> None:
    page, plan = body.page, body.plan
    known = plan.monitors[monitor]
    bodies = [(one, one.method) for one in plan.system.bodies if one.owner is owner]
    handlers = [(one, handler) for one, handler in bodies if handler is not None and handler.name == method.name]
    if not handlers:
        return
    with page.options("if", method.name_at, ";"):
        for one, handler in handlers:
            page.begin(handler.name_at)
            page.own(":: ")
            page.writer.say(f"monitor {monitor.name} is in state {handler.state}")
            page.own(f"{known.state} == {plan.states[handler.state]} ->")
            page.end()
            given = {own: name for (_, own, _), name in zip(parameters_of(handler), names, strict=False)}
            renaming = Renaming({**known.variables, **given}, {})
            with page.indented():
                BodyWriter(page, plan, one, body.names, renaming, body.labels, known.state).sequence(handler.body)
        if len(handlers) == len(owner.states):
            return
        page.begin(method.name_at)
        page.own(":: ")
        page.writer.say(f"monitor {monitor.name} does nothing")
        page.own("else")
        page.end()
