"""Generated programs: what they look like, and that they do only what the model allows."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.building import make
from tests.judge.fuzz_programs import random_program
from tests.judge.programs import DEADLOCK, ENDED, FAILED, VIOLATED, Program, judge_program
from tests.judge.reachable import spin_reaches
from tests.loading import load_automata
from tests.support import eventually, load_text

from penstock.codegen.choices import Choice
from penstock.codegen.naming import c_name
from penstock.codegen.page import c_comment, c_string
from penstock.codegen.plan import ProgramSettings
from penstock.codegen.program import program_texts
from penstock.faces.cli.main import main

MODELS = sorted((Path(__file__).parent / "programs").glob("*.pml"))
RUNS = (("first", 1), ("first", 2), ("random", 1), ("fair", 2))
QUICK = ("CFLAGS=-O0",)
needs_compiler = pytest.mark.needs("gcc", "make")


def files_of(text: str, choice: Choice = Choice.FIRST) -> dict[str, str]:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return program_texts(model, load_automata(model), ProgramSettings(choice))


def body_of(text: str) -> str:
    """The statements of the init process, without indentation."""
    lines = files_of(text)["init.c"].partition("ps_begin(me);")[2].partition("\n}")[0]
    return "\n".join(line.strip() for line in lines.splitlines() if line.strip())


def built(text: str, directory: Path) -> Program:
    program = Program(text, directory, QUICK)
    assert not program.problem
    assert program.built.returncode == 0, program.built.stderr
    return program


# -- text ------------------------------------------------------------------------------------------


def test_the_structure_of_the_model_is_that_of_the_program() -> None:
    text = "chan q = [1] of { byte };\ninit {\n byte n;\n do\n :: n < 3 -> n++\n :: q?n\n :: else -> break\n od }"
    assert body_of(text) == "\n".join(
        [
            "PS_AT(me, 1);",
            "PS_DO_AT(me, 2, 0) {",
            'if (PS_GUARD(me, "5:5 (n < 3)", PS_LOCAL, my->n < 3)) {',
            "my->n = (uint8_t)(my->n + 1);",
            'PS_STEP(me, "5:14");',
            '} else if (PS_RECEIVE(me, "6:5 q?n", PS_LOCAL, 0, q, PS_ANY)) {',
            "my->n = (uint8_t)ps_field(me, 0);",
            '} else if (PS_ELSE(me, "7:5 else")) {',
            "break;",
            "}",
            "}",
        ]
    )


def test_comments_go_along() -> None:
    text = "/* outside */\ninit {\n byte x;\n // first\n x = 1; /* behind */\n"
    text += "if\n :: x > 0 -> /* inside\n  * it */ x = 2\n fi }"
    lines = body_of(text).splitlines()
    assert lines[1:4] == ["/* first */", "/* behind */", "my->x = 1;"]
    assert lines.index("/* inside */") < lines.index("/* it */") < lines.index("my->x = 2;")
    assert "outside" not in "".join(lines)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("b = b + 1", "b = (uint8_t)(b + 1);"),
        ("i = i + 1", "i = ps_add(i, 1);"),
        ("t = b", "t = b & 1;"),
        ("i = b * 3 + b", "i = b * 3 + b;"),
        ("i = b / b", "i = ps_divide(me, b, b);"),
        ("i = b % 7", "i = b % 7;"),
        ("i = a[b]", "i = a[ps_index(me, b, 4)];"),
        ("i = a[b % 4]", "i = a[b % 4];"),
        ("u = i", "u = i & 7;"),
        ("i = (b > 2 -> 1 : -1)", "i = ((b > 2) ? 1 : -1);"),
        ("i = b << 2", "i = b << 2;"),
        ("i = i << b", "i = ps_shift_left(i, b);"),
        ("s = go", "s = go;"),
    ],
)
def test_expressions(statement: str, expected: str) -> None:
    declared = "byte b; int i; bit t; byte a[4]; unsigned u : 3; mtype s;"
    assert expected in body_of(f"mtype = {{ stop, go }}; init {{ {declared} {statement} }}").replace("my->", "")


def test_message_types_have_the_numbers_of_the_model() -> None:
    header = files_of("mtype = { a, b, c };\nmtype:kind = { x, y };\ninit { skip }")["init.h"]
    assert "a = 3,\n    b = 2,\n    c = 1" in header
    assert "x = 2,\n    y = 1" in header


def test_a_switch_where_one_variable_is_compared_with_constants() -> None:
    text = body_of("init { byte s; do :: s == 0 -> s = 1 :: s == 1 -> break od }")
    assert "switch (my->s) {" in text and "case 0:" in text and "case 1:" in text and "PS_DO" not in text


def test_no_switch_where_others_may_change_the_variable() -> None:
    assert "switch" not in body_of("byte s; init { if :: s == 1 -> skip :: s == 2 -> skip fi }")


def test_strings_and_comments_cannot_be_left() -> None:
    assert c_string('a"b\\c\n??/') == '"a\\"b\\\\c\\n?\\077/"'
    assert "*/" not in c_comment("x */ y")[:-2]
    assert [c_name(name) for name in ("register", "write", "ps_run", "fine")] == [
        "register_",
        "write_",
        "model_ps_run",
        "fine",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("byte x; active proctype p() { byte y; y = p:y }", "global variable"),
        ("active proctype p() priority 2 { skip }", "priorities"),
        ('c_state "int x" "Global"\nactive proctype p() { skip }', "c_state"),
        ("byte x; active proctype p() { { x = 1 } unless { goto done }; done: skip }", "escape"),
    ],
)
def test_what_has_no_translation(text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model.pml"
    model.write_text(text)
    assert main(["generate", str(model), "-o", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# -- programs --------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("runtime", ["threads", "single"])
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_programs_do_what_the_model_allows(path: Path, runtime: str, tmp_path: Path) -> None:
    assert judge_program(path.read_text(), tmp_path, RUNS, QUICK, runtime) == ""


@needs_compiler
@pytest.mark.parametrize("runtime", ["threads", "single"])
@pytest.mark.parametrize("seed", range(70, 80))
def test_random_models(seed: int, runtime: str, tmp_path: Path) -> None:
    problem = judge_program(random_program(seed), tmp_path, RUNS, QUICK, runtime)
    assert not problem or problem.startswith("skipped")


@needs_compiler
@pytest.mark.needs("spin")
def test_spin_reaches_the_last_state(tmp_path: Path) -> None:
    text = "byte x; chan q = [3] of { byte }; active [2] proctype P() { x++; q!x; if :: x++ :: x = 7 fi }"
    asked: list[bool | None] = []
    assert judge_program(text, tmp_path, [("random", 5)], QUICK, asked=asked) == "" and asked == [True]
    machine = Program(text, tmp_path / "again", QUICK).machine
    assert spin_reaches(text, machine, "x 10\nq 1\nchannel 1: 1 2\n") is False
    assert spin_reaches(text, machine, "x 4\nq 1\nchannel 1: 1 2 3\n") is False


@needs_compiler
@pytest.mark.needs("spin")
def test_spin_proves_what_programs_with_atomic_meetings_assert(capsys: pytest.CaptureFixture[str]) -> None:
    model = str(Path(__file__).parent / "programs" / "atomic_meetings.pml")
    assert main(["verify", model, "--quiet"]) == 0
    assert "safety holds" in capsys.readouterr().out


@needs_compiler
@pytest.mark.parametrize(("name", "defer"), [("bank", "putback"), ("commit", "ordered"), ("elevator", "ordered")])
def test_programs_of_actors(name: str, defer: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = str(Path(__file__).parents[1] / "examples" / "actors" / f"{name}.apml")
    assert main(["generate", model, "-o", str(tmp_path), "--defer", defer, "--choice", "random", "--quiet"]) == 0
    assert make(tmp_path, "TRACE=1", *QUICK).returncode == 0
    assert main(["conform", "--run", str(tmp_path), model, "--defer", defer]) == 0
    assert "all allowed by the model" in capfd.readouterr().out


@needs_compiler
@pytest.mark.parametrize(
    "name",
    [
        "allowed",
        "atomic_meetings",
        "channels",
        "d_steps_in_options",
        "ends",
        "handover",
        "lonely_else",
        "many",
        "provided_at_the_end",
        "steps",
        "stuck",
    ],
)
def test_programs_of_their_own(name: str, tmp_path: Path) -> None:
    text = (Path(__file__).parent / "programs" / f"{name}.pml").read_text()
    assert judge_program(text, tmp_path, RUNS, QUICK, "processes") == ""


@needs_compiler
@pytest.mark.parametrize("seed", range(90, 94))
def test_random_models_as_programs_of_their_own(seed: int, tmp_path: Path) -> None:
    problem = judge_program(random_program(seed), tmp_path, RUNS, QUICK, "processes")
    assert not problem or problem.startswith("skipped")


@needs_compiler
def test_a_program_can_be_started_by_hand(tmp_path: Path) -> None:
    text = 'byte sum; proctype add(byte x; byte y) { sum = x + y; printf("%d\\n", sum) } init { run add(1, 2) }'
    program = Program(text, tmp_path, QUICK, "processes")
    assert program.built.returncode == 0, program.built.stderr
    assert program.run().output == "3\n"
    command = [str(tmp_path / "programs" / "add"), "20", "22"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stdout) == (0, "42\n")


@needs_compiler
@pytest.mark.parametrize(
    ("code", "status", "said"), [("__builtin_trap();", FAILED, "was ended by signal"), ("exit(0);", ENDED, "")]
)
def test_a_program_that_ends_too_soon_takes_the_others_with_it(
    code: str, status: int, said: str, tmp_path: Path
) -> None:
    model = tmp_path / "crash.pch"
    model.write_text(
        "c_decl_IS {\n\\#include <stdlib.h>\n}\n"
        "chan q = [0] of { byte }; active proctype waits() { q?_ }\n"
        f"active proctype crashes() {{ c_code_IS {{ {code} }}; q!1 }}\n"
    )
    assert main(["generate", str(model), "-o", str(tmp_path / "out"), "--runtime", "processes", "--quiet"]) == 0
    built = make(tmp_path / "out")
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(tmp_path / "out" / "crash")], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == status and said in ran.stderr


@needs_compiler
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells children that")
def test_no_program_is_left_when_the_first_is_killed(tmp_path: Path) -> None:
    text = "chan q = [0] of { byte }; active proctype waits() { q?_ } active proctype spins() { do :: skip od }"
    assert Program(text, tmp_path, QUICK, "processes").built.returncode == 0
    first = subprocess.Popen([str(tmp_path / "model")], cwd=tmp_path)
    children = Path(f"/proc/{first.pid}/task/{first.pid}/children")
    assert eventually(lambda: len(children.read_text().split()) == 2)
    pids = children.read_text().split()
    first.kill()
    first.wait()
    assert eventually(lambda: not any(is_running(pid) for pid in pids))
    assert not Path(f"/dev/shm/penstock-{first.pid}").exists()


@needs_compiler
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells children that")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_program_is_left_when_the_first_is_killed_while_it_starts_them(number: int, tmp_path: Path) -> None:
    text = "chan q = [0] of { byte }; active [16] proctype waits() { q?_ }"
    assert Program(text, tmp_path, QUICK, "processes").built.returncode == 0
    for attempt in range(20):
        first = subprocess.Popen([str(tmp_path / "model")], cwd=tmp_path)
        time.sleep(attempt * 0.002)
        first.send_signal(number)
        first.wait()
        assert eventually(lambda: not programs_below(tmp_path)), attempt


def programs_below(directory: Path) -> list[str]:
    """The numbers of processes that run a program in this directory."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (place / "exe").readlink().is_relative_to(directory) and is_running(place.name):
                found.append(place.name)
    return found


QUEUE_AT_THE_END = """
c_decl_IS {
\\#include <signal.h>
\\#include <stdlib.h>
};
active proctype keeps() { c_code_IS {
    const char *end = getenv("END");
    printf("%d\\n", ps_queue_new());
    fflush(stdout);
    if (end != NULL && end[0] == 'w') ps_sleep(60000);
    if (end != NULL && end[0] == 'c') __builtin_trap();
    if (end != NULL && end[0] == 'e') exit(0);
} }
active proctype waits() { (_nr_pr == 1) }
"""


@needs_compiler
@pytest.mark.skipif(not Path("/proc/sysvipc/msg").exists(), reason="looks at queues as Linux shows them")
@pytest.mark.parametrize("runtime", ["threads", "single", "processes"])
def test_no_queue_and_no_program_stays(runtime: str, tmp_path: Path) -> None:
    model, program = tmp_path / "queue.pch", tmp_path / "out" / "queue"
    model.write_text(QUEUE_AT_THE_END)
    assert main(["generate", str(model), "-o", str(tmp_path / "out"), "--runtime", runtime, "--quiet"]) == 0
    assert make(tmp_path / "out", *QUICK).returncode == 0
    for end in ("wait for TERM", "wait for KILL", "wait for KILL to all", "crash", "exit", "usual"):
        first = subprocess.Popen(
            [str(program)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"END": end},
            start_new_session=True,
        )
        assert first.stdout is not None
        queue = first.stdout.readline().decode().strip()
        assert queue.isdecimal()
        if end.startswith("wait"):
            send = os.killpg if end.endswith("all") else os.kill
            send(first.pid, signal.SIGTERM if "TERM" in end else signal.SIGKILL)
        first.communicate(timeout=60)
        assert eventually(lambda queue=queue: queue not in queues() and not programs_below(tmp_path)), end  # type: ignore[misc]


def queues() -> set[str]:
    return {line.split()[1] for line in Path("/proc/sysvipc/msg").read_text().splitlines()[1:]}


def is_running(pid: str) -> bool:
    """Whether there is such a process that has not ended yet, buried or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@needs_compiler
@pytest.mark.parametrize(
    ("sanitizer", "runtime"),
    [("thread", "threads"), ("address,undefined", "threads"), ("address,undefined", "single")],
)
@pytest.mark.parametrize("name", ["channels", "lonely_else", "steps"])
def test_sanitizers_find_nothing(sanitizer: str, runtime: str, name: str, tmp_path: Path) -> None:
    text = (Path(__file__).parent / "programs" / f"{name}.pml").read_text()
    assert judge_program(text, tmp_path, RUNS, [f"CFLAGS=-O1 -g -fsanitize={sanitizer}"], runtime) == ""


@needs_compiler
@pytest.mark.needs("clang")
@pytest.mark.parametrize("name", ["numbers", "nested", "escapes"])
def test_clang_has_no_complaints(name: str, tmp_path: Path) -> None:
    text = (Path(__file__).parent / "programs" / f"{name}.pml").read_text()
    assert judge_program(text, tmp_path, RUNS, ["CC=clang", *QUICK]) == ""


@needs_compiler
def test_a_deadlock_is_reported(tmp_path: Path) -> None:
    ran = built((Path(__file__).parent / "programs" / "stuck.pml").read_text(), tmp_path).run()
    assert ran.status == DEADLOCK
    assert "left (pid 0) waits at model.pml:5, a!1\n    nobody is ready to receive from `a`" in ran.errors
    assert "right (pid 1) waits at model.pml:6, (flag == 3)" in ran.errors


@needs_compiler
@pytest.mark.parametrize("choice", ["first", "random", "fair"])
def test_who_never_waits_does_not_keep_the_turn_for_ever(choice: str, tmp_path: Path) -> None:
    ran = built((Path(__file__).parent / "programs" / "escapes.pml").read_text(), tmp_path).run(choice)
    assert (ran.status, ran.output) == (ENDED, "inner\nouter 42\n")


@needs_compiler
def test_a_choice_takes_the_first_option_or_any(tmp_path: Path) -> None:
    text = (
        "chan a = [9] of { byte }; chan b = [9] of { byte }; byte n;\n"
        "active proctype p() { do :: n < 9 -> if :: a!1 :: b!1 fi; n++ :: else -> break od }"
    )
    program = built(text, tmp_path)
    states = [program.run(choice).state for choice in ("first", "random", "fair")]
    sent = [len(line.split()) - 2 for state in states for line in state.splitlines() if line.startswith("channel 1:")]
    assert sent[0] == 9 and 0 < sent[1] < 9 and 0 < sent[2] < 9


@needs_compiler
def test_who_looks_again_and_again_lets_others_move_for_ever(tmp_path: Path) -> None:
    text = "byte over; active proctype p() { do :: over == 1 -> break :: else od } active proctype q() { over = 1 }"
    assert built(text, tmp_path).run().status == ENDED


@needs_compiler
def test_what_is_wrong_ends_the_program(tmp_path: Path) -> None:
    ran = built("active proctype p() { byte x; x++; assert(x == 2) }", tmp_path / "a").run()
    assert ran.status == VIOLATED and "assertion violated: p (pid 0) at model.pml:1, assert(x == 2)" in ran.errors
    ran = built("byte a[2], i = 2; active proctype p() { a[i] = 1 }", tmp_path / "b").run()
    assert ran.status == FAILED and "index 2 is out of range: the array has 2 elements" in ran.errors
    ran = built("proctype q() { false } init { do :: run q() od }", tmp_path / "c").run()
    assert ran.status == FAILED and "too many processes: there can be 255 at a time" in ran.errors


@needs_compiler
def test_values_wrap_around_as_in_the_model(tmp_path: Path) -> None:
    ran = built((Path(__file__).parent / "programs" / "numbers.pml").read_text(), tmp_path).run()
    assert ran.output == (
        "0 0 -32768 -2147483648 0\n-3 -1 -4 1073741824\n4464 255 green ffffffff 4294967295 10 A%\n0\n"
    )


@needs_compiler
def test_variables_that_only_comments_name(tmp_path: Path) -> None:
    assert built('init { byte x; /* x */ printf("x") }', tmp_path).run().status == ENDED


@needs_compiler
def test_names_that_mean_something_in_c(tmp_path: Path) -> None:
    text = (
        "typedef struct { byte int_; byte register }; byte write = 1, main, volatile; struct union;\n"
        "mtype = { NULL, errno }; active proctype exit() { byte me = 2; union.register = me;\n"
        "while: write = union.register; main = NULL; assert(write == 2 && main == 2) }"
    )
    ran = built(text, tmp_path).run()
    assert ran.status == ENDED, ran.errors


@needs_compiler
def test_names_of_the_library_and_those_that_look_renamed(tmp_path: Path) -> None:
    names = [
        "register",
        "register_",
        "register__",
        "round",
        "remainder",
        "fmaxf",
        "isblank",
        "getline",
        "clock_gettime",
        "wchar_t",
        "strerror",
        "INT8_MAX",
        "PENSTOCK_H",
        "MODEL_INIT_H",
        "ps_run",
        "model_ps_run",
        "model__x",
        "_x",
        "readlink",
        "setenv",
        "posix_spawn",
        "vsnprintf",
    ]
    given = " ".join(f"{name} = {place};" for place, name in enumerate(names))
    kept = " && ".join(f"{name} == {place}" for place, name in enumerate(names))
    text = f"byte {', '.join(names)}; active proctype p() {{ {given} assert({kept}) }}"
    ran = built(text, tmp_path).run()
    assert ran.status == ENDED, ran.errors


@needs_compiler
def test_a_changed_trace_is_noticed(tmp_path: Path) -> None:
    program = built((Path(__file__).parent / "programs" / "handover.pml").read_text(), tmp_path)
    ran = program.run()
    assert program.follow(ran) == ""
    lines = ran.trace.splitlines(keepends=True)
    exchanged = b"".join([lines[0], lines[-4], *lines[1:-4], *lines[-3:]])
    assert "does not allow" in program.follow(type(ran)(ran.status, ran.output, ran.errors, exchanged, ran.state))


def test_no_channel_is_larger_than_it_needs_to_be(tmp_path: Path) -> None:
    model = Path(__file__).parent.parent / "examples" / "granting.pml"
    assert main(["generate", str(model), "-o", str(tmp_path), "--capacities", "bound", "--quiet"]) == 0
    text = (tmp_path / "model.c").read_text()
    assert '{"AB", 11, 1,' in text and '{"BA", 3, 1,' in text


def test_bounds_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "m.pml"
    model.write_text("chan q = [2] of { byte }; active proctype p() { do :: q!1 od }")
    assert main(["generate", str(model), "-o", str(tmp_path / "out"), "--capacities", "bound"]) == 2
    assert "not every channel has a bound" in capsys.readouterr().err


def test_a_directory_without_a_name_is_not_the_present_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    model = tmp_path / "model.pml"
    model.write_text("active proctype P() { skip }")
    assert main(["generate", str(model), "-o", ""]) == 2
    assert list(tmp_path.iterdir()) == [model]


def test_nothing_of_the_model_reaches_make_or_the_shell(tmp_path: Path) -> None:
    model = tmp_path / "a b$(shell touch broken);`x`.pml"
    model.write_text("active proctype p() { skip }")
    assert main(["generate", str(model), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    makefile = (tmp_path / "out" / "Makefile").read_text()
    assert "touch broken" not in makefile and "a_b_shell_touch_broken_x:" in makefile


@needs_compiler
@pytest.mark.parametrize("name", ["all", "clean", "runtime", "programs", "Makefile"])
def test_programs_with_the_names_of_what_is_beside_them(name: str, tmp_path: Path) -> None:
    model = tmp_path / f"{name}.pml"
    model.write_text("active proctype p() { skip }")
    out = tmp_path / "out"
    assert main(["generate", str(model), "-o", str(out), "--runtime", "processes", "--quiet"]) == 0
    made = make(out, "TRACE=1", *QUICK)
    assert (made.returncode, made.stderr) == (0, "")
    assert main(["conform", "--run", str(out), str(model), "--quiet"]) == 0
