"""What a model does: its states and steps, compiled to Python."""

from __future__ import annotations

from penstock.machine.build import Machine, build_machine
from penstock.machine.explore import Exploration, Violation, explore
from penstock.machine.program import Options

__all__ = ["Exploration", "Machine", "Options", "Violation", "build_machine", "explore"]
