"""The import table and the rules of the architecture page hold."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "penstock"
FILES = sorted(SOURCE.rglob("*.py"))
CODE = [*FILES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]


def table() -> dict[str, set[str]]:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|((?: *`\w+`,?)*) *\|$", text.split("## Imports")[1], re.MULTILINE)
    return {part: set(re.findall(r"`(\w+)`", allowed)) for part, allowed in rows}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, bool]]:
    """The parts that a file imports, and whether inside a function."""
    tree = ast.parse(path.read_text())
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


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_follow_the_table(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return  # the package's own face reaches commands, inside functions
    for imported, inside in imports(path):
        assert imported == part or imported in table()[part], f"{part} imports {imported}"
        assert not inside or part in ("commands", "cli"), "an import inside a function"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_commands_touch_the_world(path: Path) -> None:
    if part_of(path) in ("commands", "cli") or path.name == "__main__.py":
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "open", "input"), f"line {node.lineno}"


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 600
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, node.name
