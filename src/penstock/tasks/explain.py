"""What a finding means and how to repair it."""

from __future__ import annotations

from difflib import get_close_matches

from penstock.budget import UNWATCHED, Watch
from penstock.diagnostics.catalogue import CATALOGUE
from penstock.diagnostics.catalogue import explain as explanation_of
from penstock.errors import UsageError
from penstock.records import record
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.explain import ExplainRequest


@record
class CodeTitle:
    code: str
    title: str


@record
class ExplainOutcome(Outcome):
    """The titles of the codes that were asked for, and the explanation of a single one."""

    codes: tuple[CodeTitle, ...]
    text: str

    @property
    def summary(self) -> str:
        return self.codes[0].title if len(self.codes) == 1 else f"{len(self.codes)} codes"


def explain(request: ExplainRequest, _watch: Watch = UNWATCHED) -> ExplainOutcome:
    if request.code is None:
        return ExplainOutcome(tuple(CodeTitle(code, entry.title) for code, entry in sorted(CATALOGUE.items())), "")
    code = request.code.upper()
    text = explanation_of(code)
    if text is None:
        similar = get_close_matches(code, CATALOGUE, 1)
        hint = f"; did you mean {similar[0]}?" if similar else ""
        raise UsageError(f"there is no finding with the code `{request.code}`{hint} (`penstock explain` lists all)")
    return ExplainOutcome((CodeTitle(code, CATALOGUE[code].title),), text)
