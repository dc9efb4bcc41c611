"""All markings of a net, taken step by step: what is true of a net without any proof."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from penstock.bounds.abstraction.places import Net

Marking = tuple[int, ...]
MOST_MARKINGS = 20_000
_Firing = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[int, ...]]
"""How many tokens are needed in which places, the effect, and the steps that are taken."""


def markings(net: Net, most: int = MOST_MARKINGS) -> set[Marking] | None:
    """All markings that can be reached; None if there are more than `most`."""
    firings = list(_firings(net))
    start = tuple(net.start.get(place, 0) for place in range(len(net.places)))
    seen = {start}
    waiting = [start]
    while waiting:
        marking = waiting.pop()
        for needs, effect, _ in firings:
            if any(marking[place] < tokens for place, tokens in needs):
                continue
            after = list(marking)
            for place, change in effect:
                after[place] += change
            new = tuple(after)
            if min(new) >= 0 and new not in seen:
                if len(seen) >= most:
                    return None
                seen.add(new)
                waiting.append(new)
    return seen


def most_messages(net: Net, reached: set[Marking]) -> dict[int, int]:
    """For each queue the most messages in any of the markings."""
    places = {queue.number: net.messages_of(queue.number) for queue in net.analysis.queues}
    return {
        queue: max((sum(marking[place] for place in found) for marking in reached), default=0)
        for queue, found in places.items()
    }


def steps_taken(net: Net, reached: set[Marking]) -> set[int]:
    """The numbers of the steps that can be taken in some of the markings."""
    return {
        number
        for needs, _, steps in _firings(net)
        if any(all(marking[place] >= tokens for place, tokens in needs) for marking in reached)
        for number in steps
    }


def _firings(net: Net) -> Iterator[_Firing]:
    """Steps, and both halves of a rendezvous together."""
    giving: defaultdict[int, list[int]] = defaultdict(list)
    taking: defaultdict[int, list[int]] = defaultdict(list)
    for number, step in enumerate(net.transitions):
        handed = [(place, change) for place, change in step.effect if place in net.handed_places]
        if not handed:
            yield _firing(net, number)
        for place, change in handed:
            (giving if change > 0 else taking)[place].append(number)
    for place, givers in giving.items():
        for giver in givers:
            for taker in taking[place]:
                yield _firing(net, giver, taker)


def _firing(net: Net, *numbers: int) -> _Firing:
    steps = [net.transitions[number] for number in numbers]
    needs = Counter(place for step in steps for place in step.needs if place not in net.handed_places)
    effect: Counter[int] = Counter()
    for step in steps:
        effect.update(dict(step.effect))
    return tuple(needs.items()), tuple((place, change) for place, change in effect.items() if change), numbers
