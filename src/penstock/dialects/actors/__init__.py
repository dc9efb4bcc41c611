"""Actor models, and their translation to Promela."""

from __future__ import annotations

from penstock.dialects.actors.translation import translate

__all__ = ["translate"]
