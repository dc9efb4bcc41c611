"""What a call takes while it is being written: `run P(`, inlines, macros, messages, `create`, methods."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from penstock.dialects.actors.nodes import ActorType, Method
from penstock.insight.symbols import Symbol, SymbolKind
from penstock.insight.telling import declaration_text
from penstock.insight.text_tokens import TextToken, code_before
from penstock.resolve.symbols import Variable
from penstock.syntax.macros import Macro
from penstock.syntax.nodes import InlineDefinition, Proctype, VariableDeclaration

_SENDS = frozenset(["!", "?", "!!", "??"])
_ENDS = frozenset([";", "->", "{", "}", "::"])


@dataclass(frozen=True, slots=True)
class Signature:
    """`active` is the parameter that is being written."""

    text: str
    parameters: tuple[str, ...]
    active: int


def signature_at(text: str, offset: int, symbols: Iterable[Symbol]) -> Signature | None:
    found = code_before(text, offset)
    if found is None:
        return None
    tokens, _ = found
    known = list(symbols)
    depth = active = 0
    for at in range(len(tokens) - 1, -1, -1):
        word = tokens[at].text
        if word in _ENDS:
            return None
        if word in (")", "]"):
            depth += 1
        elif word in ("(", "[") and depth:
            depth -= 1
        elif word == "," and not depth:
            active += 1
        elif word == "(":
            signature = _call(tokens, at, active, known)
            if signature is not None:
                return signature
        elif word in _SENDS and not depth and at and tokens[at - 1].kind == "name":
            return _message(tokens[at - 1].text, word, active, known)
    return None


def _call(tokens: list[TextToken], at: int, active: int, known: list[Symbol]) -> Signature | None:
    if not at or tokens[at - 1].kind != "name":
        return None
    name, before = tokens[at - 1].text, tokens[at - 2].text if at > 1 else ""
    if before in _SENDS:  # `q!m(a, b)`: the message type is the first field
        return _message(tokens[at - 3].text if at > 2 else "", before, active + 1, known)
    wanted = {"run": SymbolKind.PROCESS, "create": SymbolKind.ACTOR, "<-": SymbolKind.METHOD}.get(before)
    kinds = (wanted,) if wanted is not None else (SymbolKind.INLINE, SymbolKind.MACRO)
    for symbol in known:
        if symbol.name == name and symbol.kind in kinds:
            parameters = parameters_of(symbol)
            return Signature(declaration_text(symbol), parameters, active) if parameters is not None else None
    return None


def parameters_of(symbol: Symbol) -> tuple[str, ...] | None:
    """The parameters of what can be called, as they are declared."""
    match symbol.fact:
        case Proctype() | Method():
            return _declared(symbol.fact.parameters)
        case ActorType():
            return _declared(symbol.fact.init.parameters) if symbol.fact.init is not None else ()
        case InlineDefinition():
            return symbol.fact.parameters
        case Macro():
            return tuple(symbol.fact.parameters) if symbol.fact.parameters is not None else None
    return None


def _declared(declarations: tuple[VariableDeclaration, ...]) -> tuple[str, ...]:
    return tuple(f"{one.type} {inner.name}" for one in declarations for inner in one.variables)


def _message(name: str, operator: str, active: int, known: list[Symbol]) -> Signature | None:
    facts = [one.fact for one in known if one.name == name and isinstance(one.fact, Variable)]
    channel = next((one.channel for one in facts if one.channel is not None), None)
    if channel is None:
        return None
    fields = tuple(f"{one.type}:{one.subtype}" if one.subtype else one.type for one in channel.fields)
    return Signature(f"{name}{operator}{', '.join(fields)}", fields, active)
