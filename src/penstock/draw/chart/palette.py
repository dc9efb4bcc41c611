"""Colours of a chart, for light paper and for dark screens.

Everything has its light colour written on it, so that any viewer shows it; the short style sheet changes
the classes, which no page uses for anything else, where the reader prefers dark.
"""

LIGHT = {
    "paper": "#ffffff",
    "ink": "#1a1a1a",
    "line": "#404040",
    "pale": "#5c6370",
    "life": "#9aa3b2",
    "fill": "#eef2f7",
    "guide": "#eceff3",
    "alarm": "#b3261e",
    "left": "#8a5000",
}
_DARK = {
    "paper": "#16181d",
    "ink": "#e8eaed",
    "line": "#c3c9d4",
    "pale": "#9aa3b2",
    "life": "#5c6370",
    "fill": "#2a2f3a",
    "guide": "#262a32",
    "alarm": "#ff8a80",
    "left": "#ffb74d",
}


def fill(colour: str) -> str:
    """Return the attributes of something filled with a colour."""
    return f'class="pc-f-{colour}" fill="{LIGHT[colour]}"'


def stroke(colour: str) -> str:
    """Return the attributes of something drawn with a colour."""
    return f'class="pc-s-{colour}" fill="none" stroke="{LIGHT[colour]}"'


def halo(colour: str) -> str:
    """Return the attributes of text that stays readable on top of lines."""
    return (
        f'class="pc-h-{colour}" fill="{LIGHT[colour]}" stroke="{LIGHT["paper"]}" stroke-width="3.2"'
        ' stroke-linejoin="round" paint-order="stroke"'
    )


def boxed(colour: str, edge: str) -> str:
    """Return the attributes of a box with an outline."""
    return f'class="pc-b-{colour}-{edge}" fill="{LIGHT[colour]}" stroke="{LIGHT[edge]}"'


def style_sheet() -> str:
    """Return the style sheet for dark screens."""
    rules = [f".pc-f-{name}{{fill:{dark}}}.pc-s-{name}{{stroke:{dark}}}" for name, dark in _DARK.items()]
    rules += [f".pc-h-{name}{{fill:{dark};stroke:{_DARK['paper']}}}" for name, dark in _DARK.items()]
    boxes = (("fill", "line"), ("paper", "life"), ("paper", "line"), ("paper", "left"), ("paper", "alarm"))
    rules += [f".pc-b-{one}-{other}{{fill:{_DARK[one]};stroke:{_DARK[other]}}}" for one, other in boxes]
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
