"""`--mailbox auto`: mailboxes as long as the boundedness test proves that they need to be."""

from __future__ import annotations

import time
from dataclasses import replace

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.certificates.trial import tried
from penstock.bounds.refinement import refined
from penstock.bounds.telling.words import round_lines
from penstock.bounds.verdict import BoundResult, ChannelBound, boundedness
from penstock.budget import Budget, TimeOver, check
from penstock.dialects.actors.choices import AUTO
from penstock.errors import UsageError
from penstock.reading.reading import Reading, read
from penstock.reading.wanted import Wanted
from penstock.tasks.models import processes_of

SECONDS = 20.0
"""How long the lengths are looked for."""


def with_proved_lengths(wanted: Wanted) -> Wanted:
    """What is wanted, with a length for each mailbox."""
    given = tuple(word for word in wanted.actors.mailbox if word != AUTO)
    wanted = replace(wanted, actors=replace(wanted.actors, mailbox=given))
    reading = read(wanted)
    if not reading.ok:
        return wanted
    named = {word.partition("=")[0] for word in given if "=" in word}
    lengths = _lengths(_result(reading), reading.model.wording.numbered - named)
    return replace(wanted, actors=replace(wanted.actors, mailbox=(*given, *lengths)))


def _result(reading: Reading) -> BoundResult:
    processes = processes_of(reading.automata)
    try:
        with Budget(time.monotonic() + SECONDS) as budget:
            result = refined(boundedness(reading.model, processes), processes, budget)
    except TimeOver:
        check()  # it may be the caller's time that is over
        problem = f"no lengths of mailboxes were found in {SECONDS:.0f} seconds: give them by --mailbox N"
        raise UsageError(problem) from None
    return tried(result, processes)


def _lengths(result: BoundResult, kinds: frozenset[str]) -> list[str]:
    """What the user could have written for the mailboxes of these actor types."""
    mailboxes = [channel for channel in result.channels if channel.name in kinds]
    floods = [_flood(result, channel) for channel in mailboxes if channel.bound is None]
    if floods:
        raise UsageError("\n".join(floods))
    return [f"{channel.name}={max(1, channel.bound or 0)}" for channel in mailboxes]


def _flood(result: BoundResult, channel: ChannelBound) -> str:
    """Who floods whom, and what the user can do about it."""
    kind = channel.name
    give = f"give one by --mailbox {kind}=N"
    if channel.finite:
        return f"no length was found for the mailbox of `{kind}`, though it does not grow forever: {give}"
    floods = "may flood" if channel.witness is None else "can flood"
    return f"{_senders(result, channel)} {floods} the mailbox of `{kind}`: no length is enough; {give}"


def _senders(result: BoundResult, channel: ChannelBound) -> str:
    names = NetNames(result.net)
    cycles = next((one for one in result.counterexamples if set(channel.queues) & set(one.queues)), None)
    if cycles is None or not cycles.rounds:
        return "some actors"
    senders = {names.owner(part.owner).partition("(")[0]: round_lines(result, part) for part in cycles.rounds}
    return " and ".join(f"`{name}` (lines {', '.join(map(str, lines))})" for name, lines in senders.items())
