"""Lines under construction: indentation, blank lines, and comments set side by side.

    x = 1; // one             x = 1;       // one
    counter = 2; // two  ->   counter = 2; // two

What goes on a line is decided elsewhere.
"""

from __future__ import annotations

from penstock.syntax.formatting.trivia import SPACES

_WIDEST_ALIGNED = 60
"""Code wider than this does not push the comments of its neighbours to the right."""


class Page:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.comments: dict[int, str] = {}
        self.parts: list[str] = []

    def write(self, text: str) -> None:
        self.parts.append(text)

    def trail(self, comment: str) -> None:
        """Put `comment` after the code of the current line, which must end after it."""
        self.comments[len(self.lines)] = comment

    def break_line(self, indent: int, blank: bool = False) -> None:
        """End the current line; at the top of the page there is none to end."""
        if self.parts or self.lines:
            self._end_line()
            if blank and self.lines[-1]:
                self.lines.append("")
        if indent:
            self.parts.append(" " * indent)

    def fold(self, indent: int) -> None:
        """End the current line with a backslash, which is not the end of a line for the preprocessor."""
        self.parts.append(" \\\n" + " " * indent)

    def _end_line(self) -> None:
        self.lines.append("".join(self.parts).rstrip(" "))
        self.parts = []

    def finish(self) -> str:
        """The whole text; its last line ends as the others do, and no blank ones follow it."""
        self._end_line()
        self._align()
        text = "\n".join(self.lines).strip("\n")
        return text + "\n" if text else ""

    def _align(self) -> None:
        group: list[int] = []
        for at in self.comments:
            if group and at != group[-1] + 1:
                self._align_group(group)
                group = []
            group.append(at)
        self._align_group(group)

    def _align_group(self, group: list[int]) -> None:
        widths = [self._width(self.lines[at]) for at in group]
        widest = max((width for width in widths if width <= _WIDEST_ALIGNED), default=0)
        for at, width in zip(group, widths, strict=True):
            self.lines[at] += " " * max(1, widest + 1 - width) + self.comments[at]

    @staticmethod
    def _width(line: str) -> int:
        return len(line) - line.rfind("\n") - 1


def shift(comment: str, lead: str, indent: int) -> str:
    """The lines of a comment that stood after `lead`, moved to `indent`."""
    first, *rest = comment.split("\n")
    margin = " " * indent
    if rest and all(line.lstrip(SPACES).startswith("*") for line in rest):
        return "\n".join([first, *(f"{margin} {line.lstrip(SPACES)}" for line in rest)])
    moved = (margin + line[len(lead) :] if line and line.startswith(lead) else line for line in rest)
    return "\n".join([first, *moved])
