"""The table of channels: those that need attention first, if there are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.bounds.telling.words import advice, bound_text, how
from penstock.bounds.verdict import BOUNDED, BoundResult, ChannelBound
from penstock.diagnostics.record import counted
from penstock.draw.page.bars import Bar, bar_of

MOST_IN_ONE_TABLE = 40


@dataclass(frozen=True, slots=True)
class ChannelRow:
    name: str
    owners: int
    declared: int
    bound: str
    exact: int | None
    bar: Bar
    how: str
    advice: str


@dataclass(frozen=True, slots=True)
class ChannelTables:
    """The rows that are open, and those that are folded."""

    summary: str
    with_exact: bool
    open: Sequence[ChannelRow]
    open_caption: str
    folded: Sequence[ChannelRow] = ()
    folded_caption: str = ""


def channel_tables(result: BoundResult) -> ChannelTables:
    channels = result.channels
    summary, with_exact = summarized(channels), any(channel.exact is not None for channel in channels)
    if len(channels) <= MOST_IN_ONE_TABLE:
        return ChannelTables(summary, with_exact, _rows(result, channels), "all buffered channels")
    first = [channel for channel in channels if needs_attention(channel)]
    others = [channel for channel in channels if not needs_attention(channel)]
    caption = f"{counted(len(others), 'channel')} whose declared capacity suffices"
    rows, folded = _rows(result, first), _rows(result, others)
    return ChannelTables(summary, with_exact, rows, "channels that need attention", folded, caption)


def needs_attention(channel: ChannelBound) -> bool:
    """Whether the channel may overflow, as far as the test knows."""
    need = channel.bound if channel.exact is None else channel.exact
    return need is None or need > channel.declared


def summarized(channels: Sequence[ChannelBound]) -> str:
    """How many channels are fine, and how many are not."""
    open_ = sum(channel.verdict != BOUNDED for channel in channels)
    short = sum(needs_attention(channel) and channel.verdict == BOUNDED for channel in channels)
    parts = [f"{counted(len(channels), 'buffered channel')}"]
    parts += [f"{open_} without a bound"] if open_ else []
    parts += [f"{short} whose declared capacity may not suffice"] if short else []
    parts += ["the declared capacity always suffices"] if not open_ and not short else []
    return ", ".join(parts) + "."


def _rows(result: BoundResult, channels: Sequence[ChannelBound]) -> list[ChannelRow]:
    return [
        ChannelRow(
            channel.name,
            len(channel.queues),
            channel.declared,
            bound_text(channel),
            channel.exact,
            bar_of(channel),
            how(result, channel),
            advice(result, channel),
        )
        for channel in channels
    ]
