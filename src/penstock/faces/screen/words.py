"""What the screen says in general: its help, its hints, what its prompts ask for."""

from __future__ import annotations

from dataclasses import dataclass

HELP = """STEPS
  ↑ ↓  j k      choose among the possible steps
  Enter  Space  take the chosen step
  1 … 9         take the step with that number
  ←  Backspace  one step back
  →             forward again the way you came,
                or by the chosen step
  Home  End     to the beginning, to the end
  g             to a step by its number
  r  R          a step by chance; several

UNTIL
  u             run until a line is executed or a
                condition holds: any expression,
                such as  len(q) == 3 && x > P[1]:y
                It follows the way ahead, then
                goes on by chance, and says so
                if the condition was not met.
  Esc           stops a run that is on its way

PANES
  Tab           the next pane (Shift: back)
  s v h c       source, values, history, chart
  z             one pane alone, and back
  PgUp PgDn     scroll; Shift+← → sideways
  f             the next file of the model
  /  n  N       search in this pane; next; back
  w             watch an expression
  Enter         in the history: go there;
                in the values: show the parts

  The mouse works: click chooses, a double click
  takes a step, goes to a moment, opens an array.

SIGNS
  ◂P  ◃P        P is here and can move; it waits
  ▸             the chosen step and its line
  *             changed by the last step
  ↻             this step was taken here before
  └╴            another way that was gone

  S  save the run      q  quit"""
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
CHANCE = Asking("chance", "steps by chance", "how many")
WATCH = Asking("watch", "watch", "an expression; again to end it")
SAVE = Asking("save", "save as", "run.steps, .json, .svg, .mmd or .txt")
QUESTIONS = (UNTIL, SEARCH, GO, CHANCE, WATCH, SAVE)
