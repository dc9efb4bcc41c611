"""What is told about a formula in the notation of another tool, and the change that makes it SPIN's."""

from __future__ import annotations

from typing import NamedTuple

from penstock.diagnostics.record import Fix, TextChange
from penstock.syntax.notations.reading import ForeignFormula, read_foreign
from penstock.syntax.notations.words import SOME_RUN, Mark

MOST_TOLD = 4


class ForeignNotation(NamedTuple):
    """Where the first foreign word stands in the text, how long it is, and what to say."""

    start: int
    length: int
    message: str
    hint: str
    fixes: tuple[Fix, ...]


def foreign_notation(text: str, position: int) -> ForeignNotation | None:
    """About a formula that stands at `position`."""
    found = read_foreign(text)
    if found is None:
        return None
    first = min(found.marks, key=lambda mark: mark.start)
    about = next((mark for mark in found.marks if mark.old in SOME_RUN), first)
    fixes = () if found.text is None else (Fix(f"write `{found.text}`", (TextChange(position, text, found.text),)),)
    return ForeignNotation(about.start, len(about.old), _message(found, about), _hint(found, about), fixes)


def _message(found: ForeignFormula, about: Mark) -> str:
    if found.text is None:
        return f"`{about.old}` is CTL; SPIN checks LTL, whose formulas speak of one run and hold if they do of all"
    pairs = dict.fromkeys((mark.old, mark.new) for mark in sorted(found.marks, key=lambda mark: mark.start))
    told = [f"`{new}` for `{old}`" for old, new in pairs][:MOST_TOLD]
    return "SPIN writes " + (" and ".join(told) if len(told) < 3 else ", ".join(told[:-1]) + f" and {told[-1]}")


def _hint(found: ForeignFormula, about: Mark) -> str:
    if found.text is not None:
        return f"write `{found.text}`"
    if about.old in SOME_RUN:
        return "to learn whether some run reaches `p`, verify `[] !p`: a violation is such a run"
    return "SPIN checks LTL, not CTL: say what holds in every run, with `[]` and `<>`"
