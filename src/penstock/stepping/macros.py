"""The macros that the user knows: a translation of the text may have none left."""

from __future__ import annotations

from collections.abc import Mapping

from penstock.diagnostics.record import Diagnostics
from penstock.resolve.model import Model
from penstock.source import Sources
from penstock.syntax.macros import Macro
from penstock.syntax.preprocessor import COMMAND_LINE, Include, Preprocessor


def known_macros(model: Model) -> Mapping[str, Macro]:
    """As they are defined at the end of the text that the user wrote."""
    if model.syntax.translation is None:
        return model.syntax.macros
    own = model.sources.files[0]
    given = list(dict.fromkeys(file.text for file in model.sources.files if file.name == COMMAND_LINE))
    sources = Sources()
    preprocessor = Preprocessor(Diagnostics(sources), _read_before(model))
    preprocessor.run(sources.add(own.name, "".join([*given, own.text])))
    return preprocessor.macros


def _read_before(model: Model) -> Include:
    """Files are taken from what was read already: they may have changed meanwhile."""

    def include(name: str, _quoted: bool, _including: str) -> tuple[str, str] | None:
        known = [file for file in model.sources.files if file.name == name or file.name.endswith(f"/{name}")]
        return (known[0].name, known[0].text) if known else None

    return include
