"""Opens the screen on a run, and comes back when the user has had enough."""

from __future__ import annotations

import os

from penstock.faces.screen.app import Save, StepperApp
from penstock.faces.screen.walk import Walk


def open_screen(walk: Walk, save: Save, told: str, in_colour: bool) -> None:
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # the terminal itself knows, also when its size changes
    if in_colour:
        os.environ.pop("NO_COLOR", None)
    else:
        os.environ["NO_COLOR"] = "1"
    StepperApp(walk, save, told).run()
