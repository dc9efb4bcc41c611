"""What a program cannot do: said before anything is written, with what to do instead."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.codegen.beginnings import CannotGenerate
from penstock.codegen.creation import most_processes
from penstock.codegen.loops import Loops
from penstock.codegen.plan import ProgramPlan
from penstock.diagnostics.record import Diagnostics
from penstock.resolve import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import (
    CState,
    Init,
    Ltl,
    Never,
    Node,
    ProcessQuery,
    Proctype,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    SetPriority,
    Trace,
)
from penstock.syntax.walk import walk

_ONLY_FOR_VERIFICATION = frozenset(PREDEFINED[name] for name in ("_last", "_priority", "_p"))
_GLOBAL = "use a global variable"
_ONE_LOOP = "leave out --cores: one loop can do it"


def report_refusals(model: Model, told: Diagnostics) -> None:
    """Everything in the processes of a model that has no translation; properties are left aside."""
    for unit in model.syntax.program.units:
        if isinstance(unit, Never | Trace | Ltl):
            continue
        for node in walk(unit):
            for code, message, hint in _reasons(model, node):
                told.report(code, message, *model.stretch(node), hint)


def report_problem(model: Model, problem: CannotGenerate, told: Diagnostics) -> None:
    """What shows only where a statement is to be written in C."""
    hint = "begin the escape with a statement of its own, such as `true`"
    told.report("E906", str(problem), *model.stretch(problem.statement), hint)


def _reasons(model: Model, node: Node) -> Iterator[tuple[str, str, str]]:
    """The code, what is wrong, and what to do instead."""
    match node:
        case RemoteLabel() | RemoteVariable():
            yield "E901", "a process of a program cannot look into another one", _GLOBAL
        case ProcessQuery() | SetPriority():
            yield "E902", "a process of a program knows neither the places nor the priorities of others", _GLOBAL
        case Proctype(priority=int()) | Init(priority=int()) | Run(priority=int()):
            yield "E903", "priorities have no counterpart in a program", "leave them out, or use `provided`"
        case CState():
            message = f"`{node.keyword}` belongs to SPIN's verifier"
            yield "E904", message, "declare the variable in `c_decl` instead"
        case Reference():
            if model.variables.get(node) in _ONLY_FOR_VERIFICATION:
                yield "E905", f"`{node.name}` has no counterpart in a program", _GLOBAL


def report_one_loop(loops: Loops, told: Diagnostics) -> None:
    """Why the processes of a program cannot run on several loops."""
    model = loops.plan.model
    for obstacle in loops.all_obstacles:
        told.report("E914", f"several loops cannot do this: {obstacle.message}", *model.stretch(obstacle.at), _ONE_LOOP)
    if told.records or len(loops.loops) > 1 or not loops.plan.automata:
        return
    hint = "loops have processes of their own, which share nothing with others but channels with a buffer"
    bond = next(iter(loops.bonds), None)
    if bond is None:
        message, at = "there is only one process, so there can be only one loop", loops.plan.automata[0].process.node
        told.report("E915", message, *model.stretch(at), hint)
    else:
        message = f"all processes must run together: {bond.first.shown} and {bond.second.shown} {bond.why}, for one"
        told.report("E915", message, *model.stretch(bond.at), hint)


def report_too_much(plan: ProgramPlan, told: Diagnostics) -> None:
    """What a small machine cannot have."""
    model = plan.model
    if plan.settings.processes is None and most_processes(model, plan.automata) is None:
        repeated = next(iter(model.nodes.of(Run)))
        hint = "say how many there are at a time at most: --processes N"
        told.report("E908", "there is no telling how many processes this starts", *model.stretch(repeated), hint)
    for structure in model.types.values():
        if plan.c_fields(structure) and any(kind.carried for kind in plan.kinds.values()):
            message = f"messages on a small machine have no room for the C in `{structure.name}`"
            told.report("E909", message, *model.stretch(structure.at), "keep it in variables of the processes")
    for variable in model.globals:
        if variable.name in plan.settings.posts | plan.settings.takes and not plan.kinds[variable].capacity:
            message = f"`{variable.name}` leads outside and has no buffer: an interrupt cannot wait"
            told.report("E910", message, *model.stretch(variable.at), "give it a capacity", names=(variable.name,))
