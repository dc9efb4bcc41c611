"""A proof by weights in words: what each message counts, and what each process counts before which statement.

this count never grows, and is 4 at the start:
  each message in ch counts 1
  Sender counts 4 before line 9 `i < 4` with i = 0, 3 before line 9 `i < 4` with i = 1, ... (9 more)
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Messages, Standing
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.proofs.order import Order
from penstock.graphs import grouped

MOST_KINDS = 12
MOST_STATEMENTS = 3


def count_lines(
    names: NetNames, proof: Invariant, most: int | None = MOST_STATEMENTS, order: Order | None = None
) -> list[str]:
    """The proof, with at most so many statements of each process; None: all of them."""
    limited = "never grows, and is {} at the start" if order is None else "is never more than {}"
    return [
        f"this count {limited.format(proof.start)}:",
        *(f"  {line}" for line in _messages(names, proof, None if most is None else MOST_KINDS)),
        *(f"  {line}" for line in _processes(names, proof, most)),
    ]


def full_lines(names: NetNames, proof: Invariant, order: Order | None = None) -> list[str]:
    """The proof of a bound with all it consists of, what there is at the start, and what follows."""
    if not proof.weights:
        return ["no process ever sends to it"]
    follows = (
        f"each message here counts at least {proof.unit}, so there are never more than {proof.start} / {proof.unit}"
        f" = {proof.bound}" + (" (rounded down)" if proof.start % proof.unit else "")
    )
    if order is not None:
        return [*count_lines(names, proof, None, order), *_anew(names, order), follows]
    start = [
        f"{f'{tokens} times ' if tokens > 1 else ''}{proof.weights[place]} for {_at(names, place)}"
        for place, tokens in names.net.start.items()
        if proof.weights.get(place)
    ]
    return [
        *count_lines(names, proof, None),
        f"at the start: {' + '.join(start) or 'nothing'} = {proof.start}",
        follows,
    ]


def _anew(names: NetNames, order: Order) -> list[str]:
    """Where the count may grow."""
    if not order.anew:
        return ["no step makes it grow that is possible where messages keep their order"]
    model = names.analysis.model
    told = [f"  line {model.locate(statement).line} `{model.said(statement)}`" for statement in order.anew]
    about = "it grows only at these steps, where it is known what else that counts can be left, since messages keep"
    return [f"{about} their order:", *told]


def _messages(names: NetNames, proof: Invariant, most: int | None) -> Iterator[str]:
    """What messages count, those of the same weight together, and whatever else is no process."""
    others = [number for number in proof.weights if not isinstance(names.net.places[number], Standing)]
    for weight, numbers in sorted(grouped((proof.weights[number], number) for number in others).items()):
        told = _some([_named(names, number) for number in numbers], most)
        yield f"{', '.join(told)} {'counts' if len(told) == 1 else 'count'} {weight}"


def _named(names: NetNames, number: int) -> str:
    place = names.net.places[number]
    if not isinstance(place, Messages):
        return names.place(number)
    message = names.message(place)
    handed = " handed over" if place.handed else ""
    return f"each {message or 'message'}{handed} in {names.queue(place.queue)}"


def _processes(names: NetNames, proof: Invariant, most: int | None) -> Iterator[str]:
    """What a process counts, by what it does next: for what it can still send, and for what it has to answer."""
    places = [(names.net.places[number], weight) for number, weight in proof.weights.items()]
    standing = [(place.owner, (weight, place)) for place, weight in places if isinstance(place, Standing)]
    for owner, weighed in grouped(standing).items():
        by_weight = sorted(weighed, key=lambda one: (-one[0], one[1].node))
        told = _some(list(dict.fromkeys(f"{weight} {_before(names, place)}" for weight, place in by_weight)), most)
        if most is None:
            yield f"{names.owner(owner)} counts"
            yield from (f"  {one}" for one in told)
        else:
            yield f"{names.owner(owner)} counts {', '.join(told)}"


def _at(names: NetNames, number: int) -> str:
    place = names.net.places[number]
    if isinstance(place, Standing):
        return f"{names.owner(place.owner)} {_before(names, place)}"
    return names.place(number)


def _before(names: NetNames, place: Standing) -> str:
    leaving = place.owner.leaving(place.node)
    held = names.held(place)
    holding = f" with {held}" if held else ""
    if not leaving:
        return f"at its end{holding}"
    model = names.analysis.model
    return f"before line {model.locate(leaving[0].statement).line} `{model.said(leaving[0].statement)}`{holding}"


def _some(told: list[str], most: int | None) -> list[str]:
    """The first ones, and how many are left out."""
    if most is None or len(told) <= most:
        return told
    return [*told[:most], f"... ({len(told) - most} more)"]
