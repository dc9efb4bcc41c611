"""Where control comes to rest after a step: the rules by which SPIN's verifier follows `goto` and `break`.

A step leads past all jumps, with one exception: a step that holds on to control stops before a jump out of its atomic
sequence, and the jump is a step of its own.

atomic { c!1; goto L }; ... L: skip          c!1 leads to the `goto`; if c is a rendezvous, others may move there
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.control.graph import Automaton
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import BasicStatement, Break, Goto, Statement


@dataclass(eq=False, slots=True)
class State:
    """A place of control; with `jump`, one from which control only follows the jump."""

    edges: list[DraftEdge] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    jump: Goto | Break | None = None
    jump_to: State | None = None
    """Where it leads, if labels do not decide that."""
    written: bool = True
    """A jump of the text, and not the way from the end of a selection or a loop to what follows it."""
    escapable: bool = True
    atomic: bool = False
    last: bool = False
    """The end of an atomic sequence: from here control is given back."""
    is_d_step: bool = False
    escapes: list[tuple[State, int]] = field(default_factory=list)
    """Escapes that are jumps: the steps at their targets, with their rank."""


@dataclass(eq=False, slots=True)
class DraftEdge:
    """A step from one place to the next; of a jump, `target` is the place of the jump itself."""

    statement: BasicStatement
    target: State
    origin: State
    """Where the statement stands: it may begin options and blocks as well."""
    escape: int = 0
    inner: Automaton | None = None


def jumping(place: State, rank: int = 0) -> DraftEdge:
    """The jump at a place as a step."""
    assert place.jump is not None
    return DraftEdge(place.jump, place, place, rank)


def escaping(move: DraftEdge, rank: int) -> DraftEdge:
    return DraftEdge(move.statement, move.target, move.origin, rank, move.inner)


class Jumps:
    """Follows the jumps of one process."""

    def __init__(self, model: Model, process: ProcessNames) -> None:
        self.model = model
        self.process = process
        self.created: list[State] = []
        self.entries: dict[Statement, State] = {}

    def settled(self, move: DraftEdge) -> tuple[State, bool, State | None]:
        """Where a step comes to rest, whether control is held there, and the first place that it only passes."""
        place, holds = self._landing(move.origin, move.target)
        passed = None
        # An unconditional jump matters as a place only where something else can happen there.
        while place.jump is not None and not (place.escapable and (place.edges or place.escapes)):
            passed = passed or place
            place, holds = self._landing(place, place)
        return place, holds, passed

    def _landing(self, origin: State, target: State) -> tuple[State, bool]:
        holds = self.holds(origin)
        if origin is target and origin.jump is not None:
            return self.followed(self.led_to(origin), holds), holds
        return self.followed(target, holds), holds

    def holds(self, place: State) -> bool:
        """Whether control is still held after a step from a place."""
        if place.jump is None or not place.written:
            return place.atomic and not place.last
        # A jump gives control back if it leaves the atomic sequences, and only then.
        return place.atomic and self.led_to(place).atomic

    def led_to(self, place: State) -> State:
        """Where a jump leads to in one go."""
        if place.jump_to is None:
            assert isinstance(place.jump, Goto)
            label = self.process.targets.get(place.jump)
            entry = self.entries.get(label.statement) if label and label.statement else None
            place.jump_to = entry or State()
        return place.jump_to

    def followed(self, place: State, holds: bool) -> State:
        """Where control comes to rest that arrives at `place`."""
        passed: set[State] = set()
        while place.jump is not None:
            if place in passed:
                self.model.report("E510", "these jumps only lead to each other", place.jump)
                return State()
            passed.add(place)
            target = self.led_to(place)
            if holds and not self.holds(target):
                return place
            target.labels.extend(label for label in place.labels if label not in target.labels)
            place = target
        return place

    def check_jumps(self) -> None:
        """A jump that SPIN refuses is refused even where it is never reached."""
        for place in self.created:
            if place.jump is None:
                continue
            landing, _ = self._landing(place, place)
            if landing.is_d_step and place.written:
                self.model.report(
                    "E512",
                    "this jumps straight into a `d_step`, which SPIN refuses",
                    place.jump,
                    hint="put a `skip` before the d_step, or braces around it",
                    notes=[("the d_step is here", self.model.position(landing.edges[0].statement))],
                )

    def all_edges(self, place: State) -> list[DraftEdge]:
        """The steps from a place, those of its jumping escapes included."""
        own = [jumping(place)] if place.jump is not None else [move for move in place.edges if not move.escape]
        moves = [*own, *(move for move in place.edges if move.escape)]
        for escape, rank in place.escapes:
            # At the entry of an atomic sequence the escape is that of its first statement.
            for holds in sorted({self.holds(move.origin) for move in own}):
                landing = self.followed(escape, holds)
                first = [jumping(landing)] if landing.jump is not None else landing.edges
                moves.extend(escaping(move, rank) for move in first if not move.escape)
        return moves
