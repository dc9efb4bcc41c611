"""The values of a sweep, as users write them: `N=2..8`, `M=1,2,4`, `MODE=slow,fast`, `K=1..3,10`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from penstock.errors import UsageError
from penstock.records import record

MOST_POINTS = 1000
_WRITTEN = re.compile(r"([A-Za-z_]\w*)=(.+)", re.DOTALL)
_RANGE = re.compile(r"(-?\d{1,18})\.\.(-?\d{1,18})")
_NUMBER = re.compile(r"-?\d{1,18}")


@record
class SweptParameter:
    """A macro, and the values that it gets."""

    name: str
    values: tuple[str, ...]

    @property
    def numeric(self) -> bool:
        return all(_NUMBER.fullmatch(value) for value in self.values)


def parameters_of(texts: Iterable[str]) -> tuple[SweptParameter, ...]:
    found = tuple(map(_parameter, texts))
    if not found:
        raise UsageError("which macro is to have which values?  Write `N=2..8` behind the model")
    names = [parameter.name for parameter in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"`{name}` is there twice: write all of its values at once, as in `{name}=1,2,4`")
    count = prod(len(parameter.values) for parameter in found)
    if count > MOST_POINTS:
        raise UsageError(f"these are {count} combinations, and {MOST_POINTS} is the most")
    return found


def combinations(parameters: tuple[SweptParameter, ...]) -> Iterator[dict[str, str]]:
    """All points; the first parameter changes fastest, since it is the one that is followed."""
    for chosen in product(*(parameter.values for parameter in reversed(parameters))):
        yield {one.name: value for one, value in zip(parameters, reversed(chosen), strict=True)}


def _parameter(text: str) -> SweptParameter:
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise UsageError(f"`{text}` is not a macro with values: write `N=2..8` or `N=1,2,4`")
    values = [value for part in written[2].split(",") for value in _values(part.strip(), text)]
    return SweptParameter(written[1], tuple(dict.fromkeys(values)))


def _values(part: str, text: str) -> list[str]:
    between = _RANGE.fullmatch(part)
    if between is None:
        if not part or ".." in part:
            raise UsageError(f"`{part}` in `{text}` is not a value: write `2..8` or `1,2,4`")
        return [part]
    first, last = int(between[1]), int(between[2])
    if first > last:
        raise UsageError(f"there is nothing in `{part}`: write `{last}..{first}`")
    if last - first >= MOST_POINTS:
        raise UsageError(f"there are more than {MOST_POINTS} values in `{part}`")
    return [str(value) for value in range(first, last + 1)]
