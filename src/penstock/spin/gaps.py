"""What a search leaves unchecked, as records and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class GapKind(Enum):
    ALL = "nothing was searched"
    REST = "what the search had not reached when it ended"
    TIME = "time ran out, with states still to be searched"
    MEMORY = "the memory limit was reached, with states still to be searched"
    STOPPED = "the search was stopped, with states still to be searched"
    DEPTH = "nothing was searched beyond a depth of {depth} steps"
    DEPTH_OF_ALL = "steps beyond a depth of {depth} were not looked at by any search"
    HASHING = "a bitstate search may take different states for the same (hash factor {factor}; best above 100)"
    HASHING_OF_ALL = "a bitstate search may take different states for the same"
    UNKNOWN_ENVIRONMENT = "{text}"


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that was not checked; `text` says what of an open model."""

    kind: GapKind
    depth: int = 0
    hash_factor: float | None = None
    text: str = ""

    def __str__(self) -> str:
        factor = self.hash_factor
        shown = "unknown" if factor is None else "very large" if factor > 1e6 else f"{factor:.3g}"
        return self.kind.value.format(depth=self.depth, factor=shown, text=self.text)


NOTHING_SEARCHED = Gap(GapKind.ALL)
REST = Gap(GapKind.REST)
STOPPED = Gap(GapKind.STOPPED)
