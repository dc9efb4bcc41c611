"""The models that some paths stand for: files, all that are in a directory, and what fits a pattern.

models/abp.pml      this file
models              every model below it, without hidden directories
'models/**/*.pml'   what a shell would make of it, if it were not quoted
"""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Set
from os.path import exists, isdir, isfile
from pathlib import Path

from penstock.errors import UsageError
from penstock.reading.languages import ENDINGS

STANDARD_INPUT = "-"


def may_be_several(names: Iterable[str]) -> bool:
    """Whether paths stand for a list, however long it turns out to be."""
    names = list(names)
    return len(names) > 1 or any(isdir(name) or _is_pattern(name) for name in names)


def model_files(names: Iterable[str], directory: str = ".", endings: Set[str] = ENDINGS) -> list[str]:
    """Each file once, in the order of the paths; raises an error for a path that stands for none.

    `endings` are those of the files in a directory that are wanted; what is named is wanted anyway.
    """
    return list(dict.fromkeys(file for name in names for file in _files(name, directory, endings)))


def _files(name: str, directory: str, endings: Set[str]) -> list[str]:
    if name == STANDARD_INPUT:
        return [name]
    path = str(Path(directory, name))
    if isdir(path):
        return sorted(_below(Path(path), endings)) or _nothing(f"there is no model in the directory `{name}`")
    if not _is_pattern(path):
        return [path]
    found = (str(Path(one)) for one in glob.iglob(path, recursive=True) if isfile(one))
    return sorted(found) or _nothing(f"no file fits `{name}`")


def _is_pattern(name: str) -> bool:
    return glob.has_magic(name) and not exists(name)


def _below(directory: Path, endings: Set[str]) -> Iterator[str]:
    for path in directory.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(directory).parts)
        if path.suffix in endings and not hidden and path.is_file():
            yield str(path)


def _nothing(problem: str) -> list[str]:
    raise UsageError(problem)
