"""The screen, driven without a terminal: what keys, clicks and answers do, in every language of models."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.text import Text
from textual.pilot import Pilot

from penstock.errors import UsageError
from penstock.faces.cli.walking import save_run
from penstock.faces.screen.app import StepperApp
from penstock.faces.screen.row_pane import RowPane
from penstock.faces.screen.rows import folded, shortened
from penstock.faces.screen.source_rows import SourceView
from penstock.faces.screen.walk import Errand, Walk
from penstock.faces.screen.words import help_lines
from penstock.machine.trace import Ending
from penstock.reading.source import Source
from penstock.stepping.conditions import BadExpression
from penstock.stepping.recorded import timeline_along
from penstock.stepping.timeline import Timeline
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.simulate import simulate, simulated_model

EXAMPLES = Path(__file__).parent.parent / "examples"
CROSSING = EXAMPLES / "crossing.pml"
TIMED = """
timer t; byte x;
active proctype P() { do :: x < 200 -> set(t, 3); expire(t); x++ od }
"""
NESTED = """
typedef pair { byte a; bool b[2] }; pair p[2]; byte x;
inline twice(n) { n++;
    n++ }
active [2] proctype P() { p[1].b[0] = true; twice(x) }
"""
Play = Callable[[Pilot[None], StepperApp], Awaitable[None]]


def walk_of(source: Path | str, seed: int = 1) -> Walk:
    wanted = Source(str(source)) if isinstance(source, Path) else Source("model.pml", source)
    return Walk(Timeline(simulated_model(SimulateRequest(wanted))[1]), seed, 2_000)


def play(walk: Walk, script: Play, size: tuple[int, int] = (80, 24)) -> StepperApp:
    """Open the screen and do what a script says."""
    app = StepperApp(walk, save_run)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, app)
            await settled(pilot, app)

    asyncio.run(run())
    return app


async def settled(pilot: Pilot[None], app: StepperApp) -> None:
    """Until nothing is on its way any more, and all of it is shown."""
    until = time.monotonic() + 20
    await pilot.pause()
    while (app.errand is not None or app._awaited) and time.monotonic() < until:
        await pilot.pause(0.01)


async def answer(pilot: Pilot[None], app: StepperApp, key: str, text: str) -> None:
    await pilot.press(key)
    app.query_one("#prompt").value = text  # type: ignore[attr-defined]
    await pilot.press("enter")
    await settled(pilot, app)


def pressing(*keys: str) -> Play:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        for key in keys:
            await pilot.press(key)
        await settled(pilot, app)

    return script


def shown(pane: RowPane) -> str:
    return "\n".join(row.text.plain for row in pane.rows)


# -- steps -------------------------------------------------------------------------------------


def test_a_step_is_chosen_and_taken() -> None:
    app = play(walk_of(CROSSING), pressing("enter", "space", "right"))
    assert app.walk.timeline.now.depth == 3
    assert app.panes.chosen == 1 and len(app.walk.choices) == 2
    assert "requests?request, number  → " in shown(app.panes.choices).replace("\n", " ").replace("    ", " ")
    assert "◂client" in shown(app.panes.source) and "◂server" in shown(app.panes.source)
    assert "*requests 1/3 █░░ [request,1]" in shown(app.panes.values)


def test_going_back_leads_forward_again_and_off_on_another_way() -> None:
    app = play(walk_of(CROSSING), pressing("enter", "enter", "enter", "1", "left", "2", "h"))
    line = app.walk.line()
    assert len(line) == 5 and line[3].children[0] is not line[4], "the second choice is on the line now"
    rows = [row.text.plain.rstrip() for row in app.panes.history.rows]
    assert any("└╴server 31" in row for row in rows) and any(row.startswith("▶4 client 17 i++") for row in rows)


def test_another_way_is_entered_from_the_history() -> None:
    app = play(walk_of(CROSSING), pressing("enter", "enter", "enter", "1", "left", "2", "h", "up", "enter"))
    now = app.walk.timeline.now
    assert now.depth == 4 and now.step is not None and now.step.statement.startswith("requests?")
    assert now is now.parent.children[0]  # type: ignore[union-attr]


def test_the_mouse_chooses_and_takes() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await pressing("enter", "enter", "enter")(pilot, app)
        second = next(at for at, row in enumerate(app.panes.choices.rows) if row.target == 2)
        await pilot.click("#choices", offset=(5, second + 1))
        await settled(pilot, app)
        assert app.panes.chosen == 2 and app.walk.timeline.now.depth == 3
        await pilot.click("#choices", offset=(5, second + 1), times=2)

    app = play(walk_of(CROSSING), script)
    now = app.walk.timeline.now
    assert now.depth == 4 and now.step is not None and now.step.statement == "i++"


def test_there_is_no_step_beyond_the_end() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await answer(pilot, app, "R", "1000")
        assert "at random, where the run is over" in app.message
        await pressing("enter")(pilot, app)

    app = play(walk_of(CROSSING), script)
    assert app.walk.scene.ending is not None and app.walk.scene.ending.outcome is Ending.DEADLOCK
    assert app.message.startswith("the run is over")
    assert "deadlock: no process can move" in shown(app.panes.choices)
    assert "channel `answers` (capacity 2) is full" in shown(app.panes.choices).replace("\n ", "")


# -- until ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "condition, said",
    [
        ("len(requests) == 2 && i > 1", "`len(requests) == 2 && i > 1` became true after"),
        ("32", "line 32 was reached after"),
        ("len(answers) == 3", "`len(answers) == 3` did not become true in"),
        ("nobody > 3", "`nobody > 3` is neither a line nor a condition: `nobody` is not declared"),
        ("1 +", "is neither a line nor a condition"),
    ],
)
def test_a_run_goes_on_until_something_holds_or_says_that_it_did_not(condition: str, said: str) -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await answer(pilot, app, "u", condition)

    app = play(walk_of(CROSSING), script)
    assert said in app.message


def test_until_follows_a_recorded_run_before_it_goes_on_by_chance() -> None:
    trace = simulate(SimulateRequest(Source(str(CROSSING)), seed=3)).trace
    walk = Walk(timeline_along(trace), 1, 2_000)
    line = walk.line()
    errand = walk.until("len(answers) == 2")
    while (said := walk.advance(errand)) is None:
        pass
    assert "became true" in said and walk.timeline.now in line
    assert walk.line() == line


def test_a_long_way_can_be_stopped() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        app.send(Errand(1_000_000))
        await pilot.pause(0.05)
        await pilot.press("escape")

    app = play(walk_of("byte x; active proctype P() { do :: x++ od }"), script)
    assert app.message.startswith("stopped after") and app.errand is None
    assert 0 < app.walk.timeline.now.depth < 1_000_000


# -- panes -------------------------------------------------------------------------------------


def test_searching_goes_round_in_both_directions() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await answer(pilot, app, "slash", "answers")
        found = [app.panes.source.cursor + 1]
        for key in ("n", "n", "N"):
            await pressing(key)(pilot, app)
            found.append(app.panes.source.cursor + 1)
        assert found == [21, 32, 3, 32], found
        await answer(pilot, app, "slash", "nothing such")

    app = play(walk_of(CROSSING), script)
    assert app.message == "`nothing such` is not in this pane"


def test_watched_expressions_are_shown_until_they_are_asked_for_again() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await pressing("enter", "enter")(pilot, app)
        await answer(pilot, app, "w", "i * 10")
        assert " i * 10 = 10" in shown(app.panes.values)
        await answer(pilot, app, "w", "i * 10")
        assert "i * 10 = " not in shown(app.panes.values)
        await answer(pilot, app, "w", "j")

    assert "`j` is not declared" in play(walk_of(CROSSING), script).message


def test_arrays_open_and_inlines_tell_where_they_are_called() -> None:
    app = play(walk_of(NESTED), pressing("enter", "v", "down", "enter"))
    values = shown(app.panes.values)
    assert "*▾ p = [{a=0, b=[false, false]}, {a=0, b=[true, false]}]" in values.replace("\n   ", "")
    assert "*  ▸ [1] = {a=0, b=[true, false]}" in values
    app = play(walk_of(NESTED), pressing("1", "1"))
    assert "in twice called at line 5" in shown(app.panes.values).replace("\n ", "").replace("   ", " ")


def test_a_narrow_terminal_shows_one_pane_beside_the_steps() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        assert [pane.id for pane in app.panes.all() if pane.display] == ["source", "choices"]
        for key, name in (("v", "values"), ("h", "history"), ("c", "chart"), ("s", "source")):
            await pressing(key)(pilot, app)
            assert {pane.id for pane in app.panes.all() if pane.display} == {name, "choices"}
        await pilot.resize_terminal(140, 40)
        await settled(pilot, app)
        assert all(pane.display for pane in app.panes.all())

    play(walk_of(CROSSING), script, (40, 24))


def test_one_pane_alone_and_back() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await pressing("s", "z")(pilot, app)
        assert app.screen.maximized is app.panes.source
        await pressing("left", "z")(pilot, app)
        assert app.screen.maximized is None

    play(walk_of(CROSSING), script)


# -- all models ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        CROSSING,
        EXAMPLES / "leader.pml",
        EXAMPLES / "actors" / "bank.apml",
        EXAMPLES / "abp" / "abp.pch",
        EXAMPLES / "closing" / "access.pml",
        TIMED,
    ],
    ids=["pml", "many", "apml", "pch", "open", "timers"],
)
def test_every_language_is_shown(source: Path | str) -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await answer(pilot, app, "R", "12")
        for pane in app.panes.all():
            assert pane.rows, f"{pane.id} is empty"
        await pressing("home", "end", "left")(pilot, app)

    app = play(walk_of(source), script, (140, 40))
    scene = app.walk.scene
    labels = shown(app.panes.source)
    assert all(f"{one.name}" in labels for one in scene.processes if one.place.file == app.panes.file)
    written = Path(source) if isinstance(source, Path) else None
    assert written is None or app.panes.file.endswith(written.name)
    assert 5 < app.walk.timeline.now.depth == len(app.walk.line()) - 2


def test_timers_are_told_with_what_is_left() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await answer(pilot, app, "u", "x == 1")
        await answer(pilot, app, "R", "3")

    values = shown(play(walk_of(TIMED), script).panes.values)
    assert "timers" in values and ("ticks left" in values or "tick left" in values)


# -- saving --------------------------------------------------------------------------------------


def test_saved_steps_repeat_the_run(tmp_path: Path) -> None:
    walk = walk_of(CROSSING)
    walk.advance(Errand(30))
    name = str(tmp_path / "run.steps")
    assert "--trail" in save_run(name, walk.timeline)
    again = simulate(SimulateRequest(Source(str(CROSSING)), trail=Path(name).read_bytes()))
    assert again.trace.steps == walk.timeline.trace().steps


def test_steps_of_another_model_are_refused(tmp_path: Path) -> None:
    walk = walk_of(CROSSING)
    walk.advance(Errand(5))
    name = str(tmp_path / "run.steps")
    save_run(name, walk.timeline)
    saved = Path(name).read_bytes()
    other = CROSSING.read_text().replace("requests!request(i)", "requests!request(i + 1)")
    with pytest.raises(UsageError, match=r"step 3 is .* not"):
        simulate(SimulateRequest(Source("other.pml", other), trail=saved))
    with pytest.raises(UsageError, match="line 2 of the steps is not a step"):
        simulate(SimulateRequest(Source(str(CROSSING)), trail=b"# steps of x\nnonsense\n"))


def test_leaving_asks_only_where_something_would_be_lost() -> None:
    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await pressing("enter", "q")(pilot, app)
        assert app.is_running and len(app.screen_stack) == 2
        await pressing("escape")(pilot, app)
        assert len(app.screen_stack) == 1
        await answer(pilot, app, "S", "no/such/directory/run.steps")
        assert app.message.startswith("cannot write")

    play(walk_of(CROSSING), script)
    assert play(walk_of(CROSSING), pressing("q")).return_code == 0


# -- speed and forms -----------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    """Of this process alone, since other tests run beside it, and without what only the first time takes."""

    def once() -> float:
        begin = time.process_time()
        work()
        return time.process_time() - begin

    return min(once() for _ in range(3))


def test_ten_thousand_steps_cost_no_patience() -> None:
    walk = walk_of("byte x, y; active [3] proctype P() { do :: x++ :: y = x od }")
    errand = Errand(10_000)
    while walk.advance(errand) is None:
        pass
    assert walk.timeline.now.depth == 10_000
    assert seconds(lambda: [walk.back() for _ in range(3_000)]) < 1.2
    assert seconds(lambda: [walk.forward(1) for _ in range(3_000)]) < 1.2

    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await pressing("h")(pilot, app)
        assert seconds(app.panes.show) < 0.5, "everything that is shown after a step"
        assert seconds(lambda: walk.to_step(17)) < 0.5
        app.panes.show()
        assert app.panes.history.rows[17].text.plain.startswith("▶   17 P#")

    play(walk, script)


def test_long_texts_are_only_made_where_they_are_seen() -> None:
    lines = [f"line_{number} = {number};" for number in range(5_000)]
    view = SourceView("long.pml", lines, 60, {})
    assert seconds(lambda: view[2_500:2_540]) < 0.1
    assert view[4_999].text.plain == " 5000 line_4999 = 4999;"

    async def script(pilot: Pilot[None], app: StepperApp) -> None:
        await pressing("s", *["pagedown"] * 20)(pilot, app)
        assert app.panes.source.cursor > 150

    text = "byte x;\n" + "\n" * 2_500 + "active proctype P() {\n" + "    x++;\n" * 2_500 + "}\n"
    play(walk_of(text), script)


def test_words_are_cut_and_folded_where_they_fit() -> None:
    assert shortened("abcdef", 4) == "abc…" and shortened("abcd", 4) == "abcd" and shortened("日本語", 4) == "日…"
    folds = [line.plain for line in folded(Text("one two three four"), 9, 2)]
    assert folds == ["one two", "  three", "  four"]
    assert [line.plain for line in folded(Text("abcdefghijklmno"), 10, 2)] == ["abcdefghij", "  klmno"]


@pytest.mark.parametrize("width", [40, 80])
def test_the_help_fits_and_names_every_key(width: int) -> None:
    lines = list(help_lines(width - 5))
    assert max(map(len, lines)) <= width - 5
    text = "\n".join(lines)
    signs = {
        "slash": "/",
        "question_mark": "",
        "space": "Space",
        "right": "→",
        "left": "←",
        "home": "Home",
        "tab": "Tab",
    }
    for binding in StepperApp.BINDINGS:
        key = binding.key.partition(",")[0]  # type: ignore[union-attr]
        shown_key = signs.get(key, key)
        digit_or_control = key.isdigit() or key.startswith(("ctrl", "shift"))
        assert digit_or_control or shown_key.lower()[:3] in text.lower(), key


def test_bad_expressions_are_told_as_such() -> None:
    with pytest.raises(BadExpression, match="neither a line nor a condition"):
        walk_of(CROSSING).until("run client()")
