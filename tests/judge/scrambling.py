"""Texts with another layout, and sometimes another meaning: for whoever must keep what a text says."""

from __future__ import annotations

import re
from random import Random

_ADDED = ["\n", " ", "\n\n", ";", " /* a */ ", " // b\n", "\n/* c\n d */\n", " /* e\n f */ ", "\n#ifdef X\n#endif\n"]
_SCRAMBLED = re.compile(
    r"""(/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*|"(?:[^"\\\n]|\\.)*"|'[^']*'"""
    r"""|[ \t]+|\n|;|->|[{}()\[\]]|::)""",
    re.DOTALL | re.MULTILINE,
)


def scramble(text: str, seed: int) -> str:
    """`text` with white space, ends of lines, comments and separators added and removed at random."""
    random = Random(seed)
    share = random.choice([0.02, 0.1, 0.4])
    pieces = _SCRAMBLED.split(text)
    kept = ('"', "'", "#", "/")
    for at, piece in enumerate(pieces):
        if not piece.lstrip().startswith(kept) and random.random() < share:
            pieces[at] = _scrambled(piece, random)
    return "".join(pieces)


def _scrambled(piece: str, random: Random) -> str:
    if piece.isspace() and random.random() < 0.5:
        return random.choice([" ", "\n", "\t", "\n\n\n"])
    added = random.choice(_ADDED)
    return random.choice([piece + added, added + piece])
