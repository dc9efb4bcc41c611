"""What users may choose: given by the editor when it starts the server, or when they change their mind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class WhenToBound(Enum):
    """When bounds of channels are looked for without being asked for."""

    SAVE = "save"
    """When a model is opened or saved."""
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Settings:
    """`budget` is how many seconds a proof that nobody asked for may take."""

    bounds: WhenToBound = WhenToBound.SAVE
    budget: float = 10.0


def settings_from(given: Any, before: Settings) -> Settings:
    """What an editor gave; what makes no sense is as it was."""
    table = _table(given)
    table = _table(table["penstock"]) if "penstock" in table else table
    word, budget = table.get("bounds"), table.get("budget")
    known = {one.value for one in WhenToBound}
    return Settings(
        WhenToBound(word) if word in known else before.bounds,
        float(budget) if isinstance(budget, int | float) and budget > 0 else before.budget,
    )


def _table(given: Any) -> dict[str, Any]:
    if hasattr(given, "_asdict"):
        return dict(given._asdict())
    return dict(given) if isinstance(given, dict) else {}
