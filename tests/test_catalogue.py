"""Every code has an entry, and every entry says the truth: its examples are read by Penstock and by SPIN."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from tests import loading as load
from tests.judge.acceptance import spin_accepts
from tests.judge.spin_says import is_read_by_spin, spin_words
from tests.loading import load_automata
from tests.support import load_text, no_include

from penstock.codegen.choices import Runtime, Target
from penstock.diagnostics.catalogue import CATALOGUE, GROUPS, Entry, explain
from penstock.diagnostics.catalogue.markdown import page
from penstock.errors import ModelErrors
from penstock.reading.source import Source
from penstock.syntax import inlines, macros, parser
from penstock.tasks.generate import generate
from penstock.tasks.requests.generate import GenerateRequest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "penstock"
CODE = re.compile(r'"([EW][0-9][0-9][0-9])"')
RUNNABLE = [entry for entry in CATALOGUE.values() if entry.runnable]
REPAIRED = [(entry, entry.fixed) for entry in RUNNABLE if entry.fixed is not None]
SENTENCE = re.compile(r"[.!?](?:\s|$)")

READ_BY_SPIN = [entry for entry in CATALOGUE.values() if is_read_by_spin(entry)]

every_entry = pytest.mark.parametrize("entry", CATALOGUE.values(), ids=CATALOGUE)
every_example = pytest.mark.parametrize("entry", RUNNABLE, ids=[entry.code for entry in RUNNABLE])
every_repair = pytest.mark.parametrize(("entry", "fixed"), REPAIRED, ids=[entry.code for entry, _ in REPAIRED])
needs_spin = pytest.mark.needs("spin")


def codes_in_source() -> set[str]:
    catalogue = PACKAGE / "diagnostics" / "catalogue"
    files = [path for path in PACKAGE.rglob("*.py") if catalogue not in path.parents]
    return {code for path in files for code in CODE.findall(path.read_text(encoding="utf-8"))}


def codes_of(text: str, file: str = "model.pml", verb: str = "check") -> set[str]:
    """The codes that Penstock gives a model; some only show when its automata are built, or a program is made."""
    model = load_text(text, file)
    load_automata(model)
    found = {record.code for record in model.diagnostics.records}
    source = Source(text=text, name=file)
    if verb == "generate-embedded":
        return found | generate_codes([GenerateRequest(source, target=Target.EMBEDDED)])
    if verb == "generate-cores":
        return found | generate_codes([GenerateRequest(source, cores=2)])
    requests = [GenerateRequest(source, runtime=runtime) for runtime in Runtime]
    return found | generate_codes(requests) if verb == "generate" else found


def generate_codes(requests: list[GenerateRequest]) -> set[str]:
    found: set[str] = set()
    for request in requests:
        try:
            told = generate(request).told
        except ModelErrors as problem:
            told = problem.diagnostics
        found |= {record.code for record in told.records}
    return found


# -- the catalogue as a whole ------------------------------------------------------------------


def test_every_code_has_an_entry() -> None:
    assert codes_in_source() - CATALOGUE.keys() == set()


def test_every_entry_has_a_code() -> None:
    assert CATALOGUE.keys() - codes_in_source() == set()


def test_codes_are_in_order_and_there_once() -> None:
    codes = [entry.code for entries in GROUPS.values() for entry in entries]
    assert codes == sorted(set(codes))


@every_entry
def test_an_entry_is_short_and_complete(entry: Entry) -> None:
    assert entry.title
    assert not entry.title.endswith(".")
    assert 2 <= len(SENTENCE.findall(entry.paragraph)) <= 6
    assert entry.example.endswith("\n")
    assert entry.fixed is None or entry.fixed.endswith("\n")
    assert entry.fixed is not None or not entry.runnable


def test_reading_a_model_does_not_import_the_catalogue() -> None:
    program = "import sys, penstock.reading.reading; print('penstock.diagnostics.catalogue' in sys.modules)"
    environment = {"PYTHONPATH": str(PACKAGE.parent)}
    printed = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "False"


# -- examples ----------------------------------------------------------------------------------


@every_example
def test_the_example_gets_its_code(entry: Entry) -> None:
    found = codes_of(entry.example, entry.file, entry.verb)
    assert entry.code in found
    assert {code for code in found if code.startswith("E")} <= {entry.code}


@every_repair
def test_the_repair_is_one(entry: Entry, fixed: str) -> None:
    assert codes_of(fixed, entry.file, entry.verb) == set(), entry.code


def test_macros_that_double_each_other_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(macros, "MOST_TOKENS", 10_000)
    doubling = "\n".join(f"#define A{i} A{i - 1}; A{i - 1}" for i in range(2, 31))
    assert "E107" in codes_of(f"#define A1 x++; x++\n{doubling}\nbyte x;\ninit {{ A30 }}\n")


def test_inlines_that_double_each_other_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inlines, "MOST_INLINED", 10_000)
    doubling = "\n".join(f"inline a{i}() {{ a{i - 1}(); a{i - 1}() }}" for i in range(2, 31))
    assert "E213" in codes_of(f"byte x;\ninline a1() {{ x++; x++ }}\n{doubling}\ninit {{ a30() }}\n")


def test_a_text_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "MOST_TOKENS", 10_000)
    assert codes_of("byte x;\ninit {\n" + "x++;\n" * 10_000 + "skip }\n") == {"E109"}


def test_a_text_that_is_no_model_is_given_up() -> None:
    assert "E212" in codes_of("byte x;\ninit {\n" + "x += 1;\n" * 200 + "}\n")


# -- SPIN as the judge -------------------------------------------------------------------------


@needs_spin
@every_example
def test_spin_agrees_about_the_example(entry: Entry) -> None:
    if entry.file != "model.pml":
        pytest.skip("SPIN does not read this")
    verdict = spin_accepts(entry.example)
    assert verdict.accepted == (entry.spin_accepts or entry.code.startswith("W")), verdict.output


@needs_spin
@pytest.mark.parametrize("entry", READ_BY_SPIN, ids=[entry.code for entry in READ_BY_SPIN])
def test_spin_says_what_is_written_down(entry: Entry) -> None:
    """Really asked; the preprocessor is another program, whose words change with its version."""
    assert entry.spin is not None
    said = spin_words(entry)
    if entry.code.startswith("E1"):
        assert bool(said) and bool(entry.spin)
    else:
        assert tuple(said) == entry.spin, "run `python -m tests.judge.spin_says`"


def test_spin_is_quoted_wherever_it_can_be_asked() -> None:
    assert {entry.code for entry in CATALOGUE.values() if entry.spin is not None} == {one.code for one in READ_BY_SPIN}


@needs_spin
@every_repair
def test_spin_accepts_the_repair(entry: Entry, fixed: str) -> None:
    closing = {"env_in": [], "method": "optimised", "quiet": True}
    model = load.load_text(fixed, entry.file, (), no_include, closing)
    translation = model.syntax.translation
    verdict = spin_accepts(fixed if translation is None else translation.text)
    assert verdict.accepted, f"{entry.code}: {verdict.output}"


# -- how it is shown ---------------------------------------------------------------------------


def test_explain_shows_the_example_and_its_repair() -> None:
    text = explain("E503")
    assert text is not None
    assert text.startswith("E503: `break` outside a loop\n\n")
    assert "\nwrong:\n\n    byte x;\n" in text
    assert "\nright:\n\n    byte x;\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_explain_without_a_repair() -> None:
    text = explain("E107")
    assert text is not None
    assert "\nwrong:\n" in text
    assert "\nright:\n" not in text


def test_explain_takes_a_code_as_it_is_typed() -> None:
    assert explain(" e503 ") == explain("E503")
    assert explain("E999") is None
    assert explain("") is None


def test_the_page_of_the_manual_is_up_to_date() -> None:
    written = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert written == page(), "run `python -m penstock.diagnostics.catalogue > docs/diagnostics.md`"


def test_the_page_is_printed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    runpy.run_module("penstock.diagnostics.catalogue", run_name="__main__")
    assert capsysbinary.readouterr().out.decode() == page()
