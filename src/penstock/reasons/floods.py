"""Mailboxes that are full at the end of a run: who has sent what is in them."""

from __future__ import annotations

from collections import Counter

from penstock.machine.trace import Ending, RunTrace
from penstock.records import data, record
from penstock.syntax.wording import OVERFLOW, PUTS_BACK


@record
class Share:
    """So many `messages` in a mailbox call one method, and come from one actor."""

    sender: str
    method: str
    messages: int = data(least=1)


@record
class FullMailbox:
    """A mailbox without room, and who has filled it: those with the most messages first."""

    actor: str
    capacity: int = data(least=1)
    shares: tuple[Share, ...] = ()


def is_overflow(run: RunTrace) -> bool:
    """Whether the last step is a message for which there is no room."""
    return run.outcome is Ending.ASSERTION and run.reason.startswith(OVERFLOW)


def full_at_end(run: RunTrace) -> tuple[FullMailbox, ...]:
    """The mailboxes that are full; nothing of a run that our own machine has not taken."""
    if run.history is None or not run.history.states:
        return ()
    names, state = run.history.names, run.history.states[-1]
    channels = names.channels(state, names.processes(state))
    sent = _senders(run)
    found = []
    for channel, queue in zip(channels, state[1], strict=True):
        kind = names.program.kind_of(queue)
        if kind.variable.name == names.wording.mailbox and len(queue) > kind.capacity > 0:
            held = Counter((sender, method) for sender, method in sent.get(channel, {}).values())
            shares = tuple(Share(*who, number) for who, number in held.most_common())
            found.append(FullMailbox(channel, kind.capacity, shares))
    return tuple(found)


def _senders(run: RunTrace) -> dict[str, dict[int, tuple[str, str]]]:
    """By channel and number of a message that is still in it: who has sent it, and what it calls.

    Who puts back what it has taken has not sent it.
    """
    left: dict[str, dict[int, tuple[str, str]]] = {}
    taken: dict[tuple[str, tuple[str, ...]], str] = {}
    for step in run.steps:
        for message in step.messages:
            held = left.setdefault(message.channel, {})
            what = message.channel, message.values
            if message.action == "receive" and message.number in held:
                taken[what] = held.pop(message.number)[0]
            elif message.action == "send":
                sender = run.processes[message.process].name
                if step.statement.startswith(PUTS_BACK):
                    sender = taken.get(what, sender)
                held[message.number] = sender, message.values[0]
    return left
