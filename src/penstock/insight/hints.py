"""What an editor may write between the lines: names of parameters, and how many processes of a type there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.dialects.actors.nodes import Create, Tell
from penstock.insight.index import Index
from penstock.insight.signatures import parameters_of
from penstock.insight.symbols import Symbol, SymbolKind
from penstock.insight.unit_names import with_arguments
from penstock.resolve.processes import instance_count
from penstock.syntax.nodes import Constant, Expression, InlineCall, Node, Proctype, Reference, Run

TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class InlineHint:
    """`before`: it stands before the place, otherwise behind it."""

    file: str
    offset: int
    text: str
    before: bool


def hints(index: Index, file: str) -> list[InlineHint]:
    found = [*_parameters(index), *_instances(index)]
    return sorted({one for one in found if one.file == file}, key=lambda one: (one.offset, one.text))


def _parameters(index: Index) -> Iterator[InlineHint]:
    symbols = {(one.kind, one.name): one for one in reversed(index.symbols)}
    for unit in index.program.units:
        for node in with_arguments(unit):
            # What a macro or an inline has written is not there to be read.
            written = index.sources.expansion(index.tokens.positions[node.first]) is None
            called = _called(node) if written else None
            if called is not None and (symbol := symbols.get(called[:2])) is not None:
                yield from _names(index, symbol, called[2])


def _called(node: Node) -> tuple[SymbolKind, str, tuple[Expression, ...]] | None:
    match node:
        case Run():
            return SymbolKind.PROCESS, node.proctype, node.arguments
        case InlineCall():
            return SymbolKind.INLINE, node.name, node.arguments
        case Create():
            return SymbolKind.ACTOR, node.type, node.arguments
        case Tell():
            return SymbolKind.METHOD, node.method, node.arguments
    return None


def _names(index: Index, symbol: Symbol, arguments: tuple[Expression, ...]) -> Iterator[InlineHint]:
    for parameter, argument in zip(parameters_of(symbol) or (), arguments, strict=False):
        name = parameter.split()[-1]
        same = isinstance(argument, Reference) and argument.name == name
        if isinstance(argument, Constant | Reference) and not same:
            where = index.span_of(index.tokens.positions[argument.first], 1)
            yield InlineHint(where.file, where.start, f"{name}:", True)


def _instances(index: Index) -> Iterator[InlineHint]:
    """Of process types that start by themselves, with a number that is not written as one."""
    for unit in index.program.units:
        if not isinstance(unit, Proctype) or index.model is None or not unit.active or unit.instances is None:
            continue
        where = index.stretch(unit.name_at, unit.name_at)
        yield InlineHint(where.file, where.end, f"{TIMES}{instance_count(index.model, unit)}", False)
