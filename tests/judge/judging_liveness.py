"""What `verify` says about runs that repeat themselves, and about empty reasons, compared with independent judges.

Each comparison takes a seed and returns what differs, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from tests.judge.liveness import assertion_fails, fair_violation, fewest_steps, holds_on, spin_violates
from tests.judge.random_liveness import LARGEST, NAMES, random_liveness
from tests.support import load_text

import penstock
from penstock.control import build_automata
from penstock.machine import build_machine
from penstock.machine.trace import Instance
from penstock.reasons.told import ToldFailure
from penstock.spin.checking import Verdict
from penstock.syntax.nodes import Ltl
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.models import processes_of

LONGEST = 8
"""Steps of runs for which all shorter ones are tried."""


def violated(text: str, name: str = "wanted", fair: bool = False) -> JudgedProperty | None:
    outcome = penstock.verify(penstock.Source(text=text), properties=[name], fair=fair)
    assert outcome.verdict in (Verdict.HOLDS, Verdict.VIOLATED), outcome.summary
    return outcome.properties[0] if outcome.verdict is Verdict.VIOLATED else None


def fairness(seed: int) -> str:
    """Verdicts with and without fairness, and who is said to be left out."""
    text = random_liveness(seed)
    fair = fair_violation(text)
    found, found_fair = violated(text), violated(text, fair=True)
    if (found_fair is not None) != fair:
        return f"with fairness, trying all runs says violated: {fair}\n{text}"
    if (found is not None) != spin_violates(text, fair=False) or (not fair and spin_violates(text, fair=True)):
        return f"SPIN says otherwise\n{text}"
    if found is None or found.cycle is None:
        return ""
    told = found.failure
    assert told is not None and found.run is not None
    if told.holds_if_fair != (not fair) or not (told.starving or fair):
        return f"what is said about fair runs is wrong\n{text}"
    return "" if fair or _only(text, told, found.run.processes) else f"others can be left out\n{text}"


def _only(text: str, failure: ToldFailure, processes: Sequence[Instance]) -> bool:
    """Whether nothing violates a formula that is fair to those who are said to be left out."""
    names = [one.name for one in processes]
    pids = [processes[names.index(name)].pid for name in failure.left_out or failure.one_left_out]
    return all(not fair_violation(text, [pid]) for pid in pids) if failure.left_out else not fair_violation(text, pids)


def shortest(seed: int) -> str:
    """The run violates the formula, by its meaning, and none of all shorter ones does."""
    text = random_liveness(seed, atomic=False)
    found = violated(text)
    if found is None or found.run is None or found.run.loop is None or found.run.history is None:
        return ""
    model = load_text(text)
    machine = build_machine(model, processes_of(build_automata(model)))
    formula = model.nodes.of(Ltl)[0].formula
    run, states, loop = found.run, found.run.history.states, found.run.loop
    repeats = loop <= len(run.steps)
    if repeats and states[-1] != states[loop - 1]:
        return f"the end is not where it is said to go on\n{text}"
    if holds_on(machine, formula, states[:-1] if repeats else states, loop - 1):
        return f"the run does not violate the formula\n{text}"
    least = fewest_steps(machine, formula, len(run.steps)) if len(run.steps) <= LONGEST else len(run.steps)
    return "" if least == len(run.steps) else f"{len(run.steps)} steps where {least} exist\n{text}"


def triggers(seed: int) -> str:
    """A trigger is said to be never true if and only if SPIN says so."""
    model = random_liveness(seed).partition("ltl ")[0]
    condition = f"({'abc'[seed % 3]} == {seed % 4})"
    one = penstock.verify(penstock.Source(text=model), ltl=[f"[] ({condition} -> {condition})"]).properties[0]
    never = spin_violates(f"{model}ltl wanted {{ [] !{condition} }}", fair=False) is False
    return (
        "" if one.vacuous is not None and bool(one.vacuous) == never else f"{condition} is never true: {never}\n{model}"
    )


PLANTED = "if :: {guard} -> assert({claim}) :: else fi"


def guards(seed: int) -> str:
    """An assertion is put behind a guard somewhere: is it reached, and if not, is that because of the guard?"""
    chance = Random(seed)
    model = random_liveness(seed).partition("ltl ")[0]
    places = [found.end() for found in re.finditer(r"[abc] = [^;}\n]*", model)]
    if not places:
        return ""
    place = chance.choice(places)
    name, other = chance.choice(NAMES), chance.choice(NAMES)
    guard = f"({name} == {chance.randint(0, LARGEST + 1)} && {other} != {chance.randint(0, LARGEST)})"

    def with_planted(text: str) -> str:
        return f"{model[:place]}; {text}{model[place:]}"

    there = assertion_fails(with_planted("assert(false)"))
    reached = assertion_fails(with_planted(PLANTED.format(guard=guard, claim="false")))
    text = with_planted(PLANTED.format(guard=guard, claim="a < 200"))
    one = penstock.verify(penstock.Source(text=text), properties=["assertions"]).properties[0]
    if one.verdict is not Verdict.HOLDS or one.vacuous is None or bool(one.vacuous) == reached:
        return f"the assertion is reached: {reached}\n{text}"
    told = {(guard.what, guard.line) for reason in one.vacuous for guard in reason.guards}
    line = text[:place].count("\n") + 1
    if ((guard[1:-1], line) in told) != (there and not reached):
        return f"SPIN says that the guard is come to: {there}, and told is {told}\n{text}"
    return next((f"{one} is true\n{text}" for one in told if _is_ever_true(text, *one)), "")


def _is_ever_true(text: str, guard: str, line: int) -> bool:
    """Whether SPIN comes past a guard of a line."""
    lines = text.split("\n")
    changed = lines[line - 1].replace(f"({guard}) ->", f"({guard}) -> assert(false);")
    assert changed != lines[line - 1]
    return assertion_fails("\n".join([*lines[: line - 1], changed, *lines[line:]]))


COMPARISONS: dict[str, Callable[[int], str]] = {
    "fairness": fairness,
    "shortest": shortest,
    "triggers": triggers,
    "guards": guards,
}
