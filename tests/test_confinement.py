"""What strangers may reach: nothing outside of one directory, by no detour, and no C."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import penstock
from penstock.errors import PenstockError
from penstock.reading.confinement import OutOfBounds, confined
from penstock.reading.source import Source

MODEL = """#include "parts/number.h"
#define small (x < N)
byte x;
active proctype P() { do :: x < 5 -> x++ od }
ltl stays { [] small }
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    place = tmp_path / "root"
    (place / "parts").mkdir(parents=True)
    (place / "parts" / "number.h").write_text("#define N 3\n")
    (place / "model.pml").write_text(MODEL)
    (tmp_path / "secret.h").write_text("#define N 4\n")
    (place / "link.h").symlink_to(tmp_path / "secret.h")
    (place / "inside.h").symlink_to(place / "parts" / "number.h")
    monkeypatch.chdir(place)
    with confined(str(place)):
        yield place


@pytest.mark.parametrize("path", ["../secret.h", "link.h", "/etc/passwd", "/no/such/file", "parts/../../secret.h"])
def test_paths_that_lead_outside(root: Path, path: str) -> None:
    with pytest.raises(OutOfBounds, match="outside"):
        penstock.check(path)
    with pytest.raises(OutOfBounds, match="outside"):
        penstock.check(Source(text=f'#include "{path}"\ninit {{ skip }}\n'))


@pytest.mark.parametrize("path", ["model.pml", "parts/../model.pml", "inside.h"])
def test_paths_that_stay_inside(root: Path, path: str) -> None:
    assert penstock.check(path).reading.text
    assert penstock.check(str(root / path)).reading.text


def test_directories_for_included_files(root: Path) -> None:
    text = Source(text="#include <secret.h>\ninit { skip }\n", directories=("..",))
    with pytest.raises(OutOfBounds):
        penstock.check(text)


@pytest.mark.needs("spin", "gcc")
def test_the_answer_is_the_same(root: Path) -> None:
    inside = penstock.verify("model.pml")
    formula = penstock.verify("model.pml", ltl=["<> !small"])
    with confined("/", c_code=True):
        outside = penstock.verify("model.pml")
        as_written = penstock.verify("model.pml", ltl=["<> !small"])
    assert inside.verdict is outside.verdict and inside.trail == outside.trail != ()
    assert inside.unreached == outside.unreached
    assert [one.states for one in inside.properties] == [one.states for one in outside.properties]
    assert formula.verdict is as_written.verdict and formula.states == as_written.states
    assert penstock.explore("model.pml", claim="stays").violations


@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize(
    "text",
    [
        'init { c_code { system("touch ran"); } }',
        "c_decl { static int f(void); }\ninit { skip }",
        'c_state "int x" "Global"\ninit { skip }',
        "init { c_expr { 1 } }",
        # SPIN's preprocessor knows more macros than ours.
        '#if __GNUC_MINOR__ >= 0 && defined(__GNUC_PATCHLEVEL__)\ninit { c_code { system("touch ran"); } }\n#endif\n',
        '#if defined(__INT_MAX__)\n#include "../secret.h"\n#endif\n',
        '#ifdef __linux__\nactive proctype Q() { c_code { system("touch ran"); } }\n#endif\n',
        'init { skip }\n%:include "../secret.h"\n',
        '#define H #\nH include "../secret.h"\ninit { skip }',
    ],
)
def test_c_is_not_executed(root: Path, text: str) -> None:
    try:
        outcome = penstock.verify(Source(text=f"{text}\nactive proctype P() {{ skip }}\n"))
    except PenstockError:
        pass
    else:
        assert outcome.states <= 3, "SPIN saw no more than we did"
    assert not (root / "ran").exists() and not list(Path.cwd().glob("**/ran"))


@pytest.mark.needs("spin", "gcc")
def test_formulas_hide_nothing(root: Path) -> None:
    formula = "[] (x < 9)\n#ifdef __INT_MAX__\n&& false\n#endif\n"
    outcome = penstock.verify(Source(text="byte x; init { x = 1 }"), ltl=[formula])
    assert outcome.verdict.value == "holds" and "false" not in str(outcome.properties[0].formula)


def test_programs_are_not_run(root: Path) -> None:
    with pytest.raises(OutOfBounds, match="executed"):
        penstock.conform("model.pml", run=".")
