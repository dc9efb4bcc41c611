"""The closing block of a verifier's output: only a verifier that came to its own end has printed all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BEGIN = re.compile(r"\(Spin Version .*\)")
_MILESTONES = tuple(
    re.compile(pattern)
    for pattern in (
        _BEGIN.pattern,
        r"(?:Full|Bit) statespace search for:",
        r"\tnever claim\s.*",
        r"\tassertion violations\t.*",
        r"\tinvalid end states\t.*",
        r"State-vector \d+ byte, depth reached -?\d+, errors: \d+",
        r" *\S+ states, stored(?: \(.*\))?",
        r" *\S+ transitions \(= (?:stored|visited)\+matched\)",
        r"Stats on memory usage \(in Megabytes\):",
        r" *[\d.]+\tmemory used for DFS stack \(-m\d+\)",
        r" *[\d.]+\ttotal actual memory usage",
        r"pan: elapsed time .* seconds",
    )
)


def closing_begins(lines: Sequence[str]) -> int:
    """Where the closing block begins; the number of lines if there is none, or only a part of it."""
    begin = next((index for index in range(len(lines) - 1, -1, -1) if _BEGIN.fullmatch(lines[index])), len(lines))
    return begin if _is_whole(lines[begin:]) else len(lines)


def _is_whole(lines: Sequence[str]) -> bool:
    """Whether everything that must be there is, in its order."""
    wanted = iter(_MILESTONES)
    following = next(wanted, None)
    for line in lines:
        if following is not None and following.fullmatch(line):
            following = next(wanted, None)
    return following is None
