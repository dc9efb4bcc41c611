"""The syntax tree of actor models: what they have besides Promela."""

from __future__ import annotations

from penstock.syntax.nodes import Expression, Node, Sequence, VariableDeclaration, node

NOBODY = "nobody"
"""The address of no actor, where nothing else has that name."""
SELF = "self"
"""The address of the actor itself, as `this`, where nothing else has that name."""
STOP = "stop"
"""The statement that ends an actor, where nothing else has that name."""
RESTRAIN, DEFER, IGNORE = "restrain", "defer", "ignore"


@node
class This(Node):
    """The address of the actor itself."""


@node
class Create(Node):
    """`create T(arguments)`: the address of a new actor."""

    type: str
    type_at: int
    arguments: tuple[Expression, ...]


@node
class Tell(Node):
    """`target <- method(arguments)`, or `after(delay)` before it."""

    target: Expression
    method: str
    method_at: int
    arguments: tuple[Expression, ...]
    delay: Expression | None = None


@node
class FunctionDefinition(Node):
    """`function name(parameters) = value`."""

    name: str
    name_at: int
    parameters: tuple[VariableDeclaration, ...]
    value: Expression


@node
class FunctionCall(Node):
    """`name(arguments)`; `value` is that of the function with the arguments put in."""

    name: str
    name_at: int
    arguments: tuple[Expression, ...]
    value: Expression


@node
class Make(Node):
    """A `create` whose address nobody keeps."""

    create: Create


@node
class Clause(Node):
    """`restrain (condition)`, `defer (condition)` or `ignore (condition)`: asked before a message is handled."""

    word: str
    condition: Expression


@node
class Method(Node):
    """`method name(parameters) clauses body`, or `init(parameters) body`.

    In a `state` there are `on name(parameters) clauses body`, and `entry` and `exit`.
    """

    name: str
    name_at: int
    parameters: tuple[VariableDeclaration, ...]
    clauses: tuple[Clause, ...]
    clauses_at: int
    body: Sequence
    state: str = ""

    @property
    def key(self) -> str:
        """What tells it from all others of its actor type."""
        return f"{self.state} {self.name}" if self.state else self.name

    @property
    def called(self) -> str:
        """What it is called in a sentence."""
        if " of " in self.name:  # `entry` and `exit`
            return f"this `{self.name.split()[0]}`"
        where = f" of state `{self.state}`" if self.state else ""
        return f"method `{self.name}`{where}" if self.name != "init" else "this `init`"

    def said(self, word: str) -> list[Expression]:
        """The conditions after a word."""
        return [clause.condition for clause in self.clauses if clause.word == word]

    @property
    def waits(self) -> bool:
        """Whether messages may have to wait."""
        return any(clause.word != IGNORE for clause in self.clauses)


@node
class PassedBy(Node):
    """`defer name` or `ignore name` in a state."""

    word: str
    name: str


@node
class ActorState(Node):
    """`state name { on ... defer ... ignore ... entry ... exit ... }`: what an actor does while it is in it."""

    name: str
    name_at: int
    handlers: tuple[Method, ...]
    passing: tuple[PassedBy, ...]
    entries: tuple[Method, ...]
    exits: tuple[Method, ...]


@node
class ActorType(Node):
    name: str
    name_at: int
    variables: tuple[VariableDeclaration, ...]
    init: Method | None
    methods: tuple[Method, ...]
    parts: tuple[Node, ...] = ()
    """What else is in it: states and the like."""

    @property
    def states(self) -> tuple[ActorState, ...]:
        """The first one is where an actor begins."""
        return tuple(part for part in self.parts if isinstance(part, ActorState))

    @property
    def handlers(self) -> tuple[Method, ...]:
        """Whatever handles messages, in all states or in one."""
        return (*self.methods, *(handler for state in self.states for handler in state.handlers))


@node
class Observed(Node):
    """`T.m` after `observes`."""

    type: str
    name: str


@node
class Monitor(Node):
    """`monitor name observes ... { ... }`; `hot` are the names of states that must be left again."""

    name: str
    name_at: int
    observed: tuple[Observed, ...]
    variables: tuple[VariableDeclaration, ...]
    states: tuple[ActorState, ...]
    hot: tuple[str, ...]


@node
class Named(Node):
    """A name where it is all that matters."""

    text: str


@node
class NetworkDeclaration(Node):
    """`network lossy, duplicating for data, ack`: what may happen, and to which messages."""

    kinds: tuple[Named, ...]
    messages: tuple[Named, ...]


@node
class Main(Node):
    body: Sequence


@node
class TestParameter(Node):
    """`N in 2..4` or `N in 3`: a number that a test is run with, one after the other."""

    __test__ = False
    declaration: VariableDeclaration
    low: Expression
    high: Expression

    @property
    def name(self) -> str:
        return self.declaration.variables[0].name


@node
class Looked(Node):
    """The name of a monitor or a formula that a test looks at."""

    name: str


@node
class Test(Node):
    """`test name(parameters) with monitors expects verdict body`: what is run instead of `main`.

    `options` are those of the command line that it is run with; with no `looked`, everything is looked at.
    """

    __test__ = False
    name: str
    name_at: int
    parameters: tuple[TestParameter, ...]
    looked: tuple[Looked, ...]
    options: tuple[str, ...]
    expected: str
    violated: Looked | None
    body: Sequence
