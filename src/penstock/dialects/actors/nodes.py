"""The syntax tree of actor models: what they have besides Promela."""

from __future__ import annotations

from penstock.syntax.nodes import Expression, Node, Sequence, VariableDeclaration, node


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
class Method(Node):
    """`method name(parameters) restrain (condition) body`, or `init(parameters) body`."""

    name: str
    name_at: int
    parameters: tuple[VariableDeclaration, ...]
    restrain: Expression | None
    restrain_at: int
    body: Sequence


@node
class ActorType(Node):
    name: str
    name_at: int
    variables: tuple[VariableDeclaration, ...]
    init: Method | None
    methods: tuple[Method, ...]


@node
class Main(Node):
    body: Sequence
