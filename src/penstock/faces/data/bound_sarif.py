"""Channels that may fill up, as SARIF."""

from __future__ import annotations

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.proofs.growth import Counterexample
from penstock.bounds.telling.words import counterexample_lines, round_lines, sending_lines
from penstock.bounds.verdict import BoundResult, ChannelBound
from penstock.faces.data.sarif import location, rule, sarif_document
from penstock.records import Json
from penstock.tasks.bound_outcome import BoundOutcome, ChannelAnswer

_RULES = [
    rule("unbounded", "no bound was found for a channel"),
    rule("capacity", "the declared capacity of a channel may not suffice"),
]


def bound_sarif(outcome: BoundOutcome) -> Json:
    """A result for each channel that may grow without end or needs more than is declared; cycles are code flows."""
    results = [_result(outcome.result, channel) for channel in outcome.channels if _may_be_full(channel)]
    return sarif_document(_RULES, results)


def _may_be_full(channel: ChannelAnswer) -> bool:
    need = _need(channel)
    return need is None or need > channel.declared


def _need(channel: ChannelAnswer) -> int | None:
    return channel.bound if channel.exact is None else channel.exact


def _result(result: BoundResult | None, channel: ChannelAnswer) -> Json:
    unbounded = _need(channel) is None
    text = f"channel {channel.name}: {channel.advice}"
    data: Json = {
        "ruleId": "unbounded" if unbounded else "capacity",
        "ruleIndex": 0 if unbounded else 1,
        "level": "warning",
        "message": {"text": text},
    }
    if result is None or channel.known is None:
        return data
    lines = sending_lines(result, channel.known)
    data["locations"] = [_location(result, lines[0] if lines else 1)]
    cycles = _cycles(result, channel.known)
    if cycles is not None:
        data["message"]["text"] += "; " + " ".join(counterexample_lines(result, NetNames(result.net), cycles))
        data["codeFlows"] = [{"threadFlows": _flows(result, cycles)}]
    return data


def _cycles(result: BoundResult, channel: ChannelBound) -> Counterexample | None:
    return next((one for one in result.counterexamples if set(channel.queues) & set(one.queues)), None)


def _flows(result: BoundResult, cycles: Counterexample) -> list[Json]:
    return [
        {"locations": [{"location": _location(result, line)} for line in round_lines(result, part)]}
        for part in cycles.rounds
    ]


def _location(result: BoundResult, line: int) -> Json:
    return location(result.model.sources.files[0].name, line)
