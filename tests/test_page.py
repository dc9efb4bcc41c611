"""The page in a real browser, with the engine of `penstock serve`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.page_driver import AXE, BUILT, CHROMIUM, QUIET, Driver, served

browsers = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.slow, pytest.mark.needs(str(BUILT), str(AXE), CHROMIUM, "spin", "gcc")]

CROSSING = """\
chan there = [1] of { byte };
chan back = [1] of { byte };

active proctype Left() {
    there!1;
    there!2;
    back?_
}

active proctype Right() {
    back!3;
    back!4;
    there?_
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsers.sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("models")
    with served(folder) as address:
        yield address


@pytest.fixture
def driver(browser: Any, address: str) -> Iterator[Driver]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    driver = Driver(context.new_page())
    driver.page.goto(address)
    yield driver
    context.close()
    assert driver.troubles == []


def test_a_deadlock_is_reached_by_clicking_and_left_by_scrubbing_back(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    driver.region("Choices").get_by_text("Deadlock").wait_for()
    assert driver.region("Channels").get_by_role("meter", name="Fill of there").get_attribute("aria-valuenow") == "1"
    driver.time.fill("1")
    driver.at(1, of=2)
    assert "Deadlock" not in driver.region("Choices").inner_text()
