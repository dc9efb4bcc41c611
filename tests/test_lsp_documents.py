"""Texts of an editor: several files, folders and dialects, every character where the editor has it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from json import loads
from pathlib import Path

import pytest
from lsprotocol import types
from tests.editing import Editor, editing

HEADER = "chan box = [2] of { byte };\nbyte total;\n"
MODEL = '#include "common.h"\ninit { box!1; box?total; assert(total == 1) }\n'


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with editing(tmp_path_factory.mktemp("models")) as found:
        yield found


@pytest.fixture
def editor(shared: Editor, tmp_path: Path) -> Iterator[Editor]:
    """The same server, with a directory for each test."""
    shared.folder = tmp_path
    yield shared
    for name in list(shared.texts):
        shared.close(name)


def checked(path: Path) -> list[tuple[str, int, int]]:
    """What `penstock check` finds, as code, line and column from zero."""
    command = [sys.executable, "-m", "penstock", "check", "--format", "json", str(path)]
    found = loads(subprocess.run(command, capture_output=True, text=True, cwd=path.parent).stdout)
    return sorted((one["code"], one["line"] - 1, one["column"] - 1) for one in found["diagnostics"])


def test_an_open_text_counts_before_its_file(editor: Editor) -> None:
    editor.write("common.h", HEADER)
    editor.open("a.pml", MODEL)
    assert editor.codes("a.pml") == []
    editor.open("common.h", HEADER.replace("total", "amount"))
    found = editor.eventually("a.pml", lambda seen: seen[-1].diagnostics or None)
    assert {one.code for one in found} == {"E301"}
    editor.close("common.h")
    assert editor.eventually("a.pml", lambda seen: not seen[-1].diagnostics or None)


def test_findings_in_included_files_that_are_not_open(editor: Editor) -> None:
    editor.write("common.h", HEADER + "byte wrong = missing;\n")
    editor.open("a.pml", MODEL)
    found = editor.eventually("common.h", lambda seen: seen[-1].diagnostics if seen else None)
    assert [(one.code, one.range.start) for one in found] == [("E301", types.Position(2, 13))]
    assert editor.codes("a.pml") == []
    editor.replace("a.pml", "init { skip }\n")
    assert editor.codes("a.pml") == []
    assert editor.eventually("common.h", lambda seen: not seen[-1].diagnostics or None)


def test_an_included_file_is_no_model_of_its_own(editor: Editor) -> None:
    editor.write("part.pml", "byte total = limit;\n")
    editor.open("a.pml", '#define limit 3\n#include "part.pml"\ninit { assert(total == 3) }\n')
    assert editor.codes("a.pml") == []
    editor.open("part.pml")
    assert editor.codes("part.pml") == []
    editor.edit("part.pml", "limit", "limits")
    assert editor.codes("part.pml") == ["E301"]


def test_a_file_on_disk_that_changes_is_read_again(editor: Editor) -> None:
    editor.write("common.h", HEADER)
    editor.open("a.pml", MODEL)
    assert editor.codes("a.pml") == []
    editor.write("common.h", HEADER.replace("total", "amount"))
    change = types.FileEvent(editor.uri("common.h"), types.FileChangeType.Changed)
    editor.tell(editor.client.workspace_did_change_watched_files, types.DidChangeWatchedFilesParams([change]))
    assert editor.eventually("a.pml", lambda seen: seen[-1].diagnostics or None)


def test_the_project_says_what_is_defined_and_where_to_look(editor: Editor) -> None:
    editor.write("penstock.toml", '[defaults]\ndefine = ["SIZE=2"]\ninclude = ["library"]\n')
    editor.write("library/box.h", "chan box = [SIZE] of { byte };\n")
    editor.write("models/a.pml", '#include "box.h"\nbyte got;\ninit { box!1; box?got; assert(got == SIZE) }\n')
    editor.open("models/a.pml")
    assert editor.codes("models/a.pml") == []
    editor.write("penstock.toml", '[defaults]\ninclude = ["library"]\n')
    change = types.FileEvent(editor.uri("penstock.toml"), types.FileChangeType.Changed)
    editor.tell(editor.client.workspace_did_change_watched_files, types.DidChangeWatchedFilesParams([change]))
    assert editor.eventually("library/box.h", lambda seen: seen[-1].diagnostics if seen else None)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_places_count_units_of_utf_16(editor: Editor, end: str) -> None:
    face = "\N{GRINNING FACE}"
    text = end.join(
        ["/* \N{GRINNING FACE}\té */ byte a;", 'init { printf("\N{GRINNING FACE}\t"); a = b /*é*/ + c }', ""]
    )
    editor.open("a.pml", text)
    found = {one.message.split("`")[1]: one.range for one in editor.findings("a.pml")}
    line = text.split(end)[1]
    for name in ("b", "c"):
        units = len(line[: line.rindex(f"{name} ")].encode("utf-16-le")) // 2
        assert (found[name].start.line, found[name].start.character) == (1, units)
        assert found[name].end.character == units + 1
    editor.edit("a.pml", "b /*é*/", f"a/*{face}*/")
    [left] = editor.findings("a.pml")
    changed = editor.texts["a.pml"].split(end)[1]
    assert left.range.start.character == len(changed[: changed.rindex("c ")].encode("utf-16-le")) // 2


def test_lines_that_end_with_a_carriage_return_alone(editor: Editor) -> None:
    editor.open("a.pml", "byte a;\rinit {\r  b = 1\r}\r")
    [found] = editor.findings("a.pml")
    assert found.range.start == types.Position(2, 2)


def test_several_folders(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.pml").write_text("byte total = limit;\n")
    (tmp_path / "one" / "main.pml").write_text(
        '#define limit 3\n#include "part.pml"\ninit { total = 1; assert(total) }\n'
    )
    with editing(tmp_path, folders=[tmp_path / "one", tmp_path / "two"]) as editor:
        editor.open("one/part.pml")
        editor.open("two/part.pml")
        assert editor.codes("two/part.pml") == ["E301", "E601"]
        assert editor.eventually("one/part.pml", lambda seen: (seen and not seen[-1].diagnostics) or None)


@pytest.mark.parametrize("name", ["a.pml", "a.prom", "a.promela", "a.pr", "a.apml", "a.pch", "untitled:Untitled-1"])
def test_every_kind_of_file(editor: Editor, name: str) -> None:
    actors = "actor type A() {\n  method go() { missing = 1 }\n}\nmain { skip }\n"
    editor.open(name, actors if name.endswith("apml") else "init { missing = 1 }\n")
    assert "E301" in editor.codes(name) or name.endswith("apml")
    if not name.startswith("untitled"):
        editor.write(name, editor.texts[name])
        found = [(str(one.code), one.range.start.line, one.range.start.character) for one in editor.findings(name)]
        assert sorted(found) == checked(editor.folder / name)


def test_nothing_waits_for_a_long_reading(editor: Editor) -> None:
    unit = "proctype P{0}() {{ byte x; do :: x < 9 -> x++ :: else -> break od }}\n"
    editor.open("long.pml", "".join(unit.format(number) for number in range(1500)) + "init { skip }\n")
    for number in range(20):
        editor.edit("long.pml", "init {", f"/*{number}*/ init {{")
    assert "W708" not in editor.codes("long.pml")
