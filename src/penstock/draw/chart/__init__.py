"""Message sequence charts: who sends what to whom in a run."""

from penstock.draw.chart.data import chart_data
from penstock.draw.chart.mermaid import chart_mermaid
from penstock.draw.chart.svg import chart_svg
from penstock.draw.chart.text import chart_lines, chart_text

__all__ = ["chart_data", "chart_lines", "chart_mermaid", "chart_svg", "chart_text"]
