"""What the documentation says about the actor models."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest

from penstock.faces.cli.main import main

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "examples" / "actors"
PAGE = ROOT / "docs" / "actor-models.md"


def rows() -> list[tuple[str, str, str, str]]:
    """(model, options, what holds, what does not); a row without a link goes on with the model of the one before."""
    found, name = [], ""
    for row in re.findall(r"^\|(.*)\|(.*)\|(.*)\|(.*)\|$", PAGE.read_text(), re.MULTILINE)[2:]:
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
