"""Prints the catalogue as the Markdown page of the manual."""

from __future__ import annotations

import sys

from penstock.diagnostics.catalogue.markdown import page

if __name__ == "__main__":
    # The page is UTF-8 wherever it is written.
    sys.stdout.buffer.write(page().encode())
