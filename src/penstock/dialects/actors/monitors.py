"""`monitor name observes T.m, U.n { var ...  state ...  hot state ... }`: what must hold of messages that are handled.

A monitor is no process: its state and its variables are global, and what it does with a message stands where the actor
begins to handle it.  States that must be left again are `hot`; they become a formula:

hot state waiting { ... }    ->    ltl name { []<>!(name_state == waiting) }
"""

from __future__ import annotations

from dataclasses import replace

from penstock.dialects.actors.bodies import declared_type
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.messages import message_named
from penstock.dialects.actors.nodes import ActorState, ActorType, Create, Make, Method, Monitor, Observed, Tell
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.parser import ActorParser
from penstock.dialects.actors.plan import TranslationPlan
from penstock.dialects.actors.processes import ProcessWriter
from penstock.dialects.actors.states import read_state, refuse_second
from penstock.dialects.actors.system import Body, System, own_names, parameters_of
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import (
    Assignment,
    Condition,
    Constant,
    Do,
    Else,
    For,
    ForEach,
    Goto,
    If,
    Labelled,
    Node,
    Receive,
    Reference,
    Select,
    Send,
    Sequence,
    Unless,
    VariableDeclaration,
)

HOT = "hot"

# -- reading ---------------------------------------------------------------------------------------


def read_monitor(parser: ActorParser) -> Monitor:
    start = parser.advance()
    name_at = parser.expect_name("the name of a monitor")
    name = parser.texts[name_at]
    if parser.texts[parser.at] != "observes":
        raise parser.unexpected("`observes`", f"write `monitor {name} observes T.m {{ ... }}`")
    parser.advance()
    observed = parser.listed(lambda: _observed(parser))
    opened = parser.expect("{", hint=f"write `monitor {name} observes T.m {{ ... }}`")
    variables: list[VariableDeclaration] = []
    states: list[ActorState] = []
    hot: list[str] = []
    parser.skip_separators()
    while parser.kinds[parser.at] == "var" or parser.texts[parser.at] in ("state", HOT):
        if parser.accept("var"):
            parser.variables(variables)
        else:
            heated = parser.texts[parser.at] == HOT
            if heated:
                parser.advance()
                if parser.texts[parser.at] != "state":
                    raise parser.unexpected("`state`")
            states.append(read_state(parser))
            hot += [states[-1].name] if heated else []
        parser.skip_separators()
    if parser.texts[parser.at] == "on":
        raise parser.unexpected("`state`", "a monitor handles messages in states: `state watching { on ... }`")
    last = parser.close("}", opened)
    return Monitor(start, last, name, name_at, observed, tuple(variables), tuple(states), tuple(hot))


def _observed(parser: ActorParser) -> Observed:
    start = parser.at
    if parser.kinds[start : start + 3] != [NAME, ".", NAME]:
        raise parser.unexpected("a message", "say which actor type handles it: `observes server.open`")
    parser.at += 3
    return Observed(start, start + 2, parser.texts[start], parser.texts[start + 2])


# -- what is declared ------------------------------------------------------------------------------


def gather_monitor(system: System, monitor: Node) -> None:
    """The bodies of a monitor are those of an owner that is no actor type."""
    assert isinstance(monitor, Monitor)
    states = tuple(_typed(system, monitor, state) for state in monitor.states)
    owner = ActorType(monitor.first, monitor.last, monitor.name, monitor.name_at, monitor.variables, None, (), states)
    system.monitors[monitor] = owner
    for declaration in monitor.variables:
        system.declare((owner.name, ""), declaration)
    known: dict[str, Method] = {}
    for handler in owner.handlers:
        known.setdefault(handler.key, handler)
    for handler in known.values():
        body = Body(owner, handler, handler.body)
        for declaration in handler.parameters:
            system.declare(body.key, declaration)
        system.find_locals(body)
        system.bodies.append(body)
        for type_name in [one.type for one in monitor.observed if one.name == handler.name]:
            kind = system.types.get(type_name)
            for method in kind.handlers if kind is not None else ():
                if method.name == handler.name:
                    _flow(system, owner.name, handler, type_name, method)


def _typed(system: System, monitor: Monitor, state: ActorState) -> ActorState:
    """A handler carries what the observed message carries."""
    return replace(state, handlers=tuple(_with_types(system, monitor, handler) for handler in state.handlers))


def _with_types(system: System, monitor: Monitor, handler: Method) -> Method:
    kinds = [
        system.types[one.type] for one in monitor.observed if one.name == handler.name and one.type in system.types
    ]
    known = [message for message in (message_named(kind, handler.name) for kind in kinds) if message is not None]
    theirs = parameters_of(known[0].signature) if known else []
    own = handler.parameters
    if len(theirs) != len(own) or not all(declaration.type == "" for declaration in own):
        return handler
    typed = [
        replace(given, type=found.type, subtype=found.subtype) for given, (found, _, _) in zip(own, theirs, strict=True)
    ]
    return replace(handler, parameters=tuple(typed))


def _flow(system: System, owner: str, handler: Method, type_name: str, method: Method) -> None:
    for (_, own, _), (_, theirs, _) in zip(parameters_of(handler), parameters_of(method), strict=False):
        system.observations.append(((owner, handler.key, own), (type_name, method.key, theirs)))


# -- rules -----------------------------------------------------------------------------------------


def check_monitors(system: System, inference: Inference) -> None:
    seen: dict[str, int] = {}
    for monitor, owner in system.monitors.items():
        refuse_second(system, seen, monitor.name, f"monitor `{monitor.name}`", monitor.name_at)
        if not monitor.states:
            system.report(
                "E818", f"monitor `{monitor.name}` has no states", monitor.name_at, "it begins in the first one"
            )
        for one in monitor.observed:
            _check_observed(system, one)
        states: dict[str, int] = {}
        for state in owner.states:
            refuse_second(system, states, state.name, f"state `{state.name}`", state.name_at)
            _check_state(system, monitor, state)
        for body in system.bodies:
            if body.owner is owner:
                _check_body(system, monitor, body)
                _check_names(system, body)


def _check_observed(system: System, one: Observed) -> None:
    kind = system.types.get(one.type)
    if kind is None:
        system.report("E801", f"there is no actor type `{one.type}`", one.first)
    elif message_named(kind, one.name) is None:
        system.report("E802", f"`{one.type}` has no method `{one.name}`", one.last)


def _check_state(system: System, monitor: Monitor, state: ActorState) -> None:
    for part in (*state.entries, *state.exits, *state.passing):
        system.report("E818", "a monitor handles messages with `on`, and nothing else", part)
    seen: dict[str, int] = {}
    for handler in state.handlers:
        refuse_second(
            system, seen, handler.name, f"what state `{state.name}` does with `{handler.name}`", handler.name_at
        )
        observed = [one for one in monitor.observed if one.name == handler.name]
        if not observed:
            hint = f"write `monitor {monitor.name} observes T.{handler.name}`"
            system.report("E818", f"the monitor does not observe `{handler.name}`", handler.name_at, hint)
        for clause in handler.clauses:
            system.report("E818", "a monitor cannot make messages wait", clause, "it sees what is handled anyhow")
        for one in observed:
            kind = system.types.get(one.type)
            message = message_named(kind, one.name) if kind is not None else None
            if message is not None and _types(message.signature) != _types(handler):
                notes = [("it is declared here", system.position(message.signature.name_at))]
                text = f"the parameters of `{handler.name}` are not those of `{one.type}`"
                system.report("E815", text, handler.name_at, notes=notes)


def _types(method: Method) -> list[str]:
    return [declaration.type for declaration, _, _ in parameters_of(method)]


def _check_body(system: System, monitor: Monitor, body: Body) -> None:
    """Who looks on changes nothing, and never waits."""
    guards = {option.steps[0] for node in body.nodes if isinstance(node, If | Do) for option in node.options}
    for node in body.nodes:
        if isinstance(node, Condition) and node not in guards and not isinstance(node.expression, Constant):
            system.report("E818", "a monitor does not wait: write `if :: ... :: else fi`", node)
        elif isinstance(node, If | Do) and not any(isinstance(option.steps[0], Else) for option in node.options):
            system.report("E818", "a monitor does not wait: this choice needs `:: else`", node.first)
        elif isinstance(node, Unless):
            system.report("E818", "there is no `unless` in a monitor", node)
        for target in changed_by(node):
            place = system.places(body, target)[0]
            if place is not None and place[:2] != (monitor.name, ""):
                system.report("E818", "a monitor looks on: it changes nothing but its own variables", target)
        if isinstance(node, Tell | Create | Make | Send | Receive):
            system.report("E818", "a monitor looks on: it cannot send messages or create actors", node)
        elif isinstance(node, VariableDeclaration):
            system.report("E818", "variables of a monitor are declared after `var`", node)
        elif isinstance(node, Labelled):
            system.report("E818", "there are no labels in a monitor", node.first)
    last = _last_steps(body.sequence)
    for node in body.nodes:
        if isinstance(node, Goto) and node not in last:
            system.report("E818", "`goto` ends what a monitor does: nothing may follow it", node)


def changed_by(node: Node) -> list[Reference]:
    match node:
        case Assignment():
            return [node.target]
        case For() | ForEach() | Select():
            return [node.variable]
        case _:
            return []


def _check_names(system: System, body: Body) -> None:
    """What a monitor does is written into an actor, whose variables it does not know."""
    for name in own_names(body.sequence):
        if system.places(body, name)[0] is None and not name.name.startswith("_") and not system.is_nobody(body, name):
            system.report("E301", f"`{name.name}` is not declared", name.first)


def _last_steps(sequence: Sequence) -> set[Node]:
    """The steps after which nothing follows."""
    found: set[Node] = set()
    waiting: list[Node] = [sequence]
    while waiting:
        node = waiting.pop()
        found.add(node)
        if isinstance(node, Sequence):
            waiting += node.steps[-1:]
        elif isinstance(node, If):
            waiting += node.options
        elif hasattr(node, "body") and type(node).__name__ in ("Block", "Atomic", "DStep", "InlineCall"):
            waiting.append(node.body)
    return found


# -- writing ---------------------------------------------------------------------------------------


def write_monitor(writer: ProcessWriter, monitor: Node) -> None:
    assert isinstance(monitor, Monitor)
    plan = writer.plan
    if monitor.hot and monitor in plan.monitors:
        tests = " || ".join(f"{plan.monitors[monitor].state} == {plan.states[name]}" for name in monitor.hot)
        told = " || ".join(f"{monitor.name}@{name}" for name in monitor.hot)
        writer.page.line(f"ltl {monitor.name} {{ []<>!({tests}) }}", monitor.name_at, f"[]<>!({told})")


def declare_monitor(page: TranslationPage, plan: TranslationPlan, monitor: Monitor) -> None:
    """Its state and its variables, before the first actor."""
    names = plan.monitors[monitor]
    if monitor.states:
        first = plan.states[monitor.states[0].name]
        page.line(f"mtype:{plan.state_set} {names.state} = {first};", monitor.name_at)
    for declaration in monitor.variables:
        for variable in declaration.variables:
            page.begin(variable.first)
            page.own(declared_type(declaration))
            page.copy(variable.first, variable.last, {variable.first: (names.variables[variable.name], variable.first)})
            page.end(";")
