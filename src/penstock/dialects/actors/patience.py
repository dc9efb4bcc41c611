"""Time passes when no actor can move: with `after` none may try the same message again and again."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.dialects.actors.choices import Defer
from penstock.dialects.actors.methods import MessageWriter
from penstock.dialects.actors.rounds import RoundWriter
from penstock.dialects.actors.style import Style
from penstock.dialects.actors.system import System


def check_patience(
    system: System, messages: Sequence[MessageWriter], rounds: RoundWriter | None, style: Style, at: int
) -> None:
    """Time passes when no actor can move: none may try one message again and again."""
    if rounds is not None and rounds.looking and not rounds.remembers:
        restless = rounds.looking[0]
    else:
        others = [one for one in messages if one.looks and one.message.waits and style.defer is not Defer.ORDERED]
        if not others:
            return
        restless = others[0]
    text = f"whether `{restless.name}` must wait is tried again and again, so that time never passes for `after`"
    notes = [("time is needed here", system.position(at))]
    hint = "let it depend on the actor's own variables only, without looking at parameters"
    hint = hint if style.defer is Defer.ORDERED else "choose `--defer ordered`"
    system.report("E824", text, restless.at, hint, notes)
