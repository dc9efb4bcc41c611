"""Rules about whole processes: something must run, claims have names of their own."""

from __future__ import annotations

import re

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.repairs import replacing, starting
from penstock.syntax.nodes import (
    Binary,
    CExpression,
    ChannelInitial,
    ChannelQuery,
    Expression,
    Init,
    InlineCall,
    Ltl,
    Never,
    Node,
    Poll,
    ProcessQuery,
    Proctype,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    Trace,
    Unary,
    Word,
)
from penstock.syntax.printer import expression_text
from penstock.syntax.walk import walk

MOST_CHANNELS = 255
_ASSIGNS = re.compile(r"""(?<![=!<>"'])=(?!=)""")


def check_processes(model: Model) -> None:
    _check_something_runs(model)
    _check_claims(model)
    _check_formulas(model)
    _check_embedded(model)
    _check_synchronous(model)
    for process in model.processes.values():
        node = process.node
        if isinstance(node, Proctype):
            _check_proctype(model, node)
        runs = isinstance(node, Init) or (isinstance(node, Proctype) and node.active)
        if runs and isinstance(node, Proctype | Init) and node.priority is not None and not 1 <= node.priority <= 255:
            model.report("E425", "a priority must be from 1 to 255", node.first)
    channels = sum(variable.size or 1 for variable in model.globals if variable.channel is not None)
    if channels > MOST_CHANNELS:
        model.report("E426", f"{channels} channels: SPIN supports at most {MOST_CHANNELS}", model.syntax.end)
    if model.ok:
        _check_arguments(model)


def instance_count(model: Model, node: Proctype) -> int:
    """How many instances `active` starts."""
    if not node.active:
        return 0
    if node.instances is None:
        return 1
    if isinstance(node.instances, Reference):
        variable = next((found for found in model.globals if found.name == node.instances.name), None)
        initial = variable.initial if variable is not None else None
        return (constant_value(initial) or 0) if initial is not None else 0  # type: ignore[arg-type]
    return constant_value(node.instances) or 0


def _check_something_runs(model: Model) -> None:
    for process in model.processes.values():
        node = process.node
        if isinstance(node, Init) or (isinstance(node, Proctype) and instance_count(model, node) > 0):
            return
    hint = "add `init { ... }`, or write `active proctype`"
    model.report("E601", "no process is ever started", model.syntax.end, hint=hint, fixes=starting(model))


def _check_claims(model: Model) -> None:
    inits = [process.node for process in model.processes.values() if isinstance(process.node, Init)]
    for extra in inits[1:]:
        model.report(
            "W713",
            "a second `init`: both will run",
            extra.first,
            notes=[("the first is here", model.position(inits[0]))],
        )
    traces = [process.node for process in model.processes.values() if isinstance(process.node, Trace)]
    for trace in traces[1:]:
        model.report("E602", "a second `trace`", trace.first, notes=[("the first is here", model.position(traces[0]))])
    names: set[str] = set()
    for unit in model.syntax.program.units:
        if isinstance(unit, Never | Ltl) and unit.name is not None:
            if unit.name in names:
                model.report("E602", f"claim `{unit.name}` is defined twice", unit.first)
            names.add(unit.name)


def _check_formulas(model: Model) -> None:
    """What SPIN's own reader of formulas does not accept."""
    for unit in model.syntax.program.units:
        if not isinstance(unit, Ltl):
            continue
        for node in walk(unit.formula):
            if isinstance(node, Run):
                model.report("E420", "`run` cannot be used in a formula", node)
            elif isinstance(node, Unary) and node.operator == "X":
                model.report(
                    "E603",
                    "SPIN does not support the operator `next`",
                    node.first,
                    hint="its partial order reduction keeps only properties that do not count steps",
                )
            elif isinstance(node, Binary) and _takes_formula_for_number(node):
                operand = node.left if isinstance(node.left, Unary) else node.right
                model.report(
                    "W716",
                    f"this compares the whole formula `{expression_text(operand)}`, not the expression in it",
                    node,
                    hint=f"write `{_regrouped(node)}`",
                    fixes=replacing(model, node.first, node.last, _regrouped(node), f"write `{_regrouped(node)}`"),
                )
            elif isinstance(node, Binary) and node.operator == "<" and _begins_with_minus(node.right):
                model.report(
                    "E603",
                    "SPIN reads `<-` as the start of `<->` here",
                    node.right,
                    hint="turn the comparison around: `-1 > x`",
                )


def _takes_formula_for_number(node: Binary) -> bool:
    """`[] x == 0` is `([] x) == 0`: prefix operators bind more tightly than any other."""
    if node.operator in ("&&", "||", "->", "<->", "U", "V", "W"):
        return False
    return any(isinstance(side, Unary) and side.operator in ("[]", "<>") for side in (node.left, node.right))


def _regrouped(node: Binary) -> str:
    operators = ""
    inner: Expression = node.left
    while isinstance(inner, Unary) and inner.operator in ("[]", "<>"):
        operators += inner.operator
        inner = inner.operand
    return f"{operators} ({expression_text(inner)} {node.operator} {expression_text(node.right)})"


def _begins_with_minus(value: Expression) -> bool:
    return isinstance(value, Unary) and value.operator == "-"


def _check_embedded(model: Model) -> None:
    for node in model.nodes.of(CExpression):
        _check_c_expression(model, node)


def _check_c_expression(model: Model, node: CExpression) -> None:
    if _has_side_effects(node.text):
        model.report("E523", "a `c_expr` cannot change anything or call a function", node, hint="use `c_code`")


def _check_arguments(model: Model) -> None:
    """What SPIN refuses as soon as it reads it, even in an argument that the inline never uses."""
    arguments = [argument for call in model.nodes.of(InlineCall) for argument in call.arguments]
    for node in (node for argument in arguments for node in walk(argument)):
        match node:
            case Word(word="np_"):
                model.report("E516", "`np_` can only be used in a never claim", node)
            case CExpression():
                _check_c_expression(model, node)
            case ProcessQuery(query="enabled") if _is_synchronous(model):
                _refuse_enabled(model, node)


def _has_side_effects(text: str) -> bool:
    """SPIN's own test, which looks at the characters: the first call, a separator, a count, an assignment."""
    text = text.lstrip(" ")
    call = text.find("(")
    if call > 0 and text[call - 1].isalnum() and not text.startswith("spin_mutex_free("):
        return True
    for pattern in (";", "++", "--"):
        at = text.find(pattern)
        if at >= 0 and text[at - 1 : at] not in ('"', "'"):
            return True
    return _ASSIGNS.search(text) is not None


def _check_synchronous(model: Model) -> None:
    """SPIN cannot tell whether a process is enabled if that depends on a partner."""
    for query in model.nodes.of(ProcessQuery) if _is_synchronous(model) else ():
        if query.query == "enabled":
            _refuse_enabled(model, query)


def _is_synchronous(model: Model) -> bool:
    return any(constant_value(channel.capacity) == 0 for channel in model.nodes.of(ChannelInitial))


def _refuse_enabled(model: Model, query: ProcessQuery) -> None:
    model.report("E521", "`enabled` cannot be used in a model with rendezvous channels", query)


def _check_proctype(model: Model, node: Proctype) -> None:
    if instance_count(model, node) > 255:
        model.report("E425", "SPIN runs at most 255 processes", node.instances or node.first)
    if node.provided is None:
        return
    for found in walk(node.provided):
        if isinstance(found, Word) and found.word == "np_":
            model.report("E516", "`np_` can only be used in a never claim", found)
        elif _is_local(model, found) or isinstance(found, Run | RemoteLabel | RemoteVariable):
            model.report(
                "E517",
                "a `provided` condition can only use global variables, `_pid` and `_priority`",
                found,
            )


def _is_local(model: Model, node: Node) -> bool:
    if isinstance(node, (CExpression, ChannelQuery, Poll)) or not isinstance(node, Reference):
        return False
    variable = model.variables.get(node)
    return variable is not None and variable.owner is not None
