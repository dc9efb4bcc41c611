"""What every test needs."""

from __future__ import annotations

import sys

from tests.ftp_server import program, root, server

__all__ = ["program", "root", "server"]  # fixtures

# A deeply nested model is read by functions that call each other; the command does the same.
sys.setrecursionlimit(50_000)
