"""What there is at a moment, in lines: channels with how full they are, variables with what they were, timers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from rich.text import Text

from penstock.faces.screen.rows import CHANGED, DIM, HEADING, Row, colour_of, folded, joined, rows_of
from penstock.faces.screen.walk import Watched
from penstock.stepping.scene import Scene, SceneChannel, SceneProcess, SceneTimer, SceneVariable

_LONGEST_BAR = 8
_CHANGED_MARK = "*"


def state_rows(scene: Scene, watched: Sequence[Watched], opened: Set[str], width: int) -> list[Row]:
    """The target of a variable with parts is its expression: those that are `opened` show their parts."""
    rows: list[Row] = []
    _section(rows, "watched", [Row(joined(f" {one.text} = ", (one.value, CHANGED))) for one in watched], width)
    _section(rows, "channels", [Row(_channel(one)) for one in scene.channels], width)
    _section(rows, "variables", list(_variables(scene.variables, opened, 0)), width)
    _section(rows, "timers", [Row(_timer(one)) for one in scene.timers], width)
    for process in scene.processes:
        _section(rows, _process_title(process), list(_variables(process.variables, opened, 0)), width)
        if process.waits:
            rows += rows_of(folded(joined((f" waits: {process.waits}", DIM)), width))
    return rows


def _section(rows: list[Row], title: str | Text, inside: Sequence[Row], width: int) -> None:
    """What is empty is not shown, but processes always are."""
    if isinstance(title, str) and not inside:
        return
    rows += rows_of(folded(joined((title, HEADING)) if isinstance(title, str) else title, width))
    for row in inside:
        rows += rows_of(folded(row.text, width, 4), row.target)


def _process_title(process: SceneProcess) -> Text:
    place = process.place
    name = (f"{process.name}", f"{HEADING} {colour_of(process.process)}")
    text = joined(name, (f" pid {process.pid}, line {place.line}", DIM))
    text.append_text(joined((", alone: inside an atomic sequence" if process.alone else "", DIM)))
    for call in process.calls:
        text.append_text(joined((f", in {call.inline} called at line {call.place.line}", DIM)))
    return text


def _channel(channel: SceneChannel) -> Text:
    mark = _CHANGED_MARK if channel.changed else " "
    text = joined((f"{mark}{channel.name} ", CHANGED if channel.changed else ""), (_fill(channel), DIM))
    for message in channel.messages:
        text.append_text(joined((f" [{','.join(message.values)}]", CHANGED if message.new else "")))
    return text


def _fill(channel: SceneChannel) -> str:
    held, capacity = len(channel.messages), channel.capacity
    if capacity == 0:
        return "rendezvous"
    if capacity is None:
        return f"{held} of any number"
    size = min(capacity, _LONGEST_BAR)
    full = -(-held * size // capacity)
    return f"{held}/{capacity} {'█' * full}{'░' * (size - full)}"


def _variables(variables: Sequence[SceneVariable], opened: Set[str], depth: int) -> Iterator[Row]:
    for one in variables:
        changed = one.was is not None
        mark = _CHANGED_MARK if changed else " "
        sign = ("▾ " if one.expression in opened else "▸ ") if one.parts else ""
        text = joined(mark + "  " * depth + sign, (f"{one.name} = {one.value}", CHANGED if changed else ""))
        text.append_text(joined((f"  was {one.was}" if changed and not one.parts else "", DIM)))
        yield Row(text, one.expression if one.parts else None)
        if one.expression in opened:
            yield from _variables(one.parts, opened, depth + 1)


def _timer(timer: SceneTimer) -> Text:
    left = "off" if timer.left is None else f"{timer.left} {'tick' if timer.left == 1 else 'ticks'} left"
    mark = _CHANGED_MARK if timer.was is not None else " "
    text = joined((f"{mark}{timer.name}: {left}", CHANGED if timer.was is not None else ""))
    return text.append_text(joined((f"  was {timer.was}" if timer.was is not None else "", DIM)))
