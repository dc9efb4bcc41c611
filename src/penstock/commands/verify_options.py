"""The options of `penstock verify`: what is verified, and how."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from penstock.commands.options import seconds
from penstock.spin.session import BITSTATE, EXHAUSTIVE, SWARM


def add_what(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--property",
        dest="properties",
        metavar="NAME",
        action="append",
        default=[],
        help="verify only this: safety, assertions, deadlock, acceptance, progress, never, or the name of an ltl"
        " formula (repeatable; default: everything the model has)",
    )
    parser.add_argument(
        "--ltl", metavar="FORMULA", action="append", default=[], help="verify this formula (repeatable)"
    )
    parser.add_argument("--fair", action="store_true", help="look only at runs that are fair to every process")
    parser.add_argument("--trail-out", metavar="FILE", help="write the trail of the first violation, for spin -t -k")
    parser.add_argument(
        "--msc", metavar="FILE", help="write the first violation as a sequence chart (.svg, .mmd, .txt)"
    )


def add_how(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--search",
        choices=(EXHAUSTIVE, BITSTATE, SWARM),
        default=EXHAUSTIVE,
        help="look at every state (default), at most of them with little memory, or here and there with many searches",
    )
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, help="time for all searches together, without compiling"
    )
    parser.add_argument(
        "--memory", metavar="MB", type=_whole, help="memory for each search (default: most of what is free)"
    )
    parser.add_argument("--jobs", metavar="N", type=_whole, help="searches at a time (default: one for each core)")
    parser.add_argument("--depth", metavar="N", type=_whole, help="steps that the first search goes deep")
    parser.add_argument("--cluster", metavar="ADDRESS", help="run the searches of a swarm on a Dask cluster")
    parser.add_argument("--no-cache", action="store_true", help="compile anew, and do not keep compiled verifiers")


def _whole(text: str) -> int:
    value = int(text)
    if not 0 < value <= 2_000_000_000:
        raise ArgumentTypeError(f"`{text}` is no positive number")
    return value
