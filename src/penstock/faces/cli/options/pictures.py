"""Options of the commands that draw."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError

_LENGTH = re.compile(r"(\d+(?:\.\d+)?)(mm|cm|in|pt|px)")
_PIXELS = {"mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "px": 1.0}


def page_width(text: str) -> float:
    """The type of an option that is a length, in pixels of a 96th of an inch."""
    found = _LENGTH.fullmatch(text.strip().lower())
    width = float(found[1]) * _PIXELS[found[2]] if found else 0.0
    if not 40 <= width <= 40_000:
        raise ArgumentTypeError(f"`{text}` is not the width of a page, such as 84mm, 3.3in, 240pt or 640px")
    return width


def add_look(parser: ArgumentParser) -> None:
    """How pictures look."""
    group = parser.add_argument_group("pictures")
    group.add_argument(
        "--width", type=page_width, metavar="LENGTH", help="fit pictures to a page this wide, such as 84mm or 6.5in"
    )
    group.add_argument(
        "--font",
        choices=("mono", "sans", "serif"),
        default="mono",
        help="the font of what comes from the model (default: mono, which sets it apart from other words)",
    )
    group.add_argument(
        "--theme",
        choices=("auto", "light", "dark"),
        default="auto",
        help="colours; auto: an SVG follows its reader, other files are light",
    )


def add_run_pictures(parser: ArgumentParser, run: str = "the run") -> None:
    """Files with pictures of a run."""
    endings = ".svg, .pdf, .png, .tex, .tikz"
    parser.add_argument("--msc", metavar="FILE", help=f"draw {run} as a sequence chart ({endings}, .mmd or .txt)")
    parser.add_argument("--occupancy", metavar="FILE", help=f"draw how full the channels are along {run} ({endings})")
    parser.add_argument(
        "--waits", metavar="FILE", help=f"draw who waits for whom where {run} ends ({endings}, .mmd or .dot)"
    )
    add_look(parser)
