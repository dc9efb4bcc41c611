"""What pyproject.toml cannot say: a wheel is to carry the page that `penstock serve` shows."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGE = Path(__file__).parent / "src" / "penstock" / "faces" / "web" / "static" / "index.html"


class BuildWithPage(build_py):
    """Says so where the page is missing: building it needs Node, which whoever installs Penstock need not have."""

    def run(self) -> None:
        if not PAGE.is_file() and not getattr(self, "editable_mode", False):
            print(
                "penstock: the page is not built: without `make web`, `penstock serve` will not work", file=sys.stderr
            )
        super().run()


setup(cmdclass={"build_py": BuildWithPage})
