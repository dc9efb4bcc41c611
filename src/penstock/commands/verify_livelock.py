"""Messages that are put back for ever: a search of its own, in a translation that shows when one is handled."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from penstock.commands.load import includer, load_text, shown_name, text_of
from penstock.commands.spin_model import spin_model
from penstock.commands.trails import replayed
from penstock.commands.verify_explain import Finding, explain
from penstock.commands.verify_setup import facts_of
from penstock.resolve import Model
from penstock.spin.checking import VIOLATED, Result, check
from penstock.spin.generating import OutOfTime
from penstock.spin.properties import PROGRESS, Property
from penstock.spin.session import EXHAUSTIVE, Session
from penstock.spin.sharing import Search
from penstock.spin.tools import ToolFailed
from penstock.spin.trail import Trail

LIVELOCK = "livelock"
Decode = Callable[[Session, Result, Path], Trail]


def is_livelock(wanted: Property) -> bool:
    """Whether this is the property that messages are not put back for ever."""
    return (wanted.name, wanted.kind) == (LIVELOCK, PROGRESS)


@dataclass(frozen=True, slots=True)
class LivelockSearch:
    """Whether a run, fair to every actor, can put messages back for ever without handling any."""

    model: Model
    search: Search

    def finding(self, decode: Decode) -> Finding:
        result, own = self.search.told(), self.search.session
        if result.trail is None:
            return explain(result, None)
        try:
            trail = decode(own, result, own.directory / "replay")
        except (ToolFailed, OutOfTime):
            return explain(result, None)
        return _named(explain(result, trail, replayed(self.model, trail), own_words=False, actors=True))


def livelock_search(arguments: Namespace, session: Session) -> LivelockSearch:
    text, include = text_of(arguments), includer(arguments.directories)
    choices = {**vars(arguments), "watched": True}
    model = load_text(text, shown_name(arguments.file), arguments.definitions, include, choices)
    own = Session(
        session.tools,
        spin_model(arguments, model, text),
        facts_of(model),
        replace(session.settings, fair=True, search=EXHAUSTIVE),
        session.directory / LIVELOCK,
        session.cache,
        session.stop,
        session.on_progress,
    )
    own.directory.mkdir(parents=True, exist_ok=True)
    return LivelockSearch(model, Search(own, Property(LIVELOCK, PROGRESS), check))


def _named(finding: Finding) -> Finding:
    """Say who puts back what, if that is all that happens in the cycle."""
    if finding.result.verdict != VIOLATED or finding.run is None or finding.cycle is None:
        return finding
    repeated = [step for step in finding.steps if step.step >= finding.cycle]
    actors = dict.fromkeys(step.process for step in repeated)
    said = dict.fromkeys(step.statement for step in repeated if step.statement.startswith("puts back "))
    if not said:
        return finding
    who = " and ".join(f"`{name}`" for name in actors)
    what = " and ".join(text.removeprefix("puts back ") for text in said)
    verb = "puts" if len(actors) == 1 else "put"
    return replace(
        finding,
        reason=f"from step {finding.cycle} on, {who} {verb} back {what} for ever, and no message is handled",
    )
