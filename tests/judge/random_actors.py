"""Random actor systems: data for hypothesis, and texts of models."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hypothesis import strategies as st

NUMBERS = st.integers(0, 3)
VARIABLES = st.sampled_from(["x", "y"])
TARGETS = {"this": "this", "p": "p", "q": "q", "r.one": "p", "row[1]": "q"}
"""Where addresses are kept: in variables, in a record, in an array; each with the variable that holds the same."""
FUNCTIONS = {"<": "below", "==": "alike"}
DECLARED_FUNCTIONS = """\
byte four = 4;
function below(byte n, than) = n < than
function turned(byte n, step) = (n + step) % four
function alike(byte n; byte m) = (below(n, m) || below(m, n) -> false : n % 4 == m)
"""
NETWORKS = ["lossy", "duplicating", "reordering"]
Operation = tuple[object, ...]


@dataclass(frozen=True)
class Condition:
    """`variable relation number`, or a comparison of a variable with the parameter `v`."""

    left: str
    relation: str
    right: int | str

    def text(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def written(self, called: bool) -> str:
        """The same, by a function if there is one."""
        name = FUNCTIONS.get(self.relation)
        return f"{name}({self.left}, {self.right})" if called and name else self.text()

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

    def clauses(self, called: bool) -> str:
        word = "defer" if self.negated else "restrain"
        said = f" {word} ({self.restrain.written(called)})" if self.restrain else ""
        return said + (f" ignore ({self.ignore.written(called)})" if self.ignore else "")

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
class State:
    """What it `does` with some messages: a method, or `defer`, or `ignore`; `entry` and `exit` may be missing."""

    name: str
    does: tuple[tuple[str, Method | str], ...]
    entry: tuple[Operation, ...] | None
    exit: tuple[Operation, ...] | None


@dataclass(frozen=True)
class ActorType:
    """`methods` are for all states that have none of their own; there may be no states at all."""

    methods: tuple[Method, ...]
    states: tuple[State, ...] = ()
    begins: int | None = None
    """The state that `init` goes to."""

    def behaviour(self, state: int, name: str) -> Method | str:
        """What happens to a message; an empty word: it must not come."""
        own = dict(self.states[state].does) if self.states else {}
        return own.get(name) or next((method for method in self.methods if method.name == name), "")

    def ever(self, name: str) -> list[Method | str]:
        return [self.behaviour(state, name) for state in range(max(1, len(self.states)))]

    def waits(self, name: str) -> bool:
        return any(one == "defer" or (isinstance(one, Method) and one.restrain is not None) for one in self.ever(name))

    def looks(self, name: str) -> bool:
        return any(isinstance(one, Method) and one.looks for one in self.ever(name))


@dataclass(frozen=True)
class Monitor:
    """It counts, keeps numbers and asserts; `does` is by state and message, `hot` are its hot states."""

    observed: tuple[tuple[int, str], ...]
    does: tuple[tuple[tuple[str, tuple[Operation, ...]], ...], ...]
    hot: tuple[int, ...]


@dataclass(frozen=True)
class ActorSystem:
    """`actors` are (type, p, q), where p and q are earlier actors or the actor itself; `sends` is what main does.

    At its end, main `looks` at the first actor of the first type.  `idle`: there are methods that nobody sends.
    """

    types: tuple[ActorType, ...]
    names: tuple[tuple[str, bool], ...]
    """The messages that every type knows, and whether they carry a number."""
    actors: tuple[tuple[int, int, int], ...]
    sends: tuple[tuple[int, int, int], ...]
    size: int
    looks: Condition | None = None
    idle: bool = False
    monitor: Monitor | None = None
    stopped: str = "lost"
    """What happens to a message for an actor that has stopped."""
    tested: tuple[int, bool] | None = None
    """It is not main that begins, but a test with this number for its parameter; does it look at the monitor?"""
    network: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    """The messages that such a network carries; if there are none, all of them do, and by an option."""
    called: bool = False
    """Whether values are written as calls of functions, and `this` as `self`."""
    crash: tuple[int, int] | None = None
    """So many actors of a type may crash."""
    part: str = ""
    """Where in what a message carries its number is: nowhere else, in an array, or in a record."""
    timed: bool = False
    """Whether some messages come later, so that time passes."""

    @property
    def choice(self) -> str:
        """What `--test` is given."""
        return f"drive(K={self.tested[0]})" if self.tested is not None else ""

    @property
    def watching(self) -> Monitor | None:
        """The monitor, unless the test does not look at it."""
        return self.monitor if self.tested is None or self.tested[1] else None

    # -- as a text ---------------------------------------------------------------------------

    def text(self) -> str:
        parcel = ["struct parcel { bool spare; byte number }"] if self.part == ".number" else []
        lines: list[str] = [
            *parcel,
            *(DECLARED_FUNCTIONS.splitlines() if self.called else []),
            "typedef pair {",
            "    actor one",
            "}",
            "",
        ]
        for number, kind in enumerate(self.types):
            lines += [f"actortype t{number} {{", "    var", "        byte x, y;", "        pair r;"]
            lines += [
                *(f"{line};" for line in self._box()),
                f"        actor p, q, ghost{'; map<2, actor> row' if self.called else ', row[2]'}",
                "",
            ]
            lines += ["    init(actor a, b; bool own_p, own_q)", "        p = a;", "        q = b;"]
            lines += ["        if", "        :: own_p -> p = this", "        :: else", "        fi;"]
            lines += ["        if", "        :: own_q -> q = this", "        :: else", "        fi;"]
            lines += ["        r.one = p;", "        row[1] = q"]
            lines += [f"        goto s{kind.begins}"] if kind.begins is not None else []
            lines += self._idle() if self.idle else []
            for method in kind.methods:
                lines += ["", f"    method {self._head(method)}", *self._shaped(self._body(method.body))]
            for place, state in enumerate(kind.states):
                within = "\n".join(self._state(state))
                # The parameter has another name in every other state, which must not matter.
                within = re.sub(r"\bv\b", "w", within) if place % 2 else within
                lines += ["", f"    state {state.name} {{", within, "    }"]
            lines += ["}", ""]
        return "\n".join([*lines, *self._network(), *self._monitor(), *self._main()]) + "\n"

    def _network(self) -> list[str]:
        return [f"network {', '.join(self.network)} for {', '.join(self.carried)}", ""] if self.carried else []

    def _monitor(self) -> list[str]:
        if self.monitor is None:
            return []
        observed = ", ".join(f"t{kind}.{name}" for kind, name in self.monitor.observed)
        lines = [f"monitor watch observes {observed} {{", "    var byte n, v"]
        takes = dict(self.names)
        for number, done in enumerate(self.monitor.does):
            lines.append(f"    {'hot ' if number in self.monitor.hot else ''}state w{number} {{")
            for name, operations in done:
                # The parameter has the name of a variable of the actor, which must not matter.
                within = re.sub(r"\bgiven\b", f"x{self.part}", "; ".join(map(self._watched, operations)))
                lines.append(f"        on {name}({'x' if takes[name] else ''}) {{ {within} }}")
            lines.append("    }")
        return [*lines, "}", ""]

    @staticmethod
    def _watched(operation: Operation) -> str:
        match operation:
            case ("count", number):
                return f"n = (n + {number}) % 3"
            case ("keep", name):
                return f"v = {name}"
            case ("assert", Condition() as condition):
                return f"assert({condition.text()})"
            case ("goto", number, condition):
                return f"goto w{number}" if condition is None else f"if :: n == 1 -> goto w{number} :: else fi"
        raise AssertionError(operation)

    def _idle(self) -> list[str]:
        """A method that nobody sends; its parameter has the name of others, and another type."""
        name, takes = self.names[0]
        told = self._sent("who", name, "v" if takes else None)
        return ["", "    method idle(actor who; bit v)", f"        {told}; ghost <- idle(who, v)"]

    def _body(self, operations: tuple[Operation, ...]) -> list[str]:
        return ["        " + ";\n        ".join(self._said(one) for one in operations)]

    def _target(self, name: str) -> str:
        return "self" if self.called and name == "this" else name

    def _head(self, method: Method) -> str:
        (clauses,) = self._shaped([method.clauses(self.called)])
        declared = {"": "byte v", "[1]": "byte v[2]"}.get(self.part, "parcel v")
        return f"{method.name}({declared if method.takes else ''}){clauses}"

    def _shaped(self, lines: list[str]) -> list[str]:
        return [re.sub(r"\bv\b", f"v{self.part}", line) for line in lines]

    def _sent(self, target: str, method: str, value: object, before: str = "") -> str:
        """A message; what has parts is put into a variable first."""
        if value is None or not self.part:
            return f"{before}{target} <- {method}({'' if value is None else value})"
        return f"box{self.part} = {value}; {before}{target} <- {method}(box)"

    def _box(self) -> list[str]:
        return [{"[1]": "        byte box[2]"}.get(self.part, "        parcel box")] if self.part else []

    def _state(self, state: State) -> list[str]:
        lines: list[str] = []
        for name, done in state.does:
            if isinstance(done, Method):
                lines += [f"    on {self._head(done)}", *self._shaped(self._body(done.body))]
            else:
                lines += [f"    {done} {name}"]
        for word, operations in (("entry", state.entry), ("exit", state.exit)):
            lines += [f"    {word} {{", *self._body(operations), "    }"] if operations is not None else []
        return lines

    def _said(self, operation: Operation) -> str:
        match operation:
            case ("jump", number, tuple() as passed):
                return f"goto over{number};\n        {self._said(passed)};\n        over{number}: skip"
            case ("after", ticks, target, str() as method, value):
                return self._sent(self._target(str(target)), method, value, f"after({ticks}) ")
            case ("add", name, number) if self.called:
                return f"{name} = turned({name}, {number})"
            case ("add", name, number):
                return f"{name} = ({name} + {number}) % 4"
            case ("keep", name):
                return f"{name} = v"
            case ("goto", number):
                return f"goto s{number}"
            case ("stop",):
                return "stop"
            case ("tell", target, method, value):
                return self._sent(self._target(str(target)), str(method), value)
            case ("assert", Condition() as condition):
                return f"assert({condition.text()})"
            case ("same", str() as left, str() as right, tuple() as one, tuple() as other):
                return f"if :: {left} == {right} -> {self._said(one)} :: else -> {self._said(other)} fi"
            case ("if", Condition() as condition, tuple() as one, tuple() as other):
                return f"if :: {condition.written(self.called)} -> {self._said(one)} :: else -> {self._said(other)} fi"
        raise AssertionError(operation)

    def _main(self) -> list[str]:
        names = ", ".join(f"a{number}" for number in range(len(self.actors)))
        lines = ["main {", *self._declared(names)] if self.tested is None else [*self._others(), *self._declared(names)]
        for number, (kind, p, q) in enumerate(self.actors):
            given = ", ".join("none" if one == number else f"a{one}" for one in (p, q))
            own = ", ".join(str(one == number).lower() for one in (p, q))
            lines.append(f"    a{number} = create t{kind}({given}, {own});")
        for actor, method, value in self.sends:
            name, takes = self.names[method]
            told = "K" if self.tested is not None and value == self.tested[0] else str(value)
            lines.append(f"    {self._sent(f'a{actor}', name, told if takes else None)};")
        return [*lines, f"    assert({self.looks.text()})" if self.looks is not None else "    skip", "}"]

    def _declared(self, names: str) -> list[str]:
        return [f"    actor none, {names};", *(f"{line};" for line in self._box())]

    def _others(self) -> list[str]:
        """What must not happen where the test begins, and its head."""
        _, watched = self.tested or (0, True)
        other = (
            "main { "
            + "".join(f"{line}; " for line in self._box())
            + "actor a = create t0(a, a, true, true); "
            + "; ".join(self._sent("a", name, 1 if takes else None) for name, takes in self.names)
            + "; assert(false) }"
        )
        seen = ("watch" if watched and self.monitor is not None else "quiet") + ", defer select"
        again = f"test drives(K in 0..1) with quiet {{ assert(K == 2) }}\ntest drive(K in 0..3) with {seen} {{"
        return [
            other,
            "ltl quiet { [] true }",
            again,
            "    actor all[K + 1];",
            "    byte i = K;",
            "    assert(i == K);",
        ]

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
def operations(draw: st.DrawFn, takes: bool, names: dict[str, bool], nested: bool = False, goals: int = 0) -> Operation:
    """`goals`: to how many states it may go."""
    kind = draw(
        st.sampled_from(["add", "keep", "add", "tell", "assert", "tell", "assert", "assert", "if", "same", "jump"])
    )
    if draw(st.integers(0, 24)) == 0:
        return ("stop",)
    if goals and draw(st.integers(0, 4)) == 0:
        return ("goto", draw(st.integers(0, goals - 1)))
    if kind == "keep" and takes:
        return ("keep", draw(VARIABLES))
    if kind == "tell":
        method = draw(st.sampled_from(sorted(names)))
        choices = ["x", "v"] if takes else ["x"]
        value: object = draw(st.one_of(NUMBERS, st.sampled_from(choices))) if names[method] else None
        return ("tell", draw(st.sampled_from(sorted(TARGETS))), method, value)
    if kind == "jump" and not nested:
        passed = draw(operations(takes, names, True, goals))
        return ("jump", 0, ("tell", "ghost", *passed[2:]) if passed[0] == "tell" else passed)
    if kind == "assert":
        return ("assert", Condition(draw(VARIABLES), "!=", draw(st.integers(1, 3))))
    if kind == "same" and not nested:
        sides = [draw(st.sampled_from(sorted([*TARGETS, "ghost", "nobody"]))) for _ in range(2)]
        return ("same", *sides, *(draw(operations(takes, names, True, goals)) for _ in range(2)))
    if kind == "if" and not nested:
        parts = [draw(operations(takes, names, True, goals)) for _ in range(2)]
        return ("if", Condition(draw(VARIABLES), "==", draw(NUMBERS)), *parts)
    return ("add", draw(VARIABLES), draw(st.integers(1, 3)))


@st.composite
def bodies(draw: st.DrawFn, takes: bool, names: dict[str, bool], least: int, goals: int) -> tuple[Operation, ...]:
    body = draw(st.lists(operations(takes, names, False, goals), min_size=least, max_size=4))
    return tuple((one[0], place, one[2]) if one[0] == "jump" else one for place, one in enumerate(body))


@st.composite
def methods(draw: st.DrawFn, name: str, takes: bool, names: dict[str, bool], goals: int) -> Method:
    restrain = draw(st.one_of(st.none(), conditions(takes)))
    body = draw(bodies(takes, names, 2, goals))
    ignore = draw(conditions(takes)) if draw(st.integers(0, 3)) == 0 else None
    return Method(name, takes, restrain, body, ignore, draw(st.booleans()))


@st.composite
def actor_types(draw: st.DrawFn, names: dict[str, bool]) -> ActorType:
    """Half of them have states; then each message has a method for all of them, or one in some state at least."""
    goals = draw(st.sampled_from([0, 0, 2, 3]))
    general = {name for name in names if not goals or draw(st.integers(0, 2)) == 0}
    does: list[dict[str, Method | str]] = [{} for _ in range(goals)]
    for name, takes in names.items() if goals else ():
        for place in range(goals):
            kind = draw(st.sampled_from(["on", "on", "on", "defer", "ignore", "", ""]))
            if kind == "on":
                does[place][name] = draw(methods(name, takes, names, goals))
            elif kind:
                does[place][name] = kind
        if name in general and all(name in one for one in does):
            general.remove(name)
        if name not in general and not any(isinstance(one.get(name), Method) for one in does):
            does[draw(st.integers(0, goals - 1))][name] = draw(methods(name, takes, names, goals))
    blocks = st.one_of(st.none(), bodies(False, names, 1, 0))
    states = tuple(
        State(f"s{place}", tuple(found.items()), draw(blocks), draw(blocks)) for place, found in enumerate(does)
    )
    chosen = tuple(draw(methods(name, takes, names, goals)) for name, takes in names.items() if name in general)
    begins = draw(st.integers(0, goals - 1)) if goals and draw(st.integers(0, 4)) == 0 else None
    return ActorType(chosen, states, begins)


@st.composite
def monitors(draw: st.DrawFn, types: list[ActorType], names: dict[str, bool]) -> Monitor:
    known = [(kind, name) for kind in range(len(types)) for name in names]
    observed = draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True))
    count = draw(st.integers(1, 3))
    does = []
    for _ in range(count):
        done = []
        for name in dict.fromkeys(name for _, name in observed):
            if draw(st.integers(0, 3)) == 0:
                continue
            choices: list[st.SearchStrategy[Operation]] = [st.tuples(st.just("count"), st.integers(1, 2))]
            choices += [st.just(("keep", "given"))] if names[name] else []
            condition = st.builds(Condition, st.sampled_from(["n", "v"]), st.just("!="), st.integers(1, 3))
            choices.append(st.tuples(st.just("assert"), condition))
            body = draw(st.lists(st.one_of(*choices), min_size=1, max_size=3))
            goal = st.tuples(st.just("goto"), st.integers(0, count - 1), st.sampled_from([None, "n"]))
            done.append((name, (*body, *draw(st.lists(goal, max_size=1)))))
        does.append(tuple(done))
    hot = draw(st.lists(st.integers(0, count - 1), max_size=2, unique=True))
    return Monitor(tuple(observed), tuple(does), tuple(hot))


@st.composite
def networks(draw: st.DrawFn, names: dict[str, bool]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """One system in three has a network that is not reliable; most of those only for some messages."""
    if draw(st.integers(0, 2)):
        return (), ()
    kinds = draw(st.lists(st.sampled_from(NETWORKS), min_size=1, max_size=2, unique=True))
    carried = draw(st.lists(st.sampled_from(sorted(names)), max_size=2, unique=True))
    return tuple(kinds), tuple(carried)


@st.composite
def systems(draw: st.DrawFn) -> ActorSystem:
    """Every type has the same methods, so that any actor can be sent anything."""
    names = {f"m{number}": draw(st.booleans()) for number in range(draw(st.integers(2, 3)))}
    types = [draw(actor_types(names)) for _ in range(draw(st.integers(1, 2)))]
    actors = tuple(
        (draw(st.integers(0, len(types) - 1)), draw(st.integers(0, number)), draw(st.integers(0, number)))
        for number in range(draw(st.integers(1, 3)))
    )
    send = st.tuples(st.integers(0, len(actors) - 1), st.integers(0, len(names) - 1), NUMBERS)
    sends = tuple(draw(st.lists(send, min_size=3, max_size=6)))
    seen = any(kind == 0 for kind, _, _ in actors) and draw(st.integers(0, 3)) > 0
    looks = Condition(f"t0:{draw(VARIABLES)}", "!=", draw(st.integers(1, 3))) if seen else None
    known = tuple(names.items())
    monitor = draw(st.one_of(st.none(), monitors(types, names)))
    size, idle = draw(st.integers(1, 3)), draw(st.booleans())
    stopped = draw(st.sampled_from(["lost", "lost", "error"]))
    tested = draw(st.one_of(st.none(), st.tuples(NUMBERS, st.booleans())))
    network = draw(networks(names))
    part = draw(st.sampled_from(["", "", "[1]", ".number"]))
    called = draw(st.booleans())
    crash = draw(st.tuples(st.integers(0, len(types) - 1), st.integers(1, 2))) if draw(st.integers(0, 3)) == 0 else None
    timed = draw(st.integers(0, 3)) == 0
    given = tuple(_later(kind, draw) if timed else kind for kind in types)
    return ActorSystem(
        given, known, actors, sends, size, looks, idle, monitor, stopped, tested, *network, called, crash, part, timed
    )


def _later(kind: ActorType, draw: st.DrawFn) -> ActorType:
    """The same type, some of whose messages come later."""

    def later(operation: Operation) -> Operation:
        if operation[0] == "tell" and operation[1] != "ghost":
            ticks = draw(st.sampled_from([None, 0, 1, 2, 2]))
            return operation if ticks is None else ("after", ticks, *operation[1:])
        return tuple(later(part) if isinstance(part, tuple) else part for part in operation)

    def body(operations: tuple[Operation, ...] | None) -> tuple[Operation, ...] | None:
        return None if operations is None else tuple(map(later, operations))

    def changed(method: Method) -> Method:
        return replace(method, body=body(method.body) or ())

    states = tuple(
        State(
            state.name,
            tuple((name, changed(done) if isinstance(done, Method) else done) for name, done in state.does),
            body(state.entry),
            body(state.exit),
        )
        for state in kind.states
    )
    return replace(kind, methods=tuple(map(changed, kind.methods)), states=states)
