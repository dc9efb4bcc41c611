"""Pictures as files: the forms that there are, each by its name and the endings of such files."""

from __future__ import annotations

from collections.abc import Callable

from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.pdf import POINTS, write_pdf
from penstock.draw.shapes.png import write_png
from penstock.draw.shapes.shapes import Sheet
from penstock.draw.shapes.svg import write_svg
from penstock.draw.shapes.themes import Theme
from penstock.draw.shapes.tikz import LARGEST, write_tex, write_tikz
from penstock.errors import UsageError

SHEET_FORMS = ("svg", "pdf", "png", "tikz", "tex")
_SHARPNESS = (2.0, 1.5, 1.0)
_MOST_PIXELS = 60_000_000


def written(sheet: Sheet, form: str, look: PictureLook = USUAL) -> bytes:
    """A picture in one of the `SHEET_FORMS`; raises `UsageError` if that cannot be done here."""
    return _WRITERS[form](sheet, look)


def _svg(sheet: Sheet, look: PictureLook) -> bytes:
    return write_svg(sheet, look.theme, look.shown_width(sheet.width)).encode()


def _pdf(sheet: Sheet, look: PictureLook) -> bytes:
    return write_pdf(sheet, look.theme, look.shown_width(sheet.width))


def _tikz(sheet: Sheet, look: PictureLook) -> bytes:
    _check_points(sheet, look)
    return write_tikz(sheet, look.theme, look.shown_width(sheet.width)).encode()


def _tex(sheet: Sheet, look: PictureLook) -> bytes:
    _check_points(sheet, look)
    return write_tex(sheet, look.theme, look.shown_width(sheet.width)).encode()


def _check_points(sheet: Sheet, look: PictureLook) -> None:
    scale = (look.shown_width(sheet.width) or sheet.width) / sheet.width * POINTS
    if max(sheet.width, sheet.height) * scale > LARGEST:
        size = f"{sheet.width * scale:,.0f} by {sheet.height * scale:,.0f} points"
        raise UsageError(f"the picture has {size}, more than TeX can: show less of it, or use PDF")


def _png(sheet: Sheet, look: PictureLook) -> bytes:
    shown = (look.shown_width(sheet.width) or sheet.width) / sheet.width
    scales = (shown * sharpness for sharpness in _SHARPNESS)
    scale = next((one for one in scales if sheet.width * sheet.height * one * one <= _MOST_PIXELS), 0.0)
    if not scale:
        size = f"{sheet.width * shown:,.0f} by {sheet.height * shown:,.0f} pixels"
        raise UsageError(f"the picture has {size}, too many for PNG: show less of it, or use SVG or PDF")
    theme: Theme = "dark" if look.theme == "dark" else "light"
    return write_png(write_svg(sheet, theme), scale)


_WRITERS: dict[str, Callable[[Sheet, PictureLook], bytes]] = {
    "svg": _svg,
    "pdf": _pdf,
    "png": _png,
    "tikz": _tikz,
    "tex": _tex,
}
