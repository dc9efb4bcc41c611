"""Messages of the Debug Adapter Protocol on a stream: a length, an empty line, then JSON."""

from __future__ import annotations

import json
from typing import IO, Any

Message = dict[str, Any]
_LENGTH = b"content-length"
MOST_BYTES = 64 * 1024 * 1024
"""No client sends as much; who announces more does not speak this protocol."""


class BadFrame(Exception):
    """What came is not a message; the text says why."""


def read_message(stream: IO[bytes]) -> Message | None:
    """The next message; None at the end of the stream."""
    length = _read_length(stream)
    if length is None:
        return None
    content = stream.read(length)
    if len(content) < length:
        return None
    try:
        message = json.loads(content)
    except ValueError as problem:
        raise BadFrame(f"this is not JSON: {problem}") from None
    if not isinstance(message, dict):
        raise BadFrame("a message is an object")
    return message


def _read_length(stream: IO[bytes]) -> int | None:
    length = None
    while line := stream.readline(1000):
        name, _, value = line.partition(b":")
        if name.strip().lower() == _LENGTH:
            if not value.strip().isdigit() or int(value) > MOST_BYTES:
                raise BadFrame("this is not a length")
            length = int(value)
        elif not line.strip() and length is not None:
            return length
        elif line.strip() and not value:
            raise BadFrame("a header is a name, a colon and a value")
    return None


def framed(message: Message) -> bytes:
    content = json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogateescape")
    return b"Content-Length: %d\r\n\r\n" % len(content) + content
