"""What is to be read: a file, or a text that somebody has already."""

from __future__ import annotations

from dataclasses import replace

from penstock.errors import UsageError
from penstock.reading.files import file_text
from penstock.records import option, record

NO_NAME = "<text>"


@record
class Source:
    """A model as text.  Its name says in which language it is written: .apml and .pch are not plain Promela."""

    path: str | None = None
    text: str | None = None
    name: str = ""
    definitions: tuple[str, ...] = option(
        (), "define a macro, as for the C preprocessor", flag="-D", metavar="NAME[=VALUE]"
    )
    directories: tuple[str, ...] = option((), "search DIR for included files", flag="-I", metavar="DIR")

    def __post_init__(self) -> None:
        if self.path is None and self.text is None:
            raise UsageError("give a path or a text")

    @property
    def shown(self) -> str:
        """What messages call it."""
        return self.name or self.path or NO_NAME

    def loaded(self) -> Source:
        """The same with its text: read once, since a pipe has it only once."""
        if self.text is not None or self.path is None:
            return self
        return replace(self, text=file_text(self.path))


@record
class TextFile:
    """Another text beside a model: a file, or a text that somebody has already."""

    path: str | None = None
    text: str | None = None

    @property
    def shown(self) -> str:
        return self.path or NO_NAME

    def loaded(self) -> TextFile:
        if self.text is not None or self.path is None:
            return self
        return replace(self, text=file_text(self.path))
