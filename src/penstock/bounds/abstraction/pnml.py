"""A net in PNML (ISO 15909-2), which other tools for Petri nets read.

A step that only looks at a token takes it and puts it back: place/transition nets have no arcs that look.
"""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Net, Transition

GRAMMAR = "http://www.pnml.org/version-2009/grammar/pnml"
KIND = "http://www.pnml.org/version-2009/grammar/ptnet"


def pnml(net: Net) -> str:
    names = NetNames(net)
    document = Element("pnml", xmlns=GRAMMAR)
    whole = SubElement(document, "net", id="net", type=KIND)
    page = SubElement(whole, "page", id="page")
    for number in range(len(net.places)):
        place = SubElement(page, "place", id=f"p{number}")
        _text(place, "name", names.place(number))
        if net.start.get(number):
            _text(place, "initialMarking", str(net.start[number]))
    for number, step in enumerate(net.transitions):
        transition = SubElement(page, "transition", id=f"t{number}")
        _text(transition, "name", "; ".join(net.analysis.model.said(arc.statement) for arc in step.arcs))
        taken, given = tokens(step)
        arcs = [(f"p{place}", f"t{number}", count) for place, count in sorted(taken.items())]
        arcs += [(f"t{number}", f"p{place}", count) for place, count in sorted(given.items())]
        for source, target, count in arcs:
            arc = SubElement(page, "arc", id=f"{source}-{target}", source=source, target=target)
            if count > 1:
                _text(arc, "inscription", str(count))
    indent(document)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(document, "unicode")}\n'


def tokens(step: Transition) -> tuple[Counter[int], Counter[int]]:
    """What a step takes from places, and what it puts there."""
    change = Counter(dict(step.effect))
    taken = Counter(step.needs)
    for place, more in change.items():
        taken[place] = max(taken[place], -more)
    given = Counter({place: taken[place] + change[place] for place in taken.keys() | change.keys()})
    return +taken, +given


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(SubElement(parent, name), "text").text = _printable(text)


def _printable(text: str) -> str:
    """XML has no control characters and no halves of letters."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
