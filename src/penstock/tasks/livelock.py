"""Messages that are put back forever: a search of its own, in a translation that shows when one is handled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from penstock.reading.reading import Reading
from penstock.reasons.failures import EndlessDeferring
from penstock.reasons.words import failure_text
from penstock.resolve import Model
from penstock.spin.checking import Verdict, check
from penstock.spin.generating import OutOfTime
from penstock.spin.method import SearchMethod
from penstock.spin.session import Session
from penstock.spin.sharing import PropertySearch
from penstock.spin.tools import ToolFailed
from penstock.tasks.models import read_model
from penstock.tasks.properties import LIVELOCK, facts_of
from penstock.tasks.spin_text import spin_text
from penstock.tasks.violations import Finding, finding_of, finding_without_trail


@dataclass(frozen=True, slots=True)
class LivelockSearch:
    """Whether a run, fair to every actor, can put messages back forever without handling any."""

    model: Model
    search: PropertySearch

    def finding(self) -> Finding:
        result, own = self.search.told(), self.search.session
        try:
            found = finding_of(own, result, self.model, own.directory / "replay")
        except (ToolFailed, OutOfTime):
            return finding_without_trail(result, self.model)
        return _named(found, self.model)


def livelock_search(reading: Reading, session: Session) -> LivelockSearch:
    watched = read_model(replace(reading.wanted, watched=True, formulas=()))
    own = Session(
        session.tools,
        spin_text(watched),
        facts_of(watched.model),
        replace(session.settings, fair=True, search=SearchMethod.EXHAUSTIVE),
        session.directory / LIVELOCK.name,
        session.cache,
        session.stop,
        session.on_progress,
    )
    own.directory.mkdir(parents=True, exist_ok=True)
    return LivelockSearch(watched.model, PropertySearch(own, LIVELOCK, check))


def _named(found: Finding, model: Model) -> Finding:
    """Say who puts back what, if that is all that happens in the cycle."""
    run = found.run
    if found.result.verdict is not Verdict.VIOLATED or run is None or not found.replayed or run.loop is None:
        return found
    deferred = {phrase.said: phrase.defers for phrase in model.syntax.phrases.values() if phrase.defers}
    repeated = [step for step in run.steps if step.number >= (run.loop or 0)]
    processes = dict.fromkeys(run.processes[step.process or 0].name for step in repeated)
    messages = dict.fromkeys(deferred[step.statement] for step in repeated if step.statement in deferred)
    if not messages:
        return found
    failure = EndlessDeferring(run.loop, tuple(processes), tuple(messages))
    return replace(found, failure=failure, reason=failure_text(failure))
