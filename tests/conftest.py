"""What every test needs."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path

import hypothesis
import pytest
from tests.ftp_server import program, root, server
from tests.small_project import project
from tests.support import SHARED

from penstock.interpreter import prepare
from penstock.spin.tools import QUICK_COMPILER

__all__ = ["program", "project", "root", "server"]  # fixtures

prepare()  # as every process of ours does

# How long an example takes says more about the machine than about it.
hypothesis.settings.register_profile("penstock", deadline=None)
hypothesis.settings.load_profile("penstock")


def pytest_configure(config: pytest.Config) -> None:
    """All that run tests at the same time share what they compile, and nothing with other runs or the user."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    place = tempfile.mkdtemp(prefix="penstock-tests-")
    config.add_cleanup(lambda: shutil.rmtree(place, ignore_errors=True))
    os.environ |= {SHARED: place, "PENSTOCK_CACHE": str(Path(place, "verifiers"))}
    os.environ[QUICK_COMPILER] = shutil.which("tcc") or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first: at the end one processor would wait for it."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What all tests are made of stays until the end: nobody need look for garbage in it."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`@pytest.mark.needs("spin", "gcc")`: programs, or files by their paths, without which a test is left out."""
    needed = [name for marker in item.iter_markers("needs") for name in marker.args]
    missing = [name for name in needed if not (Path(name).exists() if "/" in name else shutil.which(name))]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
