"""What the parts of an abstraction are called."""

from __future__ import annotations

from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.messages import OTHER, MessageType
from penstock.bounds.abstraction.places import Holding, Messages, Net, Room, Standing
from penstock.flow.values import Values
from penstock.syntax.nodes import MtypeDeclaration


class NetNames:
    """Names for the places of a net, in the words of the model."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.analysis = net.analysis
        self._mtypes: dict[int, str] = {}
        for declaration in self.analysis.model.nodes.of(MtypeDeclaration):
            self._mtypes.update({name.value: name.name for name in declaration.names if name.name})

    def queue(self, number: int) -> str:
        return self.analysis.queues[number - 1].name

    def owner(self, owner: InstanceClass) -> str:
        """A class of processes: its type with the arguments that tell it from others."""
        hidden = self.analysis.model.wording.hidden
        shown = [
            self._argument(values, cell.variable.type)
            for values, cell in zip(owner.arguments, owner.plan.parameters, strict=True)
            if cell.variable.name not in hidden
        ]
        name = owner.plan.graph.automaton.name
        if owner.plan.numbered and owner.pid is not None:
            alike = sum(other.plan is owner.plan for other in self.analysis.classes)
            name += f"#{owner.pid}" if alike > 1 else ""
        return f"{name}({', '.join(shown)})" if shown else name

    def _argument(self, values: Values, kind: str) -> str:
        if values is None:
            return "any"
        named = [
            self.queue(value) if kind == "chan" and value else self._value(value, kind) for value in sorted(values)
        ]
        return " or ".join(named[:4]) + (" or ..." if len(named) > 4 else "")

    def _value(self, value: int, kind: str) -> str:
        return self._mtypes.get(value, str(value)) if kind == "mtype" else str(value)

    def place(self, number: int) -> str:
        place = self.net.places[number]
        if isinstance(place, Room):
            return "processes that may still be started"
        if isinstance(place, Holding):
            return f"{place.variable.name} == {self._value(place.value, place.variable.type)}"
        if isinstance(place, Standing):
            return f"processes {self.owner(place.owner)} at {self.location(place)}"
        message = self.message(place)
        return f"{self.queue(place.queue)}" + (f":{message}" if message else "")

    def location(self, place: Standing) -> str:
        """A location by the line of what is done next there, and what the tracked variables hold."""
        node = place.owner.nodes[place.node]
        leaving = place.owner.leaving(place.node)
        held = self.held(place)
        if not leaving:
            return "its end" + (f" with {held}" if held else "")
        where = self.analysis.model.locate(leaving[0].statement)
        return f"line {where.line} (place {node.location}{', ' if held else ''}{held})"

    def held(self, place: Standing) -> str:
        """What the tracked variables hold."""
        node = place.owner.nodes[place.node]
        cells = place.owner.plan.tracked
        return ", ".join(
            f"{cell.name} = {'any' if value is None else self._argument(frozenset([value]), cell.variable.type)}"
            for cell, value in zip(cells, node.key, strict=True)
        )

    def message(self, place: Messages) -> str:
        """A message type, without the fields that are never distinguished."""
        return self.message_type(place.queue, place.type)

    def message_type(self, queue: int, message: MessageType) -> str:
        fields = self.analysis.kind(queue).fields
        shown = [
            "other" if which is OTHER else self._value(which, field.type)
            for which, field in zip(message, fields, strict=True)
        ]
        while shown and shown[-1] == "other":
            shown.pop()
        return ",".join(shown)
