"""Random actor systems: data for hypothesis, texts of models, and an interpreter of their own that says what they do.

The interpreter knows nothing of Promela.  It has the three ways to defer a message: put it back at the end of the
mailbox, let any other pass, or keep the order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice, pairwise

from hypothesis import strategies as st

NUMBERS = st.integers(0, 3)
VARIABLES = st.sampled_from(["x", "y"])
TARGETS = {"this": "this", "p": "p", "q": "q", "r.one": "p", "row[1]": "q"}
"""Where addresses are kept: in variables, in a record, in an array; each with the variable that holds the same."""
Operation = tuple[object, ...]


@dataclass(frozen=True)
class Condition:
    """`variable relation number`, or a comparison of a variable with the parameter `v`."""

    left: str
    relation: str
    right: int | str

    def text(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def holds(self, values: dict[str, int]) -> bool:
        left, right = values[self.left], values[self.right] if isinstance(self.right, str) else self.right
        return {"==": left == right, "!=": left != right, "<": left < right, ">=": left >= right}[self.relation]


@dataclass(frozen=True)
class Method:
    name: str
    takes: bool
    restrain: Condition | None
    body: tuple[Operation, ...]
    ignore: Condition | None = None
    negated: bool = False
    """Whether `restrain` is written as `defer`, which says when a message waits."""

    def clauses(self) -> str:
        word = "defer" if self.negated else "restrain"
        said = f" {word} ({self.restrain.text()})" if self.restrain else ""
        return said + (f" ignore ({self.ignore.text()})" if self.ignore else "")

    def ignores(self, values: dict[str, int]) -> bool:
        return self.ignore is not None and self.ignore.holds(values)

    def accepts(self, values: dict[str, int]) -> bool:
        waits = self.restrain is not None and self.restrain.holds(values) == self.negated
        return not waits or self.ignores(values)

    @property
    def looks(self) -> bool:
        """Whether the parameter tells if a message must wait."""
        told = [self.restrain, self.ignore] if self.restrain is not None else []
        return any(one is not None and one.right == "v" for one in told)


@dataclass(frozen=True)
class ActorSystem:
    """`actors` are (type, p, q), where p and q are earlier actors or the actor itself; `sends` is what main does.

    At its end, main `looks` at the first actor of the first type.  `idle`: there are methods that nobody sends.
    """

    types: tuple[tuple[Method, ...], ...]
    actors: tuple[tuple[int, int, int], ...]
    sends: tuple[tuple[int, int, int], ...]
    size: int
    looks: Condition | None = None
    idle: bool = False

    # -- as a text ---------------------------------------------------------------------------

    def text(self) -> str:
        lines: list[str] = ["typedef pair {", "    actor one", "}", ""]
        for number, methods in enumerate(self.types):
            lines += [f"actortype t{number} {{", "    var", "        byte x, y;", "        pair r;"]
            lines += ["        actor p, q, ghost, row[2]", ""]
            lines += ["    init(actor a, b; bool own_p, own_q)", "        p = a;", "        q = b;"]
            lines += ["        if", "        :: own_p -> p = this", "        :: else", "        fi;"]
            lines += ["        if", "        :: own_q -> q = this", "        :: else", "        fi;"]
            lines += ["        r.one = p;", "        row[1] = q"]
            lines += self._idle(methods[0]) if self.idle else []
            for method in methods:
                lines += ["", f"    method {method.name}({'byte v' if method.takes else ''}){method.clauses()}"]
                lines += ["        " + ";\n        ".join(self._said(one) for one in method.body)]
            lines += ["}", ""]
        return "\n".join([*lines, *self._main()]) + "\n"

    @staticmethod
    def _idle(method: Method) -> list[str]:
        """A method that nobody sends; its parameter has the name of others, and another type."""
        given = "v" if method.takes else ""
        return [
            "",
            "    method idle(actor who; bit v)",
            f"        who <- {method.name}({given}); ghost <- idle(who, v)",
        ]

    def _said(self, operation: Operation) -> str:
        match operation:
            case ("jump", number, tuple() as passed):
                return f"goto over{number};\n        {self._said(passed)};\n        over{number}: skip"
            case ("add", name, number):
                return f"{name} = ({name} + {number}) % 4"
            case ("keep", name):
                return f"{name} = v"
            case ("tell", target, method, value):
                return f"{target} <- {method}({'' if value is None else value})"
            case ("assert", Condition() as condition):
                return f"assert({condition.text()})"
            case ("same", str() as left, str() as right, tuple() as one, tuple() as other):
                return f"if :: {left} == {right} -> {self._said(one)} :: else -> {self._said(other)} fi"
            case ("if", Condition() as condition, tuple() as one, tuple() as other):
                return f"if :: {condition.text()} -> {self._said(one)} :: else -> {self._said(other)} fi"
        raise AssertionError(operation)

    def _main(self) -> list[str]:
        names = ", ".join(f"a{number}" for number in range(len(self.actors)))
        lines = ["main {", f"    actor none, {names};"]
        for number, (kind, p, q) in enumerate(self.actors):
            given = ", ".join("none" if one == number else f"a{one}" for one in (p, q))
            own = ", ".join(str(one == number).lower() for one in (p, q))
            lines.append(f"    a{number} = create t{kind}({given}, {own});")
        for actor, method, value in self.sends:
            chosen = self.types[self.actors[actor][0]][method]
            lines.append(f"    a{actor} <- {chosen.name}({value if chosen.takes else ''});")
        return [*lines, f"    assert({self.looks.text()})" if self.looks is not None else "    skip", "}"]

    @property
    def looked_at(self) -> int | None:
        """The actor that main looks at."""
        kinds = [kind for kind, _, _ in self.actors]
        return kinds.index(0) if self.looks is not None else None


# -- for hypothesis --------------------------------------------------------------------------------


@st.composite
def conditions(draw: st.DrawFn, takes: bool) -> Condition:
    right: int | str = "v" if takes and draw(st.integers(0, 4)) == 0 else draw(NUMBERS)
    return Condition(draw(VARIABLES), draw(st.sampled_from(["==", "!=", "<", ">="])), right)


@st.composite
def operations(draw: st.DrawFn, takes: bool, names: dict[str, bool], nested: bool = False) -> Operation:
    kind = draw(
        st.sampled_from(["add", "keep", "add", "tell", "assert", "tell", "assert", "assert", "if", "same", "jump"])
    )
    if kind == "keep" and takes:
        return ("keep", draw(VARIABLES))
    if kind == "tell":
        method = draw(st.sampled_from(sorted(names)))
        choices = ["x", "v"] if takes else ["x"]
        value: object = draw(st.one_of(NUMBERS, st.sampled_from(choices))) if names[method] else None
        return ("tell", draw(st.sampled_from(sorted(TARGETS))), method, value)
    if kind == "jump" and not nested:
        passed = draw(operations(takes, names, True))
        return ("jump", 0, ("tell", "ghost", *passed[2:]) if passed[0] == "tell" else passed)
    if kind == "assert":
        return ("assert", Condition(draw(VARIABLES), "!=", draw(st.integers(1, 3))))
    if kind == "same" and not nested:
        sides = [draw(st.sampled_from(sorted([*TARGETS, "ghost", "nobody"]))) for _ in range(2)]
        return ("same", *sides, *(draw(operations(takes, names, True)) for _ in range(2)))
    if kind == "if" and not nested:
        parts = [draw(operations(takes, names, True)) for _ in range(2)]
        return ("if", Condition(draw(VARIABLES), "==", draw(NUMBERS)), *parts)
    return ("add", draw(VARIABLES), draw(st.integers(1, 3)))


@st.composite
def systems(draw: st.DrawFn) -> ActorSystem:
    """Every type has the same methods, so that any actor can be sent anything."""
    names = {f"m{number}": draw(st.booleans()) for number in range(draw(st.integers(2, 3)))}
    types = []
    for _ in range(draw(st.integers(1, 2))):
        methods = []
        for name, takes in names.items():
            restrain = draw(st.one_of(st.none(), conditions(takes)))
            body = draw(st.lists(operations(takes, names), min_size=2, max_size=4))
            numbered = [(one[0], place, one[2]) if one[0] == "jump" else one for place, one in enumerate(body)]
            ignore = draw(conditions(takes)) if draw(st.integers(0, 3)) == 0 else None
            methods.append(Method(name, takes, restrain, tuple(numbered), ignore, draw(st.booleans())))
        types.append(tuple(methods))
    actors = tuple(
        (draw(st.integers(0, len(types) - 1)), draw(st.integers(0, number)), draw(st.integers(0, number)))
        for number in range(draw(st.integers(1, 3)))
    )
    send = st.tuples(st.integers(0, len(actors) - 1), st.integers(0, len(names) - 1), NUMBERS)
    sends = tuple(draw(st.lists(send, min_size=3, max_size=6)))
    seen = any(kind == 0 for kind, _, _ in actors) and draw(st.integers(0, 3)) > 0
    looks = Condition(f"t0:{draw(VARIABLES)}", "!=", draw(st.integers(1, 3))) if seen else None
    return ActorSystem(tuple(types), actors, sends, draw(st.integers(1, 3)), looks, draw(st.booleans()))


# -- what a system does ----------------------------------------------------------------------------

Message = tuple[str, int]
Actor = tuple[int, int, tuple[Message, ...], tuple[tuple[Operation, ...], int] | None]
"""x, y, the mailbox, and what is left of the method that is being handled, with its parameter."""
State = tuple[int, tuple[Actor, ...]]


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
        self.defer = defer
        self.most = most
        self.behaviour = Behaviour()

    def run(self) -> Behaviour:
        first: State = (0, ())
        seen = {first}
        waiting = [first]
        followers: dict[State, list[tuple[State, bool]]] = {}
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

    def _is_stuck(self, state: State, followers: dict[State, list[tuple[State, bool]]]) -> bool:
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

    def _is_end(self, state: State) -> bool:
        place, actors = state
        last = len(self.system.actors) + len(self.system.sends) + (self.system.looks is not None)
        return place == last and all(not box and frame is None for _, _, box, frame in actors)

    def _steps(self, state: State) -> list[tuple[State, bool]]:
        found = self._main_steps(state)
        for number in range(len(state[1])):
            found += self._actor_steps(state, number)
        return found

    def _main_steps(self, state: State) -> list[tuple[State, bool]]:
        place, actors = state
        count = len(self.system.actors)
        if place < count:
            return [((place + 1, (*actors, (0, 0, (), None))), False)]
        if place < count + len(self.system.sends):
            actor, method, value = self.system.sends[place - count]
            chosen = self.system.types[self.system.actors[actor][0]][method]
            sent = self._sent(actors, actor, (chosen.name, value if chosen.takes else 0))
            return [] if sent is None else [((place + 1, sent), False)]
        if place == count + len(self.system.sends) and self.system.looked_at is not None:
            self._look(actors[self.system.looked_at])
            return [((place + 1, actors), False)]
        return []

    def _look(self, actor: Actor) -> None:
        looks = self.system.looks
        assert looks is not None
        if not looks.holds({"t0:x": actor[0], "t0:y": actor[1]}):
            self.behaviour.failed.add(looks.text())

    def _sent(self, actors: tuple[Actor, ...], to: int, message: Message) -> tuple[Actor, ...] | None:
        x, y, box, frame = actors[to]
        if len(box) >= self.system.size:
            return None
        return (*actors[:to], (x, y, (*box, message), frame), *actors[to + 1 :])

    def _actor_steps(self, state: State, number: int) -> list[tuple[State, bool]]:
        place, actors = state
        x, y, box, frame = actors[number]
        if frame is not None:
            after = self._go_on(actors, number)
            return [] if after == actors else [((place, after), False)]
        found = []
        for index, kind in self._choices(number, x, y, box):
            message = box[index]
            rest = (*box[:index], *box[index + 1 :])
            if kind == "back":
                changed = (*actors[:number], (x, y, (*rest, message), None), *actors[number + 1 :])
                found.append(((place, changed), True))
                continue
            orders = [rest] if kind == "take" else rotated(rest, message[0], index, box)
            for order in orders:
                method = self._method(number, message[0])
                ignored = method.ignores({"x": x, "y": y, "v": message[1]})
                begun = (() if ignored else method.body, message[1])
                changed = (*actors[:number], (x, y, order, begun), *actors[number + 1 :])
                found.append(((place, self._go_on(changed, number)), False))
        return found

    def _method(self, number: int, name: str) -> Method:
        methods = self.system.types[self.system.actors[number][0]]
        return next(method for method in methods if method.name == name)

    def _acceptable(self, number: int, x: int, y: int, message: Message) -> bool:
        method = self._method(number, message[0])
        return method.accepts({"x": x, "y": y, "v": message[1]})

    def _choices(self, number: int, x: int, y: int, box: tuple[Message, ...]) -> list[tuple[int, str]]:
        """Which messages may be taken now, by their place, and how."""
        methods = self.system.types[self.system.actors[number][0]]
        if not box:
            return []
        if self.defer == "putback" or all(method.restrain is None for method in methods):
            return [(0, "take" if self._acceptable(number, x, y, box[0]) else "back")]
        if self.defer == "ordered":
            ready = (place for place, message in enumerate(box) if self._acceptable(number, x, y, message))
            return [(place, "take") for place in islice(ready, 1)]
        found: list[tuple[int, str]] = []
        head = self._method(number, box[0][0])
        for method in methods:
            places = [place for place, message in enumerate(box) if message[0] == method.name]
            if not places:
                continue
            accepted = self._acceptable(number, x, y, box[places[0]])
            if method.looks:
                found.append((places[0], "take" if accepted else "back"))
            elif method.restrain is None and (head.restrain is not None or head is method):
                found.append((places[0], "take"))
            elif method.restrain is not None and accepted and head.restrain is not None:
                found += [(place, "any") for place in places]
        return found

    def _go_on(self, actors: tuple[Actor, ...], number: int) -> tuple[Actor, ...]:
        """Let an actor go on with its method until that ends or has to wait for room in a mailbox."""
        while (frame := actors[number][3]) is not None:
            x, y, box, _ = actors[number]
            operations, value = frame
            if not operations:
                return (*actors[:number], (x, y, box, None), *actors[number + 1 :])
            first, rest = operations[0], (operations[1:], value)
            if first[0] == "if":
                assert isinstance(first[1], Condition)
                first = first[2] if first[1].holds({"x": x, "y": y, "v": value}) else first[3]  # type: ignore[assignment]
            elif first[0] == "same":
                one, other = (self._address(number, str(name)) for name in first[1:3])
                first = first[3] if one == other else first[4]  # type: ignore[assignment]
            after = self._apply(actors, number, first, value)
            if after is None:
                return actors
            own = after[number]
            actors = (*after[:number], (own[0], own[1], own[2], rest), *after[number + 1 :])
        return actors

    def _address(self, number: int, name: str) -> int | None:
        """Whom a variable of an actor holds."""
        _, p, q = self.system.actors[number]
        return {"this": number, "p": p, "q": q}.get(TARGETS.get(name, name))

    def _apply(
        self, actors: tuple[Actor, ...], number: int, operation: Operation, value: int
    ) -> tuple[Actor, ...] | None:
        x, y, box, frame = actors[number]
        values = {"x": x, "y": y, "v": value}
        match operation:
            case ("add", str() as name, int() as change):
                values[name] = (values[name] + change) % 4
            case ("keep", str() as name):
                values[name] = value
            case ("assert", Condition() as condition):
                if not condition.holds(values):
                    self.behaviour.failed.add(condition.text())
            case ("jump", *_):
                pass  # over what would be done
            case ("tell", str() as target, str() as method, given):
                sent = values[given] if isinstance(given, str) else given if isinstance(given, int) else 0
                to = self._address(number, target)
                assert to is not None
                return self._sent(actors, to, (method, sent))
        return (*actors[:number], (values["x"], values["y"], box, frame), *actors[number + 1 :])


def rotated(rest: tuple[Message, ...], name: str, index: int, box: tuple[Message, ...]) -> list[tuple[Message, ...]]:
    """What is left after older messages of the same method were put behind the one that is taken."""
    older = [place for place, message in enumerate(box[:index]) if message[0] == name]
    left = [message for place, message in enumerate(box) if place != index and place not in older]
    assert all(one < other for one, other in pairwise(older))
    return [(*left, *(box[place] for place in older))] if older else [rest]
