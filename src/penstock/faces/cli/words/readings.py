"""What is said about how a model was read."""

from __future__ import annotations

import sys

from penstock.faces.cli.console import Console
from penstock.reading.reading import Reading
from penstock.reading.wanted import NoteKind


def mention_closing(console: Console, reading: Reading) -> None:
    if NoteKind.CLOSED in reading.notes and not console.quiet:
        method = reading.model.wording.closed_by
        print(f"penstock: the model is open: closed with --method {method}", file=sys.stderr)
