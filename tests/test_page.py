"""The page in a real browser, as somebody drives it who knows names and roles only."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.page_driver import AXE, BUILT, CHROMIUM, QUIET, Driver, served
from tests.page_models import COUNTING, CROSSING, FILLING, GRANTING, MISTAKES, TIMED
from tests.site_server import BUILT_SITE, site_offered

browsers = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.slow, pytest.mark.needs(str(BUILT), str(AXE), CHROMIUM)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsers.sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("models")
    (folder / "crossing.pml").write_text(CROSSING)
    return folder


@pytest.fixture(scope="module", params=["serve", pytest.param("static", marks=pytest.mark.needs(str(BUILT_SITE)))])
def engine(request: pytest.FixtureRequest) -> str:
    """Whatever is tested here, both do."""
    return str(request.param)


@pytest.fixture(scope="module")
def address(engine: str, folder: Path) -> Iterator[str]:
    with served(folder) if engine == "serve" else site_offered() as address:
        yield address


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


@pytest.fixture
def driver(context: Any, address: str) -> Iterator[Driver]:
    driver = Driver(context.new_page())
    driver.page.goto(address)
    driver.at(14)  # of the example that newcomers see
    yield driver
    assert driver.troubles == []


def test_mistakes_are_found_as_they_are_typed_and_repaired_by_a_click(driver: Driver) -> None:
    driver.model.fill(MISTAKES)
    findings = driver.region("Findings").get_by_role("listitem")
    driver.expect(findings).to_have_count(3)
    assert "conut" in findings.first.inner_text()
    driver.region("Findings").get_by_role("button", name=re.compile("Fix: .*count")).click()
    driver.expect(findings).to_have_count(2)
    assert "line!count" in driver.model.inner_text()


def test_a_deadlock_is_reached_by_clicking_and_left_by_a_branch(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    driver.region("Choices").get_by_text("Deadlock").wait_for()
    assert driver.region("Channels").get_by_role("meter", name="Fill of there").get_attribute("aria-valuenow") == "1"
    driver.region("Result").get_by_text("Who waits for whom").wait_for()
    driver.time.fill("0")
    driver.at(0, of=2)
    driver.choose("back!3")
    assert driver.moment() == (1, 1)
    others = driver.page.get_by_role("group", name="Other runs").get_by_role("button")
    driver.expect(others).to_have_count(1)
    others.click()
    driver.at(2, of=2)
    driver.region("Choices").get_by_text("Deadlock").wait_for()


def test_keys_alone_move_the_cursor(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.region("Choices").get_by_role("button").first.focus()
    for key, step in (("1", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 2), ("Home", 0)):
        driver.page.keyboard.press(key)
        driver.at(step)
    driver.button("Play").focus()
    driver.page.keyboard.press("Enter")
    driver.at(2, of=2)


def test_five_views_show_the_moment_under_the_cursor(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    assert driver.region("Channels").get_by_role("list", name="Messages in there").inner_text() == "1"
    driver.region("Automata").get_by_role("group", name=re.compile("Automaton of Left: Left is at 1")).wait_for()
    driver.region("Chart").get_by_role("img", name="Sequence chart, step 1 of 1").wait_for()
    assert driver.page.locator(".flag.moved").inner_text() == "Left"
    driver.write(TIMED)
    driver.button("Run 100").click()
    driver.at(100)
    driver.region("Variables").get_by_text(re.compile("tick|off")).first.wait_for()


@pytest.mark.needs("spin", "gcc")
def test_a_counterexample_of_verify_is_under_the_slider(driver: Driver, engine: str) -> None:
    if engine == "static":
        driver.button("Verify").click()
        driver.region("Result").get_by_text("penstock serve").wait_for()
        return
    driver.write(CROSSING)
    driver.button("Verify").click()
    driver.region("Result").get_by_text("violated").first.wait_for()
    driver.at(2, of=2)
    driver.region("Choices").get_by_text("Deadlock").wait_for()


def test_explore_finds_the_deadlock_too_and_draws_the_states(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.button("Explore").click()
    driver.region("Result").get_by_text("1 violation").wait_for()
    driver.at(2, of=2)
    driver.ask("Draw the state graph")
    states = driver.region("Result").get_by_role("button", name=re.compile("^State"))
    driver.expect(states).to_have_count(4)
    states.first.click()
    driver.at(0, of=0)


def test_bounds_are_bars_and_a_line_that_never_rises(driver: Driver) -> None:
    driver.write(GRANTING)
    driver.button("Bound").click()
    driver.region("Result").get_by_text("BOUNDED").wait_for()
    driver.region("Result").get_by_role("img", name="wishes: declared 5, ≤ 1").wait_for()
    line = driver.region("Result").get_by_role("img", name=re.compile("The sum of the proof for"))
    heights = [float(height) for height in re.findall(r"V([\d.]+)", line.locator(".sum-line").get_attribute("d"))]
    assert len(heights) == 60
    assert heights == sorted(heights)
    assert driver.region("Channels").get_by_text("proved ≤ 1").count() == 2


def test_a_run_that_fills_a_channel_plays_its_loop(driver: Driver) -> None:
    driver.write(FILLING)
    driver.button("Bound").click()
    driver.region("Result").get_by_text("UNBOUNDED").wait_for()
    driver.region("Result").get_by_role("button", name=re.compile("Under the slider")).wait_for()
    filled = driver.region("Channels").get_by_role("meter", name="Fill of line")
    driver.time.fill(str(driver.moment()[1]))
    driver.at(driver.moment()[1])
    assert int(filled.get_attribute("aria-valuenow")) >= 1


def test_what_is_shared_opens_at_the_same_step(driver: Driver, context: Any) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    driver.time.fill("1")
    driver.at(1, of=2)
    driver.button("Share").click()
    shared = driver.page.get_by_role("textbox", name="Address")
    driver.expect(shared).to_have_value(re.compile("#.{20}"))
    other = Driver(context.new_page())
    other.page.goto(shared.input_value())
    other.at(1, of=2)
    assert "there!1" in other.model.inner_text()
    assert other.region("Channels").get_by_role("list", name="Messages in there").inner_text() == "1"
    assert other.troubles == []


def test_a_long_job_is_cancelled(driver: Driver) -> None:
    driver.write(COUNTING)
    driver.button("Explore").click()
    driver.region("Result").get_by_role("button", name="Cancel").click()
    driver.page.get_by_role("status").get_by_text("cancelled").wait_for()
    driver.expect(driver.region("Result").get_by_role("button", name="Cancel")).to_have_count(0)
    driver.button("Step").click()
    driver.at(1)


def test_a_reload_keeps_the_work(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    driver.time.fill("1")
    driver.at(1, of=2)
    kept = "JSON.parse(sessionStorage.getItem('penstock.run'))"
    driver.page.wait_for_function(f"() => {kept}.d === 1 && {kept}.p.length === 2")
    driver.page.reload()
    driver.at(1, of=2)
    assert "there!1" in driver.model.inner_text()


def test_conditions_are_watched_and_run_to(driver: Driver) -> None:
    driver.write(GRANTING)
    driver.page.get_by_label("Run until").fill("len(grants) == 1")
    driver.button("Run").click()
    driver.expect(driver.region("Channels").get_by_role("meter", name="Fill of grants")).to_have_attribute(
        "aria-valuenow", "1"
    )
    driver.button("Watch").click()
    driver.page.get_by_label("Expression").fill("len(grants) == 0")
    driver.button("Add").click()
    driver.page.get_by_role("img", name="len(grants) == 0 along the run").wait_for()
    assert driver.page.locator(".lane .worth").inner_text() == "false"


BEGINS = {"SVG": b"<svg", "PNG": b"\x89PNG", "PDF": b"%PDF", "TikZ": b"% \\usepackage{tikz}"}


def saved(driver: Driver, view: str, form: str) -> bytes:
    """What the menu of a view saves."""
    driver.button(f"Export {view}").click()
    with driver.page.expect_download() as download:
        driver.page.get_by_role("menuitem", name=form, exact=True).click()
    return Path(download.value.path()).read_bytes()


def test_views_are_saved_as_pictures(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    for view in ("source", "automata", "channels", "variables", "chart"):
        for form in BEGINS if view == "chart" else ["SVG"]:
            assert saved(driver, view, form).startswith(BEGINS[form])


def test_answers_are_saved_as_pictures(driver: Driver) -> None:
    driver.write(GRANTING)
    driver.button("Bound").click()
    driver.region("Result").get_by_role("img", name=re.compile("The sum of the proof for")).wait_for()
    for form, begin in BEGINS.items():
        assert saved(driver, "bounds", form).startswith(begin)
    picture = saved(driver, "bounds", "SVG").decode()
    assert all(word in picture for word in ("BOUNDED", "wishes", "≤ 1, declared 5", "sum of the proof"))
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    driver.ask("Draw the state graph")
    driver.region("Result").get_by_role("button", name=re.compile("^State")).first.wait_for()
    begins = {**BEGINS, "Mermaid": b"flowchart TD", "Graphviz": b"digraph {"}
    for view in ("state graph", "wait-for graph"):
        for form, begin in begins.items():
            assert saved(driver, view, form).startswith(begin)
    assert saved(driver, "state graph", "SVG").count(b"<path") > 8
    assert b"Left" in saved(driver, "wait-for graph", "Mermaid")


@pytest.mark.needs("spin")
def test_any_run_is_saved_as_a_trail_that_spin_replays(driver: Driver, engine: str, tmp_path: Path) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    if engine == "static":
        driver.button("Export chart").click()
        driver.page.get_by_role("menuitem", name="Trail of SPIN").click()
        driver.page.get_by_role("status").filter(has_text="penstock serve").wait_for()
        return
    (tmp_path / "model.pml").write_text(CROSSING)
    (tmp_path / "run.trail").write_bytes(saved(driver, "chart", "Trail of SPIN"))
    replay = ["spin", "-t", "-p", "-k", "run.trail", "model.pml"]
    said = subprocess.run(replay, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "[there!1]" in said
    assert "[back!3]" in said
    assert "trail ends after 2 steps" in said


def test_a_model_is_never_markup(driver: Driver) -> None:
    driver.write('active proctype P() { printf("</script><img src=x onerror=alert(1)>\\n") }')
    driver.button("Step").click()
    driver.at(1)
    driver.expect(driver.region("Chart")).to_contain_text("<img src=x")
    assert driver.page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_finding_of_axe_in_any_view(browser: Any, address: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    driver = Driver(context.new_page())
    driver.page.goto(address)
    driver.at(14)
    driver.page.evaluate(AXE.read_text())
    assert driver.judged() == []
    driver.model.fill(MISTAKES)
    driver.region("Findings").get_by_role("listitem").first.wait_for()
    assert driver.judged() == []
    driver.write(GRANTING)
    driver.button("Bound").click()
    driver.region("Result").get_by_text("BOUNDED").wait_for()
    driver.region("Result").get_by_text("The weights").click()
    assert driver.judged() == []
    driver.ask("Draw the state graph")
    driver.region("Result").get_by_role("button", name=re.compile("^State")).first.wait_for()
    assert driver.judged() == []
    for name in ("Examples", "Share", "Help"):
        driver.button(name).click()
        assert driver.judged() == []
        driver.page.keyboard.press("Escape")
    context.close()
