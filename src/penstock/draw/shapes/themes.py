"""Which colours roles have, on light paper and on dark screens."""

from __future__ import annotations

from typing import Literal

from penstock.draw.shapes.shapes import Role

Theme = Literal["auto", "light", "dark"]

LIGHT: dict[Role, str] = {
    "paper": "#ffffff",
    "ink": "#1a1a1a",
    "line": "#404040",
    "pale": "#5c6370",
    "life": "#9aa3b2",
    "fill": "#eef2f7",
    "guide": "#eceff3",
    "alarm": "#b3261e",
    "left": "#8a5000",
    "curve0": "#1f5fa8",
    "curve1": "#b35900",
    "curve2": "#2e7d32",
    "curve3": "#7b3fa0",
    "curve4": "#00767c",
    "curve5": "#8a6d00",
}
DARK: dict[Role, str] = {
    "paper": "#16181d",
    "ink": "#e8eaed",
    "line": "#c3c9d4",
    "pale": "#9aa3b2",
    "life": "#5c6370",
    "fill": "#2a2f3a",
    "guide": "#262a32",
    "alarm": "#ff8a80",
    "left": "#ffb74d",
    "curve0": "#7ab3f0",
    "curve1": "#ffb066",
    "curve2": "#81c784",
    "curve3": "#ce93d8",
    "curve4": "#4dd0e1",
    "curve5": "#e6c84f",
}


def colours(theme: Theme) -> dict[Role, str]:
    """The colours of a file that cannot change them itself."""
    return DARK if theme == "dark" else LIGHT
