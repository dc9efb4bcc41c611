"""Translations: what a dialect makes of a file, and how answers about it speak in the user's words.

A dialect turns a file into a `Translation`: standard Promela, and for each stretch of it the place in the user's file
that it comes from.  Whatever reads the translation afterwards then points at the user's own lines by itself.

    writer = Writer()
    writer.copy("buf", position)                      as the user wrote it, at this position
    writer.own("!put(", position, 3)                  ours, because of these 3 characters there
    writer.say("buf <- put(1)")                       what the statement that begins here is called in answers
    translation = writer.translation()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from penstock.errors import UsageError
from penstock.source import EXPANSION_BASE, Origin, Sources
from penstock.syntax.preprocessor import Include
from penstock.syntax.wording import PLAIN, Phrase, Wording


class BadChoice(UsageError):
    """What the user chose for a dialect on the command line makes no sense; the text says why."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A model in Promela; `phrases` are by the place in the text where a statement begins.

    `directives`: the text still has to go through the preprocessor with the user's definitions.
    `included` reads files that it includes, which are in the same dialect.
    `partial`: there are errors, and the text is good for nothing but finding wrong names in it.
    """

    text: str
    origins: tuple[Origin, ...]
    phrases: Mapping[int, Phrase] = field(default_factory=dict)
    wording: Wording = PLAIN
    directives: bool = False
    partial: bool = False
    included: Callable[[str], str] | None = None

    def preprocessed_with(self, include: Include, definitions: Sequence[str]) -> tuple[Include, Sequence[str]]:
        """How included files are found, and the definitions; there are none if they have been put in before."""
        return self.including(include), definitions if self.directives else ()

    def including(self, include: Include) -> Include:
        """Find included files, and read them as this file was read."""

        def found(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
            file = include(name, quoted, including)
            return file if file is None or self.included is None else (file[0], self.included(file[1]))

        return found

    def lines(self, sources: Sources) -> tuple[tuple[str, int], ...]:
        """For each line of the text the user's file and line that its first word comes from."""
        file = next(file for file in sources.files if file.origins and file.text.startswith(self.text))
        found = []
        for number, start in enumerate(file.line_starts, 1):
            line = file.line_text(number)
            where = sources.locate(file.base + start + len(line) - len(line.lstrip()))
            found.append((where.file, where.line))
        return tuple(found)

    def said(self) -> tuple[str, ...]:
        """For each line of the text what its first statement is called, or else the line itself.

        Nothing, where it is good that the statement is never executed.
        """
        found, start = [], 0
        for line in self.text.split("\n"):
            told = [self.phrases[at] for at in range(start, start + len(line) + 1) if at in self.phrases]
            phrases = ["" if phrase.failure else phrase.said for phrase in told]
            plain = line.strip().removeprefix(":: ").removesuffix(" ->").removesuffix(";")
            found.append(phrases[0] if phrases else plain)
            start += len(line) + 1
        return tuple(found)


class Writer:
    """A translation in the making."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._origins: list[Origin] = []
        self._phrases: dict[int, Phrase] = {}
        self.length = 0

    def copy(self, text: str, position: int) -> None:
        """Characters as they stand at `position` in the user's text, or as a macro produced them there."""
        if text:
            plain = position < EXPANSION_BASE
            self._add(text, Origin(self.length, position, len(text), plain))

    def own(self, text: str, position: int, length: int = 1) -> None:
        """Characters that are not the user's; a reader is shown `length` characters at `position`."""
        if text:
            self._add(text, Origin(self.length, position, length))

    def say(self, said: str, failure: str = "", waits: str = "", futile: bool = False, defers: str = "") -> None:
        """What the statement that begins here is called, and what else `Phrase` tells about it."""
        self.note(Phrase(said, failure, waits, futile, defers=defers))

    def note(self, phrase: Phrase, further: int = 0) -> None:
        """The same, for the statement that begins this many characters further on."""
        self._phrases[self.length + further] = phrase

    def _add(self, text: str, origin: Origin) -> None:
        self._parts.append(text)
        self._origins.append(origin)
        self.length += len(text)

    def translation(self, wording: Wording = PLAIN, directives: bool = False) -> Translation:
        return Translation(
            "".join(self._parts),
            tuple(self._origins) or (Origin(0, 0),),
            self._phrases,
            wording,
            directives,
        )
