"""What there is to say about a name: its declaration as it would be written, and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.dialects.actors.nodes import ActorType, Method, Monitor, Test
from penstock.dialects.actors.system import Declared
from penstock.insight.expanding import expansion_text
from penstock.insight.index import Index
from penstock.insight.symbols import NameUse, Symbol, SymbolKind, UseKind
from penstock.insight.words import LABEL_PREFIXES, PREDEFINED_WORDS
from penstock.resolve.symbols import Variable
from penstock.syntax.macros import Macro
from penstock.syntax.nodes import (
    ArrayInitial,
    ChannelInitial,
    Constant,
    InlineDefinition,
    Ltl,
    Proctype,
    Typedef,
    VariableDeclaration,
)
from penstock.syntax.printer import expression_text

LONGEST_EXPANSION = 400


@dataclass(frozen=True, slots=True)
class NameFacts:
    """`declaration` is in the language; `sentences` are for people."""

    declaration: str
    sentences: tuple[str, ...] = ()


def facts_of(index: Index, symbol: Symbol, use: NameUse | None = None) -> NameFacts:
    return NameFacts(declaration_text(symbol), tuple(_sentences(index, symbol, use)))


# -- declarations ----------------------------------------------------------------------------------


def declaration_text(symbol: Symbol) -> str:
    match symbol.fact:
        case Variable() as variable:
            return _variable_text(variable)
        case Declared() as declared:
            kind = f"{declared.type} {declared.subtype}" if declared.subtype else declared.type
            return f"{kind} {symbol.name}"
        case Macro() as macro:
            return _macro_text(macro)
        case Proctype() as unit:
            active = "active " if unit.active else ""
            number = f"[{expression_text(unit.instances)}] " if unit.instances is not None else ""
            return f"{active}{number}proctype {unit.name}({parameters_text(unit.parameters)})"
        case InlineDefinition() as unit:
            return f"inline {unit.name}({', '.join(unit.parameters)})"
        case Typedef() as unit:
            return f"typedef {unit.name} {{ {'; '.join(map(_declared_text, unit.fields))} }}"
        case Ltl() as unit:
            return f"ltl {unit.name} {{ {expression_text(unit.formula)} }}"
        case Constant() as unit:
            return f"mtype{':' + symbol.owner if symbol.owner else ''} = {{ {symbol.name} }}"
        case Method() as unit:
            return f"method {unit.name}({parameters_text(unit.parameters)})"
        case Monitor() as unit:
            observed = ", ".join(f"{one.type}.{one.name}" for one in unit.observed)
            return f"monitor {unit.name} observes {observed}"
        case Test() as unit:
            return f"test {unit.name}({', '.join(one.name for one in unit.parameters)})"
        case ActorType() as unit:
            given = parameters_text(unit.init.parameters) if unit.init is not None else ""
            return f"actortype {unit.name}({given})"
    if symbol.kind is SymbolKind.STATE:
        return f"state {symbol.name}"
    return f"{symbol.name}:" if symbol.kind is SymbolKind.LABEL else symbol.name


def _variable_text(variable: Variable) -> str:
    head = " ".join(filter(None, [variable.visibility, _type_text(variable.type, variable.subtype), variable.name]))
    width = f" : {variable.width}" if variable.type == "unsigned" else ""
    size = f"[{variable.size}]" if variable.size is not None else ""
    if variable.channel is not None:
        return f"{head}{size} = {_channel_text(variable.channel)}"
    initial = variable.initial
    if isinstance(initial, ArrayInitial):
        return f"{head}{size} = {{ {', '.join(map(expression_text, initial.values))} }}"
    value = f" = {expression_text(initial)}" if initial is not None and not isinstance(initial, ChannelInitial) else ""
    return f"{head}{width}{size}{value}"


def _type_text(kind: str, subtype: str | None) -> str:
    return f"{kind}:{subtype}" if subtype else kind


def _channel_text(channel: ChannelInitial) -> str:
    fields = ", ".join(_type_text(one.type, one.subtype) for one in channel.fields)
    return f"[{expression_text(channel.capacity)}] of {{ {fields} }}"


def _macro_text(macro: Macro) -> str:
    given = f"({', '.join(macro.parameters)})" if macro.parameters is not None else ""
    return f"#define {macro.name}{given} {' '.join(text for _, text, _ in macro.body)}".rstrip()


def _declared_text(declaration: VariableDeclaration) -> str:
    names = ", ".join(one.name for one in declaration.variables)
    return f"{_type_text(declaration.type, declaration.subtype)} {names}"


def parameters_text(declarations: tuple[VariableDeclaration, ...]) -> str:
    return "; ".join(map(_declared_text, declarations))


# -- sentences -------------------------------------------------------------------------------------


def _sentences(index: Index, symbol: Symbol, use: NameUse | None) -> Iterator[str]:
    if symbol.where is None:
        yield PREDEFINED_WORDS.get(symbol.name, "predefined")
        return
    yield _place(symbol)
    match symbol.fact:
        case Variable(channel=ChannelInitial() as channel):
            yield _traffic(index, symbol, channel)
        case Variable(structure=structure) if structure is not None:
            fields = ", ".join(f"`{one.type} {one.name}`" for one in structure.fields.values())
            yield f"fields: {fields}"
        case Macro() if use is not None and use.kind is not UseKind.DECLARATION:
            text = expansion_text(index, use.span)
            if text:
                yield f"here: `{text[:LONGEST_EXPANSION]}`"
        case Constant(value=value):
            yield f"value {value}"
        case Proctype():
            yield _runs(index, symbol)
    if symbol.kind is SymbolKind.LABEL:
        yield from (text for prefix, text in LABEL_PREFIXES.items() if symbol.name.startswith(prefix))


def _place(symbol: Symbol) -> str:
    if symbol.kind in (SymbolKind.VARIABLE, SymbolKind.CHANNEL, SymbolKind.TIMER):
        return f"{symbol.kind.value} of `{symbol.owner}`" if symbol.owner else f"global {symbol.kind.value}"
    return f"{symbol.kind.value} of `{symbol.owner}`" if symbol.owner else symbol.kind.value


def _traffic(index: Index, symbol: Symbol, channel: ChannelInitial) -> str:
    kinds = [use.kind for use in index.of(symbol)]
    fields = ", ".join(f"`{_type_text(one.type, one.subtype)}`" for one in channel.fields)
    sends, receives = kinds.count(UseKind.SEND), kinds.count(UseKind.RECEIVE)
    return f"messages of {fields}; sent in {sends}, received in {receives} places"


def _runs(index: Index, symbol: Symbol) -> str:
    runs = sum(use.kind is UseKind.RUN for use in index.of(symbol))
    return f"started in {runs} {'place' if runs == 1 else 'places'}" if runs else "not started by `run`"
