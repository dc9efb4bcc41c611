"""The published method beside ours: the same abstraction, all simple cycles, and the figures its authors report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from penstock.bounds.effects import buffers_of, effect_graphs
from penstock.bounds.iboc import Answer, iboc
from penstock.bounds.verdict import BOUNDED, UNKNOWN, Result
from penstock.commands.bound_data import statistics


@dataclass(frozen=True, slots=True)
class Reference:
    """What the published method says; `bounds` by name of the channel."""

    verdict: str
    bounds: dict[str, int | None]
    declared: dict[str, int]
    answer: Answer
    result: Result


def compare(result: Result) -> Reference:
    buffers = buffers_of(result.net)
    answer = iboc(effect_graphs(result.net), list(buffers.values()))
    by_queue = dict(zip(buffers, answer.bounds, strict=True))
    bounds: dict[str, int | None] = {}
    for channel in result.channels:
        found = [by_queue[queue] for queue in channel.queues]
        known = [bound for bound in found if bound is not None]
        bounds[channel.name] = max(known) if len(known) == len(found) and answer.bounded else None
    declared = {channel.name: channel.declared for channel in result.channels}
    return Reference(BOUNDED if answer.bounded else UNKNOWN, bounds, declared, answer, result)


def figures(reference: Reference) -> dict[str, Any]:
    """The rows of the table in which the method was reported."""
    known = statistics(reference.result)
    answer = reference.answer
    return {
        "Processes": known["processes"],
        "States": known["locations"],
        "Transitions": known["transitions"],
        "Message types": known["message_types"],
        "Channels": known["channels"],
        "Reported cycles": answer.cycles,
        "Generated vectors": len(answer.vectors),
        **{f"Runtime for {name} [sec.]": f"{seconds:.3f}" for name, seconds in answer.seconds.items()},
    }


def reference_text(reference: Reference) -> str:
    lines = [f"{reference.result.model.sources.files[0].name}: {reference.verdict} (published method)"]
    for name, bound in reference.bounds.items():
        lines.append(f"  {name}: {reference.declared[name]} declared, bound {'none' if bound is None else bound}")
    rows = figures(reference)
    width = max(map(len, rows))
    return "\n".join([*lines, "", *(f"  {name:{width}}  {value}" for name, value in rows.items())])


def reference_json(reference: Reference) -> dict[str, Any]:
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
                "verdict": UNKNOWN if bound is None else BOUNDED,
                "proof": None,
                "advice": "",
            }
            for name, bound in reference.bounds.items()
        ],
        "counterexamples": [],
        "runs": [],
        "story": [],
        "statistics": {
            **statistics(reference.result),
            "cycles": answer.cycles,
            "vectors": len(answer.vectors),
            "seconds": answer.seconds,
        },
    }
