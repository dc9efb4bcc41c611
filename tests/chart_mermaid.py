"""A strict reader of the part of Mermaid's sequence diagrams that charts are written in."""

from __future__ import annotations

import re

_TEXT = r"((?:[^#;:%<>&\"'`$\\{}\[\]|~*_^@\n]|#\d+;|<br/>)+)"
_ARROW = re.compile(rf"([pc]\d+)(->>|-->>|-x)([pc]\d+): {_TEXT}")
_NOTE = re.compile(rf"Note over ([pc]\d+)(?:,([pc]\d+))?: {_TEXT}")
_PARTICIPANT = re.compile(rf"(create )?participant ([pc]\d+) as {_TEXT}")
_LOOP = re.compile(r"loop [\w ,-]+")


def check_mermaid(text: str) -> list[tuple[str, str, str]]:
    """The arrows of a diagram as (from, kind, to); fails where it is not well formed."""
    first, *lines = text.removesuffix("\n").split("\n")
    assert first == "sequenceDiagram"
    declared: set[str] = set()
    arrows: list[tuple[str, str, str]] = []
    created, open_loops = "", 0
    for line in (line.strip(" ") for line in lines):
        if arrow := _ARROW.fullmatch(line):
            assert {arrow[1], arrow[3]} <= declared, line
            assert not created or arrow[3] == created, "a created participant is not met by the next arrow"
            arrows.append((arrow[1], arrow[2], arrow[3]))
            created = ""
            continue
        assert not created, line
        if participant := _PARTICIPANT.fullmatch(line):
            assert participant[2] not in declared, line
            declared.add(participant[2])
            created = participant[2] if participant[1] else ""
        elif note := _NOTE.fullmatch(line):
            assert {name for name in note.groups()[:2] if name} <= declared, line
        elif line == "end":
            open_loops -= 1
        else:
            assert _LOOP.fullmatch(line), line
            open_loops += 1
        assert open_loops in (0, 1)
    assert open_loops == 0
    return arrows
