"""The syntax tree of actor models: what they have besides Promela."""

from __future__ import annotations

from penstock.syntax.nodes import Expression, Node, Sequence, VariableDeclaration, node

NOBODY = "nobody"
"""The address of no actor, where nothing else has that name."""
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
    """`target <- method(arguments)`."""

    target: Expression
    method: str
    method_at: int
    arguments: tuple[Expression, ...]


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
    """`method name(parameters) clauses body`, or `init(parameters) body`."""

    name: str
    name_at: int
    parameters: tuple[VariableDeclaration, ...]
    clauses: tuple[Clause, ...]
    clauses_at: int
    body: Sequence

    def said(self, word: str) -> list[Expression]:
        """The conditions after a word."""
        return [clause.condition for clause in self.clauses if clause.word == word]

    @property
    def waits(self) -> bool:
        """Whether messages may have to wait."""
        return any(clause.word != IGNORE for clause in self.clauses)


@node
class ActorType(Node):
    name: str
    name_at: int
    variables: tuple[VariableDeclaration, ...]
    init: Method | None
    methods: tuple[Method, ...]
    parts: tuple[Node, ...] = ()
    """What else is in it: states and the like."""


@node
class Main(Node):
    body: Sequence
