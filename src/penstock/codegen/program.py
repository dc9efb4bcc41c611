"""The program that a model stands for: its files as texts, the runtime included."""

from __future__ import annotations

from importlib.resources import files

from penstock.codegen.choices import Runtime, Target
from penstock.codegen.embedded import embedded_files, embedded_runtime
from penstock.codegen.files import program_files, program_name, runtime_files
from penstock.codegen.loops import Loops
from penstock.codegen.pairs import Pairs
from penstock.codegen.plan import ProgramSettings, make_plan
from penstock.codegen.skeletons import skeletons
from penstock.control import Automaton
from penstock.resolve import Model


def program_texts(
    model: Model, automata: list[Automaton], settings: ProgramSettings, pairs: Pairs | None = None
) -> dict[str, str]:
    """The files that are made of a model, with skeletons of tests if the pairs of a specification are given; there must
    be no refusals."""
    plan = make_plan(model, automata, settings)
    if settings.cores > 1:
        plan.placement = Loops(plan, settings.cores).placement
    name = program_name(model.sources.files[0].name)
    texts = embedded_files(plan, name) if plan.is_embedded else program_files(plan, name)
    return texts if pairs is None else texts | {"actions.c": skeletons(plan, pairs)}


def runtime_texts(
    specification: bool = False,
    runtime: Runtime = Runtime.SINGLE,
    target: Target = Target.HOST,
    cores: int = 1,
) -> dict[str, str]:
    """The files beside them that are the same for all programs."""
    kept = files("penstock") / "runtime"
    if target is Target.EMBEDDED:
        places = embedded_runtime()
        return {f"runtime/{name}": (kept / place).read_text("utf-8") for name, place in places.items()}
    names = runtime_files(specification, runtime, cores > 1)
    return {f"runtime/{name}": (kept / name).read_text("utf-8") for name in names}
