"""What is special about the static page: it loads, asks no other host, survives, and works without a network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.page_driver import CHROMIUM, QUIET, Driver
from tests.site_server import BUILT_SITE, site_offered

browsers = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.slow, pytest.mark.needs(str(BUILT_SITE), CHROMIUM)]

SECONDS = 60
"""To load Python on a machine that does much else; `make bench` measures."""
PAIR = """\
chan line = [2] of { byte };
active proctype Sender() { do :: line!1 od }
active proctype Receiver() { do :: line?_ od }
"""
ENDLESS = """\
int a, b, c;
active [3] proctype Counter() { do :: a++ :: b++ :: c++ od }
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsers.sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with site_offered() as address:
        yield address


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(SECONDS * 1000)
    yield context
    context.close()


@pytest.fixture
def driver(context: Any) -> Iterator[Driver]:
    driver = Driver(context.new_page())
    driver.page.set_default_timeout(SECONDS * 1000)
    yield driver
    assert driver.troubles == []


def begin(driver: Driver, address: str, text: str = PAIR) -> None:
    """Open the page, and write a model as soon as Python is there."""
    driver.page.goto(address)
    driver.model.fill(text)
    driver.region("Choices").get_by_role("button").first.wait_for()


def test_nothing_comes_from_other_hosts_and_loading_is_told(driver: Driver, address: str) -> None:
    asked: list[str] = []
    driver.page.context.on("request", lambda request: asked.append(request.url))
    driver.page.goto(address)
    driver.page.get_by_role("status").filter(has_text="Loading Python").wait_for()
    driver.model.fill(PAIR)
    driver.region("Choices").get_by_role("button").first.wait_for()
    hosts = {urlsplit(one).netloc for one in asked if not one.startswith(("blob:", "data:"))}
    assert hosts == {urlsplit(address).netloc}
    names = {urlsplit(one).path.rpartition("/")[2] for one in asked}
    assert {"worker.js", "pyodide.asm.wasm", "library.zip", "packages.zip", "highs.wasm"} <= names


def test_a_job_is_ended_and_others_go_on(driver: Driver, address: str) -> None:
    begin(driver, address, ENDLESS)
    driver.button("Explore").click()
    driver.region("Result").get_by_role("button", name="Cancel").click()
    before = driver.moment()[0]
    driver.button("Step").click()
    driver.at(before + 1)
    driver.model.fill(PAIR)
    driver.button("Explore").click()
    driver.region("Result").get_by_text("3 states").first.wait_for()


def test_python_that_breaks_down_is_started_again(driver: Driver, address: str) -> None:
    begin(driver, address)
    driver.model.fill(f"int x; init {{ x = 1{'+1' * 20_000} }}")
    driver.page.get_by_text("too much for a browser").first.wait_for()
    driver.model.fill(PAIR)
    driver.region("Choices").get_by_role("button").first.wait_for()
    driver.troubles.clear()  # Pyodide has complained


def test_a_page_that_was_there_once_needs_no_network(driver: Driver, address: str) -> None:
    begin(driver, address)
    driver.button("Step").click()
    driver.at(1)
    driver.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    driver.page.reload()  # from here on, files come from where they are kept
    driver.region("Choices").get_by_role("button").first.wait_for()
    driver.page.context.set_offline(True)
    driver.page.reload()
    driver.region("Choices").get_by_role("button").first.wait_for()
    assert "proctype Sender" in driver.model.inner_text()
