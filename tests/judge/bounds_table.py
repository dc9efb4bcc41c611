"""What `penstock bound` says about the examples of SPIN's package, as a page for the documentation.

Run as `python -m tests.judge.bounds_table > docs/bounds-examples.md`.
"""

from __future__ import annotations

from pathlib import Path

from tests.judge.examples import example_models

from penstock.bounds.verdict import Result, boundedness
from penstock.commands.load import load_automata, load_model

HEADING = """# Bounds of SPIN's own examples

What `penstock bound` says about each model of SPIN's Debian package that declares a buffered channel, without
refinement: for each channel the declared capacity and the bound (`-`: none was found).
`python -m tests.judge.bounds_table` prints this page; a test compares it with what is found.

| model | verdict | channels: declared, bound |
| --- | --- | --- |"""


def answers() -> dict[str, Result]:
    """The results for all examples with buffered channels, by name."""
    found = {}
    for path in example_models():
        model = load_model(str(path))
        if model.ok:
            result = boundedness(model, load_automata(model))
            if result.channels:
                found[_name(path)] = result
    return found


def _name(path: Path) -> str:
    return "/".join(path.parts[path.parts.index("Examples") + 1 :]) if "Examples" in path.parts else path.name


def row(name: str, result: Result) -> str:
    listed = ", ".join(
        f"{channel.name} {channel.declared}, {'-' if channel.bound is None else channel.bound}"
        for channel in result.channels[:6]
    )
    more = f", and {len(result.channels) - 6} more" if len(result.channels) > 6 else ""
    return f"| {name} | {result.verdict} | {listed}{more} |"


def main() -> None:
    print(HEADING)
    for name, result in answers().items():
        print(row(name, result))


if __name__ == "__main__":
    main()
