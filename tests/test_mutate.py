"""Mutants: which changes are made, and who notices them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import penstock
from penstock.faces.cli.main import main
from penstock.faces.cli.words.mutate import mutate_lines
from penstock.project.mutants.changing import Mutation, MutationKind, mutations_of
from penstock.project.mutants.fates import Fate
from penstock.project.mutants.spelling import spelling_of
from penstock.project.mutate import MutateOutcome, mutate
from penstock.project.requests.mutate import MutateRequest
from penstock.reading.reading import read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "tests" / "models"
needs_tools = pytest.mark.needs("spin", "gcc")
SHARP = "byte x;\nactive proctype P() {\n    x = 1;\n    x = x + 2;\n    assert(x == 3)\n}\n"
VACUOUS = (MODELS / "project" / "vacuous.pml").read_text()


def changes(text: str, include: dict[str, str] | None = None) -> list[Mutation]:
    files = include or {}
    found = read(
        Wanted(Source(text=text, name="model.pml"), lowered=False),
        include=lambda name, _quoted, _including: (name, files[name]) if name in files else None,
    )
    assert found.ok
    return mutations_of(spelling_of(found.model))


def shown(text: str, include: dict[str, str] | None = None) -> list[str]:
    told = []
    for one in changes(text, include):
        assert text[one.offset :].startswith(one.before)
        told.append(f"{one.kind.value}: {one.before.strip()}" + (f" -> {one.after}" if one.after else ""))
    return told


def inside(body: str) -> list[str]:
    return shown(f"byte x, y; chan q = [N] of {{ byte }};\n#define N 2\ninit {{ {body} }}".replace("[N]", "[2]"))[2:]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x > y", ["guard negated: x > y -> !(x > y)", "operator exchanged: > -> >="]),
        ("x == y", ["guard negated: x == y -> !(x == y)"]),
        ("(x == y)", ["guard negated: (x == y) -> !((x == y))"]),
        ("q!x", ["message not sent: q!x -> skip"]),
        ("q?x", ["statement left out: q?x -> skip"]),
        ("full(q)", ["guard negated: full(q) -> !(full(q))", "operator exchanged: full -> nfull"]),
        ("x++", ["statement left out: x++ -> skip", "operator exchanged: ++ -> --"]),
        ("x = true", ["statement left out: x = true -> skip", "constant moved by one: true -> false"]),
        ("x = N", ["statement left out: x = N -> skip"]),
        ("x < N", ["guard negated: x < N -> !(x < N)", "operator exchanged: < -> <="]),
        ('assert(x == 1); printf("%d", 1); skip', []),
        ("byte z[3]; z[0] = 0", ["statement left out: z[0] = 0 -> skip", *["constant moved by one: 0 -> 1"] * 2]),
        (
            "if :: x -> q!1; :: else fi",
            [
                "option left out: :: x -> q!1;",
                "guard negated: x -> !(x)",
                "message not sent: q!1 -> skip",
                "constant moved by one: 1 -> 0",
                "constant moved by one: 1 -> 2",
                "option left out: :: else",
            ],
        ),
    ],
)
def test_changes(body: str, expected: list[str]) -> None:
    assert sorted(inside(body)) == sorted(expected)


def test_properties_are_not_changed() -> None:
    text = "byte x;\ninit { skip }\nltl p { [](x < 3) }\n"
    assert shown(text) == []
    assert shown("byte x;\ninit { skip }\nnever { do :: x < 3 od }\n") == []


def test_only_what_is_written_in_the_file_is_changed() -> None:
    text = '#include "lib.h"\n#define INC(v) v = v + 7\nbyte x;\ninit { INC(x); SET(x, 4); x = 5 }\n'
    told = shown(text, {"lib.h": "#define SET(a, b) a = b + 9\nproctype other() { skip; if :: true :: true fi }\n"})
    assert told == [
        "statement left out: INC(x) -> skip",
        "statement left out: SET(x, 4) -> skip",
        "constant moved by one: 4 -> 3",
        "constant moved by one: 4 -> 5",
        "statement left out: x = 5 -> skip",
        "constant moved by one: 5 -> 4",
        "constant moved by one: 5 -> 6",
    ]


def test_an_inline_is_changed_once_for_all_its_calls() -> None:
    text = "byte x;\ninline add(n) { x = x + n + 1 }\ninit { add(2); add(3) }\n"
    told = shown(text)
    assert told.count("constant moved by one: 1 -> 2") == 1
    assert "statement left out: add(2) -> skip" in told and "statement left out: x = x + n + 1 -> skip" in told
    assert not any("2 -> 3" in one for one in told), "what an inline is given stands in its body"


def test_options_are_not_cut_through_directives() -> None:
    text = "init {\n  if\n  :: true\n#ifdef X\n  :: false\n#endif\n  :: true\n  fi\n}\n"
    assert shown(text) == ["option left out: :: true"]  # the last one


def test_every_change_of_the_examples_can_be_read_back() -> None:
    """Nearly all of them are models; which are not is found out before anything is asked."""
    refused = tried = 0
    for path in sorted((ROOT / "examples").glob("*.pml")):
        text = path.read_text()
        for one in changes(text)[::7] if read(Wanted(Source(str(path)))).ok else ():
            mutant = one.applied(text)
            assert mutant != text and len(mutant) == len(text) - len(one.before) + len(one.after)
            tried += 1
            refused += not read(Wanted(Source(str(path), mutant))).ok
    assert tried > 50 and refused < tried / 10


def mutated(text: str, **more: object) -> MutateOutcome:
    return mutate(MutateRequest(Source(text=text, name="model.pml"), jobs=1, store=False, **more))  # type: ignore[arg-type]


@needs_tools
def test_a_property_that_notices_everything() -> None:
    outcome = mutated(SHARP)
    assert (outcome.score, outcome.noticed, outcome.unnoticed, outcome.undecided) == (1.0, 7, 0, 0)
    assert outcome.properties == {"safety": "holds"} and outcome.notices == {"safety": 7}
    assert list(mutate_lines(outcome)) == [
        "model.pml: 7 of 7 mutants noticed, 100 %",
        "  safety  holds  notices 7",
    ]


@needs_tools
def test_a_property_that_says_nothing() -> None:
    outcome = mutated(VACUOUS)
    assert (outcome.score, outcome.noticed, outcome.unnoticed) == (0.0, 0, 7)
    assert list(mutate_lines(outcome)) == [
        "model.pml: 0 of 7 mutants noticed, 0 %",
        "  safety          holds  notices none",
        "  never_negative  holds  notices none",
        "no property noticed:",
        "  line 4: statement left out: `x = 1`  (as many states as before)",
        "  line 4: constant moved by one: `1` -> `0`, column 9  (as many states as before)",
        "  line 4: constant moved by one: `1` -> `2`, column 9  (as many states as before)",
        "  line 5: statement left out: `x = x + 2`  (as many states as before)",
        "  line 5: operator exchanged: `+` -> `-`, column 11  (as many states as before)",
        "  line 5: constant moved by one: `2` -> `1`, column 13  (as many states as before)",
        "  line 5: constant moved by one: `2` -> `3`, column 13  (as many states as before)",
    ]


@needs_tools
def test_bounds_notice_too() -> None:
    text = "chan q = [3] of { byte };\ninit { q!1; q!2 }\n"
    without, beside = mutated(text), mutated(text, bound=True)
    assert beside.noticed > without.noticed
    found = {mutant.change.before: mutant.noticed_by for mutant in beside.mutants}
    assert found["q!1"] == ("bound q",) and found["q!2"] == ("bound q",)


@needs_tools
def test_what_no_run_reaches_is_told_apart() -> None:
    outcome = mutated("byte x;\ninit {\n    if\n    :: x > 0 ->\n        x = 5\n    :: else\n    fi\n}\n")
    at = {mutant.change.line: mutant for mutant in outcome.mutants if mutant.change.kind is MutationKind.LEFT_OUT}
    assert at[5].unreached and at[5].fate is Fate.UNNOTICED
    assert any("no run gets there" in line for line in mutate_lines(outcome))


@needs_tools
def test_some_are_chosen_by_their_seed() -> None:
    few = [mutated(SHARP, most=3, seed=seed) for seed in (1, 1, 2)]
    chosen = [[mutant.change for mutant in outcome.mutants] for outcome in few]
    assert chosen[0] == chosen[1] != chosen[2] and len(chosen[0]) == 3
    assert few[0].possible == 7
    assert chosen[0] == sorted(chosen[0], key=lambda one: one.offset)


@needs_tools
def test_what_is_refused_does_not_count() -> None:
    outcome = mutated("chan q = [1] of { byte };\nbyte x;\ninit {\n    full(q) || x == 0;\n    assert(x == 0)\n}\n")
    assert outcome.refused > 0
    assert outcome.noticed + outcome.unnoticed + outcome.undecided == len(outcome.mutants)
    assert "refused, and not counted" in next(mutate_lines(outcome))


@needs_tools
def test_what_takes_too_much_is_undecided() -> None:
    text = "int x, y;\nactive [2] proctype P() { do :: x < 1 -> x++ :: y < 1 -> y++ :: else -> break od }\n"
    outcome = mutated(text, memory=16, budget=30.0)
    endless = {one.change.before: one for one in outcome.mutants if one.fate is Fate.UNDECIDED}
    assert "++" in endless, "x counts down for a long time"
    assert all(one.reason == "nothing certain about safety" for one in endless.values())
    assert outcome.undecided == sum(one.fate is Fate.UNDECIDED for one in outcome.mutants)


@needs_tools
def test_the_file_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model.pml"
    model.write_text(VACUOUS)
    words = ["mutate", str(model), "--most", "2", "--format", "json", "--no-cache"]
    assert main(words) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["score"] == 0.0 and len(told["mutants"]) == 2
    assert {one["fate"] for one in told["mutants"]} == {"not noticed"}
    assert model.read_text() == VACUOUS and [path.name for path in tmp_path.iterdir()] == ["model.pml"]


def test_models_that_cannot_be_changed() -> None:
    with pytest.raises(penstock.PenstockError, match="only Promela"):
        mutate(MutateRequest(Source(str(next((ROOT / "examples" / "actors").glob("*.apml"))))))
    with pytest.raises(penstock.ModelErrors):
        mutate(MutateRequest(Source(text="init { x = 1 }")))


@needs_tools
def test_nothing_to_change() -> None:
    outcome = mutated("init { skip }\n")
    assert outcome.score is None
    assert next(mutate_lines(outcome)) == "model.pml: there is nothing to change"
