"""A new name for a symbol: the places to change, and whether the model still means the same afterwards.

The text with the new name is read again.  Token by token it must be the text before, and every name must stand for the
same as before: then nothing was captured, hidden or joined, whatever macros, inlines and includes are between.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from penstock.errors import UsageError
from penstock.insight.index import Index
from penstock.insight.macro_names import OWN_TEXTS
from penstock.insight.symbols import Symbol, SymbolKind, TextStretch
from penstock.syntax.layout import KEYWORDS, WORD_CONSTANTS

_OWN_WORDS = frozenset(["this", "create", "actor", "actortype", "method", "main", "restrain", "var", "timer", "env"])


class CannotRename(UsageError):
    """A symbol keeps its name; the text says why."""


@dataclass(frozen=True, slots=True)
class RenamedSymbol:
    old: str
    new: str
    spans: tuple[TextStretch, ...]

    def applied(self, file: str, text: str) -> str:
        """The text of a file with the new name."""
        for span in sorted((one for one in self.spans if one.file == file), reverse=True):
            text = text[: span.start] + self.new + text[span.end :]
        return text

    def moved(self) -> Callable[[TextStretch], TextStretch]:
        """Where a stretch of the text before is afterwards."""
        starts: defaultdict[str, list[int]] = defaultdict(list)
        for one in self.spans:
            starts[one.file].append(one.start)
        grown = len(self.new) - len(self.old)

        def move(span: TextStretch) -> TextStretch:
            before = sum(start < span.start for start in starts[span.file])
            inside = sum(span.start <= start < span.end for start in starts[span.file])
            return TextStretch(span.file, span.start + grown * before, span.end + grown * (before + inside))

        return move


def symbol_to_rename(index: Index, file: str, offset: int) -> tuple[Symbol, TextStretch]:
    """The symbol at a place, if it can have another name; raises `CannotRename`."""
    uses = index.at(file, offset)
    if not uses:
        raise CannotRename("there is no name here that could be changed")
    if len(uses) > 1:
        raise CannotRename(
            f"`{uses[0].symbol.name}` stands for several things here, one for each call of what contains it"
        )
    symbol = uses[0].symbol
    if symbol.where is None:
        raise CannotRename(f"`{symbol.name}` is predefined")
    if symbol.where.file in OWN_TEXTS:
        raise CannotRename(f"`{symbol.name}` is not defined in the text, but on the command line or by the project")
    return symbol, uses[0].span


def renaming_of(index: Index, symbol: Symbol, new: str) -> RenamedSymbol:
    """What to change; raises `CannotRename`."""
    _check_name(symbol, new)
    if symbol in index.made:
        where = index.sources.locate(index.made[symbol])
        raise CannotRename(f"a macro makes the name `{symbol.name}` in line {where.line}, out of pieces")
    for use in index.of(symbol):
        others = [one.symbol for one in index.at(use.span.file, use.span.start) if one.symbol is not symbol]
        if others:
            where_else = f"{others[0].kind.value} of `{others[0].owner}`" if others[0].owner else others[0].kind.value
            raise CannotRename(
                f"where `{symbol.name}` is written in an inline or a macro, it also stands for a {where_else}"
            )
    return RenamedSymbol(symbol.name, new, tuple(use.span for use in index.of(symbol)))


def _check_name(symbol: Symbol, new: str) -> None:
    if not new.isascii() or not new.isidentifier():
        raise CannotRename(f"`{new}` is not a name")
    if new in KEYWORDS or new in WORD_CONSTANTS or new in _OWN_WORDS:
        raise CannotRename(f"`{new}` is a keyword")
    if symbol.kind is SymbolKind.LABEL:
        for prefix in ("end", "accept", "progress"):
            if symbol.name.startswith(prefix) != new.startswith(prefix):
                raise CannotRename(f"labels that begin with `{prefix}` have a meaning of their own")


def check_renamed(before: Index, after: Index, renaming: RenamedSymbol) -> None:
    """Raise `CannotRename` if the model means something else under the new name."""
    problem = _difference(before, after, renaming)
    if problem is None:
        return
    known = [one for one in before.symbols if one.name == renaming.new]
    if known:
        owner = f" of `{known[0].owner}`" if known[0].owner else ""
        raise CannotRename(f"`{renaming.new}` is already a {known[0].kind.value}{owner}, and {problem}")
    raise CannotRename(problem)


def _difference(before: Index, after: Index, renaming: RenamedSymbol) -> str | None:
    pairs = (renaming.old, renaming.new)
    if len(before.tokens) != len(after.tokens):
        return "the text would be read differently"
    for one, other in zip(before.tokens.texts, after.tokens.texts, strict=True):
        if one != other and (one, other) != pairs:
            return f"`{one}` would become `{other}`"
    move = renaming.moved()
    expected = Counter(_bindings(before, move))
    found = Counter(_bindings(after, lambda span: span))
    if expected != found:
        return "some names would stand for something else"
    if before.codes != after.codes:
        return "there would be other findings"
    return None


def _bindings(index: Index, move: Callable[[TextStretch], TextStretch]) -> Iterable[tuple[object, ...]]:
    for use in index.uses:
        where = use.symbol.where
        yield (move(use.span), use.symbol.kind, move(where) if where is not None else use.symbol.name, use.kind)
