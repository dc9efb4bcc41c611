"""What every test needs."""

from __future__ import annotations

import sys

# A deeply nested model is read by functions that call each other; the command does the same.
sys.setrecursionlimit(50_000)
