"""`penstock cache`."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from penstock.diagnostics.record import counted
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE
from penstock.project.cache import CacheOutcome, cache
from penstock.project.requests.cache import CacheRequest


def run(request: CacheRequest, _arguments: Namespace, console: Console) -> int:
    outcome = cache(request)
    console.write_outcome(outcome.directory or "no directory", outcome, {"text": partial(_text, pruned=request.prune)})
    return FINE


def _text(outcome: CacheOutcome, pruned: bool) -> str:
    lines = [outcome.directory or "nothing is kept: there is no home directory (PENSTOCK_CACHE names another place)"]
    for shelf in outcome.shelves:
        lines.append(f"  {counted(shelf.entries, shelf.kind.removesuffix('s'))}, {amount(shelf.bytes)}")
    if pruned:
        lines.append(f"removed: {counted(outcome.removed, 'file')}, {amount(outcome.removed_bytes)}")
    return "\n".join(lines)


def amount(size: int) -> str:
    """`12 kB`, `3.4 MB`."""
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{-(-size // 1000)} kB"
