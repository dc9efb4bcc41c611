"""What is special about the static page: it asks no other host, says that it loads, and works without a network."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from tests.page_driver import CHROMIUM, QUIET, Driver
from tests.site_server import BUILT_SITE, site_offered

browsers = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.slow, pytest.mark.needs(str(BUILT_SITE), CHROMIUM)]

PAIR = """\
chan line = [2] of { byte };
active proctype Sender() { do :: line!1 od }
active proctype Receiver() { do :: line?_ od }
"""


def test_the_page_loads_from_its_host_and_needs_no_network_when_it_was_there_once() -> None:
    """Each time it is opened costs seconds: so all that is to be seen while it opens is in one test."""
    with site_offered() as address, browsers.sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        driver = Driver(browser.new_page())
        asked: list[str] = []
        driver.page.context.on("request", lambda request: asked.append(request.url))
        driver.page.goto(address)
        driver.page.get_by_role("status").filter(has_text="Loading Python").wait_for()
        driver.model.fill(PAIR)  # nobody has to wait to write
        driver.region("Choices").get_by_role("button").first.wait_for()
        hosts = {urlsplit(one).netloc for one in asked if not one.startswith(("blob:", "data:"))}
        assert hosts == {urlsplit(address).netloc}
        names = {urlsplit(one).path.rpartition("/")[2] for one in asked}
        assert {"worker.js", "pyodide.asm.wasm", "library.zip", "packages.zip", "highs.wasm"} <= names
        driver.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        driver.page.reload()  # from here on, files come from where they are kept
        driver.region("Choices").get_by_role("button").first.wait_for()
        driver.page.context.set_offline(True)
        driver.page.reload()
        driver.region("Choices").get_by_role("button").first.wait_for()
        assert "proctype Sender" in driver.model.inner_text() and driver.troubles == []
        browser.close()
