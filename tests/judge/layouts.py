"""Other layouts of a model: the same statements with other separators, lines, comments, macros, inlines and files.

A layout is made by many small changes to the gaps between tokens; each is kept only if the tokens of the grammar stay
the same.  So whatever the rules about separators allow is tried, and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from penstock.diagnostics.record import Diagnostics
from penstock.source import Sources
from penstock.syntax.layout import TokenLayout, TokenTable
from penstock.syntax.lexer import NAME, NEWLINE, NUMBER, scan

CHANGES = 60
_INCLUDED = "part.pml"
_FILLINGS = (" ", "", "\n", "\n\n", " /* ; -> fi */ ", " // od :: (\n", "\n/* ( */\n", "\t", " /*\n*/ ", " \\\n")
_PLAIN_STATEMENT = re.compile(r"(?:\w[\w.]*(?:\[\w+\])? (?:=|\+)|\w+\+\+|assert\(|set\(|reset\(|\w+[!?]+\w).*;")
_SPLIT_SELECT = re.compile(r"select\s*\([^)]*\n")
"""For SPIN a `select` in several lines is a loop: another model."""
_SEPARATORS = (";", "->")


@dataclass(slots=True)
class Relaid:
    """A model in another layout, and the files that it includes."""

    text: str
    files: dict[str, str] = field(default_factory=dict)

    def include(self, name: str, _quoted: bool, _including: str) -> tuple[str, str] | None:
        return (name, self.files[name]) if name in self.files else None


def relaid(text: str, seed: int) -> Relaid:
    """Another layout of a model with one statement in a line, always the same for a seed."""
    chance = Random(seed)
    if chance.random() < 0.5:
        text = _with_inlines(text, chance)
    text = _with_gaps(text, chance)
    if chance.random() < 0.4:
        text = _with_macros(text, chance)
    if chance.random() < 0.3:
        text = _with_conditions(text, chance)
    return _with_include(text, chance) if chance.random() < 0.25 else Relaid(text)


# -- gaps ----------------------------------------------------------------------------------------


def laid_out(text: str) -> list[str]:
    """The tokens of the grammar; it does not matter which separator it is."""
    diagnostics = Diagnostics(Sources())
    diagnostics.sources.add("model.pml", text)
    table = TokenTable()
    TokenLayout(table, diagnostics, set()).run(scan(text))
    inlines = [" ".join(token[1] for token in body if token[0] != NEWLINE) for body in table.inline_bodies.values()]
    words = [text or kind for kind, text in zip(table.kinds, table.texts, strict=True)]
    return [";" if word in _SEPARATORS else word for word in [*words, *inlines]]


def _with_gaps(text: str, chance: Random) -> str:
    words, gaps = _split(text)
    wanted = laid_out(text)
    for _ in range(CHANGES):
        words, gaps = _changed(words, gaps, wanted, chance)
    return _joined(words, gaps)


def _split(text: str) -> tuple[list[str], list[str]]:
    """The tokens of a text, and what stands before each of them."""
    words, gaps, end = [], [], 0
    for kind, word, position in scan(text):
        if kind != NEWLINE:
            words.append(word)
            gaps.append(text[end:position])
            end = position + len(word)
    return words, gaps


def _joined(words: list[str], gaps: list[str]) -> str:
    return "".join(gap + word for gap, word in zip(gaps, words, strict=True)) + "\n"


def _changed(words: list[str], gaps: list[str], wanted: list[str], chance: Random) -> tuple[list[str], list[str]]:
    new_words, new_gaps = list(words), list(gaps)
    separators = [at for at, word in enumerate(words) if word in _SEPARATORS and ":" not in words[at + 1 : at + 4]]
    kind = chance.random()
    if kind < 0.5 and separators:
        at = chance.choice(separators)
        if chance.random() < 0.4:
            new_words[at] = chance.choice(_SEPARATORS)
        else:
            del new_words[at]
            del new_gaps[at]
            if at < len(new_gaps):
                new_gaps[at] = chance.choice(_FILLINGS)
    elif kind < 0.6:
        at = chance.randrange(1, len(words))
        new_words.insert(at, ";")
        new_gaps.insert(at, chance.choice(["", " "]))
    else:
        at = chance.randrange(1, len(words))
        new_gaps[at] = chance.choice(_FILLINGS)
    changed = _joined(new_words, new_gaps)
    same = laid_out(changed) == wanted and not _SPLIT_SELECT.search(changed)
    return (new_words, new_gaps) if same else (words, gaps)


# -- inlines and macros --------------------------------------------------------------------------


def _with_inlines(text: str, chance: Random) -> str:
    """Some statements in inlines, some of which have a parameter for what they read or write."""
    lines = text.split("\n")
    first = next(at for at, line in enumerate(lines) if "proctype" in line)
    plain = [at for at in range(first, len(lines)) if _PLAIN_STATEMENT.fullmatch(lines[at])]
    added: list[str] = []
    for number, at in enumerate(chance.sample(plain, min(len(plain), chance.randint(1, 3)))):
        statement, name, argument = lines[at], f"step_{number}", ""
        variable = re.search(r"\b[xyzg]\b", statement)
        if variable is not None and chance.random() < 0.5:
            argument = variable[0]
            statement = re.sub(rf"\b{argument}\b", "that", statement)
        if chance.random() < 0.5:
            statement = statement.removesuffix(";")
        parameter = "that" if argument else ""
        added += [f"inline {name}({parameter})", "{", *([""] if chance.random() < 0.5 else []), statement, "}"]
        lines[at] = f"{name}({argument});"
    return "\n".join([*lines[:first], *added, *lines[first:]])


def _with_macros(text: str, chance: Random) -> str:
    """Some tokens that stand together in a line as macros, with or without a parameter."""
    defined: list[str] = []
    for number in range(chance.randint(1, 3)):
        words, gaps = _split(text)
        at = chance.randrange(len(words))
        end = at + 1
        while end < min(len(words), at + chance.randint(1, 9)) and "\n" not in gaps[end] and "//" not in gaps[end]:
            end += 1
        name, body = f"MACRO_{number}", _joined(words[at:end], ["", *gaps[at + 1 : end]]).strip()
        call = name
        if chance.random() < 0.4:
            kinds = {word: kind for kind, word, _ in scan(body)}
            given = chance.choice(words[at:end])
            if kinds.get(given) in (NAME, NUMBER):
                body = re.sub(rf"\b{given}\b", "that", body)
                call, name = f"{name}({given})", f"{name}(that)"
        defined.append(f"#define {name} {body}")
        text = _joined([*words[:at], f" {call} ", *words[end:]], [*gaps[: at + 1], *gaps[end:]])
    return "\n".join([*defined, text])


# -- files and conditions --------------------------------------------------------------------------


def _line_starts(text: str) -> list[int]:
    """Lines before which a directive may stand."""
    found, before = [], ""
    for at, line in enumerate(text.split("\n")):
        if not before.endswith("\\\n") and before.count("/*") == before.count("*/"):
            found.append(at)
        before += line + "\n"
    return found


def _with_conditions(text: str, chance: Random) -> str:
    lines = text.split("\n")
    for at in sorted(chance.sample(_line_starts(text), min(3, len(lines) - 1)), reverse=True):
        if chance.random() < 0.5:
            lines[at:at] = ["#ifdef NOWHERE", "this is not; read -> }", "#endif"]
        else:
            lines[at : at + 1] = ["#ifndef NOWHERE", lines[at], "#else", "nor this", "#endif"]
    return "\n".join(lines)


def _with_include(text: str, chance: Random) -> Relaid:
    """Some lines in a file of their own."""
    lines = text.split("\n")
    starts = [at for at in _line_starts(text) if not lines[at].startswith("#")]
    begin = chance.choice(starts)
    end = begin + 1
    while end < min(len(lines), begin + chance.randint(1, 30)) and not lines[end].startswith("#"):
        end += 1
    files = {_INCLUDED: "\n".join(lines[begin:end]) + "\n"}
    return Relaid("\n".join([*lines[:begin], f'#include "{_INCLUDED}"', *lines[end:]]), files)
