"""Capacities are written where they are defined, and nothing else about a model changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands import penstock

from penstock import Source
from penstock.bounds.telling.capacities import new_capacities
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.resolve.constants import constant_value
from penstock.tasks.bound import bound
from penstock.tasks.bound_artifacts import with_proved_capacities
from penstock.tasks.models import runnable_model
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.written_capacities import with_written_capacities

ONCE = "active proctype P() { q!1 }"
BOTH = "active proctype P() { q!1; r!1; r!2 }"
LOOP = "active proctype P() { byte i; do :: i < N -> i++ :: else -> break od; q!1 }"
FLOOD = "active proctype P() { q!1; do :: r!1 od }"
Q = "chan q = [N] of { byte };\n"
TESTED = "#define N 4\n#if N > 3\n"
CALLED = "#define C(c, n) chan c = [n] of { byte }\n"
R = "chan r = [N] of { byte };\n"


@pytest.mark.parametrize(
    ("old", "new", "behind"),
    [
        ("chan q = [2 * (1 + 1)] of { byte };\n", "chan q = [1] of { byte };\n", ONCE),
        ("#define N 4 // of q\n" + Q, "#define N 1 // of q\n" + Q, ONCE),
        ("#define N (2 * 2)\n" + Q, "#define N 1\n" + Q, ONCE),
        ("#define M 4\n#define N M\n" + Q, "#define M 1\n#define N M\n" + Q, ONCE),
        ("#define N 4\n" + Q + R, "#define N 2\n" + Q + R, BOTH),
        ("#define N 4\n" + Q, "#define N 4\n" + Q.replace("N", "1"), LOOP),
        ("#define N 4\n" + Q + R, "#define N 4\n" + Q.replace("N", "1") + R, FLOOD),
        (TESTED + Q + "#endif\n", TESTED + Q.replace("N", "1") + "#endif\n", ONCE),
        ("#ifndef N\n#define N 4\n#endif\n" + Q, "#ifndef N\n#define N 1\n#endif\n" + Q, ONCE),
        ("#define N 4\nchan q = [N + 1] of { byte };\n", "#define N 4\nchan q = [1] of { byte };\n", ONCE),
        (CALLED + "C(q, 4);\n", CALLED + "C(q, 1);\n", ONCE),
        ("#define SIZE [4]\nchan q = SIZE of { byte };\n", "#define SIZE [1]\nchan q = SIZE of { byte };\n", ONCE),
    ],
)
def test_a_capacity_is_written_where_that_changes_nothing_else(old: str, new: str, behind: str) -> None:
    edited = with_proved_capacities(bound(BoundRequest(Source(text=old + behind))))
    assert edited is not None and not edited.left
    assert edited.text == new + behind
    again = with_proved_capacities(bound(BoundRequest(Source(text=edited.text))))
    assert again is not None and not again.changed


PASTED = "#define C(n) chan q##n = [n] of { byte }\nC(4);\n"


def test_what_else_an_argument_stands_for_stays() -> None:
    """It is also part of a name, whose token no longer tells where it comes from."""
    edited = with_proved_capacities(bound(BoundRequest(Source(text=PASTED + "init { q4!1 }"))))
    assert edited is not None and edited.text == PASTED.replace("[n]", "[1]") + "init { q4!1 }"


def test_what_cannot_be_changed_alone_is_told() -> None:
    model = PASTED + "C(5);\nactive proctype P() { q4!1; do :: q5!1 od }"
    edited = with_proved_capacities(bound(BoundRequest(Source(text=model))))
    assert edited is not None and edited.text == model and list(edited.left) == ["q4"]


def test_a_channel_of_several_processes() -> None:
    model = "#define N 9\nactive [2] proctype P() { chan c = [N] of { byte }; c!1; c!2 }"
    edited = with_proved_capacities(bound(BoundRequest(Source(text=model))))
    assert edited is not None and edited.text == model.replace("9", "2")


def test_a_definition_on_the_command_line_stays() -> None:
    source = Source(text=Q + ONCE, definitions=("N=4",))
    edited = with_proved_capacities(bound(BoundRequest(source)))
    assert edited is not None and edited.text == Q.replace("N", "1") + ONCE


def test_all_channels_together_have_their_capacities() -> None:
    """Of all that share a place, the largest; the texts that are written are read again here."""
    text = "#define N 9\n#define M N\nchan a = [N] of { bit };\nchan b = [M] of { bit };\n"
    text += "chan c = [N - 1] of { bit };\n"
    reading = _read(text + "chan d = [9] of { bit };\nactive proctype P() { a!1; b!1; c!1; d!1; a?1; b?1; c?1; d?1 }")
    wanted = dict(zip(reading.model.globals, [3, 5, 4, 9], strict=True))
    again = _read(with_written_capacities(reading, wanted).text)
    found = [constant_value(variable.channel.capacity) for variable in again.model.globals if variable.channel]
    assert found == [3, 5, 4, 9]


def _read(text: str) -> Reading:
    return runnable_model(Wanted(Source(text=text)))


def _files(directory: Path) -> tuple[Path, Path]:
    model, header = directory / "model.pml", directory / "sizes.h"
    header.write_text("#define N 4\nchan r = [6] of { byte };\n")
    model.write_text('#include "sizes.h"\n' + Q + BOTH)
    return model, header


def test_included_files_are_changed_in_place_alone(tmp_path: Path) -> None:
    model, header = _files(tmp_path)
    before = header.read_text()
    copy = tmp_path / "copy.pml"
    told = penstock("bound", model, "--fix", copy)
    assert header.read_text() == before and copy.read_text() == model.read_text().replace("N", "1", 1)
    assert f"--in-place changes it in {header}" in told.stderr and "+chan q = [1] of" in told.stderr
    told = penstock("bound", model, "--in-place")
    assert header.read_text() == "#define N 1\nchan r = [2] of { byte };\n" and "[N]" in model.read_text()
    assert "-#define N 4\n" in told.stderr and "+#define N 1\n" in told.stderr and "by hand" not in told.stderr
    assert "changed" not in penstock("bound", model, "--in-place").stderr


def test_a_file_that_is_included_twice(tmp_path: Path) -> None:
    header = tmp_path / "channel.h"
    header.write_text("chan NAME = [5] of { byte };\n")
    model = '#define NAME q\n#include "channel.h"\n#undef NAME\n#define NAME r\n#include "channel.h"\n'
    (tmp_path / "model.pml").write_text(model + BOTH)
    outcome = bound(BoundRequest(Source(str(tmp_path / "model.pml"))))
    edited = with_proved_capacities(outcome)
    assert edited is not None and not edited.left
    assert [file.new for file in edited.changed] == ["chan NAME = [2] of { byte };\n"]
    assert outcome.result is not None and len(new_capacities(outcome.result)) == 2
