"""Options of the commands that show runs."""

from __future__ import annotations

from argparse import ArgumentParser


def add_chart(parser: ArgumentParser) -> None:
    parser.add_argument("--msc", metavar="FILE", help="write the run as a sequence chart to FILE (.svg, .mmd or .txt)")
