"""Projects under test: what is expected, what is seen, mistakes, the store, and what becomes of all that in a shell."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.test_cli import penstock

from penstock.diagnostics.catalogue import CATALOGUE, Entry
from penstock.errors import ModelErrors
from penstock.project.asking import jobs_for
from penstock.project.evidence import Evidence, EvidenceKind, holds_up
from penstock.project.expectations import Topic
from penstock.project.facts import Fact
from penstock.project.file_schema import SCHEMA
from penstock.project.jobs import Job, JobAnswer
from penstock.project.judging import Met
from penstock.project.models import project_for
from penstock.project.naming import note_unknown_names
from penstock.project.performing import perform
from penstock.project.project_file import load
from penstock.project.requests.test import TestRequest
from penstock.project.store import Store
from penstock.project.test import TestOutcome, test
from penstock.project.updating import updated
from penstock.records import as_data, from_data

ROOT = Path(__file__).parent.parent
needs_spin = pytest.mark.needs("spin", "gcc")
MODEL = """\
chan q = [2] of { byte };
byte x;
active proctype P() { q!1; q!2; x = 1 }
active proctype Q() { byte got; q?got; assert(got == 1) }
ltl done { <> (x == 1) }
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a model, where answers are stored apart from those of others."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("PENSTOCK_CACHE", str(cache))
    place = tmp_path / "project"
    place.mkdir()
    (place / "model.pml").write_text(MODEL)
    return place


def written(project: Path, text: str) -> Path:
    (project / "penstock.toml").write_text(text)
    return project


def outcome_of(project: Path, *paths: str, **choices: object) -> TestOutcome:
    return test(TestRequest(paths, str(project), jobs=1, **choices))  # type: ignore[arg-type]


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
verify = { safty = "holds", done = "maybe", search = "fast" }
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


# -- the store ---------------------------------------------------------------------------------------


def entries() -> list[Path]:
    return sorted(Path(os.environ["PENSTOCK_CACHE"], "answers").iterdir())


def bound_job(project: Path) -> Job:
    found, _ = project_for(str(project), ())
    return next(job for job in jobs_for(found.models[0], found.root) if job.verb == "bound")


def test_nothing_is_done_twice(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    first, second = outcome_of(project), outcome_of(project)
    assert (first.stored, second.stored, second.confirmed) == (0, 2, 1)
    assert first.met and second.met
    assert outcome_of(project, store=False).stored == 0


def test_a_change_is_noticed_also_in_an_included_file(project: Path) -> None:
    (project / "model.pml").write_text('#include "more.h"\nchan q = [4] of { byte };\ninit { SEND }\n')
    (project / "more.h").write_text("#define SEND q!1\n")
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 1 }\n')
    assert outcome_of(project).met and outcome_of(project).stored == 2
    (project / "more.h").write_text("#define SEND q!1; q!1\n")
    again = outcome_of(project)
    assert again.stored == 0 and not again.met


def test_a_damaged_entry_is_asked_again(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    outcome_of(project)
    for number, entry in enumerate(entries()):
        contents = entry.read_bytes()
        entry.write_bytes(contents[:40] if number % 2 else contents[:-3] + b"xyz")
    again = outcome_of(project)
    assert again.met and again.stored == 0
    assert outcome_of(project).stored == 2


def test_evidence_is_looked_at_again(project: Path) -> None:
    """An entry that is whole but says too little is not believed: its proof does not show that."""
    job = bound_job(written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 1 }\n'))
    answer = perform(job)
    store = Store(Path(os.environ["PENSTOCK_CACHE"], "answers"))
    store.keep(job, answer)
    known = store.known(job)
    assert known is not None and known.confirmed
    forged = as_data(answer)
    forged["evidence"][0]["text"] = forged["evidence"][0]["text"].replace('"bound": 2', '"bound": 1')
    assert forged != as_data(answer)
    other: JobAnswer = from_data(JobAnswer, forged)
    store._cache.put(next(iter(entries())).name, json.dumps(as_data(other)).encode())
    assert store.known(job) is None


def test_names_are_looked_for_again_when_something_changes(project: Path) -> None:
    (project / "more.h").write_text("chan r = [1] of { byte };\n")
    (project / "model.pml").write_text('#include "more.h"\n' + MODEL)
    written(project, '[[model]]\nfile = "model.pml"\nbound = { r = 1, "*" = 2 }\n')
    assert all(len(outcome_of(project).models) == 1 for _ in range(2))
    (project / "more.h").write_text("chan s = [1] of { byte };\n")
    with pytest.raises(ModelErrors, match="no channel `r`"):
        outcome_of(project)


def test_few_states_are_the_fastest_proof(project: Path) -> None:
    """An abstraction that tells many values apart is not built again where a look at all states will do."""
    text = "chan q = [9] of { byte };\nactive proctype P() { byte n; do :: n < 7 -> q!n; n++ :: else -> break od }\n"
    (project / "model.pml").write_text(text)
    job = bound_job(written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 7 }\n'))
    (evidence,) = perform(job).evidence
    (claim,) = json.loads(evidence.text)["channels"]
    assert claim["proofs"] == [] and claim["states"] > 7
    assert holds_up(evidence, job.asked())
    for wrong in (evidence.text.replace('"bound": 7', '"bound": 6'), evidence.text.replace('"q"', '"r"')):
        assert not holds_up(replace(evidence, text=wrong), job.asked())


@pytest.mark.parametrize("verb", ["bound", "verify"])
def test_answers_without_evidence_are_not_kept(project: Path, verb: str) -> None:
    job = bound_job(written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n'))
    fact = Fact(Topic.BOUND, "q", 2) if verb == "bound" else Fact(Topic.VERIFY, "done", "violated")
    answer, store = JobAnswer(verb, (fact,)), Store(Path(os.environ["PENSTOCK_CACHE"], "answers"))
    store.keep(job, answer)
    store.keep(job, replace(answer, evidence=(Evidence(EvidenceKind.CERTIFICATE, "{}", "BOUNDED"),)))
    assert store.known(job) is None
    store.keep(job, replace(answer, facts=(Fact(Topic.VERIFY, "done", "holds"),)))
    assert store.known(job) is not None


@needs_spin
def test_messages_that_are_put_back_forever_are_replayed(project: Path) -> None:
    shutil.copy(ROOT / "examples" / "actors" / "buffer.apml", project / "model.apml")
    written(project, '[[model]]\nfile = "model.apml"\nverify = { livelock = "violated" }\n')
    assert outcome_of(project).met
    again = outcome_of(project)
    assert again.met and (again.stored, again.confirmed) == (2, 1)


@needs_spin
def test_two_runs_at_once(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nverify = { safety = "holds" }\nbound = { q = 2 }\n')
    command = [sys.executable, "-m", "penstock", "test", "--format", "json"]
    running = [subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert all(json.loads(output)["met"] for output in outputs)
    assert outcome_of(project).stored == 3


def test_jobs_and_answers_survive_the_way_as_text(project: Path) -> None:
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    found, _ = project_for(str(project), ())
    for job in jobs_for(found.models[0], found.root):
        assert from_data(Job, json.loads(json.dumps(as_data(job)))) == job
        answer = perform(job)
        assert from_data(JobAnswer, json.loads(json.dumps(as_data(answer)))) == answer


# -- the examples, and the shell ------------------------------------------------------------------------


@needs_spin
@pytest.mark.slow
def test_the_examples_are_as_they_are_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First everything is asked, then nothing; then what depends on a model that was changed."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("PENSTOCK_CACHE", str(cache))
    examples = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", examples, ignore=shutil.ignore_patterns("ftpd"))
    first, second = (test(TestRequest(directory=str(examples))) for _ in range(2))
    assert first.met and second.met, [model for model in first.models if model.met is not Met.YES]
    assert len({model.path for model in first.models}) >= 12 and len(first.models) > 20
    assert first.stored == 0 and second.stored >= 60
    assert not any(model.seconds for model in second.models)
    assert second.confirmed >= 20
    assert second.seconds < first.seconds / 4  # rather 20, on a machine that has nothing else to do
    retry = examples / "retry.pml"
    retry.write_text(retry.read_text() + "\n")
    third = test(TestRequest(directory=str(examples)))
    assert third.met
    assert [model.name for model in third.models if model.seconds] == ["retry.pml"]


ENDLESS = """int a, b, c;
active [3] proctype P() { do :: a < 3000 -> a++ :: b < 3000 -> b++ :: c < 3000 -> c++ od }
"""


@needs_spin
def test_ctrl_c_tells_what_was_found_and_leaves_nothing_behind(project: Path) -> None:
    (project / "long.pml").write_text(ENDLESS)
    text = '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n'
    written(project, text + '[[model]]\nfile = "long.pml"\nverify = { safety = "holds" }\n')
    mark = f"PENSTOCK_TEST_MARK={os.getpid()}-{time.monotonic_ns()}"
    environment = os.environ | dict([mark.split("=")]) | {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "penstock", "test", "--jobs", "2"]
    with subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = _until(running.stdout, "model.pml")
        _wait_for(lambda: any("pan" in name for name in marked(mark)))
        running.send_signal(signal.SIGINT)
        told += running.communicate(timeout=60)[0]
    assert running.returncode == 130
    assert told.startswith("ok ") and "1 model: 2 of 2 expectations met; stopped before all were asked" in told
    _wait_for(lambda: not marked(mark))


def marked(mark: str) -> list[str]:
    """The names of all processes that have this in their surroundings."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                found.append((place / "comm").read_text().strip())
    return found


def _wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_watching_tests_again(project: Path) -> None:
    pytest.importorskip("watchfiles")
    written(project, '[[model]]\nfile = "model.pml"\nbound = { q = 2 }\n')
    command = [sys.executable, "-m", "penstock", "test", "--watch", "--jobs", "1"]
    watching = subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert watching.stdout is not None
    try:
        lines = _until(watching.stdout, "expectations met")
        assert "ok" in lines
        time.sleep(1)  # the watcher begins when the first round is told
        (project / "model.pml").write_text(MODEL.replace("q!2", "q!2; q!3"))
        lines = _until(watching.stdout, "expectations met")
        assert "FAILED" in lines and "expected at most 2, seen 3" in lines
    finally:
        watching.send_signal(signal.SIGINT)
        watching.wait(30)
    assert watching.returncode in (1, 130)


def _until(stream: Iterator[str], words: str) -> str:
    text = ""
    for line in stream:
        text += line
        if words in line:
            break
    return text
