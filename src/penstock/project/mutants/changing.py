"""All small changes to the processes of a model."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from penstock.project.mutants.spelling import Span, Spelling
from penstock.records import data, record
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Binary,
    Break,
    CExpression,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Constant,
    Do,
    Goto,
    If,
    Init,
    InlineCall,
    Node,
    Print,
    PrintMtype,
    Proctype,
    Receive,
    ResetTimer,
    Run,
    Send,
    SetTimer,
    VariableDeclaration,
)
from penstock.syntax.walk import walk, walk_outside


class MutationKind(Enum):
    NEGATED = "guard negated"
    UNSENT = "message not sent"
    MOVED = "constant moved by one"
    LEFT_OUT = "statement left out"
    EXCHANGED = "operator exchanged"
    OPTION = "option left out"


@record
class Mutation:
    """What stands at a place of the text, and what is put there instead."""

    kind: MutationKind
    line: int = data(least=1)
    column: int = data(least=1)
    before: str
    after: str
    offset: int = data(least=0, text="characters before it")

    def applied(self, text: str) -> str:
        return text[: self.offset] + self.after + text[self.offset + len(self.before) :]


_OTHER = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "&&": "||",
    "||": "&&",
    "==": "!=",
    "!=": "==",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "&": "|",
    "|": "&",
    "<<": ">>",
    ">>": "<<",
}
_QUERIES = {"full": "nfull", "nfull": "full", "empty": "nempty", "nempty": "empty", "len": "len"}
_SHORTHAND = {"++": "--", "--": "++"}
_LEFT_OUT = (Assignment, Receive, Goto, Break, SetTimer, ResetTimer, InlineCall)
_NO_BEHAVIOUR = (Assert, Print, PrintMtype)
"""What a property says, and what is only printed: changes there say nothing about the model."""
_TRUTHS = {"true": "false", "false": "true"}
_ENDINGS = ("::", "fi", "od")
_SKIP = "skip"


def mutations_of(spelling: Spelling) -> list[Mutation]:
    """Every change once, in the order of the text."""
    found = {(one.offset, one.before, one.after): one for one in _all(spelling)}
    return sorted(found.values(), key=lambda one: (one.offset, len(one.before), one.after))


def _all(spelling: Spelling) -> Iterator[Mutation]:
    for unit in spelling.model.syntax.program.units:
        if isinstance(unit, VariableDeclaration):
            yield from _declared(spelling, unit)
        elif isinstance(unit, Proctype | Init):
            nodes = list(walk_outside(unit, (*_NO_BEHAVIOUR, VariableDeclaration)))
            guards = {node.expression for node in nodes if isinstance(node, Condition)}
            for node in nodes:
                if not (node in guards and _is_said_already(node)):
                    yield from _changes(spelling, node)


def _is_said_already(guard: Node) -> bool:
    """Whether changing a guard is the same as negating it, or as leaving out the option."""
    return isinstance(guard, Constant) or (isinstance(guard, Binary) and guard.operator in ("==", "!="))


def _declared(spelling: Spelling, unit: VariableDeclaration) -> Iterator[Mutation]:
    """First values and capacities; what an array has is part of its type."""
    for declarator in unit.variables:
        initial = declarator.initial
        part = initial.capacity if isinstance(initial, ChannelInitial) else initial
        for node in [] if part is None else walk(part):
            yield from _changes(spelling, node)


def _changes(spelling: Spelling, node: Node) -> Iterator[Mutation]:
    match node:
        case VariableDeclaration():
            yield from _declared(spelling, node)
        case ChannelQuery():
            yield from _instead(spelling, MutationKind.EXCHANGED, spelling.token(node.first), _QUERIES[node.query])
        case Condition(expression=Run()):
            yield from _instead(spelling, MutationKind.LEFT_OUT, spelling.node(node), _SKIP)
        case Condition():
            yield from _negated(spelling, node)
        case Send():
            yield from _instead(spelling, MutationKind.UNSENT, spelling.node(node), _SKIP)
        case Constant():
            yield from _moved(spelling, node)
        case Binary():
            yield from _exchanged(spelling, node)
        case If() | Do():
            yield from _fewer_options(spelling, node)
    if isinstance(node, _LEFT_OUT):
        yield from _instead(spelling, MutationKind.LEFT_OUT, spelling.node(node), _SKIP)
    if isinstance(node, Assignment) and node.shorthand in _SHORTHAND:
        yield from _instead(spelling, MutationKind.EXCHANGED, spelling.token(node.last), _SHORTHAND[node.shorthand])


def _instead(spelling: Spelling, kind: MutationKind, span: Span | None, after: str) -> Iterator[Mutation]:
    if span is None:
        return
    before = spelling.file.text[span.start : span.end]
    place = spelling.file.location(span.start)
    if before != after:
        yield Mutation(kind, place.line, place.column, before, after, span.start)


def _negated(spelling: Spelling, node: Condition) -> Iterator[Mutation]:
    span = spelling.node(node)
    if span is None or not node.written or isinstance(node.expression, Constant):
        return  # an option that is never taken is another change
    if any(isinstance(inner, CExpression) for inner in walk(node)):
        return
    yield from _instead(spelling, MutationKind.NEGATED, span, f"!({spelling.file.text[span.start : span.end]})")


def _moved(spelling: Spelling, node: Constant) -> Iterator[Mutation]:
    span = spelling.token(node.first)
    if span is None or node.name is not None:
        return
    text = spelling.file.text[span.start : span.end]
    if text.isdecimal():
        for value in [int(text) + 1, *([int(text) - 1] if int(text) > 0 else [])]:
            yield from _instead(spelling, MutationKind.MOVED, span, str(value))
    elif text in _TRUTHS:
        yield from _instead(spelling, MutationKind.MOVED, span, _TRUTHS[text])


def _exchanged(spelling: Spelling, node: Binary) -> Iterator[Mutation]:
    kinds = spelling.model.syntax.tokens.texts
    between = range(node.left.last + 1, node.right.first)
    at = next((at for at in between if kinds[at] == node.operator), None)
    if at is not None and node.operator in _OTHER:
        yield from _instead(spelling, MutationKind.EXCHANGED, spelling.token(at), _OTHER[node.operator])


def _fewer_options(spelling: Spelling, node: If | Do) -> Iterator[Mutation]:
    """An option goes with everything up to the next one."""
    kinds = spelling.model.syntax.tokens.kinds
    for option in node.options if len(node.options) > 1 else ():
        end = next(at for at in range(option.last + 1, len(kinds)) if kinds[at] in _ENDINGS)
        whole, last = spelling.tokens(option.first - 1, end), spelling.token(end)
        if whole is not None and last is not None:
            yield from _instead(spelling, MutationKind.OPTION, Span(whole.start, last.start), "")
