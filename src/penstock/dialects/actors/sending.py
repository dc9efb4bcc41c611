"""Statements that send a message through a network that is not reliable: see `network`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from penstock.dialects.actors.choices import NetworkKind
from penstock.dialects.actors.network import Faults
from penstock.dialects.actors.nodes import Tell
from penstock.dialects.actors.page import TranslationPage

MTYPE = "mtype"


@dataclass(frozen=True, slots=True)
class OvertakingNames:
    """Counters, and variables for one message; `held` are by type and place."""

    passed: str
    left: str
    held: Mapping[tuple[str, int], str]


@dataclass(frozen=True, slots=True)
class Journey:
    """A message and its way: `tell` writes the statement that sends it, `target` the mailbox."""

    step: Tell
    faults: Faults
    fields: tuple[str, ...]
    tell: Callable[[], None]
    target: Callable[[], None]
    nobody: str
    overtaking: OvertakingNames | None


class JourneyWriter:
    """Writes one message, and what may happen to it."""

    def __init__(self, page: TranslationPage, way: Journey) -> None:
        self.page = page
        self.way = way
        self.at = way.step.first
        self.said = page.text(way.step.method_at, way.step.last)

    def write(self, tail: str) -> None:
        if NetworkKind.LOSSY in self.way.faults:
            self._either(self._delivered, f"the network loses {self.said}", tail, loses=True)
        else:
            self._delivered(tail)

    def _either(self, done: Callable[[str], None], otherwise: str, tail: str, loses: bool = False) -> None:
        """Where there is no room in the mailbox, there is no choice."""
        page = self.page
        with page.options("if", self.at, tail):
            page.option = True
            with page.indented():
                done("")
            page.choice("skip", self.at, otherwise, loses)

    def _delivered(self, tail: str) -> None:
        twice = NetworkKind.DUPLICATING in self.way.faults
        self._sent(";" if twice else tail)
        if twice:
            self._either(self._sent, f"{self.said} comes once", tail)

    def _sent(self, tail: str) -> None:
        names = self.way.overtaking
        self.way.tell()
        self.page.end(";" if names is not None else tail)
        if names is not None:
            self._overtakes(names, tail)

    def _overtakes(self, names: OvertakingNames, tail: str) -> None:
        """It is taken out again, and put in before some of the others, which keep their order."""
        page, passed, left = self.page, names.passed, names.left
        with page.options("do", self.at, ";"):
            self._line(f":: {passed} + 1 < len(", f") -> {passed}++", f"{self.said} overtakes a message")
            page.choice("break", self.at)
        page.line("skip;", self.at, f"{self.said} has found its place")
        kinds = list(enumerate((MTYPE, *self.way.fields)))
        held = [names.held[kind, place] for place, kind in kinds]
        page.line("d_step {", self.at, "has sent it")
        with page.indented():
            self._line(f"{left} = len(", ") - 1;")
            self._turn(left, held)
            self._line("", "?" + ", ".join("_" for _ in held) + ";")
            self._line(f"{left} = len(", f") - {passed};")
            self._turn(left, held)
            self.way.tell()
            page.end(";")
            page.line(f"{left} = {passed};", self.at)
            self._turn(left, held)
            for (_, kind), name in zip(kinds, held, strict=True):
                page.line(f"{name} = {self.way.nobody if kind == 'chan' else 0};", self.at)
            page.line(f"{passed} = 0", self.at)
        page.line("}" + tail, self.at)

    def _turn(self, left: str, held: list[str]) -> None:
        """Put so many messages from the front to the end."""
        page, names = self.page, ", ".join(held)
        with page.options("do", self.at, ";"):
            self._line(f":: {left} > 0 -> ", f"?{names};")
            self._line("    ", f"!{names}; {left}--")
            page.choice("else -> break", self.at)

    def _line(self, before: str, after: str, said: str = "") -> None:
        """A line with the mailbox in it."""
        self.page.begin(self.at)
        if before.startswith(":: ") and said:
            self.page.own(":: ")
            self.page.writer.say(said)
            before = before[3:]
        self.page.own(before)
        self.way.target()
        self.page.own(after)
        self.page.end()
