"""How near bounds are to the most that channels ever hold, and why they are not nearer.

For random systems all of whose states are seen: the mean of bound / exact (where a channel is ever used), the share of
exact bounds, and for each bound that is not exact which of these would have made it smaller:

- integers: whole numbers of steps, instead of fractions;
- markings: what the net can really do, step by step;
- values: every variable whose values can be distinguished at all;
- values and markings: both together;
- else: the order of messages, one channel of several that are counted together, and whatever else no net knows.

Run as `python -m tests.judge.tightness --count 500 --seed 1`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf

from tests.judge.net_markings import markings, most_messages
from tests.judge.random_channels import random_channels
from tests.judge.random_counting import random_counting_system
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net
from penstock.bounds.proofs.choosing import can_be_tracked
from penstock.bounds.refinement import refined
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.tightening import tightened
from penstock.bounds.verdict import BoundResult, ChannelBound, boundedness
from penstock.budget import Budget
from penstock.control import Automaton
from penstock.lp.problem import Problem
from penstock.lp.solve import SolverStatus, solve
from penstock.resolve import Model
from penstock.tasks.models import processes_of

MOST_STATES = 4000
SECONDS = 5.0
SYSTEMS: tuple[Callable[[int], str], ...] = (random_system, random_channels, random_counting_system, random_phases)
ELSE = "else"


@dataclass(frozen=True, slots=True)
class Gap:
    """A bound beside the most that the channel ever holds, and what would have made it smaller."""

    channel: str
    bound: int
    exact: int
    causes: tuple[str, ...] = ()


def gaps(text: str, tightly: bool = True) -> list[Gap]:
    """The bounds of a system, beside what is true; none if not all its states were seen."""
    model = load_text(text, "model.pml")
    if not model.ok:
        return []
    automata = processes_of(load_automata(model))
    exact = exact_occupancy(model, automata, MOST_STATES)
    if exact is None:
        return []
    result = refined(boundedness(model, automata), automata, Budget(time.monotonic() + SECONDS))
    if tightly:
        with Budget(time.monotonic() + SECONDS):
            result = tightened(result, automata)
    causes = _Causes(model, automata, result)
    return [
        Gap(channel.name, channel.bound, most, tuple(causes.of(channel, most)))
        for channel, most in ((channel, exact.get(channel.name, 0)) for channel in result.channels)
        if channel.bound is not None
    ]


@dataclass
class _Causes:
    model: Model
    automata: list[Automaton]
    result: BoundResult

    def of(self, channel: ChannelBound, exact: int) -> Iterator[str]:
        bound = channel.bound
        if bound is None or bound == exact:
            return
        found = {
            "integers": _whole(self.result.net, channel.name),
            "markings": self._marked.get(channel.name, inf),
            "values": _whole(self._finest, channel.name, whole=False) if self._finest is not None else inf,
            "values and markings": self._finely_marked.get(channel.name, inf),
        }
        best = min(found.values())
        if best < bound:
            yield next(cause for cause, most in found.items() if most == best)
        if best > exact:
            yield ELSE

    @cached_property
    def _finest(self) -> Net | None:
        """The net that distinguishes the values of all variables."""
        variables = [*self.model.globals]
        for automaton in self.automata:
            variables += [*automaton.process.parameters, *automaton.process.locals]
        try:
            return build_net(Analysis(self.model, self.automata, frozenset(filter(can_be_tracked, variables))))
        except TooLarge:
            return None

    @cached_property
    def _marked(self) -> dict[str, int]:
        return _most(self.result.net)

    @cached_property
    def _finely_marked(self) -> dict[str, int]:
        return _most(self._finest) if self._finest is not None else {}


def _queues(net: Net, name: str) -> list[int]:
    names = NetNames(net)
    return [queue.number for queue in net.analysis.queues if names.queue(queue.number) == name]


def _most(net: Net) -> dict[str, int]:
    reached = markings(net)
    if reached is None:
        return {}
    by_queue = most_messages(net, reached)
    names = NetNames(net)
    found: dict[str, int] = {}
    for queue, most in by_queue.items():
        found[names.queue(queue)] = max(most, found.get(names.queue(queue), 0))
    return found


def _whole(net: Net, name: str, whole: bool = True) -> float:
    return max((_greatest(net, net.messages_of(queue), whole) for queue in _queues(net, name)), default=0)


def _greatest(net: Net, messages: list[int], whole: bool) -> float:
    """The most messages by the equations of the net, taken in whole numbers of steps or in fractions."""
    problem = Problem()
    rows: list[list[tuple[int, int]]] = [[] for _ in net.places]
    for step in net.transitions:
        gain = sum(change for place, change in step.effect if place in messages)
        column = problem.column(cost=float(-gain), integer=whole)
        for place, change in step.effect:
            rows[place].append((column, change))
    for place, terms in enumerate(rows):
        if terms:
            most = 0.0 if place in net.handed_places else inf
            problem.row(terms, lower=float(-net.start.get(place, 0)), upper=most)
    solution = solve(problem)
    return int(-solution.objective + 1e-6) if solution.status is SolverStatus.OPTIMAL else inf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=400, help="how many systems of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--before", action="store_true", help="as bounds are before they are made smaller")
    options = parser.parse_args()
    everything: list[Gap] = []
    print(f"{'systems':24}{'channels':>9}{'mean':>8}{'exact':>9}{'never used, bound above 0':>28}")
    for system in SYSTEMS:
        texts = [system(options.seed * 1_000_003 + number) for number in range(options.count)]
        found = [gap for text in texts for gap in gaps(text, not options.before)]
        print(_row(system.__name__, found), flush=True)
        everything += found
    print(_row("all", everything))
    print("\nbounds that are not exact, by what would have made them smaller")
    causes = Counter(" + ".join(gap.causes) for gap in everything if gap.causes)
    for cause, count in causes.most_common():
        print(f"  {count:5}  {cause}")


def _row(name: str, found: list[Gap]) -> str:
    ratios = [gap.bound / gap.exact for gap in found if gap.exact]
    never = [gap for gap in found if not gap.exact]
    mean = sum(ratios) / max(1, len(ratios))
    share = sum(gap.bound == gap.exact for gap in found) / max(1, len(found))
    loose = f"{sum(gap.bound > 0 for gap in never)} of {len(never)}"
    return f"{name:24}{len(found):9}{mean:8.3f}{100 * share:8.1f}%{loose:>28}"


if __name__ == "__main__":
    main()
