"""What all outcomes have in common."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar

from penstock.errors import UsageError
from penstock.records import as_data

Bundle = dict[str, str]
"""By media type, the forms in which a notebook can show something."""


class Outcome:
    """The answer to a request, with everything that any face shows."""

    __slots__ = ()
    bundle: ClassVar[Callable[[Outcome], Bundle] | None] = None
    """What makes the forms for notebooks; their face fills this in."""

    def to_dict(self) -> dict[str, Any]:
        """The outcome as dictionaries, lists, texts and numbers: what `--format json` prints."""
        plain: dict[str, Any] = as_data(self)
        return plain

    def to_dataframe(self) -> Any:
        """The first list of records in the outcome as a table of pandas, where that is installed."""
        rows = next((value for value in self.to_dict().values() if isinstance(value, list)), [])
        try:
            return import_module("pandas").DataFrame(rows)
        except ImportError:
            raise UsageError("a data frame needs the `pandas` package: pip install pandas") from None

    @property
    def summary(self) -> str:
        """The answer in a few words."""
        return ""

    def __repr__(self) -> str:
        return f"<{' '.join(filter(None, [type(self).__name__, self.summary]))}>"

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        bundle = Outcome.bundle
        return {"text/plain": repr(self)} | ({} if bundle is None else bundle(self))

    def _repr_html_(self) -> str | None:
        return self._repr_mimebundle_().get("text/html")

    def _repr_svg_(self) -> str | None:
        return self._repr_mimebundle_().get("image/svg+xml")
