"""The published method beside ours: the same abstraction, all simple cycles, and the figures its authors report."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.proofs.growth import Round
from penstock.bounds.published.effects import buffers_of, effect_graphs
from penstock.bounds.published.iboc import Answer, TooMany, iboc
from penstock.bounds.published.refine import Found, Refined, refine
from penstock.bounds.telling.words import round_line, round_lines
from penstock.bounds.verdict import BOUNDED, UNKNOWN, Result, Trial
from penstock.budget import TimeOver
from penstock.commands.bound_data import statistics


@dataclass(frozen=True, slots=True)
class Reference:
    """What the published method says; `bounds` by name of the channel.

    `refined` is what came of its counterexamples, if there were any; `gave_up` says why nothing did.
    """

    bounds: dict[str, int | None]
    declared: dict[str, int]
    answer: Answer
    result: Result
    refined: Refined | None = None
    gave_up: str = ""

    @property
    def known(self) -> dict[str, int]:
        return {name: bound for name, bound in self.bounds.items() if bound is not None}

    @property
    def verdict(self) -> str:
        bounded = self.answer.bounded or (self.refined is not None and self.refined.bounded)
        return BOUNDED if bounded else UNKNOWN


def compare(result: Result, refining: bool = True) -> Reference:
    buffers = buffers_of(result.net)
    answer = iboc(effect_graphs(result.net), list(buffers.values()))
    by_queue = dict(zip(buffers, answer.bounds, strict=True))
    bounds: dict[str, int | None] = {}
    for channel in result.channels:
        found = [by_queue[queue] for queue in channel.queues]
        known = [bound for bound in found if bound is not None]
        bounds[channel.name] = max(known) if len(known) == len(found) and answer.bounded else None
    declared = {channel.name: channel.declared for channel in result.channels}
    refined, gave_up = None, ""
    if refining and not answer.bounded:
        try:
            refined = refine(result.net)
        except (TooMany, TimeOver) as problem:
            gave_up = str(problem)
    return Reference(bounds, declared, answer, result, refined, gave_up)


def figures(reference: Reference) -> dict[str, Any]:
    """The rows of the table in which the method was reported."""
    known = statistics(reference.result)
    answer, refined = reference.answer, reference.refined
    refinement = {} if refined is None else {"Solved programs": len(refined.programs)}
    return {
        "Processes": known["processes"],
        "States": known["locations"],
        "Transitions": known["transitions"],
        "Message types": known["message_types"],
        "Channels": known["channels"],
        "Reported cycles": answer.cycles,
        "Generated vectors": len(answer.vectors),
        **refinement,
        **{f"Runtime for {name} [sec.]": f"{seconds:.3f}" for name, seconds in _seconds(reference).items()},
    }


def _seconds(reference: Reference) -> dict[str, float]:
    refined = reference.refined
    return reference.answer.seconds | ({} if refined is None else {"refinement": refined.seconds})


# -- text --------------------------------------------------------------------------------------------


def reference_text(reference: Reference) -> str:
    lines = [f"{reference.result.model.sources.files[0].name}: {reference.verdict} (published method)"]
    for name, bound in reference.bounds.items():
        lines.append(f"  {name}: {reference.declared[name]} declared, {_bound_text(reference, bound)}")
    lines += _counterexample_lines(reference)
    rows = figures(reference)
    width = max(map(len, rows))
    return "\n".join([*lines, "", *(f"  {name:{width}}  {value}" for name, value in rows.items())])


def _bound_text(reference: Reference, bound: int | None) -> str:
    if bound is not None:
        return f"bound {bound}"
    return "bounded, the refinement gives no number" if reference.verdict == BOUNDED else "bound none"


def _counterexample_lines(reference: Reference) -> list[str]:
    if reference.gave_up:
        return ["", f"no refinement: {reference.gave_up}"]
    if reference.refined is None:
        return []
    names = NetNames(reference.result.net)
    lines: list[str] = []
    for number, found in enumerate(reference.refined.counterexamples, 1):
        lines += ["", f"counterexample {number}: {found.status}: {found.reason}"]
        lines += [round_line(reference.result, names, part) for part in _rounds(found)]
    if not reference.refined.complete:
        lines += ["", "the search ended before all cases were looked at"]
    return lines


def _rounds(found: Found) -> list[Round]:
    return [
        Round(cycle.process.owner, cycle.arcs, times, cycle.returns) for cycle, times in found.growth.rounds.items()
    ]


# -- data --------------------------------------------------------------------------------------------


def reference_json(reference: Reference, notes: list[str], trial: Trial) -> dict[str, Any]:
    answer = reference.answer
    return {
        "verdict": reference.verdict,
        "method": "iboc",
        "channels": [
            {
                "name": name,
                "declared": reference.declared[name],
                "bound": bound,
                "exact": None,
                "verdict": reference.verdict,
                "proof": None,
                "advice": "",
            }
            for name, bound in reference.bounds.items()
        ],
        "counterexamples": [_counterexample(reference, found) for found in _found(reference)],
        "runs": [],
        "story": [],
        "notes": notes,
        "trial": asdict(trial),
        "statistics": {
            **statistics(reference.result),
            "cycles": answer.cycles,
            "vectors": len(answer.vectors),
            "programs": 0 if reference.refined is None else len(reference.refined.programs),
            "seconds": _seconds(reference),
        },
    }


def _found(reference: Reference) -> tuple[Found, ...]:
    return () if reference.refined is None else reference.refined.counterexamples


def _counterexample(reference: Reference, found: Found) -> dict[str, Any]:
    names = NetNames(reference.result.net)
    growth = {
        names.queue(queue): sum(found.growth.effect[component] for component in components)
        for queue, components in buffers_of(reference.result.net).items()
    }
    return {
        "status": found.status,
        "reason": found.reason,
        "channels": {name: number for name, number in growth.items() if number},
        "cycles": [
            {
                "process": names.owner(part.owner),
                "times": part.times,
                "lines": round_lines(reference.result, part),
                "closed": part.closed,
            }
            for part in _rounds(found)
        ],
    }
