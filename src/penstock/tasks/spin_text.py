"""What SPIN gets to read: the text of a model as it is, or its translation."""

from __future__ import annotations

import re
from pathlib import Path

from penstock.reading.confinement import OutOfBounds, may_execute_c
from penstock.reading.reading import Reading
from penstock.spin.workspace import ModelText

_HIDING = re.compile(r"^\s*(#|%:|\?\?=)|\bc_(code|decl|expr|state|track)\b", re.MULTILINE)
"""What makes SPIN's preprocessor work, and what makes a verifier execute C."""


def spin_text(reading: Reading) -> ModelText:
    """A model as SPIN shall read it, without anything that a stranger could hide from us."""
    text = _spin_text(reading)
    if not may_execute_c() and _HIDING.search(text.with_formulas()):
        raise OutOfBounds("this text has C code or directives in it, and SPIN would read it otherwise than we do")
    return text


def _spin_text(reading: Reading) -> ModelText:
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
        said=translation.said() if translation.phrases or may_execute_c() else (),
    )
