"""Which small change makes a unit readable that is not: each is tried by reading the unit again.

The first change with which the whole unit can be read is the repair; then nothing else in the unit was wrong.  Two
changes are tried where one is not enough.  If none reads all of it, the one that comes furthest is offered, if the
statement can be read with it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from penstock.diagnostics.record import Diagnostic, Diagnostics, Fix, Severity
from penstock.source import EXPANSION_BASE
from penstock.syntax.cursor import KnownNames, TooManyFailures, Unreadable
from penstock.syntax.layout import END, SEPARATORS
from penstock.syntax.lexer import NAME
from penstock.syntax.mending.candidates import candidates, words_for
from penstock.syntax.mending.tokens import UnitTokens, changed, stretch_of
from penstock.syntax.statements import StatementParser

TRIED = {"E201": candidates, "E214": words_for}
"""Findings that may have other repairs than the one they bring, and where to look for these."""
LONGEST_UNIT = 1500
"""In tokens; in longer ones what is known without trying has to do."""
MOST_READ = 40_000
"""Tokens that may be read again for one unit."""
BEHIND = 300
"""Tokens after the unit that are read, too, should its end have been mistaken."""
SECOND_CHANCES = 8
_ENDS = SEPARATORS | {"}", "::", "fi", "od", END}
_NAMES_SOMETHING = frozenset(["proctype", "D_proctype", "typedef", "inline", "actortype"])
Reader = TypeVar("Reader", bound=StatementParser)


class _Stopped(Exception):
    """Something is wrong here, too."""


class _FirstError(Diagnostics):
    """Ends reading where the first error is met."""

    def report(self, code: str, *_: object, **__: object) -> None:
        if code.startswith("E"):
            raise _Stopped


class TriedChange(NamedTuple):
    """What became of a change: how many tokens were left where something was wrong, or behind the unit."""

    names: KnownNames | None
    """As they are known then, if all of it could be read."""
    left: int
    fix: Fix
    stretch: UnitTokens


@dataclass(frozen=True, slots=True)
class Mended:
    """A finding with a better repair.

    If all of the unit can be read then: the names that are known behind it, and the token there.
    """

    finding: Diagnostic
    names: KnownNames | None
    resume: int


class UnitTrial(Generic[Reader]):
    """One unit that could not be read, from token `first` on; `found` is what was reported first.

    `read` reads such a unit, and says whether something else may begin behind it.  `end` is where the text ends.
    """

    def __init__(self, parser: Reader, first: int, end: int, found: Diagnostic, read: Callable[[Reader], bool]) -> None:
        self.parser, self.read, self.found = parser, read, found
        self.limit = min(parser.at + BEHIND, end)
        self.stretch = stretch_of(parser.table, first, self.limit)
        self.names = _names_before(parser.names, self.stretch)
        self.read_tokens = 0

    def mended(self) -> Mended | None:
        """None where nothing better is known than what the finding has."""
        at = self.stretch.at(self.found.position)
        if at is None:
            at = self.stretch.behind(self.found.position)
        if at is None or self.found.position >= EXPANSION_BASE:
            return None
        attempts: list[TriedChange] = []
        others = TRIED[self.found.code](self.stretch, at)
        words = words_for(self.stretch, at) if self._is_strange(at) else ()
        for attempt in self._attempts(self.stretch, words, self.found.fixes, others):
            if attempt.names is not None:
                return self._offered(attempt)
            attempts.append(attempt)
        attempts.sort(key=lambda one: one.left)
        for one in attempts[:SECOND_CHANCES]:
            second = self._second(one, len(self.stretch) - at)
            if second is not None:
                return self._offered(second)
        useful = next((one for one in attempts if self._gets_past(one, at)), None)
        return None if useful is None else self._offered(useful)

    def _is_strange(self, at: int) -> bool:
        """Whether a word is here that is nowhere else in the text: hardly a variable."""
        near = (one for one in (at, at - 1) if 0 <= one < len(self.stretch))
        words = [self.stretch.texts[one] for one in near if self.stretch.kinds[one] == NAME]
        return any(self.parser.texts.count(word) == 1 for word in words)

    def _attempts(self, stretch: UnitTokens, *fixes: Iterable[Fix]) -> Iterator[TriedChange]:
        for fix in chain(*fixes):
            if self.read_tokens > MOST_READ:
                return
            tried = changed(stretch, fix.edits, self.parser.diagnostics.sources, self.parser.words.keywords)
            if tried is not None:
                names, left = self._try(tried)
                yield TriedChange(names, left, fix, tried)

    def _second(self, first: TriedChange, left_before: int) -> TriedChange | None:
        """A further change that makes all readable, behind the first."""
        at = len(first.stretch) - first.left
        if first.left >= left_before or at > len(first.stretch):
            return None
        for attempt in self._attempts(first.stretch, candidates(first.stretch, at)):
            if attempt.names is not None and (both := _joined(first.fix, attempt.fix)) is not None:
                return attempt._replace(fix=both)
        return None

    def _try(self, stretch: UnitTokens) -> tuple[KnownNames | None, int]:
        """The names behind the unit, if it can be read, and how many tokens are left where reading ends."""
        parser = copy.copy(self.parser)
        table = stretch.table()
        parser.table, parser.kinds, parser.texts, parser.positions = table, table.kinds, table.texts, table.positions
        parser.places, parser.diagnostics = table.positions, _FirstError(self.parser.diagnostics.sources)
        parser.names, parser.result = self.names.copied(), None
        parser.at = parser.depth = parser.probes = parser.failures = 0
        parser.temporal, parser.skipped_names, parser.flattened = False, set(), set()
        try:
            complete = self.read(parser)
        except (_Stopped, Unreadable, TooManyFailures):
            complete = False
        left = len(stretch) - min(parser.at, len(stretch))
        self.read_tokens += len(stretch) - left
        return (parser.names if complete else None), left

    def _gets_past(self, attempt: TriedChange, at: int) -> bool:
        """Whether a statement more can be read than before."""
        behind = max(0, len(self.stretch) - attempt.left)
        return any(kind in _ENDS for kind in self.stretch.kinds[at + 1 : behind])

    def _offered(self, attempt: TriedChange) -> Mended:
        known = attempt.fix in self.found.fixes
        fixes = self.found.fixes if known else (attempt.fix,)
        said = self.found.hint if known or not self.found.fixes else None
        hint = said if known else said or attempt.fix.title
        finding = replace(self.found, fixes=fixes, hint=hint)
        return Mended(finding, attempt.names, self.limit - attempt.left)


def _joined(one: Fix, other: Fix) -> Fix | None:
    """Both changes as one; None where they meet."""
    taken = [(edit.position, edit.position + max(len(edit.old), len(edit.new))) for edit in one.edits]
    for edit in other.edits:
        if any(edit.position < end and start < edit.position + len(edit.old) for start, end in taken):
            return None
    title = one.title if one.title == other.title else f"{one.title}, {other.title}"
    return Fix(title, (*one.edits, *other.edits))


def _names_before(names: KnownNames, unit: UnitTokens) -> KnownNames:
    """Names as they were known before a unit was read: without those that it declares."""
    pairs = zip(unit.kinds, unit.kinds[1:], unit.texts[1:], strict=False)
    own = {text for before, kind, text in pairs if before in _NAMES_SOMETHING and kind == NAME}
    words = set(unit.texts) if unit.kinds[0] == "mtype" else set()
    before = names.copied()
    before.typedefs -= own
    before.proctypes -= own
    before.mtypes = {name: value for name, value in names.mtypes.items() if name not in words}
    before.inlines = {name: inline for name, inline in names.inlines.items() if name not in own}
    return before


def without_followers(records: list[Diagnostic], known: int, mended: Mended) -> list[Diagnostic]:
    """Findings after a unit was read: if one repair mends all of it, the other errors in it followed from the first."""
    new = [mended.finding if one.code == mended.finding.code and _same(one, mended.finding) else one for one in records]
    if mended.names is None:
        return new
    kept = [one for one in new[known:] if one.severity is Severity.WARNING or one is mended.finding]
    return [*new[:known], *kept]


def _same(one: Diagnostic, other: Diagnostic) -> bool:
    return (one.position, one.message) == (other.position, other.message)
