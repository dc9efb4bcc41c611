"""A small picture of a bound beside the declared capacity."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.bounds.verdict import ChannelBound
from penstock.draw.page.templating import filled
from penstock.draw.shapes.svg import number

_WIDTH = 120.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """A rectangle of the picture."""

    x: str
    width: str
    look: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The frame is what is declared, filled is what is needed, a line marks what is ever used; no shapes: no end."""

    described: str
    """What the picture shows, for those who do not see it."""
    shapes: tuple[Stretch, ...] = ()
    most: str | None = None


def bar(channel: ChannelBound) -> str:
    """The picture alone."""
    return filled("bar.svg", bar=bar_of(channel))


def bar_of(channel: ChannelBound) -> Bar:
    if channel.bound is None and not channel.finite:
        return Bar(_described(channel))
    bound, declared = channel.bound or 0, channel.declared
    scale = _WIDTH / max(bound, declared, channel.exact or 0, 1)
    inside = min(bound, declared)
    stretches = [(0, inside, "bound"), (inside, bound - declared, "over"), (0, declared, "declared")]
    shapes = (
        Stretch(number(first * scale), number(length * scale), look)
        for first, length, look in stretches
        if look != "over" or length > 0
    )
    most = None if channel.exact is None else number(channel.exact * scale)
    return Bar(_described(channel), tuple(shapes), most)


def _described(channel: ChannelBound) -> str:
    need = "no bound" if channel.bound is None else f"bound {channel.bound}"
    need = "finite" if channel.finite else need
    used = "" if channel.exact is None else f", at most {channel.exact} ever used"
    return f"{need}, {channel.declared} declared{used}"
