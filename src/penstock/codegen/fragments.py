"""Pieces of C in a specification: are they C at all, and which names do they declare or assign?

Types that only headers know are guessed: a name that stands where a type would be, is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache

from pycparser import c_ast, c_parser

from penstock.codegen.c_access import nodes
from penstock.codegen.c_pieces import MOST_READ

_KNOWN_TYPES = """FILE size_t ssize_t ptrdiff_t off_t pid_t uid_t gid_t mode_t time_t clock_t key_t socklen_t in_addr_t
in_port_t sa_family_t bool int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t va_list
sem_t pthread_t pthread_mutex_t pthread_cond_t sig_atomic_t wchar_t DIR ps_process"""
_GUESSED_TYPE = re.compile(
    r"(?:^|[;{}(,])\s*(?:const\s+|static\s+)*([A-Za-z_]\w*)(?:\s+\**\s*|\s*\*+\s*)[A-Za-z_]\w*(?=\s*[;=,)\[])"
)
_CAST = re.compile(r"\(\s*(?:const\s+)?([A-Za-z_]\w*)\s*\*+\s*\)")
_WORDS = """auto break case char const continue default do double else enum extern float for goto if int long register
return short signed sizeof static struct switch typedef union unsigned void volatile while"""
_WORDS_OF_C = frozenset(_WORDS.split())
_CONDITIONAL = re.compile(r"^[ \t]*\\?#[ \t]*if", re.MULTILINE)
_DIRECTIVE = re.compile(r"^[ \t]*\\?#(?:\\\r?\n|[^\n])*+", re.MULTILINE)
_TEXT_OR_COMMENT = re.compile(r"""("(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|/\*.*?\*/|//[^\n]*""", re.DOTALL)
_MESSAGE = re.compile(r":?(\d+):(\d+): (.*)")


@dataclass(frozen=True, slots=True)
class FragmentProblem:
    """Where a piece cannot be read, in lines and columns of the piece counted from one."""

    line: int
    column: int
    message: str
    jumps: bool = False
    """It is C, but leaves its block."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """What a piece of C was found to be."""

    problem: FragmentProblem | None = None
    declared: tuple[str, ...] = ()
    assigned: tuple[str, ...] = ()


def declarations_in(text: str, types: Iterable[str] = ()) -> list[c_ast.Node] | None:
    """The declarations of a piece of C, or nothing if it cannot be read."""
    tree, _ = _parse(text, frozenset(types), "", "")
    if tree is None:
        return None
    return [deepcopy(item) for item in tree.ext if item.coord is None or item.coord.line > 1]


def statements_in(text: str, types: Iterable[str] = ()) -> c_ast.Node | None:
    """The statements of a piece of C as a tree, or an expression; nothing if it cannot be read."""
    tree, _ = _parse(closed(text), frozenset(types), "void fragment(void) {", "}")
    return tree


def read_declarations(text: str, types: Iterable[str] = ()) -> Fragment:
    """C declarations, as in `c_decl_IS`."""
    tree, problem = _parse(closed(text), frozenset(types), "", "")
    if tree is None:
        return Fragment(problem)
    names = [item.name for item in tree.ext if isinstance(item, c_ast.Decl) and item.name is not None]
    functions = [item.name for item in tree.ext if isinstance(getattr(item, "type", None), c_ast.FuncDecl)]
    return Fragment(None, tuple(name for name in names if name not in functions))


def read_statements(text: str, types: Iterable[str] = ()) -> Fragment:
    """C statements, as in `c_code_IS`."""
    tree, problem = _parse(closed(text), frozenset(types), "void fragment(void) {", "}")
    problem = problem or (None if tree is None else _way_out(tree))
    if problem is not None:
        return Fragment(problem)
    return Fragment() if tree is None else Fragment(None, (), tuple(_assigned(tree)))


def read_expression(text: str, types: Iterable[str] = ()) -> Fragment:
    """A C expression, as in `c_expr_IS`."""
    tree, problem = _parse(text, frozenset(types), "void fragment(void) { (", "); }")
    return Fragment(problem) if tree is None else Fragment(None, (), tuple(_assigned(tree)))


@lru_cache(maxsize=4096)
def closed(text: str) -> str:
    """C with the `;` that its last statement or declaration may lack, as in `c_code_IS { f(x) }`."""
    last = _without_directives(text).rstrip()
    return text if not last or last[-1] in ";}" else f"{text.rstrip()}\n;" if "//" in text else f"{text.rstrip()};"


@lru_cache(maxsize=4096)
def _parse(
    text: str, types: frozenset[str], before: str, after: str
) -> tuple[c_ast.FileAST | None, FragmentProblem | None]:
    """The tree, or what is wrong; neither if it is for the compiler to say."""
    if len(text) > MOST_READ:
        return None, None
    plain = _without_directives(text)
    known = set(_KNOWN_TYPES.split()) | types
    guessed = set(_GUESSED_TYPE.findall(plain)) | set(_CAST.findall(plain))
    first: FragmentProblem | None = None
    for names in (known, known | (guessed - _WORDS_OF_C)):
        prelude = "".join(f"typedef int {name}; " for name in sorted(names)) + before
        try:
            return c_parser.CParser().parse(f"{prelude}\n{plain}\n{after}"), None
        except c_parser.ParseError as problem:
            if _CONDITIONAL.search(text):
                return None, None  # which branch counts is for the compiler to say
            first = _problem(str(problem), plain)
    return None, first


def _problem(message: str, text: str) -> FragmentProblem:
    found = _MESSAGE.match(message)
    if found is None:
        return FragmentProblem(1, 1, "this is not C")
    line = min(max(int(found[1]) - 1, 1), text.count("\n") + 1)
    if not found[3].startswith("before: "):
        return FragmentProblem(line, int(found[2]), f"this is not C: {found[3][:1].lower()}{found[3][1:]}")
    said = found[3].removeprefix("before: ")
    where = "at its end" if int(found[1]) - 1 > text.count("\n") + 1 else f"before `{said}`"
    return FragmentProblem(line, int(found[2]), f"this is not C: something else was expected {where}")


def _without_directives(text: str) -> str:
    """C without comments and directives; lines and columns stay."""
    text = _TEXT_OR_COMMENT.sub(lambda found: found[0] if found[1] else re.sub(r"[^\n]", " ", found[0]), text)
    return _DIRECTIVE.sub(lambda found: "\n" * found[0].count("\n"), text)


def _assigned(tree: c_ast.Node) -> Iterable[str]:
    """The names of variables that are given values: by assignments, `++`, `--`, or through `&`."""
    for node in nodes(tree):
        target = None
        if isinstance(node, c_ast.Assignment):
            target = node.lvalue
        elif isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--"):
            target = node.expr
        while isinstance(target, c_ast.ArrayRef | c_ast.StructRef):
            target = target.name
        if isinstance(target, c_ast.ID):
            yield target.name


def _way_out(tree: c_ast.Node) -> FragmentProblem | None:
    """Where C would jump out of its block: the rest of the process, and the runtime, would not notice."""
    labels = {node.name for node in nodes(tree) if isinstance(node, c_ast.Label)}
    for node, breaks, continues in _nodes_in_loops(tree):
        leaves = (
            isinstance(node, c_ast.Return)
            or (isinstance(node, c_ast.Goto) and node.name not in labels)
            or (isinstance(node, c_ast.Break) and not breaks)
            or (isinstance(node, c_ast.Continue) and not continues)
        )
        if leaves:
            word = type(node).__name__.lower()
            message = f"`{word}` cannot leave C code: set a variable, and let Promela decide where to go on"
            return FragmentProblem(node.coord.line - 1, node.coord.column, message, True)
    return None


def _nodes_in_loops(
    node: c_ast.Node, breaks: bool = False, continues: bool = False
) -> Iterable[tuple[c_ast.Node, bool, bool]]:
    """Every node, and whether `break` and `continue` would stay inside what is looked at."""
    yield node, breaks, continues
    loop = isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile)
    for _, child in node.children():
        yield from _nodes_in_loops(child, breaks or loop or isinstance(node, c_ast.Switch), continues or loop)
