"""The import table and the rules of the architecture page hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "penstock"
FILES = sorted(SOURCE.rglob("*.py"))
CODE = [*FILES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]
WORLD = ("print", "open", "input")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def table() -> dict[str, set[str]]:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|((?: *`\w+`,?)*) *\|$", text.split("## Imports")[1], re.MULTILINE)
    return {part: set(re.findall(r"`(\w+)`", allowed)) for part, allowed in rows}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, bool]]:
    """The parts that a file imports, and whether inside a function."""
    tree = parsed(path)
    top = {id(node) for node in ast.iter_child_nodes(tree)}
    top |= {id(inner) for node in tree.body if isinstance(node, ast.If) for inner in node.body}
    found: list[tuple[str, bool]] = []
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found.extend((name.split(".")[1], id(node) not in top) for name in names if name.startswith("penstock."))
    return found


def test_the_table_names_all_parts() -> None:
    parts = {part_of(path) for path in FILES} - {"__init__"}
    assert set(table()) == parts


def offence_in_imports(path: Path) -> str:
    part = part_of(path)
    if part == "__init__":
        return ""  # the package's own face reaches commands, inside functions
    for imported, inside in imports(path):
        if imported != part and imported not in table()[part]:
            return f"{part} imports {imported}"
        if inside and part not in ("commands", "cli"):
            return "an import inside a function"
    return ""


def offence_in_calls(path: Path) -> str:
    if part_of(path) in ("commands", "cli") or path.name == "__main__.py":
        return ""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLD:
            return f"line {node.lineno}: {node.func.id}"
    return ""


def offence_in_lengths(path: Path) -> str:
    if len(path.read_text().splitlines()) > 600:
        return "more than 600 lines"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60:
            return f"60 lines or more in {node.name}"
    return ""


def offences(rule: Callable[[Path], str], files: list[Path]) -> dict[str, str]:
    """Which files break a rule, and how."""
    return {str(path.relative_to(ROOT)): offence for path in files if (offence := rule(path))}


def test_imports_follow_the_table() -> None:
    assert offences(offence_in_imports, FILES) == {}


def test_only_commands_touch_the_world() -> None:
    assert offences(offence_in_calls, FILES) == {}


def test_files_and_functions_are_short() -> None:
    assert offences(offence_in_lengths, CODE) == {}


def test_contributors_are_told_when_to_run_each_file_of_tests() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text().split("| you changed |")[1].split("\n\n")[0]
    named = {path for name in re.findall(r"`([\w*]+)`", text) for path in (ROOT / "tests").glob(f"test_{name}.py")}
    assert set((ROOT / "tests").glob("test_*.py")) - named == set()
