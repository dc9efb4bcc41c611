"""The example models that come with SPIN, wherever its package put them."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path


@cache
def example_models() -> list[Path]:
    """Every `.pml` file of SPIN's package; none if the package is not there."""
    return sorted(path for path in _package_files() if path.suffix == ".pml" and path.is_file())


def _package_files() -> list[Path]:
    if shutil.which("dpkg") is None:
        return []
    listing = subprocess.run(["dpkg", "-L", "spin"], capture_output=True, text=True, check=False)
    return [Path(line) for line in listing.stdout.splitlines()] if listing.returncode == 0 else []


def read_model(path: Path) -> str:
    """The text of a model; bytes that are not UTF-8 survive the way back into a file."""
    return path.read_text(encoding="utf-8", errors="surrogateescape")
