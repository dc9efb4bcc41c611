"""The table of channels: those that need attention first, if there are many."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.bounds.telling.words import advice, bound_text
from penstock.bounds.verdict import BOUNDED, ChannelBound, Result
from penstock.diagnostics.record import counted
from penstock.draw.page.bars import bar
from penstock.draw.page.elements import Html, code, element, folded, join, paragraph, section, table

MOST_IN_ONE_TABLE = 40


def channel_section(result: Result) -> Html:
    if not result.channels:
        return section("Channels", paragraph("The model has no buffered channels."), name="channels")
    summary = paragraph(summarized(result.channels))
    used = any(channel.exact is not None for channel in result.channels)
    legend = paragraph(
        "In the pictures, the frame is the declared capacity and the filled part is the bound; "
        "what extends beyond the frame does not fit, and an arrow means that there is no bound.",
        " The vertical line is the largest number of messages ever held." if used else "",
    )
    return section("Channels", summary, *_tables(result), element("div", legend, class_="pale"), name="channels")


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


def _tables(result: Result) -> list[Html]:
    if len(result.channels) <= MOST_IN_ONE_TABLE:
        return [_table(result, result.channels, "all buffered channels")]
    first = [channel for channel in result.channels if needs_attention(channel)]
    others = [channel for channel in result.channels if not needs_attention(channel)]
    shown = [_table(result, first, "channels that need attention")] if first else []
    if others:
        caption = f"{counted(len(others), 'channel')} whose declared capacity suffices"
        shown.append(folded(caption, _table(result, others, caption)))
    return shown


def _table(result: Result, channels: Sequence[ChannelBound], caption: str) -> Html:
    exact = ["exact"] if any(channel.exact is not None for channel in result.channels) else []
    head = ["channel", "declared", "bound", *exact, "bound and capacity", "advice"]
    rows = (_row(result, channel, bool(exact)) for channel in channels)
    return table(caption, head, rows, numeric=range(1, 3 + len(exact)))


def _row(result: Result, channel: ChannelBound, with_exact: bool) -> list[str]:
    several = f" ({len(channel.queues)} kinds of owners)" if len(channel.queues) > 1 else ""
    bound = bound_text(channel)
    exact = ["not known" if channel.exact is None else str(channel.exact)] if with_exact else []
    name = join([code(channel.name), several])
    return [name, str(channel.declared), bound, *exact, bar(channel), advice(result, channel)]
