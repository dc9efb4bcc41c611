"""The manual as a site: it builds without a warning, loads nothing from elsewhere, and its links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from manual.commands import commands_page, parsers
from manual.data import data_page
from manual.files import rewritten
from manual.live import with_live_models
from tests.test_docs import PAGES

from penstock.diagnostics.catalogue import CATALOGUE
from penstock.faces.data.schema import WITH_JSON, schema_of

ROOT = Path(__file__).parent.parent
LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""Elements that a browser fetches something for."""


@dataclass
class Seen(HTMLParser):
    """What a page loads, links to, and can be linked to."""

    loads: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=lambda: {""})

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.places |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if LOADING.get(tag, "") in told:
            self.loads.append(told[LOADING[tag]])


def seen(page: Path) -> Seen:
    parser = Seen()
    parser.feed(page.read_text())
    return parser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once; `--strict` makes each warning an error."""
    place = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(place)]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "NO_MKDOCS_2_WARNING": "1"}
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return place


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 60
    for page in pages:
        for address in seen(page).loads:
            assert not urlsplit(address).netloc, (page.name, address)
    styles = [path.read_text() for path in site.rglob("*.css")]
    assert styles and not any(re.search(r"@import|url\([\"']?https?:", text) for text in styles)


@pytest.mark.slow
def test_links_lead_to_pages_and_places(site: Path) -> None:
    pages = {page: seen(page) for page in site.rglob("*.html") if page.name != "404.html"}
    checked = 0
    for page, content in pages.items():
        for address in content.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), (page.relative_to(site), address)
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].places, (page.relative_to(site), address)
            checked += 1
    assert checked > 2000


@pytest.mark.slow
def test_search_knows_lessons_options_and_diagnostics(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text())
    texts = {one["location"]: one["title"] + one["text"] for one in index["docs"]}
    assert any("rendezvous" in text for place, text in texts.items() if place.startswith("course/03"))
    assert any("--process-limit" in text for place, text in texts.items() if place.startswith("reference/commands"))
    assert any("E416" in text for place, text in texts.items() if place.startswith("diagnostics"))


@pytest.mark.slow
def test_every_text_is_in_the_navigation(site: Path) -> None:
    """A page that nobody can find is lost; decisions are in a list of their own."""
    links = set(seen(site / "index.html").links)
    for page in PAGES[1:]:
        place = page.relative_to(ROOT / "docs")
        if place.parts[0] != "decisions":
            assert place.with_suffix(".html").as_posix() in links or place.name == "index.md", place


# -- what is made from the code ----------------------------------------------------------------------


def test_every_command_and_option_is_in_the_reference() -> None:
    text = commands_page()
    for name, (_, parser) in parsers().items():
        section = text.partition(f"\n## penstock {name}\n")[2].partition("\n## ")[0]
        for action in parser._actions:
            for option in [option for option in action.option_strings if action.dest != "help"]:
                assert re.search(rf"`{re.escape(option)}[ `]", section), (name, option)


def test_every_field_is_in_the_reference() -> None:
    text = data_page()
    for verb in WITH_JSON:
        section = text.partition(f"\n## penstock {verb} --format json\n")[2].partition("\n## ")[0]
        schema = schema_of(verb)
        for form in [schema, *schema.get("anyOf", []), *schema.get("$defs", {}).values()]:
            for name in form.get("properties", {}):
                assert f"| `{name}` |" in section, (verb, name)


def test_every_diagnostic_has_an_entry() -> None:
    text = (ROOT / "docs" / "diagnostics.md").read_text()
    assert all(f"\n### {code}\n" in text for code in CATALOGUE)


# -- what is changed on the way into the site --------------------------------------------------------


def test_files_outside_become_pages() -> None:
    text = "see [a](../examples/retry.pml), [b](bounds.md), [c](https://spinroot.com) and [d](images/vscode.png)"
    told = rewritten("timers.md", text)
    assert "[a](files/examples/retry.pml.md)" in told
    assert told.count("files/") == 1
    assert "[a](../files/examples/retry.pml.md)" in rewritten("course/x.md", "[a](../../examples/retry.pml)")


def test_models_run_where_the_page_was_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listing = '```promela title="examples/course/lamps.pml"\nbyte x;\n```\n'
    monkeypatch.setattr("manual.live.PAGE", tmp_path / "index.html")
    assert with_live_models("course/07-fairness.md", listing) == listing.replace('.pml"', '.pml" linenums="1"')
    (tmp_path / "index.html").write_text("")
    told = with_live_models("course/07-fairness.md", listing)
    assert 'src="../../index.html?embed=1&amp;model=docs/models/lamps.pml"' in told
    assert with_live_models("course/07-fairness.md", listing.replace('"ex', '"in ex')).count("iframe") == 0
