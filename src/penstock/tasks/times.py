"""How long it takes from one condition to another, at best and at worst: deadlines just kept, or just missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from penstock.errors import UsageError
from penstock.records import data, record

MOST_MEASURED = 4095
"""Of longer times nothing more is said: a search would count all their ticks."""
_FIRST: Sequence[Sequence[int]] = ((0, 1, 3, 7, 15), (31, 63, 127, 255), (511, 1023, 2047, MOST_MEASURED))
"""Numbers of ticks that are asked about first, some at once."""
_AT_ONCE = 8
Holds = Callable[[Sequence[str]], Sequence[bool]]
"""Which of some formulas hold; raises `NotMeasured`."""


class NotMeasured(Exception):
    """A search was not complete."""


@record
class MeasuredTime:
    """How many ticks pass from where one condition holds until another does, over all runs."""

    start: str
    end: str
    decided: bool = data(text="whether all searches were complete")
    least: int | None = data(default=None, text=f"null: more than {MOST_MEASURED:,}, never, or not decided")
    most: int | None = data(default=None, text=f"null: more than {MOST_MEASURED:,}, perhaps forever, or not decided")

    @property
    def sentence(self) -> str:
        about = f"time from `{self.start}` to `{self.end}`"
        if not self.decided:
            return f"{about}: not decided"
        if self.least is None:
            never = f"`{self.start}` never holds" if self.most is not None else f"no run takes up to {_LONG}"
            return f"{about}: {never}"
        if self.most is None:
            return f"{about}: at least {_ticks(self.least)}; some runs take more than {_LONG}, or forever"
        if self.least == self.most:
            return f"{about}: always {_ticks(self.least)}"
        return f"{about}: {self.least:,} to {_ticks(self.most)}"


def measured(wanted: str, holds: Holds) -> MeasuredTime:
    """The time that is `wanted` as `p -> q`."""
    start, end = conditions(wanted)

    def in_time(ticks: Iterable[int]) -> Sequence[bool]:
        return holds([f"[] (({start}) -> within({number}) ({end}))" for number in ticks])

    def too_early(ticks: Iterable[int]) -> Sequence[bool]:
        calm = holds([f"[] (begins({start}) -> !within({number}) ({end}))" for number in ticks])
        return [not one for one in calm]

    try:
        return MeasuredTime(start, end, True, _smallest(too_early), _smallest(in_time))
    except NotMeasured:
        return MeasuredTime(start, end, False)


def conditions(wanted: str) -> tuple[str, str]:
    """Those before and after the arrow."""
    depth, arrows = 0, []
    for at, letter in enumerate(wanted):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and wanted.startswith("->", at):
            arrows.append(at)
    parts = [wanted[: arrows[0]].strip(), wanted[arrows[0] + 2 :].strip()] if len(arrows) == 1 else []
    if not all(parts) or not parts:
        raise UsageError(f"`{wanted}` is not two conditions; write one such as `Client@asked -> Client@answered`")
    return parts[0], parts[1]


def _smallest(true_of: Callable[[Sequence[int]], Sequence[bool]]) -> int | None:
    """The smallest number of ticks that something is true of, if it is true of all greater ones; None: of none."""
    below, high = -1, None
    for points in _FIRST:
        below, high = _narrowed(below, points, true_of(points))
        if high is not None:
            break
    while high is not None and high - below > 1:
        points = (*_between(below, high), high)
        below, high = _narrowed(below, points, true_of(points))
    return high


def _narrowed(below: int, points: Sequence[int], answers: Sequence[bool]) -> tuple[int, int | None]:
    """The last number that something is not true of, and the first one that it is."""
    number = next((at for at, answer in enumerate(answers) if answer), len(points))
    return (points[number - 1] if number else below), (points[number] if number < len(points) else None)


def _between(below: int, above: int) -> list[int]:
    """Some numbers between two others, spread evenly; all of them if they are few."""
    room = above - below
    return sorted({below + room * part // _AT_ONCE for part in range(1, _AT_ONCE)} - {below, above})


_LONG = f"{MOST_MEASURED:,} ticks"


def _ticks(number: int) -> str:
    return "1 tick" if number == 1 else f"{number:,} ticks"
