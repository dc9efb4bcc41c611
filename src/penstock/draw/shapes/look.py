"""How a picture shall look: the page that it is for, its fonts, its colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from penstock.draw.shapes.metrics import Typeface, text_width
from penstock.draw.shapes.themes import Theme

Lettering = Literal["mono", "sans", "serif"]
FACES: dict[Typeface, str] = {
    "mono": "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace",
    "sans": "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif",
    "serif": "Times, 'Times New Roman', 'Liberation Serif', serif",
}
"""The fonts of each face by their names, the best first."""


@dataclass(frozen=True, slots=True)
class PictureLook:
    """`width` is that of the page, in pixels of a 96th of an inch; a picture that needs more is made smaller.

    With the font `mono`, what comes from the model stands out from other words.
    """

    width: float | None = None
    font: Lettering = "mono"
    theme: Theme = "auto"

    @property
    def code(self) -> Typeface:
        """The font of what comes from the model."""
        return self.font

    @property
    def words(self) -> Typeface:
        return "sans" if self.font == "mono" else self.font

    def page(self, usual: float) -> float:
        return usual if self.width is None else self.width

    def shown_width(self, needed: float) -> float | None:
        """How wide a picture is to be that needs this much; None: as wide as it is."""
        return self.width if self.width is not None and needed > self.width else None

    def code_width(self, text: str, size: float) -> float:
        return text_width(text, size, self.code)


USUAL = PictureLook()
