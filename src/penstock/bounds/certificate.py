"""Proofs in a form that can be kept and checked again: weights for the places of the net, by name.

Checking shares nothing with the search for the weights: the net is built from the model, and every
step is looked at once, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from penstock.automata import Automaton
from penstock.bounds.analysis import Analysis
from penstock.bounds.guards import kept_short
from penstock.bounds.invariants import Invariant
from penstock.bounds.names import NetNames
from penstock.bounds.net import build_net
from penstock.bounds.places import Holding, Location, Net, Room
from penstock.bounds.structure import Separation, added, growing_places, lasting, parts, singles, weigh
from penstock.bounds.trial import Claims, try_claims
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, UNKNOWN, ChannelBound, Result, Trial
from penstock.bounds.witness import Refused, as_data, from_data, recheck_witness
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable

FORMAT = "penstock certificate 3"
ROUNDS = (10, 20, 30)
"""How often the loops of runs are repeated."""


def place_keys(net: Net) -> list[str]:
    """For each place a name that is the same whenever the net of the same model is built."""
    names = NetNames(net)
    keys = []
    for number, place in enumerate(net.places):
        if isinstance(place, Room):
            keys.append("room for processes")
        elif isinstance(place, Holding):
            keys.append(f"holding {place.variable.name} {place.value}")
        elif isinstance(place, Location):
            node = place.owner.nodes[place.node]
            held = f" {list(node.key)}" if node.key else ""
            keys.append(f"location {place.owner.number} {names.owner(place.owner)} {node.location}{held}")
        else:
            kind = "handed" if place.handed else "messages"
            keys.append(f"{kind} {place.queue} {names.place(number)} {list(place.type)}")
    return keys


def certificate(result: Result, coarse: bool = False, process_limit: int | None = None) -> dict[str, Any]:
    """The evidence of a result; channels without any are named, too."""
    keys = place_keys(result.net)
    return {
        "format": FORMAT,
        "messages": "coarse" if coarse else "fine",
        "process_limit": process_limit,
        "tracked": [list(name) for name in tracked_names(result.net.analysis)],
        "verdict": result.verdict,
        "channels": [_channel(channel, keys) for channel in result.channels],
        "separation": None if result.separation is None else _separation(result.separation, keys),
    }


def tracked_names(analysis: Analysis) -> list[tuple[str, int, str]]:
    """The tracked variables: the process ("" for globals), the place among its variables, the name."""
    groups = {
        "": analysis.model.globals,
        **{graph.automaton.name: _variables(graph.automaton) for graph in analysis.graphs},
    }
    return [
        (process, number, variable.name)
        for process, variables in groups.items()
        for number, variable in enumerate(variables)
        if variable in analysis.tracked
    ]


def _variables(automaton: Automaton) -> list[Variable]:
    return [*automaton.process.parameters, *automaton.process.locals]


def _channel(channel: ChannelBound, keys: list[str]) -> dict[str, Any]:
    proofs = [
        {"queue": queue, **_proof(proof, keys)}
        for queue, proof in zip(channel.queues, channel.proofs, strict=False)
        if channel.bound is not None
    ]
    data: dict[str, Any] = {"name": channel.name, "bound": channel.bound, "proofs": proofs}
    if channel.states is not None:
        data["states"] = channel.states
    if channel.tests:
        data["kept_short"] = True
    if channel.finite:
        data["finite"] = True
    if channel.witness is not None:
        data["witness"] = as_data(channel.witness)
    return data


def _proof(proof: Invariant, keys: list[str]) -> dict[str, Any]:
    weights = {keys[place]: weight for place, weight in proof.weights.items()}
    return {"bound": proof.bound, "weights": weights}


def _separation(found: Separation, keys: list[str]) -> dict[str, Any]:
    weights = {keys[place]: weight for place, weight in found.weights.items()}
    return {"weights": weights, "single": found.single, "parts": [_separation(part, keys) for part in found.parts]}


Lengths = Callable[[int], dict[str, int] | None]
"""Finds the largest lengths of all channels by looking at all states, about so many; None if that is not possible."""


def recheck(
    data: Mapping[str, Any],
    model: Model,
    automata: list[Automaton],
    lengths: Lengths | None = None,
    tell: Callable[[Trial], None] = lambda _: None,
) -> str:
    """Check a certificate against a model; the verdict that it proves, or `Refused`.

    Then its proofs are tried on runs of the model; `tell` is told how.
    """
    if data.get("format") != FORMAT:
        raise Refused(f"this is not a certificate: its format is {data.get('format')!r}")
    analysis = Analysis(model, automata, _tracked(data["tracked"], model, automata))
    net = build_net(analysis, data.get("messages") == "coarse", data.get("process_limit"))
    checker = _Checker(net, automata, lengths)
    wanted = {queue.name for queue in analysis.queues if not analysis.kind(queue.number).rendezvous}
    given = {str(channel["name"]): channel for channel in data["channels"]}
    if wanted != set(given):
        different = ", ".join(sorted(wanted ^ set(given)))
        raise Refused(f"the certificate speaks of other channels than the model has: {different}")
    proved = {checker.check_channel(name, given[name]) for name in sorted(given)}
    checker.check_finite(data.get("separation"))
    verdict = next((verdict for verdict in (UNBOUNDED, UNKNOWN) if verdict in proved), BOUNDED)
    if verdict != data.get("verdict"):
        raise Refused(f"the certificate says {data.get('verdict')}, but it proves {verdict}")
    tell(try_claims(net, automata, Claims(tuple(checker.weighed), checker.bounds)))
    return verdict


def _tracked(names: Sequence[Sequence[Any]], model: Model, automata: list[Automaton]) -> frozenset[Variable]:
    """The variables whose values were told apart; whatever they are, the net is sound."""
    groups = {"": list(model.globals), **{automaton.name: _variables(automaton) for automaton in automata}}
    found: list[Variable] = []
    for process, number, name in names:
        variables = groups.get(process, [])
        if not 0 <= number < len(variables) or variables[number].name != name:
            raise Refused(f"the model has no variable {name} in {process or 'its globals'}")
        found.append(variables[number])
    return frozenset(found)


class _Checker:
    def __init__(self, net: Net, automata: list[Automaton], lengths: Lengths | None) -> None:
        self.net = net
        self.automata = automata
        self.lengths = lengths
        self._highest: dict[str, int] | None = None
        self.finite: list[str] = []
        self.bounds: dict[str, int] = {}
        self.weighed: list[Mapping[int, int]] = []
        """The sums that no step makes greater."""
        self.proved: list[int] = []
        """Places of channels that have bounds by their weights."""
        self.numbers = {key: number for number, key in enumerate(place_keys(net))}
        self.queues: dict[str, list[int]] = {}
        for queue in net.analysis.queues:
            self.queues.setdefault(queue.name, []).append(queue.number)

    def check_channel(self, name: str, channel: Mapping[str, Any]) -> str:
        """The verdict that is proved for the channel: a bound for every queue of that name, or a run that fills it."""
        if "witness" in channel:
            self._check_run(name, channel["witness"])
            return UNBOUNDED
        if channel.get("finite"):
            self.finite.append(name)
            return BOUNDED
        if channel["bound"] is None:
            return UNKNOWN
        self.bounds[name] = channel["bound"]
        if "kept_short" in channel:
            self._check_tests(name, channel["bound"])
            return BOUNDED
        if "states" in channel:
            self._check_states(name, channel["bound"], channel["states"])
            return BOUNDED
        proofs = {proof["queue"]: proof for proof in channel["proofs"]}
        if sorted(proofs) != sorted(self.queues[name]):
            raise Refused(f"channel {name}: there are not as many proofs as queues")
        for queue, proof in proofs.items():
            bound = self._check(f"channel {name}", queue, proof["weights"])
            if not bound <= proof["bound"] <= channel["bound"]:
                raise Refused(f"channel {name}: the weights prove {bound}, not {channel['bound']}")
            self.proved.extend(self.net.messages_of(queue))
        return BOUNDED

    def check_finite(self, data: Mapping[str, Any] | None) -> None:
        """Check that what is said to be finite is: nothing grows for ever but what has a limit by its weights."""
        if not self.finite:
            return
        about = f"channel {', '.join(self.finite)}"
        if data is None:
            raise Refused(f"{about}: there is no proof that it is finite")
        self._check_separation(about, data, self.net, growing_places(self.net, self.proved))

    def _check_separation(self, about: str, data: Mapping[str, Any], net: Net, growing: frozenset[int]) -> None:
        weights = self._weights(about, data["weights"])
        _check_steps(about, weights, net)
        if net is self.net:
            self.weighed.append(weights)
        if not data["parts"]:
            if any(weights.get(place, 0) < 1 for place in added(net, growing)):
                raise Refused(f"{about}: something that may grow weighs nothing")
            return
        having = singles(net)
        if not 0 <= data["single"] < len(having):
            raise Refused(f"{about}: the model has no process or variable with this number")
        found = parts(lasting(net, weights), having[data["single"]][1])
        if len(found) != len(data["parts"]):
            raise Refused(f"{about}: the steps fall into {len(found)} parts, not {len(data['parts'])}")
        for part, proof in zip(found, data["parts"], strict=True):
            self._check_separation(about, proof, part, growing)

    def _check_tests(self, name: str, bound: int) -> None:
        for queue in self.queues[name]:
            kept = kept_short(self.net.analysis, queue)
            if kept is None or kept.bound > bound:
                raise Refused(f"channel {name}: its writers do not see to it that it holds at most {bound} messages")

    def _check_run(self, name: str, data: Mapping[str, Any]) -> None:
        witness = from_data(data)
        if name not in witness.growth:
            raise Refused(f"channel {name}: the run does not make it grow")
        recheck_witness(self.net.analysis.model, self.automata, witness, ROUNDS)

    def _check_states(self, name: str, bound: int, states: int) -> None:
        if self._highest is None:
            self._highest = self.lengths(states) if self.lengths is not None else None
        if self._highest is None:
            raise Refused(f"channel {name}: the states could not be looked at again")
        if self._highest.get(name, 0) > bound:
            raise Refused(f"channel {name}: it holds {self._highest[name]} messages in some state")

    def _check(self, about: str, queue: int, weights: Mapping[str, int]) -> int:
        """The bound that the weights prove for a queue."""
        by_place = self._weights(about, weights)
        _check_steps(about, by_place, self.net)
        self.weighed.append(by_place)
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


def _check_steps(about: str, weights: Mapping[int, int], net: Net) -> None:
    """No step makes the sum of the weights greater."""
    for transition in net.transitions:
        change = weigh(weights, transition)
        if change > 0:
            where = net.analysis.model.locate(transition.arc.statement)
            raise Refused(f"{about}: the step at {where.file}:{where.line} increases the sum by {change}")
