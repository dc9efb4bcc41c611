"""`--crash server=2`: as many actors of a type may end at any time between two messages, as if they did `stop`.

How many of them will crash at most is chosen when the run begins, so that nobody has to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penstock.dialects.actors.page import TranslationPage
from penstock.syntax.translation import BadChoice

MOST = 255


def crash_counts(words: Sequence[str], types: Sequence[str]) -> dict[str, int]:
    """For each actor type how many may crash; there may be several types in one word."""
    found: dict[str, int] = {}
    for word in [part for given in words for part in given.split(",")]:
        name, _, number = word.partition("=")
        if not number.isdigit() or int(number) > MOST:
            raise BadChoice(f"`--crash {word}`: write TYPE=N, a type and how many of its actors may crash")
        if name not in types:
            known = ", ".join(f"`{one}`" for one in types) or "none"
            raise BadChoice(f"`--crash {word}`: there is no actor type `{name}`; the model has {known}")
        found[name] = int(number)
    return {name: number for name, number in found.items() if number}


@dataclass(frozen=True, slots=True)
class Crashes:
    """`left` are counters by actor type.

    Where time passes, nobody crashes while it is `calm`, or time would stand still until somebody has crashed; whatever
    comes with time ends the calm.
    """

    left: Mapping[str, str]
    counts: Mapping[str, int]
    calm: str

    @property
    def names(self) -> set[str]:
        return {*self.left.values(), *([self.calm] if self.calm else [])}


def declare_crashes(page: TranslationPage, crashes: Crashes, at: int) -> None:
    for name in crashes.left.values():
        page.line(f"byte {name};", at)
    if crashes.calm:
        page.line(f"bool {crashes.calm};", at)


def choose_crashes(page: TranslationPage, crashes: Crashes, at: int) -> None:
    """The first steps of a run."""
    for kind, name in crashes.left.items():
        with page.options("if", at, ";"):
            for number in range(crashes.counts[kind] + 1):
                said = f"{number} of `{kind}` may crash" if number else f"no `{kind}` crashes"
                page.choice(f"{name} = {number}", at, said)


def write_crash(page: TranslationPage, crashes: Crashes, kind: str, stopped: str, at: int) -> None:
    """The option of an actor that takes no message."""
    name = crashes.left[kind]
    with page.block(":: atomic {", at):
        page.line(f"{name} > 0{f' && !{crashes.calm}' if crashes.calm else ''} ->", at, "crashes")
        page.line(f"{name}--;", at, "has crashed")
        page.line(f"goto {stopped}", at)


def write_calm(page: TranslationPage, crashes: Crashes, at: int) -> None:
    """The option of who brings what comes with time."""
    some = " || ".join(f"{name} > 0" for name in crashes.left.values())
    with page.block(":: atomic {", at):
        page.line(f"!{crashes.calm} && ({some}) ->", at, "nobody crashes for a while")
        page.line(f"{crashes.calm} = true", at)
