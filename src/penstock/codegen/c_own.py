"""C of a process whose body returns where it waits: its variables are in a structure, and its C finds them there.

c_decl_IS { int tries = 3; }     ->     in the structure  int tries;     at the beginning  my->tries = 3;
c_code_IS { tries--; }           ->     my->tries--;
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from pycparser import c_ast

from penstock.codegen.c_access import nodes
from penstock.codegen.c_pieces import Piece, pieces
from penstock.codegen.c_units import (
    declares_only,
    fix_length,
    given,
    macro_words,
    named_structures,
    without_const,
    written,
)
from penstock.codegen.fragments import closed, declarations_in, statements_in
from penstock.codegen.page import RESTORED, c_string
from penstock.graphs import reachable
from penstock.source import Location

_TOKEN = re.compile(
    r"(?P<hidden>/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')"
    r"|(?P<word>[A-Za-z_]\w*)|(?P<sign>->|\.\.\.|[^\s\w])|(?P<number>\d[\w.]*)",
    re.DOTALL,
)
_BEFORE_OTHER_NAMES = frozenset([".", "->", "struct", "union", "enum", "goto"])
"""After these a name is that of a field, a type or a label."""


@dataclass(slots=True)
class OwnC:
    """`types` stand before the structure, `fields` in it; `values` are statements that give fields first values."""

    types: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    macros: dict[str, frozenset[str]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def declare(self, text: str, types: Iterable[str], where: Location) -> None:
        """Take C declarations of the process apart, which stand there in the specification."""
        text = closed(text)
        for piece in pieces(text):
            line = where.line + text.count("\n", 0, piece.offset)
            self._sort(piece, types, f"#line {line} {c_string(where.file)}")

    def _sort(self, piece: Piece, types: Iterable[str], at: str) -> None:
        if piece.directive:
            self.macros |= macro_words(piece)
            for texts in (self.types, self.fields, self.values) if piece.is_conditional else (self.types,):
                texts.append(piece.text)
            return
        tree = declarations_in(piece.text, types)
        if tree is None:
            self.fields += [at, piece.text, RESTORED]  # for the compiler to say
            return
        for node in tree:
            if isinstance(node, c_ast.Decl) and node.name is not None and not declares_only(node):
                self._variable(node, piece.text if len(tree) == 1 else None, at)
            else:
                self.types.append(written(node) + ";")

    def _variable(self, node: c_ast.Decl, text: str | None, at: str) -> None:
        names = (f"ps_own_type_{number}" for number in self.numbers)
        self.types.extend(written(structure) + ";" for structure in named_structures(node, names))
        kept = copy.deepcopy(node)
        kept.storage, kept.init = [], None
        without_const(kept)
        fix_length(kept, node.init, text)
        self.names.append(node.name)
        self.fields += [at, written(kept) + ";", RESTORED]
        if node.init is not None:
            self.values += [at, *given(kept, node), RESTORED]


def renamed(text: str, names: Mapping[str, str], types: Iterable[str]) -> str:
    """C in which variables have other names; those that it declares itself keep theirs, to the end of their block."""
    declared = _declared_places(text, names, types)
    written_anew: list[str] = []
    hidden: dict[str, int] = {}
    last, done, depth = "", 0, 0
    for token in _TOKEN.finditer(text):
        if token["hidden"]:
            continue
        word = token[0]
        depth += (word == "{") - (word == "}")
        hidden = {name: level for name, level in hidden.items() if level <= depth}
        if token.start() in declared:
            hidden.setdefault(word, depth)
        elif word in names and word not in hidden and last not in _BEFORE_OTHER_NAMES:
            written_anew += [text[done : token.start()], names[word]]
            done = token.end()
        last = word
    return "".join([*written_anew, text[done:]])


def named_by_macros(text: str, macros: Mapping[str, frozenset[str]]) -> set[str]:
    """All that the macros name which a piece of C uses."""
    words = re.findall(r"[A-Za-z_]\w*", text)
    used = reachable(words, lambda word: macros.get(word, ()))
    return {name for word in used for name in macros.get(word, ())}


def _declared_places(text: str, names: Mapping[str, str], types: Iterable[str]) -> set[int]:
    """Where a piece of C declares variables with these names."""
    tree = statements_in(text, types)
    if tree is None:
        return set()
    starts = [0, *(place.end() for place in re.finditer("\n", text))]
    found = [node for node in nodes(tree) if isinstance(node, c_ast.Decl) and node.name in names]
    # The piece begins on the second line of what was parsed.
    return {starts[node.coord.line - 2] + node.coord.column - 1 for node in found}


def may_wait(text: str, types: Iterable[str]) -> bool:
    """Whether a piece of C may take long: it calls something, or goes round."""
    tree = statements_in(text, types)
    slow = c_ast.FuncCall | c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.Goto
    return tree is None or any(isinstance(node, slow) for node in nodes(tree))
