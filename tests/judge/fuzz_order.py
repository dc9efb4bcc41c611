"""What is known of the order of messages, against all states of random systems.

In every state that is seen, whatever is there together must be known to be possible, and messages must wait in an order
that is known to be possible; no channel may hold more than its bound by order.  Some variables are distinguished, as
the test would do it.
Run as `python -m tests.judge.fuzz_order --count 20000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.judge.random_channels import random_channels
from tests.judge.random_counting import random_counting_system
from tests.judge.random_order import random_order
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.marking import Marker
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.certificates.present import misfit
from penstock.bounds.proofs.choosing import can_be_tracked
from penstock.bounds.proofs.order import OrderProver, limit_of
from penstock.bounds.proofs.together import Together
from penstock.control import Automaton
from penstock.machine import Options, build_machine
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.tasks.models import processes_of

MOST_STATES = 400
SYSTEMS: tuple[Callable[[int], str], ...] = (
    *(random_order,) * 5,
    random_counting_system,
    random_system,
    random_channels,
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one system: how many states were looked at, bounds, those that weights alone do not prove."""

    states: int = 0
    bounds: int = 0
    exact: int = 0
    """How many of them are reached."""
    wrong: str = ""


def judge_order(text: str, seed: int = 0, most_states: int = MOST_STATES) -> Judgement:
    model = load_text(text)
    if not model.ok:
        return Judgement()
    automata = processes_of(load_automata(model))
    try:
        net = build_net(Analysis(model, automata, _tracked(model, automata, Random(seed))))
    except TooLarge:
        return Judgement()
    together = Together(net)
    prover = OrderProver(together)
    bounds: dict[int, int] = {}
    for queue in net.analysis.queues:
        if not net.analysis.kind(queue.number).rendezvous:
            proof = prover.prove(queue.number)
            if proof is not None:
                assert limit_of(together, proof.weights) == proof.start
                bounds[queue.number] = proof.bound
    return _judged(model, automata, together, bounds, most_states)


def _tracked(model: Model, automata: list[Automaton], chance: Random) -> frozenset[Variable]:
    share = chance.choice([0.0, 0.5, 1.0])
    variables = [one for found in automata for one in (*found.process.parameters, *found.process.locals)]
    variables += model.globals
    return frozenset(one for one in variables if can_be_tracked(one) and chance.random() < share)


def _judged(
    model: Model, automata: list[Automaton], together: Together, bounds: dict[int, int], most_states: int
) -> Judgement:
    machine = build_machine(model, automata, Options(unlimited=True))
    marker = Marker(together.net, machine)
    names: dict[str, int] = {}
    for number, most in bounds.items():
        name = together.net.analysis.queues[number - 1].name
        names[name] = max(most, names.get(name, 0))
    partial = {queue.name for queue in together.net.analysis.queues if queue.number not in bounds}
    waiting = deque([(machine.initial, 0, marker.first())])
    seen = {(machine.initial, 0)}
    highest: Counter[str] = Counter()
    while waiting and len(seen) < most_states:
        state, holder, marking = waiting.popleft()
        for place, queue in enumerate(state[1]):
            name = machine.lengths.name(state, place)
            highest[name] = max(highest[name], len(queue) - 1)
            if name in names and name not in partial and highest[name] > names[name]:
                return Judgement(len(seen), len(bounds), 0, f"{name} holds {highest[name]}, bound {names[name]}")
        if marking.settled:
            problem = misfit(together, marking)
            if problem:
                return Judgement(len(seen), len(bounds), 0, problem)
        steps = machine.process_steps(state, holder) if holder else []
        for step in steps or machine.steps(state):
            if (step.state, step.holder) not in seen:
                seen.add((step.state, step.holder))
                waiting.append((step.state, step.holder, marker.after(marking, state, step)))
        machine.forget()
        machine.log.clear()
    exact = sum(highest[name] == most for name, most in names.items())
    return Judgement(len(seen), len(bounds), exact)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total: Counter[str] = Counter()
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        system = SYSTEMS[number % len(SYSTEMS)]
        judgement = judge_order(system(seed), seed)
        total.update(states=judgement.states, bounds=judgement.bounds, exact=judgement.exact)
        if judgement.wrong:
            total["wrong"] += 1
            print(f"{system.__name__} {seed}: {judgement.wrong}", flush=True)
    print(
        f"{options.count} systems: {total['states']} states fit; {total['bounds']} bounds, "
        f"{total['exact']} of them reached; {total['wrong']} wrong"
    )
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
