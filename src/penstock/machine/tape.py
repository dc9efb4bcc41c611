"""Bytes that came, kept as small as they can be made."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

LONGEST = 64_000_000


class Tape:
    """It has an end."""

    def __init__(self) -> None:
        self._press = zlib.compressobj(1)
        self._pressed: list[bytes] = []
        self._length = 0

    @property
    def full(self) -> bool:
        return self._length > LONGEST

    def keep(self, data: bytes) -> None:
        if not self.full:
            self._add(self._press.compress(data))

    def _add(self, pressed: bytes) -> None:
        if pressed:
            self._pressed.append(pressed)
            self._length += len(pressed)

    def play(self) -> Iterator[bytes]:
        self._add(self._press.flush(zlib.Z_SYNC_FLUSH))
        return map(zlib.decompressobj().decompress, self._pressed)
