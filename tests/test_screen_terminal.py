"""The screen in a real terminal: wide and narrow, with and without colours, and where there is no screen at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.terminals import PENSTOCK, Terminal, terminal

ROOT = Path(__file__).parent.parent
CROSSING = str(ROOT / "examples" / "crossing.pml")
BY_HAND = [*PENSTOCK, "simulate", CROSSING, "--interactive", "--seed", "1"]
COLOURED = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-7]|9[0-7]|4[0-7]|38|48)(?:;[\d;]*)?m")
TURNS = """
byte turns;
active [2] proctype P() { do :: atomic { turns < 2 -> turns++ } :: turns > 0 -> turns-- od }
ltl often { [] <> (turns == 2) }
"""
pytestmark = pytest.mark.needs("tmux")


def leave(window: Terminal) -> str:
    window.keys("q")
    window.see("Quit?")
    window.keys("q")
    return window.see("status")


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("colours", [True, False])
def test_a_run_by_hand(width: int, colours: bool) -> None:
    with terminal(BY_HAND, (width, 24), **({} if colours else {"NO_COLOR": "1"})) as window:
        screen = window.see("crossing.pml  step 0", "Steps: 1 possible", "◂client")
        assert "▸1 client 17 i = 1" in screen
        window.keys("Enter", "Space", "1")
        screen = window.see("step 3", "Steps: 2 possible")
        assert "number = 1" in screen, "what a step would change"
        window.keys("Down")
        window.see("▸2 client 17 i++")
        window.keys("Left", "Left", "Right")
        window.see("step 2 of 3")
        window.keys("u")
        window.see("until:")
        window.type("len(answers) == 2 && number == 2")
        window.keys("Enter")
        window.see("became true")
        window.keys("v")
        screen = window.see("answers 2/2 ██")
        assert max(map(len, screen.splitlines())) <= width
        assert bool(COLOURED.search(window.screen(with_styles=True))) is colours
        window.keys("?")
        window.see("STEPS", "one step back")
        window.keys("?")
        window.see("answers 2/2 ██")
        screen = leave(window)
        assert "stopped: by hand" in screen and "status 0" in screen


def test_a_run_to_its_end_and_back() -> None:
    with terminal(BY_HAND) as window:
        window.see("step 0")
        window.keys("u")
        window.see("until:")
        window.type("len(answers) == 3")
        window.keys("Enter")
        window.see("`len(answers) == 3` did not become true in", "where the run is over", "deadlock: no process")
        window.keys("Home")
        window.see("step 0 of ")
        window.keys("End", "c")
        window.see("deadlock", "requests!request(")
        assert "status 1" in leave(window), "a deadlock is a finding"


def test_saved_steps_are_walked_along(tmp_path: Path) -> None:
    saved = tmp_path / "run.steps"
    with terminal(BY_HAND) as window:
        window.see("step 0")
        window.keys("Enter", "Enter", "Enter", "1")
        window.see("step 4")
        window.keys("q")
        window.see("save the run first")
        window.keys("s")
        window.see("save as:")
        window.type(str(saved))
        window.keys("Enter")
        window.see("status 0")
    assert saved.read_text().startswith("# steps of crossing.pml\n1 client 17: i = 1\n")
    with terminal([*BY_HAND, "--trail", str(saved)]) as window:
        window.see("step 0 of 4", "along ")
        window.keys("Right", "Right", "Right")
        window.see("step 3 of 4")
        window.keys("2", "h")
        screen = window.see("step 4", "└╴")
        assert "of 4" not in screen.splitlines()[0], "another way begins here"


def test_a_terminal_without_a_screen_is_asked_line_by_line() -> None:
    for words, name in ((BY_HAND, "dumb"), ([*BY_HAND, "--plain"], "screen")):
        with terminal(words, TERM=name) as window:
            window.see("choose a step by its number", "1  client  line 17  i = 1")
            window.type("q\n")
            window.see("stopped: by hand", "status 0")


def test_where_textual_is_missing_it_is_named_and_lines_are_asked(tmp_path: Path) -> None:
    (tmp_path / "textual.py").write_text("raise ImportError('not here', name='textual')\n")
    with terminal(BY_HAND, PYTHONPATH=f"{tmp_path}:{ROOT / 'src'}") as window:
        window.see("a full screen needs `textual`: pip install", "choose a step by its number")
        window.type("q\n")
        window.see("stopped: by hand", "status 0")


@pytest.mark.needs("spin", "gcc")
def test_a_counterexample_is_walked_along(tmp_path: Path) -> None:
    model = tmp_path / "turns.pml"
    model.write_text(TURNS)
    with terminal([*PENSTOCK, "verify", str(model), "--property", "often", "--interactive"], (100, 30)) as window:
        screen = window.see("step 0 of ", "often: ")
        assert "◂P#1" in screen
        window.keys("End")
        window.see("from step", "on it repeats forever")
        window.keys("h")
        window.see("↺")
        window.keys("q")
        screen = window.see("status 1")
        assert "violated" in screen


def test_being_interrupted_gives_the_terminal_back() -> None:
    with terminal(BY_HAND) as window:
        window.see("step 0")
        window.keys("Enter", "C-c")
        window.see("stopped: by hand", "status 0")
