"""Reading models that are written in the tests themselves, and waiting for others."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tests import loading as load

from penstock.resolve import Model
from penstock.syntax.preprocessor import Include


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
