"""The import table and the rules of the architecture page hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from penstock.verbs import VERBS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "penstock"
FILES = sorted(SOURCE.rglob("*.py"))
CODE = [*FILES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]
FACES = ("faces", "__init__", "__main__")
TOUCH_FILES = (*FACES, "reading", "spin", "external", "project")
FACE_ONLY = {"argparse", "signal", "gc", "readline", "getpass"}
"""What only faces import; `external` and `spin` know the names of signals that ended a program."""
BEGINNINGS = ("interpreter.py", "project/working/worker.py")
"""Where a process begins that works for another: it is set up as a command is."""
LAZY = {
    "__init__.py",
    "faces/cli/completion.py",
    "faces/cli/live.py",
    "faces/cli/main.py",
    "faces/cli/parsers.py",
    "faces/cli/performing.py",
    "faces/cli/progress.py",
    "faces/dap/command.py",
    "faces/lsp/command.py",
    "faces/mcp/command.py",
    "faces/python/functions.py",
    "faces/web/command.py",
    "draw/shapes/png.py",
    "diagnostics/catalogue/spin_words.py",
    "reading/stages.py",
    "reading/dialects.py",
    "project/working/clusters.py",
    "project/working/places.py",
    "project/working/worker.py",
    "project/working/workplace.py",
    "tasks/generate.py",
    "tasks/models.py",
    "tasks/outcome.py",
    "tasks/searches.py",
    "verbs.py",
    "lp/solve.py",
    "lp/wasm.py",
    "faces/cli/verbs/test.py",
    "faces/cli/walking.py",
    "project/updating.py",
}
"""Where something is imported only when it is needed, because it takes time or need not be installed."""


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


@cache
def table() -> dict[str, set[str]]:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|((?: *`\w+`,?)*) *\|$", text.split("## Imports")[1], re.MULTILINE)
    return {part: set(re.findall(r"`(\w+)`", allowed)) for part, allowed in rows}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def module_of(path: Path) -> str:
    return ".".join(["penstock", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES}


@cache
def imports(path: Path) -> list[tuple[ast.stmt, str]]:
    return list(_imports(path))


def _imports(path: Path) -> Iterator[tuple[ast.stmt, str]]:
    """Every import of a file, in every form, with the module that is meant."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] + "." if node.level else ""
            whole = f"{base}{node.module or ''}".rstrip(".")
            for alias in node.names:
                yield node, f"{whole}.{alias.name}" if f"{whole}.{alias.name}" in MODULES else whole


def late(path: Path) -> list[int]:
    """The lines where something is imported while the program runs."""
    functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    bodies = [(one.lineno, one.end_lineno or one.lineno) for one in functions]
    lines = [node.lineno for node, _ in imports(path) if any(first <= node.lineno <= last for first, last in bodies)]
    calls = [node for node in nodes(path) if isinstance(node, ast.Call)]
    return lines + [call.lineno for call in calls if _name(call.func) in ("import_module", "__import__")]


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def only_for_types(path: Path) -> set[int]:
    """The imports that are not there when the program runs."""
    return {
        id(inner)
        for node in nodes(path)
        if isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }


def offence_in_imports(path: Path) -> str:
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return ""  # the face of the package itself
    for node, module in imports(path):
        imported = module.split(".")[1] if module.startswith("penstock.") else ""
        if imported and imported != part and imported not in table()[part] and id(node) not in only_for_types(path):
            return f"line {node.lineno}: {part} imports {imported}"
    return ""


def offence_in_lateness(path: Path) -> str:
    lines = late(path)
    return f"line {lines[0]}: an import inside a function" if lines and place(path) not in LAZY else ""


def place(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def offence_in_world(path: Path) -> str:
    """What only faces do: talk to a user, parse arguments, set signals and switches, end the program."""
    part = part_of(path)
    if part in FACES or path.name == "__main__.py" or place(path) in BEGINNINGS:
        return ""
    for node, module in imports(path):
        if module.split(".")[0] in FACE_ONLY and part not in ("external", "spin"):
            return f"line {node.lineno}: imports {module}"
    for used in nodes(path):
        if isinstance(used, ast.Call) and isinstance(used.func, ast.Name) and used.func.id in ("print", "input"):
            return f"line {used.lineno}: {used.func.id}"
        if isinstance(used, ast.Call) and _name(used.func) == "open" and part not in TOUCH_FILES:
            return f"line {used.lineno}: a file is opened"
        if isinstance(used, ast.Attribute) and isinstance(used.value, ast.Name):
            said = f"{used.value.id}.{used.attr}"
            if re.fullmatch(r"sys\.(std\w+|argv|exit|setrecursionlimit)|os\._exit|signal\.signal", said):
                return f"line {used.lineno}: {said}"
    return ""


def offence_in_lengths(path: Path) -> str:
    if len(path.read_text().splitlines()) > 600:
        return "more than 600 lines"
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60:
            return f"60 lines or more in {node.name}"
    return ""


def offences(rule: Callable[[Path], str], files: list[Path]) -> dict[str, str]:
    """Which files break a rule, and how."""
    return {str(path.relative_to(ROOT)): offence for path in files if (offence := rule(path))}


def test_the_table_names_all_parts() -> None:
    assert set(table()) == {part_of(path) for path in FILES} - {"__init__", "__main__"}


def test_imports_follow_the_table() -> None:
    assert offences(offence_in_imports, FILES) == {}


def test_imports_inside_functions_are_in_named_places() -> None:
    assert offences(offence_in_lateness, FILES) == {}
    assert {name for name in LAZY if not late(SOURCE / name)} == set()


def test_only_faces_touch_the_world() -> None:
    assert offences(offence_in_world, FILES) == {}


def cycle(graph: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        return list(problem.args[1])
    return []


def modules_imported(path: Path) -> set[str]:
    unreal = only_for_types(path)
    return {module for node, module in imports(path) if module in MODULES and id(node) not in unreal}


def test_there_is_no_cycle() -> None:
    """Neither of parts, nor of the shelves in a part, nor of modules."""
    assert cycle(table()) == []
    modules = {module: modules_imported(path) - {module, "penstock"} for module, path in MODULES.items()}
    assert cycle(modules) == []
    shelves: dict[str, set[str]] = {}
    for module, imported in modules.items():
        own = ".".join(module.split(".")[:3])
        others = {".".join(other.split(".")[:3]) for other in imported if other.split(".")[1] == own.split(".")[1]}
        shelves.setdefault(own, set()).update(others - {own})
    assert cycle(shelves) == []


def test_no_package_has_the_name_of_a_verb() -> None:
    assert {part_of(path) for path in FILES} & set(VERBS) == set()


def test_files_and_functions_are_short() -> None:
    assert offences(offence_in_lengths, CODE) == {}


def test_contributors_are_told_when_to_run_each_file_of_tests() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text().split("| you changed |")[1].split("\n\n")[0]
    named = {path for name in re.findall(r"`([\w*]+)`", text) for path in (ROOT / "tests").glob(f"test_{name}.py")}
    assert set((ROOT / "tests").glob("test_*.py")) - named == set()
