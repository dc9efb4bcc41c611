"""`set<8> busy`, `set<colour> seen`, `map<colour, actor> owner`: arrays with an element for each key.

enum colour { red, green }
map<colour, actor> owner    ->    chan owner[3]
set<8> busy                 ->    bool busy[8]
"""

from __future__ import annotations

from penstock.dialects.actors.parser import ActorParser
from penstock.syntax.layout import CONSTANT
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import Constant, Declarator, FieldType, VariableDeclaration

MOST_KEYS = 255


def read_keyed(parser: ActorParser) -> VariableDeclaration:
    start = parser.advance()
    parser.expect("<")
    count = _keys(parser)
    value = FieldType(start, start, "bool", None)
    if parser.texts[start] == "map":
        parser.expect(",", hint="write `map<colour, actor> owner`")
        value = parser.field()
    last = parser.expect(">")
    parser.rewritten[start] = (_written(value), last)
    variables = parser.listed(lambda: _variable(parser, parser.texts[start], count))
    return VariableDeclaration(start, parser.at - 1, None, value.type, value.subtype, variables)


def _keys(parser: ActorParser) -> int:
    """So many elements: the values of an enumeration are numbered from 1 on."""
    at = parser.at
    if parser.kinds[at] == CONSTANT:
        parser.at += 1
        count = parser.constant(at).value
        if not 0 < count <= MOST_KEYS:
            parser.report("E825", f"the number of keys is between 1 and {MOST_KEYS}", at)
            return 1
        return count
    if parser.texts[at] in parser.enumerations:
        return parser.names.mtype_lists[parser.texts[parser.advance()]] + 1
    if parser.kinds[at] == NAME:
        parser.report("E825", f"`{parser.texts[at]}` is no enumeration", at, "keys are those of an `enum`, or a number")
        parser.at += 1
        return 1
    raise parser.unexpected("an enumeration, or the number of keys")


def _variable(parser: ActorParser, word: str, count: int) -> Declarator:
    found = parser.declarator()
    if found.size is not None or found.initial is not None or found.width is not None:
        parser.report("E825", f"a {word} is empty at first, and has no size of its own", found.first)
    parser.rewritten[found.first] = (f"{found.name}[{count}]", found.last)
    size = Constant(found.first, found.first, count)
    return Declarator(found.first, found.last, found.name, None, size, None)


def _written(value: FieldType) -> str:
    if value.type == "actor":
        return "chan"
    return value.type if value.subtype is None else f"{value.type}:{value.subtype}"
