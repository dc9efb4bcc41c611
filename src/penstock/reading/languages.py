"""Which language a text is written in: its name tells."""

from __future__ import annotations

from os.path import splitext

ACTORS = ".apml"
SPECIFICATION = ".pch"
TRANSLATED = frozenset([ACTORS, SPECIFICATION])
PROMELA = frozenset([".pml", ".prom", ".promela", ".pr"])
FORMATTED = PROMELA | {ACTORS}
ENDINGS = PROMELA | TRANSLATED
"""Of the files in a directory that are models."""


def ending_of(name: str) -> str:
    return splitext(name)[1].lower()


def is_actor_model(name: str) -> bool:
    return ending_of(name) == ACTORS


def is_specification(name: str) -> bool:
    return ending_of(name) == SPECIFICATION


def is_promela(name: str) -> bool:
    """Whether a text is read as it is."""
    return ending_of(name) not in TRANSLATED
