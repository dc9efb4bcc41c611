"""A `.pch` text as Promela: the model that it contains, or the program.

Both readings have every character where it stands in the text, so lines and columns stay; what does not belong
to a reading becomes blanks:

    promela_MS { q!x }; c_code_IS { put(x); };     ->     model     q!x;
                                                          program   c_code { put(x); };
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from penstock.diagnostics.record import Diagnostics
from penstock.dialects.pch.mending import Gap, blank, take_out
from penstock.dialects.pch.regions import ENVIRONMENT, MODEL_WORD, Region, Unclosed, regions_in, typedefs
from penstock.dialects.pch.side import Side
from penstock.dialects.pch.tokens import Tokens, tokens_of
from penstock.source import SourceFile
from penstock.syntax.translation import Translation, Writer


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a text, and the C fields that it takes out of its typedefs."""

    text: str
    fields: Mapping[str, tuple[tuple[int, str], ...]]


def translate(file: SourceFile, diagnostics: Diagnostics, side: Side) -> Translation:
    """The reading of a file that is asked for; the preprocessor works on it afterwards."""
    program = side is Side.PROGRAM
    try:
        text = read(file.text, program).text
    except Unclosed as problem:
        diagnostics.report("E203", str(problem), file.base + problem.at, hint="a `}` is missing")
        text = "\n" * file.text.count("\n")
    writer = Writer()
    writer.copy(text, file.base)
    return replace(writer.translation(directives=True), included=lambda text: _included(text, program))


def _included(text: str, program: bool) -> str:
    """An included file; what it leaves open, its user is told as for any other text."""
    try:
        return read(text, program).text
    except Unclosed:
        return text


def read(text: str, program: bool) -> Reading:
    """The text as the model or the program has it."""
    letters = list(text)
    fields: dict[str, list[tuple[int, str]]] = {}
    removed: list[Gap] = []
    tokens = tokens_of(text)
    structures = typedefs(tokens)
    for region in regions_in(tokens):
        owner = _owner(structures, region)
        if region.kind == ENVIRONMENT:
            if program:
                removed.append(Gap(region.start, region.end, True))
            else:
                blank(letters, region.word, region.word + len(ENVIRONMENT))
        elif (region.kind == MODEL_WORD) == program or _is_empty(tokens, region):
            removed.append(Gap(region.start, region.end, owner is not None))
        elif region.kind == MODEL_WORD:
            _unwrap(letters, tokens, region)
        elif owner is not None:
            fields.setdefault(owner, []).append((region.inside, text[region.inside : region.close]))
            removed.append(Gap(region.start, region.end, True))
        else:
            blank(letters, region.start + len("c_code"), region.start + len(region.kind))
    take_out(letters, tokens, removed)
    return Reading("".join(letters), {name: tuple(found) for name, found in fields.items()})


def _is_empty(tokens: Tokens, region: Region) -> bool:
    """Whether a block for the model has nothing in it."""
    return region.kind == MODEL_WORD and tokens.starts[tokens.from_position(region.inside)] >= region.close


def _unwrap(letters: list[str], tokens: Tokens, region: Region) -> None:
    """Leave what is in the braces; one separator behind it is enough."""
    blank(letters, region.start, region.inside)
    blank(letters, region.close, region.end)
    close = tokens.from_position(region.close)
    if tokens.texts[close - 1] == ";" == tokens.text(close + 1):
        blank(letters, tokens.starts[close + 1], tokens.starts[close + 1] + 1)


def _owner(structures: list[tuple[str, int, int]], region: Region) -> str | None:
    """The typedef in which a block declares fields."""
    if region.kind != "c_decl_IS":
        return None
    return next((name for name, start, end in structures if start < region.start < end), None)


def tidied(text: str, comments: bool) -> str:
    """The model without the gaps that were left: at most one empty line, no blanks at the end of lines."""
    if not comments:
        text = without_comments(text)
    lines = [line.rstrip() for line in text.split("\n")]
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip("\n") + "\n"


def without_comments(text: str) -> str:
    """Comments as blanks; lines stay."""
    strings_and_comments = re.compile(r'"(?:[^"\\\n]|\\.)*+"|/\*.*?\*/|//[^\n]*', re.DOTALL)

    def blanked(match: re.Match[str]) -> str:
        return match[0] if match[0].startswith('"') else re.sub(r"[^\n]", " ", match[0])

    return re.sub(r"[ \t]+(?=\n)", "", strings_and_comments.sub(blanked, text))
