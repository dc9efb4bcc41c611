"""Traces in bytes, as `tracing.c` writes them: each entry becomes the words of the line that says it in a text.

The first byte of an entry is its kind and the process; numbers follow, seven bits a byte, the lowest first, the last
below 128.  A key `line:column.again` is the line, then twice the column, and one more if something comes again.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

SIGN = b"\x95pst"
FINGERPRINT = 16
MANY_PROCESSES = 31
_USUAL_LENGTHS = (3, 4, 5)


class Incomplete(Exception):
    """More bytes have to come."""


class NotWritten(Exception):
    """No program writes such a byte."""


class _Bytes:
    """Reads one entry."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def some(self, count: int) -> bytes:
        found = self.data[self.at : self.at + count]
        if len(found) < count:
            raise Incomplete
        self.at += count
        return found

    def number(self) -> int:
        number, shift, byte = 0, 0, 128
        while byte >= 128:
            if shift > 28:
                raise NotWritten
            [byte] = self.some(1)
            number |= (byte & 127) << shift
            shift += 7
        return number

    def key(self) -> str:
        line, column = self.number(), self.number()
        again = f".{self.number()}" if column & 1 else ""
        return f"{line}:{column >> 1}{again}"

    def text(self) -> str:
        return self.some(self.number()).decode("utf-8", errors="replace")

    def words(self) -> list[str]:
        [first] = self.some(1)
        pid = first >> 3
        if pid == MANY_PROCESSES:
            pid += self.number()
        match first & 7:
            case 0:
                return ["step", str(pid), self.key()]
            case 1:
                return ["meet", str(pid), self.key(), str(self.number()), self.key()]
            case 2:
                return ["end", str(pid)]
            case 3:
                return ["value", str(pid), self.text(), str(_signed(self.number()))]
            case 4:
                return self.text().split()
            case 5 if SIGN[:1] + self.some(3) == SIGN:
                return ["model", self.some(FINGERPRINT).hex()]
            case _:
                raise NotWritten


def _signed(number: int) -> int:
    return -(number >> 1) - 1 if number & 1 else number >> 1


class BytesSplitter:
    """Takes bytes apart where entries end."""

    def __init__(self, known: Container[bytes]) -> None:
        self._known = known
        """Entries that came before: none is the beginning of another."""
        self._rest = b""

    def split(self, data: bytes) -> Iterator[bytes]:
        data, at = self._rest + data, 0
        self._rest = b""
        while at < len(data):
            try:
                end = self._end(data, at)
            except Incomplete:
                self._rest = data[at:]
                return
            except NotWritten:
                end = at + 1
            yield data[at:end]
            at = end

    def words_of(self, entry: bytes) -> list[str]:
        """What an entry says, as a line of a text would."""
        try:
            return _Bytes(entry, 0).words()
        except (NotWritten, Incomplete):
            return []

    def _end(self, data: bytes, at: int) -> int:
        for length in _USUAL_LENGTHS:
            if data[at : at + length] in self._known:
                return at + length
        reader = _Bytes(data, at)
        reader.words()
        return reader.at
