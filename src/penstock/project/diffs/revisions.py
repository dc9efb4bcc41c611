"""The old version of a model: another file, or what git has of the same one, with what it included then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from penstock import external
from penstock.errors import ToolError, UsageError
from penstock.reading.includes import includer
from penstock.reading.reading import read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.syntax.preprocessor import Include

HEAD = "HEAD"
_SECONDS = 60.0


@contextmanager
def old_version(old: str | None, new: Source) -> Iterator[Source]:
    """The old model; files of a revision are there as long as this lasts."""
    if old is not None and os.path.isfile(old):
        yield replace(new, path=old, text=None, name="").loaded()
        return
    revision = old or HEAD
    if new.path is None:
        raise UsageError(f"there is no file `{revision}`, and the standard input has no revisions: name two files")
    with TemporaryDirectory(prefix="penstock-revision-") as place:
        yield _checked_out(_commit(old, Path(new.path).resolve()), new, Path(place).resolve())


@dataclass(frozen=True, slots=True)
class _Commit:
    """A revision, and where its files are in the working directory."""

    name: str
    root: Path
    file: Path

    def text_of(self, path: str) -> str | None:
        shown = _git(self.root, "show", f"{self.name}:{path}")
        return None if shown.status else shown.output


def _commit(old: str | None, file: Path) -> _Commit:
    if not file.is_file():
        raise UsageError(f"there is no file `{file.name}`")
    missing = f"there is no file `{old}`, and " if old else ""
    top = _git(file.parent, "rev-parse", "--show-toplevel")
    if top.status:
        hint = "" if old else ": name the old version, `penstock diff OLD FILE`"
        raise UsageError(f"{missing}`{file.name}` is in no git repository{hint}")
    root, revision = Path(top.output.rstrip("\n")), old or HEAD
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.status:
        raise UsageError(f"{missing}git knows no revision `{revision}`")
    return _Commit(found.output.strip(), root, file)


def _checked_out(commit: _Commit, new: Source, place: Path) -> Source:
    """The model as it was, in a directory of its own with everything that it includes."""
    assert new.path is not None
    main = commit.file.relative_to(commit.root)
    text = commit.text_of(main.as_posix())
    if text is None:
        raise UsageError(f"`{new.path}` is not in revision {commit.name[:12]}")
    directories = tuple(_moved(Path(directory).resolve(), commit.root, place) for directory in new.directories)
    old = replace(new, path=str(place / main), text=text, name=new.shown, directories=directories)
    read(Wanted(replace(old, name=str(place / main))), include=_fetching(commit, place, directories))
    return old


def _moved(path: Path, root: Path, place: Path) -> str:
    """What is outside of the repository stays where it is."""
    return str(place / path.relative_to(root)) if path.is_relative_to(root) else str(path)


def _fetching(commit: _Commit, place: Path, directories: tuple[str, ...]) -> Include:
    """Find included files as they were, and write them where others will look for them."""
    find = includer(directories)

    def include(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        for directory in [*([str(Path(including).parent)] if quoted else []), *directories]:
            target = Path(os.path.normpath(Path(directory, name)))
            text = commit.text_of(target.relative_to(place).as_posix()) if target.is_relative_to(place) else None
            if text is not None:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8", errors="surrogateescape")
        return find(name, quoted, including)

    return include


def _git(directory: Path, *words: str) -> external.ProgramOutcome:
    try:
        return external.run(["git", *words], directory, external.Limits(seconds=_SECONDS))
    except external.CannotStart as problem:
        raise ToolError(f"a revision needs git: {problem}") from None
