"""How outcomes show themselves in a notebook."""

from __future__ import annotations
