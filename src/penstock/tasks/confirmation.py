"""What an environment process says about a violation that was found in a closed model."""

from __future__ import annotations

from penstock.diagnostics.record import counted
from penstock.records import data, record

_MOST_INPUTS = 12


@record
class UnknownValue:
    """A variable whose value comes from outside, and where a run reads it."""

    variable: str
    line: int = data(least=1)


@record
class Confirmation:
    """What an environment process says about a violation of the closed model."""

    real: bool = data(text="whether an environment process causes an assertion to fail, too")
    line: int | None = data(text="of the assertion that fails then")
    inputs: tuple[str, ...] = data(text="what the environment process sends")
    states: int = data(least=0, text="looked at with the environment process")
    complete: bool = data(text="whether these are all")
    unknown: UnknownValue | None = data(text="the last value on the way that is not known; null if there is none")

    @property
    def sentence(self) -> str:
        if self.real:
            listed = ", ".join(f"`{sent}`" for sent in self.inputs[:_MOST_INPUTS])
            more = ", ..." if len(self.inputs) > _MOST_INPUTS else ""
            does = f"the environment sends {listed}{more}" if self.inputs else "without anything from outside"
            return f"confirmed: {does}; then the assertion in line {self.line} fails"
        what = self.unknown
        why = f": `{what.variable}` is unknown at line {what.line}" if what is not None else ""
        first = "" if self.complete else "the first "
        looked = f"an environment process does not cause it in {first}{counted(self.states, 'state')}"
        return f"may be an artefact of the abstraction{why} ({looked})"
