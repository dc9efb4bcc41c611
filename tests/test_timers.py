"""Timers: how they are read, what they mean, and what becomes of them in plain Promela."""

from __future__ import annotations

import json
import re
import subprocess
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.building import make
from tests.commands import ROOT, penstock
from tests.judge.acceptance import Outcome, spin_accepts
from tests.judge.comparing_states import compare_states
from tests.judge.fuzz_layouts import judge_lowered, shape
from tests.judge.fuzz_timers import disagreement
from tests.judge.programs import judge_program
from tests.judge.random_timers import promela, random_system
from tests.loading import load_automata
from tests.loading import load_text as load_timed
from tests.support import batches, load_text

from penstock.machine import Options, build_machine
from penstock.machine.runs import random_run
from penstock.resolve import Model
from penstock.syntax.nodes import Expire, ResetTimer, SetTimer
from penstock.syntax.printer import statement_text

EXAMPLE = ROOT / "examples" / "retry.pml"
BATCHES, BATCH = 10, 10
needs_spin = pytest.mark.needs("spin", "gcc")
needs_compiler = pytest.mark.needs("gcc", "make")


def codes(text: str) -> list[str]:
    return [record.code for record in load_text(text).diagnostics.sorted()]


def timed(text: str) -> Model:
    """The model as it is written, with its timers."""
    return load_timed(text, "model.pml", (), lambda *_: None, lowered=False)


def plain(text: str, *definitions: str, **files: str) -> str:
    """What SPIN gets to read."""
    model = load_text(text, definitions=definitions, include=lambda name, *_: (name, files[name]))
    assert model.ok, [record.message for record in model.diagnostics.sorted()]
    assert model.syntax.translation is not None
    return model.syntax.translation.text


# -- reading -----------------------------------------------------------------------------------


def test_the_words_are_read() -> None:
    model = timed("timer t, a[2]; byte n; active proctype P() { set(a[n], n + 1); reset(t); n > 0 && expire(a[1]) }")
    assert model.ok
    assert [statement_text(node) for node in model.nodes.of(SetTimer)] == ["set(a[n], n + 1)"]
    assert [statement_text(node) for node in model.nodes.of(ResetTimer)] == ["reset(t)"]
    assert [node.timer.name for node in model.nodes.of(Expire)] == ["a"]


NAMES_OF_THE_USER = [
    "byte timer, set, reset, expire, env; init { timer = set + reset; set++; expire == env }",
    "mtype = { timer, set, reset, expire, env }; chan q = [2] of { mtype, byte };"
    " init { byte x; q!expire(3); q!set(4); q?expire(x); q?set(x); x == timer + reset + env }",
    "typedef timer { byte set; byte expire }; timer t; init { t.set = 1; t.expire = t.set }",
    "inline set(a, b) { a = b } inline reset(a) { a = 0 } inline expire(a) { a == 0 } byte x;"
    " init { set(x, 3); reset(x); expire(x) }",
    "byte expire, set; chan q = [3] of { byte, byte }; init { q!expire(3); q!set(expire); q?set, expire }",
    "proctype timer(byte set) { set = 1 } proctype reset() { skip } init { run timer(1); run reset() }",
    "byte x; init { timer: x++; goto set; set: skip; goto expire; expire: goto reset; reset: skip }",
    "#define timer short\n#define set(t, v) t = v\n#define expire(t) (t == 0)\n#define reset(t) t = -1\n"
    "#define tick(t) if :: t >= 0 -> t = t - 1 :: else fi\ntimer t1;\n"
    "active proctype Timers() { do :: timeout -> atomic { tick(t1) } od }\n"
    "active proctype P() { set(t1, 3); expire(t1); reset(t1) }",
    "inline arm(set) { set = 1 } byte x; init { arm(x) }",
    "typedef timer { byte n }; hidden timer t; init { timer u; t.n = u.n; u.n = 1 }",
]


@pytest.mark.parametrize("text", NAMES_OF_THE_USER)
def test_names_of_the_user_stay_names(text: str) -> None:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.sorted()]
    assert model.syntax.translation is None and not model.nodes.has(SetTimer, ResetTimer, Expire)


@pytest.mark.needs("spin")
@pytest.mark.parametrize("text", NAMES_OF_THE_USER)
def test_spin_accepts_names_of_the_user(text: str) -> None:
    assert spin_accepts(text).outcome is Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("set(x, 1)", "E440"),
        ("reset(x)", "E440"),
        ("expire(s.n)", "E440"),
        ("set(a, 1)", "E401"),
        ("set(u, 1)", "E301"),
        ("set(t)", "E201"),
        ("t = 1", "E441"),
        ("t++", "E441"),
        ("x = t + 1", "E441"),
        ("a[1] == 0", "E441"),
        ('printf("%d", t)', "E441"),
        ("q!t", "E441"),
        ("q?t", "E441"),
        ("q?eval(t)", "E441"),
        ("run P(s)", "E441"),
        ("for (t : 1 .. 2) { skip }", "E441"),
        ("for (x : 1 .. t) { skip }", "E441"),
        ("wait(expire(t))", "E442"),
        ("wait(active(t))", "E442"),
        ("active(x)", "E440"),
        ("x = remaining(x)", "E440"),
        ("set(t, -1)", "E443"),
        ("set(t, 1 - 2)", "E443"),
        ("set(t, run P(1))", "E420"),
    ],
)
def test_wrong_uses(statement: str, code: str) -> None:
    text = f"""timer t, a[2]; typedef S {{ timer t; byte n }}; S s; byte x; chan q = [1] of {{ byte }};
inline wait(condition) {{ condition }}
proctype P(byte n) {{ n = 1 }}
init {{ {statement} }}"""
    assert set(codes(text)) - {"W707", "W708", "W709"} >= {code}


@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        ("timer u = 3;", "E444"),
        ("hidden timer u;", "E413"),
        ("typedef S { timer u }; hidden S s;", "E413"),
        ("active proctype Q() { timer u; set(u, 1) } active proctype R() { Q[1]:u == 1 }", "E441"),
        ("proctype P(timer u) { skip }", "E444"),
        ("typedef S { timer u }; proctype P(S s) { skip }", "E444"),
        ("typedef S { timer u }; chan q = [1] of { S };", "E444"),
        ("chan q = [1] of { timer };", "E201"),
        ("never { set(t, 1) }", "E442"),
        ("notrace { expire(t) }", "E442"),
    ],
)
def test_wrong_declarations(declaration: str, code: str) -> None:
    assert code in codes(f"timer t; {declaration} init {{ set(t, 1) }}")


def test_formatting_knows_the_words() -> None:
    result = penstock("format", "-", text=b"timer t;active proctype P(){timer u;set(t,1);expire(t)&&true;reset(u)}")
    assert "    set(t, 1);\n    expire(t) && true;\n    reset(u)\n" in result.stdout


# -- as plain Promela ----------------------------------------------------------------------------


def test_the_text_stays_as_it_is() -> None:
    text = plain(
        """/* kept */
typedef Link { timer t; byte n };
Link links[2]; // kept too
inline arm(which, ticks) { set(which, ticks) }
active proctype P() {
    timer own;   /* until the next try */
    byte i;
    arm(links[i].t, 3);
    set(own, i);
    if
    :: i < 2 && expire(own) -> reset(links[1].t)
    :: expire(links[0].t)
    fi
}
"""
    )
    expected = """/* kept */
typedef Link { /* timer */ int t; byte n };
Link links[2]; // kept too
inline arm(which, ticks) { { d_step { which = (ticks) + 1; assert(which >= 1) } } }
/* timers of P */ int P_own;
active proctype P() {
    /* timer own */   /* until the next try */
    byte i;
    arm(links[i].t, 3);
    P_own = i + 1;
    if
    :: { d_step { i < 2 && P_own == 1; P_own = 0 } } -> links[1].t = 0
    :: { d_step { links[0].t == 1; links[0].t = 0 } }
    fi
; P_own = 0 }
"""
    assert text.startswith(expected)
    assert "timeout && (links[0].t > 1 || links[1].t > 1 || P_own > 1) ->" in text


def test_macros_and_included_files_are_written_out() -> None:
    text = plain(
        '#define ARM set(t, TIME)\n#include "more.pml"\ninit { ARM; expire(t) }', "TIME=2", **{"more.pml": "timer t;\n"}
    )
    assert "#" not in text and "/* timer */ int t;" in text
    assert "t = 2  + 1" in text


def test_macros_elsewhere_stay() -> None:
    text = plain("#define TIME (1 + 1)\ntimer t;\ninit { set(t, TIME); expire(t) }")
    assert text.startswith("#define TIME (1 + 1)\n") and "t = (TIME) + 1" in text


def test_processes_of_one_type_have_their_own_timers() -> None:
    text = plain("proctype P() { timer t; set(t, 1); expire(t) } init { run P(); run P() }")
    assert "typedef P_timers { int t };\nP_timers P_timed[4];\n" in text
    assert "P_timed[_pid].t = 1 + 1;" in text
    assert "P_timed[3].t = (P_timed[3].t > 1 -> P_timed[3].t - jump : P_timed[3].t)" in text


def test_a_timer_that_nobody_has() -> None:
    text = plain("typedef Link { timer t; byte n }; init { skip }")
    assert "/* timer */ int t" in text and "clock" not in text


def test_names_that_are_taken_are_avoided() -> None:
    text = plain("byte P_t, clock, end; active proctype P() { timer t; set(t, P_t + clock + end); expire(t) }")
    assert "int P_t_2;" in text and "active proctype clock_2()" in text


def test_the_clock_is_not_counted() -> None:
    text = plain("timer t; active proctype P() { _nr_pr == 1; set(t, 1); expire(t) }")
    assert "(_nr_pr - 1) == 1" in text


def test_one_inline_for_different_timers_is_refused() -> None:
    text = """inline arm() { set(t, 1) }
active proctype P() { timer t; arm(); expire(t) }
active proctype Q() { timer t; arm(); expire(t) }"""
    assert codes(text) == ["E444"]
    given = text.replace("arm()", "arm(t)").replace("set(t", "set(which").replace("arm(t) {", "arm(which) {")
    assert codes(given) == []


def test_one_inline_inside_and_outside_of_d_step_is_refused() -> None:
    text = "timer t; inline wait() { expire(t) } init { set(t, 0); d_step { wait() }; set(t, 0); wait() }"
    assert codes(text) == ["E444"]
    assert codes(text.replace("d_step", "atomic")) == []


def test_a_plain_model_is_printed_as_it_is() -> None:
    pingpong = ROOT / "examples" / "pingpong.pml"
    assert penstock("lower", pingpong).stdout == pingpong.read_text()


AWKWARD = {
    "jumps": "timer t; active proctype P() { byte n; again: expire(t); n++; if :: n < 3 -> set(t, 1); goto again"
    " :: else fi } active proctype Q() { set(t, 0) }",
    "loops": "timer t; active proctype P() { byte n; do :: n < 2 -> n++; set(t, n); expire(t) :: else -> break od;"
    " set(t, 0); expire(t) }",
    "d_step": "timer t; byte x; active proctype P() { set(t, 1); d_step { expire(t); set(t, x + 1); x = 1 };"
    " expire(t) }",
    "atomic": "timer t; byte x; active [2] proctype P() { atomic { set(t, 1); expire(t) -> x++ } }",
    "else": "timer t; byte x; active proctype P() { if :: expire(t) -> x = 1 :: else -> set(t, 2) fi; expire(t) }",
    "unless": "timer t; byte x; active proctype P() { set(t, 2); { do :: x < 3 -> x++ od } unless"
    " { expire(t) -> x = 0 } }",
    "end labels": "timer t; active proctype P() { timer u; set(t, 1); set(u, 2); expire(t); goto end; end: }",
    "late in d_step": "byte x; active proctype P() { x = 1; d_step { x = 2; timer t[2]; set(t[1], x); x = 3 }; x = 4 }",
    "late": "active proctype P() { byte n; do :: n < 2 -> timer t; set(t, 1); n++ :: else -> break od; n == 2 }",
    "blocks": "active proctype P() { { timer t; set(t, 1); expire(t) }; { timer t; set(t, 2); expire(t) } }",
    "structures": "typedef S { timer t; byte n }; active [2] proctype P() { S s[2]; s[1].n = 1;"
    " set(s[1].t, s[1].n); expire(s[s[1].n].t) }",
    "restarted": "proctype P() { timer t; if :: set(t, 2) :: set(t, 1); expire(t) :: true fi }"
    " init { byte n; for (n : 1 .. 3) { run P(); _nr_pr == 1 } }",
    "inlines": "timer a, b; inline wait(t, n) { set(t, n); n > 0 && expire(t) } active proctype P() { byte k = 2;"
    " timer own; wait(a, k | 1); wait(b, k); wait(own, 1) }",
    "timeout": "timer t; byte x; active proctype P() { set(t, 2); do :: timeout -> x = 1; break"
    " :: expire(t) -> break od }",
    "negative": "timer t; active proctype P() { short n; if :: n = -2 :: n = 1 fi; set(t, n); expire(t) }",
    "rendezvous": "timer t; chan q = [0] of { byte }; active proctype P() { byte x; set(t, 1);"
    " do :: q?x -> break :: expire(t) -> q!1 od } active proctype Q() { byte y; q?y; q!2 }",
    "lines": "timer t\ntimer a [2];\nbyte n\nactive proctype P ( ) {\n timer own, other ; // mine\n byte k\n"
    " set ( t , 5 )\n set (\n t\n , // five\n 5\n )\n set(a[ n ], ( n\n + 1 ) ) // c\n expire( /* c */ t ) // d\n"
    " expire(\n a\n [n]\n ) && // e\n n == 0\n reset (\n own\n )\n set(own, n)\n (expire(own) && (n == 0))\n"
    " set(t, 1)\n if :: (expire(t)) :: ((n == 0) && expire(t)) -> n = 1 :: n == 1 -> reset ( own )\n fi\n"
    " set(own, k); reset(other)}",
    "structures in structures": "typedef In { timer t[2]; byte v }\ntypedef Out { In in[2]; timer u }\nOut g\n"
    " proctype P(byte id) { Out o; o.in[id].v = id; set(o.in[id].t[1], o.in[id].v + 1); expire(o.in[id].t[1]);"
    " set(g.in[id].t[0], 1); expire(g.in[id].t[0]) } init { byte i; atomic { for (i : 0 .. 1) { run P(i) } } }",
    "timers of inlines": "inline delay(n) { timer d; set(d, n); expire(d) }"
    " active [2] proctype P() { delay(1); delay(2) }",
    "macros": "timer t;\n#define T t\n#define DELAY 1 | 2\n#define READY (n == 0)\nbyte n;\nactive proctype P() {"
    " set(T, DELAY); READY && expire(T); set(t, DELAY); expire(t) && READY }",
    "priorities": "timer t; byte x; active proctype P() priority 3 { set(t, 1); expire(t); x++ }"
    " active proctype Q() { x == 1 }",
}


@needs_spin
@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_places(name: str) -> None:
    comparison = compare_states(plain(AWKWARD[name]))
    assert not comparison.skipped and comparison.agreed, comparison.skipped or comparison.difference


# -- what they mean ------------------------------------------------------------------------------


def cases() -> list[tuple[str, str, str]]:
    """The rows of the table in the manual: two processes, and how every run ends."""
    page = (ROOT / "docs" / "timers.md").read_text(encoding="utf-8")
    table = page.partition("| one process |")[2].partition("\n\n")[0]
    rows = [
        [cell.strip().strip("`").replace("\\|", "|") for cell in row.split(" | ")] for row in table.splitlines()[2:]
    ]
    return [(row[0].removeprefix("| ").strip("`"), row[1], row[2].removesuffix(" |")) for row in rows]


def case_model(one: str, other: str) -> str:
    declarations = "timer t, u, a[2]; typedef Link { byte n; timer t }; Link link; byte x; chan q = [1] of { byte };"
    second = f"active proctype B() {{ {other} }}" if other else ""
    return f"{declarations}\nactive proctype A() {{ {one} }}\n{second}\n"


@pytest.mark.parametrize(("one", "other", "result"), cases(), ids=lambda text: text[:40])
def test_the_table_of_the_manual(one: str, other: str, result: str) -> None:
    model = load_text(case_model(one, other))
    machine = build_machine(model, load_automata(model), Options(tracing=True))
    runs = [random_run(machine, seed, 60).trace() for seed in range(24)]
    words = {"finished": "ends", "deadlock": "deadlock", "limit": "goes on forever"}
    found = {f"{words[run.outcome]} at tick {max([step.tick for step in run.steps], default=0)}" for run in runs}
    assert found == set(result.split(" or "))


@needs_spin
@pytest.mark.parametrize(("one", "other", "result"), cases(), ids=lambda text: text[:40])
def test_spin_agrees_with_the_table(one: str, other: str, result: str) -> None:
    comparison = compare_states(plain(case_model(one, other)))
    assert not comparison.skipped and comparison.agreed, comparison.skipped or comparison.difference
    assert comparison.spin.deadlock == ("deadlock" in result)


@pytest.mark.slow
def test_random_systems_keep_the_rules() -> None:
    found = {seed: disagreement(seed, False) for seed in range(200)}
    assert not {seed: text for seed, text in found.items() if text}
    assert sum(text is not None for text in found.values()) >= 150


@needs_spin
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_systems_in_spin(batch: int) -> None:
    seeds = range(1000 + batch * BATCH, 1000 + (batch + 1) * BATCH)
    found = {seed: disagreement(seed, True) for seed in seeds}
    assert not {seed: text for seed, text in found.items() if text}
    assert any(text is not None for text in found.values())


@pytest.mark.parametrize("part", batches(4))
def test_random_layouts_are_lowered_the_same(part: int) -> None:
    judged = [judge_lowered(seed, False) for seed in range(part * 25, part * 25 + 25)]
    assert not [judgement.text for judgement in judged if judgement.kind == "wrong"]
    assert [judgement.kind for judgement in judged].count("fine") >= 15


@pytest.mark.parametrize(
    ("written", "plain_text"),
    [
        ("timer v;; set(v, 1)\ng = 1", "timer v; set(v, 1); g = 1"),
        ("BOTH(g == 0, expire(t))\ng = 1", "g == 0 && expire(t); g = 1"),
        ("timer SAME(v)\nset(v, 1)\ng = 1", "timer v; set(v, 1); g = 1"),
        ("SAME(timer) SAME(v)\nset(SAME(v), SAME(1)) -> g = 1", "timer v; set(v, 1); g = 1"),
        ("set(t,\n#ifdef NEVER\n2\n#else\n1\n#endif\n)\ng = 1", "set(t, 1); g = 1"),
        ("timer v\n#ifdef NEVER\n2\n#endif\n;expire(t)\n#ifndef NEVER\n;\n#endif\ng = 1", "timer v; expire(t); g = 1"),
        ("(g == 0 && // (\nexpire(\nt))\ng = 1", "(g == 0 && expire(t)); g = 1"),
        ("{ set(t, g) } unless { expire(t) } g = 1", "{ set(t, g) } unless { expire(t) }; g = 1"),
    ],
)
def test_however_it_is_written_it_is_lowered_the_same(written: str, plain_text: str) -> None:
    words = "#define BOTH(one, other) one && other\n#define SAME(word) word\nbyte g;\n"
    ours, theirs = (
        load_text(words + f"active proctype P() {{ timer t;\n{text}\n}}\n") for text in (written, plain_text)
    )
    assert ours.ok and theirs.ok and shape(ours) == shape(theirs)


# -- in the commands -----------------------------------------------------------------------------


def test_time_is_shown_in_runs() -> None:
    result = penstock("simulate", EXAMPLE, "--seed", "5")
    assert re.search(r"clock +line \d+ +tick 3 +sender\.t = on\(0\)", result.stdout)
    assert "┼╌╌" in result.stdout and "time passes" in result.stdout
    assert "set(t, 3)" in result.stdout and "P_t" not in result.stdout
    data = json.loads(penstock("simulate", EXAMPLE, "--seed", "5", "--format", "json").stdout)
    Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "simulate.json").read_text())).validate(data)
    ticks = [step["tick"] for step in data["steps"] if step["tick"]]
    assert ticks and ticks == sorted(set(ticks)) and ticks[0] == 3
    assert "Note over p0,p2: 4#58; tick 3" in penstock("simulate", EXAMPLE, "--seed", "5", "--format", "mermaid").stdout


def test_every_tick_is_shown_to_those_who_ask() -> None:
    data = json.loads(penstock("simulate", EXAMPLE, "--seed", "5", "--every-tick", "--format", "json").stdout)
    ticks = [step["tick"] for step in data["steps"] if step["tick"]]
    assert len(ticks) > 3 and ticks == list(range(1, len(ticks) + 1))
    assert (
        "jump" in penstock("lower", EXAMPLE).stdout and "jump" not in penstock("lower", EXAMPLE, "--every-tick").stdout
    )


@pytest.mark.parametrize(
    "seeing",
    [
        "active proctype Q() { timeout -> x = 1 }",
        "never { do :: x == 0 od }",
        "active proctype Q() { _last == 0 -> x = 1 }",
        "active proctype Q() { c_expr { now.x } -> x = 1 }",
        "active proctype Q() { c_code { now.x = 1; } }",
        "active proctype Q() { remaining(t) == 2 -> x = 1 }",
        "chan q = [0] of { bit, int }; active proctype Q() { q!1, remaining(t) } active proctype R() { q?1, 2 }",
        "ltl p { <> (remaining(t) == 2) }",
    ],
)
def test_nobody_who_could_see_them_misses_ticks(seeing: str) -> None:
    text = "timer t; byte x; active proctype P() { set(t, 5); expire(t) }\n"
    assert "jump" in plain(text) and "jump" not in plain(text + seeing)


def test_time_still_jumps_where_only_other_questions_are_asked() -> None:
    text = """timer t; byte x; int left;
active proctype P() { set(t, 5); left = remaining(t); assert(active(t)); expire(t) || x > 9; left = expire(t) }
ltl p { [] (active(t) || left == 0) }
"""
    assert "jump" in plain(text)


@needs_spin
def test_a_long_time_is_no_longer_than_a_short_one() -> None:
    text = "timer t; byte x; active proctype P() { do :: set(t, %d); expire(t); x = (x + 1) %% 9 od }\n"
    states = [
        json.loads(penstock("verify", "-", *options, "--format", "json", text=(text % ticks).encode()).stdout)
        for ticks, options in ((1, ()), (100_000, ()), (1, ("--every-tick",)), (100, ("--every-tick",)))
    ]
    short, long, ticked, longer = (data["properties"][0]["states"] for data in states)
    assert short == long == ticked and longer > 10 * short


@needs_spin
@pytest.mark.parametrize("part", batches(4))
def test_formulas_do_not_count_ticks(part: int) -> None:
    formulas = ["[] <> (x == 1)", "<> [] (y == 0)", "[] ((x == 1) -> <> (y == 1))", "(x == 0) U (y == 1)"]
    seeds = range(2000 + 3 * part, 2003 + 3 * part)
    for seed in seeds:
        text = promela(random_system(seed)).encode()
        asked = [word for formula in formulas for word in ("--ltl", formula)]
        answers = [
            json.loads(penstock("verify", "-", *asked, *ticking, "--format", "json", text=text).stdout)
            for ticking in ((), ("--every-tick",))
        ]
        verdicts = [[(one["name"], one["verdict"]) for one in answer["properties"]] for answer in answers]
        assert verdicts[0] == verdicts[1] and len(verdicts[0]) == len(formulas), seed


@needs_spin
def test_a_counterexample_is_in_the_users_lines(tmp_path: Path) -> None:
    model = tmp_path / "late.pml"
    model.write_text("timer t;\n\nactive proctype P() {\n    set(t, 2);\n    expire(t);\n    assert(false)\n}\n")
    data = json.loads(penstock("verify", model, "--format", "json", cwd=tmp_path).stdout)
    steps = [(step["line"], step["statement"]) for step in data["trail"]]
    assert steps == [(4, "set(t, 2)"), (1, "tick 2"), (5, "expire(t)"), (6, "assert(false)")]


@needs_spin
def test_a_negative_time_is_found() -> None:
    text = b"timer t; short n = -1;\nactive proctype P() { set(t, n); expire(t) }\n"
    assert "set(t, n) sets a timer to a negative time" in penstock("verify", "-", text=text).stdout
    assert "set(t, n) sets a timer to a negative time" in penstock("explore", "-", text=text).stdout


@needs_spin
def test_formulas_are_verified_beside_timers() -> None:
    text = b"timer t; byte x; active proctype P() { set(t, 2); expire(t); x = 1 }\n"
    assert penstock("verify", "-", "--ltl", "<> (x == 1)", text=text).returncode == 0
    assert penstock("verify", "-", "--ltl", "[] (x == 0)", text=text).returncode == 1


@needs_spin
@pytest.mark.parametrize(
    "beside",
    [
        "ltl p { [] !(active(t) && x == 1) } ltl q { [] (remaining(t) < 2) }",
        "#define both (active(t) && x == 1)\nltl p { [] !both } ltl q { [] (remaining(t) < 2) }",
    ],
)
def test_formulas_ask_about_timers(beside: str) -> None:
    model = "timer t; byte x;\n#define wait(clock) expire(clock)\n"
    model += "active proctype P() { set(t, 2); wait(t); x = 1 }\n"
    for text, asked in (
        (model + beside, ()),
        (model, ("--ltl", "[] !(active(t) && x == 1)", "--ltl", "[] !expire(t)")),
    ):
        answer = json.loads(penstock("verify", "-", *asked, "--format", "json", text=text.encode()).stdout)
        properties = [one for one in answer["properties"] if one["kind"] == "ltl"]
        assert [one["verdict"] for one in properties] == ["holds", "violated"]
        assert all("t > 0" not in one["formula"] and "t - 1" not in one["formula"] for one in properties)


def test_questions_are_shown_as_they_are_asked() -> None:
    text = b"""timer t; byte x; int left;
active proctype P() {
    set(t, 2); x > 0 || expire(t); left = remaining(t); assert(!active(t)); printf("%d\\n", expire(t))
}
"""
    shown = penstock("simulate", "-", text=text).stdout
    for said in ("(x > 0 || expire(t))", "left = remaining(t)", "assert(!active(t))", "expire(t))"):
        assert said in shown
    assert "t > 0" not in shown and "t == 1" not in shown


def test_automata_speak_of_timers() -> None:
    shown = penstock("automata", EXAMPLE, "--process", "sender").stdout
    assert "set(t, 3)" in shown and "expire(t)" in shown and "sender_t" not in shown


@pytest.mark.slow
def test_bounds_hold_with_timers() -> None:
    text = b"""timer t; chan q = [1] of { byte };
active proctype A() { set(t, 1); expire(t); q!1; set(t, 1); expire(t); q!2 }
active proctype B() { do :: q?_ od }"""
    assert "BOUNDED" in penstock("bound", "-", text=text).stdout
    growing = b"timer t; chan q = [1] of { byte }; active proctype A() { do :: set(t, 1); expire(t); q!1 od }"
    assert penstock("bound", "-", text=growing).returncode == 1


def test_a_tick_by_hand_is_one_step() -> None:
    keys = b"2\n1\n1\n1\nb 1\n1\n1\nq\n"
    shown = penstock("simulate", "-i", EXAMPLE, "--every-tick", text=keys).stdout
    assert re.search(r"tick 2 +sender\.t = on\(1\)", shown) and "timers run down" not in shown


# -- in programs ---------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("runtime", ["threads", "single", "processes"])
def test_programs_keep_the_time(tmp_path: Path, runtime: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "beat.pml"
    model.write_text(
        "byte n; active proctype P() { timer t; do :: n < 5 -> set(t, 4); expire(t); n++ :: else -> break od }"
    )
    program = tmp_path / "program"
    assert penstock("generate", model, "-o", program, "--tick", "10", "--runtime", runtime).returncode == 0
    assert make(program, "TRACE=1", "CFLAGS=-O0").returncode == 0
    begin = time.monotonic()
    assert subprocess.run([program / "beat"], cwd=program, timeout=30, check=False).returncode == 0
    # 20 ticks of 10 ms; how long a busy machine takes beyond that is not for a test to say.
    assert time.monotonic() - begin >= 0.2
    monkeypatch.setenv("PENSTOCK_TICK", "0")
    followed = penstock("conform", "--run", program, model)
    assert followed.returncode == 0 and "all allowed by the model" in followed.stdout


@needs_compiler
@pytest.mark.parametrize("seed", range(100, 104))
def test_programs_of_random_systems(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSTOCK_TICK", "0")
    runs = (("first", 1), ("random", 1), ("random", 2))
    assert judge_program(promela(random_system(seed)), tmp_path, runs, ("CFLAGS=-O0",)) == ""


def test_timers_of_specifications_belong_to_both_sides(tmp_path: Path) -> None:
    model = tmp_path / "model.pch"
    model.write_text("timer t; active proctype P() { set(t, 1); c_code_IS { work(); }; promela_MS { expire(t) } }")
    assert penstock("check", model).returncode == 0
    result = penstock("generate", model, "-o", tmp_path / "program")
    assert result.returncode == 2 and "the program does not know this timer" in result.stderr
    assert penstock("generate", EXAMPLE, "--tick", "-1", "-o", tmp_path / "program").returncode == 2


# -- what is said --------------------------------------------------------------------------------


def test_who_waits_is_not_time_itself() -> None:
    text = b"timer t; byte x; active proctype P() { set(t, 1); x == 1 && expire(t) }"
    shown = penstock("explore", "-", text=text).stdout
    assert "no process can move, and no timer is running" in shown
    assert "`(x == 1 && expire(t))` does not hold (`x` is 0, `t` is on(0))" in shown
    assert "clock waits" not in shown
