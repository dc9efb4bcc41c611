"""Open models: which data the outside has an influence on, line by line."""

from __future__ import annotations

from penstock.closing.closing import find_influence
from penstock.closing.interface import interface_of, is_open
from penstock.closing.knowledge import Reliability
from penstock.closing.report import findings
from penstock.closing.texts import Cannot
from penstock.control import build_automata
from penstock.resolve import Model

InfluenceByLine = dict[tuple[int, str], Reliability]
"""By the line of the model's own file, and the variable as it is written there."""


def influence_by_line(model: Model | None) -> InfluenceByLine:
    """Nothing for models that are closed, or have errors."""
    if model is None or not model.ok or not is_open(model):
        return {}
    automata = build_automata(model)
    if not model.ok:
        return {}
    try:
        found = findings(find_influence(model, automata, interface_of(model)))
    except Cannot:
        return {}
    return {(one.line, one.variable): one.value for one in found}
