"""Open models closed: the texts, what they mean, what is refused, and that nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests import loading as load
from tests.judge.closing import OTHERS, closed_machine, judge_closing, violated
from tests.judge.closing_by_spin import judge_by_spin
from tests.judge.influence import wrong_influence
from tests.judge.random_open import random_open
from tests.support import batches, load_text, no_include

from penstock.closing.closing import close_model, find_influence
from penstock.closing.interface import interface_of
from penstock.closing.method import ClosingMethod
from penstock.closing.report import findings
from penstock.closing.texts import Cannot
from penstock.control import build_automata
from penstock.faces.cli.main import main
from penstock.flow.fixpoint import Equation, solve

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "closing"
needs_spin = pytest.mark.needs("spin", "gcc")
HEAD = """\
mtype = { a, b };
chan q = [2] of { mtype, byte };
env q ? a;
env chan out = [1] of { mtype, byte };
"""
SHARED = """\
typedef pair { byte low; byte high };
typedef holder { chan inner = [1] of { byte } };
chan c = [2] of { byte };
chan d[2] = [2] of { byte };
chan p = [1] of { pair, byte };
chan w = [2] of { byte, byte };
holder h;
bool seen, done;
"""
WATCH = "active proctype Watch() { seen; assert(done) }\n"


def closed(text: str, method: str = "optimised", discard: bool = False) -> str:
    model = load.load_text(text, "model.pml", (), no_include, lowered=False)
    assert model.ok, [record.message for record in model.diagnostics.records]
    influence = find_influence(model, build_automata(model), interface_of(model))
    return close_model(influence, model.sources.files[0], ClosingMethod(method), discard).translation.text


def body(text: str, method: str = "optimised") -> str:
    """The closed form of statements in a process that has received something from outside."""
    whole = closed(HEAD + f"active proctype P() {{ byte x, y; do :: y++ :: break od; q?a(x);\n{text}\n}}", method)
    return whole.partition("*/;\n")[2].rstrip("}\n")


# -- the words ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "byte env; init { env = 1; env++; if :: env > 1 -> skip :: else fi }",
        "typedef env { byte x }; env e; init { e.x = 1 }",
        "mtype = { env }; chan q = [1] of { mtype }; init { q!env; q?env }",
        "inline env(x) { x = 1 } byte y; init { env(y) }",
        "#define env byte\nenv x; init { x = 1 }",
    ],
)
def test_env_is_a_name_where_it_was_one(text: str) -> None:
    assert load_text(text).ok


def test_open_channels_are_not_called_unused() -> None:
    model = load_text(HEAD + "active proctype P() { byte x; q?a(x); out!b(x) }")
    assert not model.diagnostics.records


def test_the_interface_can_be_given_by_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plain = tmp_path / "plain.pml"
    plain.write_text(
        "mtype = { a }; chan q = [1] of { mtype, byte }; active proctype P() { byte x; q?a(x); assert(x == 0) }"
    )
    assert main(["close", str(plain)]) == 0
    shown = capsys.readouterr()
    assert "nobody sends to `q`" in shown.err and "nothing is open" in shown.err
    assert shown.out == plain.read_text() + "\n"
    assert main(["close", str(plain), "--env-in", "q:a", "--quiet"]) == 0
    assert "assert(false)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--env-in", "nowhere:a"], "no global channel `nowhere`"), (["--env-in", "q:z"], "no signal `z`")],
)
def test_names_that_are_not_there(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["close", str(EXAMPLES / "answering.pml"), *[word.replace("q:", "chA:") for word in options]]) == 2
    assert said in capsys.readouterr().err


def test_a_signal_that_nobody_receives_is_mentioned(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text(HEAD.replace("env q ? a;", "env q ? a, b;") + "active proctype P() { byte x; q?a(x); out!b(1) }")
    assert main(["check", str(model)]) == 0
    assert "W732" in capsys.readouterr().out


def test_commands_for_closed_models_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bound", str(EXAMPLES / "answering.pml")]) == 2
    assert "penstock close" in capsys.readouterr().err
    assert main(["check", str(EXAMPLES / "answering.pml")]) == 0


# -- the rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("y = 1", "y = 1"),
        ("y = x + 1", "y = 0 /* x may come from outside */"),
        ("x > 3", "1 == 1 /* x may come from outside */"),
        ("x > 3 && y > 1", "(y > 1) /* x may come from outside */"),
        ("x > 3 || y > 1", "1 == 1 /* x may come from outside */"),
        ("!(x > 3 || y > 1)", "!(y > 1) /* x may come from outside */"),
        ("assert(x > 3)", "assert(false) /* x may come from outside */"),
        ("assert(x > 3 || y > 1)", "assert((y > 1)) /* x may come from outside */"),
        ("out!b(x)", "1 == 1 /* out!b, x leaves */"),
        ("q!b(x)", "q!b, 0 /* x may come from outside */"),
        ("len(q) > 1", "1 == 1 /* the outside decides this */"),
        ("timeout", "1 == 1 /* the outside decides this */"),
        ("q?b(y)", "q?b(y)"),
    ],
)
def test_statements(statement: str, expected: str) -> None:
    assert body(statement) == expected


def test_else_is_possible_whenever_the_others_may_fail() -> None:
    text = body("if\n:: x > 3 -> y = 1\n:: y == 2 -> y = 3\n:: else -> y = 2\nfi")
    assert ":: !(y == 2) /* else" in text
    assert ":: else" in body("if\n:: y > 3 -> y = 1\n:: else -> y = 2\nfi")


def test_else_of_an_option_waits_for_the_options_before_it() -> None:
    nested = "if\n:: y == 1\n:: else -> y = 2\nfi"
    assert ":: !(y == 1) /* else" in body(f"if\n:: x > 3 -> y = 1\n:: {nested}\nfi")
    assert ":: else" in body(f"if\n:: {nested}\n:: x > 3 -> y = 1\nfi")
    assert "{ 1 == 1 /* else" in body("if\n:: x > 3 -> y = 1\n:: atomic { else -> y = 2 }\nfi")
    assert ":: else" in body("if\n:: x > 3\n:: { y = 3 } unless { if :: y == 1 :: else -> y = 2 fi }\nfi")


def test_else_beside_a_channel_that_the_outside_may_fill() -> None:
    assert "1 == 1 /* else" in body("if\n:: q!b(1)\n:: else -> skip\nfi")


BOTH = """\
mtype = { a };
chan q = [2] of { mtype, byte };
env q ? a;
active proctype P() {
    byte x;
    do
    :: q?a(x) -> if :: x == 0 -> skip :: else fi
    od
}
active proctype Q() { q!a(3) }
"""


def test_flags_tell_what_came_from_outside() -> None:
    text = closed(BOTH)
    assert "bool unknown_x" in text and "(unknown_x || x == 0)" in text and "!(!unknown_x && x == 0) /* else" in text
    assert "atomic { q?a, x; unknown_x = false }" in text  # the senders inside are known: no flag in messages
    assert "q?a, x, unknown_x" in closed(BOTH, "flags") and "q!a, 3, false" in closed(BOTH, "flags")
    assert "unknown" not in closed(BOTH, "may")
    assert "active proctype environment()" in closed(BOTH, "process")


def test_flags_travel_with_messages_arguments_and_records() -> None:
    text = closed("""\
mtype = { a };
typedef pair { byte one; byte two[2] };
chan q = [2] of { mtype, byte };
chan r = [2] of { mtype, byte };
env q ? a;
proctype W(byte k) { pair s; do :: r?a(s.two[1]) -> assert(s.two[1] < k) od }
active proctype P() {
    byte x;
    r!a(7);
    run W(4);
    q?a(x);
    r!a(x);
    run W(x)
}
""")
    assert "typedef unknown_pair { bool one; byte two[2] }" in text
    assert "r?a, s.two[1], unknown_s.two[1]" in text and "r!a, 7, false" in text and "r!a, 0, true" in text
    assert "run W(4, false)" in text and "run W(0, true)" in text and "proctype W(byte k; bool unknown_k)" in text


def test_inlines_are_written_out_where_they_change_and_comments_stay() -> None:
    text = closed(HEAD + "#define LIMIT 3\ninline keep(v) { v++; /* one more */ }\n"
    "active proctype P() { byte x, y; /* first */ q?a(x); keep(y); keep(x); if :: x > 1 :: y > LIMIT fi }")  # fmt: skip
    assert "/* first */" in text and "keep(y);" in text and "/* keep */ { x = 0" in text and "/* one more */" in text
    assert ":: y > LIMIT" in text


def test_macros_in_the_way_are_expanded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    model = tmp_path / "macro.pml"
    model.write_text("#define TAKE q?a(x); y = x\n" + HEAD + "active proctype P() { byte x, y; TAKE; assert(y == 0) }")
    assert main(["close", str(model)]) == 0
    shown = capsys.readouterr()
    assert "preprocessed" in shown.err and "assert(false)" in shown.out


@pytest.mark.parametrize("statement", ["GET(x)", "IN?x", "take(IN, x)", "take(in, x)", "in?x"])
def test_a_receive_in_a_macro_gets_its_own_channel(statement: str, tmp_path: Path) -> None:
    model, closed_model = tmp_path / "macro.pml", tmp_path / "closed.pml"
    macros = "env chan in = [1] of { bit };\n#define IN in\n#define GET(v) IN?v\ninline take(c, v) { c?v }\n"
    model.write_text(f"{macros}active proctype P() {{ byte x; {statement}; assert(x < 2) }}")
    assert main(["close", str(model), "--method", "process", "-o", str(closed_model)]) == 0
    assert main(["check", str(closed_model)]) == 0


def test_blocks_are_loosened_where_the_original_may_wait() -> None:
    assert body("atomic { y = 1; x == 2 && q?[b, _]; y = 2 }").startswith(
        "/* may wait for the outside: not atomic */ {"
    )
    assert body("atomic { y = 1; y = 2 }").startswith("atomic {")
    assert body("d_step { y = 1; if :: x > 1 -> y = 2 :: else -> y = 3 fi }").startswith(
        "atomic /* the outside chooses */"
    )
    assert "-> false" in body("atomic { y = 1; if :: x == 1 -> y = 2 :: x == 2 -> y = 3 fi }")
    bits = closed("mtype = { a }; chan q = [1] of { mtype, bit }; env q ? a;\nactive proctype P() { bit x; q?a(x); "
    "atomic { skip; if :: x == 0 -> skip :: x == 1 -> skip fi } }")  # fmt: skip
    assert "-> false" not in bits


def test_time_can_pass_whatever_the_outside_does() -> None:
    text = closed(
        HEAD
        + "active proctype P() { byte x; timer t;\nset(t, 1);\ndo\n:: q?a(x) -> set(t, x)\n:: expire(t) -> skip\nod }"
    )
    assert "expire(outside) -> set(outside, 1)" in text and "expire(outside) -> set(outside, 0); x = 0" in text
    assert "d_step { set(t, 0); unknown_t = true }" in text and "unknown_t && expire(t) -> set(t, 1)" in text


def test_who_waits_for_a_rendezvous_still_takes_what_is_sent_out() -> None:
    text = "mtype = { a }; chan q = [0] of { mtype }; env q ? a; env chan out = [1] of { mtype }; timer t;"
    text = closed(text + " active proctype P() { q?a; out!a; expire(t) }", "process")
    assert "active proctype environment_takes()" in text
    assert text.index("out?_") > text.index("environment_takes()") > text.index("q!a; set(outside, 0)")


def test_discard_takes_what_is_not_expected() -> None:
    text = HEAD + "active proctype P() { byte x;\nend: q?b(x); goto end } active proctype Q() { q!a(1); q!b(1) }"
    assert ":: q?a, _; goto end" in closed(text, discard=True) and "q?a" not in closed(text)
    with pytest.raises(Cannot, match="which signal"):
        closed(text + "mtype v; active proctype W() { v = b; q!v, 1 }", discard=True)


def test_formulas_must_hold_for_all_values() -> None:
    text = closed(
        HEAD
        + "byte g;\nltl p { [] (g < 3) }\nltl r { <> (g > 3 -> g > 5) }\nactive proctype P() { byte x; q?a(x); g = x }"
    )
    assert "[] ((!unknown_g && g < 3))" in text
    assert "(((unknown_g || g > 3)) -> ((!unknown_g && g > 5)))" in text


# -- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("byte x; if :: q?a(x) :: enabled(_pid) fi", "`enabled`"),
        ("byte x; q?a(x); set_priority(_pid, 2)", "priorities"),
        ("byte x; q?a(x); c_code { PP->x = 1; }", "C code uses `x`"),
        ("byte x, y; byte r[2]; q?a(x); w!x, 1; w?y, r[y]", "an index of `r`"),
        ("byte x; c!3; q?a(x); { x = 1; x = 2 } unless { c?eval(x) }", "`unless` interrupts"),
        ("byte x; timer t; q?a(x); set(t, x); { x = 1; x = 2 } unless { expire(t) }", "`unless` interrupts"),
        (
            "byte x, y, k; chan meet = [0] of { byte, byte }; q?a(x); if :: meet!1, x :: "
            "{ meet?k, y; skip } unless { k == 1 } fi; if :: y > 1 :: else fi",
            "could interrupt here",
        ),
        ("byte x; { { x = 1; x = 2 } unless { q?a(x) } } unless { q?b(x) }", "inside another"),
        ("byte x; { x = _nr_pr } unless { q?a(x) }", "looks at numbers of processes"),
        ("byte x; timer t; seen = 1; q?a(x); x == 1 && seen && P:x == 2", "looks into another process"),
        ("byte x; chan v; q?a(x); v = d[x]; v!1", "which channel `d[x]`"),
    ],
)
def test_what_cannot_be_closed_is_refused(text: str, said: str) -> None:
    with pytest.raises(Cannot, match=re.escape(said)):
        closed(HEAD + SHARED + f"active proctype P() {{ {text}; out!b(1) }}")


def test_a_rendezvous_with_the_outside_that_could_be_interrupted_is_refused() -> None:
    with pytest.raises(Cannot, match="could interrupt here"):
        closed("bool x; chan r = [0] of { bit }; env r ? 1; active proctype P() { { r?1; skip } unless { x } }")


def test_channels_from_outside_are_refused() -> None:
    with pytest.raises(Cannot, match="any channel"):
        closed("mtype = { a }; chan q = [1] of { mtype, chan }; env q ? a; active proctype P() { chan c; q?a(c) }")


def test_a_channel_that_may_be_outside_or_inside_is_refused() -> None:
    with pytest.raises(Cannot, match="to the outside or an internal one"):
        closed(HEAD + "proctype W(chan c) { c!a(1) } init { run W(q); run W(out) }")


def test_an_unknown_index_makes_the_array_unknown() -> None:
    text = closed(HEAD + "byte row[2];\nactive proctype P() { byte x; q?a(x); row[x] = 1; assert(row[0] == 0) }")
    assert "row[0] = 0; unknown_row[0] = true; row[1] = 0; unknown_row[1] = true" in text


def test_a_rendezvous_with_the_outside_is_possible_at_any_time() -> None:
    text = closed("mtype = { a }; chan q = [0] of { mtype }; env q ? a; active proctype P() { q?a; assert(false) }")
    assert "1 == 1 /* the environment sends a */" in text


# -- analyses ------------------------------------------------------------------------------------


def test_one_engine_for_least_and_greatest_solutions() -> None:
    loop: dict[str, Equation[str, bool]] = {
        "x": Equation(frozenset(["y"]), lambda look: look("y")),
        "y": Equation(frozenset(["x"]), lambda look: look("x")),
    }
    assert not solve(loop, False)("x") and solve(loop, True)("x")


def test_influence_of_the_example() -> None:
    model = load.load_text((EXAMPLES / "answering.pml").read_text(), "model.pml", (), no_include, lowered=False)
    found = findings(find_influence(model, build_automata(model), interface_of(model)))
    values = {(one.process, one.variable, one.value.value) for one in found}
    assert {
        ("A", "x", "depends"),
        ("A", "news", "chaotic"),
        ("B", "waiting", "reliable"),
        ("B", "heard", "chaotic"),
    } <= values


@pytest.mark.parametrize("part", batches(4))
def test_the_analyses_agree_with_all_runs(part: int) -> None:
    for seed in range(part * 12, part * 12 + 12):
        text = random_open(seed).replace("row[z]", "row[0]")
        assert wrong_influence(load.load_text(text, "model.pml", (), no_include, lowered=False)) == [], seed


# -- soundness -----------------------------------------------------------------------------------


@pytest.mark.parametrize("part", batches(10))
def test_nothing_is_lost(part: int) -> None:
    """100 random models: what the component does with an environment process it can do in the closed models."""
    judgements = []
    for seed in range(part * 10, part * 10 + 10):
        judgement = judge_closing(random_open(seed), seed, runs=2, steps=25, most_states=800, most_places=500)
        assert judgement.kind != "wrong", f"seed {seed}: {judgement.text}"
        judgements.append(judgement)
    assert sum(judgement.kind == "fine" for judgement in judgements) >= 5
    assert sum(judgement.events for judgement in judgements) >= 100


@pytest.mark.parametrize(
    "text",
    [
        "byte x; c!3; q?a(x); if :: c?eval(x) :: else -> assert(false) fi",
        "byte x; q?a(x); c!x; if :: c?1 :: else -> assert(false) fi",
        "byte x; c!3; q?a(x); assert(c?[eval(x)])",
        "byte x; q?a(x); c!x; if :: c?[1] :: else -> assert(false) fi",
        "byte x; q?a(x); c!x; atomic { seen = 1; c?1; done = 1 }",
        "byte x; d[0]!1; q?a(x); x < 2; assert(len(d[x]) == 1)",
        "byte x; d[0]!1; q?a(x); x < 2; if :: d[x]?[1] :: else -> assert(false) fi",
        "byte i; byte r[2]; if :: q?a(r[1]) :: skip fi; i = 1; i = r[i]; assert(i == 0)",
        "byte x = 255; if :: q?a(x) :: skip fi; x++; if :: x == 0 -> assert(false) :: else fi",
        "byte x; pair s, r; q?a(x); s.high = x; p!s, x; p?r, x; assert(r.high == 0)",
        "byte x; q?a(x); w!257, x; w?1, x; assert(x == 0)",
        "byte x; if :: q?a(x) :: x = 1 fi; h.inner!x; h.inner?x; assert(x != 3)",
        "byte x, y; q?a(x); c!x; { c?y; skip } unless { empty(c) }; assert(y != 7)",
        "byte x; q?a(x); if :: x == 0 :: if :: else -> assert(false) fi fi",
        "byte x; q?a(x); if :: x == 0 :: atomic { else -> assert(false) } fi",
    ],
)
def test_no_violation_is_lost(text: str) -> None:
    model = HEAD + SHARED + WATCH + f"active proctype P() {{ {text} }}"
    for method in ("process", "may", "flags", "optimised"):
        machine = closed_machine(model, method)
        assert machine is not None
        assert violated(machine, 50_000)[0], method


def test_time_passes_where_a_message_from_inside_may_not_fit() -> None:
    text = HEAD + "chan c = [1] of { byte }; timer t; bool done; active proctype Q() { expire(t); assert(done) }\n"
    text += "active proctype P() { byte x; q?a(x); c!x; set(t, 1); c?1; done = 1 }"
    for method in OTHERS:
        machine = closed_machine(text, method)
        assert machine is not None
        assert violated(machine, 50_000)[0], method


def _with_violations() -> Iterator[str]:
    """Random open models in which an assertion is violated with an environment process."""
    for seed in range(100):
        machine = closed_machine(random_open(seed), "process")
        if machine is not None and violated(machine, 3000)[0]:
            yield random_open(seed)


@pytest.mark.long
@needs_spin
def test_spin_finds_the_same_violations() -> None:
    judged = [judge_by_spin(text) for text in islice(_with_violations(), 3)]
    assert judged == [""] * 3


# -- the commands --------------------------------------------------------------------------------


@needs_spin
def test_the_published_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["close", str(EXAMPLES / "answering.pml"), "--compare", "--format", "json", "--quiet"]) == 0
    data = json.loads(capsys.readouterr().out)
    Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "close.json").read_text())).validate(data)
    rows = {row["method"]: row for row in data["comparison"]}
    assert [rows[method]["verdict"] for method in ("process", "may", "flags", "optimised")] == [
        "holds",
        "violated",
        "holds",
        "holds",
    ]
    assert rows["optimised"]["states"] < rows["flags"]["states"] < rows["process"]["states"] / 10


@needs_spin
@pytest.mark.parametrize(("example", "states"), [("link", 919), ("access", 7656)])
def test_the_larger_examples_hold(example: str, states: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(EXAMPLES / f"{example}.pml"), "--quiet", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["states"] == states


@needs_spin
def test_counterexamples_are_in_the_lines_of_the_open_model(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "answering.pml"
    assert main(["verify", str(path), "--method", "may"]) == 1
    shown = capsys.readouterr().out
    assert f"{path}:20  the environment sends `a` with any value" in shown
    assert f"{path}:27  (x == 1)" in shown


def test_what_the_environment_does_has_a_row_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "simulate",
        str(EXAMPLES / "answering.pml"),
        "--seed",
        "3",
        "--steps",
        "14",
        "--format",
        "chart",
        "--quiet",
    ]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "▷      │      │      the environment sends `n` with any value" in shown and "▷ from outside" in shown


def test_json_follows_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["close", str(EXAMPLES / "link.pml"), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "close.json").read_text())).validate(data)
    assert {"process": "Sender", "line": 39, "variable": "load", "value": "depends"} in data["influence"]


def test_a_formula_on_the_command_line_must_not_read_what_is_unknown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = tmp_path / "model.pml"
    model.write_text(HEAD + "byte g; active proctype P() { byte x; q?a(x); g = x; out!b(1) }")
    assert main(["verify", str(model), "--ltl", "[] (g < 3)"]) == 2
    assert "write it into the model" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("env chan c; chan q = [1] of { byte }; active proctype P() { c = q; c?1 }", "E450", "channel variable"),
        ("chan c = [1] of { byte }; env c ? 257; active proctype P() { c?1 }", "E451", "can begin with 257"),
    ],
)
def test_what_is_said_to_be_open_must_make_sense(text: str, code: str, said: str) -> None:
    errors = [record for record in load_text(text).diagnostics.records if record.code == code]
    assert len(errors) == 1 and said in errors[0].message


def test_a_signal_given_by_options_must_fit_its_channel(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text("chan c = [1] of { byte }; active proctype P() { c?1 }")
    assert main(["close", str(model), "--env-in", "c:257"]) == 2
    assert "no message of `c` can begin with 257" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("field", "statement"),
    [
        ("byte, byte", "q?x, y; assert(x + y < 100 && x < 50 && y < 70 && x != 9 && y != 19 && x != 29)"),
        ("chan", "q?c"),
    ],
)
def test_an_environment_process_that_cannot_be_written(
    field: str, statement: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = tmp_path / "model.pml"
    model.write_text(f"env chan q = [0] of {{ {field} }};\ninit {{ byte x, y; chan c; {statement} }}")
    assert main(["close", str(model), "--method", "process"]) == 2
    assert "model.pml:1:10: error[E453]" in capsys.readouterr().err


def test_formulas_of_open_models_are_read_again() -> None:
    text = HEAD + "byte g; active proctype P() { q?a(g) }\nltl always_small { [] (g < 3 -> <> (g == 0)) }"
    assert closed_machine(text, "optimised") is not None
