"""What is said about how a model was read."""

from __future__ import annotations

from penstock.faces.cli.console import Console
from penstock.resolve import Model


def mention_closing(console: Console, model: Model) -> None:
    if model.wording.closed_by:
        console.mention(f"the model is open: closed with --method {model.wording.closed_by}")
