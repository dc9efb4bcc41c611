"""Projects under test: what is expected, what is seen, mistakes, and what is written down."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.commands import penstock
from tests.small_project import MODEL, outcome_of, written

from penstock.diagnostics.catalogue import CATALOGUE, Entry
from penstock.errors import ModelErrors
from penstock.project.file_schema import SCHEMA
from penstock.project.judging import Met
from penstock.project.models import project_for
from penstock.project.naming import note_unknown_names
from penstock.project.project_file import load
from penstock.project.updating import updated

ROOT = Path(__file__).parent.parent
needs_spin = pytest.mark.needs("spin", "gcc")


def codes(project: Path) -> list[str]:
    """The codes of all mistakes, in the order of their places."""
    try:
        found, mistakes = project_for(str(project), ())
        note_unknown_names(found, mistakes)
        mistakes.raise_any()
    except ModelErrors as problem:
        return [record.code for record in problem.diagnostics.sorted()]
    return []


# -- what is expected and what is seen -------------------------------------------------------------


def test_bounds_and_findings_are_compared(project: Path) -> None:
    written(project, '[[model]]\nfile = "*.pml"\ncheck = "clean"\nbound = { q = 2 }\n')
    outcome = outcome_of(project)
    (model,) = outcome.models
    assert outcome.met and (outcome.expectations, outcome.unmet) == (2, 0)
    assert [(one.name, one.seen) for one in model.expectations] == [("check", "clean"), ("bound q", 2)]


@pytest.mark.parametrize(
    ("wanted", "met"), [("1", Met.NO), ("2", Met.YES), ('"bounded"', Met.YES), ('"unbounded"', Met.NO)]
)
def test_a_number_is_the_most_that_there_may_be(project: Path, wanted: str, met: Met) -> None:
    written(project, f'[[model]]\nfile = "model.pml"\nbound = {{ "*" = {wanted} }}\n')
    (model,) = outcome_of(project).models
    assert model.expectations[1].met is met


def test_models_speak_for_themselves(project: Path) -> None:
    text = MODEL.replace("{ byte };", "{ byte }; /* expect: <= 1 */")
    (project / "model.pml").write_text(text)
    outcome = outcome_of(project, "model.pml")
    (model,) = outcome.models
    (bound,) = [one for one in model.expectations if one.name == "bound q"]
    assert (bound.met, bound.wanted, bound.seen, bound.file, bound.line) == (Met.NO, 1, 2, "model.pml", 1)


def test_every_variant_is_a_model(project: Path) -> None:
    (project / "model.pml").write_text('#include "size.h"\nchan q = [N] of { byte };\ninit { q!M }\n')
    (project / "lib").mkdir()
    (project / "lib" / "size.h").write_text("#ifndef N\n#define N 1\n#endif\n")
    text = '[defaults]\ninclude = ["lib"]\n[[model]]\nfile = "*.pml"\nbound = { q = 1 }\n'
    text += "variants = { N = [1, 2], M = [0, 1] }\n"
    outcome = outcome_of(written(project, text))
    assert [model.name for model in outcome.models] == [f"model.pml -DN={n} -DM={m}" for n in (1, 2) for m in (0, 1)]
    assert outcome.met


def test_only_what_is_named_is_asked(project: Path) -> None:
    (project / "other.pml").write_text(MODEL)
    written(project, '[[model]]\nfile = "*.pml"\nbound = { q = 1 }\n')
    assert [model.name for model in outcome_of(project, only=("other",)).models] == ["other.pml"]
    outcome = outcome_of(project, only=("bound",))
    assert [one.name for model in outcome.models for one in model.expectations] == ["bound q", "bound q"]
    assert len(outcome_of(project, fail_fast=True).models) == 1
    assert penstock("test", "--fail-fast", "--jobs", "1", cwd=project).returncode == 1


def test_a_channel_that_is_not_there(project: Path) -> None:
    ran = penstock("test", cwd=written(project, '[[model]]\nfile = "model.pml"\nbound = { w = 1 }\n'))
    assert ran.returncode == 2
    assert "penstock.toml:3:11: error[E956]: model.pml has no channel `w`" in ran.stderr
    assert "hint: there is `q`" in ran.stderr


def test_there_are_no_bounds_where_there_are_no_channels(project: Path) -> None:
    (project / "model.pml").write_text("init { skip }")
    (model,) = outcome_of(written(project, '[[model]]\nfile = "model.pml"\nbound = { "*" = 1 }\n')).models
    assert model.met is Met.BROKEN and "there is no channel" in model.expectations[1].reason


ARRAYS = """\
chan ring[3] = [1] of { byte };  /* expect: <= 1 */
proctype P(byte n) { chan own = [2] of { byte }; /* expect: <= 0 */ own!n; own?_; ring[n]!n }
active proctype Q() { chan own = [2] of { byte }; // expect: bounded
    { own!1 } }
init { ring[0]!0; run P(1) }
"""


def test_arrays_and_channels_of_processes(project: Path) -> None:
    (project / "model.pml").write_text(ARRAYS)
    (model,) = outcome_of(project, "model.pml").models
    assert {one.name: one.met for one in model.expectations if one.name != "check"} == {
        **{f"bound ring[{n}]": Met.YES for n in range(3)},
        "bound P.own": Met.NO,
        "bound Q.own": Met.YES,
    }
    written(project, '[[model]]\nfile = "model.pml"\nbound = { ring = 0, "ring[0]" = 1, "*" = "bounded" }\n')
    seen = {one.name: (one.wanted, one.met) for one in outcome_of(project).models[0].expectations}
    assert seen["bound ring[0]"] == (1, Met.YES) and seen["bound ring[1]"] == (0, Met.NO)
    assert seen["bound ring[2]"] == (0, Met.YES) and seen["bound P.own"] == (0, Met.NO)


def test_nothing_to_test_is_no_success(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\n')
    ran = penstock("test", "--only", "modle", cwd=project)
    assert ran.returncode == 2 and "no model and no expectation has `modle` in its name" in ran.stderr
    ran = penstock("test", cwd=written(project, "[defaults]\ntimeout = 5\n"))
    assert ran.returncode == 2 and "penstock.toml has no models" in ran.stderr
    assert penstock("plan", cwd=project).returncode == 2


@pytest.mark.parametrize(
    ("text", "entry", "idle"),
    [
        ("init { skip }", 'define = ["N=2"]', True),
        ("init { skip }", "variants = { N = [1, 2] }", True),
        ("#define N 3\nbyte x = N;\ninit { skip }", "variants = { N = [1, 2] }", True),
        ("#ifndef N\n#define N 3\n#endif\nbyte x = N;\ninit { skip }", "variants = { N = [1, 2] }", False),
        ("byte x = N;\ninit { skip }", 'define = ["N=2"]', False),
        ('#include "more.h"\ninit { skip }', 'define = ["N=2"]', False),
    ],
)
def test_macros_that_make_no_difference(project: Path, text: str, entry: str, idle: bool) -> None:
    (project / "model.pml").write_text(text)
    (project / "more.h").write_text("byte more = N;\n")
    assert codes(written(project, f'[[model]]\nfile = "model.pml"\n{entry}\n')) == ["E960"] * idle


def test_errors_in_a_model_are_listed_once(project: Path) -> None:
    (project / "model.pml").write_text("chan q = [1] of { byte };\ninit { y = 1 }\n")
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 1 }\n')
    check, bound = outcome_of(project).models[0].expectations
    assert (check.met, bound.met) == (Met.NO, Met.BROKEN)
    assert "`y` is not declared" in check.reason and bound.reason == "the model has errors"


@needs_spin
def test_a_tool_that_fails_is_not_a_matter_of_time(project: Path) -> None:
    """The name of a variable clashes with one that the verifier needs."""
    (project / "model.pml").write_text("bool alarm;\ninit { alarm = true }\n")
    ran = penstock("test", cwd=written(project, '[[model]]\nfile = "model.pml"\nverify = { safety = "holds" }\n'))
    assert ran.returncode == 4 and ran.stdout.startswith("ERROR"), ran.stdout


@needs_spin
def test_verdicts_states_and_unreached_lines(project: Path) -> None:
    written(
        project,
        '[[model]]\nfile = "model.pml"\nverify = { safety = "holds", done = "holds" }\nstates = 1\nunreached = []\n',
    )
    (model,) = outcome_of(project).models
    assert {one.name: one.met for one in model.expectations} == {
        "check": Met.YES,
        "verify safety": Met.YES,
        "verify done": Met.YES,
        "states": Met.NO,
        "unreached": Met.YES,
    }
    seen = next(one.seen for one in model.expectations if one.name == "states")
    assert isinstance(seen, int) and seen > 1


@needs_spin
def test_a_search_that_ends_early_says_nothing_about_unreached_lines(project: Path) -> None:
    (project / "model.pml").write_text("init { assert(false); skip }\n")
    written(project, '[[model]]\nfile = "model.pml"\nverify = { safety = "violated" }\nunreached = []\n')
    (model,) = outcome_of(project).models
    assert [one.met for one in model.expectations] == [Met.YES, Met.YES, Met.UNDECIDED]
    assert (model.expectations[2].seen, model.expectations[2].reason) == (None, "not all states were visited")


@needs_spin
def test_unreached_lines_of_included_files_are_others(project: Path) -> None:
    """Line 2 of the model is reached, line 2 of what it includes is not."""
    (project / "more.h").write_text("active proctype Z() {\nif :: false -> assert(false) :: else fi }\n")
    (project / "model.pml").write_text('#include "more.h"\ninit { skip }\n')
    for lines, met in (('"more.h:2"', Met.YES), ("2", Met.NO)):
        written(project, f'[[model]]\nfile = "model.pml"\nunreached = [{lines}]\n')
        assert outcome_of(project).models[0].met is met
    new = updated(load(project / "penstock.toml"), outcome_of(project).models)
    assert 'unreached = ["more.h:2"]' in new.text and '"more.h:2"] (was [2])' in new.changed[0]
    assert codes(written(project, '[[model]]\nfile = "model.pml"\nunreached = ["more.h"]\n')) == ["E953"]


@needs_spin
def test_a_violation_comes_with_its_reason_and_chart(project: Path) -> None:
    (project / "model.pml").write_text(MODEL.replace("got == 1", "got == 2"))
    written(project, '[[model]]\nfile = "model.pml"\nverify = { safety = "holds" }\n')
    ran = penstock("test", cwd=project)
    assert ran.returncode == 1
    assert "verify safety: expected holds, seen violated" in ran.stdout
    assert re.search(r"    the assertion `\(?got ?== ?2\)?` fails after", ran.stdout)
    assert "fails: assert(got == 2)" in ran.stdout and "✗ failed" in ran.stdout


@needs_spin
def test_programs_are_built_run_and_followed(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nconform = { runs = 2 }\n')
    (model,) = outcome_of(project).models
    assert [one.seen for one in model.expectations] == ["clean", "conforms"]


# -- mistakes --------------------------------------------------------------------------------------


@needs_spin
@pytest.mark.parametrize(("fair", "verdict"), [("", "violated"), (", fair = true", "holds")])
def test_fairness_can_be_part_of_what_is_expected(project: Path, fair: str, verdict: str) -> None:
    text = (
        "byte x, y; active proctype P() { x = 1 } active proctype Q() { do :: y = 1 - y od } ltl done { <> (x == 1) }\n"
    )
    (project / "model.pml").write_text(text)
    written(project, f'[[model]]\nfile = "model.pml"\nverify = {{ done = "{verdict}"{fair} }}\n')
    first, second = outcome_of(project), outcome_of(project)
    assert first.met and second.met and second.stored == 2


BAD = """\
verson = 1
[defaults]
timeout = -1
memory = 1.5
define = ["1x"]
includes = ["lib"]
include = ["nowhere"]
[[model]]
check = "perfect"
[[model]]
file = "modle.pml"
[[model]]
file = 3
[[model]]
file = "model.pml"
define = "N=1"
variants = { N = [] }
verify = { safty = "holds", done = "maybe", search = "fast", fair = "yes" }
bound = { q = -1, w = "large" }
states = "many"
unreached = [999]
conform = { runs = 0, seconds = 3 }
[[model]]
file = "model.pml"
verify = { done = "holds", safety = "holds" }
[[model]]
file = "*.pml"
verify = { safety = "violated" }
define = ["M=1"]
variants = { M = [1] }
[[model]]
file = "model.pml"
variants = { A = [1, 2, 3, 4, 5, 6, 7, 8], B = [1, 2, 3, 4, 5, 6, 7, 8], C = [1, 2, 3, 4], D = [1, 2, 3, 4] }
"""


def test_all_mistakes_are_told_in_one_run(project: Path) -> None:
    ran = penstock("test", cwd=written(project, BAD))
    told = re.findall(r"^penstock\.toml:(\d+):\d+: error\[(E\d+)\]", ran.stderr, re.MULTILINE)
    assert ran.returncode == 2 and not ran.stdout
    assert len(told) >= 20
    lines = {(int(line), code) for line, code in told}
    assert {(1, "E952"), (3, "E953"), (4, "E953"), (5, "E953"), (6, "E952"), (7, "E955")} <= lines
    assert {(8, "E954"), (9, "E953"), (11, "E955"), (13, "E953"), (16, "E953"), (17, "E953")} <= lines
    assert {(18, "E956"), (18, "E953"), (19, "E953"), (20, "E953"), (21, "E957"), (22, "E953"), (22, "E952")} <= lines
    assert "did you mean `include`?" in ran.stderr and "did you mean `safety`?" in ran.stderr


def test_what_is_no_toml_has_a_place(project: Path) -> None:
    ran = penstock("test", cwd=written(project, '[[model]]\nfile = "model.pml\n'))
    assert ran.returncode == 2
    assert "penstock.toml:2:18: error[E951]: this is not TOML" in ran.stderr


@pytest.mark.parametrize(
    "entry", [entry for entry in CATALOGUE.values() if entry.verb == "test"], ids=lambda entry: entry.code
)
def test_the_catalogue_says_the_truth_about_projects(project: Path, entry: Entry) -> None:
    (project / "penstock.toml").write_text('[[model]]\nfile = "model.pml"\n')
    (project / entry.file).write_text(entry.example)
    assert set(codes(project)) == {entry.code}
    assert entry.fixed is not None
    (project / entry.file).write_text(entry.fixed)
    assert codes(project) == []


def test_comments_that_expect_nothing_or_nonsense(project: Path) -> None:
    text = "/* expect: holds */\nchan q = [1] of { byte }; // expect: tiny\ninit { q!1 }\n"
    text += "ltl p { true } /* expect: <= 2 */\n"
    (project / "model.pml").write_text(text)
    assert codes(written(project, '[[model]]\nfile = "model.pml"\n')) == ["E957", "E959", "E959"]


def test_there_must_be_something_to_test(project: Path) -> None:
    ran = penstock("test", cwd=project)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "there is no penstock.toml here or above" in ran.stderr
    assert penstock("test", "nothing.pml", cwd=project).returncode == 2


def test_the_project_may_stand_in_pyproject(project: Path) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.penstock.defaults]\nbudget = 5\n[[tool.penstock.model]]\nfil = "model.pml"\n'
    )
    assert codes(project) == ["E954", "E952"]
    (project / "pyproject.toml").write_text('[[tool.penstock.model]]\nfile = "model.pml"\n')
    inner = project / "a" / "b"
    inner.mkdir(parents=True)
    assert [model.name for model in outcome_of(inner).models] == ["model.pml"]


def test_the_schema_agrees(project: Path) -> None:
    """What it accepts and refuses for editors is what the command does."""
    validator = Draft202012Validator(SCHEMA)
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads((ROOT / "docs" / "schema" / "project.json").read_text()) == SCHEMA
    examples = load(ROOT / "examples" / "penstock.toml")
    assert examples.problem is None and not list(validator.iter_errors(examples.table))
    bad = load(written(project, BAD) / "penstock.toml")
    assert len(list(validator.iter_errors(bad.table))) >= 10


# -- what was seen, written down --------------------------------------------------------------------


def test_comments_and_order_survive_an_update(project: Path) -> None:
    text = '# ours\n[[model]]\nfile = "model.pml" # the first\nbound = { q = 1 } # too small\ncheck = "clean"\n'
    written(project, text)
    outcome = outcome_of(project)
    new = updated(load(project / "penstock.toml"), outcome.models)
    assert new.text == text.replace("q = 1", "q = 2")
    assert [told.partition("penstock.toml")[2] for told in new.changed] == [":4: q = 2 (was 1)"] and not new.left


def test_models_that_differ_cannot_share_what_is_seen(project: Path) -> None:
    (project / "other.pml").write_text("init { x = 1 }\n")
    written(project, '[[model]]\nfile = "*.pml"\ncheck = "clean"\nbound = { "*" = 1 }\n')
    (project / "other.pml").write_text(MODEL.replace("q!2; ", ""))
    ran = penstock("test", "--update", cwd=project)
    assert ran.returncode == 1
    assert 'bound = { "*" = 1, q = 2 }' in (project / "penstock.toml").read_text().replace("2}", "2 }")


VARIED = """\
chan q = [2] of { byte };
#if N == 3
init { q!x }
#else
init { q!1 }
#endif
"""


def test_variants_that_differ_are_left_alone(project: Path) -> None:
    """What is seen of one must not be expected of another that is as it was expected."""
    (project / "model.pml").write_text(VARIED)
    text = '[[model]]\nfile = "model.pml"\nvariants = { N = [2, 3] }\n'
    new = updated(load(written(project, text) / "penstock.toml"), outcome_of(project).models)
    assert new.text == text and not new.changed
    (reason,) = new.left
    assert '"no-errors" for model.pml -DN=2, "errors" for model.pml -DN=3: give them entries of their own' in reason
    text = '[[model]]\nfile = "model.pml"\ndefine = ["N=3"]\nbound = { q = 1 }\n'
    new = updated(load(written(project, text) / "penstock.toml"), outcome_of(project).models)
    assert new.text == text and "has errors" in new.left[0]
    text = text.replace("bound", "# bound")
    new = updated(load(written(project, text) / "penstock.toml"), outcome_of(project).models)
    assert new.text == text + 'check = "errors"\n'
