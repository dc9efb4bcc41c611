"""Pictures as PNG, drawn from the SVG with the fonts of this machine.

A text for which no font is found would be left out without a word, so each face is tried first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from penstock.draw.shapes.look import FACES
from penstock.draw.shapes.metrics import Typeface
from penstock.errors import UsageError

_OTHERS: dict[Typeface, tuple[str, ...]] = {
    "mono": ("DejaVu Sans Mono", "Noto Sans Mono", "Ubuntu Mono", "FreeMono"),
    "sans": ("DejaVu Sans", "Noto Sans", "Roboto", "Ubuntu", "Cantarell", "FreeSans"),
    "serif": ("DejaVu Serif", "Noto Serif", "Nimbus Roman", "FreeSerif", "DejaVu Sans"),
}
"""What Linux has where the fonts that pictures name are not installed."""


def write_png(svg: str, zoom: float) -> bytes:
    """The picture, so many pixels for one; raises `UsageError` where it cannot be drawn with all its texts."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        text = "PNG needs the `resvg_py` package: pip install 'penstock[pictures]', or use SVG or PDF"
        raise UsageError(text) from None
    families = _families(svg_to_bytes)
    return bytes(
        svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            sans_serif_family=families["sans"],
            serif_family=families["serif"],
            monospace_family=families["mono"],
        )
    )


@cache
def _families(draw: Callable[..., bytes]) -> dict[Typeface, str | None]:
    """Which font stands for each face if none of those is there that the picture names."""
    return {face: _family(draw, face) for face in FACES}


def _family(draw: Callable[..., bytes], face: Typeface) -> str | None:
    if _can_write(draw, FACES[face]):
        return None
    others = (*_OTHERS[face], *(name for names in _OTHERS.values() for name in names))
    found = next((name for name in others if _can_write(draw, f"'{name}'")), None)
    if found is None:
        raise UsageError("PNG needs fonts, and none is installed that is known: install DejaVu, or use SVG or PDF")
    return found


def _can_write(draw: Callable[..., bytes], families: str) -> bool:
    return _drawn(draw, families, "M") != _drawn(draw, families, "")


def _drawn(draw: Callable[..., bytes], families: str, text: str) -> bytes:
    words = f'<text x="2" y="14" font-size="12" font-family="{families}">{text}</text>'
    return bytes(draw(svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{words}</svg>'))
