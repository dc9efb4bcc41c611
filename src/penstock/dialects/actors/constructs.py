"""What the language has besides the paper: for each construct who reads, gathers, checks and writes it.

A construct has a module of its own, and an entry here.  Its word is a word only where the construct may begin; a new
word of a unit is also named in `WORDS.units` of the parser.  Nodes of the tree of Promela need nothing but a reader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penstock.dialects.actors.delays import check_delays
from penstock.dialects.actors.enumerations import read_enumeration
from penstock.dialects.actors.functions import check_functions, read_call, read_function
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.keyed import read_keyed
from penstock.dialects.actors.monitors import check_monitors, gather_monitor, read_monitor, write_monitor
from penstock.dialects.actors.network import check_networks, gather_network, read_network
from penstock.dialects.actors.nodes import ActorState, ActorType, FunctionDefinition, Monitor, NetworkDeclaration, Test
from penstock.dialects.actors.parser import Reader, Readers
from penstock.dialects.actors.processes import ProcessWriter
from penstock.dialects.actors.states import check_states, read_state
from penstock.dialects.actors.stopping import check_stops
from penstock.dialects.actors.structures import read_structure
from penstock.dialects.actors.system import System
from penstock.dialects.actors.testing import check_tests, gather_test, read_test
from penstock.syntax.nodes import Node


@dataclass(frozen=True, slots=True)
class Construct:
    """`gather` adds its variables and bodies to the system, `write` adds it to the translation, where it stands."""

    word: str
    read: Reader
    node: type[Node] | None = None
    gather: Callable[[System, Node], None] | None = None
    check: Callable[[System, Inference], None] | None = None
    write: Callable[[ProcessWriter, Node], None] | None = None


UNITS = (
    Construct("enum", read_enumeration),
    Construct("struct", read_structure),
    Construct("function", read_function, FunctionDefinition, check=check_functions),
    Construct("network", read_network, NetworkDeclaration, gather_network),
    Construct("monitor", read_monitor, Monitor, gather_monitor, check_monitors, write_monitor),
    Construct("test", read_test, Test, gather_test, check_tests),
)
"""What stands beside actor types."""
PARTS: tuple[Construct, ...] = (Construct("state", read_state, ActorState, check=check_states),)
"""What stands in an actor type, beside its methods; `ProcessWriter` writes it."""
CHECKS = (check_stops, check_networks, check_delays)
"""What else is looked for: statements that are read as Promela."""
READERS = Readers({one.word: one.read for one in UNITS}, {one.word: one.read for one in PARTS}, read_call, read_keyed)


def gather(system: System) -> None:
    """Add what constructs declare."""
    for unit in system.program.units:
        for node in _with_parts(unit):
            for construct in (*UNITS, *PARTS):
                if construct.gather is not None and construct.node is type(node):
                    construct.gather(system, node)


def _with_parts(unit: Node) -> tuple[Node, ...]:
    return (unit, *unit.parts) if isinstance(unit, ActorType) else (unit,)


def check_constructs(system: System, inference: Inference) -> None:
    for construct in (*UNITS, *PARTS):
        if construct.check is not None:
            construct.check(system, inference)
    for look in CHECKS:
        look(system, inference)


def write_unit(writer: ProcessWriter, unit: Node) -> bool:
    """Write a unit that is not of the paper; False if it is."""
    for construct in UNITS:
        if construct.node is type(unit):
            if construct.write is not None:
                writer.page.blank()
                construct.write(writer, unit)
            return True
    return False
