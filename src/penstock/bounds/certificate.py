"""Proofs in a form that can be kept and checked again: weights for the places of the net, by name.

Checking shares nothing with the search for the weights: the net is built from the model, and every
step is looked at once, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock.automata import Automaton
from penstock.bounds.analysis import Analysis
from penstock.bounds.invariants import Invariant
from penstock.bounds.names import NetNames
from penstock.bounds.net import Location, Net, Room, build_net
from penstock.bounds.verdict import BOUNDED, UNKNOWN, Result
from penstock.bounds.witness import Refused
from penstock.resolve.model import Model

FORMAT = "penstock certificate 1"


def place_keys(net: Net) -> list[str]:
    """For each place a name that is the same whenever the net of the same model is built."""
    names = NetNames(net)
    keys = []
    for number, place in enumerate(net.places):
        if isinstance(place, Room):
            keys.append("room for processes")
        elif isinstance(place, Location):
            node = place.owner.nodes[place.node]
            held = f" {list(node.key)}" if node.key else ""
            keys.append(f"location {place.owner.number} {names.owner(place.owner)} {node.location}{held}")
        else:
            kind = "handed" if place.handed else "messages"
            keys.append(f"{kind} {place.queue} {names.place(number)} {list(place.type)}")
    return keys


def certificate(result: Result, coarse: bool = False, process_limit: int | None = None) -> dict[str, Any]:
    """The proofs of a result; channels without one are named, too."""
    keys = place_keys(result.net)
    return {
        "format": FORMAT,
        "messages": "coarse" if coarse else "fine",
        "process_limit": process_limit,
        "verdict": result.verdict,
        "channels": [
            {
                "name": channel.name,
                "bound": channel.bound,
                "proofs": [
                    {"queue": queue, **_proof(proof, keys)}
                    for queue, proof in zip(channel.queues, channel.proofs, strict=True)
                ]
                if channel.bound is not None
                else [],
            }
            for channel in result.channels
        ],
    }


def _proof(proof: Invariant, keys: list[str]) -> dict[str, Any]:
    weights = {keys[place]: weight for place, weight in proof.weights.items()}
    return {"bound": proof.bound, "weights": weights}


def recheck(data: Mapping[str, Any], model: Model, automata: list[Automaton]) -> str:
    """Check a certificate against a model; the verdict that it proves, or `Refused`."""
    if data.get("format") != FORMAT:
        raise Refused(f"this is not a certificate: its format is {data.get('format')!r}")
    analysis = Analysis(model, automata)
    net = build_net(analysis, data.get("messages") == "coarse", data.get("process_limit"))
    checker = _Checker(net)
    wanted = {queue.name for queue in analysis.queues if not analysis.kind(queue.number).rendezvous}
    given = {str(channel["name"]): channel for channel in data["channels"]}
    if wanted != set(given):
        different = ", ".join(sorted(wanted ^ set(given)))
        raise Refused(f"the certificate speaks of other channels than the model has: {different}")
    proved = [checker.check_channel(name, given[name]) for name in sorted(given)]
    verdict = BOUNDED if all(proved) else UNKNOWN
    if verdict != data.get("verdict"):
        raise Refused(f"the certificate says {data.get('verdict')}, but it proves {verdict}")
    return verdict


class _Checker:
    def __init__(self, net: Net) -> None:
        self.net = net
        self.numbers = {key: number for number, key in enumerate(place_keys(net))}
        self.queues: dict[str, list[int]] = {}
        for queue in net.analysis.queues:
            self.queues.setdefault(queue.name, []).append(queue.number)

    def check_channel(self, name: str, channel: Mapping[str, Any]) -> bool:
        """Whether there is a bound for the channel; it must be proved for every queue of that name."""
        if channel["bound"] is None:
            return False
        proofs = {proof["queue"]: proof for proof in channel["proofs"]}
        if sorted(proofs) != sorted(self.queues[name]):
            raise Refused(f"channel {name}: there are not as many proofs as queues")
        for queue, proof in proofs.items():
            bound = self._check(f"channel {name}", queue, proof["weights"])
            if not bound <= proof["bound"] <= channel["bound"]:
                raise Refused(f"channel {name}: the weights prove {bound}, not {channel['bound']}")
        return True

    def _check(self, about: str, queue: int, weights: Mapping[str, int]) -> int:
        """The bound that the weights prove for a queue."""
        by_place = self._weights(about, weights)
        for transition in self.net.transitions:
            change = sum(by_place.get(place, 0) * effect for place, effect in transition.effect)
            if change > 0:
                where = self.net.analysis.model.locate(transition.arc.statement)
                raise Refused(f"{about}: the step at {where.file}:{where.line} increases the sum by {change}")
        messages = self.net.messages_of(queue)
        unit = min((by_place.get(place, 0) for place in messages), default=1)
        if unit < 1:
            raise Refused(f"{about}: some of its messages weigh nothing")
        return sum(by_place.get(place, 0) * tokens for place, tokens in self.net.start.items()) // unit

    def _weights(self, about: str, weights: Mapping[str, int]) -> dict[int, int]:
        handed = self.net.handed_places
        found: dict[int, int] = {}
        for key, weight in weights.items():
            if key not in self.numbers:
                raise Refused(f"{about}: the model has no place `{key}`")
            if not isinstance(weight, int) or isinstance(weight, bool):
                raise Refused(f"{about}: the weight of `{key}` is no whole number")
            place = self.numbers[key]
            if weight < 0 and place not in handed:
                raise Refused(f"{about}: the weight of `{key}` is negative")
            found[place] = weight
        return found
