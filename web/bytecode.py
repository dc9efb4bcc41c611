"""Run by the Python of the static page while the page is built: sources become zip files of bytecode.

`/packages` has packages as they are installed, `/pyodide` what Python itself comes with; files go to `/out`.
"""

import sys
import zipfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from py_compile import PycInvalidationMode, compile

PACKAGES, LIBRARY = Path("/packages"), Path("/library")
TEMPORARY = "/tmp/module.pyc"
SAME_TIME = (2000, 1, 1, 0, 0, 0)  # equal sources make equal files
LEFT_OUT = ("__pycache__", "faces/cli", "faces/lsp", "faces/dap", "faces/mcp", "faces/python", "faces/web/static")
"""Servers and the command line; and the page itself, which is already there."""
USELESS = (".pyc", ".pyi", ".so", ".typed")
"""For Python in a browser; everything else is a module, or may be read by one."""


def files_below(root: Path) -> list[Path]:
    found = [path for path in root.rglob("*") if path.is_file()]
    return sorted(path for path in found if not any(f"/{part}/" in str(path) for part in LEFT_OUT))


def module_of(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imported() -> set[Path]:
    """The files of Python's own that all of our modules need together; some of these need what is not in a browser."""
    sys.path[:0] = [str(LIBRARY), str(PACKAGES)]
    sys.dont_write_bytecode = True
    for path in files_below(PACKAGES):
        if path.suffix == ".py" and path.stem != "__main__":
            with suppress(ImportError):
                import_module(module_of(path, PACKAGES))
    zipped = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    return {LIBRARY / name.partition(".zip/")[2] if ".zip/" in name else Path(name) for name in zipped}


def add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, SAME_TIME), content, zipfile.ZIP_DEFLATED, 9)


def bytecode(source: Path, shown: str) -> bytes:
    """Valid without a look at the source, which is not there any more."""
    compile(str(source), TEMPORARY, shown, doraise=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    return Path(TEMPORARY).read_bytes()


def pack_packages() -> None:
    with zipfile.ZipFile("/out/packages.zip", "w") as archive:
        for path in files_below(PACKAGES):
            name = str(path.relative_to(PACKAGES))
            if path.suffix == ".py":
                add(archive, name + "c", bytecode(path, name))
            elif path.suffix not in USELESS:
                add(archive, name, path.read_bytes())


def pack_library(needed: set[Path]) -> None:
    """Bytecode is longer than sources: only what is sure to be imported has it."""
    with zipfile.ZipFile("/out/library.zip", "w") as archive:
        for path in files_below(LIBRARY):
            name = str(path.relative_to(LIBRARY))
            if path in needed:
                add(archive, name + "c", bytecode(path, name))
            else:
                add(archive, name, path.read_bytes())


with zipfile.ZipFile("/pyodide/python_stdlib.zip") as archive:
    archive.extractall(LIBRARY)
pack_library(imported())
pack_packages()
