"""Evidence as it comes from a file, which anybody may have written: nothing is made of it before it was looked at."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MOST_DIGITS = 30
"""No number in a proof is nearly as long."""
DEEPEST = 300
"""How deeply lists and objects may be nested: proofs in parts are at most a third of that."""
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_LONGEST_SHOWN = 60


class Refused(Exception):
    """Evidence does not prove what it says; the text says why."""


def parse_evidence(text: str) -> Any:
    """The data in a text; raises `Refused`, and `json.JSONDecodeError` if the text is something else altogether."""
    depth = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > DEEPEST:
            raise Refused(f"lists and objects in it are more than {DEEPEST} levels deep")
    return json.loads(text, parse_constant=_refuse_constant, parse_int=_whole, object_pairs_hook=_object)


def _refuse_constant(word: str) -> None:
    raise Refused(f"{word} is not a number")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Refused(f"it contains a number of {len(digits)} digits")
    return int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise Refused(f"{shown(double)} appears twice")
    return found


def shown(value: object) -> str:
    """Something unexpected, short enough for a message."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."


@dataclass(frozen=True, slots=True)
class Part:
    """A part of some evidence, and what it is called in messages."""

    value: Any
    name: str = "the evidence"

    def _is(self, wanted: bool, what: str) -> None:
        if not wanted:
            raise Refused(f"{self.name} is not {what}, but {shown(self.value)}")

    @property
    def missing(self) -> bool:
        return self.value is None

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Part]:
        """The fields of an object that has all of these, and none but those which may be there."""
        parts = self.named()
        wanted = list(required)
        for name in wanted:
            if name not in parts:
                raise Refused(f"{self.name} has no field {name}")
        for name in parts:
            if name not in wanted and name not in optional:
                raise Refused(f"{self.name} has an unknown field {shown(name)}")
        return parts

    def named(self) -> dict[str, Part]:
        self._is(isinstance(self.value, dict), "an object")
        return {str(key): Part(value, f"`{key:.60}` of {self.name}") for key, value in self.value.items()}

    def items(self) -> list[Part]:
        self._is(isinstance(self.value, list), "a list")
        return [Part(value, f"entry {number} of {self.name}") for number, value in enumerate(self.value, 1)]

    def whole(self, least: int | None = None) -> int:
        fits = isinstance(self.value, int) and not isinstance(self.value, bool)
        self._is(fits and (least is None or self.value >= least), _number(least))
        return int(self.value)

    def text(self) -> str:
        self._is(isinstance(self.value, str), "a text")
        return str(self.value)

    def one_of(self, *words: str) -> str:
        self._is(self.value in words, " or ".join(words))
        return str(self.value)

    def yes(self) -> bool:
        """A field that is there if something is so."""
        self._is(self.value is True, "true")
        return True


def _number(least: int | None) -> str:
    return "a whole number" if least is None else f"a whole number of at least {least}"
