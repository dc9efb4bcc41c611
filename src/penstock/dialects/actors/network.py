"""Messages that get lost, come twice, or overtake others on their way from an actor to another.

network lossy for data      ->    if :: to!data(n) :: skip fi
network duplicating         ->    to!data(n); if :: to!data(n) :: skip fi
network reordering          ->    to!data(n); (any number of others are taken and sent again)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from penstock.dialects.actors.choices import NetworkKind
from penstock.dialects.actors.inference import Inference, tells
from penstock.dialects.actors.nodes import Named, NetworkDeclaration, Tell
from penstock.dialects.actors.parser import ActorParser
from penstock.dialects.actors.system import Body, System
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import DStep, Node
from penstock.syntax.translation import BadChoice
from penstock.syntax.walk import walk

KINDS = tuple(kind.value for kind in NetworkKind)
Faults = frozenset[NetworkKind]

# -- reading ---------------------------------------------------------------------------------------


def read_network(parser: ActorParser) -> NetworkDeclaration:
    start = parser.advance()
    kinds = parser.listed(lambda: _name(parser, f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"))
    messages: tuple[Named, ...] = ()
    if parser.accept("for"):
        messages = parser.listed(lambda: _name(parser, "the name of a method"))
    return NetworkDeclaration(start, parser.at - 1, kinds, messages)


def _name(parser: ActorParser, wanted: str) -> Named:
    if parser.kinds[parser.at] != NAME:
        raise parser.unexpected(wanted)
    at = parser.advance()
    return Named(at, at, parser.texts[at])


def network_faults(words: Sequence[str]) -> Faults:
    """What `--network` says, which may be given several times."""
    names = [name for word in words for name in word.split(",")]
    for name in names:
        if name not in KINDS:
            raise BadChoice(f"`--network {name}`: a network is {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    return frozenset(map(NetworkKind, names))


# -- rules -----------------------------------------------------------------------------------------


def gather_network(system: System, declaration: Node) -> None:
    assert isinstance(declaration, NetworkDeclaration)
    kinds = frozenset(NetworkKind(word.text) for word in declaration.kinds if word.text in KINDS)
    for name in [word.text for word in declaration.messages] or [""]:
        system.networks[name] = system.networks.get(name, frozenset()) | kinds


def check_networks(system: System, inference: Inference) -> None:
    known = [method.name for kind in system.types.values() for method in kind.handlers]
    for unit in system.program.units:
        node: Node = unit
        if isinstance(node, NetworkDeclaration):
            for word in node.kinds:
                _known(system, word, list(KINDS), f"a network is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not")
            for word in node.messages:
                _known(system, word, known, "no actor type has a method")
    for body, tell in tells(system):
        inside = [one for one in body.nodes if isinstance(one, DStep) and tell in walk(one)]
        if inside and faults_of(system, body, tell):
            message = f"what happens to `{tell.method}` on its way is a choice, and a d_step makes none"
            system.report("E822", message, tell, "write `atomic` in place of `d_step`")


def _known(system: System, word: Named, known: Sequence[str], wanted: str) -> None:
    if word.text not in known:
        similar = get_close_matches(word.text, known, 1, 0.6)
        hint = f"did you mean `{similar[0]}`?" if similar else None
        system.report("E821", f"{wanted} `{word.text}`", word, hint, meant=similar[0] if similar else None)


def faults_of(system: System, body: Body, tell: Tell) -> Faults:
    """What may happen to a message on its way: nothing, if it comes from `main`, or is for the actor itself."""
    if body.owner is None or system.is_itself(body, tell.target):
        return frozenset()
    return system.networks.get("", frozenset()) | system.networks.get(tell.method, frozenset())


def overtaking(system: System, bodies: Sequence[Body]) -> Iterator[tuple[Body, Tell]]:
    """The messages that may overtake others."""
    for body, tell in tells(system):
        if body in bodies and NetworkKind.REORDERING in faults_of(system, body, tell):
            yield body, tell
