"""Actor models, and their translation to Promela."""

from __future__ import annotations

from penstock.actors.translation import translate

__all__ = ["translate"]
