"""What the boundedness test found, as one HTML page that needs nothing else."""

from penstock.draw.page.page import Facts, report_page

__all__ = ["Facts", "report_page"]
