"""A small picture of a bound beside the declared capacity."""

from __future__ import annotations

from penstock.bounds.verdict import ChannelBound
from penstock.draw.markup import number
from penstock.draw.page.elements import Html, element

_WIDTH, _HEIGHT, _ROOM = 120.0, 14.0, 12.0


def bar(channel: ChannelBound) -> Html:
    """The frame is what is declared, filled is what is needed, a line marks what is ever used."""
    parts = _endless() if channel.bound is None and not channel.finite else _needed(channel.bound or 0, channel)
    size = {"width": number(_WIDTH + _ROOM), "height": number(_HEIGHT + 2)}
    view = f"-1 -1 {size['width']} {size['height']}"
    return element("svg", *parts, **size, viewBox=view, class_="bar", role="img", aria_label=described(channel))


def described(channel: ChannelBound) -> str:
    """What the picture shows, for those who do not see it."""
    need = "no bound" if channel.bound is None else f"bound {channel.bound}"
    need = "finite" if channel.finite else need
    used = "" if channel.exact is None else f", at most {channel.exact} ever used"
    return f"{need}, {channel.declared} declared{used}"


def _needed(bound: int, channel: ChannelBound) -> list[Html]:
    scale = _WIDTH / max(bound, channel.declared, channel.exact or 0, 1)
    inside = min(bound, channel.declared) * scale
    parts = [_rectangle(0, inside, "bound")]
    if bound > channel.declared:
        parts.append(_rectangle(inside, (bound - channel.declared) * scale, "over"))
    parts.append(_rectangle(0, channel.declared * scale, "declared"))
    if channel.exact is not None:
        at = number(channel.exact * scale)
        parts.append(element("line", x1=at, x2=at, y1="-1", y2=number(_HEIGHT + 1), class_="most"))
    return parts


def _endless() -> list[Html]:
    """A bar that does not end: an arrow."""
    points = f"0,4 {number(_WIDTH - 8)},4 {number(_WIDTH - 8)},0 {number(_WIDTH + 4)},7"
    points += f" {number(_WIDTH - 8)},14 {number(_WIDTH - 8)},10 0,10"
    return [element("polygon", points=points, class_="over")]


def _rectangle(x: float, width: float, look: str) -> Html:
    return element("rect", x=number(x), y="0", width=number(width), height=number(_HEIGHT), class_=look)
