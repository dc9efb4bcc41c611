"""Changes that a place of a text invites: an `else` for a selection or a loop that has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penstock.insight.collecting import Collector
from penstock.insight.symbols import TextStretch
from penstock.reading.reading import Reading
from penstock.resolve.model import Model
from penstock.syntax.nodes import Do, Else, If
from penstock.syntax.walk import unlabelled


def possible_rewritings(
    reading: Reading, file: str, offset: int, named: Callable[[str], str]
) -> Iterator[tuple[str, TextStretch, str]]:
    """A title, the stretch to replace, and the text for it."""
    model = reading.model
    found = Collector(model.sources, model.syntax.tokens, named)
    nodes: list[If | Do] = [*model.nodes.of(If), *model.nodes.of(Do)]
    for node in nodes:
        end = min(node.options[-1].last + 1, len(found.tokens) - 1) if node.options else node.last
        first, last = _token(found, node.first), _token(found, end)
        if (
            first is None
            or last is None
            or _has_else(node)
            or first.file != file
            or found.tokens.texts[end] not in ("fi", "od")
        ):
            continue
        if first.start <= offset <= first.end or last.start <= offset <= last.end:
            closing = model.syntax.tokens.texts[end]
            does = "skip" if isinstance(node, If) else "break"
            indent = _indent(model, end)
            yield f"add `:: else -> {does}`", last, f":: else -> {does}\n{indent}{closing}"


def _has_else(node: If | Do) -> bool:
    firsts = (option.steps[0] for option in node.options if option.steps)
    return any(isinstance(unlabelled(step), Else) for step in firsts)  # type: ignore[arg-type]


def _token(found: Collector, at: int) -> TextStretch | None:
    return found.span(found.tokens.positions[at], found.tokens.texts[at])


def _indent(model: Model, at: int) -> str:
    """The blanks that the line of a token begins with."""
    position = model.sources.written(model.syntax.tokens.positions[at])
    file = model.sources.file_at(position)
    line = file.line_text(file.location(position - file.base).line)
    return line[: len(line) - len(line.lstrip())]
