"""What `penstock close` says."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.interface import Lacking
from penstock.closing.report import Influenced
from penstock.tasks.close import CloseNote, Note, OneEnded

_WIDEST = 72


def note_text(note: Note, model: str) -> str:
    match note:
        case OneEnded(name, Lacking.RECEIVER):
            return f"nobody receives from `{name}`: if the environment does, say `--env-out {name}`"
        case OneEnded(name, Lacking.SENDER):
            return f"nobody sends to `{name}`: if the environment does, say `--env-in {name}`"
        case CloseNote.NOTHING_OPEN:
            return f"nothing is open in `{model}`: the model is as it was"
        case _:
            return "macros or included files are in the way: the result is preprocessed, and without comments"


def beside_lines(text: str, influence: Sequence[Influenced]) -> str:
    """The text with what is known about the variables of each line."""
    by_line: dict[int, list[Influenced]] = {}
    for one in influence:
        by_line.setdefault(one.line, []).append(one)
    lines = text.split("\n")
    width = min(_WIDEST, max((len(lines[number - 1]) for number in by_line), default=0))
    shown = []
    for number, line in enumerate(lines, 1):
        notes = dict.fromkeys(f"{one.variable}: {one.value.value}" for one in by_line.get(number, ()))
        shown.append(f"{line:{width}}  | {', '.join(notes)}" if notes else line)
    return "\n".join(shown)
