"""`penstock conform`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.errors import UsageError
from penstock.faces.cli.command import Command
from penstock.tasks.requests.conform import ConformRequest

DESCRIPTION = """Follow the trace of a generated program in its model.  Each step must be one that the model allows;
the first that is not is shown together with what was allowed.  The program must also end as the model
allows.  The trace is written by a program that was built with `make TRACE=1`."""
EPILOG = """examples:
  penstock conform trace.log model.pml
  penstock conform --run program model.pch
  penstock conform --follow trace.log model.pml
  penstock conform --follow /dev/ttyUSB0 --baud 115200 model.pml"""


def add_following(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--follow",
        action="store_true",
        help="follow a program that is running: LOG grows, also where it is put aside as LOG.1, LOG.2, ...; or it is a "
        "pipe, a serial line, tcp:HOST:PORT, listen:[HOST:]PORT (the program connects) or unix:PATH.  Ctrl-C ends it",
    )
    parser.add_argument("--baud", type=int, metavar="N", help="with --follow: the speed of a serial line")
    parser.add_argument(
        "--most-behind",
        type=int,
        metavar="BYTES",
        help="with --follow: where more than so many bytes wait, skip them, and find out by what comes after them "
        "where the model may be",
    )


def refuse(arguments: Namespace) -> None:
    if arguments.follow and arguments.more:
        raise UsageError("--follow is for the trace of one program; --with is for traces that are there already")
    if arguments.follow:
        if arguments.run is not None:
            raise UsageError("--follow and --run do not go together: start the program yourself, and follow its trace")
        return
    given = [name for name in ("baud", "most_behind") if getattr(arguments, name) is not None]
    if given:
        raise UsageError(f"--{given[0].replace('_', '-')} is for --follow")


COMMAND = Command(ConformRequest, DESCRIPTION, EPILOG, add_files=add_following, refuse=refuse)
