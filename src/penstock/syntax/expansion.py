"""A text after preprocessing, as a text of its own without directives, macros and comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from penstock.diagnostics.record import Diagnostics
from penstock.source import EXPANSION_BASE, SourceFile
from penstock.syntax.lexer import NEWLINE, SPLICE
from penstock.syntax.preprocessor import Include, Preprocessor
from penstock.syntax.translation import Translation, Writer
from penstock.syntax.wording import Phrase

NO_PHRASES: Mapping[int, Phrase] = MappingProxyType({})


def expand(
    file: SourceFile,
    diagnostics: Diagnostics,
    include: Include,
    definitions: Sequence[str],
    phrases: Mapping[int, Phrase] = NO_PHRASES,
) -> Translation:
    """What the preprocessor makes of a file; `phrases` are what statements in it are called, by their places."""
    writer = Writer()
    end = -1
    for kind, text, position in Preprocessor(diagnostics, include).run(file, definitions):
        # What was written together stays together: `<>` in a formula is two tokens.
        line_ends = kind in (NEWLINE, SPLICE)
        writer.own("\n" if line_ends else "" if position == end else " ", position)
        if not line_ends:
            if position - file.base in phrases:
                writer.note(phrases[position - file.base])
            writer.copy(text, position)
        end = position + len(text)
    writer.own("\n", min(max(end, 0), EXPANSION_BASE - 1) if end < EXPANSION_BASE else end)
    return writer.translation()
