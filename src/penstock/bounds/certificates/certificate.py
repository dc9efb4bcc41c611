"""Proofs in a form that can be kept and checked again: weights for the places of the net, by name.

Checking shares nothing with the search for the weights: the net is built from the model, and every
step is looked at once, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Holding, Net, Room, Standing
from penstock.bounds.certificates.claims import (
    FORMAT,
    AnyNumber,
    Apart,
    Assumptions,
    Certificate,
    Claim,
    Parts,
    Tracked,
    certificate_in,
)
from penstock.bounds.certificates.trial import Claims, try_claims
from penstock.bounds.evidence import Refused
from penstock.bounds.proofs.choosing import can_be_tracked
from penstock.bounds.proofs.exclusions import Exclusion, remaining
from penstock.bounds.proofs.families import Family, formula, may_vary
from penstock.bounds.proofs.guards import kept_short
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.proofs.order import limit_of
from penstock.bounds.proofs.structure import Separation, added, growing_places, lasting, parts, singles, weigh
from penstock.bounds.proofs.together import MOST_PLACES, Together
from penstock.bounds.runs.heads import lengths_beside
from penstock.bounds.runs.search import SearchLimits
from penstock.bounds.runs.witness import Witness, as_data, recheck_witness
from penstock.bounds.story import Trial
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, UNKNOWN, BoundResult, BoundVerdict, ChannelBound
from penstock.control import Automaton
from penstock.graphs import grouped
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable

ROUNDS = (10, 20, 30)
"""How often the loops of runs are repeated."""
MOST_STATES = 3_000_000
APART = "tokens that are never there at the same time"
MORE_WITHOUT_REDUCTION = 20
"""Reduction seldom leaves less than one of so many states."""


def place_keys(net: Net) -> list[str]:
    """For each place a name that is the same whenever the net of the same model is built."""
    names = NetNames(net)
    keys = []
    for number, place in enumerate(net.places):
        if isinstance(place, Room):
            keys.append("room for processes")
        elif isinstance(place, Holding):
            keys.append(f"holding {place.variable.name} {place.value}")
        elif isinstance(place, Standing):
            node = place.owner.nodes[place.node]
            held = f" {list(node.key)}" if node.key else ""
            keys.append(f"location {place.owner.number} {names.owner(place.owner)} {node.location}{held}")
        else:
            kind = "handed" if place.handed else "messages"
            keys.append(f"{kind} {place.queue} {names.place(number)} {list(place.type)}")
    return keys


def certificate(result: BoundResult, coarse: bool = False, process_limit: int | None = None) -> dict[str, Any]:
    """The evidence of a result; channels without any are named, too."""
    keys = place_keys(result.net)
    apart = [_apart(exclusion, keys) for exclusion in result.exclusions]
    tracked = tuple(tracked_names(result.net.analysis))
    return {
        "format": FORMAT,
        "assumptions": Assumptions(process_limit, "coarse" if coarse else "fine", tracked).as_data(),
        "verdict": result.verdict,
        "channels": [_channel(channel, keys) for channel in result.channels],
        "separation": None if result.separation is None else _separation(result.separation, keys),
        **({"never_together": apart} if apart else {}),
        **({"any_number": [_family(one, keys) for one in result.families]} if result.families else {}),
    }


def tracked_names(analysis: Analysis) -> list[Tracked]:
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
        if channel.beside:
            data["beside"] = sorted(channel.beside)
    if channel.order is not None:
        data["in_order"] = True
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


def _apart(found: Exclusion, keys: list[str]) -> dict[str, Any]:
    places = {keys[place]: tokens for place, tokens in found.places}
    return {"places": places, "weights": {keys[place]: weight for place, weight in found.weights.items()}}


def _family(found: Family, keys: list[str]) -> dict[str, Any]:
    weights = {keys[place]: weight for place, weight in found.weights.items()}
    numbers = {"constant": found.constant, "slope": found.slope, "unit": found.unit}
    return {"queue": found.queue, "place": keys[found.place], **numbers, "weights": weights}


def _separation(found: Separation, keys: list[str]) -> dict[str, Any]:
    weights = {keys[place]: weight for place, weight in found.weights.items()}
    return {"weights": weights, "single": found.single, "parts": [_separation(part, keys) for part in found.parts]}


Lengths = Callable[[int], dict[str, int] | None]
"""Finds the largest lengths of all channels by looking at all states, about so many; None if that is not possible."""


def recheck(
    data: object,
    model: Model,
    automata: list[Automaton],
    lengths: Lengths | None = None,
    process_limit: int | None = None,
    tell: Callable[[Trial], None] | None = lambda _: None,
) -> BoundVerdict:
    """Check a certificate against a model; the verdict that it proves, or `Refused`.

    `process_limit` is what the caller assumes; the certificate must not assume more.
    Then its proofs are tried on runs of the model; `tell` is told how.  Without one they are not tried: whoever says so
    knows that they were, by the same program on the same model.
    """
    claimed = certificate_in(data)
    _check_limit(claimed, process_limit)
    analysis = _assumed_analysis(claimed.assumptions, model, automata)
    checker = _Checker(analysis, claimed, automata, lengths)
    wanted = {queue.name for queue in analysis.queues if not analysis.kind(queue.number).rendezvous}
    given = {claim.name for claim in claimed.channels}
    if wanted != given:
        different = ", ".join(sorted(wanted ^ given))
        raise Refused(f"the channels of the certificate and of the model differ: {different:.200}")
    proved = {checker.check_channel(claim) for claim in claimed.channels}
    checker.check_finite(claimed.separation)
    for family in claimed.any_number:
        checker.check_family(family)
    verdict = next((verdict for verdict in (UNBOUNDED, UNKNOWN) if verdict in proved), BOUNDED)
    if verdict != claimed.verdict:
        raise Refused(f"the certificate says {claimed.verdict:.60}, but it proves {verdict}")
    if tell is not None:
        order = checker.together if checker.below else None
        claims = Claims(tuple(checker.weighed), checker.bounds, order, tuple(checker.below))
        tell(try_claims(checker.net, automata, claims))
    return verdict


def _check_limit(claimed: Certificate, wanted: int | None) -> None:
    """With fewer processes there are fewer runs: a proof for more processes is a proof for fewer."""
    limit = claimed.assumptions.process_limit
    if limit is not None and (wanted is None or wanted > limit):
        asked = "which was not asked for" if wanted is None else f"not {wanted}"
        raise Refused(f"it assumes at most {limit} processes at a time, {asked}")
    if wanted is not None and any(claim.witness is not None for claim in claimed.channels):
        raise Refused(f"its runs say nothing about a model with at most {wanted} processes at a time")


def assumed_net(assumptions: Assumptions, model: Model, automata: list[Automaton]) -> Net:
    """The net that proofs with these assumptions are about; raises `Refused` if there is none."""
    return _net_of(_assumed_analysis(assumptions, model, automata), assumptions)


def _assumed_analysis(assumptions: Assumptions, model: Model, automata: list[Automaton]) -> Analysis:
    with _refusing():
        return Analysis(model, automata, _tracked(assumptions.tracked, model, automata))


def _net_of(analysis: Analysis, assumptions: Assumptions) -> Net:
    with _refusing():
        return build_net(analysis, assumptions.messages == "coarse", assumptions.process_limit)


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except TooLarge:
        raise Refused("the variables that it tracks have too many values") from None


def _tracked(names: Sequence[Tracked], model: Model, automata: list[Automaton]) -> frozenset[Variable]:
    """The variables whose values were distinguished, among those that can be tracked."""
    groups = {"": list(model.globals), **{automaton.name: _variables(automaton) for automaton in automata}}
    found: list[Variable] = []
    for process, number, name in names:
        variables = groups.get(process, [])
        if not number < len(variables) or variables[number].name != name:
            raise Refused(f"the model has no variable {name:.60} in {process[:60] or 'its globals'}")
        if not can_be_tracked(variables[number]):
            raise Refused(f"the values of {name} cannot be tracked")
        found.append(variables[number])
    return frozenset(found)


class _Checker:
    """The net is built when a proof is about it: what all states prove needs none."""

    def __init__(
        self, analysis: Analysis, claimed: Certificate, automata: list[Automaton], lengths: Lengths | None
    ) -> None:
        self.analysis = analysis
        self.claimed = claimed
        self.automata = automata
        self.lengths = lengths
        self._highest: dict[frozenset[str], dict[str, int] | None] = {}
        self.finite: list[str] = []
        self.bounds: dict[str, int] = {}
        self.weighed: list[Mapping[int, int]] = []
        """The sums that no step makes greater."""
        self.below: list[tuple[Mapping[int, int], int]] = []
        """The sums that may grow, with the most that they ever are."""
        self.proved: list[int] = []
        """Places of channels that have bounds by their weights."""
        self.queues = grouped((queue.name, queue.number) for queue in analysis.queues)

    @cached_property
    def whole_net(self) -> Net:
        return _net_of(self.analysis, self.claimed.assumptions)

    @cached_property
    def net(self) -> Net:
        """The net without the steps that are never taken."""
        excluded = [self._exclusion(apart) for apart in self.claimed.never_together]
        if not excluded:
            return self.whole_net
        net = remaining(self.whole_net, excluded)
        for exclusion in excluded:
            if not exclusion.holds(net):
                raise Refused(f"{APART}: they weigh no more than there is at the start")
            _check_steps(APART, exclusion.weights, net)
            self.weighed.append(exclusion.weights)
        return net

    def _exclusion(self, apart: Apart) -> Exclusion:
        places = {self._place(APART, key): tokens for key, tokens in apart.places.items()}
        if not self.whole_net.handed_places.isdisjoint(places):
            raise Refused(f"{APART}: what is handed over never waits")
        return Exclusion(tuple(places.items()), self._weights(APART, apart.weights))

    @cached_property
    def together(self) -> Together:
        if len(self.net.places) > MOST_PLACES:
            raise Refused(f"more than {MOST_PLACES} places are too many for a proof by order")
        return Together(self.net)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(place_keys(self.whole_net))}

    def check_channel(self, claim: Claim) -> BoundVerdict:
        """The verdict that is proved for the channel: a bound for every queue of that name, or a run that fills it."""
        if claim.witness is not None:
            self._check_run(claim.name, claim.witness)
            return UNBOUNDED
        if claim.finite:
            self.finite.append(claim.name)
            return BOUNDED
        if claim.bound is None:
            return UNKNOWN
        self.bounds[claim.name] = claim.bound
        if claim.kept_short:
            self._check_tests(claim.name, claim.bound)
        elif claim.states is not None:
            self._check_states(claim.name, claim.bound, claim.states, claim.beside)
        else:
            self._check_proofs(claim, claim.bound)
        return BOUNDED

    def _check_proofs(self, claim: Claim, bound: int) -> None:
        name, proofs = claim.name, claim.proofs
        if sorted(proof.queue for proof in proofs) != sorted(self.queues[name]):
            raise Refused(f"channel {name}: the numbers of proofs and queues differ")
        for proof in proofs:
            check = self._check_in_order if claim.in_order else self._check
            proved = check(f"channel {name}", proof.queue, proof.weights)
            if not proved <= proof.bound <= bound:
                raise Refused(f"channel {name}: the weights prove {proved}, not {bound}")
            self.proved.extend(self.net.messages_of(proof.queue))

    def check_finite(self, proof: Parts | None) -> None:
        """Check that what is said to be finite is: nothing grows forever except what its weights limit."""
        if not self.finite:
            return
        about = f"channel {', '.join(self.finite)}"
        if proof is None:
            raise Refused(f"{about}: there is no proof that it is finite")
        self._check_separation(about, proof, self.net, growing_places(self.net, self.proved))

    def check_family(self, claim: AnyNumber) -> None:
        """Check a formula: its weights hold whatever stands at the start, and are what the formula adds up."""
        about = f"any number of processes, queue {claim.queue}"
        place = self._place(about, claim.place)
        weights = self._weights(about, claim.weights)
        if self.claimed.never_together or not may_vary(self.net, place):
            raise Refused(f"{about}: the steps of the model depend on that number")
        if not self.net.messages_of(claim.queue):
            raise Refused(f"{about}: nothing is ever sent there")
        _check_steps(about, weights, self.net)
        self.weighed.append(weights)
        proved = (*formula(self.net, weights, place), _unit(about, self.net.messages_of(claim.queue), weights))
        if proved != (claim.constant, claim.slope, claim.unit):
            raise Refused(f"{about}: the weights prove another formula")

    def _check_separation(self, about: str, proof: Parts, net: Net, growing: frozenset[int]) -> None:
        weights = self._weights(about, proof.weights)
        _check_steps(about, weights, net)
        if net is self.net:
            self.weighed.append(weights)
        if not proof.parts:
            if any(weights.get(place, 0) < 1 for place in added(net, growing)):
                raise Refused(f"{about}: something that may grow weighs nothing")
            return
        having = singles(net)
        if not 0 <= proof.single < len(having):
            raise Refused(f"{about}: the model has no process or variable with this number")
        found = parts(lasting(net, weights), having[proof.single][1])
        if len(found) != len(proof.parts):
            raise Refused(f"{about}: the steps fall into {len(found)} parts, not {len(proof.parts)}")
        for part, inner in zip(found, proof.parts, strict=True):
            self._check_separation(about, inner, part, growing)

    def _check_tests(self, name: str, bound: int) -> None:
        for queue in self.queues[name]:
            kept = kept_short(self.analysis, queue)
            if kept is None or kept.bound > bound:
                raise Refused(f"channel {name}: its writers do not keep it to at most {bound} messages")

    def _check_run(self, name: str, witness: Witness) -> None:
        if name not in witness.growth:
            raise Refused(f"channel {name}: the run does not make it grow")
        recheck_witness(self.analysis.model, self.automata, witness, ROUNDS)

    def _check_states(self, name: str, bound: int, states: int, beside: frozenset[str]) -> None:
        if name in beside:
            raise Refused(f"channel {name}: its own messages are left out of the search")
        if beside not in self._highest:
            self._highest[beside] = self._searched(states, beside)
        highest = self._highest[beside]
        if highest is None:
            raise Refused(f"channel {name}: the states could not be searched again")
        if highest.get(name, 0) > bound:
            raise Refused(f"channel {name}: it holds {highest[name]} messages in some state")

    def _searched(self, states: int, beside: frozenset[str]) -> dict[str, int] | None:
        """The largest lengths; where channels are left out, without the reduction by which bounds are found."""
        if not beside:
            return self.lengths(states) if self.lengths is not None else None
        limits = SearchLimits(min(MOST_STATES, MORE_WITHOUT_REDUCTION * states))
        found = lengths_beside(self.analysis.model, self.automata, beside, limits, reduced=False)
        return None if found is None else found.highest

    def _check(self, about: str, queue: int, weights: Mapping[str, int]) -> int:
        """The bound that the weights prove for a queue."""
        by_place = self._weights(about, weights)
        _check_steps(about, by_place, self.net)
        self.weighed.append(by_place)
        start = sum(by_place.get(place, 0) * tokens for place, tokens in self.net.start.items())
        return start // _unit(about, self.net.messages_of(queue), by_place)

    def _check_in_order(self, about: str, queue: int, weights: Mapping[str, int]) -> int:
        """The same where the order of messages is needed."""
        by_place = self._weights(about, weights)
        limit = limit_of(self.together, by_place)
        if limit is None:
            raise Refused(f"{about}: the order of messages does not limit the sum of the weights")
        self.below.append((by_place, limit))
        return limit // _unit(about, self.net.messages_of(queue), by_place)

    def _weights(self, about: str, weights: Mapping[str, int]) -> dict[int, int]:
        handed = self.whole_net.handed_places
        found: dict[int, int] = {}
        for key, weight in weights.items():
            place = self._place(about, key)
            if weight < 0 and place not in handed:
                raise Refused(f"{about}: the weight of `{key}` is negative")
            found[place] = weight
        return found

    def _place(self, about: str, key: str) -> int:
        if key not in self.numbers:
            raise Refused(f"{about}: the model has no place `{key:.100}`")
        return self.numbers[key]


def _unit(about: str, messages: Sequence[int], weights: Mapping[int, int]) -> int:
    """What a message of a queue weighs at least."""
    unit = min((weights.get(place, 0) for place in messages), default=1)
    if unit < 1:
        raise Refused(f"{about}: some of its messages weigh nothing")
    return unit


def _check_steps(about: str, weights: Mapping[int, int], net: Net) -> None:
    """No step makes the sum of the weights greater."""
    for transition in net.transitions:
        change = weigh(weights, transition)
        if change > 0:
            where = net.analysis.model.locate(transition.arc.statement)
            raise Refused(f"{about}: the step at {where.file}:{where.line} increases the sum by {change}")
