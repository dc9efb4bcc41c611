"""A run as SVG."""

from __future__ import annotations

from penstock.draw.chart.sheet import chart_sheet
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.svg import write_svg
from penstock.machine.trace import RunTrace


def chart_svg(trace: RunTrace, local: bool = True, look: PictureLook = USUAL) -> str:
    """Draw a run; without `local`, steps that only concern their own process are left out."""
    sheet = chart_sheet(trace, look, local)
    return write_svg(sheet, look.theme, look.shown_width(sheet.width))
