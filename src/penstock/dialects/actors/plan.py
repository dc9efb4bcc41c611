"""What the translation looks like before it is written: mailboxes, message fields, and names that are free.

Actors that may get messages through the same variable have mailboxes of the same form.  A mailbox has as many fields
of each type as its largest method needs; the n-th parameter of a type is in the n-th field of that type.

    method put(bit a)   method get(actor ret)    ->    { mtype, bit, chan }    put: field 1    get: field 2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from penstock.dialects.actors.inference import Inference, tells
from penstock.dialects.actors.messages import message_named, messages_of
from penstock.dialects.actors.nodes import NOBODY, ActorType, Method, Monitor, Tell
from penstock.dialects.actors.shapes import leaves_of, size_of
from penstock.dialects.actors.system import Body, System, having, parameters_of
from penstock.graphs import joined
from penstock.syntax.nodes import (
    Declarator,
    InlineDefinition,
    Labelled,
    MtypeDeclaration,
    Node,
    Reference,
    Typedef,
    VariableDeclaration,
)
from penstock.syntax.walk import walk

MAILBOX = "this"
TIMER_WORDS = frozenset(["active", "expire", "remaining", "reset", "set", "timer"])
"""What timers are told by in a translation: with those nothing else can have these names."""
Fields = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MonitorNames:
    """What the state of a monitor and its variables are called."""

    state: str
    variables: Mapping[str, str]


@dataclass(eq=False)
class TranslationPlan:
    """Decisions for the whole model; `fields` and `unhandled` are by actor type, `places` by type and method."""

    system: System
    inference: Inference
    fields: dict[str, Fields] = field(default_factory=dict)
    places: dict[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    unhandled: dict[str, list[str]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    """What methods are called in the translation, by their names."""
    states: dict[str, str] = field(default_factory=dict)
    """The same for the states of actors."""
    monitors: dict[Monitor, MonitorNames] = field(default_factory=dict)
    state_set: str = ""
    """The type of what holds a state."""
    taken: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    """The user's names for those that had to be changed."""
    overflows: bool = False
    """Whether it is an error to send to a full mailbox."""
    left_out: list[Node] = field(default_factory=list)
    """What the translation lacks, because it is wrong."""

    def free(self, name: str) -> str:
        """The name, or one like it that nobody uses."""
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name


def make_plan(system: System, inference: Inference) -> TranslationPlan:
    plan = TranslationPlan(system, inference)
    families = _families(system, inference)
    for name, kind in system.types.items():
        plan.fields[name] = _fields(system, [system.types[other] for other in families[name]])
        for message in messages_of(kind):
            plan.places[name, message.name] = _places(system, plan.fields[name], message.signature)
    _check_signatures(plan)
    _note_unhandled(plan)
    declared = _declared_names(system)
    plan.taken = {text for text in system.tokens.texts if text.isidentifier()}
    if _stands_for_nobody(system):
        plan.taken.discard(NOBODY)  # it means in the model what it means in the translation
    for kind in system.types.values():
        for method in kind.handlers:
            if method.name not in plan.constants:
                clash = method.name in declared or method.name.startswith("_") or method.name in TIMER_WORDS
                plan.constants[method.name] = plan.free(f"{method.name}_message") if clash else method.name
    stateful = [*system.types.values(), *system.monitors.values()]
    for name in dict.fromkeys(state.name for kind in stateful for state in kind.states):
        clash = name in declared or name in plan.constants or name.startswith("_")
        plan.states[name] = plan.free(f"{name}_state") if clash else name
    if plan.states and "state" not in {*declared, *plan.constants, *plan.states}:
        plan.taken.discard("state")  # the word that begins one is no name
    plan.state_set = plan.free("states") if plan.states else ""
    for monitor in system.monitors:
        names = [variable.name for declaration in monitor.variables for variable in declaration.variables]
        own = {name: plan.free(f"{monitor.name}_{name}") for name in names}
        plan.monitors[monitor] = MonitorNames(plan.free(f"{monitor.name}_state"), own)
        plan.renamed |= {new: f"{monitor.name}.{name}" for name, new in own.items()}
        plan.renamed[plan.monitors[monitor].state] = monitor.name
    return plan


def _families(system: System, inference: Inference) -> dict[str, list[str]]:
    """For each type all of those that are addressed through the same variables, in the order of the text."""
    addressed = (list(inference.kinds(body, tell.target)) for body, tell in tells(system))
    families = joined(system.types, ((kinds[0], other) for kinds in addressed for other in kinds[1:]))
    return {name: family for family in families for name in family}


def field_type(declaration: VariableDeclaration) -> str:
    if declaration.type == "actor":
        return "chan"
    if not declaration.type:
        return "byte"  # nothing tells it, which has been reported
    return declaration.type if declaration.subtype is None else f"{declaration.type}:{declaration.subtype}"


def message_form(plan: TranslationPlan, body: Body, step: Tell) -> tuple[Fields, tuple[int, ...]]:
    """The fields of a message, and where in them its arguments are.

    Nothing is left out where nobody can get the message: its names are looked at like all others, and who comes
    here fails.  What does not fit has been reported.
    """
    receivers = list(plan.inference.receivers(body, step)) or list(having(plan.system, step.method))
    for name, method in receivers:
        if len(parameters_of(method)) == len(step.arguments):
            return plan.fields[name], plan.places[name, step.method]
    count = len(step.arguments)
    return ("int",) * count, tuple(range(1, count + 1))


def types_of(system: System, method: Method) -> list[str]:
    return [leaf.type for leaf in leaves_of(system, method)]


def carried_parts(plan: TranslationPlan, body: Body, step: Tell) -> list[tuple[int, str]]:
    """What a message carries of its arguments: their numbers, and what follows each."""
    receivers = list(plan.inference.receivers(body, step)) or list(having(plan.system, step.method))
    for _, method in receivers:
        if len(parameters_of(method)) == len(step.arguments):
            return [(leaf.parameter, leaf.suffix) for leaf in leaves_of(plan.system, method)]
    return [(number, "") for number in range(len(step.arguments))]


def _fields(system: System, family: list[ActorType]) -> Fields:
    found: dict[str, int] = {}
    for kind in family:
        for method in kind.handlers:
            types = types_of(system, method)
            for name in types:
                found[name] = max(found.get(name, 0), types.count(name))
    return tuple(name for name, number in found.items() for _ in range(number))


def _places(system: System, fields: Fields, method: Method) -> tuple[int, ...]:
    """For each parameter its field, counted from 1: the method itself is field 0."""
    left = list(enumerate(fields, 1))
    found = []
    for wanted in types_of(system, method):
        place = next((entry for entry in left if entry[1] == wanted), None)
        if place is not None:
            left.remove(place)
            found.append(place[0])
    return tuple(found)


def _check_signatures(plan: TranslationPlan) -> None:
    """One send statement fills the same fields, whichever actor gets the message."""
    for body, tell in tells(plan.system):
        receivers = list(plan.inference.receivers(body, tell))
        forms = {plan.places[name, method.name] for name, method in receivers}
        if len(forms) > 1 and len({len(form) for form in forms}) == 1:
            notes = [
                (f"in `{name}` it is declared here", plan.system.position(method.name_at)) for name, method in receivers
            ]
            plan.system.report(
                "E815",
                f"the parameters of `{tell.method}` differ among the actors that may get this message",
                tell.method_at,
                "give them the same types in the same order",
                notes,
            )


def _note_unhandled(plan: TranslationPlan) -> None:
    """The messages that an actor may get although it has no method for them."""
    for body, tell in tells(plan.system):
        if not list(plan.inference.receivers(body, tell)):
            continue  # an error that has been reported
        for name in plan.inference.kinds(body, tell.target):
            if message_named(plan.system.types[name], tell.method) is None:
                known = plan.unhandled.setdefault(name, [])
                if tell.method not in known:
                    known.append(tell.method)


def _declared_names(system: System) -> set[str]:
    """Names that stand for something else than a method, or that would be taken for one."""
    found = set(system.types)
    for unit in system.program.units:
        for node in walk(unit):
            found.update(_names_of(node))
    return found


def _stands_for_nobody(system: System) -> bool:
    """Whether `nobody` has no other meaning in the model."""
    nodes = [node for unit in system.program.units for node in walk(unit) if not isinstance(node, Reference)]
    inlines = [name for node in nodes if isinstance(node, InlineDefinition) for name in node.parameters]
    methods = [method.name for kind in system.types.values() for method in kind.handlers]
    others = {name for node in nodes for name in _names_of(node)}
    return NOBODY not in {*others, *inlines, *methods, *system.types}


def _names_of(node: Node) -> Mapping[str, None]:
    match node:
        case Declarator() | Typedef() | InlineDefinition() | Reference():
            return {node.name: None}
        case Labelled():
            return {node.label: None}
        case MtypeDeclaration():
            return {name.name: None for name in node.names if name.name is not None}
        case _:
            return {}


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for the parameters and labels of a body that would clash with those of another."""

    parameters: Mapping[str, str]
    labels: Mapping[str, str]


def renamings(plan: TranslationPlan, bodies: list[Body]) -> dict[Body, Renaming]:
    """For the bodies of one actor type, which share their names in the translation."""
    types: dict[str, set[str]] = {}
    for body in bodies:
        for declaration in body.method.parameters if body.method is not None else ():
            for one in declaration.variables:
                types.setdefault(one.name, set()).add(f"{field_type(declaration)} {size_of(one)}")
    found = {}
    for body in bodies:
        others = {name for other in bodies if other is not body for name in _locals(other)}
        clashing = {
            name: plan.free(f"{_word(body)}_{name}")
            for _, name, _ in parameters_of(body.method)
            if (len(types[name]) > 1 or name in others) and not _hidden_by(plan.system, body, name)
        }
        elsewhere = {name for other in bodies if other is not body for name in _labels(other)}
        labels = {name: plan.free(f"{name}_{_word(body)}") for name in _labels(body) if name in elsewhere}
        found[body] = Renaming(clashing, labels)
        plan.renamed |= {new: name for name, new in [*clashing.items(), *labels.items()]}
    return _with_shared_parameters(plan, bodies, found)


def _word(body: Body) -> str:
    return body.key[1].replace(" ", "_")


def _with_shared_parameters(
    plan: TranslationPlan, bodies: list[Body], found: dict[Body, Renaming]
) -> dict[Body, Renaming]:
    """The same message fills the same variables in all states, whatever its parameters are called there."""
    owner = bodies[0].owner if bodies else None
    first = {message.name: message.signature for message in messages_of(owner)} if owner is not None else {}
    by_method = {body.method: body for body in bodies}
    for body in bodies:
        signature = first.get(body.method.name) if body.method is not None else None
        if signature is None or signature is body.method:
            continue
        theirs = found[by_method[signature]].parameters
        pairs = zip(parameters_of(body.method), parameters_of(signature), strict=False)
        shared = {
            name: theirs.get(other, other)
            for (_, name, _), (_, other, _) in pairs
            if name != theirs.get(other, other) and not _hidden_by(plan.system, body, name)
        }
        found[body] = Renaming(shared, found[body].labels)
    return found


def _hidden_by(system: System, body: Body, name: str) -> bool:
    """Whether a parameter would hide something, which is an error that must stay one."""
    outside = (body.key[0], "", name) in system.variables or ("", "", name) in system.variables
    return outside or name in _locals(body)


def _locals(body: Body) -> set[str]:
    return {
        variable.name for node in body.nodes if isinstance(node, VariableDeclaration) for variable in node.variables
    }


def _labels(body: Body) -> set[str]:
    return {node.label for node in body.nodes if isinstance(node, Labelled)}
