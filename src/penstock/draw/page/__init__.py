"""What the boundedness test found, as one HTML page that needs nothing else."""

from penstock.draw.page.page import PageFacts, report_page

__all__ = ["PageFacts", "report_page"]
