"""Specifications: the two readings of a `.pch` text, the program, and its trace followed on the model."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests import building
from tests.support import load_text

from penstock.codegen.fragments import read_declarations, read_expression, read_statements
from penstock.dialects.pch.dialect import read, tidied, without_comments
from penstock.dialects.pch.regions import Unclosed, find_regions
from penstock.faces.cli.main import main
from penstock.reading import stages
from penstock.reading.source import Source
from penstock.syntax import parser
from penstock.syntax.parser import Syntax
from penstock.tasks.generate import generate
from penstock.tasks.requests.generate import GenerateRequest

ROOT = Path(__file__).parent.parent
ABP = ROOT / "examples" / "abp" / "abp.pch"
needs_compiler = pytest.mark.needs("gcc", "make")
needs_spin = pytest.mark.needs("spin", "gcc")


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "model", "program"),
    [
        ("promela_MS { q!x }; c_code_IS { put(x); };", "q!x ;", "c_code { put(x); };"),
        ("promela_MS { q!x; }; y = 1", "q!x; y = 1", "y = 1"),
        (":: c_code_IS { a(); } -> b = 1", ":: b = 1", ":: c_code { a(); } -> b = 1"),
        ("if :: c_code_IS { a(); } fi", "if :: skip fi", "if :: c_code { a(); } fi"),
        ("{ promela_MS { x = 1 } }", "{ x = 1 }", "{ skip }"),
        (":: promela_MS { x } c_expr_IS { f() } -> y = 1", ":: x -> y = 1", ":: c_expr { f() } -> y = 1"),
        (":: c_expr_IS { f() } promela_MS { x } -> y = 1", ":: x -> y = 1", ":: c_expr { f() } -> y = 1"),
        ("env proctype p() { skip } byte x;", "proctype p() { skip } byte x;", "byte x;"),
        ("env active [2] proctype p() { skip }", "active [2] proctype p() { skip }", ""),
        ('c_code_IS { puts("}"); /* } */ };', "", 'c_code { puts("}"); /* } */ };'),
        ("byte env, promela_MS, c_code_IS;", "byte env, promela_MS, c_code_IS;", "byte env, promela_MS, c_code_IS;"),
        ("c_code_IS [x > 0] { a[x]++; }; y = 1", "y = 1", "c_code [x > 0] { a[x]++; }; y = 1"),
        ("#define LOG(t) c_code_IS { puts(t); };", "#define LOG(t) skip ;", "#define LOG(t) c_code { puts(t); };"),
    ],
)
def test_the_two_readings(text: str, model: str, program: str) -> None:
    assert squeezed(read(text, False).text) == model
    assert squeezed(read(text, True).text) == program


def test_nothing_moves() -> None:
    text = ABP.read_text()
    for program in (False, True):
        reading = read(text, program).text
        assert len(reading) == len(text)
        assert [len(line) for line in reading.split("\n")] == [len(line) for line in text.split("\n")]
        # What is left stands where it stood; only `skip` is new.
        different = {new for old, new in zip(text, reading, strict=True) if old != new}
        assert different <= set(" skip")


def test_fields_of_the_program_only() -> None:
    assert read("typedef M { c_decl_IS { long type; }; bit b };", True).fields == {"M": ((23, " long type; "),)}


def test_fields_behind_a_structure_of_the_program_only() -> None:
    text = "typedef M { c_decl_IS { struct { int x; } s; }; bit b; c_decl_IS { int *p; } };"
    assert [field for _, field in read(text, True).fields["M"]] == [" struct { int x; } s; ", " int *p; "]


def test_what_looks_like_a_comment_in_a_string() -> None:
    assert read_statements('puts("http://x/* y"); char c = \'"\'; /* " */').problem is None


def test_a_block_that_does_not_end() -> None:
    with pytest.raises(Unclosed):
        find_regions("init { promela_MS { x = 1 ")


def test_tidied_and_without_comments() -> None:
    assert tidied("a  \n\n\n\nb /* c */\n", False) == "a\n\nb\n"
    assert without_comments('x /* a\nb */ "/* no */" // c\ny') == 'x\n "/* no */"\ny'.replace("x\n", "x\n    ")


def test_pieces_of_c() -> None:
    assert read_declarations("extern int a, *b; struct s { int c; } d; void f(int);").declared == ("a", "b", "d")
    assert read_statements("x = 1; y[2]++; z.w += 3; f(&v);").assigned == ("x", "y", "z")
    assert read_statements("Thing t; Thing *u = (Thing *)v;").problem is None
    problem = read_statements("int x = ;").problem
    assert problem is not None and problem.line == 1
    assert read_expression("a +").problem is not None


@pytest.mark.parametrize(
    "code", ["if (n) return;", "break;", "if (n) continue;", "goto elsewhere;", "switch (n) { case 1: continue; }"]
)
def test_c_cannot_jump_out_of_its_block(code: str) -> None:
    problem = read_statements(f"\n  n++;\n  {code}").problem
    assert problem is not None and problem.line == 3 and "cannot leave C code" in problem.message


def test_c_with_branches_for_the_preprocessor_is_left_to_the_compiler() -> None:
    assert read_statements("\n\\#if A\n x = 1;\n\\#else\n no (\n\\#endif\n").problem is None


def test_c_with_a_string_that_does_not_end() -> None:
    problem = read_statements('int a = "open; ').problem
    assert problem is not None and problem.message.startswith("this is not C: illegal character")


def test_c_may_jump_inside_its_block() -> None:
    code = "for (;;) { if (n) continue; break; } switch (n) { default: break; } goto own; own: ;"
    assert read_statements(code).problem is None


@needs_compiler
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("active proctype p() {\n c_code_IS {\n  int a = 1;\n  a = wrong;\n } }", 4),
        ("active proctype p() {\n byte n; c_code_IS [n == 0]\n {\n\n  n = wrong;\n } }", 5),
        ("c_code_IS {\n\nint f(void) { return wrong; }\n}\nactive proctype p() { skip }", 3),
        ("active proctype p() {\n byte n;\n c_expr_IS { n == wrong // unless not\n } }", 3),
        ("active proctype p() {\n c_decl_IS {\n  int own = wrong;\n }; skip }", 3),
    ],
)
def test_the_compiler_speaks_of_lines_of_the_specification(text: str, line: int, tmp_path: Path) -> None:
    model = tmp_path / "m.pch"
    model.write_text(text)
    assert main(["generate", str(model), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    built = building.make(tmp_path / "out")
    assert f"m.pch:{line}:" in built.stderr and "wrong" in built.stderr


def test_errors_are_shown_in_the_specification(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.pch"
    path.write_text("active proctype p() {\n    promela_MS { x = 1 };\n    c_code_IS { f(); }\n}\n")
    assert main(["check", str(path)]) == 2
    assert "wrong.pch:2:18: error[E301]: `x` is not declared" in capsys.readouterr().out
    path.write_text("byte x;\nactive proctype p() { c_code_IS { f(); \n")
    assert main(["check", str(path)]) == 2
    assert "never closed" in capsys.readouterr().out


def test_what_only_the_model_declares_is_missed_in_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "half.pch"
    path.write_text("promela_MS { chan q = [1] of { byte }; };\nactive proctype p() { q!1 }\n")
    assert main(["generate", str(path), "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "half.pch:2:23" in said and "`q` is not declared" in said and "for the program" in said


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("byte x;\nactive proctype p() { c_code_IS { int y = ; } }", 2, "pairs.pch:2:35: error[E911]: this is not C"),
        ("#define F(a) c_code_IS { if (a };\nactive proctype p() { F(1) }", 2, "2:23: error[E911]: this is not C"),
        (
            "byte x;\nactive proctype p() { c_code_IS { x = 3; }; x > 0 }",
            0,
            "2:23: warning[W902]: the model does not know that",
        ),
        (
            "byte x;\nactive proctype p() { promela_MS { x = 3; }; x > 0 }",
            0,
            "warning[W903]: only the model gives `x` a value",
        ),
        (
            "active proctype p() { if\n:: c_expr_IS { f() } -> skip\n:: else fi }\nc_decl_IS { int f(void); };",
            0,
            "2:4: warning[W901]: the model takes this option at any time",
        ),
        (
            "byte x; active proctype p() { if\n:: promela_MS { x > 0 } -> skip\n:: else fi }",
            0,
            "2:4: warning[W901]: the program takes this option at any time",
        ),
        (
            "chan q = [1] of { byte };\nenv active proctype e() { q?_ }\nactive proctype p() { q!1 }",
            2,
            "3:23: error[E913]: only the environment receives from `q`",
        ),
        (
            "byte x; env active proctype e() { skip }\nactive proctype p() { x = _pid }",
            0,
            "2:27: warning[W904]: `_pid` does not count `e` in the program",
        ),
        (
            "byte x; active proctype p() { promela_MS { x = 1; }; c_code_IS { x = 1; }; x == 1 }",
            0,
            "",
        ),
    ],
)
def test_pairs(text: str, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.pch"
    path.write_text(text)
    assert main(["generate", str(path), "-o", str(tmp_path / "out")]) == status
    errors = capsys.readouterr().err
    assert said in errors and (said or not errors)


def test_findings_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "pairs.pch", tmp_path / "out"
    path.write_text("byte x;\nactive proctype p() { c_code_IS { x = 3; }; x > 0 }")
    assert main(["generate", str(path), "-o", str(out), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(found["code"], found["line"], found["column"]) for found in data["diagnostics"]] == [("W902", 2, 23)]
    assert {name: (out / name).read_text() for name in data["files"]} == data["files"]
    path.write_text("active proctype p() { c_code_IS { return; } }")
    assert main(["generate", str(path), "-o", str(out), "--format", "json"]) == 2
    assert [found["code"] for found in json.loads(capsys.readouterr().out)["diagnostics"]] == ["E912"]
    assert main(["generate", str(path), "-o", str(out), "--format", "sarif"]) == 2
    assert [found["ruleId"] for found in json.loads(capsys.readouterr().out)["runs"][0]["results"]] == ["E912"]


@pytest.mark.parametrize("path", [ABP, ROOT / "examples" / "ftpd" / "ftpd.pch"], ids=lambda path: path.stem)
def test_each_reading_is_parsed_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[Syntax] = []

    def parse_translation(*given: Any) -> Syntax:
        parsed.append(parser.parse_translation(*given))
        return parsed[-1]

    monkeypatch.setattr(stages, "parse_translation", parse_translation)
    generate(GenerateRequest(Source(str(path))))
    assert len(parsed) == 2


def test_undeclared_names_are_told_as_data() -> None:
    model = load_text("active proctype p() { x = y }")
    assert model.diagnostics.names("E301") == {"x", "y"}


def test_the_pairs_of_the_example_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", str(ABP), "-o", str(tmp_path), "--quiet"]) == 0
    assert capsys.readouterr().err == ""


# -- the alternating bit protocol ----------------------------------------------------------------------


def make(directory: Path, *words: str) -> None:
    built = building.make(directory, *words)
    assert built.returncode == 0, built.stderr


@pytest.fixture(scope="module", params=["threads", "single", "processes"])
def abp(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    directory = tmp_path_factory.mktemp("abp")
    assert main(["generate", str(ABP), "-o", str(directory), "--quiet", "--runtime", request.param]) == 0
    make(directory, "TRACE=1")
    return directory


@needs_compiler
def test_messages_arrive_in_order_over_a_bad_link(abp: Path) -> None:
    environment = os.environ | {"ABP_MESSAGES": "500", "ABP_LOST": "30", "ABP_DAMAGED": "100"}
    environment["PENSTOCK_TRACE"] = str(abp / "long.log")
    ran = subprocess.run([str(abp / "abp")], capture_output=True, text=True, timeout=60, env=environment, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "500 of 500 messages delivered in order\n", "")


@needs_compiler
def test_the_program_conforms(abp: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ABP_MESSAGES", "20")
    assert main(["conform", "--run", str(abp), str(ABP)]) == 0
    assert "all allowed by the model" in capsys.readouterr().out


@needs_compiler
def test_a_fault_in_the_program_is_caught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receiver of replies says `closed`, which the model never does there."""
    text = ABP.read_text()
    assert text.count("return late;") == 1
    wrong = tmp_path / "abp.pch"
    wrong.write_text(text.replace("return late;", "return closed;"))
    assert main(["generate", str(wrong), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    make(tmp_path / "out", "TRACE=1")
    monkeypatch.setenv("ABP_MESSAGES", "20")
    monkeypatch.setenv("ABP_LOST", "500")
    capsys.readouterr()
    assert main(["conform", "--run", str(tmp_path / "out"), str(wrong), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((ROOT / "docs" / "schema" / "conform.json").read_text()))
    assert not data["conforms"] and "result = 1" in data["departure"]["step"]


@needs_compiler
def test_sanitizers_find_nothing_in_the_queues(tmp_path: Path) -> None:
    assert main(["generate", str(ABP), "-o", str(tmp_path), "--quiet"]) == 0
    make(tmp_path, "CFLAGS=-O1 -g -fsanitize=thread")
    environment = os.environ | {"ABP_MESSAGES": "200"}
    ran = subprocess.run(
        [str(tmp_path / "abp")], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert ran.returncode == 0 and "WARNING" not in ran.stderr, ran.stderr


@needs_spin
def test_the_model_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(ABP)]) == 0
    assert "all 2 properties hold" in capsys.readouterr().out


def test_the_clean_model_is_promela(tmp_path: Path) -> None:
    assert main(["generate", str(ABP), "-o", str(tmp_path), "--quiet", "--tidy", "--no-comments"]) == 0
    text = (tmp_path / "abp.pml").read_text()
    assert "_IS" not in text and "_MS" not in text and "/*" not in text and "\n\n\n" not in text
    assert main(["check", str(tmp_path / "abp.pml")]) == 0


@pytest.mark.parametrize(
    ("code", "leaves"),
    [("f(x);", True), ("while (x) x--;", True), ("x = 1;", False), ("shared = 1;", False), ("touch();", False)],
)
def test_short_c_and_c_that_others_could_notice_keeps_the_turn(code: str, leaves: bool, tmp_path: Path) -> None:
    path = tmp_path / "m.pch"
    path.write_text(
        "byte shared;\nc_decl_IS { void touch(void); };\nc_code_IS { void touch(void) { shared++; } }\n"
        f"active proctype p() {{ byte x; c_code_IS {{ {code} }}; shared > x }}\n"
    )
    assert main(["generate", str(path), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    assert ("ps_release_turn" in (tmp_path / "out" / "proctype_p.c").read_text()) == leaves


@needs_compiler
def test_sockets_in_place_of_channels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "tests" / "programs" / "sockets.pch"
    assert main(["generate", str(path), "-o", str(tmp_path), "--quiet"]) == 0
    make(tmp_path, "TRACE=1")
    environment = os.environ | {"PENSTOCK_TRACE": str(tmp_path / "trace.log")}
    ran = subprocess.run(
        [str(tmp_path / "sockets")], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1 -> 2\n2 -> 3\n3 -> 4\n", "")
    assert main(["conform", str(tmp_path / "trace.log"), str(path)]) == 0, capsys.readouterr().out


@needs_compiler
@pytest.mark.parametrize("runtime", ["threads", "single", "processes"])
def test_skeletons_of_tests(runtime: str, tmp_path: Path) -> None:
    assert main(["generate", str(ABP), "-o", str(tmp_path), "--quiet", "--tests", "--runtime", runtime]) == 0
    text = (tmp_path / "actions.c").read_text()
    assert "in the model: if :: line?reply.tag, result :: result = late fi;" in text
    assert text.count("static void test_sender_") == 4 and text.count("static void test_receiver_") == 4
    make(tmp_path, "actions")


def test_what_the_model_says_is_true_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "m.pch"
    path.write_text(
        "mtype = { good, bad };\nactive proctype p() { mtype r;\n"
        "promela_MS { if :: r = good :: r = bad fi; };\nc_code_IS [r == 0] { r = 1; };\nr == good }\n"
    )
    assert main(["generate", str(path), "-o", str(tmp_path / "out"), "--quiet", "--tests"]) == 0
    text = (tmp_path / "out" / "actions.c").read_text()
    assert "assert(r == 0);" in text and "assert(r == good || r == bad);" in text


@needs_compiler
def test_c_files_of_ones_own_and_the_command_line(tmp_path: Path) -> None:
    specification = tmp_path / "words.pch"
    specification.write_text(
        "#define NOTHING promela_MS { x = 1 }\nbyte x;\nc_decl_IS { void tell(int count, char **words); };\n"
        "init { NOTHING; c_code_IS { tell(ps_word_count, ps_words); }; x = 2 }\n"
    )
    own = tmp_path / "own.c"
    own.write_text('#include "init.h"\nvoid tell(int count, char **words) { printf("%s\\n", words[count - 1]); }\n')
    assert main(["generate", str(specification), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    make(tmp_path / "out", f"EXTRA={own}", "CPPFLAGS=-I. -DPS_STACK=65536", "TRACE=1")
    trace = {**os.environ, "PENSTOCK_TRACE": str(tmp_path / "trace.log")}
    program = [str(tmp_path / "out" / "words"), "first", "last"]
    assert subprocess.run(program, check=True, capture_output=True, text=True, env=trace).stdout == "last\n"
    # The `skip` in place of what only the model does is no step that the model must have.
    assert main(["conform", str(tmp_path / "trace.log"), str(specification)]) == 0
