"""A model without directives and macros takes the place of one with them.

SPIN has its own preprocessor, which knows other macros than ours and opens files by itself.  A stranger could hide from
us what it finds: what SPIN gets of such a text has nothing left for a preprocessor to do.
"""

from __future__ import annotations

from dataclasses import replace

from penstock.diagnostics.record import Diagnostics
from penstock.reading.draft import Draft
from penstock.reading.formulas import NamedFormulas
from penstock.source import Sources
from penstock.syntax.expansion import NO_PHRASES, expand
from penstock.syntax.preprocessor import Include


def expand_draft(draft: Draft) -> None:
    model = draft.model
    assert model is not None
    translation = model.syntax.translation
    if translation is not None and not translation.directives:
        return
    origins = () if translation is None else translation.origins
    phrases = NO_PHRASES if translation is None else translation.phrases
    include = draft.include if translation is None else translation.including(draft.include)
    file = model.sources.add(draft.file.name, draft.text, origins)
    expanded = expand(file, Diagnostics(model.sources), include, draft.definitions, phrases)
    expanded = replace(expanded, wording=model.wording)
    draft.replace_formulas(expanded_formulas(draft, include))
    draft.asked = dict(draft.formulas)  # what a formula says must be what is judged
    draft.take(expanded, ())
    draft.text = expanded.text


def expanded_formulas(draft: Draft, include: Include) -> NamedFormulas:
    """Formulas beside the model may use its macros, too."""
    return tuple((name, _expanded_after(draft, include, name, formula)) for name, formula in draft.formulas)


def _expanded_after(draft: Draft, include: Include, name: str, formula: str) -> str:
    sources = Sources()
    whole = sources.add(draft.file.name, f"{draft.text}\n{name} {formula}\n")
    # The name of a formula is none that the model uses.
    return expand(whole, Diagnostics(sources), include, draft.definitions).text.partition(name)[2].strip()
