"""Models in many styles, as people publish them: what is said about them at once is true.

`python -m benchmarks.deciding` refines them, too, with time and memory.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.loading import load_automata, load_model

from penstock.bounds.verdict import BOUNDED, boundedness

STYLES = sorted((Path(__file__).parent / "models" / "styles").glob("*.pml"))
ENDLESS = {"gossip", "heartbeat", "mailer", "pubsub", "readers_writers", "reliable_multicast", "termination"}
"""Where somebody may always send more."""
AT_ONCE = 10


@pytest.mark.slow
def test_nothing_that_has_no_end_is_bounded() -> None:
    bounded = set()
    for path in STYLES:
        model = load_model(str(path))
        assert model.ok, model.diagnostics.records[0].message
        if boundedness(model, load_automata(model)).verdict == BOUNDED:
            bounded.add(path.stem)
    assert bounded.isdisjoint(ENDLESS)
    assert len(STYLES) == 38 and len(bounded) >= AT_ONCE
