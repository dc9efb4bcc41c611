"""From a model to a program in C: files as texts."""

from __future__ import annotations

from penstock.automata import Automaton
from penstock.codegen.beginnings import CannotGenerate
from penstock.codegen.files import program_files, program_name, runtime_files
from penstock.codegen.pairs import Pairs
from penstock.codegen.plan import Settings, make_plan
from penstock.codegen.refusals import Refusal, refusals
from penstock.codegen.skeletons import skeletons
from penstock.codegen.steps import StepKeys
from penstock.resolve import Model

__all__ = [
    "CannotGenerate",
    "Refusal",
    "Settings",
    "StepKeys",
    "generate",
    "refusals",
    "runtime_files",
]


def generate(model: Model, automata: list[Automaton], settings: Settings, pairs: Pairs | None = None) -> dict[str, str]:
    """The files of the program that a model stands for, with skeletons of tests if the pairs of a specification are
    given; there must be no refusals."""
    plan = make_plan(model, automata, settings)
    files = program_files(plan, program_name(model.sources.files[0].name))
    return files if pairs is None else files | {"actions.c": skeletons(plan, pairs)}
