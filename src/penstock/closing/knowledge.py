"""What is known about a value where it is used: for certain, not at all, or as a flag will tell while the model runs.

The methods differ in nothing but this: `may` takes what may be chaotic for chaotic, `flags` asks the flag of whatever
is ever chaotic, and `optimised` asks only where the two analyses leave it open.  `precise` does the same, and
knows what tests have taught about values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property

from penstock.closing.influence import OUTSIDE, Carried, Held, Influence, MadeOf, Spot
from penstock.closing.method import ClosingMethod
from penstock.closing.ranges import Ranges, Site
from penstock.control import Automaton
from penstock.control.flat import Place, flat_steps
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Expression, Node, Pattern, Poll, Receive


class Reliability(Enum):
    RELIABLE = "reliable"
    CHAOTIC = "chaotic"
    DEPENDS = "depends"


class Knowledge:
    def __init__(self, influence: Influence, method: ClosingMethod) -> None:
        self.influence = influence
        self.method = method
        self._sites: defaultdict[tuple[type[Node], int], dict[tuple[str, Place], Site]] = defaultdict(dict)
        self._held: set[tuple[str, Place]] = set()
        for automaton in influence.automata:
            scope = influence.scopes[automaton.name]
            for source, _, edge in flat_steps(automaton):
                if edge is None:
                    continue
                key = type(edge.statement), edge.statement.first
                self._sites[key][automaton.name, source] = scope, source
            self._held.update((automaton.name, place) for place in _held_places(automaton))
        self._ever = {_everywhere(spot) for spot in influence.choices if influence.may(spot)}
        if method is ClosingMethod.FLAGS:
            # Messages tell about every field that goes into a variable with a flag.
            received = [made for spot, made in influence.choices.items() if _everywhere(spot) in self._ever]
            self._ever.update(spot for ways in received for made in ways for spot in made if isinstance(spot, Carried))

    @cached_property
    def ranges(self) -> Ranges:
        return Ranges(self.influence, self.method is ClosingMethod.PRECISE)

    # -- places --------------------------------------------------------------------------------

    def sites(self, statement: Node) -> list[Site]:
        """Where a statement can be taken."""
        return self.sites_at(type(statement), statement.first)

    def sites_at(self, kind: type[Node], first: int) -> list[Site]:
        """The same for the statement of a kind that begins with a token, which need not be written in the text."""
        return list(self._sites[kind, first].values())

    def is_held(self, sites: Iterable[Site]) -> bool:
        """Whether a process may come there inside an atomic sequence."""
        return any((scope.process.name, place) in self._held for scope, place in sites)

    # -- facts ---------------------------------------------------------------------------------

    def status(self, value: Expression | Pattern | Node, sites: Iterable[Site]) -> Reliability:
        return self.judge([self.influence.made_of(value, scope, place) for scope, place in sites])

    def carried(self, node: Receive | Poll, number: int) -> Reliability:
        """What is known of a field of the messages from inside that are looked for."""
        return self.judge(self.influence.carried(node, number))

    def carries_unknown(self, form: Variable) -> bool:
        """Whether any message in channels of a form may hold something from outside."""
        fields = [spot for spot in self.influence.choices if isinstance(spot, Carried) and spot.form is form]
        return any(self.influence.may(field) for field in fields)

    def judge(self, ways: list[MadeOf]) -> Reliability:
        """What is known of something that is made of one of these."""
        if ways and all(OUTSIDE in made for made in ways):
            return Reliability.CHAOTIC
        match self.method:
            case ClosingMethod.FLAGS:
                ever = any(_everywhere(spot) in self._ever for made in ways for spot in made)
                return Reliability.DEPENDS if ever else Reliability.RELIABLE
            case ClosingMethod.MAY:
                return Reliability.RELIABLE if self.analysed(ways) is Reliability.RELIABLE else Reliability.CHAOTIC
            case _:
                return self.analysed(ways)

    def analysed(self, ways: list[MadeOf]) -> Reliability:
        """What the two analyses say."""
        may, must = self.influence.may, self.influence.must
        if not any(may(spot) for made in ways for spot in made):
            return Reliability.RELIABLE
        return Reliability.CHAOTIC if all(any(map(must, made)) for made in ways) else Reliability.DEPENDS

    def variable_everywhere(self, cells: Iterator[Held]) -> bool:
        """Whether any of some cells is ever chaotic."""
        return any(_everywhere(cell) in self._ever for cell in cells)


def _held_places(automaton: Automaton) -> set[Place]:
    """Where a process may come inside an atomic sequence or a d_step."""
    found: set[Place] = {(0, edge.target) for edge in automaton.edges if edge.keeps_control}
    for number, edge in enumerate(automaton.edges, 1):
        if edge.inner is not None:
            found.update((number, inner.target) for inner in edge.inner.edges)
            if (0, edge.source) in found:
                found.add((number, 0))
    return found


def _everywhere(spot: Spot) -> Spot:
    """A cell, wherever its process is."""
    return Held(spot.process, (0, -1), spot.cell) if isinstance(spot, Held) else spot
