"""A `.pch` file as a program: its second reading, and what its C declares."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass

from penstock.commands.load import UsageError, includer, load_text, shown_name, text_of
from penstock.generate.dialect import SIDE, read
from penstock.generate.fragments import read_declarations
from penstock.generate.plan import Specification
from penstock.generate.regions import PROGRAM_WORDS, Region, find_regions
from penstock.resolve import Model

ENDING = ".pch"
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


def model_regions(text: str) -> list[tuple[int, int]]:
    """Where the text has something that only the model does, or a `skip` in place of what only the program does."""
    return [(found.start, found.end) for found in find_regions(text) if found.kind != "env"]


def environment(text: str) -> list[tuple[int, int]]:
    return [(found.start, found.end) for found in find_regions(text) if found.kind == "env"]


def program_reading(arguments: Namespace, known: Model) -> ProgramReading:
    """Read a specification, whose model is known, as a program; names that its C declares are known to its Promela."""
    text, name = text_of(arguments), shown_name(arguments.file)
    if not is_specification(name):
        raise UsageError(f"`{name}` is no specification: its name does not end in {ENDING}")
    regions = tuple(found for found in find_regions(text) if found.kind != "env")
    declared = _declared_in_c(text, regions, list(known.types))
    model = _load(arguments, text, name, [])
    used = sorted(_missing(model) & declared)
    if used:
        kinds = {variable.name: variable.type for variable in known.globals}
        model = _load(arguments, text, name, [(found, _stand_in(kinds.get(found))) for found in used])
    model.diagnostics.records[:] = [found for found in model.diagnostics.records if found.code != CALLS_IN_C]
    places = tuple((found.start, found.end) for found in regions)
    fields = read(text, True).fields
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


def _declared_in_c(text: str, regions: tuple[Region, ...], types: list[str]) -> set[str]:
    found: set[str] = set()
    for region in regions:
        if region.kind == PROGRAM_WORDS[2]:
            found.update(read_declarations(text[region.inside : region.close], types).declared)
    return found
