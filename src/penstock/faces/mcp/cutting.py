"""Answers that are not too long: of long lists and texts the beginning and the end, and a note of what was left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from penstock.faces.mcp.answers import CutPart

LEFT_OUT = "\n... left out ...\n"
"""In the middle of a text, so that nobody takes it for the whole."""
_FEWEST_ELEMENTS = 4
_FEWEST_CHARACTERS = 400
_FIRST = 0.4
"""The part of what is kept that is from the beginning: the end of a run tells more."""
_LONGEST_LINE = 500
_PRECIOUS = ("/run", "/reason")
"""What says most in the least space is cut last."""
Path = tuple[str | int, ...]


@dataclass(slots=True)
class _Cut:
    whole: Any
    kept: int


def cut_to(whole: dict[str, Any], most: int) -> tuple[dict[str, Any], tuple[CutPart, ...]]:
    """The same with fewer bytes as JSON, if that can be; and what is missing."""
    cuts: dict[Path, _Cut] = {}
    while len(json.dumps(whole)) > most and (path := _longest(whole)) is not None:
        cut = cuts.setdefault(path, _Cut(_at(whole, path), len(_at(whole, path))))
        if isinstance(cut.whole, list):
            cuts = _moved(cuts, path, cut.kept, cut.kept // 2)
        cut.kept //= 2
        _at(whole, path[:-1])[path[-1]] = _ends(cut)
    return whole, tuple(CutPart(_pointer(path), cut.kept, len(cut.whole)) for path, cut in cuts.items())


def first_and_last(lines: Sequence[str], most: int) -> list[str]:
    """The beginning and the end of a text, with so many characters at most."""
    lines = [line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} ..." for line in lines]
    if sum(map(len, lines)) + len(lines) <= most:
        return lines
    first = _fitting(lines, most * _FIRST)
    last = _fitting(lines[::-1], most * (1 - _FIRST))
    left_out = len(lines) - first - last
    return [*lines[:first], f"... ({left_out} lines left out; `max_kb` shows more) ...", *lines[len(lines) - last :]]


def _fitting(lines: Sequence[str], most: float) -> int:
    """How many of the first lines there is room for."""
    return sum(length <= most for length in accumulate(len(line) + 1 for line in lines))


def _longest(whole: dict[str, Any]) -> Path | None:
    found = [(_weight(path, value), path) for path, value in _long_values(whole, ())]
    return max(found, key=lambda one: one[0])[1] if found else None


def _weight(path: Path, value: Any) -> float:
    size = len(json.dumps(value))
    return size / 8 if _pointer(path).startswith(_PRECIOUS) else size


def _long_values(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """All lists and texts that can be cut, innermost ones included."""
    if isinstance(value, str) and len(value) > _FEWEST_CHARACTERS:
        yield path, value
    if isinstance(value, list):
        if len(value) > _FEWEST_ELEMENTS:
            yield path, value
        for number, inner in enumerate(value):
            yield from _long_values(inner, (*path, number))
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _long_values(inner, (*path, key))


def _first(kept: int) -> int:
    return (kept + 1) // 2


def _ends(cut: _Cut) -> Any:
    """As much of the beginning as of the end."""
    first = _first(cut.kept)
    begin, end = cut.whole[:first], cut.whole[len(cut.whole) - (cut.kept - first) :]
    return begin + LEFT_OUT + end if isinstance(cut.whole, str) else begin + end


def _moved(cuts: dict[Path, _Cut], path: Path, before: int, after: int) -> dict[Path, _Cut]:
    """The places of earlier cuts inside of a list that gets shorter."""
    moved = {}
    for place, cut in cuts.items():
        inside = place[: len(path)] == path and len(place) > len(path)
        index = place[len(path)] if inside else 0
        assert isinstance(index, int)
        if index >= _first(after) and inside:
            index -= before - after
        if not inside:
            moved[place] = cut
        elif index >= _first(after) or place[len(path)] == index:
            moved[(*path, index, *place[len(path) + 1 :])] = cut
    return moved


def _at(whole: Any, path: Path) -> Any:
    for key in path:
        whole = whole[key]
    return whole


def _pointer(path: Path) -> str:
    return "".join(f"/{key}" for key in path)
