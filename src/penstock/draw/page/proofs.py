"""Proofs in words, and the weights behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Location as Standing
from penstock.bounds.abstraction.places import Messages
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.telling.words import invariant_text, other_reasons
from penstock.bounds.verdict import ChannelBound, Result
from penstock.diagnostics.record import counted
from penstock.draw.page.elements import Html, code, element, folded, html, join, paragraph, section, table
from penstock.draw.page.listing import Listing

MOST_ROWS = 500
MOST_ROWS_IN_ALL = 6_000
"""How many weights are shown for one proof, and for all."""


def proof_section(result: Result, names: NetNames, listing: Listing) -> Html:
    """The proof for all channels together, if there is one, and those for each channel."""
    reasons = [paragraph(f"{reason[0].upper()}{reason[1:]}.") for reason in other_reasons(result)]
    proved = [channel for channel in result.channels if channel.proofs]
    if not proved:
        return section("Proof", *reasons, name="proof") if reasons else Html()
    weights = _Weights(names, listing)
    common = result.proof if result.proof is not None and result.proof.weights else None
    parts = [_why(), *([] if common is None else [_sum(names, common), weights.show("all channels together", common)])]
    own = [part for channel in proved for part in _channel(names, weights, channel)]
    count = counted(len(proved), "channel")
    return section(
        "Proof", *reasons, *parts, folded(f"proofs for each channel separately ({count})", *own), name="proof"
    )


def _why() -> Html:
    return paragraph(
        "Every message, and every place where a process can stand, is given a weight. No step of any process increases "
        "the sum of all weights, so it never exceeds its value at the start, and the number of messages is at most "
        "this sum divided by the least weight of a message. The weights were checked in whole numbers, step by step."
    )


def _sum(names: NetNames, proof: Invariant) -> Html:
    return element("blockquote", code(invariant_text(names, proof)))


def _channel(names: NetNames, weights: _Weights, channel: ChannelBound) -> Iterable[Html]:
    for proof in channel.proofs:
        if not proof.weights:
            yield paragraph(code(channel.name), ": nothing is ever sent to it.")
            continue
        each = f"; a message weighs at least {proof.unit}" if proof.unit > 1 else ""
        so = f"{each}; so there are never more than {counted(proof.bound, 'message')}."
        yield paragraph(code(channel.name), ": ", code(invariant_text(names, proof)), so)
        yield weights.show(f"channel {channel.name}", proof)


class _Weights:
    """Writes tables of weights until the page has enough of them."""

    def __init__(self, names: NetNames, listing: Listing) -> None:
        self.names = names
        self.listing = listing
        self._left = MOST_ROWS_IN_ALL

    def show(self, about: str, proof: Invariant) -> Html:
        places = sorted(proof.weights, key=lambda place: isinstance(self.names.net.places[place], Standing))
        shown = places[: min(MOST_ROWS, self._left)]
        self._left -= len(shown)
        title = f"all weights for {about} ({len(places)})"
        if not shown:
            return paragraph(f"{title}: left out here, `--certificate` writes them.")
        head = ["what has a weight", "line", "weight", "how many at the start"]
        return folded(title, table(title, head, self._rows(proof, shown), (1, 2, 3)), _rest(places, shown))

    def _rows(self, proof: Invariant, places: Sequence[int]) -> Iterable[list[str]]:
        start = self.names.net.start
        for place in places:
            what, line = self._place(place)
            yield [what, line, str(proof.weights[place]), str(start.get(place, 0))]

    def _place(self, number: int) -> tuple[Html, Html]:
        """What a place is called, and the line of what is done next there."""
        place = self.names.net.places[number]
        if isinstance(place, Messages):
            kind = "message handed over directly in " if place.handed else "message in "
            return join([kind, code(self.names.place(number))]), Html()
        if not isinstance(place, Standing):
            return html(self.names.place(number)), Html()
        who = code(self.names.owner(place.owner))
        leaving = place.owner.leaving(place.node)
        if not leaving:
            return join(["process ", who, " at its end"]), Html()
        where = self.listing.link(self.names.analysis.model.locate(leaving[0].statement))
        held = self.names.held(place)
        at = f" at place {place.owner.nodes[place.node].location}" + (f" with {held}" if held else "")
        return join(["process ", who, at]), where


def _rest(places: Sequence[int], shown: Sequence[int]) -> Html:
    left = len(places) - len(shown)
    return paragraph(f"... and {left} more: `--certificate` writes them all.") if left else Html()
