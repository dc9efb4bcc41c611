"""What the documentation says about the actor models."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest
from benchmarks.strategies import states

from penstock.dialects.actors.choices import Defer
from penstock.faces.cli.main import main

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "examples" / "actors"
PAGE = ROOT / "docs" / "actor-models.md"


def _parts() -> tuple[str, str]:
    """The verdicts, and how many states there are."""
    verdicts, _, states = PAGE.read_text().partition("## How many states")
    return verdicts, states


def rows() -> list[tuple[str, str, str, str]]:
    """(model, options, what holds, what does not); a row without a link goes on with the model of the one before."""
    found, name = [], ""
    for row in re.findall(r"^\|(.*)\|(.*)\|(.*)\|(.*)\|$", _parts()[0], re.MULTILINE)[2:]:
        what, *cells = (cell.strip() for cell in row)
        link = re.search(r"actors/(\w+)\.apml", what)
        name = link[1] if link else name
        found.append((name, *(cell.strip("`") for cell in cells)))
    return found


@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize(("name", "options", "holds", "fails"), rows())
def test_verdicts(name: str, options: str, holds: str, fails: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(options)
    strategy = [] if "--defer" in words else ["--defer", "ordered"]
    path = str(MODELS / f"{name}.apml")
    status = main(["verify", path, *strategy, *words, "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((ROOT / "docs" / "schema" / "verify.json").read_text()))
    assert status == bool(fails)
    expected = dict.fromkeys(filter(None, holds.split(", ")), "holds")
    expected |= dict.fromkeys(filter(None, fails.split(", ")), "violated")
    assert {one["name"]: one["verdict"] for one in data["properties"]} == expected
    assert {step["file"] for one in data["properties"] for step in one["trail"] if step["file"]} <= {path}


def test_all_models_are_there() -> None:
    assert {name for name, *_ in rows()} == {path.stem for path in MODELS.glob("*.apml")}


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.apml")), ids=lambda path: path.stem)
def test_variants_are_told(path: Path) -> None:
    """Every mistake that can be switched on has a verdict."""
    named = {macro for name, options, *_ in rows() if name == path.stem for macro in re.findall(r"-D(\w+)", options)}
    switches = set(re.findall(r"#ifn?def (\w+)", path.read_text()))
    assert switches - {"N", "MOST"} <= named


SMALL = 200
"""Models with so many states are counted again."""


def counted() -> list[tuple[str, list[int], float]]:
    found = re.findall(r"^\| `(.*)` \| (\d+) \| (\d+) \| (\d+) \| (.*) \|$", _parts()[1], re.MULTILINE)
    return [
        (name, [int(back), int(select), int(ordered)], float(ratio)) for name, back, select, ordered, ratio in found
    ]


@pytest.mark.parametrize(("words", "counts"), [(one, most) for one, most, _ in counted() if max(most) <= SMALL])
def test_states_are_counted_by_the_command(words: str, counts: list[int]) -> None:
    name, *options = words.split(" -D")
    assert [states(MODELS / f"{name}.apml", tuple(options), defer) for defer in Defer] == counts


def test_ordered_costs_little() -> None:
    ratios = [ratio for _, _, ratio in counted()]
    assert {name.split()[0] for name, *_ in counted()} == {path.stem for path in MODELS.glob("*.apml")}
    assert sum(ratios) / len(ratios) <= 1.5


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples" / "from-elsewhere").glob("*.apml")), ids=lambda path: path.stem
)
def test_programs_from_elsewhere_are_shown_as_they_are(path: Path) -> None:
    page = (ROOT / "docs" / "from-p-and-rebeca.md").read_text()
    name = path.relative_to(ROOT).as_posix()
    assert f'```promela title="{name}"\n{path.read_text()}```\n' in page
