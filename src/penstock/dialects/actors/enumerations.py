"""`enum colour { red, green }`: a type with names for its values, which Promela calls a set of message types.

enum colour { red, green }    ->    mtype:colour = { red, green }
colour c = red                ->    mtype:colour c = red
"""

from __future__ import annotations

from penstock.dialects.actors.parser import ActorParser
from penstock.syntax.nodes import MtypeDeclaration


def read_enumeration(parser: ActorParser) -> MtypeDeclaration:
    start = parser.advance()
    name_at = parser.expect_name("the name of an enumeration")
    name = parser.texts[name_at]
    found = parser.message_names(start, name)
    parser.rewritten[start] = (f"mtype:{name} =", name_at)
    parser.names.typedefs.add(name)
    parser.enumerations.add(name)
    return found
