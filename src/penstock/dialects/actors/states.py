"""`state busy { on release() goto idle; defer get; entry { ... } exit { ... } }`: what an actor does, by its state.

The messages of all states become options of one loop, which ask for the state; `goto` leads to the one place where
states are left and entered:

goto busy    ->    next = busy; goto change        change: atomic { if :: state == idle -> (its exit) ... fi;
                                                                    state = next; next = 0; (its entry); goto end }
"""

from __future__ import annotations

from difflib import get_close_matches

from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.labels import Labels
from penstock.dialects.actors.messages import message_named, messages_of
from penstock.dialects.actors.nodes import DEFER, IGNORE, ActorState, ActorType, Method, PassedBy
from penstock.dialects.actors.parser import ActorParser
from penstock.dialects.actors.plan import TranslationPlan, types_of
from penstock.dialects.actors.rewriting import Rewritten
from penstock.dialects.actors.system import Body, System, parameters_of
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import DStep, Goto, Labelled, Node, RemoteLabel
from penstock.syntax.walk import walk

# -- reading ---------------------------------------------------------------------------------------


def read_state(parser: ActorParser) -> ActorState:
    start = parser.advance()
    name_at = parser.expect_name("the name of a state")
    name = parser.texts[name_at]
    parser.skip_separators()
    opened = parser.expect("{", hint=f"write `state {name} {{ ... }}`")
    parser.in_state = True
    found: dict[str, list[Node]] = {"on": [], DEFER: [], IGNORE: [], "entry": [], "exit": []}
    parser.skip_separators()
    while parser.begins_item():
        word = parser.texts[parser.at]
        found[word] += _read_item(parser, word, name)
        parser.skip_separators()
    parser.in_state = False
    last = parser.close("}", opened)
    passing = tuple(one for word in (DEFER, IGNORE) for one in found[word] if isinstance(one, PassedBy))
    handlers, entries, exits = (
        tuple(one for one in found[word] if isinstance(one, Method)) for word in ("on", "entry", "exit")
    )
    return ActorState(start, last, name, name_at, handlers, passing, entries, exits)


def _read_item(parser: ActorParser, word: str, state: str) -> list[Node]:
    if word == "on":
        return [parser.method(state)]
    start = parser.advance()
    if word in ("entry", "exit"):
        parser.skip_separators()
        body = parser.sequence()
        return [Method(start, parser.at - 1, f"{word} of {state}", start, (), (), start, body, state)]
    return list(parser.listed(lambda: _passing(parser, word)))


def _passing(parser: ActorParser, word: str) -> PassedBy:
    if parser.kinds[parser.at] != NAME:
        raise parser.unexpected("the name of a method")
    at = parser.advance()
    return PassedBy(at, at, word, parser.texts[at])


# -- rules -----------------------------------------------------------------------------------------


def check_states(system: System, inference: Inference) -> None:
    for kind in system.types.values():
        if kind.states:
            _check_kind(system, kind)
    for body in system.bodies:
        if body.owner is not None and body.owner.states:
            _check_jumps(system, body.owner, body)


def _check_kind(system: System, kind: ActorType) -> None:
    seen: dict[str, int] = {}
    for state in kind.states:
        refuse_second(system, seen, state.name, f"state `{state.name}`", state.name_at)
        _check_state(system, kind, state)
    for message in messages_of(kind):
        general = next((method for method in kind.methods if method.name == message.name), None)
        if general is not None and general not in message.methods:
            text = f"every state says what it does with `{message.name}`: this method is never executed"
            system.report("E817", text, general.name_at, "leave it out, or let a state do without its own")
        for method in message.methods:
            _check_signature(system, message.signature, method)
    goals = {
        node.label for body in system.bodies if body.owner is kind for node in body.nodes if isinstance(node, Goto)
    }
    for state in kind.states[1:]:
        if state.name not in goals:
            hint = "an actor begins in its first state, and gets into others by `goto`"
            system.report("W812", f"no `goto` leads to state `{state.name}`", state.name_at, hint)


def _check_state(system: System, kind: ActorType, state: ActorState) -> None:
    seen: dict[str, int] = {}
    handled = [(method.name, method.name_at) for method in state.handlers]
    for name, at in sorted([*handled, *((one.name, one.first) for one in state.passing)], key=lambda each: each[1]):
        refuse_second(system, seen, name, f"what state `{state.name}` does with `{name}`", at)
    for parts in (state.entries, state.exits):
        first: dict[str, int] = {}
        for part in parts:
            refuse_second(system, first, part.name, part.called, part.name_at)
    for one in state.passing:
        if message_named(kind, one.name) is None:
            known = [message.name for message in messages_of(kind)]
            similar = get_close_matches(one.name, known, 1, 0.6)
            hint = f"did you mean `{similar[0]}`?" if similar else None
            text = f"`{kind.name}` handles no message `{one.name}` in any state"
            system.report("E802", text, one.first, hint, meant=similar[0] if similar else None)


def refuse_second(system: System, seen: dict[str, int], name: str, what: str, at: int) -> None:
    if name in seen:
        notes = [("it was declared here before", system.position(seen[name]))]
        system.report("E302", f"{what} is declared twice", at, notes=notes)
    seen.setdefault(name, at)


def _check_signature(system: System, signature: Method, method: Method) -> None:
    """A message is the same in all states."""
    for declaration, name, at in parameters_of(method):
        if not declaration.type:
            hint = f"write its type: `on {method.name}(byte {name})`"
            system.report("E812", f"nothing tells the type of `{name}`", at, hint)
            return
    if types_of(system, method) != types_of(system, signature):
        notes = [("it has others here", system.position(signature.name_at))]
        text = f"the parameters of `{method.name}` are not the same in all states"
        system.report("E815", text, method.name_at, "give them the same types in the same order", notes)


def _check_jumps(system: System, kind: ActorType, body: Body) -> None:
    states = {state.name: state for state in kind.states}
    for node in body.nodes:
        if isinstance(node, Labelled) and node.label in states:
            notes = [("the state is here", system.position(states[node.label].name_at))]
            system.report("E817", f"`{node.label}` is a state, and cannot be a label", node.first, notes=notes)
        elif isinstance(node, DStep):
            for inner in walk(node):
                if isinstance(inner, Goto) and inner.label in states:
                    system.report("E817", "a d_step cannot lead to another state", inner, "use `atomic`")
        elif isinstance(node, Goto) and node.label in states and _leaves(body):
            hint = "say where to go in a method or in `entry`"
            system.report("E817", "`exit` cannot lead to another state: there is one already", node, hint)


def places_as_states(system: System, plan: TranslationPlan, labels: Labels) -> Rewritten:
    """`lock@busy`, `lock[2]@busy`: a state is a place like a label, and in the translation the value of a variable."""
    found: Rewritten = {}
    for unit in system.program.units:
        for node in walk(unit):
            if isinstance(node, RemoteLabel) and (kind := system.types.get(node.proctype)) is not None:
                if node.label in [state.name for state in kind.states]:
                    found[node.first] = (f"({node.proctype}", node.first)
                    found[node.last - 1] = (f":{labels.state} == {plan.states[node.label]})", node.last)
    return found


def _leaves(body: Body) -> bool:
    return body.method is not None and body.method.name.startswith("exit of ")
