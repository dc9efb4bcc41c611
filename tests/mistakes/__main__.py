"""Prints the page of the manual about mistakes of beginners: `python -m tests.mistakes > docs/mistakes.md`."""

from __future__ import annotations

import sys

from tests.mistakes.page import page

if __name__ == "__main__":
    sys.stdout.buffer.write(page().encode())
