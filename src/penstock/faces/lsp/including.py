"""Which files include which, by a glance at their texts: enough to know to which models a file belongs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from os.path import abspath, dirname, join

from penstock.reading.languages import ENDINGS, ending_of

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
MOST_FILES = 5000
"""A workspace with more models than this is a whole disk."""


@dataclass(slots=True)
class Inclusions:
    """The names that each text includes, and the files that they may stand for."""

    directories: Callable[[str], tuple[str, ...]]
    """Of a file: where else included ones are looked for."""
    _includes: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def seen(self) -> list[str]:
        """The texts that were looked at."""
        return list(self._includes)

    def note(self, path: str, text: str | None) -> bool:
        """Look at a text again; whether it includes other files than before."""
        if text is None:
            return bool(self._includes.pop(path, None))
        found = self._candidates(path, text)
        before = self._includes.get(path, frozenset())
        self._includes[path] = found
        return before != found

    def _candidates(self, path: str, text: str) -> frozenset[str]:
        if "include" not in text:
            return frozenset()
        named = [(quoted or angled, bool(quoted)) for quoted, angled in _INCLUDE.findall(text)]
        return frozenset(found for name, quoted in named for found in self._places(path, name, quoted))

    def _places(self, path: str, name: str, quoted: bool) -> Iterator[str]:
        beside = (dirname(path),) if quoted else ()
        return (abspath(join(directory, name)) for directory in (*beside, *self.directories(path)))

    def roots_of(self, path: str) -> list[str]:
        """The models that a file belongs to: those that include it and are not included themselves, or else itself."""
        above = self._including(path)
        seen, waiting = {path}, list(above)
        roots = []
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            higher = self._including(one)
            waiting.extend(higher)
            if not higher:
                roots.append(one)
        return sorted(roots) or [path]

    def _including(self, path: str) -> list[str]:
        return [one for one, found in self._includes.items() if path in found and one != path]


def models_below(folders: Iterable[str]) -> Iterator[str]:
    """The models in some directories, without hidden ones."""
    number = 0
    for folder in folders:
        for directory, inner, names in os.walk(folder):
            inner[:] = sorted(one for one in inner if not one.startswith(".") and one != "node_modules")
            for name in sorted(names):
                if ending_of(name) in ENDINGS:
                    number += 1
                    if number > MOST_FILES:
                        return
                    yield join(abspath(directory), name)
