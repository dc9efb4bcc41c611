"""A small writer for C text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

INDENT = "    "
RESTORED = "#line restored"
"""Placed after the user's C until it is known which line that is."""


class CPage:
    """Lines of C, indented by blocks."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        self.lines.extend(INDENT * self.depth + line if line else "" for line in lines)

    def label(self, name: str) -> None:
        """A label stands one step to the left; the empty statement lets it stand anywhere."""
        self.lines.append(INDENT * max(self.depth - 1, 0) + f"{name}:;")

    def raw(self, text: str) -> None:
        """Lines that keep their own indentation, such as directives and the user's C."""
        self.lines.extend(text.split("\n"))

    def mixed(self, texts: Iterable[str]) -> None:
        """Declarations or statements, and directives, which stand at the beginning of a line."""
        for line in (line for text in texts for line in text.split("\n")):
            if line.startswith("#"):
                self.raw(line)
            else:
                self.add(line)

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        self.add(*head.split("\n"))
        before = len(self.lines)
        with self.indented():
            yield
        if len(self.lines) == before and head.endswith(" {"):
            self.lines[-1] += tail  # nothing inside
        else:
            self.add(tail)

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def c_string(text: str) -> str:
    """A C string literal with exactly this text, whatever it contains."""
    parts = []
    for byte in text.encode("utf-8", errors="surrogateescape"):
        letter = chr(byte)
        if letter in '"\\':
            parts.append("\\" + letter)
        elif letter == "\n":
            parts.append("\\n")
        elif letter == "\t":
            parts.append("\\t")
        elif 32 <= byte < 127 and letter != "?":
            parts.append(letter)
        else:
            parts.append(f"\\{byte:03o}")  # `?` too: two of them begin a trigraph
    return '"' + "".join(parts).replace("\\077", "?").replace("??", "?\\077") + '"'


def c_comment(text: str) -> str:
    """Text that cannot end the comment it stands in."""
    return "/* " + text.replace("*/", "* /").replace("/*", "/ *").replace("\n", " ") + " */"
