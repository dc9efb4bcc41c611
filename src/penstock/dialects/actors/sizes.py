"""How long the mailboxes are: `3`, or `buffer=3` for one actor type."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.syntax.translation import BadChoice

LENGTH = 3
"""Where the user says nothing."""
LONGEST = 255


def mailbox_sizes(words: Sequence[str], types: Sequence[str]) -> dict[str, int]:
    """For each actor type the length of its mailbox."""
    general = LENGTH
    own: dict[str, int] = {}
    for word in words:
        name, given, number = word.rpartition("=")
        if not number.isdigit() or not 0 < int(number) <= LONGEST:
            raise BadChoice(f"`--mailbox {word}`: a length is a number from 1 to {LONGEST}")
        if not given:
            general = int(number)
        elif name in types:
            own[name] = int(number)
        else:
            known = ", ".join(f"`{one}`" for one in types) or "none"
            raise BadChoice(f"`--mailbox {word}`: there is no actor type `{name}`; the model has {known}")
    return {name: own.get(name, general) for name in types}
