"""Models in many layouts: what is closed, or lowered, must be valid and mean the same as in the plain layout.

Run as `python -m tests.judge.fuzz_layouts --count 1000 --seed 1 --spin 100`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests import loading as load
from tests.judge.acceptance import spin_accepts
from tests.judge.closing import OTHERS, REFUSALS
from tests.judge.layouts import Relaid, relaid
from tests.judge.random_open import random_open
from tests.judge.random_timers import promela, random_system

from penstock.control import Automaton, build_automata
from penstock.errors import UsageError
from penstock.machine import build_machine, explore
from penstock.resolve import Model
from penstock.syntax.printer import statement_text

SEEDS_PER_RUN = 1_000_003
MOST_STATES = 3000


@dataclass(frozen=True, slots=True)
class Judgement:
    """`kind` is `fine`, `refused` (cannot be closed), `skipped` (not the same model) or `wrong`."""

    kind: str
    text: str = ""
    accepted: int = 0
    """So many texts were read by SPIN."""


def judge_closed(seed: int, with_spin: bool, methods: tuple[str, ...] = (*OTHERS, "process")) -> Judgement:
    """A random open model, closed in the plain layout and in another."""
    return judge(random_open(seed), seed, methods, with_spin)


def judge_lowered(seed: int, with_spin: bool) -> Judgement:
    """A random model with timers, lowered in the plain layout and in another."""
    plain = promela(random_system(seed)).replace(" -> ", " ->\n")
    return judge(plain, seed, (None,), with_spin)


def judge(plain: str, seed: int, methods: tuple[str | None, ...], with_spin: bool = False) -> Judgement:
    other = relaid(plain, seed)
    as_written = _read(Relaid(plain), None, lowered=False)
    again = _read(other, None, lowered=False)
    assert as_written is not None and as_written.ok, plain
    if again is None or not again.ok or shape(again) != shape(as_written) or not again.ok:
        return Judgement("skipped")
    refused = accepted = 0
    for method in methods:
        wanted, found = _read(Relaid(plain), method), _read(other, method)
        if wanted is None or _is_refused(wanted):
            refused += 1
            if found is not None and not _is_refused(found):
                return Judgement("wrong", f"{method}: refused in the plain layout only")
            continue
        difference = differs(wanted, found)
        if not difference and with_spin:
            difference = _refused_by_spin(found, other)
            accepted += 1
        if difference:
            return Judgement("wrong", f"{method}: {difference}")
    return Judgement("refused" if refused == len(methods) else "fine", accepted=accepted)


def _read(model: Relaid, method: str | None, lowered: bool = True) -> Model | None:
    choices: dict[str, Any] = {"env_in": [], "env_out": [], "method": method, "quiet": True}
    try:
        return load.load_text(model.text, "model.pml", (), model.include, choices, lowered=lowered)
    except UsageError:
        return None


def _is_refused(model: Model) -> bool:
    """Whether a model cannot be closed, which is said."""
    return any(record.code in REFUSALS for record in model.diagnostics.records)


def _refused_by_spin(model: Model | None, origin: Relaid) -> str:
    translation = model.syntax.translation if model is not None else None
    if translation is None:
        return "it was not translated"
    text = translation.text
    for name, included in origin.files.items():
        text = text.replace(f'#include "{name}"', included)
    verdict = spin_accepts(text)
    return "" if verdict.accepted else f"refused by SPIN: {verdict.output}\n{translation.text}"


def differs(wanted: Model, found: Model | None) -> str:
    """What is wrong with a model that should do what another does."""
    same = shape(wanted) == (shape(found) if found is not None and found.ok else None)
    if not wanted.ok:
        return f"not valid: {[record.message for record in wanted.diagnostics.records]}"
    if found is None or not found.ok:
        records = found.diagnostics.records if found is not None else []
        text = found.syntax.translation.text if found is not None and found.syntax.translation is not None else ""
        return f"refused: {[record.message for record in records]}\n{text}"
    if same:
        return ""
    ours, theirs = (_counts(model) for model in (found, wanted))
    return "" if ours == theirs else f"{ours}, but {theirs} in the plain layout"


def shape(model: Model) -> list[object]:
    """What the processes of a model are, without where anything is written."""
    return [(automaton.name, list(_edges(automaton))) for automaton in build_automata(model)]


def _edges(automaton: Automaton) -> Iterator[object]:
    for edge in automaton.edges:
        inner = list(_edges(edge.inner)) if edge.inner is not None else statement_text(edge.statement)
        yield edge.source, edge.target, edge.keeps_control, inner


def _counts(model: Model) -> tuple[int, int, int, bool]:
    found = explore(build_machine(model, build_automata(model)), limit=MOST_STATES)
    return found.states, found.transitions, len(found.violations), found.complete


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0, help="how many models SPIN reads, too")
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    accepted = 0
    for number in range(options.count):
        seed = options.seed * SEEDS_PER_RUN + number
        for name, judged in (("closed", judge_closed), ("lowered", judge_lowered)):
            judgement = judged(seed, number < options.spin)
            kinds[f"{name} {judgement.kind}"] += 1
            accepted += judgement.accepted
            if judgement.kind == "wrong":
                print(f"seed {seed}, {name}: {judgement.text}", flush=True)
    print(f"{options.count} models: {dict(kinds)}; {accepted} texts accepted by SPIN")
    wrong = kinds["closed wrong"] + kinds["lowered wrong"]
    return 1 if wrong or not kinds["closed fine"] or not kinds["lowered fine"] else 0


if __name__ == "__main__":
    sys.exit(main())
