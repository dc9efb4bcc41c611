"""The models of a directory, read and saved by a page: nothing else, nowhere else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Protocol

from penstock.errors import PenstockError, UsageError
from penstock.faces.web.protocol import FileEntry, OpenedFile, ReadFileParams, SaveFileParams
from penstock.reading.confinement import Confinement, OutOfBounds
from penstock.reading.files import decoded
from penstock.reading.languages import ENDINGS, ending_of

MOST_FILES = 500
MOST_BYTES = 4 << 20
_MOST_LOOKED_AT = 20_000


class FileChanged(PenstockError):
    """What was to be replaced is not there any more: somebody else has changed it."""


class ModelDirectory:
    """The models below a directory.  Links are followed before a path is judged, so that none leads out."""

    def __init__(self, root: str) -> None:
        self.root = Path(root).resolve()
        self.confinement = Confinement(self.root)

    def models(self) -> tuple[FileEntry, ...]:
        found = sorted(self._found(), key=lambda one: one.path)
        return tuple(found[:MOST_FILES])

    def _found(self) -> Iterator[FileEntry]:
        looked_at = 0
        for place, directories, names in os.walk(self.root):
            directories[:] = [name for name in directories if not name.startswith(".") and name != "node_modules"]
            looked_at += len(names) + len(directories)
            for name in names:
                path = Path(place, name)
                if ending_of(name) in ENDINGS and path.is_file() and not path.is_symlink():
                    yield FileEntry(str(path.relative_to(self.root)), path.stat().st_size)
            if looked_at > _MOST_LOOKED_AT:
                return

    def read(self, asked: ReadFileParams) -> OpenedFile:
        contents = self._contents(self._place(asked.path))
        if contents is None:
            raise UsageError(f"there is no file `{asked.path}`")
        return OpenedFile(asked.path, decoded(contents, asked.path), _stamp(contents))

    def save(self, asked: SaveFileParams) -> OpenedFile:
        """Raises `FileChanged` if the file is not what the page believes it to be."""
        place = self._place(asked.path)
        new = asked.text.encode("utf-8", "surrogateescape")
        if len(new) > MOST_BYTES:
            raise UsageError(f"`{asked.path}` would be too long")
        old = self._contents(place)
        if (None if old is None else _stamp(old)) != asked.stamp:
            raise FileChanged(f"`{asked.path}` was changed by somebody else: it was not overwritten")
        _replace(place, new)
        return OpenedFile(asked.path, asked.text, _stamp(new))

    def _place(self, path: str) -> Path:
        if "\0" in path or Path(path).is_absolute():
            raise UsageError("a file is named by its path below the directory that is served")
        try:
            place = self.confinement.allowed(str(self.root / path))
        except OutOfBounds:
            raise OutOfBounds(f"`{path}` is outside of the directory that is served") from None
        if ending_of(place.name) not in ENDINGS or ending_of(path) not in ENDINGS:
            raise UsageError(f"`{path}` is not a model: its name must end in one of {', '.join(sorted(ENDINGS))}")
        return place

    def _contents(self, place: Path) -> bytes | None:
        try:
            if not place.is_file():
                return None
            if place.stat().st_size > MOST_BYTES:
                raise UsageError(f"`{place.name}` is too long to be shown")
            return place.read_bytes()
        except OSError as problem:
            raise UsageError(f"cannot read `{place.name}`: {problem.strerror or problem}") from None


class HasFiles(Protocol):
    """A session, as far as files need it."""

    @property
    def files(self) -> ModelDirectory: ...


def read(session: HasFiles, asked: ReadFileParams) -> OpenedFile:
    return session.files.read(asked)


def save(session: HasFiles, asked: SaveFileParams) -> OpenedFile:
    return session.files.save(asked)


def _replace(place: Path, contents: bytes) -> None:
    """All of a file at once: whoever reads it meanwhile sees the old text or the new one."""
    try:
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~_umask()
        with NamedTemporaryFile(dir=place.parent, prefix=".penstock-", delete=False) as file:
            file.write(contents)
        os.chmod(file.name, mode)
        os.replace(file.name, place)
    except OSError as problem:
        raise UsageError(f"cannot write `{place.name}`: {problem.strerror or problem}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _stamp(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:32]
