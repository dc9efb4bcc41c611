"""A private place for SPIN: nothing is written beside the user's model, and everything is removed.

SPIN hands file names to a shell and keeps them in small buffers.  So the model gets a plain name here,
and the user's directories are reached through links with plain names.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

MODEL = "model.pml"
TRAIL = f"{MODEL}.trail"
_DEFINITIONS = "definitions.h"
_BESIDE = "beside"
OPTIMIZATIONS_OFF = ("-o1", "-o2", "-o3")


@dataclass(frozen=True, slots=True)
class ModelText:
    """A model as SPIN is to read it: `name` is shown to the user, quoted includes are looked for in `directory`."""

    text: str
    name: str
    directory: str
    definitions: tuple[str, ...] = ()
    directories: tuple[str, ...] = ()
    formulas: tuple[tuple[str, str], ...] = ()
    """Further ltl properties (name, formula), which are put after the model."""
    renamed: tuple[str, ...] = ()
    """Labels that get names which mean nothing to SPIN."""
    unoptimized: bool = False
    """Whether SPIN must not merge steps or drop values that nobody seems to look at."""
    lines: tuple[tuple[str, int], ...] = ()
    """If the text is a translation: for each of its lines the file and line to show instead."""
    said: tuple[str, ...] = ()
    """Then, for each line what it is called."""

    def with_formulas(self) -> str:
        return self.text + "".join(f"\nltl {name} {{ {formula} }}\n" for name, formula in self.formulas)


def new_label(label: str) -> str:
    return f"renamed_{label}"


def original_labels(text: str, labels: tuple[str, ...]) -> str:
    """What SPIN says about renamed labels, with the user's own names."""
    for label in labels:
        text = text.replace(new_label(label), label)
    return text


@contextmanager
def private_directory() -> Iterator[Path]:
    with TemporaryDirectory(prefix="penstock-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def install_model(place: Path, model: ModelText) -> list[str]:
    """Put a model into a place, and return the options that make SPIN read it as the user wants."""
    place.mkdir(parents=True, exist_ok=True)
    (place / MODEL).write_bytes(model.with_formulas().encode("utf-8", errors="surrogateescape"))
    options = [f"-E-iquote{_BESIDE}"]
    _link(place / _BESIDE, model.directory)
    for number, directory in enumerate(model.directories):
        _link(place / f"include{number}", directory)
        options.append(f"-E-Iinclude{number}")
    if model.unoptimized:
        options += OPTIMIZATIONS_OFF
    definitions = [*model.definitions, *(f"{label}={new_label(label)}" for label in model.renamed)]
    if definitions:
        lines = map(_definition, definitions)
        (place / _DEFINITIONS).write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
        options.append(f"-E-imacros{_DEFINITIONS}")
    return options


def _link(link: Path, target: str) -> None:
    if not link.is_symlink():
        link.symlink_to(Path(target).resolve(), target_is_directory=True)


def _definition(definition: str) -> str:
    name, _, value = definition.partition("=")
    value = value if "=" in definition else "1"
    return f"#define {name} {value}\n"


def shown_file(file: str, model: ModelText) -> str:
    """The user's own name of a file that SPIN mentions."""
    file = file.replace('"', "").removeprefix("./")
    if file == MODEL:
        return model.name
    first, _, rest = file.partition("/")
    if first == _BESIDE:
        return str(Path(model.name).parent / rest)
    for number, directory in enumerate(model.directories):
        if first == f"include{number}":
            return str(Path(directory, rest))
    return file


def shown_place(file: str, line: int, model: ModelText) -> tuple[str, int]:
    """The user's own place for one that SPIN mentions."""
    shown = shown_file(file, model)
    own = file.replace('"', "").removeprefix("./") == MODEL
    return model.lines[line - 1] if own and 0 < line <= len(model.lines) else (shown, line)
