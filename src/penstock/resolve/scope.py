"""Which names are visible where.

SPIN opens a scope at each `{`.  A name is visible from its declaration to the end of its scope,
and may not be declared again while it is visible: not in an inner block, and not as a local while
a global of that name is known.  Labels share these names.
"""

from __future__ import annotations

from difflib import get_close_matches

from penstock.resolve.symbols import PREDEFINED, Label, Variable

Symbol = Variable | Label


class Scopes:
    """The scopes that are open at one place of the text."""

    def __init__(self, unspoken: frozenset[str] = frozenset()) -> None:
        self.unspoken = unspoken
        """Names that the user does not know, and so cannot mean."""
        self.globals: dict[str, Symbol] = dict(PREDEFINED)
        self.inner: list[dict[str, Symbol]] = []

    def find(self, name: str) -> Symbol | None:
        for scope in reversed(self.inner):
            if name in scope:
                return scope[name]
        return self.globals.get(name)

    def add(self, name: str, symbol: Symbol) -> None:
        (self.inner[-1] if self.inner else self.globals)[name] = symbol

    def similar(self, name: str) -> str | None:
        """A visible variable that `name` may have been meant to be."""
        visible = [
            known
            for scope in [self.globals, *self.inner]
            for known, symbol in scope.items()
            if isinstance(symbol, Variable) and known not in PREDEFINED and known not in self.unspoken
        ]
        return next(iter(get_close_matches(name, visible, 1, 0.7)), None)
