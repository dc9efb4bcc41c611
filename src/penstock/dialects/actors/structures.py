"""`struct point { byte x, y }`: a record, which Promela calls a `typedef`."""

from __future__ import annotations

from penstock.dialects.actors.parser import ActorParser
from penstock.syntax.nodes import Typedef


def read_structure(parser: ActorParser) -> Typedef:
    parser.rewritten[parser.at] = ("typedef", parser.at)
    return parser.typedef()
