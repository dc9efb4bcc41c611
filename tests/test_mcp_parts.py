"""The parts of the server for agents that need no server: schemas, requests from data, cutting, pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import penstock
from penstock.budget import Watch
from penstock.errors import UsageError
from penstock.faces.data.asking import parameters, request_of
from penstock.faces.mcp.answers import ToolAnswer
from penstock.faces.mcp.calling import Call, call_of, request_for
from penstock.faces.mcp.cutting import LEFT_OUT, cut_to, first_and_last
from penstock.faces.mcp.limits import CallLimits
from penstock.faces.mcp.reference import codes, instructions, page_text, pages, prompt_text
from penstock.faces.mcp.tools import BUDGET, TOOLS, input_schema, output_schema
from penstock.faces.mcp.worker import told
from penstock.reading.source import Source
from penstock.records import as_data, from_data, shown_fields
from penstock.syntax.layout import KEYWORDS
from penstock.verbs import VERBS, request_type

LIMITS = CallLimits()
ROOT = Path(__file__).parent.parent


# -- one protocol ------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["check", "explain", "simulate", "explore", "verify", "bound", "close", "conform"])
def test_a_request_is_what_its_data_say(verb: str) -> None:
    """Each parameter, set to what its schema allows, is the field of that name."""
    model = {"text": "init { skip }", "name": "a.pml"} if verb != "explain" else {}
    for one in parameters(verb):
        if one.name in ("path", "text", "name"):
            continue
        value = _example(one.schema)
        built = request_of(verb, model | {one.name: value})
        flat = json.dumps(as_data(built))
        assert f'"{one.name}": {json.dumps(value)}' in flat, flat
    default = request_of(verb, model)
    assert default == (request_type(verb)(Source(None, "init { skip }", "a.pml")) if model else request_type(verb)())


def _example(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][-1]
    if schema["type"] == "integer":
        return max(7, schema.get("minimum", 0))
    return {"string": "word", "number": 2.5, "boolean": not schema.get("default"), "array": ["word"]}[schema["type"]]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "either as `path` or as `text`"),
        ({"path": "a", "text": "b"}, "either as `path` or as `text`"),
        ({"text": "b", "process_limit": 0}, "`process_limit` must be a whole number from 1 on, not 0"),
        ({"text": "b", "process_limit": 1.5}, "a whole number from 1 on, not 1.5"),
        ({"text": "b", "process_limit": True}, "a whole number from 1 on, not True"),
        ({"text": "b", "budget": float("nan")}, "`budget` must be a number"),
        ({"text": "b", "exact": 1}, "`exact` must be true or false, not 1"),
        ({"text": "b", "messages": "rough"}, "one of `fine`, `coarse`, not 'rough'"),
        ({"text": "b", "definitions": "N=1"}, "`definitions` must be a list of texts"),
        ({"text": "b", "definitions": [1]}, "`definitions` must be a list of texts"),
        ({"text": "b", "exakt": True}, "`exakt` is not a parameter here: did you mean `exact`?"),
        ({"text": "b", "zzz": True}, "there are `path`, `text`"),
    ],
)
def test_data_that_make_no_sense(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=re.escape(expected)):
        request_of("bound", given)


@pytest.mark.parametrize("verb", TOOLS)
def test_schemas_of_tools(verb: str) -> None:
    schema = input_schema(verb, LIMITS)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator.check_schema(output_schema(verb))
    assert output_schema(verb)["type"] == schema["type"] == "object"
    assert all(one["description"] for one in schema["properties"].values())
    # An agent knows no command line.
    texts = [one["description"] for one in schema["properties"].values()] + [TOOLS[verb].description]
    assert not any(re.search(r"--\w|repeatable|penstock close", text) for text in texts), texts
    assert (BUDGET in schema["required"]) is (verb != "explain")


def test_programs_run_only_where_that_is_allowed() -> None:
    assert "run" not in input_schema("conform", LIMITS)["properties"]
    assert "run" in input_schema("conform", CallLimits(c_code=True))["properties"]


def test_a_call_is_data(tmp_path: Path) -> None:
    call = call_of("verify", {"text": "init { skip }", "max_seconds": 7, "name": None}, CallLimits(memory_mb=300))
    assert from_data(Call, json.loads(json.dumps(as_data(call)))) == call
    request = request_for(call)
    assert (request.timeout, request.memory, request.jobs) == (7, 300, 1)
    assert request_for(call_of("bound", {"text": "", "max_seconds": 7}, LIMITS)).budget == 7


def test_a_fault_of_our_own_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_verb: str) -> Any:
        raise KeyError("something")

    monkeypatch.setattr("penstock.faces.mcp.worker.task", fail)
    failed = told(call_of("check", {"text": "", "max_seconds": 1}, LIMITS), Watch())
    assert failed.answer is None and "fault in penstock itself: KeyError" in failed.text


# -- long answers ------------------------------------------------------------------------------


def test_short_answers_stay_as_they_are() -> None:
    whole = {"reason": "r", "run": ["a"], "answer": {"steps": list(range(9))}}
    assert cut_to(json.loads(json.dumps(whole)), 1000) == (whole, ())


def test_long_lists_keep_both_ends() -> None:
    steps = [{"step": number, "values": list(range(50))} for number in range(400)]
    whole, cuts = cut_to({"run": [str(number) for number in range(90)], "answer": {"steps": steps}}, 4000)
    assert len(json.dumps(whole)) <= 4000
    kept = whole["answer"]["steps"]
    assert kept[0]["step"] == 0 and kept[-1]["step"] == 399
    by_place = {one.at: one for one in cuts}
    assert by_place["/answer/steps"].of == 400 and by_place["/answer/steps"].kept == len(kept)
    assert len(whole["run"]) == 90, "what says most in the least space is cut last"
    for place, cut in by_place.items():
        value: Any = whole
        for key in place.split("/")[1:]:
            value = value[int(key)] if isinstance(value, list) else value[key]
        assert len(value) == cut.kept < cut.of, place


def test_long_texts_cannot_be_taken_for_the_whole() -> None:
    whole, cuts = cut_to({"answer": {"promela": "begin" + "x" * 9000 + "end"}}, 1500)
    text = whole["answer"]["promela"]
    assert text.startswith("begin") and text.endswith("end") and text.count(LEFT_OUT) == 1
    assert cuts[0].of == 9008 and cuts[0].kept == len(text) - len(LEFT_OUT)


def test_long_texts_in_words_keep_both_ends() -> None:
    lines = [f"line {number}" for number in range(1000)]
    assert first_and_last(lines[:9], 1000) == lines[:9]
    shown = first_and_last(lines, 1000)
    assert sum(map(len, shown)) < 1100 and (shown[0], shown[-1]) == ("line 0", "line 999")
    marks = [number for number, line in enumerate(shown) if "left out" in line]
    assert len(marks) == 1 and f"({1000 - len(shown) + 1} lines left out" in shown[marks[0]]
    assert len(first_and_last(["x" * 10_000], 1000)[0]) < 600


# -- what agents read --------------------------------------------------------------------------


def models() -> Iterator[Any]:
    for page in pages():
        for number, (kind, text) in enumerate(
            re.findall(r"```(promela|apml)\n(.*?)```", page_text(page.uri) or "", re.S)
        ):
            name = f"{page.name}-{number}.{'apml' if kind == 'apml' else 'pml'}"
            yield pytest.param(Source(text=text, name=name), id=name)


@pytest.mark.parametrize("model", list(models()))
def test_models_on_the_pages_are_without_fault(model: Source) -> None:
    assert [one.message for one in penstock.check(model).diagnostics] == []


@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize("model", list(models()))
def test_models_on_the_pages_hold(model: Source) -> None:
    outcome = penstock.verify(model)
    judged = {one.name: one.verdict.value for one in outcome.properties if one.covers.value != "nothing"}
    assert set(judged.values()) <= {"holds"}, judged


def test_the_pages_speak_of_what_the_language_has() -> None:
    text = " ".join(page_text(page.uri) or "" for page in pages())
    rare = (
        "c_code c_decl c_expr c_state c_track D_proctype hidden local show notrace trace np_ pc_value printm priority "
    )
    rare += "set_priority get_priority provided return enabled"
    assert {word for word in KEYWORDS - set(rare.split()) if not re.search(rf"\b{word}\b", text)} == set()
    assert all(len((page_text(page.uri) or "").splitlines()) < 80 for page in pages() if page.name != "diagnostics")


def test_codes_and_prompt() -> None:
    assert codes("e30") == ["E301", "E302", *codes("e30")[2:]] and page_text("penstock://diagnostics/e301")
    assert page_text("penstock://reference/../limits.py") is None and page_text("file:///etc/passwd") is None
    wish = "a lift with two floors"
    assert wish in prompt_text(wish) and "WISH" not in prompt_text(wish)
    named = set(re.findall(r"`(\w+)`", prompt_text(wish) + instructions()))
    assert {"check", "simulate", "verify", "bound"} <= named
    assert len(instructions()) < 2000


def test_the_page_for_users_lists_all_tools_and_options() -> None:
    text = (ROOT / "docs" / "agents.md").read_text()
    assert all(f"| `{verb}` |" in text for verb in TOOLS) and set(TOOLS) <= set(VERBS)
    fields = re.findall(r"^\| `(\w+)` \| .*\|$", text.split("## Answers")[1].split("##")[0], re.MULTILINE)
    assert fields == [key for key, _ in shown_fields(ToolAnswer)]
