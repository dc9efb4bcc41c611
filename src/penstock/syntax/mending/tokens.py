"""The tokens of one unit, and the same after a change to the text, without reading the text again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from penstock.diagnostics.record import TextChange
from penstock.source import EXPANSION_BASE, Sources
from penstock.syntax.layout import END, ENDS_STATEMENT, NOTHING_AFTER_BRACE, CText, TokenTable, kind_of
from penstock.syntax.lexer import NEWLINE, SPLICE, Token, scan

_ENDS = ENDS_STATEMENT | {"fi", "od", "}"}


@dataclass(frozen=True, slots=True)
class UnitTokens:
    """Consecutive tokens of a table, with what hangs on some of them."""

    kinds: list[str]
    texts: list[str]
    positions: list[int]
    embedded: Mapping[int, CText] = field(default_factory=dict)
    bodies: Mapping[int, list[Token]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.kinds)

    def table(self) -> TokenTable:
        """A table of its own, with an end mark."""
        table = TokenTable(
            list(self.kinds), list(self.texts), list(self.positions), dict(self.embedded), dict(self.bodies)
        )
        table.add(END, "", self.positions[-1] if self.positions else 0)
        return table

    def at(self, position: int) -> int | None:
        """The token that is written at a place."""
        found = (at for at, place in enumerate(self.positions) if place == position and self.texts[at])
        return next(found, None)

    def behind(self, position: int) -> int | None:
        """The token after the one that ends at a place."""
        ends = (at + 1 for at, place in enumerate(self.positions) if place + len(self.texts[at]) == position)
        return next(ends, None)


def stretch_of(table: TokenTable, first: int, behind: int) -> UnitTokens:
    return UnitTokens(
        table.kinds[first:behind],
        table.texts[first:behind],
        table.positions[first:behind],
        {at - first: text for at, text in table.embedded.items() if first <= at < behind},
        {at - first: body for at, body in table.inline_bodies.items() if first <= at < behind},
    )


def changed(
    stretch: UnitTokens, edits: tuple[TextChange, ...], sources: Sources, words: frozenset[str]
) -> UnitTokens | None:
    """The tokens after all edits; None where one does not replace whole tokens.  `words` are a dialect's keywords."""
    for edit in sorted(edits, key=lambda one: one.position, reverse=True):
        found = _changed(stretch, edit, sources, words)
        if found is None:
            return None
        stretch = found
    return stretch


def _changed(stretch: UnitTokens, edit: TextChange, sources: Sources, words: frozenset[str]) -> UnitTokens | None:
    first = stretch.at(edit.position)
    if first is None or edit.position >= EXPANSION_BASE:
        return None
    behind, end = first, edit.position + len(edit.old)
    while behind < len(stretch) and edit.position <= stretch.positions[behind] < end:
        behind += 1
    hanging = {*stretch.embedded, *stretch.bodies}
    if any(first <= at < behind for at in hanging):
        return None
    # What is kept behind something new keeps its place, so that what stands together still does.
    base = edit.position + (len(edit.old) - len(edit.new) if edit.new.endswith(edit.old) else 0)
    new = [
        (token[1] if token[1] in words else kind_of(token), token[1], token[2])
        for token in scan(edit.new, base)
        if _is_word(token)
    ]
    if _separates(stretch, first, behind, [kind for kind, _, _ in new], sources):
        new.append((";", "", end))
    if new and new[0][0] in NOTHING_AFTER_BRACE and first and not stretch.texts[first - 1]:
        first -= 1  # the separator that was put in after a brace
    more = len(new) - (behind - first)

    def moved(at: int) -> int:
        return at + more if at >= behind else at

    return UnitTokens(
        stretch.kinds[:first] + [kind for kind, _, _ in new] + stretch.kinds[behind:],
        stretch.texts[:first] + [text for _, text, _ in new] + stretch.texts[behind:],
        stretch.positions[:first] + [place for _, _, place in new] + stretch.positions[behind:],
        {moved(at): text for at, text in stretch.embedded.items()},
        {moved(at): body for at, body in stretch.bodies.items()},
    )


def _is_word(token: Token) -> bool:
    return token[0] not in (NEWLINE, SPLICE)


def _separates(stretch: UnitTokens, first: int, behind: int, new: list[str], sources: Sources) -> bool:
    """Whether the layout would put a separator behind what is put in."""
    last = (new or stretch.kinds[first - 1 : first] or [""])[-1]
    following = stretch.kinds[behind] if behind < len(stretch) else END
    if last not in _ENDS or following in NOTHING_AFTER_BRACE:
        return False
    return last == "}" or _on_a_new_line(stretch, behind, sources)


def _on_a_new_line(stretch: UnitTokens, at: int, sources: Sources) -> bool:
    position = stretch.positions[at]
    if position >= EXPANSION_BASE:
        return False
    file = sources.file_at(position)
    offset = position - file.base
    return not file.text[file.text.rfind("\n", 0, offset) + 1 : offset].strip()
