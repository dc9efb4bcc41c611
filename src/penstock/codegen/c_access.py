"""Which variables of C a piece of C reads and writes, and which functions it calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pycparser import c_ast

from penstock.graphs import descend, reachable

_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Access:
    """Names that a piece of C reads, writes and calls; `kept`: its own variables that outlive a call."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()

    def __or__(self, other: Access) -> Access:
        return Access(
            self.reads | other.reads, self.writes | other.writes, self.calls | other.calls, self.kept | other.kept
        )


def access_of(tree: c_ast.Node | None, text: str, arrays: frozenset[str]) -> Access:
    """What C does; if it could not be read, it may do anything to whatever it names."""
    if tree is None:
        words = frozenset(_WORD.findall(text))
        return Access(words, words, words)
    reads: set[str] = set()
    writes: set[str] = set()
    calls: set[str] = set()
    kept: set[str] = set()
    for node in nodes(tree):
        match node:
            case c_ast.Assignment():
                writes.update(_root(node.lvalue))
            case c_ast.UnaryOp() if node.op in ("++", "--", "p++", "p--", "&"):
                writes.update(_root(node.expr))
            case c_ast.FuncCall() if isinstance(node.name, c_ast.ID):
                calls.add(node.name.name)
                # The name of an array is the place where a function may write.
                writes.update(name for name in _arguments(node) if name in arrays)
            case c_ast.ID():
                reads.add(node.name)
            case c_ast.Decl() if "static" in node.storage and node.name is not None:
                kept.add(node.name)
    return Access(frozenset(reads), frozenset(writes), frozenset(calls), frozenset(kept))


def with_calls(access: Access, functions: Mapping[str, Access]) -> Access:
    """What C does together with the functions of the specification that it calls."""
    for name in reachable(access.calls, lambda name: functions[name].calls if name in functions else ()):
        if name in functions:
            called = functions[name]
            access |= replace(called, kept=frozenset(f"{name}.{each}" for each in called.kept))
    return access


def nodes(tree: c_ast.Node) -> Iterator[c_ast.Node]:
    return descend(tree, lambda node: [child for _, child in reversed(node.children())])


def _root(node: c_ast.Node) -> Iterable[str]:
    while isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
        node = node.name
    return (node.name,) if isinstance(node, c_ast.ID) else ()


def _arguments(call: c_ast.FuncCall) -> Iterable[str]:
    for argument in call.args.exprs if call.args is not None else ():
        yield from _root(argument.expr if isinstance(argument, c_ast.Cast) else argument)
