"""Draws random systems with timers and formulas with deadlines, and compares the rules of discrete time with verify.

The rules know nothing of claims: from every state where the trigger holds and the goal does not, they follow all that
can happen until the goal holds, and count ticks.

Run as `python -m tests.judge.fuzz_deadlines --count 200 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tests.judge.random_timers import OFF, VARIABLES, State, System, following, moves, promela, random_system, reached

import penstock
from penstock.spin.checking import Verdict

MOST_STATES = 1500
LATE = "late"
SEEDS_PER_RUN = 1_000_003

Wanted = tuple[str, int, int]
"""`is` variable, value; `on` timer."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Each time that `trigger` holds, or only in the beginning, `goal` holds within `ticks`; or not `until` then."""

    always: bool
    until: bool
    begins: bool
    trigger: Wanted | None
    ticks: int
    goal: Wanted

    @property
    def formula(self) -> str:
        trigger = f"begins({_text(self.trigger)})" if self.begins and self.trigger else _text(self.trigger)
        before = f"{trigger} -> " if self.trigger is not None else ""
        text = f"{before}{'!' if self.until else ''}within({self.ticks}) {_text(self.goal)}"
        return f"[] ({text})" if self.always else text


def random_deadline(seed: int, system: System) -> Deadline:
    chance = Random(seed)
    trigger = _wanted(chance, system) if chance.randrange(4) else None
    always, until = chance.randrange(4) > 0, chance.randrange(3) == 0
    return Deadline(
        always, until, chance.randrange(3) == 0, trigger, chance.choice((0, 1, 2, 3, 4, 7)), _wanted(chance, system)
    )


def _wanted(chance: Random, system: System) -> Wanted:
    seen = [number for number, owner in enumerate(system.owners) if owner is None and system.forms[number] == "plain"]
    if seen and chance.randrange(3) == 0:
        return "on", chance.choice(seen), 0
    return "is", chance.randrange(2), chance.randrange(3)


def _text(wanted: Wanted | None) -> str:
    if wanted is None:
        return ""
    kind, first, second = wanted
    return f"active(t{first})" if kind == "on" else f"({VARIABLES[first]} == {second})"


def _holds(wanted: Wanted | None, state: State) -> bool:
    if wanted is None:
        return True
    kind, first, second = wanted
    return state[2][first] != OFF if kind == "on" else state[1][first] == second


def missed(system: System, deadline: Deadline, states: Sequence[State]) -> bool:
    """Whether some run is too late, or too early."""
    begun = list(_begun(system, deadline, states))
    if deadline.until and any(_holds(deadline.goal, state) for state in begun):
        return True
    pending = [(state, 0) for state in begun if not _holds(deadline.goal, state)]
    seen = set(pending)
    while pending:
        state, passed = pending.pop()
        if passed > deadline.ticks and not deadline.until:
            return True
        for after, ticks in _going_on(system, state):
            if deadline.until and passed + ticks > deadline.ticks:
                continue
            if deadline.until and _holds(deadline.goal, after):
                return True
            if not _holds(deadline.goal, after) and (after, passed + ticks) not in seen:
                seen.add((after, passed + ticks))
                pending.append((after, passed + ticks))
    return False


def _begun(system: System, deadline: Deadline, states: Sequence[State]) -> Iterator[State]:
    """The states from which time counts; `states` begin with the initial one."""
    holding = [state for state in states if _holds(deadline.trigger, state)]
    if not deadline.begins or deadline.trigger is None or not deadline.always:
        yield from holding
        return
    yield from (state for state in states[:1] if state in holding)
    for state in states:
        if not _holds(deadline.trigger, state):
            yield from (after for after, _ in following(system, state) if _holds(deadline.trigger, after))


def _going_on(system: System, state: State) -> Iterator[tuple[State, int]]:
    """What can come next, and how many ticks that takes; where only `timeout` holds, time goes on all the same."""
    found = following(system, state)
    yield from found
    if not moves(system, state) and not any(ticks for _, ticks in found):
        yield state, 1


def disagreement(seed: int) -> str | None:
    """What verify says differently; nothing or, if runs are late, `LATE`, where both agree; None: too many states."""
    system = random_system(seed)
    deadline = random_deadline(seed, system)
    states = reached(system, MOST_STATES)
    if states is None:
        return None
    late = missed(system, deadline, states if deadline.always else states[:1])
    source = penstock.Source("model.pml", promela(system))
    outcome = penstock.verify(source, ltl=(deadline.formula,), every_tick=bool(seed % 2))
    verdict = outcome.properties[0].verdict
    if verdict is not (Verdict.VIOLATED if late else Verdict.HOLDS):
        return f"`{deadline.formula}`: {verdict.value}, by the rules {'violated' if late else 'holds'}"
    if late and not outcome.properties[0].trail and not deadline.until:
        return f"`{deadline.formula}`: the run is not shown"
    return LATE if late else ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    first = options.seed * SEEDS_PER_RUN
    found = {seed: disagreement(seed) for seed in range(first, first + options.count)}
    wrong = {seed: text for seed, text in found.items() if text not in (None, "", LATE)}
    for seed, text in wrong.items():
        print(f"{seed}: {text}", flush=True)
    compared = sum(text is not None for text in found.values())
    late = sum(text == LATE for text in found.values())
    print(f"{options.count} systems, {compared} compared, {late} of them late, {len(wrong)} disagreements")
    return 1 if wrong or not late else 0


if __name__ == "__main__":
    sys.exit(main())
