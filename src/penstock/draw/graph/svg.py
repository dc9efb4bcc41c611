"""Graphs as SVG."""

from collections.abc import Callable, Sequence

from penstock.draw.graph.graph import Graph
from penstock.draw.graph.picture import Picture
from penstock.draw.graph.sheet import graph_sheet
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.svg import write_svg


def svg(graphs: Sequence[Graph], arrange: Callable[[Graph], Picture] | None = None, look: PictureLook = USUAL) -> str:
    """Draw the graphs; `arrange` gives everything its place, if somebody knows it already."""
    sheet = graph_sheet(graphs, look, arrange)
    return write_svg(sheet, look.theme, look.shown_width(sheet.width))
