"""The extension in a real VS Code, as a browser shows it; `make editors` fetches what this needs."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

browsers = pytest.importorskip("playwright.sync_api")
ROOT = Path(__file__).parent.parent
EXTENSION = ROOT / "editors" / "vscode" / "penstock.vsix"
SERVER = ROOT / "build" / "editors" / "node_modules" / "code-server" / "lib" / "vscode"
PICTURES = ROOT / "build" / "editors" / "pictures"
CHROMIUM = "/usr/bin/chromium"
pytestmark = [pytest.mark.slow, pytest.mark.needs(str(EXTENSION), str(SERVER), CHROMIUM, "node", "spin", "gcc")]
QUIET = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
MILLISECONDS = 60_000
MODEL = """\
chan there = [9] of { byte };
chan back = [4] of { byte };
byte rounds;

active proctype Ping() {
    do
    :: rounds < 5 -> rouns++; there!1; back?1
    :: else -> break
    od
}

active proctype Pong() {
end: do
    :: there?1 -> back!1
    od
}

ltl few { [] (rounds < 3) }
"""
PROJECT = '[[model]]\nfile = "tested.pml"\nverify = { safety = "holds", few = "holds" }\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("models")
    (found / "model.pml").write_text(MODEL)
    (found / "tested.pml").write_text(MODEL.replace("rouns", "rounds"))
    (found / "penstock.toml").write_text(PROJECT)
    return found


@pytest.fixture(scope="module")
def address(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of VS Code, with the extension and nothing else."""
    place = tmp_path_factory.mktemp("vscode")
    settings = place / "data" / "data" / "Machine"
    settings.mkdir(parents=True)
    told = {"penstock.path": str(Path(sys.executable).parent / "penstock"), "workbench.startupEditor": "none"}
    (settings / "settings.json").write_text(json.dumps(told))
    command = ["node", "out/server-main.js", "--server-data-dir", str(place / "data")]
    command += ["--extensions-dir", str(place / "extensions"), "--accept-server-license-terms"]
    subprocess.run([*command, "--install-extension", str(EXTENSION)], cwd=SERVER, check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--host", "127.0.0.1", "--port", str(port), "--without-connection-token"]
    with open(place / "log", "w") as log:
        server = subprocess.Popen([*command, *words], cwd=SERVER, stdout=log, stderr=log)
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="module")
def page(address: str, folder: Path) -> Iterator[Any]:
    opened = json.dumps([["openFile", f"vscode-remote://{address}{folder}/model.pml"]])
    with browsers.sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(MILLISECONDS)
        _visit(page, f"http://{address}/?{urlencode({'folder': str(folder), 'payload': opened})}")
        page.get_by_text("Yes, I trust the authors").click()
        page.wait_for_selector(".monaco-editor .view-line")
        yield page
        browser.close()


def _visit(page: Any, url: str) -> None:
    """As soon as somebody answers there."""
    until = time.monotonic() + 60
    while True:
        try:
            page.goto(url)
            return
        except browsers.Error:
            if time.monotonic() > until:
                raise
            time.sleep(0.3)


def picture(page: Any, name: str) -> None:
    """For whoever wants to look; `make editors` says where they are."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


def command(page: Any, title: str) -> None:
    """Choose a command from the palette."""
    page.keyboard.press("F1")
    page.keyboard.type(title, delay=5)
    page.get_by_role("option").filter(has_text=title).first.click()


def fix_a_finding(page: Any) -> None:
    page.wait_for_selector(".squiggly-error")
    picture(page, "finding")
    page.get_by_text("rouns").first.click()
    page.keyboard.press("Control+.")
    page.get_by_text("change `rouns` to `rounds`").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_selector(".squiggly-error", state="detached")
    page.keyboard.press("Control+s")


def see_bounds(page: Any) -> None:
    page.locator(".view-lines").get_by_text("≤ 1").first.wait_for()
    picture(page, "bounds")


def verify_by_a_lens(page: Any) -> None:
    page.locator(".codelens-decoration a", has_text="verify").last.click()
    page.locator(".codelens-decoration a", has_text="verify: violated").wait_for()
    page.get_by_role("tab", name="Counterexample of few").wait_for()
    picture(page, "verified")


def run_a_project(page: Any) -> None:
    command(page, "Testing: Focus on Test Explorer View")
    page.get_by_role("treeitem").filter(has_text="models").first.click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("treeitem").filter(has_text="tested.pml").first.wait_for()
    command(page, "Test: Run All Tests")
    page.locator(".codicon-testing-failed-icon").first.wait_for()
    picture(page, "tests")


def debug_and_step_back(page: Any) -> None:
    page.get_by_role("tab", name="model.pml").click()
    command(page, "Penstock: Debug Model")
    page.wait_for_selector(".debug-toolbar")
    page.wait_for_selector(".debug-top-stack-frame-line")
    first = page.locator(".debug-top-stack-frame-line").count()
    command(page, "Penstock: Show the Automata While Debugging")
    page.get_by_role("tab", name="Where it is").wait_for()
    for _ in range(3):
        page.get_by_role("button", name="Step Over").first.click()
        time.sleep(1)
    picture(page, "debugging")
    page.get_by_role("button", name="Step Back").first.click()
    time.sleep(1)
    assert page.locator(".debug-top-stack-frame-line").count() == first
    picture(page, "stepped-back")
    page.get_by_role("button", name="Stop").first.click()


def test_a_session(page: Any) -> None:
    """One after the other, as one would: each goes on where the one before ended."""
    fix_a_finding(page)
    see_bounds(page)
    verify_by_a_lens(page)
    run_a_project(page)
    debug_and_step_back(page)
