"""The declared capacities of a model replaced by others, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.bounds.verdict import BoundResult
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.layout import TokenTable
from penstock.syntax.nodes import Node


@dataclass(frozen=True, slots=True)
class Edited:
    """The new text of the model's own file, and the channels whose capacity is not written there as a number."""

    text: str
    left: tuple[str, ...]


def with_capacities(model: Model, capacities: dict[Variable, int]) -> Edited:
    """Write new capacities for declarations of channels, where they stand in the model's own file."""
    tokens, sources = model.syntax.tokens, model.sources
    main = sources.files[0]
    edits: list[tuple[int, int, str]] = []
    left: list[str] = []
    for variable, capacity in capacities.items():
        assert variable.channel is not None
        first, last = _written(tokens, variable.channel.capacity)
        start, end = tokens.positions[first], tokens.positions[last] + len(tokens.texts[last])
        if sources.expansion(start) is not None or not main.base <= start < end <= main.base + len(main.text):
            left.append(variable.name)
            continue
        written = main.text[start - main.base : end - main.base]
        if written != str(capacity):
            edits.append((start - main.base, end - main.base, str(capacity)))
    text = main.text
    for start, end, new in sorted(set(edits), reverse=True):
        text = text[:start] + new + text[end:]
    return Edited(text, tuple(left))


def _written(tokens: TokenTable, capacity: Node) -> tuple[int, int]:
    """The first and the last token of a capacity, with the parentheses around its parts."""
    first, last = capacity.first, capacity.last
    while tokens.texts[first - 1] != "[":
        first -= 1
    while tokens.texts[last + 1] != "]":
        last += 1
    return first, last


def new_capacities(result: BoundResult) -> dict[Variable, int]:
    """For each declaration the largest bound of its channels; at least 1, since 0 would mean a rendezvous."""
    capacities: dict[Variable, int] = {}
    unbounded: set[Variable] = set()
    for channel in result.channels:
        variable = result.net.analysis.queues[channel.queues[0] - 1].variable
        if channel.bound is None:
            unbounded.add(variable)
            continue
        capacities[variable] = max(1, channel.bound, capacities.get(variable, 1))
    return {variable: capacity for variable, capacity in capacities.items() if variable not in unbounded}
