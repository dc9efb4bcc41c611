"""The published method beside ours: the same abstraction, all simple cycles, and the figures its authors report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penstock.bounds.proofs.growth import Round
from penstock.bounds.published.effects import buffers_of, effect_graphs
from penstock.bounds.published.iboc import Answer, TooMany, iboc
from penstock.bounds.published.refine import DecidedGrowth, Refined, refine
from penstock.bounds.verdict import BOUNDED, UNKNOWN, BoundResult, BoundVerdict, ChannelBound
from penstock.budget import TimeOver


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the published method says; `bounds` by name of the channel.

    `refined` is what came of its counterexamples, if there were any; `gave_up` says why nothing did.
    """

    bounds: dict[str, int | None]
    answer: Answer
    refined: Refined | None = None
    gave_up: str = ""

    @property
    def known(self) -> dict[str, int]:
        return {name: bound for name, bound in self.bounds.items() if bound is not None}

    @property
    def verdict(self) -> BoundVerdict:
        bounded = self.answer.bounded or (self.refined is not None and self.refined.bounded)
        return BOUNDED if bounded else UNKNOWN

    @property
    def counterexamples(self) -> tuple[DecidedGrowth, ...]:
        return () if self.refined is None else self.refined.counterexamples

    @property
    def seconds(self) -> dict[str, float]:
        return self.answer.seconds | ({} if self.refined is None else {"refinement": self.refined.seconds})


def compare(result: BoundResult, refining: bool = True) -> Comparison:
    """Raises `TooMany`, and `TimeOver` if there is not even a first answer."""
    buffers = buffers_of(result.net)
    answer = iboc(effect_graphs(result.net), list(buffers.values()))
    by_queue = dict(zip(buffers, answer.bounds, strict=True))
    bounds = {channel.name: _bound(answer, by_queue, channel) for channel in result.channels}
    refined, gave_up = None, ""
    if refining and not answer.bounded:
        try:
            refined = refine(result.net)
        except (TooMany, TimeOver) as problem:
            gave_up = str(problem)
    return Comparison(bounds, answer, refined, gave_up)


def _bound(answer: Answer, by_queue: Mapping[int, int | None], channel: ChannelBound) -> int | None:
    bounds = [by_queue[queue] for queue in channel.queues]
    known = [bound for bound in bounds if bound is not None]
    return max(known) if len(known) == len(bounds) and answer.bounded else None


def growth_of(result: BoundResult, found: DecidedGrowth) -> dict[int, int]:
    """By how much the cycles of a counterexample make queues, by number, longer."""
    growth = {
        queue: sum(found.growth.effect[component] for component in components)
        for queue, components in buffers_of(result.net).items()
    }
    return {queue: more for queue, more in growth.items() if more}


def rounds_of(found: DecidedGrowth) -> list[Round]:
    return [
        Round(cycle.process.owner, cycle.arcs, times, cycle.returns) for cycle, times in found.growth.rounds.items()
    ]
