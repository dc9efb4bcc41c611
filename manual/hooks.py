"""What MkDocs calls while it builds the site (mkdocs.yml names this file)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from manual.commands import commands_page
from manual.data import data_page
from manual.decisions import decisions_page
from manual.files import linked, page_of, rewritten, shown
from manual.live import copy_models, with_live_models

MADE = {
    "reference/commands.md": commands_page,
    "reference/data.md": data_page,
    "decisions/index.md": decisions_page,
}
"""Pages that are made from the code, anew for each build."""

WEIGHTS = {"course/": 2, "decisions/": 0.1, "mutants": 0.1, "files/": 0.5}
"""How much a page counts in a search: readers look for how to do a thing, before why it is as it is."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    for place, make in MADE.items():
        files.append(File.generated(config, place, content=make()))
    texts = {file.src_uri: file.content_string for file in files.documentation_pages()}
    for path in sorted(set().union(*(linked(place, text) for place, text in texts.items()))):
        files.append(File.generated(config, page_of(path), content=shown(path)))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    place = page.file.src_uri
    page.meta["search"] = {"boost": next((weight for start, weight in WEIGHTS.items() if place.startswith(start)), 1)}
    return with_live_models(place, rewritten(place, markdown))


def on_post_build(*, config: MkDocsConfig) -> None:
    copy_models(Path(config.site_dir))
