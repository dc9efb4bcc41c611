"""The rules of actor models, beyond those of Promela."""

from __future__ import annotations

from collections.abc import Sequence as Several
from difflib import get_close_matches

from penstock.diagnostics.record import counted
from penstock.dialects.actors.inference import Inference, tells
from penstock.dialects.actors.looking import check_looking
from penstock.dialects.actors.nodes import ActorType, Create, Main, Method, Monitor, Tell, Test
from penstock.dialects.actors.reach import reached_bodies
from penstock.dialects.actors.recursion import check_creation
from penstock.dialects.actors.shapes import LARGEST, SENDABLE, is_record, leaf_types, shape_of, value_shape
from penstock.dialects.actors.statements import check_statements, refuse_creation
from penstock.dialects.actors.system import Body, Declared, Location, System, having, own_names, parameters_of
from penstock.syntax.nodes import (
    Assignment,
    ChannelInitial,
    Expression,
    FieldType,
    Node,
    Reference,
    Run,
    VariableDeclaration,
)
from penstock.syntax.walk import walk


def check(system: System, inference: Inference) -> None:
    """Report everything that is wrong with the actors of a model."""
    _check_main(system)
    _check_globals(system)
    check_looking(system)
    for location, declared in system.variables.items():
        _check_declared(system, inference, location, declared)
    for owner in system.types.values():
        _check_type(system, owner)
    for body in system.bodies:
        for node in body.nodes:
            if isinstance(node, Create):
                _check_create(system, body, node)
            elif isinstance(node, Assignment):
                _check_kinds(system, body, system.location(body, node.target), node.value, node)
            elif isinstance(node, VariableDeclaration):
                _check_initial(system, body, node)
        for declaration in system.seen_by(body):
            _check_initial(system, body, declaration)
        check_statements(system, body)
        _check_scope(system, body)
    for body, tell in tells(system):
        _check_tell(system, inference, body, tell)
    reached = reached_bodies(system, inference)
    check_creation(system, reached)
    for body, tell in tells(system):
        if body in reached and not system.diagnostics.has_errors:  # others would only be repeated
            _check_target(system, inference, body, tell)


def _check_target(system: System, inference: Inference, body: Body, tell: Tell) -> None:
    """A variable that never gets a value: a run that gets here fails."""
    target = tell.target
    if not isinstance(target, Reference) or inference.kinds(body, target):
        return
    if system.is_actor(body, target):
        hint = "give it a value with `create`, or from a parameter"
        system.report("W811", f"`{target.name}` never holds an actor", target, hint)


def _check_main(system: System) -> None:
    if not system.mains and not system.tests and not system.diagnostics.has_errors:
        last = max(0, len(system.tokens) - 1)
        hint = "write `main { ... }`, which creates the first actors"
        system.diagnostics.report("E810", "there is no `main`", system.position(last), hint=hint)
    for second in system.mains[1:]:
        notes = [("the first one is here", system.position(system.mains[0].first))]
        system.report("E810", "a second `main`", second, notes=notes)


def _check_globals(system: System) -> None:
    for unit in system.program.units:
        node: Node = unit
        if not isinstance(node, ActorType | Main | Monitor | Test):
            refuse_creation(system, node, "outside actors and `main`")
        for inner in walk(node):
            if isinstance(inner, FieldType) and inner.type == "actor" and inner.subtype not in (None, *system.types):
                _unknown_type(system, inner.subtype or "", inner)


def _check_declared(system: System, inference: Inference, location: Location, declared: Declared) -> None:
    if declared.type != "actor" or declared.subtype is None:
        return
    if declared.subtype not in system.types:
        _unknown_type(system, declared.subtype, declared.at)
        return
    for kind, position in inference.held.get(location, {}).items():
        if kind != declared.subtype:
            system.report(
                "E813",
                f"`{location[2]}` is declared as a `{declared.subtype}`, but it may be given a `{kind}`",
                declared.at,
                notes=[("the other one comes from here", position)],
            )


def _unknown_type(system: System, name: str, at: Node | int) -> None:
    similar = get_close_matches(name, system.types, 1, 0.6)
    known = ", ".join(f"`{other}`" for other in system.types) or "none"
    hint = f"did you mean `{similar[0]}`?" if similar else f"the actor types are {known}"
    named = isinstance(at, int) and system.tokens.texts[at] == name
    meant = similar[0] if similar and named else None
    system.report("E801", f"there is no actor type `{name}`", at, hint, meant=meant)


def _check_type(system: System, owner: ActorType) -> None:
    seen: dict[str, Method] = {}
    for method in owner.methods:
        if method.name in seen:
            notes = [("it was declared here before", system.position(seen[method.name].name_at))]
            system.report("E302", f"method `{method.name}` is declared twice", method.name_at, notes=notes)
        seen.setdefault(method.name, method)
    for declaration in owner.variables:
        refuse_creation(system, declaration, "in an initial value after `var`: create it in `init`")
    for method in [owner.init, *owner.handlers] if owner.init is not None else owner.handlers:
        if method is not None:
            _check_method(system, method)


def _check_method(system: System, method: Method) -> None:
    names: dict[str, int] = {}
    for declaration, name, at in parameters_of(method):
        if name in names:
            notes = [("it was declared here before", system.position(names[name]))]
            system.report("E302", f"parameter `{name}` is declared twice", at, notes=notes)
        names.setdefault(name, at)
        _check_parameter(system, method, declaration, name, at)
    for clause in method.clauses:
        for node in walk(clause.condition):
            if isinstance(node, Create | Run):
                hint = "a condition changes nothing; create actors in the body of the method"
                system.report("E806", f"`{clause.word}` must not change anything", node, hint)


def _check_parameter(system: System, method: Method, declaration: VariableDeclaration, name: str, at: int) -> None:
    one = next(variable for variable in declaration.variables if variable.first == at)
    if not declaration.type:
        return  # where it is declared in a state, this is told
    shape = shape_of(declaration, one)
    plain = declaration.type in SENDABLE
    kinds = {kind.partition(":")[0] for kind in leaf_types(system, shape)}
    if method.name == "init" and not (plain and one.size is None):
        hint = "send it in a message when the actor has been created"
        system.report("E812", f"`{name}` has parts, which `init` cannot be given", at, hint)
    elif not plain and not (is_record(system, declaration.type) and kinds <= SENDABLE):
        hint = "pass numbers, message types, actors, and arrays and records of them"
        system.report("E812", f"`{name}` is of type `{declaration.type}`, which no message can carry", at, hint)
    elif one.size is not None and not 0 < (shape.size or 0) <= LARGEST:
        system.report("E812", f"`{name}` is an array, which has 1 to {LARGEST} elements in a message", at)
    elif one.initial is not None:
        system.report("E812", f"the parameter `{name}` gets its value from the message", at, "leave out the value")


def _check_scope(system: System, body: Body) -> None:
    """All methods of an actor become one process, in which each would see the parameters of the others."""
    others = [other for other in system.bodies if other.owner is body.owner and other is not body]
    elsewhere = {name: (other, at) for other in others for _, name, at in parameters_of(other.method)}
    for name in [name for root in body.roots for name in own_names(root)]:
        if name.name in elsewhere and system.places(body, name)[0] is None:
            other, at = elsewhere[name.name]
            called = other.method.called if other.method is not None else ""
            notes = [(f"the one of {called} is known there only", system.position(at))]
            system.report("E301", f"`{name.name}` is not declared", name.first, notes=notes)


def _check_create(system: System, body: Body, create: Create) -> None:
    owner = system.types.get(create.type)
    if owner is None:
        _unknown_type(system, create.type, create.type_at)
        return
    _check_arguments(system, body, f"`init` of `{owner.name}`", owner.init, create.arguments, create.type_at)


def _check_arguments(
    system: System, body: Body, what: str, method: Method | None, arguments: Several[Expression], at: int
) -> None:
    parameters = parameters_of(method)
    declared = [("it is declared here", system.position(method.name_at))] if method is not None else []
    if len(parameters) != len(arguments):
        wanted = counted(len(parameters), "argument")
        system.report("E803", f"{what} takes {wanted}, not {len(arguments)}", at, notes=declared)
        return
    for (declaration, name, _), argument in zip(parameters, arguments, strict=True):
        given = system.is_actor(body, argument)
        if given is None or declaration.type == "chan" or given == (declaration.type == "actor"):
            continue
        found = "an actor" if given else "not an actor"
        wanted = "an actor" if declaration.type == "actor" else f"of type `{declaration.type}`"
        system.report("E804", f"`{name}` of {what} is {wanted}, but the argument is {found}", argument, notes=declared)
    _check_parts(system, body, what, method, arguments, declared)


def _check_parts(
    system: System,
    body: Body,
    what: str,
    method: Method | None,
    arguments: Several[Expression],
    notes: list[tuple[str, int]],
) -> None:
    """For an array or record one like it is given, as a variable."""
    given = [(each, one) for each in (method.parameters if method is not None else ()) for one in each.variables]
    for (declaration, one), argument in zip(given, arguments, strict=False):
        shape, found = shape_of(declaration, one), value_shape(system, body, argument)
        if shape.size is None and not is_record(system, shape.type):
            if found is not None and found.size is not None:
                text = f"`{one.name}` of {what} is one value, but the argument is an array"
                system.report("E804", text, argument, "give one of its elements", notes)
        elif found != shape and (found is not None or not isinstance(argument, Reference)):
            wanted = f"an array of {shape.size} `{shape.type}`" if shape.size is not None else f"a `{shape.type}`"
            hint = "give a variable that is like it"
            system.report("E804", f"`{one.name}` of {what} is {wanted}, and the argument is not", argument, hint, notes)


def _check_initial(system: System, body: Body, declaration: VariableDeclaration) -> None:
    for variable in declaration.variables:
        if variable.initial is not None and not isinstance(variable.initial, ChannelInitial):
            _check_kinds(system, body, system.declared[variable], variable.initial, variable)


def _check_kinds(system: System, body: Body, location: Location | None, value: Node, node: Node) -> None:
    """An actor and a number are never put into each other's variables: nobody would know whom a message reaches."""
    given = system.is_actor(body, value)
    if location is None or given is None or system.variables[location].type == "chan":
        return
    if given == (system.variables[location].type == "actor"):
        return
    text = "does not hold an actor, but the value is one" if given else "holds an actor, but the value is not one"
    hint = f"declare it as `actor {location[2]}`" if given else None
    system.report("E804", f"`{location[2]}` {text}", node, hint)


def _check_tell(system: System, inference: Inference, body: Body, tell: Tell) -> None:
    if system.is_actor(body, tell.target) is False:
        system.report("E804", "messages are sent to actors, and this is not one", tell.target)
        return
    everyone = list(having(system, tell.method))
    if not everyone:
        known = [method.name for kind in system.types.values() for method in kind.handlers]
        similar = get_close_matches(tell.method, known, 1, 0.6)
        hint = f"did you mean `{similar[0]}`?" if similar else None
        meant = similar[0] if similar else None
        system.report("E802", f"no actor type has a method `{tell.method}`", tell.method_at, hint, meant=meant)
        return
    kinds = inference.kinds(body, tell.target)
    receivers = list(inference.receivers(body, tell))
    if kinds and not receivers:
        _refuse_method(system, tell, kinds, [name for name, _ in everyone])
    for name, method in receivers or ([] if kinds else _fitting(everyone, tell)):
        what = f"method `{method.name}` of `{name}`"
        _check_arguments(system, body, what, method, tell.arguments, tell.method_at)


def _fitting(everyone: list[tuple[str, Method]], tell: Tell) -> list[tuple[str, Method]]:
    """Where nobody can get the message: whom it would fit, or else anyone."""
    fitting = [one for one in everyone if len(parameters_of(one[1])) == len(tell.arguments)]
    return (fitting or everyone)[:1]


def _refuse_method(system: System, tell: Tell, kinds: dict[str, int], owners: list[str]) -> None:
    named = " or ".join(f"`{kind}`" for kind in kinds)
    elsewhere = ", ".join(f"`{name}`" for name in owners)
    notes = [(f"the `{kind}` comes from here", position) for kind, position in kinds.items()]
    system.report(
        "E802",
        f"this is a {named}, which has no method `{tell.method}`",
        tell.method_at,
        f"the method belongs to {elsewhere}",
        notes,
    )
