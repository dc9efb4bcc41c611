"""A `.pch` file as a program: its second reading, and what its C declares."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from penstock.codegen.fragments import read_declarations
from penstock.codegen.plan import Specification
from penstock.commands.load import UsageError, includer, load_text, read_text, shown_name, text_of
from penstock.dialects.pch.dialect import SIDE, read
from penstock.dialects.pch.regions import Region, find_regions
from penstock.resolve import Model
from penstock.syntax.nodes import CCode

ENDING = ".pch"
DECLARATION = "c_decl"
NOT_DECLARED = "E301"
CALLS_IN_C = "E523"
"""SPIN allows no calls in `c_expr`; the program does."""


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """The program that a specification contains, beside what only its model has."""

    model: Model
    specification: Specification
    regions: tuple[Region, ...]
    text: str


def is_specification(path: str) -> bool:
    return path.lower().endswith(ENDING)


def _texts(text: str, model: Model) -> Iterator[tuple[int, str]]:
    """The text of a specification and those that it includes, with the positions where they begin."""
    yield 0, text
    for file in model.sources.files[1:]:
        if not file.origins and Path(file.name).is_file():
            yield file.base, read_text(file.name)


def _regions(text: str, model: Model) -> list[Region]:
    """The blocks of a specification, by position."""
    return [
        Region(found.kind, *(at + base for at in (found.start, found.inside, found.close, found.end)))
        for base, own in _texts(text, model)
        for found in find_regions(own)
    ]


def model_regions(text: str, model: Model) -> list[tuple[int, int]]:
    """Where the text has something that only the model does, or a `skip` in place of what only the program does."""
    return [(found.start, found.end) for found in _regions(text, model) if found.kind != "env"]


def environment(text: str, model: Model) -> list[tuple[int, int]]:
    return [(found.start, found.end) for found in _regions(text, model) if found.kind == "env"]


def program_reading(arguments: Namespace, known: Model) -> ProgramReading:
    """Read a specification, whose model is known, as a program; names that its C declares are known to its Promela."""
    text, name = text_of(arguments), shown_name(arguments.file)
    if not is_specification(name):
        raise UsageError(f"`{name}` is no specification: its name does not end in {ENDING}")
    model = _load(arguments, text, name, [])
    used = sorted(_missing(model) & _declared_in_c(model))
    if used:
        kinds = {variable.name: variable.type for variable in known.globals}
        model = _load(arguments, text, name, [(found, _stand_in(kinds.get(found))) for found in used])
    model.diagnostics.records[:] = [found for found in model.diagnostics.records if found.code != CALLS_IN_C]
    places = tuple(model_regions(text, model))
    fields: dict[str, tuple[tuple[int, str], ...]] = {}
    for base, own in _texts(text, model):
        for owner, found in read(own, True).fields.items():
            fields[owner] = (*fields.get(owner, ()), *((at + base, field) for at, field in found))
    regions = tuple(found for found in find_regions(text) if found.kind != "env")
    return ProgramReading(model, Specification(places, frozenset(used), fields), regions, text)


def _stand_in(kind: str | None) -> str:
    """The type under which Promela knows a name of C: a descriptor that is a channel in the model passes for one."""
    return "chan" if kind == "chan" else "int"


def _load(arguments: Namespace, text: str, name: str, declared: list[tuple[str, str]]) -> Model:
    choices = {**vars(arguments), SIDE: "program", "declared": declared}
    return load_text(text, name, arguments.definitions, includer(arguments.directories), choices)


def _missing(model: Model) -> set[str]:
    """The names that are not declared in what is left for the program."""
    records = [record for record in model.diagnostics.records if record.code == NOT_DECLARED]
    return {record.message.split("`")[1] for record in records if "`" in record.message}


def _declared_in_c(model: Model) -> set[str]:
    """The names of variables that C declares, be it in a macro or an included file."""
    found: set[str] = set()
    for node in model.nodes.of(CCode):
        if node.keyword == DECLARATION or node in model.syntax.program.units:
            found.update(read_declarations(node.text, model.types).declared)
    return found
