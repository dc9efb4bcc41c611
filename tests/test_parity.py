"""Every example of the documentation, by the command line and as a request in Python: both give the same data."""

from __future__ import annotations

import json
import shlex
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from tests.test_docs import needs_tools, sessions, verifies

import penstock
from penstock.faces.cli.arguments import request_from
from penstock.faces.cli.main import command_parser, main
from penstock.faces.data.schema import OF_SEVERAL, WITH_JSON
from penstock.reading.model_files import may_be_several
from penstock.reading.source import Source

FORMATS = ["--format", "text", "json", "sarif", "svg", "dot", "junit", "chart", "mermaid", "markdown", "itf", "github"]
ROOT = Path(__file__).parent.parent
NOISE = {"seconds", "searching_seconds", "memory_mb", "trial", "replay", "stored"}
"""What differs between two runs of the same thing."""
PACE = {"story", "counterexamples"}
"""What `bound` tried on its way depends on how far each of its means came in its time."""


def marked(commands: list[str]) -> list[ParameterSet]:
    return [pytest.param(one, marks=[needs_tools] if verifies(one) else []) for one in commands]


def examples() -> list[str]:
    commands = dict.fromkeys(str(session.values[1]) for session in sessions())
    words = {command: shlex.split(command)[1:] for command in commands}
    return [command for command, told in words.items() if told[0] in WITH_JSON and is_repeatable(told)]


def is_repeatable(words: list[str]) -> bool:
    """Not a run at random without its seed, nor what a limit of time cuts off; `--compare` and lists are several."""
    if words[0] in ("test", "plan", "work", "merge"):
        return False  # about a whole project: tests of their own compare them
    others = {"--compare", "--interactive", "--help", "--timeout"}
    if words[0] in OF_SEVERAL and may_be_several(word for word in words[1:] if "*" in word or (ROOT / word).exists()):
        return False
    return (words[0] != "simulate" or "--seed" in words) and others.isdisjoint(words)


def choices_of(request: Any) -> dict[str, Any]:
    """The fields of a request that differ from what they are by themselves, as a Python program writes them."""
    told: dict[str, Any] = {}
    for one in fields(request):
        value = getattr(request, one.name)
        if isinstance(value, Source):
            told |= {name: list(getattr(value, name)) for name in ("definitions", "directories")}
        elif is_dataclass(value):
            told |= choices_of(value)
        elif one.default is MISSING or value != one.default:
            told[one.name] = value
    return told


def quiet(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: quiet(inner) for key, inner in value.items() if key not in NOISE}
    return [quiet(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("command", marked(examples()), ids=lambda command: command[9:70])
def test_python_answers_like_the_command_line(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    verb, *words = shlex.split(command)[1:]
    words = [word for word in words if word not in FORMATS]
    described = import_module(f"penstock.faces.cli.options.{verb}").COMMAND
    arguments = command_parser(verb, described).parse_args(words)
    request = import_module(f"penstock.faces.cli.verbs.{verb}")
    asked = getattr(request, "completed", lambda one, _: one)(request_from(described.request, arguments), arguments)
    # The program that `generate` writes goes into a directory; data is printed.
    main([verb, *words, "--format", "json", "-o", str(tmp_path) if verb == "generate" else "-"])
    printed = capsys.readouterr().out
    try:
        model = asked.source.path if hasattr(asked, "source") else None
        own = getattr(penstock, verb)(model, **choices_of(asked)).to_dict()
    except penstock.PenstockError:
        assert not printed
        return
    told = json.loads(printed)
    if verb == "bound":
        assert own.keys() == told.keys() and own.keys() >= PACE
        left_out = PACE | ({"undecided"} if told["verdict"] == "UNKNOWN" else set())
        own, told = ({key: data[key] for key in data.keys() - left_out} for data in (own, told))
    assert quiet(json.loads(json.dumps(own))) == quiet(told)


def test_there_is_something_to_compare() -> None:
    assert len(examples()) > 20
