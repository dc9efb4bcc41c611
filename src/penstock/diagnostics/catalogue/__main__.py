"""Prints the catalogue as the Markdown page of the manual."""

from __future__ import annotations

import sys

from penstock.diagnostics.catalogue.markdown import page

if __name__ == "__main__":
    sys.stdout.write(page())
