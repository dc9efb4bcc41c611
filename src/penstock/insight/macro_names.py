"""Macros: where they are defined and used, and the names in those that nobody calls."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.insight.collecting import Collector
from penstock.insight.symbols import Symbol, SymbolKind, UseKind
from penstock.syntax.macros import Directives, Macro

OWN_TEXTS = ("<predefined>", "<command line>")


def collect_macros(directives: Directives, found: Collector) -> None:
    symbols: dict[Macro, Symbol] = {}
    for macro in directives.definitions:
        symbols[macro] = _definition(macro, found)
    for position, _, used in directives.uses:
        if used is not None and used in symbols:
            found.use_at(symbols[used], position, UseKind.CALL)


def _definition(macro: Macro, found: Collector) -> Symbol:
    symbol = found.declare_at(SymbolKind.MACRO, macro.name, macro.position)
    symbol.fact = macro
    # A `#undef` and a definition after it, or two of an `#if`, are one macro in two forms.
    parameters: dict[str, Symbol] = {}
    for name, position in zip(macro.parameters or (), macro.places, strict=False):
        parameters[name] = found.declare_at(SymbolKind.MACRO_PARAMETER, name, position, macro.name)
    for _, text, position in macro.body:
        if text in parameters:
            found.use_at(parameters[text], position, UseKind.READ)
    return symbol


def unread_bodies(directives: Directives) -> Iterable[tuple[str, int]]:
    """The names in macros that are never called: nothing reads them, but whoever renames means them too."""
    called = {macro for _, _, macro in directives.uses}
    for macro in directives.definitions:
        if macro not in called:
            for kind, text, position in macro.body:
                if kind == "name" and text not in (macro.parameters or ()):
                    yield text, position
