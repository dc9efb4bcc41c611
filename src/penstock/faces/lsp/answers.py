"""What long work has found out, where the text speaks of it: bounds beside channels, violations as findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from penstock.faces.lsp.jobs import Jobs
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.places import Places
from penstock.insight.ending import end_label
from penstock.insight.hints import InlineHint
from penstock.insight.symbols import Symbol, SymbolKind, TextStretch
from penstock.resolve.symbols import Variable

VERIFIER = "penstock verify"
_REASONS = {
    "weights": "a sum of messages never grows beyond it",
    "tests": "writers look at the length before they send",
    "states": "all states were visited",
    "structure": "loops that would fill it exclude each other",
    "run": "a run that can be repeated forever fills it",
}
_LEAST = "\N{LESS-THAN OR EQUAL TO}"
_NO_END = "\N{INFINITY}"


def has_buffers(model: ModelReading) -> bool:
    """Whether there is a channel that could fill."""
    return any(capacity_span(model, symbol) is not None for symbol in model.index.symbols)


def bound_answers(jobs: Jobs, model: ModelReading) -> list[dict[str, Any]]:
    known = next((kept for key, kept in jobs.kept.items() if key[:2] == (model.root, "bound")), None)
    if known is None or not known.is_about(model):
        return []
    found: list[dict[str, Any]] = known.answer["channels"]
    return found


def bound_of(jobs: Jobs, model: ModelReading, symbol: Symbol) -> dict[str, Any] | None:
    """What is known about a channel; of an array, about its fullest element."""
    if symbol.kind is not SymbolKind.CHANNEL:
        return None
    name = f"{symbol.owner}.{symbol.name}" if symbol.owner else symbol.name
    found = [one for one in bound_answers(jobs, model) if one["name"].partition("[")[0] == name]
    return max(found, key=lambda one: (one["bound"] is None, one["bound"] or 0)) if found else None


def bound_text(answer: dict[str, Any]) -> str:
    if answer["bound"] is not None:
        return f"{_LEAST} {answer['bound']}"
    return _NO_END if answer["verdict"] == "UNBOUNDED" else "?"


def bound_sentence(answer: dict[str, Any]) -> str:
    reason = _REASONS.get(answer["proof"] or "", "")
    known = f"at most {answer['bound']} messages" if answer["bound"] is not None else str(answer["verdict"]).lower()
    return f"{known}{': ' + reason if reason else ''}; {answer['advice']}"


def bound_hints(jobs: Jobs, model: ModelReading, path: str) -> Iterator[InlineHint]:
    if not bound_answers(jobs, model):
        return
    for symbol in model.index.symbols:
        answer = bound_of(jobs, model, symbol)
        capacity = capacity_span(model, symbol)
        if answer is not None and capacity is not None and capacity.file == path:
            yield InlineHint(path, capacity.end + 1, bound_text(answer), False)


def capacity_span(model: ModelReading, symbol: Symbol) -> TextStretch | None:
    """Where the capacity of a channel is written."""
    fact = symbol.fact
    if not isinstance(fact, Variable) or fact.channel is None:
        return None
    return model.index.stretch(fact.channel.capacity.first, fact.channel.capacity.last)


def capacity_edits(jobs: Jobs, model: ModelReading, path: str, offset: int) -> Iterator[tuple[str, TextStretch, str]]:
    """Capacities that the proved bound could take the place of: a title, what is written, and the bound."""
    for use in model.index.at(path, offset):
        answer = bound_of(jobs, model, use.symbol)
        span = capacity_span(model, use.symbol)
        if answer is None or span is None or answer["bound"] is None or answer["declared"] == max(1, answer["bound"]):
            continue
        new = str(max(1, answer["bound"]))
        yield f"set the capacity of `{use.symbol.name}` to the proved bound, {new}", span, new


# -- verification ----------------------------------------------------------------------------------


def violated(jobs: Jobs, model: ModelReading) -> Iterator[dict[str, Any]]:
    """The properties that do not hold, each once."""
    seen = set()
    for key, kept in jobs.kept.items():
        if key[:2] != (model.root, "verify") or not kept.is_about(model):
            continue
        for one in kept.answer["properties"]:
            if one["verdict"] == "violated" and one["name"] not in seen:
                seen.add(one["name"])
                yield one | {"explanation": kept.answer["explanations"].get(one["name"], "")}


def verdict_of(jobs: Jobs, model: ModelReading, name: str) -> str | None:
    for key, kept in jobs.kept.items():
        if key[:2] == (model.root, "verify") and kept.is_about(model):
            for one in kept.answer["properties"]:
                if one["name"] == name:
                    return str(one["verdict"])
    return None


def violations(jobs: Jobs, model: ModelReading, path: str, places: Places) -> Iterator[types.Diagnostic]:
    """As findings, where the property or the place that fails is written."""
    for one in violated(jobs, model):
        steps = [step for step in one["trail"] if step["line"]]
        ends: dict[str, Any] = steps[-1] if steps else {"file": model.source.name, "line": 1}
        where: dict[str, Any] = one["written"] or (one["failure"] or {}).get("at") or ends
        if model.path_of(where["file"]) != path:
            continue
        yield types.Diagnostic(
            places.line(path, where["line"]),
            f"`{one['name']}` is violated: {one['explanation'] or one['reason']}",
            types.DiagnosticSeverity.Error,
            one["name"],
            source=VERIFIER,
        )


def end_labels(jobs: Jobs, model: ModelReading) -> Iterator[tuple[str, TextStretch, str]]:
    """For processes of a deadlock that may wait forever where they wait: labels that say so."""
    for one in violated(jobs, model):
        failure = one["failure"] or {}
        for waiting in failure.get("waiting", ()):
            path = model.path_of(waiting["file"])
            found = end_label(model.index, path, waiting["line"], waiting.get("statement", ""))
            if found is not None:
                yield f"let `{waiting['process']}` wait there forever", *found
