"""What SPIN gets to read: the text of a model as it is, or its translation."""

from __future__ import annotations

from pathlib import Path

from penstock.reading.reading import Reading
from penstock.spin.workspace import ModelText


def spin_text(reading: Reading) -> ModelText:
    """A model as SPIN shall read it; the lines of a translation are told as those of the user's text."""
    source, translation = reading.source, reading.model.syntax.translation
    directory = "." if source.path is None else str(Path(source.path).resolve().parent)
    if translation is None:
        given = source.definitions, source.directories
        return ModelText(reading.text, source.shown, directory, *given, formulas=reading.formulas)
    definitions = source.definitions if translation.directives else ()
    return ModelText(
        translation.text,
        source.shown,
        directory,
        definitions,
        source.directories,
        formulas=reading.formulas,
        lines=translation.lines(reading.model.sources),
        said=translation.said(),
    )
