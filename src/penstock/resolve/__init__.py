"""Names, types and rules: a syntax tree to a model that every later part can rely on."""

from __future__ import annotations

from penstock.diagnostics.record import Diagnostics
from penstock.resolve.control import ControlChecker
from penstock.resolve.messages import MessageChecker
from penstock.resolve.model import Model
from penstock.resolve.names import Resolver
from penstock.resolve.processes import check_processes
from penstock.resolve.usage import warn_about_unused
from penstock.syntax.nodes import ArrayInitial, ChannelClaim, ChannelInitial, VariableDeclaration
from penstock.syntax.parser import Syntax
from penstock.syntax.walk import walk

__all__ = ["Model", "resolve"]


def resolve(syntax: Syntax, diagnostics: Diagnostics) -> Model:
    """Find out what every name means and whether the model obeys the rules."""
    readable = not diagnostics.has_errors
    model = Model(syntax, diagnostics)
    Resolver(model).run()
    _check_nodes(model)
    claims_channels = any(isinstance(node, ChannelClaim) for unit in syntax.program.units for node in walk(unit))
    for process in model.processes.values():
        ControlChecker(model, process, claims_channels).run()
    if not readable:
        diagnostics.drop_warnings()
        return model
    check_processes(model)
    if not diagnostics.has_errors:
        warn_about_unused(model)
    return model


def _check_nodes(model: Model) -> None:
    checker = MessageChecker(model)
    declared = {
        variable.declarator: variable
        for process in model.processes.values()
        for variable in [*process.parameters, *process.locals]
    } | {variable.declarator: variable for variable in model.globals}
    for unit in model.syntax.program.units:
        for node in walk(unit):
            checker.check(node)
            if isinstance(node, VariableDeclaration):
                for declarator in node.variables:
                    initial = declarator.initial
                    if initial is not None and not isinstance(initial, (ArrayInitial, ChannelInitial)):
                        checker.value_for(declared.get(declarator), None, initial)
                        checker.refuse_run(initial, "an initial value")
