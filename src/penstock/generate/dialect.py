"""A `.pch` text as Promela: the model that it contains, or the program.

Both readings have every character where it stands in the text, so lines and columns stay; what does not belong
to a reading becomes blanks:

    promela_MS { q!x }; c_code_IS { put(x); };     ->     model     q!x;
                                                          program   c_code { put(x); };
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penstock.diagnostics.record import Diagnostics
from penstock.generate.regions import MODEL_WORD, PROGRAM_WORDS, Region, Unclosed, find_regions, skip_blanks
from penstock.source import SourceFile
from penstock.syntax.preprocessor import Include
from penstock.syntax.translation import Translation, Writer

SIDE = "side"
"""The choice of a reading: `model` or `program`."""
_LAST_WORD = re.compile(r"(::|->|[{};]|\w+|\S)\s*\Z")
_NEXT_WORD = re.compile(r"::|->|\w+|\S")
_TYPEDEF = re.compile(r"\btypedef\s+(\w+)\s*\{[^{}]*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a text, and the C fields that it takes out of its typedefs."""

    text: str
    fields: Mapping[str, tuple[tuple[int, str], ...]]


def translate(
    file: SourceFile,
    diagnostics: Diagnostics,
    _include: Include,
    _definitions: Sequence[str],
    choices: Mapping[str, Any],
) -> Translation:
    """The reading of a file that is asked for; the preprocessor works on it afterwards."""
    program = choices.get(SIDE) == "program"
    try:
        text = read(file.text, program).text
    except Unclosed as problem:
        diagnostics.report("E203", str(problem), file.base + problem.at, hint="a `}` is missing")
        text = "\n" * file.text.count("\n")
    writer = Writer()
    declared = choices.get("declared", ())
    if program and declared:
        writer.own("".join(f"{kind} {name}; " for name, kind in declared), file.base)
    writer.copy(text, file.base)
    return writer.translation(directives=True)


def read(text: str, program: bool) -> Reading:
    """The text as the model or the program has it."""
    letters = list(text)
    fields: dict[str, list[tuple[int, str]]] = {}
    removed: list[Region] = []
    for region in find_regions(text):
        if region.kind == "env":
            if program:
                removed.append(region)
            else:
                _blank(letters, region.start, region.start + len("env"))
        elif (region.kind == MODEL_WORD) == program:
            removed.append(region)
        elif region.kind == MODEL_WORD:
            _unwrap(letters, text, region)
        elif owner := _owner(text, region):
            fields.setdefault(owner, []).append((region.inside, text[region.inside : region.close]))
            removed.append(region)
        else:
            _blank(letters, region.start + len("c_code"), region.start + len(region.kind))
    for region in removed:
        _blank(letters, region.start, region.end)
    for region in removed:
        _mend(letters, region, _owner(text, region) is not None or region.kind == "env")
    return Reading("".join(letters), {name: tuple(found) for name, found in fields.items()})


def _blank(letters: list[str], start: int, end: int) -> None:
    for at in range(start, end):
        # A backslash stays: it may keep the lines of a macro together.
        if letters[at] not in "\n\r" and not (letters[at] == "\\" and letters[at + 1 : at + 2] in (["\n"], ["\r"])):
            letters[at] = " "


def _unwrap(letters: list[str], text: str, region: Region) -> None:
    """Leave what is in the braces; one separator behind it is enough."""
    _blank(letters, region.start, region.inside)
    _blank(letters, region.close, region.end)
    inside = text[region.inside : region.close].rstrip()
    behind = skip_blanks(text, region.end)
    if inside.endswith(";") and text[behind : behind + 1] == ";":
        _blank(letters, behind, behind + 1)


def _owner(text: str, region: Region) -> str | None:
    """The typedef in which a block declares fields."""
    if region.kind != "c_decl_IS":
        return None
    before, closed = text[: region.start], 1
    while closed:
        before, closed = re.subn(r"\{[^{}]*\}", lambda found: " " * len(found[0]), before)
    match = _TYPEDEF.search(before)
    return match[1] if match is not None else None


def _mend(letters: list[str], region: Region, in_declarations: bool) -> None:
    """Where a block is taken out, its separator goes too, and an empty sequence gets a `skip`."""
    text = "".join(letters[region.end : region.end + 2000])
    before = "".join(letters[max(0, region.start - 4000) : region.start])
    macro = re.match(r"\s*#\s*define\s+\w+(\([^)]*\))?(.*)\Z", _logical_line(before), re.DOTALL)
    if macro is not None:
        rest = _logical_rest(text)
        if not macro[2].replace("\\", "").strip(" \t\n;") and not rest.replace("\\", "").strip(" \t\n;"):
            letters[region.start : region.start + 4] = "skip"
        elif not macro[2].replace("\\", "").strip():
            _drop_separator(letters, region, text)
        return
    previous = _LAST_WORD.search(before)
    alone = in_declarations or previous is None or previous[1] in ("{", "::", ";", "->")
    if not alone:
        return  # the separator ends the statement before, beside which the block stood without one
    _drop_separator(letters, region, text)
    if in_declarations:
        return
    rest = "".join(letters[region.end : region.end + 2000])
    following = _NEXT_WORD.match(rest, skip_blanks(rest, 0))
    opens = previous is not None and previous[1] in ("{", "::")
    closes = following is not None and following[0] in ("}", "::", "fi", "od")
    if opens and closes:
        letters[region.start : region.start + 4] = "skip"


def _drop_separator(letters: list[str], region: Region, text: str) -> None:
    behind = skip_blanks(text, 0)
    for separator in (";", "->"):
        if text.startswith(separator, behind):
            at = region.end + behind
            _blank(letters, at, at + len(separator))
            return


def _logical_line(before: str) -> str:
    """The line that is being written, with those that a backslash joins to it."""
    lines = before.split("\n")
    first = len(lines) - 1
    while first > 0 and lines[first - 1].rstrip().endswith("\\"):
        first -= 1
    return "\n".join(lines[first:])


def _logical_rest(text: str) -> str:
    found = []
    for line in text.split("\n"):
        found.append(line)
        if not line.rstrip().endswith("\\"):
            break
    return "\n".join(found)


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


__all__ = ["PROGRAM_WORDS", "SIDE", "Reading", "read", "tidied", "translate", "without_comments"]
