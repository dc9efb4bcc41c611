"""What a page is answered: every run that is found can be stepped through, and ends where whoever found it says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.judge.random_models.model import random_model
from tests.support import batches

import penstock
from penstock import Source
from penstock.budget import Watch
from penstock.faces.web.exercises import exercises
from penstock.faces.web.files import ModelDirectory
from penstock.faces.web.protocol import EngineKind, EngineLimits, PageProblem
from penstock.faces.web.session import PageSession, problem_of
from penstock.faces.web.verbs import ANOTHER

EXAMPLES = Path(__file__).parent.parent / "examples"
LIMITS = EngineLimits(1024, 600, 2)
FILLING = "chan q = [2] of { byte };\nactive proctype P() { do :: q!1 od }\nactive proctype Q() { do :: skip od }\n"
LASSO = "byte x;\nactive proctype P() { do :: x = 1 - x od }\nltl settles { <>[] (x == 1) }\n"
TWINS = "byte x;\nactive proctype P() { if :: true -> x = 1 :: true -> x = 2 fi; assert(x == 1) }\n"
MEETING = (
    "chan c = [0] of { byte };\nactive proctype S() { c!7 }\nactive proctype R() { byte v; c?v; assert(v != 7) }\n"
)
Data = dict[str, Any]


class Page:
    """A page without a browser."""

    def __init__(self, directory: Path | None = None, first: str | None = None) -> None:
        files = None if directory is None else ModelDirectory(str(directory))
        self.session = PageSession(EngineKind.SERVE, LIMITS, files, first, 2048)

    def ask(self, method: str, **params: Any) -> Data:
        return self.session.answer(method, params, Watch())

    def problem(self, method: str, **params: Any) -> PageProblem:
        with pytest.raises(Exception) as caught:
            self.ask(method, **params)
        return problem_of(caught.value)

    def opened(self, model: Data, found: Data) -> Data:
        """The run that somebody found, at its end."""
        assert found["path"] is not None
        return self.ask("run.open", model=model | found["model"], path=list(found["path"]), loop=found["loop"])


def of(text: str, name: str = "model.pml") -> Data:
    return {"text": text, "name": name}


def example(name: str) -> Data:
    return of((EXAMPLES / name).read_text(), name)


# -- runs that are found -----------------------------------------------------------------------


@pytest.mark.parametrize("batch", batches(6))
def test_counterexamples_of_random_models_end_where_they_were_found(batch: int) -> None:
    """`explore` finds violations by itself; its runs are taken again, choice by choice, on another machine."""
    page, found = Page(), 0
    for number in range(12):
        model = of(random_model(5000 + 100 * batch + number))
        answer = page.ask("explore", **model, limit=3000, no_claim=True)
        for violation, run in zip(answer["outcome"]["violations"], answer["runs"], strict=True):
            scene = page.opened(model, run)["view"]["scene"]
            assert scene["depth"] == len(violation["run"]["steps"])
            assert scene["ending"]["outcome"] == violation["kind"], model["text"]
            last = violation["run"]["steps"][-1:]
            assert [one["statement"] for one in last if not one["ended"]] in ([], [scene["step"]["statement"]])
            found += 1
    assert found >= 3


@pytest.mark.slow
@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize("batch", range(4))
def test_counterexamples_of_spin_end_where_spin_says(batch: int) -> None:
    page, found = Page(), 0
    for number in range(6):
        model = of(random_model(9000 + 100 * batch + number))
        answer = page.ask("verify", **model, properties=["safety"], timeout=5)
        for run in answer["runs"]:
            judged = next(one for one in answer["outcome"]["properties"] if one["name"] == run["name"])
            scene = page.opened(model, run)["view"]["scene"]
            assert scene["depth"] == len(judged["trail"]) or run["reason"].endswith(ANOTHER)
            kind = judged["failure"]["kind"]
            if kind in ("deadlock", "assertion"):  # run-time errors may be such of SPIN alone
                assert scene["ending"]["outcome"] == kind
            assert run["trail"].split()
            found += 1
    assert found >= 1


@pytest.mark.slow
@pytest.mark.needs("spin", "gcc")
def test_a_lasso_tells_where_it_begins_to_repeat() -> None:
    page, model = Page(), of(LASSO)
    (run,) = page.ask("verify", **model)["runs"]
    view = page.opened(model, run)["view"]
    assert view["loop"] is not None and view["length"] == len(run["path"])
    values = page.ask("run.lane", run=view["run"], expression="x")["values"]
    assert values[view["loop"] - 1] == values[-1]
    assert page.ask("run.path", run=view["run"]) == {"path": run["path"], "depth": view["length"], "loop": run["loop"]}


def test_choices_that_look_the_same_are_told_apart_by_where_they_lead() -> None:
    page, model = Page(), of(TWINS)
    (run,) = page.ask("explore", **model)["runs"]
    scene = page.opened(model, run)["view"]["scene"]
    assert scene["ending"]["outcome"] == "assertion"
    assert [one["value"] for one in scene["variables"]] == ["2"]


@pytest.mark.parametrize("name", ["crossing.pml", "retry.pml", "closing/link.pml", "actors/buffer.apml", "abp/abp.pch"])
def test_a_random_run_is_the_same_again(name: str) -> None:
    page, model = Page(), example(name)
    answer = page.ask("simulate", **model, seed=3, steps=60)
    (run,) = answer["runs"]
    view = page.opened(model, run)["view"]
    assert view["length"] == len(answer["outcome"]["steps"]) == len(run["path"])
    steps = page.ask("run.steps", run=view["run"], first=1, last=1000)["steps"]
    assert [one["changes"] for one in steps] == [one["changes"] for one in answer["outcome"]["steps"]]


def test_a_run_that_fills_a_channel_goes_beyond_its_capacity() -> None:
    page, model = Page(), of(FILLING)
    answer = page.ask("bound", **model)
    (run,) = answer["runs"]
    assert run["model"] == {"unlimited": True} and run["loop"] is not None
    view = page.opened(model, run)["view"]
    (channel,) = view["scene"]["channels"]
    assert len(channel["messages"]) > channel["capacity"] == 2
    lengths = page.ask("run.lane", run=view["run"], expression="len(q)")["values"]
    assert lengths[-1] > lengths[view["loop"] - 1]


@pytest.mark.slow
def test_the_sum_of_a_proof_never_rises_and_bounds_the_channel() -> None:
    page = Page()
    for name in ("crossing.pml", "granting.pml", "actors/buffer.apml", "retry.pml"):
        model = example(name)
        answer = page.ask("bound", **model)
        for proof in answer["proofs"]:
            for seed in range(3):
                run = page.ask("run.open", model=model)["view"]["run"]
                page.ask("run.random", run=run, count=120, seed=seed)
                asked = {"certificate": answer["certificate"], "channel": proof["channel"], "number": proof["number"]}
                told = page.ask("run.sum", run=run, **asked)
                values = told["values"]
                assert values[0] == proof["start"] and told["unit"] == proof["unit"] and told["bound"] == proof["bound"]
                assert all(one >= other for one, other in pairwise(values)), (name, proof)
        assert answer["proofs"]


def test_a_sum_of_another_model_is_refused() -> None:
    page = Page()
    certificate = page.ask("bound", **example("granting.pml"))["certificate"]
    run = page.ask("run.open", model=example("crossing.pml"))["view"]["run"]
    told = page.problem("run.sum", run=run, certificate=certificate, channel="AB")
    assert told.kind.value == "usage" and "not about this run" in told.message


# -- runs ------------------------------------------------------------------------------------------


def test_going_back_and_another_way_keeps_both() -> None:
    page = Page()
    view = page.ask("run.open", model=example("groupware.pml"))["view"]
    run = view["run"]
    page.ask("run.random", run=run, count=20, seed=1)
    middle = page.ask("run.at", run=run, depth=15)
    assert (middle["length"], middle["scene"]["depth"]) == (20, 15)
    taken = [one for one in middle["scene"]["choices"] if one["moment"] is not None]
    other = next(one for one in middle["scene"]["choices"] if one["moment"] is None)
    branched = page.ask("run.go", run=run, choice=other["number"])
    assert (branched["length"], branched["moments"]) == (16, 22)
    assert sorted(one["steps"] for one in branched["line"]["branches"]) == [1, 5, 16]
    ends = [one["last"] for one in branched["line"]["branches"] if one["present"]]
    assert max(ends) == branched["scene"]["moment"]
    again = page.ask("run.to", run=run, moment=taken[0]["moment"])
    assert again["length"] == 20 and again["scene"]["depth"] == 16


def learned(page: Page, view: Data, known: list[Data]) -> list[Data]:
    """The steps of the line, as far as they are not known."""
    while len(known) < view["length"]:
        known = known + page.ask("run.steps", run=view["run"], first=len(known) + 1, last=view["length"])["steps"]
    return known


@pytest.mark.parametrize("seed", range(2))
def test_moves_tell_what_is_new_of_the_line(seed: int) -> None:
    page, chance = Page(), Random(seed)
    view = page.ask("run.open", model=example("groupware.pml"))["view"]
    run, known = view["run"], list[Data]()
    for _ in range(25):
        numbers = [one["number"] for one in view["scene"]["choices"]]
        method, params = chance.choice([
            ("run.go", {"choice": chance.choice(numbers)}),
            ("run.random", {"count": chance.choice([1, 3, 600]), "seed": chance.randrange(99)}),
            ("run.to", {"moment": chance.randrange(view["moments"])}),
            ("run.at", {"depth": chance.randrange(view["length"] + 1)}),
        ])  # fmt: skip
        view = page.ask(method, run=run, **params)
        line = view["line"]
        assert (line is None) is (method == "run.at")
        known = learned(page, view, known if line is None else known[: line["kept"]] + line["steps"])
        assert known == learned(page, view, []) and len(known) == view["length"]
        assert known[view["scene"]["depth"] - 1 :][:1] == [view["scene"]["step"]] or not view["scene"]["depth"]


def test_a_path_leads_to_the_same_moment_elsewhere() -> None:
    page, model = Page(), example("actors/sieve.apml")
    run = page.ask("run.open", model=model)["view"]["run"]
    end = page.ask("run.random", run=run, count=80, seed=4)
    path = page.ask("run.path", run=run)
    there = Page().ask("run.open", model=model, path=path["path"], depth=40)["view"]
    assert there["scene"] == page.ask("run.at", run=run, depth=40)["scene"] | {"moment": there["scene"]["moment"]}
    assert there["length"] == end["length"]


def test_a_path_that_does_not_fit_is_refused() -> None:
    told = Page().problem("run.open", model=of(MEETING), path=[1, 9])
    assert told.message == "this run does not fit the model: after 1 steps there is no choice 9"


def test_until() -> None:
    page = Page()
    run = page.ask("run.open", model=example("crossing.pml"))["view"]["run"]
    view = page.ask("run.until", run=run, condition="len(requests) == 2", seed=1)
    assert view["note"] == "" and len(view["scene"]["channels"][0]["messages"]) == 2
    view = page.ask("run.until", run=run, condition="len(requests) == 99", most=5, seed=1)
    assert "did not become true in 5 steps" in view["note"]
    assert "nothing" in page.problem("run.until", run=run, condition="nothing").message


def test_who_waits_for_whom() -> None:
    page, model = Page(), example("crossing.pml")
    (run,) = page.ask("explore", **model)["runs"]
    told = page.ask("run.waits", run=page.opened(model, run)["view"]["run"])
    assert [(one["process"], one["channel"], one["helpers"]) for one in told["waits"]] == [
        (0, "requests", [1]),
        (1, "answers", [0]),
    ]
    assert {(one["source"], one["target"]) for one in told["drawing"]["edges"]} == {("p0", "p1"), ("p1", "p0")}


@pytest.mark.parametrize("form", ["svg", "mermaid", "text", "json", "itf"])
def test_a_run_in_other_forms(form: str) -> None:
    page = Page()
    run = page.ask("run.open", model=example("crossing.pml"))["view"]["run"]
    page.ask("run.random", run=run, count=9, seed=1)
    before = page.ask("run.at", run=run, depth=2)["scene"]
    told = page.ask("run.export", run=run, format=form)
    assert told["name"].startswith("crossing.") and "requests" in told["text"]
    assert page.ask("run.at", run=run, depth=2)["scene"] == before


@pytest.mark.needs("spin")
@pytest.mark.parametrize("name", ["crossing.pml", "broker.pml", "leader.pml", "actors/philosophers.apml"])
def test_a_trail_of_any_run_leads_spin_along_it(name: str) -> None:
    page, model = Page(), example(name)
    run = page.ask("run.open", model=model)["view"]["run"]
    page.ask("run.random", run=run, count=30, seed=2)
    trail = page.ask("run.export", run=run, format="trail")["text"].encode()
    steps = page.ask("run.steps", run=run, first=1, last=30)["steps"]
    again = penstock.simulate(Source(text=model["text"], name=model["name"]), trail=trail)
    assert [one.statement for one in again.trace.steps] == [one["statement"] for one in steps]


@pytest.mark.needs("spin")
def test_where_spin_has_no_trail_it_is_said_why() -> None:
    page, model = Page(), example("retry.pml")
    run = page.ask("run.open", model=model)["view"]["run"]
    page.ask("run.random", run=run, count=40, seed=1)
    assert "where timers run down" in page.problem("run.export", run=run, format="trail").message
    (filling,) = page.ask("bound", **of(FILLING))["runs"]
    run = page.opened(of(FILLING), filling)["view"]["run"]
    assert "hold more" in page.problem("run.export", run=run, format="trail").message


def test_old_runs_make_room_for_new_ones() -> None:
    page = Page()
    runs = [page.ask("run.open", model=of(MEETING))["view"]["run"] for _ in range(9)]
    assert page.problem("run.go", run=runs[0], choice=1).message == "there is no run 1 any more: open it again"
    assert page.ask("run.go", run=runs[8], choice=1)["scene"]["depth"] == 1
    assert page.ask("run.close", run=runs[8]) == {}
    assert page.problem("run.at", run=runs[8], depth=0).kind.value == "usage"


# -- states ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["crossing.pml", "granting.pml", "retry.pml"])
def test_every_state_of_the_graph_has_a_shortest_run(name: str) -> None:
    page, model = Page(), example(name)
    told = page.ask("graph", model=model)
    assert told["complete"] and not told["folded"] and len(told["paths"]) == told["states"] == told["nodes"]
    wrong = {one["id"] for one in told["drawing"]["nodes"] if one["marked"]}
    for one in Random(1).sample(told["paths"], 12) + [one for one in told["paths"] if one["node"] in wrong]:
        scene = page.ask("run.open", model=model, path=one["path"])["view"]["scene"]
        detail = next(node["detail"] for node in told["drawing"]["nodes"] if node["id"] == one["node"])
        messages = {one["name"]: len(one["messages"]) for one in scene["channels"]}
        held = dict(line.split(" = ") for line in detail.splitlines() if line.partition(" = ")[0] in messages)
        assert {name: text.count("[") for name, text in held.items()} == messages
        assert ((scene["ending"] or {}).get("outcome") == "deadlock") is (one["node"] in wrong)


def test_a_large_graph_is_folded() -> None:
    walker = "active proctype {}() {{ skip; skip; skip }}\n"
    told = Page().ask("graph", model=of("".join(map(walker.format, "ABCD"))))
    assert told["folded"] and told["states"] > 300 >= told["nodes"] and told["kept"]
    assert len(told["paths"]) == told["nodes"] == len(told["drawing"]["nodes"])


# -- writing ---------------------------------------------------------------------------------------


def test_findings_have_fixes() -> None:
    told = Page().ask("check", **of("byte x\nactive proctype P() { y = 1; x = 2 }\n"))
    assert not told["fine"] and not told["outcome"]["ok"]
    assert all(one["line"] and one["message"] for one in told["outcome"]["diagnostics"])


def test_completion_and_hover() -> None:
    page, model = Page(), of("chan queue = [1] of { byte };\nactive proctype P() { que\n}\n")
    told = page.ask("complete", model=model, line=2, column=26)
    assert told["first"] == 23 and "queue" in [one["text"] for one in told["entries"]]
    told = page.ask("describe", model=example("crossing.pml"), line=18, column=12)
    assert told["names"][0]["declaration"] == "chan requests = [3] of { mtype, byte }"
    word = page.ask("describe", model=of("active proctype P() { skip }"), line=1, column=24)
    assert word["names"][0]["declaration"] == "" and "skip" in word["names"][0]["sentences"][0]


def test_an_open_model_is_closed_beside_its_text() -> None:
    told = Page().ask("close", **example("closing/link.pml"))
    assert told["outcome"]["influence"] and "proctype" in told["outcome"]["promela"]


def test_errors_in_a_model_come_with_their_places() -> None:
    told = Page().problem("run.open", model=of("byte x = ;"))
    assert told.kind.value == "model" and told.diagnostics[0].line == 1


# -- the gallery and exercises -----------------------------------------------------------------------


def test_everything_in_the_gallery_can_be_opened() -> None:
    page = Page()
    entries = page.ask("hello")["gallery"]
    assert len(entries) > 10
    for one in entries:
        assert one["sentence"].endswith(".")
        if one["name"] != "mistakes.pml":
            assert page.ask("run.open", model=of(one["text"], one["name"]))["view"]["scene"]["choices"], one["name"]


SOLVED = {
    "mutex": "byte inside; bool wants[2]; byte turn;\nactive [2] proctype User() { do :: wants[_pid] = true;"
    " turn = 1 - _pid; (!wants[1 - _pid] || turn == _pid); inside++; inside--; wants[_pid] = false od }\n",
    "buffer": "short stored;\nactive proctype Producer() { do :: stored < 2 -> stored++ od }\n"
    "active proctype Consumer() { do :: stored > 0 -> stored-- od }\n",
    "turnstile": "mtype = { ask, answer };\nchan requests = [2] of { mtype, byte };\n"
    "chan answers = [1] of { mtype, byte };\nbool wrong;\nbyte served;\n"
    "active [2] proctype Client() { requests!ask(_pid); answers?answer(eval(_pid)); served++ }\n"
    "active proctype Server() { byte who; end: do :: requests?ask(who) -> answers!answer(who) od }\n",
}


@pytest.mark.parametrize("name", sorted(exercises()))
def test_an_exercise_is_unsolved_at_first_and_can_be_solved(name: str) -> None:
    page = Page()
    entry = next(one for one in page.ask("hello")["exercises"] if one["name"] == name)
    first = page.ask("exercise.try", exercise=name, text=entry["text"])
    assert not first["solved"] and [one["property"] for one in first["verdicts"]] == entry["properties"]
    solved = page.ask("exercise.try", exercise=name, text=SOLVED[name])
    assert solved["solved"], solved
    assert "invariant" not in str(entry) and "reachable" not in str(entry), "what is judged is not told"


def test_an_exercise_whose_names_are_gone_is_not_solved() -> None:
    told = Page().ask("exercise.try", exercise="buffer", text="active proctype P() { skip }")
    assert not told["solved"]
    assert Page().problem("exercise.try", exercise="buffer", text="byte x = ;").kind.value == "model"


# -- files -----------------------------------------------------------------------------------------


def test_files_are_read_and_saved(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.pml").write_text("init { skip }\n")
    (tmp_path / "notes.txt").write_text("not a model\n")
    page = Page(tmp_path, "sub/a.pml")
    hello = page.ask("hello")
    assert [one["path"] for one in hello["files"]] == ["sub/a.pml"] and hello["file"] == "sub/a.pml"
    opened = page.ask("file.read", path="sub/a.pml")
    saved = page.ask("file.save", path="sub/a.pml", text="init { true }\n", stamp=opened["stamp"])
    assert (tmp_path / "sub" / "a.pml").read_text() == "init { true }\n"
    assert page.problem("file.save", path="sub/a.pml", text="lost", stamp=opened["stamp"]).kind.value == "conflict"
    (tmp_path / "sub" / "a.pml").write_text("changed elsewhere\n")
    assert page.problem("file.save", path="sub/a.pml", text="lost", stamp=saved["stamp"]).kind.value == "conflict"
    assert (tmp_path / "sub" / "a.pml").read_text() == "changed elsewhere\n"
    page.ask("file.save", path="new.pml", text="init { skip }\n")
    assert page.problem("file.save", path="new.pml", text="again").kind.value == "conflict"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.pml", "notes.txt", "sub"]


def test_only_models_below_the_directory_are_reached(tmp_path: Path) -> None:
    served = tmp_path / "served"
    served.mkdir()
    (tmp_path / "secret.pml").write_text("secret")
    (served / "link.pml").symlink_to(tmp_path / "secret.pml")
    (served / "way").symlink_to(tmp_path)
    (served / "notes.txt").write_text("secret")
    page = Page(served)
    assert page.ask("hello")["files"] == []
    for path in [
        "../secret.pml",
        "link.pml",
        "way/secret.pml",
        "notes.txt",
        str(tmp_path / "secret.pml"),
        "a\0.pml",
        "",
    ]:
        for method, more in (("file.read", {}), ("file.save", {"text": "x"})):
            told = page.problem(method, path=path, **more)
            assert told.kind.value == "usage" and "secret" not in told.message.replace(path, ""), (method, path)
    assert (tmp_path / "secret.pml").read_text() == "secret"


# -- nonsense --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("nothing", {}),
        ("run.go", {"run": "x", "choice": 1}),
        ("run.go", {"run": 1}),
        ("run.go", {"run": 1, "choice": 1, "more": 2}),
        ("run.open", {"model": {}}),
        ("run.open", {"model": {"text": 5}}),
        ("run.open", {"model": {"text": "init { skip }", "steps": 5, "nothing": 1}, "path": [1]}),
        ("verify", {"text": "init { skip }", "cluster": "tcp://elsewhere:1"}),
        ("conform", {"text": "init { skip }", "run": "/bin"}),
        ("explore", {"text": "init { skip }", "limit": -1}),
        ("check", {"text": None}),
    ],
)
def test_nonsense_is_refused(method: str, params: Data) -> None:
    assert Page().problem(method, **params).kind.value == "usage"
