"""Where a server for editors talks: on the standard streams, or on a port of this machine."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

HERE = "127.0.0.1"
LARGEST_PORT = 65535


def add_streams(parser: ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="talk on standard input and output (default)")
    parser.add_argument(
        "--tcp", type=address, metavar="[HOST:]PORT", help="wait for connections there; port 0: any that is free"
    )


def address(text: str) -> tuple[str, int]:
    """The type of an option that is a port, with the address it belongs to; one of IPv6 stands in brackets."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > LARGEST_PORT:
        raise ArgumentTypeError(f"`{text}` is not a port")
    return host.strip("[]") or HERE, int(port)
