"""Names, types and rules: a syntax tree to a model that every later part can rely on."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.diagnostics.record import Diagnostics
from penstock.resolve.contracts import check_contracts
from penstock.resolve.control import ControlChecker
from penstock.resolve.deadlines import check_deadlines
from penstock.resolve.doubts import warn_about_doubts
from penstock.resolve.messages import MessageChecker
from penstock.resolve.model import Model
from penstock.resolve.names import Resolver
from penstock.resolve.processes import check_processes
from penstock.resolve.protocols import check_protocols
from penstock.resolve.timers import check_timers
from penstock.resolve.usage import warn_about_unused
from penstock.syntax.parser import Syntax

__all__ = ["Model", "resolve"]


def resolve(syntax: Syntax, diagnostics: Diagnostics, elsewhere: Iterable[tuple[str, str]] = ()) -> Model:
    """Find out what every name means and whether the model obeys the rules.

    `elsewhere` are variables that another language declares, with their types.
    """
    readable = not diagnostics.has_errors
    model = Model(syntax, diagnostics)
    Resolver(model).run(elsewhere)
    MessageChecker(model).run()
    check_contracts(model)
    check_protocols(model)
    check_timers(model)
    check_deadlines(model)
    for process in model.processes.values():
        ControlChecker(model, process).run()
    if not readable:
        diagnostics.drop_warnings()
        return model
    check_processes(model)
    if not diagnostics.has_errors:
        warn_about_doubts(model)
        warn_about_unused(model)
    return model
