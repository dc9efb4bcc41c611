"""`--mailbox auto`: mailboxes as long as the boundedness test proves that they need to be."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from penstock.automata import Automaton, build_automata
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.certificates.trial import tried
from penstock.bounds.refinement import refined
from penstock.bounds.telling.words import round_lines
from penstock.bounds.verdict import ChannelBound, Result, boundedness
from penstock.budget import Budget, TimeOver, check
from penstock.commands.load import AUTO, UsageError
from penstock.resolve import Model

SECONDS = 20.0
"""How long the lengths are looked for."""


def with_proved_lengths(choices: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Model]) -> Mapping[str, Any]:
    """The choices with a length for each mailbox; `read` gives the model for some choices."""
    given = [word for word in choices["mailbox"] if word != AUTO]
    model = read({**choices, "mailbox": given})
    if not model.ok:
        return {**choices, "mailbox": given}
    processes = _processes(model)
    try:
        with Budget(time.monotonic() + SECONDS) as budget:
            result = refined(boundedness(model, processes), processes, budget)
    except TimeOver:
        check()  # it may be the caller's time that is over
        problem = f"no lengths of mailboxes were found in {SECONDS:.0f} seconds: give them by --mailbox N"
        raise UsageError(problem) from None
    result = tried(result, processes)
    named = {word.partition("=")[0] for word in given if "=" in word}
    lengths, floods = [], []
    for channel in result.channels:
        kind = channel.name
        if kind not in model.wording.numbered or kind in named:
            continue
        if channel.bound is None:
            floods.append(_flood(result, channel, kind))
        else:
            lengths.append(f"{kind}={max(1, channel.bound)}")
    if floods:
        raise UsageError("\n".join(floods))
    return {**choices, "mailbox": [*given, *lengths]}


def _processes(model: Model) -> list[Automaton]:
    return [automaton for automaton in build_automata(model) if automaton.kind in ("proctype", "init")]


def _flood(result: Result, channel: ChannelBound, kind: str) -> str:
    """Who floods whom, and what the user can do about it."""
    names = NetNames(result.net)
    found = next((one for one in result.counterexamples if set(channel.queues) & set(one.queues)), None)
    who = "some actors"
    if found is not None and found.rounds:
        senders = {names.owner(part.owner).partition("(")[0]: round_lines(result, part) for part in found.rounds}
        who = " and ".join(f"`{name}` (lines {', '.join(map(str, lines))})" for name, lines in senders.items())
    if channel.finite:
        return f"no length was found for the mailbox of `{kind}`, though it does not grow for ever: {_give(kind)}"
    floods = "may flood" if channel.witness is None else "can flood"
    return f"{who} {floods} the mailbox of `{kind}`: no length is enough; {_give(kind)}"


def _give(kind: str) -> str:
    return f"give one by --mailbox {kind}=N"
