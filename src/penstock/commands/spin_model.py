"""What SPIN gets to read: the text of a model as it is, or its translation."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from penstock.commands.load import STANDARD_INPUT
from penstock.resolve import Model
from penstock.spin.workspace import ModelText


def spin_model(arguments: Namespace, model: Model, text: str) -> ModelText:
    """A model as SPIN shall read it; the lines of a translation are told as those of the user's text."""
    name = model.sources.files[0].name
    directory = "." if arguments.file == STANDARD_INPUT else str(Path(arguments.file).resolve().parent)
    definitions, directories = tuple(arguments.definitions), tuple(arguments.directories)
    translation = model.syntax.translation
    if translation is None:
        return ModelText(text, name, directory, definitions, directories)
    given = definitions if translation.directives else ()
    lines = translation.lines(model.sources)
    return ModelText(translation.text, name, directory, given, directories, lines=lines, said=translation.said())
