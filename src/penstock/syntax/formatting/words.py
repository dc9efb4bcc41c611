"""What a dialect adds to the style: blocks that are made of parts, and bodies that need no braces.

actortype a { method f() x = 1           actortype a {
goto b }                           ->        method f()
                                                 x = 1
                                                 goto b
                                         }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NAME = "a name"
ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class FormatWords:
    """Words that are set in a way of their own.

    `units` begin what stands at the top.  The braces after `holders` hold parts, and `parts` tells for each word that
    begins one what follows it: a mark, a name or anything.  Those of `headed` have a head, which `clauses` may belong
    to, and a body without braces.  Behind `typed` stands the name of a type between `<` and `>`.  What those of
    `lists` have in braces are names.  `tells`: `<-` before a name is one mark.
    """

    units: frozenset[str] = frozenset()
    holders: frozenset[str] = frozenset()
    parts: Mapping[str, str] = field(default_factory=dict)
    headed: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    tells: bool = False


NO_FORMAT_WORDS = FormatWords()
