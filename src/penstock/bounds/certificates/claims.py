"""What a certificate says, read from data: under which assumptions, what about each channel, and by which proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from penstock.bounds.evidence import EvidencePart, Refused, shown
from penstock.bounds.proofs.structure import MOST_PARTS
from penstock.bounds.runs.witness import Witness, witness_in

FORMAT = "penstock certificate 4"
WITHOUT_LIMIT = "without limit"
Tracked = tuple[str, int, str]
"""A variable: its process ("" for globals), the place among the variables there, its name."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the proofs of a certificate assume, and what they distinguish.

    All of them take buffered channels to be without limit.  The `tracked` variables and the kind of `messages` only
    make the abstraction finer; a limit for the number of processes leaves out runs.
    """

    process_limit: int | None = None
    messages: str = "fine"
    tracked: tuple[Tracked, ...] = ()

    def as_data(self) -> dict[str, Any]:
        return {
            "channels": WITHOUT_LIMIT,
            "process_limit": self.process_limit,
            "messages": self.messages,
            "told_apart": [list(name) for name in self.tracked],
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """Weights of places, by the names of these, that prove a bound for one queue."""

    queue: int
    bound: int
    weights: dict[str, int]


@dataclass(frozen=True, slots=True)
class Apart:
    """So many tokens in places, by the names of these, are never there at the same time: they weigh too much."""

    places: dict[str, int]
    weights: dict[str, int]


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """With n processes at a place at the start a queue never holds more than (constant + slope n) / unit messages."""

    queue: int
    place: str
    constant: int
    slope: int
    unit: int
    weights: dict[str, int]


@dataclass(frozen=True, slots=True)
class Parts:
    """A proof that nothing grows, as `Separation` is, with places by name."""

    weights: dict[str, int]
    single: int
    parts: tuple[Parts, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said about a channel.  Without a bound, a witness and being finite, nothing is."""

    name: str
    bound: int | None
    proofs: tuple[Proof, ...] = ()
    states: int | None = None
    beside: frozenset[str] = frozenset()
    """Channels whose messages were left out of the search of all states."""
    kept_short: bool = False
    in_order: bool = False
    """The weights rest on the order of messages."""
    finite: bool = False
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Certificate:
    assumptions: Assumptions
    verdict: str
    channels: tuple[Claim, ...]
    separation: Parts | None
    never_together: tuple[Apart, ...] = ()
    """Steps that need such tokens are never taken: the other proofs say nothing about them."""
    any_number: tuple[AnyNumber, ...] = ()


def certificate_in(data: object) -> Certificate:
    """The certificate that data are; raises `Refused` if they are none."""
    whole = EvidencePart(data, "the certificate")
    kind = whole.named().get("format")
    if kind is None or kind.value != FORMAT:
        raise Refused(f"this is not a certificate: its format is {shown(None if kind is None else kind.value)}")
    fields = whole.fields(
        ("format", "assumptions", "verdict", "channels", "separation"), ("never_together", "any_number")
    )
    claims = tuple(_claim(part) for part in fields["channels"].items())
    names = [claim.name for claim in claims]
    if len(set(names)) < len(names):
        raise Refused("a channel appears twice")
    assumptions = _assumptions(fields["assumptions"])
    if assumptions.process_limit is not None and any(claim.witness is not None for claim in claims):
        raise Refused("a run says nothing about a model with a limit on processes")
    separation = fields["separation"]
    return Certificate(
        assumptions,
        fields["verdict"].text(),
        claims,
        None if separation.missing else _Reader().parts(separation),
        tuple(_apart(entry) for entry in fields["never_together"].items()) if "never_together" in fields else (),
        tuple(_any_number(entry) for entry in fields["any_number"].items()) if "any_number" in fields else (),
    )


def _assumptions(part: EvidencePart) -> Assumptions:
    fields = part.fields(("channels", "process_limit", "messages", "told_apart"))
    fields["channels"].one_of(WITHOUT_LIMIT)
    limit = fields["process_limit"]
    return Assumptions(
        None if limit.missing else limit.whole(1),
        fields["messages"].one_of("fine", "coarse"),
        tuple(_tracked(entry) for entry in fields["told_apart"].items()),
    )


def _tracked(part: EvidencePart) -> Tracked:
    entries = part.items()
    if len(entries) != 3:
        raise Refused(f"{part.name} does not name a variable")
    process, number, name = entries
    return process.text(), number.whole(0), name.text()


def _claim(part: EvidencePart) -> Claim:
    kinds = ("states", "kept_short", "finite", "witness")
    fields = part.fields(("name", "bound", "proofs"), (*kinds, "beside", "in_order"))
    name, bound = fields["name"].text(), fields["bound"]
    given = [kind for kind in kinds if kind in fields]
    proofs = tuple(_proof(entry) for entry in fields["proofs"].items())
    if len(given) + bool(proofs) > 1:
        raise Refused(f"channel {name}: there is more than one kind of proof")
    if "beside" in fields and "states" not in given:
        raise Refused(f"channel {name}: channels are left out where no states are searched")
    if "in_order" in fields and not proofs:
        raise Refused(f"channel {name}: order without weights proves nothing")
    numbered = bool(proofs) or "states" in given or "kept_short" in given
    if bound.missing == numbered:
        raise Refused(f"channel {name}: its bound and its proof do not match")
    return Claim(
        name,
        None if bound.missing else bound.whole(0),
        proofs,
        states=fields["states"].whole(1) if "states" in given else None,
        beside=frozenset(entry.text() for entry in fields["beside"].items()) if "beside" in fields else frozenset(),
        kept_short="kept_short" in given and fields["kept_short"].yes(),
        in_order="in_order" in fields and fields["in_order"].yes(),
        finite="finite" in given and fields["finite"].yes(),
        witness=witness_in(fields["witness"]) if "witness" in given else None,
    )


def _proof(part: EvidencePart) -> Proof:
    fields = part.fields(("queue", "bound", "weights"))
    return Proof(fields["queue"].whole(1), fields["bound"].whole(0), _weights(fields["weights"]))


def _apart(part: EvidencePart) -> Apart:
    fields = part.fields(("places", "weights"))
    places = {key: tokens.whole(1) for key, tokens in fields["places"].named().items()}
    return Apart(places, _weights(fields["weights"]))


def _any_number(part: EvidencePart) -> AnyNumber:
    fields = part.fields(("queue", "place", "constant", "slope", "unit", "weights"))
    return AnyNumber(
        fields["queue"].whole(1),
        fields["place"].text(),
        fields["constant"].whole(0),
        fields["slope"].whole(0),
        fields["unit"].whole(1),
        _weights(fields["weights"]),
    )


def _weights(part: EvidencePart) -> dict[str, int]:
    return {key: weight.whole() for key, weight in part.named().items()}


class _Reader:
    """Reads proofs in parts, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def parts(self, part: EvidencePart) -> Parts:
        self.count += 1
        if self.count > MOST_PARTS:
            raise Refused(f"there is a proof in more than {MOST_PARTS} parts")
        fields = part.fields(("weights", "single", "parts"))
        inner = tuple(self.parts(entry) for entry in fields["parts"].items())
        return Parts(_weights(fields["weights"]), fields["single"].whole(), inner)
