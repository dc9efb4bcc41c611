"""A specification (.pch) as a program: its second reading, and what its C declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from penstock.codegen.fragments import read_declarations
from penstock.codegen.plan import Specification
from penstock.dialects.pch.dialect import read as both_readings
from penstock.dialects.pch.regions import ENVIRONMENT, Region, find_regions
from penstock.dialects.pch.side import Side
from penstock.reading.reading import Reading, read
from penstock.resolve import Model
from penstock.syntax.nodes import CCode

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """The program that a specification contains, beside what only its model has."""

    reading: Reading
    specification: Specification
    regions: tuple[Region, ...]

    @property
    def model(self) -> Model:
        return self.reading.model


def regions_of(reading: Reading) -> list[Region]:
    """The blocks of a specification and of what it includes, by position."""
    return [region.moved(base) for base, text in reading.written() for region in find_regions(text)]


def of_one_side(regions: list[Region]) -> list[Stretch]:
    """Where there is something that only the model does, or a `skip` in place of what only the program does."""
    return [(region.start, region.end) for region in regions if region.kind != ENVIRONMENT]


def of_environment(regions: list[Region]) -> list[Stretch]:
    return [(region.start, region.end) for region in regions if region.kind == ENVIRONMENT]


def program_reading(known: Reading) -> ProgramReading:
    """Read a specification, whose model is known, as a program; names that its C declares are known to its Promela."""
    types = {variable.name: variable.type for variable in known.model.globals}

    def elsewhere(model: Model) -> list[tuple[str, str]]:
        used = model.diagnostics.names("E301") & set(_declared_in_c(model))
        # A descriptor that is a channel in the model passes for one.
        return [(name, "chan" if types.get(name) == "chan" else "int") for name in sorted(used)]

    reading = read(replace(known.wanted, side=Side.PROGRAM), elsewhere=elsewhere)
    declared = frozenset(variable.name for variable in reading.model.globals if variable.declarator is None)
    specification = Specification(tuple(of_one_side(regions_of(reading))), declared, _fields(reading))
    own = tuple(region for region in find_regions(reading.text) if region.kind != ENVIRONMENT)
    return ProgramReading(reading, specification, own)


def _fields(reading: Reading) -> dict[str, tuple[tuple[int, str], ...]]:
    """For each typedef the fields that C declares, with their positions."""
    fields: dict[str, tuple[tuple[int, str], ...]] = {}
    for base, text in reading.written():
        for owner, own in both_readings(text, True).fields.items():
            fields[owner] = (*fields.get(owner, ()), *((at + base, field) for at, field in own))
    return fields


def _declared_in_c(model: Model) -> Iterator[str]:
    """The names of variables that C declares, be it in a macro or an included file."""
    for node in model.nodes.of(CCode):
        if node.keyword == "c_decl" or node in model.syntax.program.units:
            yield from read_declarations(node.text, model.types).declared
