"""Walks through the house: which modules a command enters, between which parts it steps, how often it parses.

python -m benchmarks.walks        prints the table of docs/ARCHITECTURE.md

A step goes up if a function of one part calls a function of a part that may import it, and the table of imports says
which parts are above which.  What was handed in (lambdas, inner functions, generators, methods of objects that a
caller gave) is called by the part that it was given to; lambdas and inner functions are not counted.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
from collections import Counter
from inspect import CO_NESTED
from pathlib import Path
from types import FrameType
from typing import Any

from penstock.faces.cli.main import main

ROOT = Path(__file__).parent.parent
SOURCE = str(ROOT / "src" / "penstock") + "/"
EXAMPLES = ROOT / "examples"
ABP = EXAMPLES / "abp" / "abp.pch"


def walks(directory: Path) -> dict[str, list[str]]:
    """The commands of the table; the last ones need what those before them have built."""
    program = str(directory / "program")
    return {
        "`bound`": ["bound", str(EXAMPLES / "pingpong.pml")],
        "`verify`": ["verify", str(EXAMPLES / "pingpong.pml"), "--no-cache", "--jobs", "1"],
        "`close`": ["close", str(EXAMPLES / "closing" / "answering.pml")],
        "`verify x.apml`": ["verify", str(EXAMPLES / "actors" / "buffer.apml"), "--no-cache", "--jobs", "1"],
        "`generate x.pch`": ["generate", str(ABP), "-o", program],
        "`conform --run`": ["conform", "--run", program, str(ABP), "--steps", "200"],
    }


def allowed() -> dict[str, set[str]]:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text().split("## Imports")[1]
    rows = re.findall(r"^\| `(\w+)` \|((?: *`\w+`,?)*) *\|$", text, re.MULTILINE)
    return {part: set(re.findall(r"`(\w+)`", names)) for part, names in rows}


class Walk:
    """What happens while a command runs."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.steps: Counter[tuple[str, str]] = Counter()
        self.parses = 0

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        name = frame.f_code.co_filename
        code = frame.f_code
        if event != "call" or not name.startswith(SOURCE) or code.co_name.startswith("<") or code.co_flags & CO_NESTED:
            return
        module = name.removeprefix(SOURCE)
        self.modules.add(module)
        self.parses += module == "syntax/parser.py" and frame.f_code.co_name == "parse"
        caller = frame.f_back
        before = caller.f_code.co_filename if caller is not None else ""
        if before.startswith(SOURCE):
            self.steps[_part(before.removeprefix(SOURCE)), _part(module)] += 1

    @property
    def parts(self) -> set[str]:
        return {_part(module) for module in self.modules}

    def upwards(self) -> list[str]:
        rows = allowed()
        return sorted(
            {
                f"{lower} → {upper}"
                for lower, upper in self.steps
                if lower != upper and lower in rows.get(upper, set()) and upper not in rows.get(lower, set())
            }
        )


def _part(module: str) -> str:
    return module.split("/")[0].removesuffix(".py")


def walk(words: list[str]) -> Walk:
    seen = Walk()
    before = sys.getprofile()
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.redirect_stderr(io.StringIO()):
        sys.setprofile(seen)
        try:
            main(words)
        finally:
            sys.setprofile(before)
    return seen


def build(program: Path) -> None:
    from penstock.external import Limits, run

    run(["make", "TRACE=1"], program, Limits(seconds=120))


def run_all() -> None:
    print("| command | modules entered | parts | steps between parts | texts parsed | steps up |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as directory:
        for name, words in walks(Path(directory)).items():
            seen = walk(words)
            pairs = sum(lower != upper for lower, upper in seen.steps)
            ups = ", ".join(seen.upwards()) or "none"
            print(f"| {name} | {len(seen.modules)} | {len(seen.parts)} | {pairs} | {seen.parses} | {ups} |")
            if words[0] == "generate":
                build(Path(directory, "program"))


if __name__ == "__main__":
    run_all()
