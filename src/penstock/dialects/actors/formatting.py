"""How actor models are set: what `format` knows of them."""

from __future__ import annotations

from penstock.dialects.actors.nodes import DEFER, IGNORE, RESTRAIN
from penstock.syntax.formatting.words import ANYTHING, NAME, FormatWords

FORMAT_WORDS = FormatWords(
    units=frozenset(["actortype", "main", "monitor", "struct", "test"]),
    holders=frozenset(["actortype", "monitor", "state", "hot"]),
    parts={
        "var": ANYTHING,
        "init": "(",
        "method": NAME,
        "state": NAME,
        "hot": NAME,
        "on": NAME,
        "entry": "{",
        "exit": "{",
        DEFER: NAME,
        IGNORE: NAME,
    },
    headed=frozenset(["var", "init", "method", "on"]),
    clauses=frozenset([RESTRAIN, DEFER, IGNORE]),
    typed=frozenset(["actor", "map", "set"]),
    lists=frozenset(["enum"]),
    tells=True,
)
