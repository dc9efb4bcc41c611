"""Shortest runs that an automaton accepts: some steps, and then others that are repeated for ever.

A repeated word is known by what it does to the states, whatever its length: from which to which it leads, and whether
past an accepting one.  Words are tried by their length, and of several with the same effect only the first is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from penstock.budget import check

MOST_EFFECTS = 20_000
"""More are not looked at; then the run that was found need not be the shortest."""

Step = tuple[int, ...]
"""For each state the states that follow it, as a set of bits."""
Steps = tuple[Step, ...]
"""What each letter does."""
Effect = tuple[tuple[int, int], ...]
"""For each state, the states that a word leads to, and those it leads to past an accepting state."""


@dataclass(frozen=True, slots=True)
class Lasso:
    """Letters by number: `cycle` is repeated for ever after `stem`."""

    stem: tuple[int, ...]
    cycle: tuple[int, ...]
    shortest: bool = True


def shortest_lasso(steps: Steps, accepting: frozenset[int]) -> Lasso | None:
    """A shortest run that is accepted from state 0; None if there is none."""
    stems = _words_from(steps, 0)
    best = _through_one_state(steps, accepting, stems)
    if best is None:
        return None
    effects: dict[Effect, tuple[int, ...]] = {}
    level: dict[Effect, tuple[int, ...]] = {_nothing(len(steps[0]), accepting): ()}
    while level:
        following: dict[Effect, tuple[int, ...]] = {}
        for effect, word in level.items():
            check()
            for letter, step in enumerate(steps):
                longer = _extended(effect, step, accepting)
                if longer not in effects and longer not in following:
                    following[longer] = (*word, letter)
        effects.update(following)
        for effect, word in following.items():
            best = _better(best, stems, effect, word)
        length = len(next(iter(following.values()), ()))
        # A longer cycle alone would be as long as the best run.
        complete = not following or length >= len(best.stem) + len(best.cycle) - 1
        if complete or len(effects) > MOST_EFFECTS:
            return Lasso(best.stem, best.cycle, complete)
        level = following
    return best


def accepts_nothing(steps: Steps, accepting: frozenset[int]) -> bool:
    return _through_one_state(steps, accepting, _words_from(steps, 0)) is None


def _words_from(steps: Steps, start: int) -> dict[int, tuple[int, ...]]:
    """The shortest words that lead from a state to each other one."""
    found: dict[int, tuple[int, ...]] = {start: ()}
    todo = [start]
    while todo:
        state = todo.pop(0)
        for letter, step in enumerate(steps):
            for target in members(step[state]):
                if target not in found:
                    found[target] = (*found[state], letter)
                    todo.append(target)
    return found


def _through_one_state(steps: Steps, accepting: frozenset[int], stems: dict[int, tuple[int, ...]]) -> Lasso | None:
    """A run that comes back to one accepting state: short, but a word may get around with other states on the way."""
    found: list[Lasso] = []
    for state in sorted(accepting & stems.keys()):
        words = _words_from(steps, state)
        back = [
            (*words[before], letter)
            for letter, step in enumerate(steps)
            for before in words
            if step[before] >> state & 1
        ]
        if back:
            found.append(Lasso(stems[state], min(back, key=len), shortest=False))
    return min(found, key=lambda lasso: len(lasso.stem) + len(lasso.cycle), default=None)


def _reaches(every: Sequence[int], start: int, end: int) -> bool:
    """In one step or more."""
    seen, todo = 0, every[start]
    while todo:
        seen |= todo
        todo = _union(every[state] for state in members(todo)) & ~seen
    return bool(seen >> end & 1)


def _nothing(states: int, accepting: frozenset[int]) -> Effect:
    return tuple((1 << state, 1 << state if state in accepting else 0) for state in range(states))


def _extended(effect: Effect, step: Step, accepting: frozenset[int]) -> Effect:
    good = sum(1 << state for state in accepting)
    extended = []
    for reached, passed in effect:
        targets = _union(step[state] for state in members(reached))
        extended.append((targets, _union(step[state] for state in members(passed)) | (targets & good)))
    return tuple(extended)


def _better(best: Lasso, stems: dict[int, tuple[int, ...]], effect: Effect, word: tuple[int, ...]) -> Lasso:
    for state, stem in stems.items():
        shorter = len(stem) + len(word) < len(best.stem) + len(best.cycle)
        if shorter and _accepts_for_ever(effect, state):
            best = Lasso(stem, word)
    return best


def _accepts_for_ever(effect: Effect, start: int) -> bool:
    """Whether a word with this effect, repeated from `start` on, passes accepting states again and again."""
    leads = [reached for reached, _ in effect]
    around = [state for state in range(len(effect)) if state == start or _reaches(leads, start, state)]
    return any(
        target == state or _reaches(leads, target, state) for state in around for target in members(effect[state][1])
    )


def members(bits: int) -> list[int]:
    return [state for state in range(bits.bit_length()) if bits >> state & 1]


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
