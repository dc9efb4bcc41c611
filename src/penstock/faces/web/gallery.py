"""Examples that a page offers, with a sentence each."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from penstock.faces.web.protocol import GalleryEntry

_PLACE = "gallery"


@cache
def gallery() -> tuple[GalleryEntry, ...]:
    place = files("penstock.faces.web") / _PLACE
    listed = tomllib.loads((place / "gallery.toml").read_text())["model"]
    return tuple(
        GalleryEntry(one["file"], one["title"], one["sentence"], (place / one["file"]).read_text()) for one in listed
    )
