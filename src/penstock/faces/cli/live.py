"""Where a trace comes from while its program runs: a file that grows, a pipe, a terminal or serial line, a socket."""

from __future__ import annotations

import os
import re
import select
import socket
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from glob import escape, glob
from importlib import import_module
from threading import Event
from typing import Any, BinaryIO

from penstock.errors import UsageError
from penstock.faces.cli.standard_input import STANDARD_INPUT
from penstock.tasks.conform_live import TracePiece

AT_ONCE = 1 << 16
PAUSE = 0.1
"""Seconds between two looks whether there is more, or whether the user has seen enough."""
_ADDRESS = re.compile(r"(tcp|listen):(?:(\S*):)?(\d+)")


@dataclass(frozen=True, slots=True)
class LiveTrace:
    """`place` is a path, `-`, `tcp:HOST:PORT`, `listen:[HOST:]PORT` or `unix:PATH`; `baud` is for serial lines."""

    place: str
    baud: int | None
    stop: Event

    def pieces(self) -> Iterator[TracePiece]:
        try:
            yield from self._pieces()
        except OSError as problem:
            raise UsageError(f"cannot follow `{self.place}`: {problem.strerror or problem}") from None

    def _pieces(self) -> Iterator[TracePiece]:
        if self.place == STANDARD_INPUT:
            if sys.stdin is None:
                raise UsageError("the standard input is closed")
            return self._of_stream(sys.stdin.fileno())
        if self.place.startswith("unix:"):
            return self._of_socket(self._connected(socket.AF_UNIX, self.place.removeprefix("unix:")))
        if address := _ADDRESS.fullmatch(self.place):
            host, port = address[2] or "127.0.0.1", int(address[3])
            if address[1] == "tcp":
                return self._of_socket(socket.create_connection((host, port)))
            return self._of_caller(socket.create_server((host, port)))
        return self._of_path()

    def _connected(self, family: socket.AddressFamily, address: str) -> socket.socket:
        found = socket.socket(family)
        found.connect(address)
        return found

    def _of_caller(self, server: socket.socket) -> Iterator[TracePiece]:
        """Of the first program that connects."""
        with closing(server):
            while not _readable(server.fileno()):
                if self.stop.is_set():
                    return
            connection, _ = server.accept()
        yield from self._of_socket(connection)

    def _of_socket(self, connection: socket.socket) -> Iterator[TracePiece]:
        with closing(connection):
            yield from self._of_stream(connection.fileno())

    def _of_path(self) -> Iterator[TracePiece]:
        while not os.path.exists(self.place):  # the program may not have begun
            if self.stop.wait(PAUSE):
                return
        if stat.S_ISREG(os.stat(self.place).st_mode):
            yield from _GrowingFile(self.place, self.stop).pieces()
            return
        handle = os.open(self.place, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            if os.isatty(handle):
                _make_raw(handle, self.baud)
            yield from self._of_stream(handle)
        finally:
            os.close(handle)

    def _of_stream(self, handle: int) -> Iterator[TracePiece]:
        """Until its end; a pipe into which nobody writes yet has not come to it."""
        begun = not stat.S_ISFIFO(os.fstat(handle).st_mode)
        while not self.stop.is_set():
            if not _readable(handle):
                continue
            data = os.read(handle, AT_ONCE)
            if data:
                begun = True
                yield TracePiece(data, _waiting(handle))
            elif begun:
                return
            else:
                time.sleep(PAUSE)


class _GrowingFile:
    """A log, and those that take its place: where it is put aside as `NAME.1`, `NAME.2` and so on, none is left out."""

    def __init__(self, path: str, stop: Event) -> None:
        self.path = path
        self.stop = stop
        self.file: BinaryIO = open(path, "rb")  # noqa: SIM115  another takes its place

    def pieces(self) -> Iterator[TracePiece]:
        try:
            while not self.stop.is_set():
                data = self.file.read(AT_ONCE)
                if data:
                    yield TracePiece(data, os.fstat(self.file.fileno()).st_size - self.file.tell())
                elif not self._next():
                    self.stop.wait(PAUSE)
        finally:
            self.file.close()

    def _next(self) -> bool:
        """Whether there is more to read after all, or the trace goes on in another file."""
        following = self._following(os.fstat(self.file.fileno()))
        size = os.fstat(self.file.fileno()).st_size
        if size < self.file.tell():
            raise UsageError(f"`{self.path}` has become shorter: a trace is put aside by giving it another name")
        if following is not None and size == self.file.tell():
            self.file.close()
            self.file = following
        elif following is not None:
            following.close()
        return following is not None or size > self.file.tell()

    def _following(self, mine: os.stat_result) -> BinaryIO | None:
        """The file that came after the one that is open, if there is one."""
        try:
            if os.path.samestat(os.stat(self.path), mine):
                return None
            found = open(self.path, "rb")  # noqa: SIM115  kept open
        except FileNotFoundError:  # it is just being put aside
            return None
        aside = (number for number in self._numbers() if os.path.samestat(os.stat(f"{self.path}.{number}"), mine))
        next_one = f"{self.path}.{next(aside, 0) + 1}"
        if not os.path.exists(next_one) or next_one == f"{self.path}.1":
            return found
        found.close()  # there were several meanwhile
        return open(next_one, "rb")

    def _numbers(self) -> Iterator[int]:
        for name in glob(f"{escape(self.path)}.*"):
            ending = name.removeprefix(f"{self.path}.")
            if ending.isdecimal():
                yield int(ending)


def _readable(handle: int) -> bool:
    return bool(select.select([handle], [], [], PAUSE)[0])


def _waiting(handle: int) -> int:
    """How many bytes can be read at once."""
    try:
        import_module("fcntl").ioctl(handle, import_module("termios").FIONREAD, found := bytearray(4))
    except (OSError, ImportError):  # not of every kind of stream
        return 0
    return int.from_bytes(found, sys.byteorder)


def _make_raw(handle: int, baud: int | None) -> None:
    """Every byte of a serial line as it is."""
    termios: Any = import_module("termios")
    import_module("tty").setraw(handle, termios.TCSANOW)  # what has come already must not get lost
    if baud is None:
        return
    speed = getattr(termios, f"B{baud}", None)
    if speed is None:
        raise UsageError(f"--baud {baud}: serial lines have no such speed here")
    settings = termios.tcgetattr(handle)
    settings[4] = settings[5] = speed
    termios.tcsetattr(handle, termios.TCSANOW, settings)
