"""What the screen says in general: its help, its hints, what its prompts ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

HELP: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "STEPS",
        (
            ("↑ ↓  j k", "choose among the possible steps"),
            ("Enter  Space", "take the chosen step"),
            ("1 to 9", "take the step with that number"),
            ("←  Backspace", "one step back"),
            ("→", "forward again the way you came, or by the chosen step"),
            ("Home  End", "to the beginning, to the end"),
            ("g", "to a step by its number"),
            ("r  R", "a step at random; several"),
        ),
    ),
    (
        "UNTIL",
        (
            ("u", "run until a line is executed, or until a condition holds: any expression, such as `len(q) == 3`"),
            ("", "It follows the way ahead, then goes on at random, and says so if the condition was not met."),
            ("Esc", "stops a run that is on its way"),
        ),
    ),
    (
        "PANES",
        (
            ("Tab", "the next pane; with Shift, the one before"),
            ("s v h c", "source, values, history, chart"),
            ("z", "one pane alone, and back"),
            ("PgUp PgDn", "scroll; Shift with ← → scrolls sideways"),
            ("f", "the next file of the model"),
            ("/ n N", "search in this pane; the next place; the one before"),
            ("w", "watch an expression; the same again ends that"),
            ("Enter", "in the history: go there; in the values: show the parts"),
            ("mouse", "a click chooses; two take a step, go to a moment, show the parts"),
        ),
    ),
    (
        "SIGNS",
        (
            ("◂P ◃P", "P is at this line and can move; it waits"),
            ("▸", "the chosen step, and its line"),
            ("*", "changed by the last step"),
            ("↻", "this step was taken here before"),
            ("└╴", "another way that was gone from here"),
            ("↺", "from here on a recorded run repeats"),
        ),
    ),
    ("THE END", (("S", "save the run"), ("q", "quit"))),
)
_KEYS = 14
"""How wide the column of keys is."""


def help_lines(width: int) -> Iterator[str]:
    """The help in lines that fit."""
    for title, entries in HELP:
        yield title
        for keys, text in entries:
            first, *rest = wrap(text, max(16, width - _KEYS)) or [""]
            yield f"  {keys:{_KEYS - 2}}{first}"
            yield from (" " * _KEYS + more for more in rest)
        yield ""


HINTS = "↑↓ choose  ⏎ take  ← back  → on  u until  Tab pane  / search  ? help  q quit"
SHORT_HINTS = "⏎ take ← back u until ⇥ pane ? help"


@dataclass(frozen=True, slots=True)
class Asking:
    """Something that the screen asks for; `meaning` is shown where nothing has been typed yet."""

    name: str
    asks: str
    meaning: str


UNTIL = Asking("until", "until", "a line, or a condition such as x > 3")
SEARCH = Asking("search", "search", "a text in this pane")
GO = Asking("go", "go to step", "its number")
CHANCE = Asking("chance", "steps at random", "how many")
WATCH = Asking("watch", "watch", "an expression; again to end it")
SAVE = Asking("save", "save as", "run.steps, .json, .svg, .mmd or .txt")
QUESTIONS = (UNTIL, SEARCH, GO, CHANCE, WATCH, SAVE)
