"""The page in a real browser, as somebody drives it who knows names and roles only."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.page_driver import AXE, BUILT, CHROMIUM, QUIET, Driver, served
from tests.page_models import (
    COUNTING,
    CROSSING,
    FILLING,
    GRANTING,
    MISTAKES,
    STORED,
    TALKING,
    TIMED,
    TWO_STEPS,
)
from tests.site_server import BUILT_SITE, site_offered
from tests.support import load_text

from penstock.codegen.fingerprint import fingerprint

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
    for name in ("crossing.pml", "saved.pml"):
        (folder / name).write_text(CROSSING)
    return folder


@pytest.fixture(scope="module", params=["serve", pytest.param("static", marks=pytest.mark.needs(str(BUILT_SITE)))])
def engine(request: pytest.FixtureRequest) -> str:
    """Whatever is tested here, both do."""
    return str(request.param)


@pytest.fixture(scope="module")
def address(engine: str, folder: Path) -> Iterator[str]:
    with served(folder) if engine == "serve" else site_offered() as address:
        yield address


@pytest.fixture(scope="module")
def opened() -> Iterator[list[Driver]]:
    """The page that the tests of an engine share: who comes to it leaves what was done before, as users do."""
    kept: list[Driver] = []
    yield kept
    for one in kept:
        one.page.context.close()


@pytest.fixture
def driver(browser: Any, address: str, opened: list[Driver]) -> Driver:
    if not (opened and opened[0].page.url.startswith(address.partition("?")[0]) and opened[0].is_cleared()):
        while opened:
            opened.pop().page.context.close()
        context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="light")
        opened.append(Driver(context.new_page()))
        opened[0].page.goto(address)
        opened[0].at(14)  # of the example that newcomers see
    return opened[0]


@pytest.fixture(autouse=True)
def untroubled(driver: Driver) -> Iterator[None]:
    """Nothing is said on the console."""
    yield
    assert driver.troubles == []


def test_mistakes_are_found_as_they_are_typed_and_repaired_by_a_click(driver: Driver) -> None:
    assert driver.judged() == []
    driver.model.fill(MISTAKES)
    findings = driver.region("Findings").get_by_role("listitem")
    driver.expect(findings).to_have_count(3)
    assert driver.judged(".findings") == []
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
    assert driver.judged(".choices") + driver.judged(".result") == []
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


def test_timers_run_down_by_ticks(driver: Driver) -> None:
    driver.write(TIMED)
    driver.expect(driver.region("Variables")).to_contain_text("off")
    driver.choose("set(pause, 3)")
    driver.expect(driver.region("Variables")).to_contain_text("3 ticks")
    driver.choose("tick 3")
    driver.expect(driver.region("Variables")).to_contain_text("0 ticks")
    driver.expect(driver.region("Chart")).to_contain_text("tick 3")
    driver.choose("expire(pause)")
    driver.expect(driver.region("Variables")).to_contain_text("off")


@pytest.mark.needs("spin", "gcc")
def test_a_counterexample_of_verify_is_under_the_slider(driver: Driver, engine: str) -> None:
    if engine == "static":
        driver.button("Verify").click()
        driver.region("Result").get_by_text("penstock serve").wait_for()
        assert driver.judged(".result") == []
        return
    driver.write(CROSSING)
    driver.button("Verify").click()
    driver.region("Result").get_by_text("violated").first.wait_for()
    driver.at(2, of=2)
    driver.region("Choices").get_by_text("Deadlock").wait_for()
    assert driver.judged(".result") == []


def test_explore_finds_the_deadlock_too_and_draws_the_states(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.button("Explore").click()
    driver.region("Result").get_by_text("1 violation").wait_for()
    driver.at(2, of=2)
    driver.ask("Draw the state graph")
    states = driver.region("Result").get_by_role("button", name=re.compile("^State"))
    driver.expect(states).to_have_count(4)
    assert driver.judged(".result") == []
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
    driver.region("Result").get_by_text("The weights").click()
    assert driver.judged(".result") + driver.judged(".channels") == []


def test_a_run_that_fills_a_channel_plays_its_loop(driver: Driver) -> None:
    driver.write(FILLING)
    driver.button("Bound").click()
    driver.region("Result").get_by_text("UNBOUNDED").wait_for()
    driver.region("Result").get_by_role("button", name=re.compile("Under the slider")).wait_for()
    filled = driver.region("Channels").get_by_role("meter", name="Fill of line")
    driver.time.fill(str(driver.moment()[1]))
    driver.at(driver.moment()[1])
    assert int(filled.get_attribute("aria-valuenow")) >= 1


def test_what_is_shared_opens_at_the_same_step_and_stays_there(driver: Driver) -> None:
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.choose("back!3")
    driver.time.fill("1")
    driver.at(1, of=2)
    driver.button("Share").click()
    assert driver.judged("dialog") == []
    shared = driver.page.get_by_role("textbox", name="Address")
    driver.expect(shared).to_have_value(re.compile("#.{20}"))
    other = Driver(driver.page.context.new_page())
    other.page.goto(shared.input_value())
    other.at(1, of=2)
    assert "there!1" in other.model.inner_text()
    assert other.region("Channels").get_by_role("list", name="Messages in there").inner_text() == "1"
    other.button("Step").click()
    other.at(2, of=2)
    kept = "JSON.parse(sessionStorage.getItem('penstock.run'))"
    other.page.wait_for_function(f"() => {kept}?.d === 2 && {kept}.p.length === 2")
    other.page.reload()
    other.at(2, of=2)
    assert "there!1" in other.model.inner_text() and other.troubles == []
    other.page.close()


def test_a_long_job_is_cancelled(driver: Driver) -> None:
    driver.write(COUNTING)
    driver.button("Explore").click()
    driver.region("Result").get_by_role("button", name="Cancel").click()
    driver.page.get_by_role("status").get_by_text("cancelled").wait_for()
    driver.expect(driver.region("Result").get_by_role("button", name="Cancel")).to_have_count(0)
    driver.button("Step").click()
    driver.at(1)
    driver.write(FILLING)
    driver.button("Explore").click()
    driver.region("Result").get_by_text("3 states").first.wait_for()


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
    assert driver.judged(".dock") == []
    driver.button("Remove len(grants) == 0").click()
    driver.expect(driver.page.locator(".lane")).to_have_count(0)


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


def follow(driver: Driver, *lines: str) -> None:
    """Hand in a trace of a program made from the model of two steps."""
    text = "".join(f"{line}\n" for line in (f"model {fingerprint(load_text(TWO_STEPS))}", *lines))
    with driver.page.expect_file_chooser() as choosing:
        driver.ask("Follow the trace")
    choosing.value.set_files({"name": "trace.log", "mimeType": "text/plain", "buffer": text.encode()})


def test_traces_of_programs_are_followed(driver: Driver) -> None:
    driver.write(TWO_STEPS)
    follow(driver, "step 0 1:31", "step 0 1:38", "end 0", "over ended")
    driver.region("Result").get_by_text("conforms").wait_for()
    driver.at(3, of=3)
    follow(driver, "step 0 1:38", "over limit")
    driver.region("Result").get_by_text("departs").wait_for()
    driver.expect(driver.region("Result")).to_contain_text("possible would be process 0 (p) at 1:31, x = 1")
    assert driver.judged(".result") == []


def test_programs_are_shown(driver: Driver) -> None:
    driver.write(GRANTING)
    driver.ask("Show a program in C")
    files = driver.region("Result").get_by_role("figure")
    driver.expect(files.filter(has_text="Makefile").first).to_be_visible()
    driver.expect(files.filter(has_text="#include").filter(has_text="Client").first).to_be_visible()


def test_actors_speak_in_their_own_words(driver: Driver) -> None:
    driver.offered("Examples", "buffer.apml")
    driver.button("Run 100").click()
    driver.at(100)
    driver.expect(driver.region("Automata")).to_contain_text("takes put(value)")
    driver.expect(driver.region("Channels")).to_contain_text("of producer#1")
    driver.expect(driver.page.locator(".flag").filter(has_text="buffer#1")).to_be_visible()
    assert driver.judged("main") == []
    driver.ask("Show it in plain Promela")
    driver.expect(driver.region("Result")).to_contain_text("proctype buffer(")


def test_what_the_outside_reaches_is_coloured_beside_the_closed_text(driver: Driver) -> None:
    driver.write(TALKING)
    driver.ask("Close an open model")
    driver.expect(driver.region("Result")).to_contain_text("Open at outside.")
    driver.expect(driver.region("Result").locator("pre")).to_contain_text("the environment sends")
    reached = driver.page.locator(".outside")
    driver.expect(reached.first).to_be_visible()
    assert {"got", "known"} >= set(reached.all_inner_texts()) >= {"got"}
    assert driver.judged(".result") + driver.judged(".model") == []
    driver.write(TWO_STEPS)
    driver.expect(reached).to_have_count(0)
    driver.ask("Close an open model")
    driver.expect(driver.region("Result")).to_contain_text("Nothing is open.")


def test_an_exercise_is_tried_until_it_is_solved(driver: Driver) -> None:
    driver.offered("Exercises", "buffer.pml")
    result = driver.region("Result")
    result.get_by_role("button", name="Try").click()
    driver.expect(result.get_by_text("fails", exact=True)).to_have_count(2)
    assert driver.moment() == (0, 0), "which fail is told, not how"
    assert driver.judged(".result") == []
    driver.write(STORED)
    result.get_by_role("button", name="Try").click()
    result.get_by_text("Solved.").wait_for()


def test_files_are_opened_and_saved(driver: Driver, engine: str, folder: Path) -> None:
    if engine == "static":
        assert driver.button("Files").count() == 0
        return
    driver.offered("Files", "saved.pml")
    driver.expect(driver.model).to_contain_text("there!1")
    driver.write(GRANTING)
    driver.button("Save").click()
    driver.page.get_by_role("status").filter(has_text="saved.pml is saved").wait_for()
    assert (folder / "saved.pml").read_text() == GRANTING


def test_paper_has_the_whole_run_in_daylight(driver: Driver) -> None:
    driver.page.emulate_media(color_scheme="dark")
    driver.write(GRANTING)
    driver.button("Run 100").click()
    driver.at(100)
    rows, theme = driver.page.locator(".chart-picture .row"), driver.page.locator("html")
    driver.expect(theme).to_have_attribute("data-theme", "dark")
    driver.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    driver.expect(rows).to_have_count(100)
    driver.expect(theme).to_have_attribute("data-theme", "light")
    driver.page.evaluate("dispatchEvent(new Event('afterprint'))")
    driver.expect(rows).not_to_have_count(100)
    driver.expect(theme).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(("width", "height"), [(320, 256), (390, 844)], ids=["400 %", "phone"])
def test_narrow_pages_scroll_one_way_and_can_do_everything(driver: Driver, width: int, height: int) -> None:
    driver.page.set_viewport_size({"width": width, "height": height})
    try:
        driver.write(CROSSING)
        for name in ("Step", "Back", "Play", "Reset", "Watch", "Run", "Verify", "Bound", "Explore", "Share"):
            driver.button(name).scroll_into_view_if_needed()
            assert driver.button(name).is_visible()
        driver.button("Step").click()
        driver.at(1)
        assert driver.page.evaluate("document.documentElement.scrollWidth") <= width
        assert driver.judged() == []
    finally:
        driver.page.set_viewport_size({"width": 1440, "height": 900})


NAMES = {
    "button": ("Step", "Back", "Play", "Reset", "Verify", "Bound", "Explore", "Share"),
    "region": ("Findings", "Choices", "Channels", "Variables", "Automata", "Chart", "Result"),
    "textbox": ("Model",),
    "slider": ("Time",),
}


def test_everything_has_its_name_and_steps_are_told_to_those_who_listen(driver: Driver) -> None:
    for role, names in NAMES.items():
        for name in names:
            driver.expect(driver.page.get_by_role(role, name=name, exact=True)).to_have_count(1)
    driver.write(CROSSING)
    told = driver.page.locator(".where[aria-live=polite]")
    driver.choose("there!1")
    driver.expect(told).to_contain_text("Left there!1")
    for name in ("Examples", "Help"):
        driver.button(name).click()
        driver.page.get_by_role("dialog").wait_for()
        assert driver.judged("dialog") == []
        driver.page.keyboard.press("Escape")


def test_python_that_breaks_down_is_started_again(driver: Driver, engine: str) -> None:
    """On the static page; a server's process has a stack that suffices."""
    driver.model.fill(f"int x; init {{ x = 1{'+1' * 20_000} }}")
    if engine == "static":
        driver.page.get_by_text("too much for a browser").first.wait_for()
    driver.write(CROSSING)
    driver.choose("there!1")
    driver.troubles.clear()  # Pyodide has complained
