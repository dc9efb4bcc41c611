"""What every test needs."""

from __future__ import annotations

import sys

import hypothesis
from tests.ftp_server import program, root, server

__all__ = ["program", "root", "server"]  # fixtures

# A deeply nested model is read by functions that call each other; the command does the same.
sys.setrecursionlimit(50_000)

# How long an example takes says more about the machine than about it.
hypothesis.settings.register_profile("penstock", deadline=None)
hypothesis.settings.load_profile("penstock")
