"""Which processes run together on a loop, where a program has several.

Whoever shares more than channels with another process is in one group with it.  A channel may lead from one group to
another if whoever sends to it, and whoever receives from it, only waits for room, or for a message: then it does not
matter when the other loop hears of it (decision 0188).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from penstock.codegen.creation import most_processes
from penstock.codegen.members import ChannelUse, Member, Members, Place, Way
from penstock.codegen.placement import Crossing, LoopPlacement
from penstock.codegen.plan import ProgramPlan
from penstock.graphs import joined
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import CCode, CExpression, Init, Node, Proctype, Reference, Run, Word
from penstock.syntax.walk import walk

MOST_PROCESSES = 255


@dataclass(frozen=True, slots=True)
class Bond:
    """Why two members must be on one loop."""

    first: Member
    second: Member
    why: str
    at: Node


@dataclass(frozen=True, slots=True)
class LoopObstacle:
    """What stands in the way of several loops, and where."""

    message: str
    at: Node


@dataclass(frozen=True, slots=True)
class LoopMembers:
    """The processes of a loop, and what holds them together."""

    members: tuple[Member, ...]
    because: tuple[str, ...]

    @property
    def shown(self) -> tuple[str, ...]:
        """The processes by their types, with the numbers of those that are there from the start."""
        numbers: dict[str, list[str]] = {}
        for member in self.members:
            numbers.setdefault(member.automaton.name, []).append("run" if member.pid is None else str(member.pid))
        return tuple(f"{name} ({', '.join(dict.fromkeys(found))})" for name, found in numbers.items())


class Loops:
    """How the processes of a program are shared out among loops: at most so many as there are cores."""

    def __init__(self, plan: ProgramPlan, cores: int) -> None:
        self.plan = plan
        self.cores = cores

    # -- what must be together ---------------------------------------------------------------------

    @cached_property
    def obstacles(self) -> list[LoopObstacle]:
        """What looks at the whole system, or touches nobody knows what."""
        return list(_obstacles(self.plan))

    @cached_property
    def members(self) -> Members:
        return Members(self.plan)

    @cached_property
    def escapes(self) -> list[LoopObstacle]:
        message = "`{}` is passed on here as a value, so there is no telling who uses the channel"
        found = {id(reference): reference for reference in self.members.escapes}
        return [LoopObstacle(message.format(reference.name), reference) for reference in found.values()]

    @property
    def all_obstacles(self) -> list[LoopObstacle]:
        return self.obstacles or self.escapes

    @cached_property
    def bonds(self) -> list[Bond]:
        return [*self._creators(), *self._variables(), *self._channels()]

    def _creators(self) -> Iterator[Bond]:
        """The numbers of processes follow the order in which they are started: one loop starts them."""
        begun: dict[int, Member] = {}
        first: Member | None = None
        for member in self.members.all:
            if member.run is None or member.creator is None:
                continue
            first = first or member.creator
            if member.creator is not first:
                yield Bond(first, member.creator, "start processes", member.run)
            other = begun.setdefault(member.run.first, member)
            if other is not member:
                yield Bond(other, member, "the same `run` starts them", member.run)

    def _variables(self) -> Iterator[Bond]:
        for (_, variable, element), accesses in self.members.accesses.items():
            if any(access.writes for access in accesses):
                name = variable.name if element is None else f"{variable.name}[{element}]"
                first, *others = accesses
                for other in others:
                    if other.member is not first.member:
                        yield Bond(first.member, other.member, f"share the variable `{name}`", other.at)

    def _channels(self) -> Iterator[Bond]:
        for place, uses in self.members.uses.items():
            why = self._hindrance(place, uses)
            if why is not None:
                yield from _together(uses, why)
            else:
                name = place_name(place)
                for way in (Way.SENDS, Way.RECEIVES):
                    yield from _together([use for use in uses if use.way is way], (f"{way.value} `{name}`", None))

    def _hindrance(self, place: Place, uses: list[ChannelUse]) -> tuple[str, Node | None] | None:
        """Why a channel cannot lead from one loop to another."""
        owner, variable, _ = place
        name = place_name(place)
        kind = self.plan.kinds.get(variable)
        if owner is not None or kind is None or variable.channel is None:
            return f"use `{name}`, which is not a channel of all", None
        if kind.capacity == 0:
            return f"meet at `{name}`, which has no buffer", None
        for use in uses:
            if not use.waits:
                where = self.plan.model.locate(use.at)
                return f"use `{name}`, and line {where.line} {use.way.value} it in a way that cannot wait", use.at
        return None

    # -- groups, and loops -------------------------------------------------------------------------

    @cached_property
    def groups(self) -> list[list[Member]]:
        found = joined(self.members.all, [(bond.first, bond.second) for bond in self.bonds])
        order = {member: at for at, member in enumerate(self.members.all)}
        groups = [sorted(group, key=order.__getitem__) for group in found]
        return sorted(groups, key=lambda group: order[group[0]])

    @cached_property
    def loops(self) -> list[LoopMembers]:
        """What no channel connects is kept apart first; only if there are loops left, channels are cut."""
        group_of = {member: at for at, group in enumerate(self.groups) for member in group}
        pairs = [
            (group_of[uses[0].member], group_of[use.member]) for uses in self.members.uses.values() for use in uses[1:]
        ]
        parts = [sorted(part) for part in joined(range(len(self.groups)), pairs)]
        while len(parts) < self.cores and (largest := max(parts, key=len, default=[]))[1:]:
            parts.remove(largest)
            parts += self._halves(largest)
        loads: list[list[int]] = [[] for _ in range(min(self.cores, len(parts)))]
        for part in sorted(parts, key=lambda part: (-self._weight(part), part)):
            min(loads, key=self._weight).extend(part)
        return [self._loop([member for at in sorted(load) for member in self.groups[at]]) for load in sorted(loads)]

    def _weight(self, part: Iterable[int]) -> int:
        return sum(len(self.groups[at]) for at in part)

    def _halves(self, part: list[int]) -> list[list[int]]:
        half, whole = 0, self._weight(part)
        at = 0
        while at < len(part) - 1 and (at == 0 or 2 * half < whole):
            half += len(self.groups[part[at]])
            at += 1
        return [part[:at], part[at:]]

    def _loop(self, members: list[Member]) -> LoopMembers:
        own = set(members)
        because = dict.fromkeys(bond.why for bond in self.bonds if bond.first in own)
        return LoopMembers(tuple(members), tuple(because))

    # -- what the program must know ------------------------------------------------------------------

    @cached_property
    def loop_of(self) -> dict[Member, int]:
        return {member: at for at, loop in enumerate(self.loops) for member in loop.members}

    @property
    def placement(self) -> LoopPlacement:
        of_start = tuple(self.loop_of[member] for member in self.members.all if member.run is None)
        of_runs = {member.run.first: at for member, at in self.loop_of.items() if member.run is not None}
        return LoopPlacement(len(self.loops), of_start, of_runs, tuple(self._crossings()))

    def _crossings(self) -> Iterator[Crossing]:
        for (_, variable, element), uses in self.members.uses.items():
            ends = {way: {self.loop_of[use.member] for use in uses if use.way is way} for way in Way}
            if len(ends[Way.SENDS] | ends[Way.RECEIVES]) > 1 and (
                element is None or 0 <= element < (variable.size or 1)
            ):
                [source], [target] = ends[Way.SENDS], ends[Way.RECEIVES]
                yield Crossing(variable, element, source, target)


def _together(uses: list[ChannelUse], why: tuple[str, Node | None]) -> Iterator[Bond]:
    text, at = why
    for use in uses[1:]:
        if use.member is not uses[0].member:
            yield Bond(uses[0].member, use.member, text, at or use.at)


def place_name(place: Place) -> str:
    _, variable, element = place
    return variable.name if element is None else f"{variable.name}[{element}]"


def _obstacles(plan: ProgramPlan) -> Iterator[LoopObstacle]:
    model = plan.model
    for automaton in plan.automata:
        node = automaton.process.node
        if isinstance(node, Proctype) and node.provided is not None:
            yield LoopObstacle("`provided` looks at a process from outside, whenever it moves", node.provided)
        if isinstance(node, Proctype | Init):
            yield from _of_process(model.variables, node)
    for kind in (CCode, CExpression):
        for found in model.nodes.of(kind):
            yield LoopObstacle("there is no telling what C code touches", found)
    counts = most_processes(model, plan.automata)
    if counts is None or sum(counts.values()) > MOST_PROCESSES:
        repeated = next(iter(model.nodes.of(Run)), None)
        if repeated is not None:
            yield LoopObstacle("there is no telling how many processes this starts, or they are too many", repeated)


def _of_process(variables: dict[Reference, Variable], node: Node) -> Iterator[LoopObstacle]:
    for found in walk(node):
        if isinstance(found, Word):
            yield LoopObstacle(f"`{found.word}` asks whether anything at all can happen", found)
        elif isinstance(found, Reference) and variables.get(found) is PREDEFINED["_nr_pr"]:
            yield LoopObstacle("`_nr_pr` counts the processes of all loops", found)
