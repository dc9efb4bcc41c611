"""C of specifications in all its forms: defined once, without a warning, with one meaning in all runtimes."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from tests.building import make
from tests.judge.fuzz_specifications import judge_specification
from tests.judge.random_specifications import random_specification
from tests.support import eventually

from penstock.codegen.c_access import access_of
from penstock.codegen.c_pieces import long_length, outline, pieces
from penstock.codegen.c_units import UnitReader
from penstock.codegen.fragments import read_statements, statements_in
from penstock.dialects.pch.dialect import read
from penstock.faces.cli.main import main

RUNTIMES = ("threads", "single", "processes")
FULL = Path("/dev/full")
pytestmark = pytest.mark.needs("gcc", "make")


def squeezed(text: str) -> str:
    return " ".join(text.split())


def build(text: str, directory: Path, runtime: str = "threads", *words: str, name: str = "m.pch") -> Path:
    """The directory of the program, which was built without a word from the compiler."""
    (directory / name).write_text(text)
    out = directory / runtime
    assert main(["generate", str(directory / name), "-o", str(out), "--quiet", "--runtime", runtime]) == 0
    built = make(out, "CFLAGS=-O0", *words)
    assert (built.returncode, built.stderr) == (0, "")
    return out


def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *words], capture_output=True, text=True, timeout=60, check=False, cwd=program.parent
    )


def output(text: str, directory: Path, runtime: str) -> list[str]:
    ran = run(build(text, directory, runtime) / "m")
    assert (ran.returncode, ran.stderr) == (0, "")
    return sorted(ran.stdout.splitlines())


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "model", "program"),
    [
        ("x = 1; promela_MS { }; y = 2", "x = 1; y = 2", "x = 1; y = 2"),
        ("{ promela_MS { /* nothing */ } }", "{ skip }", "{ skip }"),
        ("active env proctype p() { skip } byte x;", "active proctype p() { skip } byte x;", "byte x;"),
        ("active [3] env proctype p() { skip }", "active [3] proctype p() { skip }", ""),
        (
            "x = 1; /* so */ c_code_IS { f(); }; y = 2",
            "x = 1; /* so */ y = 2",
            "x = 1; /* so */ c_code { f(); }; y = 2",
        ),
        ("{ " + "c_code_IS { " + "f();\n" * 3000 + "}; y = 2 }", "{ y = 2 }", None),
        ("if :: c_code_IS { " + "f(); " * 3000 + "} fi", "if :: skip fi", None),
    ],
    ids=range(7),
)
def test_readings(text: str, model: str, program: str | None) -> None:
    assert squeezed(read(text, False).text) == model
    assert program is None or squeezed(read(text, True).text) == program


def test_pieces_and_what_becomes_of_them() -> None:
    text = "#include <time.h>\nint a = 1, b = f(); static int g(int x) { return x; }\nstruct { int c; } s;\n"
    assert [piece.text.split()[0] for piece in pieces(text)] == ["#include", "int", "static", "struct"]
    include, numbers, function, structure = UnitReader((), ()).read(text)
    assert include.header == ["#include <time.h>"] and not include.source
    assert numbers.header == ["extern int a;", "extern int b;"]
    assert (numbers.source, numbers.begin) == (["int a = 1;", "int b;"], ["b = f();"])
    assert function.header == ["int g(int x);"] and function.source == ["int g(int x) { return x; }"]
    assert structure.header[-1] == "extern struct ps_type_1 s;" and structure.source == ["struct ps_type_1 s;"]


def test_who_reads_and_writes() -> None:
    access = access_of(statements_in("x = y; z[1].f++; g(&u, v); w += 1;"), "", frozenset(["v"]))
    assert access.writes == {"x", "z", "u", "v", "w"} and {"y", "v"} <= access.reads and access.calls == {"g"}
    assert access_of(None, "a b", frozenset()).writes == {"a", "b"}


def test_long_pieces_are_left_to_the_compiler() -> None:
    table = "int t[] = {" + ",".join(["1"] * 60_000) + ",};"
    assert outline(table) == "int t[] = {0};" and long_length(table) == "60000"
    assert outline("int f(void) {" + ";" * 100_000 + "}") == "int f(void) {}"
    assert read_statements("no C (" * 20_000).problem is None


# -- declarations ----------------------------------------------------------------------------------


DECLARATIONS = """
c_decl_IS { int fd; };
c_decl_IS { static int own = 4; const int most = 3; }
c_decl_IS {
    /* Values that only the running program can compute. */
    int queue = next_number(), other = next_number();
    static int calls;
    int next_number(void) { calls++; return 10 + calls; }
    struct { int x, y; } here = { 1, 2 }, *there;
    struct point { int x, y; };
    enum { red, green } colour = green;
    int row[] = { 1, next_number() };
    char name[] = "abc";
    FILE *out = NULL;
    static inline int twice(int n) { return 2 * n; }
    void (*act)(int);
};
c_code_IS { static int hidden(int n) { return n + own; } }
typedef M { c_decl_IS { struct point at; Pair pair; }; byte b };
c_decl_IS { typedef struct point Pair; void show(M *m); };
c_code_IS { void show(M *m) { printf("show %d %d\\n", m->b, m->at.x); } }
active proctype A() {
    c_decl_IS { static int local = 5; int unused; };
    M m; int n;
    c_code_IS { fd = 3; own += 1; n = rand() % 1; local++ };
    c_code_IS { printf("%d %d %d %d\\n", fd, own, most, n + local); };
    c_code_IS { printf("%d %d %d\\n", queue, other, row[1]); };
    c_code_IS { m.at.x = 7; m.b = hidden(1); show(&m); };
    c_code_IS { printf("%d %d %s %d\\n", here.y, twice(colour), name, (int)(sizeof row / sizeof *row)); }
}
active proctype B() { skip }
"""


MACROS = """#define STATE1 1
c_decl_IS {
\\#define word_t unsigned int
\\#define record struct point
\\#define LIMIT 7
\\#define MORE LIMIT + \\
             LIMIT
struct point { int x, y; };
struct point point;
enum colour { red, green } colour;
record here = { LIMIT, MORE };
word_t sum(const word_t left, word_t right) { return left + (word_t) right; }
int AtoB = 5;
};
promela_MS { chan AtoB = [1] of { byte } };
proctype A(chan out) { byte state = STATE1; int k;
    c_code_IS { point.x = LIMIT; colour = green; k = sum((word_t) LIMIT, (word_t) point.x) + (int) colour + here.y; };
    c_code_IS { printf("%d %d %d\\n", k, state, (int) out); }
}
init { run A(AtoB) }
"""


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_macros_of_both_languages_and_names_of_structures(runtime: str, tmp_path: Path) -> None:
    """A directive on the first line, macros of C that are values or types, tags that are variables, too."""
    ran = run(build(MACROS, tmp_path, runtime) / "m")
    assert (ran.returncode, ran.stdout) == (0, "29 1 5\n"), ran.stderr


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_declarations_of_all_kinds(runtime: str, tmp_path: Path) -> None:
    assert output(DECLARATIONS, tmp_path, runtime) == ["11 12 13", "2 2 abc 2", "3 5 3 6", "show 6 7"]


ANNOUNCED = """
c_decl_IS { static int one(void), two(int); static inline int three(void); int first = one(); int four(void); };
c_decl_IS { volatile int n; volatile struct { int a; } pair; volatile sig_atomic_t flag; fd_set set; };
c_decl_IS { int accept = 4; int wait(int x) { return x; } };
c_decl_IS {
\\#if defined(__linux__) && __STDC_VERSION__ >= 201112L
int known = 1;
\\#else
int known = 0;
\\#endif
};
c_code_IS {
    static int one(void) { return two(1); }
    static int two(int n) { return n + 1; }
    static inline int three(void) { return 3; }
    int four(void) { return 4; }
}
chan done = [2] of { bit };
proctype A() { c_code_IS { n++; pair.a += 2; flag = 1; }; done!1 }
init {
    run A(); run A(); done?_; done?_;
    c_code_IS { FD_ZERO(&set); printf("%d %d %d %d %d\\n", first, three(), four(), accept + wait(2), known); };
    c_code_IS { printf("%d %d\\n", n, pair.a); }
}
"""


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_functions_are_announced_and_names_are_the_users(runtime: str, tmp_path: Path) -> None:
    """A `static` declaration before its function, `volatile`, names of headers, what the compiler defines itself."""
    assert output(ANNOUNCED, tmp_path, runtime) == ["2 3 4 6 1", "2 4"]


QUEUES = """
typedef Msg { c_decl_IS{long type;}; bit altbit; byte data };
typedef Ack { c_decl_IS{long type;}; bit altbit };
promela_MS { chan AtoB = [1] of { Msg }; chan BtoA = [1] of { Ack }; };
c_decl_IS { int AtoB = ps_queue_new(); int BtoA = ps_queue_new(); };
#include "passing.h"
proctype A(chan in, out) {
    Msg msg; Ack ack;
    do
    :: msg.data < 3 ->
        msg.altbit = 1 - msg.altbit; msg.data++;
        SEND(out, msg, sizeof(Msg))
        RECV(in, ack, sizeof(Ack))
        assert(ack.altbit == msg.altbit)
    :: else -> break
    od
}
proctype B(chan in, out) {
    Msg msg; Ack ack;
    do
    :: msg.data < 3 ->
        RECV(in, msg, sizeof(Msg))
        printf("%d\\n", msg.data);
        ack.altbit = msg.altbit;
        SEND(out, ack, sizeof(Ack))
    :: else -> break
    od
}
init { run A(BtoA, AtoB); run B(AtoB, BtoA) }
"""
PASSING = """
#define SEND(CHAN,MSG,SIZE)\\
promela_MS{CHAN!MSG;};\\
c_code_IS{MSG.type = 1; ps_queue_put(CHAN,&MSG,SIZE);};
#define RECV(CHAN,MSG,SIZE)\\
promela_MS{CHAN?MSG;};\\
c_code_IS{ps_queue_get(CHAN,&MSG,SIZE,-1)};
"""


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_queues_that_are_made_once_and_macros_of_included_files(
    runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "passing.h").write_text(PASSING)
    out = build(QUEUES, tmp_path, runtime, "TRACE=1")
    ran = run(out / "m")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1\n2\n3\n", "")
    assert main(["conform", str(out / "trace.log"), str(tmp_path / "m.pch")]) == 0, capsys.readouterr().out


MESSAGES = """
c_decl_IS { struct point { int x; char name[10]; }; };
typedef In { bit f; c_decl_IS { double d; } };
typedef M { c_decl_IS { long type; }; byte b; In in; c_decl_IS { struct point at; } };
chan q = [2] of { byte, M }; chan r = [0] of { M, byte }; chan s = [0] of { M };
proctype P(byte n; M m) { c_code_IS { printf("%d %d %ld %s %g\\n", n, m.b, m.type, m.at.name, m.in.d); }; s!m }
active proctype A() {
    M m; m.b = 1;
    c_code_IS { m.type = 77; m.at.x = 4; strcpy(m.at.name, "four"); m.in.d = 2.5; };
    q!1, m; r!m, 3; q!!2, m
}
active proctype B() {
    M m, n[2], k; byte z = 1;
    q?1, n[z]; c_code_IS { printf("%ld %s %g\\n", n[1].type, n[1].at.name, n[1].in.d); };
    r?m, z; c_code_IS { printf("%ld %s %d\\n", m.type, m.at.name, z); };
    run P(5, m); s?k; c_code_IS { printf("%ld %s %d\\n", k.type, k.at.name, k.at.x); };
    q?z, n[0]; c_code_IS { printf("%ld %s %d\\n", n[0].type, n[0].at.name, z); }
}
"""


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_c_fields_travel(runtime: str, tmp_path: Path) -> None:
    expected = ["5 1 77 four 2.5", "77 four 2", "77 four 2.5", "77 four 3", "77 four 4"]
    assert output(MESSAGES, tmp_path, runtime) == expected


SHARED = """
c_decl_IS { int table[4]; struct { int a, b; } pair = { 1, 2 }; int by_function; int sock; };
c_code_IS { void more(void) { by_function++; } }
chan done = [4] of { bit };
proctype S(byte i) {
    byte k;
    do
    :: k < 100 -> k++; c_code_IS { table[i % 2]++; pair.a += 1; more(); }
    :: else -> break
    od;
    c_code_IS { ps_sleep(1); printf("%d\\n", sock); };
    done!1
}
init {
    c_code_IS { sock = 5; };
    run S(0); run S(1); run S(2); run S(3);
    done?_; done?_; done?_; done?_;
    c_code_IS { printf("%d %d %d %d\\n", table[0], table[1], pair.a, by_function); }
}
"""


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_variables_of_c_that_several_processes_write(runtime: str, tmp_path: Path) -> None:
    assert output(SHARED, tmp_path, runtime) == ["200 200 401 400", "5", "5", "5", "5"]


WAITING = """
c_decl_IS {
int from, to;
int joined(void) {
    int ends[2], well = pipe(ends);
    from = ends[0];
    to = ends[1];
    return well;
}
int well = joined();
\\#define AGAIN(by) (n + (by))
\\#define IS_TWO (AGAIN(0) == 2)
};
chan q = [0] of { byte };
active proctype waits() {
    byte n = 1;
    c_decl_IS {
        char got = 7, *place = &got;
        static struct n { int n; } pair = {4};
        int row[] = {1, 2, 3};
    };
    c_code_IS {
        char n = 0; // its own n
        if (read(from, &n, 1) == 1) *place = n;
        { struct n other = {.n = pair.n}; pair.n += other.n; }
        row[2] += (int)(sizeof row / sizeof row[0]);
    };
    n = n + 1;
    c_expr_IS { IS_TWO };
    c_code_IS { n = AGAIN(1) - 1; };
    c_code_IS [n == 2] { printf("%c %d %d n %d\\n", got, n, pair.n, row[2]); }
}
active proctype writes() {
    q?_;
    c_code_IS { if (write(to, "x", 1) != 1) abort(); }
}
active proctype third() { q!1 }
"""


@pytest.mark.parametrize("runtime", ["threads", "single"])
def test_c_that_waits_for_the_world_holds_nobody_up_and_has_its_own_names(runtime: str, tmp_path: Path) -> None:
    assert output(WAITING, tmp_path, runtime) == ["x 2 8 n 6"]


@pytest.mark.parametrize("runtime", ["threads", "single"])
def test_sanitizer_sees_no_race(runtime: str, tmp_path: Path) -> None:
    ran = run(build(SHARED, tmp_path, runtime, "CFLAGS=-O1 -g -fsanitize=thread") / "m")
    assert ran.returncode == 0 and "WARNING" not in ran.stderr, ran.stderr


def test_what_programs_cannot_share_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "c_decl_IS { char *p; int next(void) { static int n; return ++n; } };\n"
    text += (
        'active proctype A() { c_code_IS { p = "x"; next(); } }\nactive proctype B() { c_code_IS { p = 0; next(); } }\n'
    )
    (tmp_path / "m.pch").write_text(text)
    for runtime, count in (("threads", 0), ("single", 0), ("processes", 2)):
        words = ["generate", str(tmp_path / "m.pch"), "-o", str(tmp_path / runtime), "--runtime", runtime]
        assert main(words) == 0
        assert capsys.readouterr().err.count("`A` and `B` do not share") == count


def test_what_initial_values_leave_behind_is_not_shared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are computed in the first program; the others see the values, but not what happened on the way."""
    text = 'c_decl_IS { char *p; int f(void) { static int n; p = "x"; return ++n; } int a = f(), b = a + 1; };\n'
    (tmp_path / "m.pch").write_text(text + "active proctype A() { c_code_IS { a = f(); b++; } }\n")
    for runtime, count in (("threads", 0), ("single", 0), ("processes", 2)):
        words = ["generate", str(tmp_path / "m.pch"), "-o", str(tmp_path / runtime), "--runtime", runtime]
        assert main(words) == 0
        assert capsys.readouterr().err.count("the initial values and `A` do not share") == count


def test_c_blocks_of_any_length(tmp_path: Path) -> None:
    table = ",\n".join(map(str, range(60_000)))
    text = f"""c_decl_IS {{ int table[] = {{{table}}}; char text[] = "{"x" * 120_000}"; }};
c_decl_IS {{ static int f(int s) {{ {"s += 1; " * 15_000} return s; }} }};
#define LONG c_code_IS {{ {"y++; " * 30_000} }}
active proctype A() {{ int y; LONG; if :: c_code_IS {{ {"/* long */" * 10_000} }} fi;
c_code_IS {{ printf("%d %d %d %d\\n", y, f(1), (int)(sizeof table / 4), (int)sizeof text); }} }}
active proctype B() {{ c_code_IS {{ {"/* long */" * 10_000} }}; skip }}
"""
    assert output(text, tmp_path, "threads") == ["30000 15001 60000 120001"]
    assert main(["check", str(tmp_path / "m.pch")]) == 0


# -- everything valid builds -----------------------------------------------------------------------


VALID = """
typedef T { chan c = [2] of { byte }; byte x };
typedef R { byte f[1000]; int g = 3; chan c[3] = [1] of { bit } };
byte a[100000]; int b[100000] = 7; byte few[70] = 9;
R r[20];
proctype P(T t) { byte z; t.c?z; printf("%d\\n", z) }
proctype Q(T t) { t.x = 1 }
init {
    bit k; byte x; T u; int c[100000] = 3, d[100000], e[100000]; R own[10];
    if :: k == 0 -> skip :: k == 7 -> x = 1 :: k == 1 -> skip :: else fi;
    if :: x == 300 -> skip :: x == 256 -> skip :: x == 0 -> x = 5 :: else fi;
    _ = 5; _ = x + 1;
    u.c!3; run P(u); run Q(u);
    a[99999] = 4; e[99998] = d[1];
    assert(a[99999] + b[5000] + c[99998] == 14 && few[69] == 9 && r[19].g + own[9].g == 6);
    r[19].c[2]!1; own[9].c[2]!1; x = len(r[19].c[2]) + len(own[9].c[1]); assert(x == 1)
}
"""


@pytest.mark.parametrize("compiler", ["gcc", pytest.param("clang", marks=pytest.mark.needs("clang"))])
def test_everything_valid_builds(compiler: str, tmp_path: Path) -> None:
    out = build(VALID, tmp_path, "threads", f"CC={compiler}", name="m.pml")
    ran = run(out / "m")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "3\n", "")
    assert sum(len(path.read_text()) for path in out.glob("*.c")) < 20_000


@pytest.mark.needs("clang")
def test_clang_has_no_complaints_about_declarations(tmp_path: Path) -> None:
    assert run(build(DECLARATIONS, tmp_path, "processes", "CC=clang") / "m").returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("byte a[2], x;\ninit {\n x = 3;\n x = x - 1;\n a[x] = 1\n}", "m.pml:5, a[x] = 1"),
        ("int x;\ninit {\n do :: x < 2 -> x++ :: else -> break od;\n\n x = 5 / (x - 2)\n}", "m.pml:5, x = 5 / (x - 2)"),
        ("byte a[2], x = 2;\ninit {\n skip;\n atomic { x++;\n assert(a[x] == 0) }\n}", "m.pml:5, assert(a[x] == 0)"),
        (
            "byte a[2], x = 2;\ninit {\n skip;\n byte y = 1;\n if :: x == 2 -> y = a[x] :: x == 3 -> skip fi\n}",
            "m.pml:5",
        ),
        ("byte a[2], x = 2;\nactive proctype P() provided (a[x] == 0) {\n skip\n}", "m.pml:2, provided"),
        ('#include "inner.h"\ninit {\n f()\n}', "inner.h:4, a[x] = 1"),
        ("byte a[2], x = 2;\ninit {\n d_step {\n  a[x] == 0 -> x = 1\n }\n}", "m.pml:4, (a[x] == 0)"),
        ("byte x;\ninit {\n d_step { x = 1;\n  if\n  :: x == 2\n  fi\n }\n}", "m.pml:5, (x == 2)"),
        ('#include "inner.h"\ninit {\n d_step { x = 1;\n x = 2; g() }\n}', "inner.h:7, (x == 3)"),
    ],
    ids=range(9),
)
def test_errors_name_their_own_line(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "inner.h").write_text(
        "byte a[2], x = 2;\ninline f() {\n x++;\n a[x] = 1\n}\ninline g() {\n x == 3\n}\n"
    )
    ran = run(build(text, tmp_path, name="m.pml") / "m")
    assert ran.returncode == 2 and f"/{said}" in ran.stderr, ran.stderr


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_output_that_goes_nowhere_is_an_error(runtime: str, tmp_path: Path) -> None:
    program = build('init { printf("hello\\n") }', tmp_path, runtime, name="m.pml") / "m"
    with FULL.open("w") as full:
        ran = subprocess.run([str(program)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (2, "error: the output cannot be written: No space left on device\n")


# -- programs started by hand ----------------------------------------------------------------------

BY_HAND = """
chan AtoB = [1] of { byte }; chan BtoA = [0] of { byte };
byte total;
proctype A(chan in, out; byte n) {
    byte x, k;
    do :: k < n -> k++; out!k; in?x; printf("A got %d\\n", x); total++ :: else -> break od
}
proctype B(chan in, out; byte n) {
    byte x, k;
    do :: k < n -> k++; in?x; out!x + 100 :: else -> break od; assert(total + 1 >= n)
}
init { run A(BtoA, AtoB, 3); run B(AtoB, BtoA, 3) }
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(BY_HAND, tmp_path_factory.mktemp("hand"), "processes", name="m.pml") / "programs"


def start(program: Path, *words: str) -> subprocess.Popen[str]:
    command = [str(program), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=program.parent)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
@pytest.mark.parametrize("wait", [0.0, 0.3])
def test_programs_started_by_hand_find_each_other(programs: Path, wait: float) -> None:
    for _ in range(5):
        first = start(programs / "A", "BtoA", "AtoB", "2")
        time.sleep(wait)
        second = start(programs / "B", "1", "2", "2")
        said, errors = first.communicate(timeout=60)
        assert (first.returncode, said, errors) == (0, "A got 101\nA got 102\n", "")
        assert second.communicate(timeout=60) == ("", "") and second.returncode == 0


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
@pytest.mark.parametrize("killed", [0, 1])
def test_a_program_that_is_killed_takes_the_others_with_it(programs: Path, killed: int) -> None:
    both = [start(programs / "A", "BtoA", "AtoB", "2")]
    (programs / ".world").touch()
    assert eventually(lambda: (programs / ".world").read_text().startswith(f"{both[0].pid} "))
    both.append(start(programs / "A", "BtoA", "AtoB", "2"))
    assert eventually(lambda: len(os.listdir(f"/proc/{both[1].pid}/task")) >= 3)  # its process has begun
    time.sleep(0.2)
    both[killed].kill()
    both[1 - killed].communicate(timeout=60)
    both[killed].communicate(timeout=60)
    assert both[1 - killed].returncode == 2


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_words_that_mean_nothing(programs: Path) -> None:
    ran = run(programs / "A", "nonsense")
    assert (ran.returncode, ran.stderr) == (2, "error: `nonsense` is neither a number nor a global variable\n")


# -- random specifications -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_random_specifications(seed: int, tmp_path: Path) -> None:
    found = random_specification(seed)
    assert found.expected and judge_specification(found, tmp_path, RUNTIMES[seed % len(RUNTIMES)]) == "", found.text
