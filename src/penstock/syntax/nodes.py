"""The syntax tree of Promela.

Nodes are plain records: no methods, no facts found later (those live in side tables keyed by
node, which works because nodes compare by identity).  Each node knows its first and last token,
`first` and `last`, as indices into the token table of its model.
"""

from __future__ import annotations

from penstock.syntax.node import Node as Node
from penstock.syntax.node import node as node

# -- expressions -------------------------------------------------------------------------------


@node
class Constant(Node):
    """A number, a character, `true`, `false`, `skip`, or a message type by `name`."""

    value: int
    name: str | None = None


@node
class Reference(Node):
    """`name`, `name[index]`, `name.member`, `name[index].member`."""

    name: str
    index: Expression | None
    member: Reference | None


@node
class Unary(Node):
    operator: str
    operand: Expression


@node
class Binary(Node):
    operator: str
    left: Expression
    right: Expression


@node
class Conditional(Node):
    """`(condition -> when_true : when_false)`."""

    condition: Expression
    when_true: Expression
    when_false: Expression


@node
class Run(Node):
    proctype: str
    arguments: tuple[Expression, ...]
    priority: int | None


@node
class ChannelQuery(Node):
    """`len(q)`, `full(q)`, `nfull(q)`, `empty(q)`, `nempty(q)`."""

    query: str
    channel: Reference


@node
class Poll(Node):
    """`channel?[patterns]`, or with `random` `channel??[patterns]`."""

    channel: Reference
    patterns: tuple[Pattern, ...]
    random: bool


@node
class ProcessQuery(Node):
    """`enabled(pid)`, `pc_value(pid)`, `get_priority(pid)`."""

    query: str
    process: Expression


@node
class RemoteLabel(Node):
    """`Proctype[pid]@label`; without a pid any instance is meant."""

    proctype: str
    process: Expression | None
    label: str


@node
class RemoteVariable(Node):
    """`Proctype[pid]:variable`."""

    proctype: str
    process: Expression | None
    variable: Reference


@node
class Word(Node):
    """`timeout` or `np_`: an expression that is one keyword."""

    word: str


@node
class CExpression(Node):
    """`c_expr [precondition] { text }`."""

    text: str
    precondition: str | None


@node
class Expire(Node):
    """`expire(timer)`: the timer is on and has run down; passing a condition with this in it turns it off."""

    timer: Reference


@node
class TimerQuery(Node):
    """`active(timer)`: whether it is on.  `remaining(timer)`: how many ticks are left, -1 if it is off."""

    query: str
    timer: Reference


@node
class Within(Node):
    """`within(limit) value` in a formula: before more than `limit` ticks have passed, `value` holds."""

    limit: Expression
    value: Expression


@node
class Begins(Node):
    """`begins(value)` in a formula with a deadline: `value` holds, and did not before."""

    value: Expression


Expression = (
    Constant
    | Reference
    | Unary
    | Binary
    | Conditional
    | Run
    | ChannelQuery
    | Poll
    | ProcessQuery
    | RemoteLabel
    | RemoteVariable
    | Word
    | CExpression
    | Expire
    | TimerQuery
    | Within
    | Begins
)


@node
class Eval(Node):
    """`eval(value)` in a receive: the field must equal the value."""

    value: Expression


Pattern = Constant | Reference | Eval


# -- statements --------------------------------------------------------------------------------


@node
class Assignment(Node):
    """`target = value`; `x++` and `x--` are read as `x = x + 1` and `x = x - 1`."""

    target: Reference
    value: Expression
    shorthand: str | None = None


@node
class Send(Node):
    """`channel!arguments`, or with `sorted` `channel!!arguments`."""

    channel: Reference
    arguments: tuple[Expression, ...]
    sorted: bool


@node
class Receive(Node):
    """`channel?patterns`; `random` is `??`, `peek` leaves the message (`?<...>`)."""

    channel: Reference
    patterns: tuple[Pattern, ...]
    random: bool
    peek: bool


@node
class Condition(Node):
    """An expression as a statement: executable when it is not zero.

    A label before `}` labels such a step that is not written in the text.
    """

    expression: Expression
    written: bool = True


@node
class Print(Node):
    text: str
    arguments: tuple[Expression, ...]


@node
class PrintMtype(Node):
    value: Expression


@node
class Assert(Node):
    condition: Expression


@node
class SetPriority(Node):
    process: Expression
    priority: Expression


@node
class SetTimer(Node):
    """`set(timer, value)`: the timer is on and runs down in `value` ticks."""

    timer: Reference
    value: Expression


@node
class ResetTimer(Node):
    """`reset(timer)`: the timer is off."""

    timer: Reference


@node
class CCode(Node):
    """`c_code [precondition] { text }`, or `c_decl { text }`."""

    keyword: str
    text: str
    precondition: str | None


@node
class Else(Node):
    pass


@node
class Break(Node):
    pass


@node
class Goto(Node):
    label: str


@node
class Sequence(Node):
    """Statements and declarations in order; `scope` identifies the block scope."""

    steps: tuple[Step, ...]


@node
class If(Node):
    options: tuple[Sequence, ...]


@node
class Do(Node):
    options: tuple[Sequence, ...]


@node
class For(Node):
    """`for (variable : low .. high) body`."""

    variable: Reference
    low: Expression
    high: Expression
    body: Sequence


@node
class ForEach(Node):
    """`for (variable in collection) body`, over an array's indices or a channel's messages."""

    variable: Reference
    collection: Reference
    body: Sequence


@node
class Select(Node):
    """`select (variable : low .. high)`."""

    variable: Reference
    low: Expression
    high: Expression


@node
class Atomic(Node):
    body: Sequence


@node
class DStep(Node):
    body: Sequence


@node
class Block(Node):
    body: Sequence


@node
class Unless(Node):
    main: Statement
    escape: Statement


@node
class Labelled(Node):
    """`label: statement`; a label before `}` labels a statement of its own that does nothing."""

    label: str
    statement: Statement


@node
class InlineCall(Node):
    """A call of an inline and what it stands for; `result` takes the value of `return`."""

    name: str
    arguments: tuple[Expression, ...]
    result: Reference | None
    body: Statement


BasicStatement = (
    Assignment
    | Send
    | Receive
    | Condition
    | Print
    | PrintMtype
    | Assert
    | SetPriority
    | SetTimer
    | ResetTimer
    | CCode
    | Else
    | Break
    | Goto
    | DStep
)
"""What one transition of an automaton can carry."""
Statement = BasicStatement | If | Do | For | ForEach | Select | Atomic | Block | Unless | Labelled | InlineCall


# -- declarations ------------------------------------------------------------------------------


@node
class ChannelInitial(Node):
    """`[capacity] of { fields }`."""

    capacity: Expression
    fields: tuple[FieldType, ...]


@node
class FieldType(Node):
    """The type of one message field; `subtype` is the name after `mtype:`."""

    type: str
    subtype: str | None


@node
class ArrayInitial(Node):
    values: tuple[Constant, ...]


Initial = ChannelInitial | ArrayInitial | Expression


@node
class Declarator(Node):
    """One declared name: `name : width`, `name[size]`, `name = initial`."""

    name: str
    width: int | None
    size: Expression | None
    initial: Initial | None


@node
class ValueRange(Node):
    """`low .. high`, or a single value."""

    low: int
    high: int


@node
class VariableDeclaration(Node):
    """`visibility type:subtype variables`; after `env`, with the `values` that the outside may write there."""

    visibility: str | None
    type: str
    subtype: str | None
    variables: tuple[Declarator, ...]
    values: tuple[ValueRange, ...] = ()


@node
class MtypeDeclaration(Node):
    """`mtype:subtype = { names }`."""

    subtype: str | None
    names: tuple[Constant, ...]


@node
class ChannelClaim(Node):
    """`xr q` or `xs q`: only this process reads, or sends to, these channels."""

    claim: str
    channels: tuple[Reference, ...]


Step = Statement | VariableDeclaration | ChannelClaim


# -- units -------------------------------------------------------------------------------------


@node
class Proctype(Node):
    """A process type; `name_at` is the token of its name.  An `env protocol` is one that stands for the outside."""

    name: str
    name_at: int
    deterministic: bool
    instances: Expression | None
    active: bool
    parameters: tuple[VariableDeclaration, ...]
    priority: int | None
    provided: Expression | None
    body: Sequence
    environment: bool = False


@node
class Init(Node):
    priority: int | None
    body: Sequence


@node
class Never(Node):
    name: str | None
    body: Sequence


@node
class Trace(Node):
    """`trace { ... }` or, with `forbidden`, `notrace { ... }`."""

    forbidden: bool
    body: Sequence


@node
class Ltl(Node):
    name: str | None
    formula: Expression


@node
class Typedef(Node):
    name: str
    name_at: int
    fields: tuple[VariableDeclaration, ...]


@node
class InlineDefinition(Node):
    name: str
    name_at: int
    parameters: tuple[str, ...]


@node
class EnvironmentField(Node):
    """`lo : 0 .. 9 | 20`, `0 .. 9`, `lo`, `_`: what a field of a message from outside may hold; no values: anything."""

    name: str | None
    values: tuple[ValueRange, ...]


@node
class EnvironmentMessage(Node):
    """`signal(fields) where relation`, in which fields are named."""

    signal: EnvironmentField
    fields: tuple[EnvironmentField, ...]
    where: Expression | None


@node
class EnvironmentInput(Node):
    """`env channel ? messages;`: these may also arrive on the channel from outside."""

    channel: Reference
    messages: tuple[EnvironmentMessage, ...]


@node
class CState(Node):
    """`c_state` or `c_track` with its strings."""

    keyword: str
    strings: tuple[str, ...]


Unit = (
    Proctype
    | Init
    | Never
    | Trace
    | Ltl
    | Typedef
    | InlineDefinition
    | VariableDeclaration
    | MtypeDeclaration
    | EnvironmentInput
    | CCode
    | CState
)

Process = Proctype | Init | Never | Trace


@node
class Program(Node):
    units: tuple[Unit, ...]
