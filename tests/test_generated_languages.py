"""Programs made from actor models, and from specifications with timers: they conform, and speak their words."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from tests.building import make
from tests.judge.programs_that_conform import judged

from penstock.faces.cli.main import main

needs_compiler = pytest.mark.needs("gcc", "make")
SEEDS = {"pch": (2_000_006, 2_000_007), "apml": (1, 2)}


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("language", SEEDS)
def test_random_programs_conform(language: str, tmp_path: Path) -> None:
    """The long version is `tests.judge.programs_that_conform`."""
    seen = Counter[str]()
    for seed, runtime in zip(SEEDS[language], ("single", "threads"), strict=True):
        place = tmp_path / str(seed)
        place.mkdir()
        text, problem = judged(language, seed, place, runtime, seen)
        assert problem == "", text
    assert seen.total() == 8


STUCK = """actortype eater {
    var actor other
    method meet(actor who)
        other = who;
        other <- eat();
        other <- eat();
        other <- eat();
        other <- eat()
    method eat()
        other <- eat();
        other <- eat()
}
main { actor a = create eater(); actor b = create eater(); a <- meet(b); b <- meet(a) }
"""


@needs_compiler
def test_reports_have_the_words_of_actors(tmp_path: Path) -> None:
    model, out = tmp_path / "stuck.apml", tmp_path / "out"
    model.write_text(STUCK)
    assert main(["generate", str(model), "-o", str(out), "--quiet"]) == 0
    assert make(out, "CFLAGS=-O0").returncode == 0
    ran = subprocess.run([out / "stuck"], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 3
    assert "eater (pid 1) waits at " in ran.stderr and "stuck.apml:8, other <- eat()" in ran.stderr
    for pid in (1, 2):
        assert f"the mailbox of `eater` (pid {pid}) (capacity 3) is full" in ran.stderr
    assert "channel" not in ran.stderr


TIMED = """timer t;
byte x;
{more}
active proctype Watch() {{
    set(t, 2);
    {inside}
    expire(t);
    c_code_IS {{ x = 1; }}
}}
"""


@pytest.mark.parametrize(
    ("more", "inside", "said"),
    [
        ("env proctype World() { x = 1 }", "", "the environment cannot"),
        ("", "do :: c_expr_IS { x > 3 } -> break :: x++ od;", "this condition is false"),
        ("promela_MS { timer u; };", "", "does not know this timer"),
        ("", "promela_MS { set(t, 5); };", "does not know this timer"),
        ("", "promela_MS { timeout; };", "does not know this timer"),
    ],
)
def test_time_that_passes_on_one_side_only(
    more: str, inside: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "m.pch"
    model.write_text(TIMED.format(more=more, inside=inside))
    assert main(["generate", str(model), "-o", str(tmp_path / "out")]) == 2
    errors = capsys.readouterr().err
    assert "E907" in errors and said in errors
    assert not (tmp_path / "out").exists()
