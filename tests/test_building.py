"""Programs under test share compiled runtimes, but only where nothing they are made of differs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.building import make

from penstock.faces.cli.main import main

pytestmark = pytest.mark.needs("gcc", "make")
BROKEN = "\n#error this runtime is another one\n"


def generated(directory: Path) -> Path:
    model = directory.with_suffix(".pml")
    model.write_text("active proctype p() { skip }")
    assert main(["generate", str(model), "-o", str(directory), "--quiet"]) == 0
    return directory


@pytest.mark.parametrize("changed", ["values.c", "penstock.h"])
def test_a_changed_runtime_is_compiled(changed: str, tmp_path: Path) -> None:
    first, second = generated(tmp_path / "first"), generated(tmp_path / "second")
    assert make(first, "CFLAGS=-O0").returncode == 0
    with (second / "runtime" / changed).open("a") as file:
        file.write(BROKEN)
    built = make(second, "CFLAGS=-O0")
    assert built.returncode != 0 and "this runtime is another one" in built.stderr


def test_other_flags_compile_the_runtime_anew(tmp_path: Path) -> None:
    first, second, third = (generated(tmp_path / name) for name in ("first", "second", "third"))
    assert make(first, "CFLAGS=-O0").returncode == make(second, "CFLAGS=-O0", "TRACE=1").returncode == 0
    assert make(third, "CFLAGS=-O0").returncode == 0
    objects = [(program / "runtime" / "tracing.o").read_bytes() for program in (first, second, third)]
    assert objects[0] == objects[2] != objects[1]


def test_a_directory_keeps_what_is_compiled_until_something_changes(tmp_path: Path) -> None:
    program = generated(tmp_path / "program")
    assert make(program, "CFLAGS=-O0").returncode == 0
    before = {path: path.stat().st_mtime_ns for path in program.rglob("*.o")}
    generated(program)
    assert make(program, "CFLAGS=-O0").returncode == 0
    assert before == {path: path.stat().st_mtime_ns for path in program.rglob("*.o")}
    assert make(program, "CFLAGS=-O0", "TRACE=1").returncode == 0
    assert not any(path.stat().st_mtime_ns == since for path, since in before.items())
