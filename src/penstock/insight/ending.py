"""Where a label that begins with `end` goes, so that a process may wait there forever."""

from __future__ import annotations

from penstock.insight.index import Index
from penstock.insight.symbols import SymbolKind, TextStretch
from penstock.resolve.model import Model
from penstock.syntax.nodes import Do, If, Node, Receive
from penstock.syntax.printer import statement_text


def end_label(index: Index, file: str, line: int, statement: str) -> tuple[TextStretch, str] | None:
    """The word before which a label is put, and the text with it; for a receive that is written in this line."""
    model = index.model
    if model is None:
        return None
    for node in model.nodes.of(Receive):
        where = model.locate(node)
        if where.line != line or index.span_of(model.position(node), 1).file != file:
            continue
        if statement and statement_text(node) != statement:
            continue
        outer = _selection(model, node)
        position = model.syntax.tokens.positions[outer.first]
        text = model.syntax.tokens.texts[outer.first]
        if model.sources.literal(position, text) is None or model.sources.expansion(position) is not None:
            return None
        return index.span_of(position, len(text)), f"{_free(index)}: {text}"
    return None


def _selection(model: Model, node: Node) -> Node:
    """The selections and loops that begin with a statement: a process that waits there waits in all of them."""
    outer = node
    nodes: list[If | Do] = [*model.nodes.of(If), *model.nodes.of(Do)]
    while True:
        around = [
            one for one in nodes for option in one.options if option.steps and option.steps[0].first == outer.first
        ]
        if not around:
            return outer
        outer = around[-1]


def _free(index: Index) -> str:
    known = {symbol.name for symbol in index.symbols if symbol.kind is SymbolKind.LABEL}
    return next(name for name in ("end", *(f"end_{number}" for number in range(len(known) + 2))) if name not in known)
