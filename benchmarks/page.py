"""How long somebody at the page waits: until it can be used, from a step to its picture, and along a long run."""

from __future__ import annotations

import gzip
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from tests.page_driver import BUILT, CHROMIUM, QUIET, Driver, served
from tests.site_server import BUILT_SITE, SITE, site_offered

LOADS = 3
STEPS = 40
LONG_RUN = 10_000
FRAMES = 300
"""While the slider is drawn from one end of the run to the other."""
MOST_MILLISECONDS = 120_000
RING = """\
chan line[10] = [3] of { byte };
int taken;
active [10] proctype Station() {
    byte token;
    if :: _pid % 3 == 0 -> line[_pid]!1 :: else fi;
    do :: line[_pid]?token -> taken++; line[(_pid + 1) % 10]!token od
}
"""
STEPPING = """async (count) => {
    const step = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Step");
    const slider = document.querySelector("[aria-label=Time][type=range]");
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    for (let number = 0; number < count; number++) {
        const before = slider.getAttribute("aria-valuetext");
        const begin = performance.now();
        step.click();
        while (slider.getAttribute("aria-valuetext") === before) await frame();
        await frame();
        times.push(performance.now() - begin);
    }
    return times;
}"""
SCRUBBING = """async (count) => {
    const slider = document.querySelector("[aria-label=Time][type=range]");
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const times = [];
    let last = await new Promise(requestAnimationFrame);
    for (let number = 0; number <= count; number++) {
        set.call(slider, Math.round((slider.max * (count - number)) / count));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
    }
    return times;
}"""


def main() -> None:
    if find_spec("playwright") is None or not all(Path(one).exists() for one in (BUILT, BUILT_SITE, CHROMIUM)):
        print("\nthe page is not measured: it needs Chromium, `pip install playwright`, `make web` and `make site`")
        return
    print("\nthe page in Chromium")
    for name, files in sizes().items():
        print(f"  {name:34} {sum(files.values()) / 1000:8,.0f} KB compressed")
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        for engine, offered in (("penstock serve", served(Path(folder))), ("static files", site_offered())):
            with offered as address:
                _measure(engine, browser, address)


def _measure(engine: str, browser: Any, address: str) -> None:
    print(f"  {engine}")
    print(f"    until it can be used             {median(loaded(browser, address) for _ in range(LOADS)):8.2f} s")
    with opened(browser, address) as driver:
        times = driver.page.evaluate(STEPPING, STEPS)
        print(f"    from a step to its picture       {median(times):8.0f} ms, at 10 processes (worst {max(times):.0f})")
        times, behind = _scrubbed(driver)
    late = sum(value > 50 for value in times)
    print(f"    a frame while {LONG_RUN:,} steps pass   {median(times):8.0f} ms, {late} of {len(times)} above 50 ms")
    print(f"    until the last one is there      {1000 * behind:8.0f} ms")


def _scrubbed(driver: Driver) -> tuple[list[float], float]:
    """Milliseconds of frames while the slider is drawn over a long run; seconds until the views are at its end."""
    driver.page.get_by_label("Run until").fill(f"taken == {LONG_RUN // 3}")  # each round takes three steps
    driver.button("Run").click()
    driver.page.wait_for_function(
        "least => document.querySelector('[aria-label=Time][type=range]').max >= least", arg=LONG_RUN * 9 // 10
    )
    times: list[float] = driver.page.evaluate(SCRUBBING, FRAMES)
    begin = time.perf_counter()
    driver.region("Choices").get_by_role("button").nth(9).wait_for()  # at the beginning, all ten can move
    return times, time.perf_counter() - begin


def sizes() -> dict[str, dict[str, int]]:
    """Files by what they are for, with their compressed sizes."""
    parts: dict[str, dict[str, int]] = {"the page": {}, "Python and the solver, static only": {}}
    for path in sorted(SITE.rglob("*")):
        name = path.relative_to(SITE)
        if path.is_file() and name.parts[0] != "docs":
            part = "Python and the solver, static only" if name.parts[0] == "engine" else "the page"
            parts[part][str(name)] = len(gzip.compress(path.read_bytes(), 6))
    return parts


@contextmanager
def browsing() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


def loaded(browser: Any, address: str) -> float:
    """Seconds until a newcomer can take a step; nothing is kept from before."""
    context = browser.new_context()
    driver = Driver(context.new_page())
    driver.page.set_default_timeout(MOST_MILLISECONDS)
    begin = time.perf_counter()
    driver.page.goto(address)
    driver.region("Choices").get_by_role("button").first.wait_for()
    seconds = time.perf_counter() - begin
    context.close()
    return seconds


@contextmanager
def opened(browser: Any, address: str) -> Iterator[Driver]:
    """A page with the model of ten processes."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    driver = Driver(context.new_page())
    driver.page.set_default_timeout(MOST_MILLISECONDS)
    driver.page.goto(address)
    driver.region("Choices").get_by_role("button").first.wait_for()
    driver.model.fill(RING)
    driver.region("Channels").get_by_text("line[9]").first.wait_for()
    yield driver
    context.close()


if __name__ == "__main__":
    main()
