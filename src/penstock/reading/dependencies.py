"""What else a model depends on: the texts that it includes, without reading further than the preprocessor does."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.reading.dialects import dialect_of
from penstock.reading.draft import first_draft
from penstock.reading.includes import includer
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.syntax.preprocessor import Preprocessor


def included_texts(source: Source) -> dict[str, str]:
    """The included texts by their names, as reading the model finds them."""
    source = source.loaded()
    if "#include" not in (source.text or ""):
        return {}
    draft = first_draft(Wanted(source), "", includer(source.directories))
    file, include = draft.file, draft.include
    definitions: Sequence[str] = draft.definitions
    dialect = dialect_of(source.shown)
    if dialect is not None:
        translation = dialect(draft)
        file = draft.diagnostics.sources.add(source.shown, translation.text)
        include, definitions = translation.preprocessed_with(include, definitions)
    Preprocessor(draft.diagnostics, include, expanding=False).run(file, definitions)
    return draft.included
