"""What went wrong for a reason that the user can change: every such error is a `PenstockError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penstock.diagnostics.record import Diagnostics


class PenstockError(Exception):
    """The user asked for something that cannot be done; the text says what."""


class UsageError(PenstockError, ValueError):
    """The request makes no sense, or names something that is not there."""


class ModelErrors(PenstockError, ValueError):
    """There are errors in the model."""

    def __init__(self, diagnostics: Diagnostics, text: str, heading: str = "") -> None:
        super().__init__(text)
        self.diagnostics = diagnostics
        self.heading = heading
        """Of which part of the model, if not of all of it."""


class ToolError(PenstockError):
    """SPIN or the C compiler is missing, or failed."""


class Cancelled(BaseException):
    """Somebody asked for the work to stop.  Like `KeyboardInterrupt`, this is not an error to be handled on the way."""
