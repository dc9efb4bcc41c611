"""What tests share: models written in the tests themselves, random systems in batches, and a directory for all."""

from __future__ import annotations

import functools
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from tests import loading as load

from penstock.resolve import Model
from penstock.syntax.preprocessor import Include

SHARED = "PENSTOCK_TESTS_SHARED"
"""The environment variable that names what `shared_directory` returns."""


@functools.cache
def shared_directory() -> Path:
    """A directory for all processes that run tests together; a judge that runs alone has its own."""
    return Path(os.environ.get(SHARED) or _own_directory().name)


@functools.cache
def _own_directory() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="penstock-shared-")  # kept here, it is removed at the end


def batches(count: int) -> list[ParameterSet]:
    """The numbers of batches of random systems, for `parametrize`; the first alone is for `make quick`, too."""
    return [pytest.param(number, marks=[pytest.mark.slow] if number else []) for number in range(count)]


def load_text(
    text: str, name: str = "model.pml", definitions: Sequence[str] = (), include: Include | None = None
) -> Model:
    """The model that `text` stands for; what is wrong with it is in its diagnostics."""
    return load.load_text(text, name, definitions, include or no_include)


def no_include(_name: str, _quoted: bool, _including: str) -> tuple[str, str] | None:
    """For models that include nothing."""
    return None


def eventually(holds: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether something comes true in a while."""
    end = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.02)
    return held
