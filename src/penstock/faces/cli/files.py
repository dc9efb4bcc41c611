"""Files written in full or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from penstock.errors import UsageError

_OPEN = {"/dev/stdout": 1, "/dev/stderr": 2}


def replace_file(path: str, contents: bytes) -> None:
    """An interrupt or a full disk must not cost the old contents."""
    try:
        if path in _OPEN:  # may be a file by now, and a second way into it would write over what comes by the first
            sys.stdout.flush()
            with open(os.dup(_OPEN[path]), "wb") as stream:
                stream.write(contents)
            return
        if Path(path).exists() and not Path(path).is_file():
            Path(path).write_bytes(contents)  # a device or a pipe
            return
        target = Path(path).resolve()  # the file that a link leads to
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as temporary:
            temporary.write(contents)
        try:
            if target.exists():
                shutil.copymode(target, temporary.name)
            else:
                os.chmod(temporary.name, 0o666 & ~_umask())
            os.replace(temporary.name, target)
        except BaseException:
            os.unlink(temporary.name)
            raise
    except OSError as problem:
        raise UsageError(f"cannot write `{path}`: {problem.strerror or problem}") from None


def write_files(directory: str, texts: Mapping[str, str]) -> None:
    """Write files into a directory, which is made if it is not there.

    A file that says the same already stays as old as it is, and what was made of it need not be made again.
    """
    for name, text in texts.items():
        path = Path(directory, name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise UsageError(f"cannot make `{path.parent}`: {problem.strerror or problem}") from None
        if not _says(path, encoded(text)):
            replace_text(str(path), text)


def _says(path: Path, contents: bytes) -> bool:
    try:
        return path.is_file() and path.read_bytes() == contents
    except OSError:
        return False


def replace_text(path: str, text: str) -> None:
    replace_file(path, encoded(text))


def encoded(text: str) -> bytes:
    """A text as the bytes that it was read from."""
    return text.encode("utf-8", errors="surrogateescape")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def append_text(path: str, text: str) -> None:
    try:
        with open(path, "ab") as file:
            file.write(encoded(text))
    except OSError as problem:
        raise UsageError(f"cannot write `{path}`: {problem.strerror or problem}") from None
