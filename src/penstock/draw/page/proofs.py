"""Proofs in words, and the weights behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Messages, Standing
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.proofs.order import Order
from penstock.bounds.telling.weights import count_lines
from penstock.bounds.telling.words import other_reasons
from penstock.bounds.verdict import BoundResult
from penstock.diagnostics.record import counted
from penstock.draw.page.listing import LineLink, Listing

MOST_ROWS = 500
MOST_ROWS_IN_ALL = 6_000
"""How many weights are shown for one proof, and for all."""


@dataclass(frozen=True, slots=True)
class WeighedPlace:
    """A place with its name in the middle, and the line of what is done next there."""

    before: str
    name: str
    after: str
    line: LineLink | None
    weight: int
    start: int


@dataclass(frozen=True, slots=True)
class WeightTable:
    title: str
    rows: Sequence[WeighedPlace]
    left: int


@dataclass(frozen=True, slots=True)
class ShownProof:
    text: Sequence[str]
    unit: int
    most: str
    weights: WeightTable


@dataclass(frozen=True, slots=True)
class ShownProofs:
    """The proof for all channels together, if there is one, and those for each channel; None: nothing is sent to it."""

    reasons: Sequence[str]
    proved: str = ""
    common: ShownProof | None = None
    own: Sequence[tuple[str, ShownProof | None]] = ()


def shown_proofs(result: BoundResult, names: NetNames, listing: Listing) -> ShownProofs | None:
    reasons = [f"{reason[0].upper()}{reason[1:]}." for reason in other_reasons(result)]
    proved = [channel for channel in result.channels if channel.proofs]
    if not proved:
        return ShownProofs(reasons) if reasons else None
    teller = _Teller(names, listing)
    common = teller.show("all channels together", result.proof) if result.proof is not None else None
    own = [
        (channel.name, teller.show(f"channel {channel.name}", proof, channel.order))
        for channel in proved
        for proof in channel.proofs
    ]
    return ShownProofs(reasons, counted(len(proved), "channel"), common, own)


class _Teller:
    """Writes tables of weights until the page has enough of them."""

    def __init__(self, names: NetNames, listing: Listing) -> None:
        self.names = names
        self.listing = listing
        self._left = MOST_ROWS_IN_ALL

    def show(self, about: str, proof: Invariant, order: Order | None = None) -> ShownProof | None:
        if not proof.weights:
            return None
        text, most = count_lines(self.names, proof, order=order), counted(proof.bound, "message")
        return ShownProof(text, proof.unit, most, self._table(about, proof))

    def _table(self, about: str, proof: Invariant) -> WeightTable:
        places = sorted(proof.weights, key=lambda place: isinstance(self.names.net.places[place], Standing))
        shown = places[: min(MOST_ROWS, self._left)]
        self._left -= len(shown)
        rows = [self._row(place, proof.weights[place]) for place in shown]
        return WeightTable(f"all weights for {about} ({len(places)})", rows, len(places) - len(shown))

    def _row(self, number: int, weight: int) -> WeighedPlace:
        place = self.names.net.places[number]
        start = self.names.net.start.get(number, 0)
        if isinstance(place, Messages):
            kind = "message handed over directly in " if place.handed else "message in "
            return WeighedPlace(kind, self.names.place(number), "", None, weight, start)
        if not isinstance(place, Standing):
            return WeighedPlace(self.names.place(number), "", "", None, weight, start)
        line, at = self._where(place)
        return WeighedPlace("process ", self.names.owner(place.owner), at, line, weight, start)

    def _where(self, place: Standing) -> tuple[LineLink | None, str]:
        leaving = place.owner.leaving(place.node)
        if not leaving:
            return None, " at its end"
        held = self.names.held(place)
        at = f" at place {place.owner.nodes[place.node].location}" + (f" with {held}" if held else "")
        return self.listing.link(self.names.analysis.model.locate(leaving[0].statement)), at
