"""What a code means, in words and by example."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.diagnostics.catalogue.spin_words import all_spin_words


@dataclass(frozen=True, slots=True)
class Entry:
    """One code of the catalogue."""

    code: str
    title: str
    explanation: str
    example: str
    """A whole model that gets this code and no other error."""
    fixed: str | None
    """The example repaired; None where the repair depends on what was meant."""
    runnable: bool = True
    """False where the example is only a sketch of a text too large to show."""
    spin_accepts: bool = False
    """Whether SPIN lets the example pass although Penstock calls it an error."""
    file: str = "model.pml"
    """The name of a file with the example: it tells the dialect."""
    verb: str = "check"
    """The command that finds it."""

    @property
    def spin(self) -> tuple[str, ...] | None:
        """What SPIN prints about the example; None where it cannot be asked."""
        return all_spin_words().get(self.code)

    @property
    def paragraph(self) -> str:
        """The explanation on one line, as a renderer wraps it for itself."""
        return " ".join(self.explanation.split())
