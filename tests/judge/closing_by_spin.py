"""SPIN's opinion: an assertion that is violated with an environment process is violated however the model is closed."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.judge.closing import OTHERS

from penstock.faces.cli.main import main
from penstock.spin.checking import HOLDS, VIOLATED
from penstock.spin.properties import ASSERTIONS

SECONDS = "20"


def judge_by_spin(text: str) -> str | None:
    """What is wrong, an empty text if nothing is, and None if there was nothing to compare."""
    if spin_verdict(text, "process") != VIOLATED:
        return None
    # Not decided in time says nothing.
    missed = [method for method in OTHERS if spin_verdict(text, method) == HOLDS]
    return f"SPIN finds no violated assertion with {', '.join(missed)}" if missed else ""


def spin_verdict(text: str, method: str) -> str:
    """What SPIN says about the assertions of a model closed by a method."""
    with TemporaryDirectory() as place:
        model, output = Path(place, "model.pml"), Path(place, "verdict.json")
        model.write_text(text)
        words = ["verify", str(model), "--method", method, "--quiet", "--format", "json", "-o", str(output)]
        main([*words, "--timeout", SECONDS, "--property", ASSERTIONS])
        return str(json.loads(output.read_text())["verdict"]) if output.exists() else "refused"
