"""Bounds for programs: JSON and SARIF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from penstock import __version__
from penstock.automata import Automaton
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Messages
from penstock.bounds.proofs.growth import Counterexample
from penstock.bounds.telling.showing import ShownRun, shown_runs
from penstock.bounds.telling.words import advice, counterexample_lines, reservations, round_lines, sending_lines
from penstock.bounds.verdict import ChannelBound, Judged, Result
from penstock.diagnostics.data import sarif_document
from penstock.machine.trace import Step

SARIF_RULES = [
    {"id": "unbounded", "shortDescription": {"text": "no bound was found for a channel"}},
    {"id": "capacity", "shortDescription": {"text": "the declared capacity of a channel may not suffice"}},
]


def as_json(result: Result, method: str = "net", automata: list[Automaton] | None = None) -> dict[str, Any]:
    return {
        "verdict": result.verdict,
        "method": method,
        "channels": [
            {
                "name": channel.name,
                "declared": channel.declared,
                "bound": channel.bound,
                "exact": channel.exact,
                "verdict": channel.verdict,
                "proof": proof_of(channel),
                "advice": advice(result, channel),
            }
            for channel in result.channels
        ],
        "counterexamples": [_counterexample(result, judged) for judged in result.judged],
        "runs": [_run(run) for run in shown_runs(result, automata or [])],
        "story": list(result.story),
        "notes": reservations(result.net, automata or []),
        "trial": None if result.trial is None else asdict(result.trial),
        "statistics": statistics(result),
    }


def proof_of(channel: ChannelBound) -> str | None:
    """What a verdict about a channel rests on."""
    if channel.witness is not None:
        return "run"
    if channel.finite:
        return "structure"
    if channel.bound is None:
        return None
    if channel.tests:
        return "tests"
    return "weights" if channel.states is None else "states"


def _run(run: ShownRun) -> dict[str, Any]:
    def steps(taken: Sequence[Step]) -> list[dict[str, Any]]:
        names = run.trace.processes
        return [
            {
                "process": names[step.process].name if step.process is not None else None,
                "file": step.file,
                "line": step.line,
                "statement": step.statement,
            }
            for step in taken
        ]

    return {"growth": run.witness.growth, "stem": steps(run.stem), "loop": steps(run.loop)}


def _counterexample(result: Result, judged: Judged) -> dict[str, Any]:
    names, found = NetNames(judged.net), judged.found
    return {
        "status": judged.status,
        "reason": judged.reason,
        "channels": {names.queue(queue): found.growth[queue] for queue in found.queues},
        "cycles": [
            {
                "process": names.owner(part.owner),
                "times": part.times,
                "lines": round_lines(result, part),
                "closed": part.closed,
            }
            for part in found.rounds
        ],
    }


def statistics(result: Result) -> dict[str, Any]:
    net = result.net
    types = sum(isinstance(place, Messages) for place in net.places)
    return {
        "processes": len(net.analysis.classes),
        "locations": len(net.places) - types,
        "transitions": len(net.transitions),
        "message_types": types,
        "channels": len(net.analysis.queues),
        "cycles": sum(len(found.rounds) for found in result.counterexamples),
        "vectors": len({transition.effect for transition in net.transitions}),
        "seconds": {name: round(value, 4) for name, value in result.seconds.items()},
    }


def as_sarif(result: Result) -> dict[str, Any]:
    """A result for each channel that may grow without end or needs more than is declared; cycles are code flows."""
    results = []
    for channel in result.channels:
        need = channel.exact if channel.exact is not None else channel.bound
        if need is not None and need <= channel.declared:
            continue
        lines = sending_lines(result, channel) or [1]
        found = next((one for one in result.counterexamples if set(channel.queues) & set(one.queues)), None)
        results.append(_sarif_result(result, channel.name, advice(result, channel), need is None, lines[0], found))
    return sarif_document(__version__, SARIF_RULES, results)


def _sarif_result(
    result: Result, name: str, text: str, unbounded: bool, line: int, found: Counterexample | None
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "ruleId": "unbounded" if unbounded else "capacity",
        "ruleIndex": 0 if unbounded else 1,
        "level": "warning",
        "message": {"text": f"channel {name}: {text}"},
        "locations": [_location(result, line)],
    }
    if found is not None:
        names = NetNames(result.net)
        data["message"]["text"] += "; " + " ".join(counterexample_lines(result, names, found))
        flows = [
            {"locations": [{"location": _location(result, line)} for line in round_lines(result, part)]}
            for part in found.rounds
        ]
        data["codeFlows"] = [{"threadFlows": flows}]
    return data


def _location(result: Result, line: int) -> dict[str, Any]:
    file = quote(result.model.sources.files[0].name, errors="replace")
    return {"physicalLocation": {"artifactLocation": {"uri": file}, "region": {"startLine": line}}}
