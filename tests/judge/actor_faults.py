"""Actor models with one name made wrong, and how many statements a translation must have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.loading import load_automata
from tests.support import load_text, no_include

from penstock.diagnostics.record import Diagnostics, Severity
from penstock.dialects.actors.choices import NetworkKind
from penstock.dialects.actors.delays import delayed
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.messages import KnownMessage, message_named, messages_of
from penstock.dialects.actors.network import faults_of
from penstock.dialects.actors.nodes import DEFER, IGNORE, ActorType, Create, Make, Monitor, Tell
from penstock.dialects.actors.plan import make_plan, message_form
from penstock.dialects.actors.stopping import stops
from penstock.dialects.actors.system import Body, System, own_names, parameters_of
from penstock.dialects.actors.translation import read_system
from penstock.source import EXPANSION_BASE, Sources
from penstock.syntax import nodes as promela
from penstock.syntax.nodes import Assignment, Goto, Node, Reference, RemoteVariable, VariableDeclaration
from penstock.syntax.walk import walk

UNKNOWN = "nobody_knows"
_COUNTED = (
    promela.Assert,
    promela.Assignment,
    promela.Break,
    promela.Condition,
    promela.Do,
    promela.Else,
    promela.For,
    promela.ForEach,
    promela.Goto,
    promela.If,
    promela.Labelled,
    promela.Print,
    promela.Receive,
    promela.Run,
    promela.Select,
    promela.Send,
    promela.Unless,
)


@dataclass(frozen=True)
class Fault:
    """A model in which one name is wrong; `line` and `column` are where it stands."""

    text: str
    what: str
    line: int
    column: int


def system_of(text: str) -> System:
    sources = Sources()
    diagnostics = Diagnostics(sources)
    return read_system(sources.add("model.apml", text), diagnostics, no_include, ())


def undeclared(text: str) -> Iterator[Fault]:
    """For each use of a name the model with another name there, which nothing has."""
    system = system_of(text)
    for what, token in sorted(_uses(system), key=lambda use: use[1]):
        yield _replaced(text, system, what, token, UNKNOWN)


def foreign(text: str) -> Iterator[Fault]:
    """For each use of a name in a method the model with a parameter of another method there."""
    system = system_of(text)
    for body in system.bodies:
        own = {name for _, name, _ in parameters_of(body.method)}
        others = [other for other in system.bodies if other.owner is body.owner and other is not body]
        names = sorted({name for other in others for _, name, _ in parameters_of(other.method)} - own)
        used = {name.first for root in body.roots for name in own_names(root)}
        uses = sorted(token for token in used if system.position(token) < EXPANSION_BASE) if names else []
        for token in uses:
            yield _replaced(text, system, "name", token, names[token % len(names)])


def wrong_kinds(text: str, actor: str, number: str) -> Iterator[Fault]:
    """For each plain value that is an actor the model with a number there, and the other way round."""
    system = system_of(text)
    for body in system.bodies:
        for what, value in _values(body):
            if isinstance(value, Reference) and value.first == value.last:
                other = number if system.is_actor(body, value) else actor
                yield _replaced(text, system, f"{what} of a wrong kind", value.first, other)


def _uses(system: System) -> set[tuple[str, int]]:
    uses = (_use(node) for body in system.bodies for root in body.roots for node in walk(root))
    # What is put in for a call of a function stands where it is declared, or where it is called.
    return {use for use in uses if use is not None and system.position(use[1]) < EXPANSION_BASE}


def _use(node: Node) -> tuple[str, int] | None:
    match node:
        case Tell():
            return "method", node.method_at
        case Create():
            return "type", node.type_at
        case Goto():
            return "label", node.last
        case RemoteVariable():
            return None  # its variable is a reference
        case Reference():
            return "name", node.first
    return None


def _values(body: Body) -> Iterator[tuple[str, Node]]:
    for node in body.nodes:
        match node:
            case Tell():
                yield "target", node.target
                yield from (("argument", argument) for argument in node.arguments)
            case Create():
                yield from (("argument", argument) for argument in node.arguments)
            case VariableDeclaration():
                yield from (("value", one.initial) for one in node.variables if one.initial is not None)
            case Assignment() if node.shorthand is None:
                yield "target", node.target
                yield "value", node.value


def _replaced(text: str, system: System, what: str, token: int, name: str) -> Fault:
    at, old = system.position(token), system.tokens.texts[token]
    assert text[at : at + len(old)] == old
    before = text[:at]
    column = at - before.rfind("\n")
    return Fault(before + name + text[at + len(old) :], f"{what} `{old}`", before.count("\n") + 1, column)


def is_told(fault: Fault) -> bool:
    """Whether there is an error in the statement of the wrong name: in its line, and not behind the name."""
    model = load_text(fault.text, "model.apml")
    load_automata(model)
    places = [model.sources.locate(one.position) for one in model.diagnostics.records if one.severity is Severity.ERROR]
    return any(place.line == fault.line and place.column <= fault.column for place in places)


# -- what is in a translation ------------------------------------------------------------------------


def expected_statements(system: System, unhandled: Mapping[str, int] | None = None) -> Counter[str]:
    """How many statements of each kind a translation with messages put back has.

    `unhandled`: the number of messages that the actors of a type may get although they have no method for them.
    """
    expected = _brought(system)
    for body in system.bodies:
        # Where nothing else is chosen, `main` begins.
        if body.owner not in system.monitors.values() and body.driver == "main":
            expected += _in_body(system, body)
    for monitor, owner in system.monitors.items():
        expected += _watching(system, monitor, owner)
    for kind in system.types.values():
        messages = messages_of(kind)
        restrained = sum(message.waits for message in messages)
        ignoring = sum(clause.word == IGNORE for method in kind.handlers for clause in method.clauses)
        failing = (unhandled or {}).get(kind.name, 0)
        loop = bool(messages) or failing > 0
        expected["Assert"] += failing
        expected["Send"] += 1 + restrained  # its address; what is put back
        expected["Receive"] += len(messages) + failing
        expected["Labelled"] += 1
        expected["Do" if loop else "Condition"] += 1
        for name in ("If", "Else", "Condition"):
            expected[name] += restrained + ignoring
        expected["Condition"] += ignoring  # nothing is done
        expected += _by_state(messages)
        expected += _moves(kind) if kind.states else Counter()
        expected += _end(system, kind)
    return expected


def _watching(system: System, monitor: Monitor, owner: ActorType) -> Counter[str]:
    """What a monitor does with a message stands in each method that handles it."""
    expected: Counter[str] = Counter()
    for one in monitor.observed:
        message = message_named(system.types[one.type], one.name)
        copies = len(message.methods) if message is not None else 0
        handlers = [body for body in system.bodies if body.owner is owner and body.method in owner.handlers]
        known = [body for body in handlers if body.method is not None and body.method.name == one.name]
        for _ in range(copies if known else 0):
            expected += Counter({"If": 1, "Condition": len(known), "Else": len(known) < len(owner.states)})
            for body in known:
                found = _in_body(system, body)
                found["Assignment"] += found.pop("Goto", 0)
                expected += found
    return expected


def _by_state(messages: list[KnownMessage]) -> Counter[str]:
    """Where a message is handled in one way in one state, and in another way in another one."""
    expected: Counter[str] = Counter()
    for message in messages:
        chosen = [case for case in message.cases if case.word != DEFER and case.states]
        expected["If"] += bool(chosen)
        expected["Condition"] += len(chosen) + sum(case.word == IGNORE for case in chosen)
        expected["Assert"] += sum(case.method is None and not case.word for case in chosen)
    return expected


def _moves(kind: ActorType) -> Counter[str]:
    """The one place where states are left and entered."""
    names = {state.name for state in kind.states}
    gotos = {
        method: sum(isinstance(node, Goto) and node.label in names for node in walk(method.body))
        for state in kind.states
        for method in (*kind.handlers, *state.entries, *state.exits, *([kind.init] if kind.init else []))
    }
    chosen = kind.init is not None and gotos[kind.init] > 0
    enters = chosen or bool(kind.states[0].entries)
    exits, entries = sum(bool(one.exits) for one in kind.states), sum(bool(one.entries) for one in kind.states)
    if not enters and not any(gotos.values()) and not exits and not entries:
        return Counter()
    return Counter(
        {
            "Assignment": sum(gotos.values()) + 2,
            "Goto": enters + 1,
            "Labelled": chosen + 1,
            "If": (exits > 0) + (entries > 0),
            "Else": (exits > 0) + (entries > 0),
            "Condition": exits + entries + 1,
        }
    )


def _end(system: System, kind: ActorType) -> Counter[str]:
    """Where actors are when they have stopped."""
    if not stops(system, kind):
        return Counter()
    return Counter({"Labelled": 2, "Condition": 3, "Do": 2, "Receive": 2, "Else": 1, "Break": 1})


def _put_off(system: System, body: Body, tell: Tell) -> Counter[str]:
    """What puts a message, and perhaps a second one, into a slot."""
    faults, found = faults_of(system, body, tell), Counter[str]()
    copies = 1 + (NetworkKind.DUPLICATING in faults)
    choices = copies - 1 + (NetworkKind.LOSSY in faults)
    found += Counter({"If": choices, "Condition": choices})
    fields, _ = message_form(make_plan(system, Inference(system).run()), body, tell)
    for name, count in [("Assert", 2), ("Do", 1), ("If", 1), ("Condition", 2), ("Else", 2), ("Break", 1)]:
        found[name] += copies * count
    found["Assignment"] += copies * (6 + len(fields))
    return found


def _brought(system: System) -> Counter[str]:
    """The process that brings what comes later, and the clock."""
    plan = make_plan(system, Inference(system).run())
    forms = {message_form(plan, body, tell)[0] for body, tell in delayed(system)}
    found = Counter({"Labelled": 2, "Do": 2, "Condition": 1, "Assignment": 1}) if forms else Counter[str]()
    for form in forms:
        found += Counter({"Condition": 8, "Send": 8, "Assignment": 8 * (5 + len(form))})
    return found


def _on_its_way(system: System, body: Body, tell: Tell) -> Counter[str]:
    """What may happen to a message."""
    faults, found = faults_of(system, body, tell), Counter[str]()
    copies = 1 + (NetworkKind.DUPLICATING in faults)
    choices = copies - 1 + (NetworkKind.LOSSY in faults)
    found += Counter({"If": choices, "Condition": choices, "Send": copies - 1})
    if NetworkKind.REORDERING in faults:
        fields, _ = message_form(make_plan(system, Inference(system).run()), body, tell)
        for name, count in [("Do", 4), ("Condition", 5), ("Break", 4), ("Else", 3), ("Receive", 4), ("Send", 4)]:
            found[name] += copies * count
        found["Assignment"] += copies * (9 + len(fields))
    return found


def _in_body(system: System, body: Body) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in body.nodes:
        match node:
            case Tell() if node.delay is not None:
                found += _put_off(system, body, node)
            case Tell():
                found["Send"] += 1
                found += _on_its_way(system, body, node)
            case _ if system.is_stop(body, node):
                found["Goto"] += 1
            case Create():
                for name in ("Run", "Condition", "Receive"):  # `run` is a condition
                    found[name] += 1
            case Assignment(value=Create()) | Make():
                pass
            case VariableDeclaration() if body.owner is not None:
                found["Assignment"] += _renewed(node)
            case _ if isinstance(node, _COUNTED):
                found[type(node).__name__] += 1
    return found


def _renewed(node: VariableDeclaration) -> int:
    """Assignments that make variables new: elements, and addresses."""
    sizes = [one.size.value if isinstance(one.size, promela.Constant) else 1 for one in node.variables]
    plain = [one.size is None and node.type != "actor" for one in node.variables]
    bare = [one.initial is None for one in node.variables]
    return sum(size for size, simple, empty in zip(sizes, plain, bare, strict=True) if empty and not simple)


def written_statements(text: str) -> Counter[str]:
    """How many statements of each kind are in the translation of a model."""
    model = load_text(text, "model.apml")
    assert model.ok, [one.message for one in model.diagnostics.records]
    found: Counter[str] = Counter()
    for unit in model.syntax.program.units:
        if isinstance(unit, promela.Proctype | promela.Init):
            found.update(type(node).__name__ for node in walk(unit.body) if isinstance(node, _COUNTED))
    return found
