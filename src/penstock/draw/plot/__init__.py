"""Numbers against a parameter, as curves."""

from penstock.draw.plot.figure import Curve, Panel, Plot, PlottedPoint
from penstock.draw.plot.sheet import plot_sheet, plot_svg

__all__ = ["Curve", "Panel", "Plot", "PlottedPoint", "plot_sheet", "plot_svg"]
