"""Bounds for a page: proofs as weights on places and messages, what they add up to along a run, runs that fill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from penstock.bounds.abstraction.marking import NotCovered
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Messages, Standing
from penstock.bounds.certificates.certificate import assumed_net, certificate, place_keys
from penstock.bounds.certificates.claims import certificate_in
from penstock.bounds.certificates.sums import sums_along
from penstock.bounds.evidence import Refused
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.verdict import BOUNDED, BoundResult
from penstock.errors import UsageError
from penstock.faces.web.found import found_run
from penstock.faces.web.protocol import BoundAnswer, ChannelProof, FoundRun, SumAnswer, SumParams, WeighedPart
from penstock.faces.web.runs import HasRuns
from penstock.records import Json
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.models import processes_of
from penstock.tasks.recorded import filling_run_in
from penstock.tasks.requests.bound import MessageDetail

MOST_PARTS = 200
"""How many weights of a proof are told; proofs of large models have thousands."""


def bound_answer(outcome: BoundOutcome, given: Json) -> BoundAnswer:
    result, fine = outcome.result, outcome.verdict is BOUNDED
    runs = tuple(_filling(outcome, given))
    if result is None:
        return BoundAnswer(outcome.summary, fine, runs, (), {})
    request = outcome.request
    proofs = certificate(result, request.messages is MessageDetail.COARSE, request.process_limit)
    return BoundAnswer(outcome.summary, fine, runs, tuple(_proofs(result)), proofs)


def _filling(outcome: BoundOutcome, given: Json) -> Iterator[FoundRun]:
    for channel in outcome.channels:
        if channel.known is not None and channel.known.witness is not None:
            found = filling_run_in(outcome, channel.name)
            yield found_run(given, channel.name, found.reason, found.run, more={"unlimited": True})


def _proofs(result: BoundResult) -> Iterator[ChannelProof]:
    names = NetNames(result.net)
    for channel in result.channels:
        for number, proof in enumerate(channel.proofs if channel.bound is not None and channel.order is None else ()):
            heaviest = sorted(proof.weights, key=lambda place: -abs(proof.weights[place]))[:MOST_PARTS]
            parts = tuple(_part(names, place, proof) for place in sorted(heaviest))
            left = len(proof.weights) - len(parts)
            yield ChannelProof(channel.name, number, proof.unit, proof.start, proof.bound, parts, left)


def _part(names: NetNames, number: int, proof: Invariant) -> WeighedPart:
    place, weight = names.net.places[number], proof.weights[number]
    start = names.net.start.get(number, 0)
    if isinstance(place, Messages):
        return WeighedPart(names.place(number), None, None, None, names.queue(place.queue), weight, start)
    if not isinstance(place, Standing):
        return WeighedPart(names.place(number), None, None, None, None, weight, start)
    leaving = place.owner.leaving(place.node)
    line = names.analysis.model.locate(leaving[0].statement).line if leaving else None
    node = place.owner.nodes[place.node].location
    automaton = place.owner.plan.graph.automaton.name
    return WeighedPart(names.place(number), automaton, node, line, None, weight, start)


def sum_along(session: HasRuns, asked: SumParams) -> SumAnswer:
    """What a proof adds up to at each moment of a run; the proof is checked to be one of this model's net."""
    run = session.runs[asked.run]
    model, automata = run.reading.model, processes_of(run.reading.automata)
    try:
        claimed = certificate_in(asked.certificate)
        proof = _claimed_proof(claimed.channels, asked)
        net = assumed_net(claimed.assumptions, model, automata)
        numbers = {key: number for number, key in enumerate(place_keys(net))}
        weights = {numbers[key]: weight for key, weight in proof.weights.items()}
        taken = [one.taken._replace(state=one.state) for one in run.line if one.taken is not None]
        values = tuple(sums_along(net, run.timeline.machine, weights, taken))
    except (Refused, NotCovered, KeyError) as problem:
        raise UsageError(f"this proof is not about this run: {problem}") from None
    messages = [number for queue in [proof.queue] for number in net.messages_of(queue)]
    unit = min((weights.get(place, 0) for place in messages), default=1)
    return SumAnswer(values, unit, proof.bound)


def _claimed_proof(claims: Any, asked: SumParams) -> Any:
    proofs = next((claim.proofs for claim in claims if claim.name == asked.channel), ())
    if not 0 <= asked.number < len(proofs):
        raise UsageError(f"there is no proof by weights for the channel `{asked.channel}`")
    return proofs[asked.number]
