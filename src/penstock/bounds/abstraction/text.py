"""The text form of a net.

    queues
      AB: buffered, mtype
    places
      A.0  line 4 (place 0)  starts with 1
      AB:a
    transitions
      A.0 -> A.1  AB!a  +AB:a
      B.0 -> B.0  AB??[a]  needs AB:a

`A.0` is a place where processes stand, with the line of what they do next and the tokens at the start.  A step moves a
process; what it adds to and takes from other places follows.  It needs a token where it moves from and where it takes
one, and where `needs` says so.  The order is that of names and numbers, however the net was built.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.bounds.abstraction.instances import Queue
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Location, Messages, Net, Room, Transition


def net_text(net: Net) -> str:
    """Queues, places and transitions, a line for each."""
    return "".join(f"{line}\n" for line in _NetText(net).lines())


class _NetText:
    def __init__(self, net: Net) -> None:
        self.net = net
        self.names = names = NetNames(net)
        self.owners = _told_apart([names.owner(owner) for owner in net.analysis.classes])
        self.queues = _told_apart([queue.name for queue in net.analysis.queues])
        self.shown = [self._name(number) for number in range(len(net.places))]

    def lines(self) -> Iterator[str]:
        yield "queues"
        yield from (f"  {self._queue(queue)}" for queue in self.net.analysis.queues)
        yield "places"
        yield from (f"  {self._place(number)}" for number in sorted(range(len(self.shown)), key=self._order))
        yield "transitions"
        steps = ((step.owner.number, step.source, step.target, self._transition(step)) for step in self.net.transitions)
        yield from (f"  {text}" for *_, text in sorted(steps))

    def _queue(self, queue: Queue) -> str:
        kind = self.net.analysis.kind(queue.number)
        form = "rendezvous" if kind.rendezvous else "buffered"
        words = [form, *(field.type for field in kind.fields), *(["for several processes"] if queue.summary else [])]
        return f"{self.queues[queue.number - 1]}: {', '.join(words)}"

    def _name(self, number: int) -> str:
        match self.net.places[number]:
            case Location() as place:
                return f"{self.owners[self.net.analysis.classes.index(place.owner)]}.{place.node}"
            case Messages() as place:
                return ":".join(filter(None, [self.queues[place.queue - 1], self.names.message(place)]))
            case Room():
                return "room for processes"
            case _:
                return self.names.place(number)

    def _place(self, number: int) -> str:
        place = self.net.places[number]
        tokens = self.net.start.get(number)
        parts = [self.shown[number]]
        if isinstance(place, Location):
            parts.append(self.names.location(place))
        if tokens:
            parts.append(f"starts with {tokens}")
        return "  ".join(parts)

    def _order(self, number: int) -> tuple[bool, int, int, str]:
        """Processes first, then the rest by name."""
        place = self.net.places[number]
        if isinstance(place, Location):
            return False, place.owner.number, place.node, ""
        return True, 0, 0, self.shown[number]

    def _transition(self, step: Transition) -> str:
        model = self.net.analysis.model
        source, target = (self.net.numbers[Location(step.owner, node)] for node in (step.source, step.target))
        change = dict(step.effect)
        change[source] = change.get(source, 0) + 1
        change[target] = change.get(target, 0) - 1
        needs = [self.shown[place] for place in step.needs[1:] if change.get(place, 0) >= 0]
        parts = [
            f"{self.shown[source]} -> {self.shown[target]}",
            "; ".join(model.said(arc.statement) for arc in step.arcs),
            *(f"{_signed(value)}{self.shown[place]}" for place, value in change.items() if value),
            *(["needs " + ", ".join(needs)] if needs else []),
        ]
        return "  ".join(parts)


def _signed(value: int) -> str:
    """`+` and `-` for one token, `+2 ` for two."""
    sign = "+" if value > 0 else "-"
    return sign if abs(value) == 1 else f"{sign}{abs(value)} "


def _told_apart(names: list[str]) -> list[str]:
    """Names that occur several times get numbers."""
    places = {name: [at for at, other in enumerate(names) if other == name] for name in names}
    return [name if len(places[name]) == 1 else f"{name}#{places[name].index(at) + 1}" for at, name in enumerate(names)]
