"""The C outside processes: what all files see goes into the header, what must exist only once does not.

int fd = 3, queue = ps_queue_new();     ->     header      extern int fd; extern int queue;
                                               one file    int fd = 3; int queue;
                                               beginning   queue = ps_queue_new();
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

from pycparser import c_ast, c_generator

from penstock.codegen.c_pieces import Piece, long_length, outline, pieces
from penstock.codegen.fragments import closed, declarations_in, read_declarations

_OPAQUE = frozenset(["FILE", "DIR", "pthread_mutex_t", "pthread_cond_t", "pthread_t", "sem_t", "va_list", "jmp_buf"])
"""Types whose values mean nothing in another program."""
_WORD = re.compile(r"[A-Za-z_]\w*")
_TYPE_MACRO = re.compile(
    r"#\s*define\s+(\w+)[ \t]+(?:(?:const|volatile)[ \t]+)*"
    r"(?:(?:void|char|short|int|long|float|double|signed|unsigned|struct|union|enum|FILE|DIR|bool|\w+_t)\b"
    r"|(\w+)[ \t*]*\Z)"
)
"""A macro that stands for a type: that of C, or the second group if it is one; others are values."""
_MACRO = re.compile(r"#\s*define\s+(\w+)(.*)", re.DOTALL)
_HEAD = re.compile(r"\A[^={(]*")
_STORAGE = re.compile(r"\b(?:static|inline|extern)\b\s*")


@dataclass(frozen=True, slots=True)
class CVariable:
    """A variable of C that all processes see.

    `copied`: its bytes mean the same in every program; `like`: how another one with the same type is declared, where
    `@` stands for its name; nothing for arrays, which cannot be assigned.
    """

    name: str
    copied: bool
    constant: bool = False
    like: str = ""


@dataclass(slots=True)
class Unit:
    """One piece of C with what becomes of it; each text belongs to the line of the specification that `offset` is in.

    `header` and `source` are texts, `begin` statements that run once before the processes start, `own` those that run
    in each program; `rows` are the variables, with the conditional directives around them.  `types` are names that it
    defines for others, `tags` those of them that are types only after `struct`, `union` or `enum`; `functions` are the
    functions with their trees, if they were read, and texts.
    """

    offset: int
    words: frozenset[str]
    header: list[str] = field(default_factory=list)
    source: list[str] = field(default_factory=list)
    begin: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    rows: list[str | CVariable] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    functions: dict[str, tuple[c_ast.Node | None, str]] = field(default_factory=dict)
    announced: dict[str, str] = field(default_factory=dict)
    """Functions that are declared as `static`, with the text in the header."""
    directive: bool = False

    @property
    def variables(self) -> list[CVariable]:
        return [row for row in self.rows if isinstance(row, CVariable)]

    def drop_announced(self, defined: Iterable[str]) -> None:
        """A function that is defined is declared there, for all files; a `static` one would be missing in them."""
        gone = {self.announced[name] for name in defined if name in self.announced}
        self.header = [text for text in self.header if text not in gone]


class UnitReader:
    """Reads the C outside processes, piece by piece, and remembers what it has seen."""

    def __init__(self, types: Iterable[str], variables: Iterable[str]) -> None:
        self.types = set(types)
        self.values = set(variables)
        """Names whose values are not known before the program runs."""
        self.pointers: set[str] = set()
        """Types of the specification that contain pointers."""
        self.names = (f"ps_type_{number}" for number in count(1))
        """Names for structures that have none."""
        self.macros: dict[str, frozenset[str]] = {}
        """What is named in the macros of the specification."""

    def read(self, text: str) -> list[Unit]:
        found: list[Unit] = []
        for group in _grouped(pieces(text)):
            unit = Unit(group[0].offset, frozenset(_WORD.findall(" ".join(piece.text for piece in group))))
            for piece in group:
                _Sorter(unit, self).read(piece)
            self.types |= unit.types - unit.tags
            self.values |= {variable.name for variable in unit.variables}
            found.append(unit)
        return found


def macro_words(piece: Piece) -> dict[str, frozenset[str]]:
    """The macro that a directive defines, with the words in it."""
    match = _MACRO.match(piece.text)
    return {} if match is None else {match[1]: frozenset(_WORD.findall(match[2]))}


def own_declarations(text: str, types: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """C declarations of one process, and the variables in them; each process has its own, whatever `static` says."""
    text = closed(text)
    for piece in reversed(list(pieces(text))):
        if not piece.directive:
            end = piece.offset + len(piece.text)
            text = text[: piece.offset] + _defining(piece.text) + text[end:]
    return text.replace("\\#", "#"), read_declarations(text, types).declared


def _grouped(found: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces that must stay together: what `#if` and `#endif` enclose."""
    group: list[Piece] = []
    depth = 0
    for piece in found:
        group.append(piece)
        if piece.is_conditional:
            depth += re.search(r"#\s*if", piece.text) is not None
            depth -= re.search(r"#\s*endif", piece.text) is not None
        if depth <= 0:
            yield group
            group = []
    if group:
        yield group


@dataclass(slots=True)
class _Sorter:
    """Sorts the declarations of one piece."""

    unit: Unit
    known: UnitReader

    def read(self, piece: Piece) -> None:
        if piece.directive:
            self._directive(piece)
            return
        text = re.sub(r"^([ \t]*)\\#", r"\1#", piece.text, flags=re.MULTILINE)
        tree = declarations_in(outline(text), self.known.types)
        if not tree:
            self.unit.header.append(text)
            return
        for node in tree:
            if isinstance(node, c_ast.FuncDef):
                self._function(node, text)
            elif isinstance(node, c_ast.Typedef):
                self._type(node.name, node.type)
            elif isinstance(node, c_ast.Decl) and node.name is None:
                self._type(None, node.type)
        if all(_is_type(node) or (declares_only(node) and not _announces(node)) for node in tree):
            self.unit.header.append(text)
            return
        variables = [node for node in tree if isinstance(node, c_ast.Decl) and node.name is not None]
        for node in variables:
            self._variable(node, text if len(tree) == 1 else None)

    def _directive(self, piece: Piece) -> None:
        self.unit.directive = True
        self.unit.header.append(piece.text)
        if piece.is_conditional:
            for texts in (self.unit.source, self.unit.begin, self.unit.own):
                texts.append(piece.text)
            self.unit.rows.append(piece.text)
            return
        self.known.macros |= macro_words(piece)
        if match := _TYPE_MACRO.match(piece.text):
            if match[2] is None or match[2] in self.known.types:
                self.unit.types.add(match[1])

    def _type(self, name: str | None, node: c_ast.Node) -> None:
        names = {name} if name is not None else set()
        tags = {tag for found in _base_types(node) if (tag := found.name) is not None}
        self.unit.tags |= tags - names
        names |= tags
        self.unit.types |= names
        if not self._is_copied(node):
            self.known.pointers.update(names)

    def _function(self, node: c_ast.FuncDef, text: str) -> None:
        declared = copy.copy(node.decl)
        declared.storage, declared.funcspec = [], []
        self.unit.header.append(written(declared) + ";")
        self.unit.source.append(_defining(text))
        self.unit.functions[node.decl.name] = (node.body if outline(text) == text else None, text)

    # -- variables -------------------------------------------------------------------------------

    def _variable(self, node: c_ast.Decl, text: str | None) -> None:
        if declares_only(node):
            self.unit.header.append(written(node) + ";")
            if _announces(node):
                self.unit.announced[node.name] = self.unit.header[-1]
            return
        self._name_structures(node)
        declared = copy.deepcopy(node)
        declared.storage, declared.init = [], None
        late = node.init is not None and not _is_constant(node.init, self.known.values)
        if late:
            without_const(declared)
        fix_length(declared, node.init, text)
        self.unit.header.append(f"extern {written(declared)};")
        if late:
            self.unit.source.append(written(declared) + ";")
        elif text is not None and not any(_bodies(text)):
            self.unit.source.append(_defining(text))
        else:
            declared.init = node.init
            self.unit.source.append(written(declared) + ";")
        copied = self._is_copied(node.type)
        constant = _is_const(node) and not late
        self.unit.rows.append(CVariable(node.name, copied, constant, _like(declared)))
        if late:
            (self.unit.begin if copied else self.unit.own).extend(given(declared, node))

    def _name_structures(self, node: c_ast.Decl) -> None:
        """A type that is defined together with a variable is defined once, with a name."""
        for found in named_structures(node, self.known.names):
            self._type(None, found)
            self.unit.header.append(written(found) + ";")

    def _is_copied(self, node: c_ast.Node) -> bool:
        if isinstance(node, c_ast.PtrDecl | c_ast.FuncDecl):
            return False
        if isinstance(node, c_ast.IdentifierType):
            return not (set(node.names) & (_OPAQUE | self.known.pointers))
        if isinstance(node, c_ast.Struct | c_ast.Union) and node.name in self.known.pointers:
            return False
        return all(self._is_copied(child) for _, child in node.children())


def named_structures(node: c_ast.Decl, names: Iterator[str]) -> Iterator[c_ast.Node]:
    """The types that are defined together with a variable, whose declaration only names them afterwards."""
    for found in _base_types(node.type):
        if (found.values if isinstance(found, c_ast.Enum) else found.decls) is None:
            continue
        found.name = found.name or next(names)
        yield copy.deepcopy(found)
        if isinstance(found, c_ast.Enum):
            found.values = None
        else:
            found.decls = None


def _defining(text: str) -> str:
    """A definition that other files can see."""
    return _HEAD.sub(lambda head: _STORAGE.sub("", head[0]), text, count=1)


def _bodies(text: str) -> Iterator[str]:
    return (found[0] for found in re.finditer(r"\b(?:struct|union|enum)\b\s*\w*\s*\{", text))


def written(node: c_ast.Node) -> str:
    return str(c_generator.CGenerator().visit(node))


def _is_type(node: c_ast.Node) -> bool:
    """Whether something can stand in a header as it is."""
    return isinstance(node, c_ast.Typedef | c_ast.StaticAssert | c_ast.Pragma) or (
        isinstance(node, c_ast.Decl) and node.name is None
    )


def declares_only(node: c_ast.Node) -> bool:
    if not isinstance(node, c_ast.Decl):
        return False
    return isinstance(node.type, c_ast.FuncDecl) or ("extern" in node.storage and node.init is None)


def _announces(node: c_ast.Node) -> bool:
    """Whether a function is declared that only one file would see."""
    return isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl) and "static" in node.storage


def _base_types(node: c_ast.Node) -> Iterator[c_ast.Struct | c_ast.Union | c_ast.Enum]:
    """The structure, union or enumeration that a declaration is made of."""
    while isinstance(node, c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.TypeDecl):
        node = node.type
    if isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum):
        yield node


def _is_constant(node: c_ast.Node, values: set[str]) -> bool:
    """Whether C can compute an initial value before the program runs; in doubt not."""
    if isinstance(node, c_ast.Constant):
        return True
    if isinstance(node, c_ast.UnaryOp) and node.op in ("&", "sizeof"):
        return True
    if isinstance(node, c_ast.ID):
        return node.name not in values and (node.name.isupper() or node.name in ("true", "false"))
    if isinstance(node, c_ast.Typename | c_ast.IdentifierType):
        return True
    allowed = c_ast.UnaryOp | c_ast.BinaryOp | c_ast.TernaryOp | c_ast.Cast | c_ast.InitList | c_ast.NamedInitializer
    return isinstance(node, allowed) and all(_is_constant(child, values) for _, child in node.children())


def _top(node: c_ast.Decl) -> c_ast.Node:
    """The part of a declaration that says whether the variable itself is constant."""
    inner = node.type
    while isinstance(inner, c_ast.ArrayDecl):
        inner = inner.type
    return inner


def _is_const(node: c_ast.Decl) -> bool:
    return "const" in (getattr(_top(node), "quals", None) or ())


def without_const(node: c_ast.Decl) -> None:
    inner = _top(node)
    inner.quals = [word for word in inner.quals or () if word != "const"]
    if isinstance(inner, c_ast.TypeDecl):
        node.quals = inner.quals


def fix_length(declared: c_ast.Decl, initial: c_ast.Node | None, text: str | None) -> None:
    """Say how long an array is whose values said it."""
    if isinstance(declared.type, c_ast.ArrayDecl) and declared.type.dim is None:
        length = None if text is None else long_length(text)
        declared.type.dim = _length(initial) if length is None else c_ast.Constant("int", length)


def _length(initial: c_ast.Node | None) -> c_ast.Node | None:
    """How long an array is whose length only its values tell."""
    if isinstance(initial, c_ast.Constant):
        return c_ast.UnaryOp("sizeof", initial)
    if isinstance(initial, c_ast.InitList) and not any(
        isinstance(value, c_ast.NamedInitializer) for value in initial.exprs
    ):
        return c_ast.Constant("int", str(len(initial.exprs)))
    return None


def _like(declared: c_ast.Decl) -> str:
    if isinstance(declared.type, c_ast.ArrayDecl):
        return ""
    other = copy.deepcopy(declared)
    other.init = None
    _rename(other, "@")
    return written(other)


def given(declared: c_ast.Decl, node: c_ast.Decl) -> list[str]:
    """Statements that give a variable the value that only the running program can compute."""
    if not isinstance(node.init, c_ast.InitList):
        return [f"{node.name} = {written(node.init)};"]
    value = copy.deepcopy(declared)
    value.init = node.init
    _rename(value, "ps_value")
    return [f"{{ {written(value)}; memcpy(&{node.name}, &ps_value, sizeof {node.name}); }}"]


def _rename(node: c_ast.Decl, name: str) -> None:
    node.name, inner = name, node.type
    while not isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    inner.declname = name
