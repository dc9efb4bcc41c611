"""Options of the commands that show runs."""

from __future__ import annotations

from argparse import ArgumentParser


def add_chart(parser: ArgumentParser) -> None:
    parser.add_argument("--msc", metavar="FILE", help="write the run as a sequence chart to FILE (.svg, .mmd or .txt)")


def add_interactive(parser: ArgumentParser, text: str) -> None:
    parser.add_argument("-i", "--interactive", action="store_true", help=text)
    parser.add_argument("--plain", action="store_true", help="with --interactive: line by line, not on a full screen")
