"""What drives the page in tests: a server, a browser, and the names under which everything is found."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "src" / "penstock" / "faces" / "web" / "static" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MILLISECONDS = 60_000
PATIENCE = 15_000
"""With a page that is thrown away otherwise."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of `penstock serve`, with its token."""
    command = [sys.executable, "-m", "penstock", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()
            server.wait(20)


class Driver:
    """A page as somebody uses it, who sees names and roles only."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.set_default_timeout(MILLISECONDS)
        page.on("console", lambda said: self.troubles.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: self.troubles.append(str(problem)))

    def region(self, name: str) -> Any:
        return self.page.get_by_role("region", name=name, exact=True)

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def model(self) -> Any:
        return self.page.get_by_role("textbox", name="Model", exact=True)

    @property
    def time(self) -> Any:
        return self.page.get_by_role("slider", name="Time", exact=True)

    def write(self, text: str) -> None:
        """A model without errors in the place of the one before: its run begins."""
        self.model.fill(text)
        self.expect(self.time).to_be_enabled()

    def moment(self) -> tuple[int, int]:
        """Where the time cursor is, and how far it can go."""
        return int(self.time.input_value()), int(self.time.get_attribute("max"))

    def at(self, step: int, of: int | None = None) -> None:
        """Wait until the cursor is there."""
        said = f"step {step} of " + (r"\d+" if of is None else str(of))
        self.page.wait_for_function(
            "said => new RegExp(`^${said}(:|$)`).test(document.querySelector('[aria-label=Time][type=range]')"
            ".getAttribute('aria-valuetext'))",
            arg=said,
        )

    def choose(self, text: str) -> None:
        """Click the choice that says this, and wait until it is taken."""
        step = self.moment()[0]
        self.region("Choices").get_by_role("button").filter(has_text=text).first.click()
        self.at(step + 1)

    def ask(self, question: str) -> None:
        """One of the questions that have no button of their own."""
        self.button("More questions").click()
        self.page.get_by_role("menuitem", name=re.compile(f"^{question}")).click()

    def offered(self, kind: str, name: str) -> None:
        """Choose from the examples, the exercises or the files."""
        if kind == "Exercises":
            self.ask(kind)
        else:
            self.button(kind).click()
        self.page.get_by_role("dialog", name=kind).get_by_role("button").filter(has_text=name).click()

    def is_cleared(self) -> bool:
        """Leave what a test has left, as a user would; whether that was possible."""
        from playwright.sync_api import Error

        self.page.set_default_timeout(PATIENCE)
        try:
            self.page.keyboard.press("Escape")
            self.offered("Examples", "granting.pml")
            self.at(0, of=0)
            return not self.troubles and not self.region("Result").locator(".verdict").count()
        except Error:
            return False
        finally:
            self.page.set_default_timeout(MILLISECONDS)

    def expect(self, what: Any) -> Any:
        """Assertions that wait."""
        from playwright.sync_api import expect

        expect.set_options(timeout=MILLISECONDS)
        return expect(what)

    def judged(self, where: str = "body") -> list[str]:
        """What axe finds to be serious in a part of the page; in the dark, only colours can be otherwise."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        found = []
        for scheme, rules in (("light", ""), ("dark", ", runOnly: ['color-contrast']")):
            self.page.emulate_media(color_scheme=scheme)
            judge = f"where => axe.run(where, {{resultTypes: ['violations']{rules}}})"
            found += self.page.evaluate(judge, where)["violations"]
        return [
            f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
