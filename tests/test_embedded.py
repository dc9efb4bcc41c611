"""Programs for small machines: on this machine against the judges of all programs, and on an emulated Cortex-M."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.building import make
from tests.judge.fuzz_programs import random_program
from tests.judge.on_avr import judge_on_avr
from tests.judge.programs import judge_program
from tests.support import load_text

from penstock.codegen.creation import most_processes
from penstock.control import build_automata
from penstock.faces.cli.main import main

needs_compiler = pytest.mark.needs("gcc", "make")
needs_avr = pytest.mark.needs("avr-gcc", "simavr", "make")
needs_cortex = pytest.mark.needs("arm-none-eabi-gcc", "qemu-system-arm", "make")
EXAMPLES = Path(__file__).parent.parent / "examples"
ALTERNATING = EXAMPLES / "abp" / "ideal.pml"
LAMP = EXAMPLES / "embedded" / "lamp.pch"
MODELS = sorted((Path(__file__).parent / "programs").glob("*.pml"))
PROGRAMS = Path(__file__).parent / "embedded"
CLOCK = """timer t; byte n;
active proctype Blinker() {
    do
    :: n < 2 -> set(t, 3); expire(t); n++; printf("blink %d\\n", n)
    :: else -> break
    od
}"""
WIDE = """byte b = 250; short s = -32768; int i; unsigned u : 12 = 4095;
active proctype P() {
    i = b * b; assert(i == 62500);
    i = b * b * b; assert(i == 15625000);
    i = -s; assert(i == 32768);
    i = u * u + b; assert(i == 16769275);
    i = (b << 8) + (b << 9); assert(i == 192000);
    i = 32767 + b; assert(i == 33017);
    assert(b * b > 62499 && s - b == -33018 && (u * 16) / b == 262);
    i = (b > 1 -> b * 200 : 3); assert(i == 50000);
    printf("%d %d %u %x\\n", b * 1000, s - 1, i + 70000, i)
}"""
RUNS = (("first", 1), ("random", 1), ("random", 2), ("fair", 1))
CHECKED = ["CFLAGS=-O0 -g -fsanitize=undefined -fno-sanitize-recover"]
EMULATOR = ["qemu-system-arm", "-M", "lm3s6965evb", "-nographic", "-monitor", "none"]
MACHINE = [*EMULATOR, "-semihosting-config", "enable=on,target=native"]
MANDATORY = frozenset(
    [
        "9.1",
        "12.5",
        "13.6",
        "17.3",
        "17.4",
        "17.6",
        "19.1",
        "21.13",
        "21.17",
        "21.18",
        "21.19",
        "21.20",
        "22.2",
        "22.4",
        "22.5",
        "22.6",
    ]
)
HEAP = ("malloc", "calloc", "realloc", "free", "sbrk", "printf")


def generated(model: Path, directory: Path, *words: str) -> Path:
    assert main(["generate", str(model), "-o", str(directory), "--target", "embedded", "--quiet", *words]) == 0
    return directory


def built(model: Path, directory: Path, *words: str) -> Path:
    result = make(generated(model, directory), *words)
    assert (result.returncode, result.stderr) == (0, "")
    return directory


def emulated(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*MACHINE, "-kernel", program.name, *words]
    return subprocess.run(command, cwd=program.parent, capture_output=True, text=True, timeout=60, check=False)


# -- on this machine ---------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_programs_do_what_the_model_allows(path: Path, tmp_path: Path) -> None:
    assert judge_program(path.read_text(), tmp_path, RUNS, CHECKED, "embedded") == ""


@needs_compiler
@pytest.mark.parametrize("seed", range(60, 68))
def test_random_models(seed: int, tmp_path: Path) -> None:
    problem = judge_program(random_program(seed), tmp_path, RUNS, CHECKED, "embedded")
    assert not problem or problem.startswith("skipped")


@needs_compiler
@pytest.mark.parametrize("words", [(), ("TEXTS=1",), ("TRACE=1",)])
def test_it_is_c99_without_a_system_and_every_conversion_is_visible(words: tuple[str, ...], tmp_path: Path) -> None:
    built(ALTERNATING, tmp_path / "abp", *words)
    flags = (tmp_path / "abp" / "Makefile").read_text()
    assert {"-std=c99", "-ffreestanding", "-Wconversion", "-Werror"} <= set(flags.split())


@needs_compiler
def test_messages_come_from_outside_and_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = built(LAMP, tmp_path / "lamp", "TRACE=1")
    presses = "0 2\n0 1\n" * 3
    ran = subprocess.run(
        [directory / "lamp"], input=presses, cwd=directory, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "lamp: 1\nlamp: 0\nlamp: 1\nlamp: 0\n")
    assert main(["conform", str(directory / "trace.log"), str(LAMP)]) == 0
    assert "23 steps, all allowed by the model" in capsys.readouterr().out


@needs_compiler
def test_time_passes_by_ticks_and_a_program_with_timers_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "clock.pml"
    model.write_text(CLOCK)
    directory = built(model, tmp_path / "clock", "TRACE=1")
    ran = subprocess.run([directory / "clock"], cwd=directory, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (0, "blink 1\nblink 2\n")
    assert main(["conform", str(directory / "trace.log"), str(model)]) == 0
    assert "all allowed by the model" in capsys.readouterr().out


@needs_compiler
def test_another_thread_may_post(tmp_path: Path) -> None:
    directory = generated(LAMP, tmp_path / "lamp", "--no-main")
    (directory / "main.c").write_text((PROGRAMS / "threads.c").read_text())
    flags = ["EXTRA=main.c", "CFLAGS=-O1 -g -fsanitize=thread", "LDLIBS=-pthread", "TEXTS=1"]
    result = make(directory, *flags)
    assert (result.returncode, result.stderr) == (0, "")
    ran = subprocess.run([directory / "lamp"], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "3000 presses, all in order\n", "")


# -- sizes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("active [3] proctype P() { skip }", {"P": 3}),
        ("proctype P() { skip } init { run P(); run P() }", {"P": 2, "init": 1}),
        (
            "proctype Q() { skip } proctype P() { run Q() } init { run P(); run P(); run Q() }",
            {"Q": 3, "P": 2, "init": 1},
        ),
        ("proctype P() { skip } init { if :: run P() :: run P() fi }", {"P": 2, "init": 1}),
        ("proctype P() { skip } init { d_step { run P(); run P() } }", {"P": 2, "init": 1}),
        ("proctype P() { skip } init { byte i; for (i : 1 .. 4) { run P() } }", {"P": 4, "init": 1}),
        (
            "proctype P() { skip } init { byte i, j; for (i : 1 .. 3) { for (j : 0 .. 1) { run P() } } }",
            {"P": 6, "init": 1},
        ),
        ("proctype P() { skip } init { byte i; for (i : 1 .. 4) { run P(); i = 1 } }", None),
        ("proctype P() { skip } init { byte i; for (i : 1 .. 255) { run P() } }", None),
        ("byte i; proctype P() { i = 0 } init { for (i : 1 .. 4) { run P() } }", None),
        ("proctype P() { skip } init { byte i; for (i : 1 .. 4) { run P(); do :: run P() :: break od } }", None),
        ("chan c = [1] of { byte }; proctype P() { skip } init { byte i; for (i : 1 .. 4) { run P(); c?i } }", None),
        ("proctype P() { skip } init { byte i; for (i : 1 .. 4) { in: run P() }; goto in }", None),
        ("proctype P() { skip } init { do :: run P() od }", None),
        ("proctype P() { run P() } init { run P() }", None),
        ("proctype P() { skip } init { again: run P(); goto again }", None),
    ],
)
def test_processes_are_counted(text: str, expected: dict[str, int] | None) -> None:
    model = load_text(text)
    assert most_processes(model, build_automata(model)) == expected


@needs_compiler
def test_more_processes_than_there_is_room_for_are_an_error(tmp_path: Path) -> None:
    model = tmp_path / "many.pml"
    model.write_text("proctype P() { do :: skip od } init { byte n; do :: n < 4 -> run P(); n++ :: else -> break od }")
    for room, status in ((4, 2), (5, -9)):
        directory = generated(model, tmp_path / str(room), "--processes", str(room))
        assert make(directory, "TEXTS=1").returncode == 0
        with subprocess.Popen([directory / "many"], stderr=subprocess.PIPE, text=True) as ran:
            try:
                assert ran.wait(1.0) == status
                assert ran.stderr is not None and "error: init (pid 0) at" in ran.stderr.read()
            except subprocess.TimeoutExpired:
                assert status == -9  # they all go on and on
                ran.kill()


# -- where an int has 16 bits ---------------------------------------------------------------------------


@needs_avr
@pytest.mark.parametrize("name", ["numbers", "steps", "channels", "nested"])
def test_an_int_may_have_16_bits(name: str, tmp_path: Path) -> None:
    found = Path(__file__).parent / "programs" / f"{name}.pml"
    assert judge_on_avr(found.read_text(), tmp_path, "FIRST") == ""


@needs_avr
def test_what_does_not_fit_16_bits_is_reckoned_with_32(tmp_path: Path) -> None:
    assert judge_on_avr(WIDE, tmp_path, "FIRST") == ""


# -- on a Cortex-M -------------------------------------------------------------------------------------


@needs_cortex
def test_a_trace_of_a_bare_processor_conforms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = built(ALTERNATING, tmp_path / "abp", "TRACE=1", "PORT=cortex_m")
    ran = emulated(directory / "ideal", "-serial", "none")
    assert (ran.returncode, ran.stdout) == (0, "".join(f"received {number}\n" for number in range(1, 6)))
    assert "stack: " in ran.stderr
    assert main(["conform", str(directory / "trace.log"), str(ALTERNATING)]) == 0
    assert "66 steps, all allowed by the model" in capsys.readouterr().out


@needs_cortex
def test_a_trace_comes_over_a_serial_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = built(ALTERNATING, tmp_path / "abp", "TRACE=1", "PORT=cortex_m", "CPPFLAGS=-DPS_UART")
    ran = emulated(directory / "ideal", "-serial", "file:output", "-serial", "file:trace.log", "-serial", "file:state")
    assert ran.returncode == 0
    assert (directory / "output").read_text().startswith("received 1\n")
    assert main(["conform", str(directory / "trace.log"), str(ALTERNATING)]) == 0
    assert "66 steps" in capsys.readouterr().out


@needs_cortex
def test_an_interrupt_posts_to_two_instances(tmp_path: Path) -> None:
    directory = generated(LAMP, tmp_path / "lamp", "--no-main")
    shutil.copy(PROGRAMS / "two_lamps.c", directory)
    result = make(directory, "TEXTS=1", "PORT=cortex_m", "EXTRA=two_lamps.c")
    assert (result.returncode, result.stderr) == (0, "")
    ran = emulated(directory / "lamp", "-serial", "none")
    assert (ran.returncode, ran.stdout) == (0, "lamp 0: off after 12\nlamp 1: off after 6\n")


@needs_cortex
def test_there_is_no_heap(tmp_path: Path) -> None:
    directory = built(ALTERNATING, tmp_path / "abp", "PORT=cortex_m")
    listed = subprocess.run(
        ["arm-none-eabi-nm", directory / "ideal"], capture_output=True, text=True, check=True
    ).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    assert "ps_step" in names
    assert not {name for name in names if any(word in name for word in HEAP)}


# -- other ports, and rules --------------------------------------------------------------------------------


@needs_compiler
def test_the_port_for_freertos_compiles(tmp_path: Path) -> None:
    directory = generated(LAMP, tmp_path / "lamp", "--no-main")
    flags = [f"CPPFLAGS=-I{PROGRAMS / 'freertos'}", "PORT=freertos", "runtime/port_freertos.o", "runtime/step.o"]
    result = make(directory, *flags)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.needs("cppcheck")
def test_misra_says_what_the_page_says(tmp_path: Path) -> None:
    directory = generated(ALTERNATING, tmp_path / "abp")
    kernel = [f"runtime/{part}.c" for part in ("ready", "select", "offers", "channels", "processes", "values", "step")]
    own = sorted(path.name for path in directory.glob("*.c"))
    words = ["--addon=misra", "--std=c99", "--enable=style", "--suppress=missingIncludeSystem", "-q"]
    command = ["cppcheck", *words, "-UPS_TEXTS", "-UPS_TRACE", "-UPS_QUICK", *own, *kernel]
    said = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120, check=True).stderr
    reported = set(re.findall(r"misra-c2012-([0-9]+\.[0-9]+)", said))
    assert len(reported) > 10
    page = (EXAMPLES.parent / "docs" / "misra.md").read_text()
    assert reported <= set(re.findall(r"\b[0-9]+\.[0-9]+\b", page.partition("**Mandatory")[2]))
    assert not reported & MANDATORY
