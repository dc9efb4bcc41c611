"""What a random actor system does, by an interpreter that knows nothing of Promela.

It has the three ways to defer a message: put it back at the end of the mailbox, let any other pass, or keep the order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any, NamedTuple

from tests.judge.random_actors import (
    TARGETS,
    ActorSystem,
    ActorType,
    Condition,
    Method,
    Operation,
)

Message = tuple[str, int]


class Actor(NamedTuple):
    """`frame` is what is left of the method that is being handled, with its parameter.

    `state` is -1 before the first one is entered.
    """

    x: int
    y: int
    box: tuple[Message, ...]
    frame: tuple[tuple[Operation, ...], int] | None
    state: int
    gone: bool = False


Delayed = tuple[int, int, Message]
"""In how many ticks a message comes, and to whom."""


class Place(NamedTuple):
    """How far main has come; the state of the monitor, `n` and `v`; how many may crash, and what comes later."""

    main: int
    monitor: tuple[int, int, int]
    crashes: int = 0
    later: tuple[Delayed, ...] = ()


Moment = tuple[Place, tuple[Actor, ...]]


MOST_DELAYED = 8
"""So many messages may wait for their time."""


class TooLarge(Exception):
    """There are more states than anyone wants to wait for."""


@dataclass
class Behaviour:
    """What can go wrong: the assertions that fail, and whether the system can get stuck."""

    failed: set[str] = field(default_factory=set)
    stuck: bool = False
    states: int = 0


class Interpreter:
    def __init__(self, system: ActorSystem, defer: str, most: int) -> None:
        self.system = system
        self.defer = "ordered" if system.timed and defer == "putback" else defer
        self.most = most
        self.behaviour = Behaviour()
        self.followers: dict[Moment, list[tuple[Moment, bool]]] = {}

    def run(self) -> Behaviour:
        most = self.system.crash[1] if self.system.crash is not None else 0
        waiting: list[Moment] = [(Place(0, (0, 0, 0), crashes), ()) for crashes in range(most + 1)]
        seen = set(waiting)
        followers = self.followers
        while waiting:
            state = waiting.pop()
            followers[state] = self._steps(state)
            for after, _ in followers[state]:
                if after not in seen:
                    if len(seen) >= self.most:
                        raise TooLarge
                    seen.add(after)
                    waiting.append(after)
        self.behaviour.states = len(seen)
        self.behaviour.stuck = any(self._is_stuck(state, followers) for state in seen)
        return self.behaviour

    def stays_hot(self) -> bool:
        """Whether a run can stay in hot states of the monitor forever, be it that nothing more happens."""
        monitor = self.system.watching
        hot = {state for state in self.followers if monitor is not None and state[0].monitor[0] in monitor.hot}
        inner = {state: [after for after, _ in self.followers[state] if after in hot] for state in hot}
        left = {state for state in hot if self.followers[state]}
        while True:  # a state from which every way leads out of the hot ones is no place to stay
            gone = {state for state in left if not any(after in left or after in hot - left for after in inner[state])}
            forever = hot - left
            if not gone:
                return bool(forever) or bool(left)
            left -= gone
            hot -= gone

    def _is_stuck(self, state: Moment, followers: dict[Moment, list[tuple[Moment, bool]]]) -> bool:
        closure, waiting = {state}, [state]
        moved = False
        while waiting:
            current = waiting.pop()
            for after, futile in followers[current]:
                moved = True
                if not futile:
                    return False
                if after not in closure:
                    closure.add(after)
                    waiting.append(after)
        return moved or not self._is_end(state)

    def _is_end(self, state: Moment) -> bool:
        (place, *_), actors = state
        last = len(self.system.actors) + len(self.system.sends) + (self.system.looks is not None)
        return place == last and all(not one.box and one.frame is None for one in actors)

    def _steps(self, state: Moment) -> list[tuple[Moment, bool]]:
        found = self._main_steps(state) + self._arrivals(state)
        for number in range(len(state[1])):
            found += self._actor_steps(state, number)
        crashes = [crash for number in range(len(state[1])) for crash in self._crashes(state, number)]
        return (found or self._passing(state)) + crashes

    # -- time and crashes --------------------------------------------------------------------

    def _arrivals(self, state: Moment) -> list[tuple[Moment, bool]]:
        """The messages whose time has come, each where there is room for it."""
        place, actors = state
        found: list[tuple[Moment, bool]] = []
        for at, (ticks, to, message) in enumerate(place.later):
            sent = self._sent(actors, to, message) if ticks == 0 else None
            if sent is not None:
                found.append(((place._replace(later=(*place.later[:at], *place.later[at + 1 :])), sent), False))
        return found

    def _passing(self, state: Moment) -> list[tuple[Moment, bool]]:
        """Where nobody can move, time passes until the next message comes."""
        place, actors = state
        ticks = min((one[0] for one in place.later if one[0]), default=0)
        later = tuple(sorted((max(0, left - ticks), to, message) for left, to, message in place.later))
        return [((place._replace(later=later), actors), False)] if ticks else []

    def _crashes(self, state: Moment, number: int) -> list[tuple[Moment, bool]]:
        place, actors = state
        mortal = self.system.crash is not None and self.system.actors[number][0] == self.system.crash[0]
        if not mortal or not place.crashes or actors[number].gone or actors[number].frame is not None:
            return []
        crashed = _with(actors, number, box=(), gone=True)
        return [((place._replace(crashes=place.crashes - 1), crashed), False)]

    def _main_steps(self, state: Moment) -> list[tuple[Moment, bool]]:
        (place, *_), actors = state
        count = len(self.system.actors)
        if place < count:
            return [((state[0]._replace(main=place + 1), (*actors, self._created(place))), False)]
        if place < count + len(self.system.sends):
            actor, method, value = self.system.sends[place - count]
            name, takes = self.system.names[method]
            sent = self._sent(actors, actor, (name, value if takes else 0))
            return [] if sent is None else [((state[0]._replace(main=place + 1), sent), False)]
        if place == count + len(self.system.sends) and self.system.looked_at is not None:
            self._look(actors[self.system.looked_at])
            return [((state[0]._replace(main=place + 1), actors), False)]
        return []

    def _created(self, number: int) -> Actor:
        """Its first state is entered as its first step, if that is a step at all."""
        kind = self._kind(number)
        first = kind.begins or 0
        if kind.begins is None and (not kind.states or kind.states[0].entry is None):
            return Actor(0, 0, (), None, 0)
        return Actor(0, 0, (), ((("enter", first), *(kind.states[first].entry or ())), 0), -1)

    def _kind(self, number: int) -> ActorType:
        return self.system.types[self.system.actors[number][0]]

    def _look(self, actor: Actor) -> None:
        looks = self.system.looks
        assert looks is not None
        if not looks.holds({"t0:x": actor.x, "t0:y": actor.y}):
            self.behaviour.failed.add(looks.text())

    def _sent(self, actors: tuple[Actor, ...], to: int, message: Message) -> tuple[Actor, ...] | None:
        box = actors[to].box
        return _with(actors, to, box=(*box, message)) if len(box) < self.system.size else None

    def _travelled(self, actors: tuple[Actor, ...], to: int, message: Message) -> list[tuple[Actor, ...]]:
        """What the network makes of a message; nothing, if the sender has to wait."""
        network = self._network(message[0])
        found = self._arrived(actors, to, message)
        if "duplicating" in network:
            found += [both for one in found for both in self._arrived(one, to, message)]
        return [*found, actors] if "lossy" in network else found

    def _network(self, name: str) -> tuple[str, ...]:
        carries = not self.system.carried or name in self.system.carried
        return self.system.network if carries else ()

    def _arrived(self, actors: tuple[Actor, ...], to: int, message: Message) -> list[tuple[Actor, ...]]:
        """The message in its mailbox; nothing, if the sender has to wait."""
        box = actors[to].box
        if len(box) >= self.system.size:
            return []
        first = 0 if "reordering" in self._network(message[0]) else len(box)
        return [_with(actors, to, box=(*box[:at], message, *box[at:])) for at in range(first, len(box) + 1)]

    def _actor_steps(self, state: Moment, number: int) -> list[tuple[Moment, bool]]:
        place, actors = state
        actor = actors[number]
        if actor.frame is not None:
            return [(after, False) for after in self._go_on(state, number) if after != state]
        found: list[tuple[Moment, bool]] = []
        if actor.gone:
            if not actor.box:
                return []
            if self.system.stopped == "error":
                self.behaviour.failed.add(f"this `t{self.system.actors[number][0]}` has stopped, and gets a message")
            return [((place, _with(actors, number, box=actor.box[1:])), False)]
        for index, kind in self._choices(number, actor):
            message = actor.box[index]
            rest = (*actor.box[:index], *actor.box[index + 1 :])
            if kind == "back":
                found.append(((place, _with(actors, number, box=(*rest, message))), True))
                continue
            orders = [rest] if kind == "take" else rotated(rest, message[0], index, actor.box)
            for order in orders:
                begun = self._begun(number, actor, message)
                changed = _with(actors, number, box=order, frame=(begun or (), message[1]))
                watched = self._watch(place.monitor, number, message) if begun is not None else place.monitor
                found += [(after, False) for after in self._go_on((place._replace(monitor=watched), changed), number)]
        return found

    def _watch(self, now: tuple[int, int, int], number: int, message: Message) -> tuple[int, int, int]:
        """What the monitor makes of a message that is handled."""
        monitor, (state, n, v) = self.system.watching, now
        if monitor is None or (self.system.actors[number][0], message[0]) not in monitor.observed:
            return now
        for operation in dict(monitor.does[state]).get(message[0], ()):
            match operation:
                case ("count", int() as change):
                    n = (n + change) % 3
                case ("keep", _):
                    v = message[1]
                case ("assert", Condition() as condition):
                    told = f"monitor `watch`: `{condition.text()}` does not hold"
                    self.behaviour.failed.update([] if condition.holds({"n": n, "v": v}) else [told])
                case ("goto", int() as goal, needed):
                    state = goal if needed is None or n == 1 else state
        return state, n, v

    def _begun(self, number: int, actor: Actor, message: Message) -> tuple[Operation, ...] | None:
        """What is done with a message that is taken; None if it is not handled at all."""
        done = self._kind(number).behaviour(actor.state, message[0])
        if not isinstance(done, Method):
            if not done:
                where = f"state `s{actor.state}` of `t{self.system.actors[number][0]}`"
                self.behaviour.failed.add(f"unhandled message: {where} does not handle `{message[0]}`")
            return None
        return None if done.ignores({"x": actor.x, "y": actor.y, "v": message[1]}) else done.body

    def _acceptable(self, number: int, actor: Actor, message: Message) -> bool:
        done = self._kind(number).behaviour(actor.state, message[0])
        if not isinstance(done, Method):
            return done != "defer"
        return done.accepts({"x": actor.x, "y": actor.y, "v": message[1]})

    def _choices(self, number: int, actor: Actor) -> list[tuple[int, str]]:
        """Which messages may be taken now, by their place, and how."""
        kind, box = self._kind(number), actor.box
        names = [name for name, _ in self.system.names]
        if not box:
            return []
        if self.defer == "putback" or not any(map(kind.waits, names)):
            return [(0, "take" if self._acceptable(number, actor, box[0]) else "back")]
        if self.defer == "ordered":
            ready = (place for place, message in enumerate(box) if self._acceptable(number, actor, message))
            return [(place, "take") for place in islice(ready, 1)]
        found: list[tuple[int, str]] = []
        head = box[0][0]
        for name in names:
            places = [place for place, message in enumerate(box) if message[0] == name]
            if not places:
                continue
            accepted = self._acceptable(number, actor, box[places[0]])
            if kind.looks(name):
                found.append((places[0], "take" if accepted else "back"))
            elif not kind.waits(name) and (kind.waits(head) or head == name):
                found.append((places[0], "take"))
            elif kind.waits(name) and accepted and kind.waits(head):
                found += [(place, "any") for place in places]
        return found

    def _go_on(self, state: Moment, number: int) -> list[Moment]:
        """Let an actor go on with its method until that ends or has to wait for room in a mailbox."""
        found, going = [], [state]
        while going:
            current = going.pop()
            after = self._next(current, number)
            going += after
            found += [] if after else [current]
        return list(dict.fromkeys(found))

    def _next(self, state: Moment, number: int) -> list[Moment]:
        """One step of a method, which the network may choose; none, if it has ended or must wait."""
        place, actors = state
        frame = actors[number].frame
        if frame is None:
            return []
        x, y = actors[number].x, actors[number].y
        operations, value = frame
        if not operations:
            return [(place, _with(actors, number, frame=None))]
        first, rest = operations[0], (operations[1:], value)
        if first[0] == "if":
            assert isinstance(first[1], Condition)
            first = first[2] if first[1].holds({"x": x, "y": y, "v": value}) else first[3]  # type: ignore[assignment]
        elif first[0] == "same":
            one, other = (self._address(number, str(name)) for name in first[1:3])
            first = first[3] if one == other else first[4]  # type: ignore[assignment]
        if first[0] == "stop":
            return [(place, _with(actors, number, frame=None, box=(), gone=True))]
        if first[0] == "after":
            return [(after, _with(actors, number, frame=rest)) for after in self._put_off(state, number, first, value)]
        if first[0] == "goto":
            rest = (self._left(number, actors[number].state, int(str(first[1]))), 0)
        return [(place, _with(after, number, frame=rest)) for after in self._apply(actors, number, first, value)]

    def _put_off(self, state: Moment, number: int, operation: Operation, value: int) -> list[Place]:
        """What the network makes of a message that comes later: it does not get there, or twice at the same time."""
        place, actors = state
        tell = ("tell", *operation[2:])
        to, message = self._message(actors[number], number, tell, value)
        network = self._network(message[0]) if tell[1] != "this" else ()
        one = (int(str(operation[1])), to, message)
        sent = [(one,), *([(one, one)] if "duplicating" in network else []), *([()] if "lossy" in network else [])]
        found = [place._replace(later=tuple(sorted((*place.later, *more)))) for more in sent]
        if any(len(after.later) > MOST_DELAYED for after in found):
            raise TooLarge
        return found

    def _message(self, actor: Actor, number: int, tell: Operation, value: int) -> tuple[int, Message]:
        _, target, method, given = tell
        values = {"x": actor.x, "y": actor.y, "v": value}
        sent = values[given] if isinstance(given, str) else given if isinstance(given, int) else 0
        to = self._address(number, str(target))
        assert to is not None
        return to, (str(method), sent)

    def _left(self, number: int, state: int, goal: int) -> tuple[Operation, ...]:
        """What is done on the way from a state to another."""
        states = self._kind(number).states
        return (*(states[state].exit or ()), ("enter", goal), *(states[goal].entry or ()))

    def _address(self, number: int, name: str) -> int | None:
        """Whom a variable of an actor holds."""
        _, p, q = self.system.actors[number]
        return {"this": number, "p": p, "q": q}.get(TARGETS.get(name, name))

    def _apply(
        self, actors: tuple[Actor, ...], number: int, operation: Operation, value: int
    ) -> list[tuple[Actor, ...]]:
        actor = actors[number]
        values = {"x": actor.x, "y": actor.y, "v": value}
        match operation:
            case ("enter", int() as state):
                return [_with(actors, number, state=state)]
            case ("add", str() as name, int() as change):
                values[name] = (values[name] + change) % 4
            case ("keep", str() as name):
                values[name] = value
            case ("assert", Condition() as condition):
                if not condition.holds(values):
                    self.behaviour.failed.add(condition.text())
            case ("jump" | "goto", *_):
                pass  # over what would be done
            case ("tell", target, *_):
                to, message = self._message(actor, number, operation, value)
                if target != "this":
                    return self._travelled(actors, to, message)
                sent = self._sent(actors, to, message)
                return [] if sent is None else [sent]
        return [_with(actors, number, x=values["x"], y=values["y"])]


def _with(actors: tuple[Actor, ...], number: int, **changes: Any) -> tuple[Actor, ...]:
    return (*actors[:number], actors[number]._replace(**changes), *actors[number + 1 :])


def rotated(rest: tuple[Message, ...], name: str, index: int, box: tuple[Message, ...]) -> list[tuple[Message, ...]]:
    """What is left after older messages of the same method were put behind the one that is taken."""
    older = [place for place, message in enumerate(box[:index]) if message[0] == name]
    left = [message for place, message in enumerate(box) if place != index and place not in older]
    assert all(one < other for one, other in pairwise(older))
    return [(*left, *(box[place] for place in older))] if older else [rest]
