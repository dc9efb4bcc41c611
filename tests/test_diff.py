"""Two versions of a model: what changed in what is true of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import penstock
from penstock.faces.cli.main import main
from penstock.faces.cli.verbs.diff import status_of
from penstock.faces.cli.words.diff import diff_lines, diff_markdown
from penstock.project.diff import DiffOutcome, ModelChange, diff
from penstock.project.diffs.revisions import old_version
from penstock.project.diffs.traits import DiffTopic
from penstock.project.requests.diff import DiffRequest
from penstock.reading.source import Source

MODELS = Path(__file__).parent / "models" / "project"
OLD, NEW = (MODELS / "old.pml").read_text(), (MODELS / "new.pml").read_text()
needs_tools = pytest.mark.needs("spin", "gcc")
needs_git = pytest.mark.needs("git")


def compared(tmp_path: Path, old: str, new: str, **more: object) -> DiffOutcome:
    (tmp_path / "old.pml").write_text(old)
    (tmp_path / "new.pml").write_text(new)
    source = Source(str(tmp_path / "new.pml"))
    return diff(DiffRequest(source, str(tmp_path / "old.pml"), jobs=1, store=False, **more))  # type: ignore[arg-type]


def told(outcome: DiffOutcome) -> set[tuple[str, str, object, object]]:
    return {(change.topic.value, change.about, change.old, change.new) for change in outcome.changes}


@needs_tools
def test_what_changed(tmp_path: Path) -> None:
    assert told(compared(tmp_path, OLD, NEW)) == {
        ("property", "answered", "holds", "violated"),
        ("bound", "to", 1, 2),
        ("bound", "from", 1, 2),
        ("states", "", 8, 16),
        ("control states", "client", 3, 4),
        ("control states", "server", 4, 3),
        ("statement", "client: to!req", 1, 2),
        ("statement", "server: served = served + 2", None, 1),
        ("statement", "server: served++", 1, None),
        ("label", "server: end", None, 1),
    }


@needs_tools
def test_words_and_layout_change_nothing(tmp_path: Path) -> None:
    moved = "\n\n/* all new */\n" + OLD.replace("served++", "  served++ /* one more */")
    outcome = compared(tmp_path, OLD, moved)
    assert not outcome.changed and outcome.undecided == () and not outcome.incomplete
    assert next(diff_lines(outcome)).endswith("new.pml: nothing changed")


@needs_tools
def test_unreached_code_findings_processes_and_formulas(tmp_path: Path) -> None:
    more = OLD.replace("from?ack", "from?ack; false; served = 7").replace("<>(served", "[]<>(served")
    more += "proctype idle() { skip }\nbyte never_used;\n"
    seen = told(compared(tmp_path, OLD, more))
    assert ("process", "idle", None, "proctype") in seen
    assert ("formula", "answered", "<>(served == 1)", "[]<>(served == 1)") in seen
    assert ("property", "safety", "holds", "violated") in seen, "the client waits forever"
    assert any(topic == "finding" and "never_used" in about and new == 1 for topic, about, _, new in seen)
    labelled = more.replace("false;", "end: false;")
    seen = told(compared(tmp_path, OLD, labelled))
    assert any(topic == "unreached" and "served = 7" in about for topic, about, _, _ in seen)


@needs_tools
def test_the_same_statements_in_another_order(tmp_path: Path) -> None:
    one = "byte x, y;\ninit { x = 1; y = 1 }\n"
    outcome = compared(tmp_path, one, one.replace("x = 1; y = 1", "y = 1; x = 1"))
    assert told(outcome) == {("order of statements", "init", None, None)}


@needs_tools
def test_a_version_with_errors_is_compared_as_far_as_it_goes(tmp_path: Path) -> None:
    seen = told(compared(tmp_path, OLD, OLD.replace("served++", "servd++")))
    assert ("property", "answered", "holds", None) in seen
    assert any(topic == "finding" and about.startswith("E3") for topic, about, _, _ in seen)


def test_the_same_errors_in_both_are_no_success(tmp_path: Path) -> None:
    wrong = OLD.replace("served++", "servd++")
    outcome = compared(tmp_path, wrong, wrong.replace("to!req", "to!req; skip"))
    assert not outcome.changed and len(outcome.broken) == 2 and status_of(outcome) == 2
    assert [line.partition(" has ")[2] for line in diff_lines(outcome)][1:] == [
        "errors: nothing else is known of it"
    ] * 2


@needs_tools
def test_what_neither_version_decides_is_told(tmp_path: Path) -> None:
    endless = "int x, y, z; active [3] proctype P() { do :: x++ :: y++ :: z++ od }\nltl p { [](x != 77777777) }\n"
    outcome = compared(tmp_path, endless, endless + "\n", budget=0.3)
    assert not outcome.changed and outcome.incomplete
    assert "property p" in outcome.undecided


def change(topic: DiffTopic, about: str, old: str | int | None, new: str | int | None, line: int | None) -> ModelChange:
    return ModelChange(topic, about, old, new, line)


GOLDEN = DiffOutcome(
    (
        change(DiffTopic.PROPERTY, "safety", "holds", "violated", None),
        change(DiffTopic.BOUND, "line", 1, "unbounded", None),
        change(DiffTopic.UNREACHED, "P: x = (a || b)", None, 2, 12),
        change(DiffTopic.FLOW, "Q", None, None, None),
    ),
    True,
    "HEAD:m.pml",
    "m.pml",
    ("property p",),
    True,
    False,
)


def test_as_text() -> None:
    assert list(diff_lines(GOLDEN)) == [
        "HEAD:m.pml -> m.pml: 4 changes",
        "  property safety            holds  ->  violated",
        "  bound line                 1      ->  unbounded",
        "  unreached P: x = (a || b)  -      ->  2 times    line 12",
        "  order of statements Q             ->  changed",
        "undecided in both: property p",
        "states and unreached code are not compared: a search did not visit all states",
    ]
    assert list(diff_lines(GOLDEN, quiet=True)) == ["HEAD:m.pml -> m.pml: 4 changes"]


def test_as_markdown() -> None:
    assert list(diff_markdown(GOLDEN))[:7] == [
        "**`m.pml`** against `HEAD:m.pml`: 4 changes",
        "",
        "| what | old | new |  |",
        "| --- | --- | --- | --- |",
        "| `property safety` | `holds` | `violated` |  |",
        "| `bound line` | `1` | `unbounded` |  |",
        "| `unreached P: x = (a \\|\\| b)` | - | `2 times` | line 12 |",
    ]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two revisions of a model that includes a file from beside it and one from a directory."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "model.pml").write_text(
        '#include "size.h"\n#include "start.h"\nbyte x;\nactive proctype P() { x = START; assert(x < SIZE) }\n'
    )
    (tmp_path / "sub" / "size.h").write_text("#define SIZE 2\n")
    (tmp_path / "lib" / "start.h").write_text("#define START 1\n")
    git(tmp_path, "init", "-q")
    commit(tmp_path, "one")
    (tmp_path / "lib" / "start.h").write_text("#define START 5\n")
    commit(tmp_path, "two")
    return tmp_path


def git(place: Path, *words: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=place, check=True, capture_output=True)


def commit(place: Path, message: str) -> None:
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", message)


@needs_git
def test_a_revision_includes_what_it_included_then(repository: Path) -> None:
    new = Source(str(repository / "sub" / "model.pml"), directories=(str(repository / "lib"),))
    with old_version("HEAD~1", new) as old:
        assert old.shown == new.shown and old.path != new.path
        assert "#define START 1" in (Path(old.directories[0]) / "start.h").read_text()
        assert penstock.explore(old).violations == ()
        kept = Path(str(old.path)).parent
    assert not kept.exists()
    assert penstock.explore(new).violations != ()


@needs_git
@needs_tools
def test_git_from_the_command_line(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "sub")
    given = ["-I", "../lib", "--jobs", "1"]
    assert main(["diff", "model.pml", *given]) == 0, "with HEAD, if nothing else is named"
    assert "HEAD:model.pml -> model.pml: nothing changed" in capsys.readouterr().out
    assert main(["diff", "HEAD~1", "model.pml", *given, "--format", "json"]) == 1
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert [(one["about"], one["old"], one["new"]) for one in changes[:1]] == [("safety", "holds", "violated")]
    assert not list(Path(repository).rglob("penstock-revision-*"))


@needs_git
@pytest.mark.parametrize(
    ("old", "said"), [("no-such-branch", "git knows no revision"), ("HEAD~1", "is not in revision")]
)
def test_revisions_that_do_not_help(
    repository: Path, old: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    (repository / "late.pml").write_text("init { skip }\n")
    assert main(["diff", old, "late.pml"]) == 2
    assert said in capsys.readouterr().err


def test_outside_of_git(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a.pml").write_text("init { skip }\n")
    assert main(["diff", "b.pml", str(tmp_path / "a.pml")]) == 2
    assert "there is no file `b.pml`" in capsys.readouterr().err
    assert main(["diff", str(tmp_path / "a.pml")]) == 2
    assert "name the old version, `penstock diff OLD FILE`" in capsys.readouterr().err
