"""Real editors without a screen: Neovim and Emacs with the configurations that we hand out."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from json import loads
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SESSIONS = Path(__file__).parent / "editors"
MODEL = """\
mtype = { ping };
chan box = [2] of { mtype, byte };
byte counter;
init {
    counter = 1;
    box!counter;
    box?ping, counter;
    assert(couter == 1)
}
"""
EXPECTED = MODEL.replace("couter", "amount").replace("counter", "amount")
SECONDS = 150

pytestmark = pytest.mark.slow


def session(place: Path, command: list[str], more: dict[str, str]) -> dict[str, Any]:
    """What an editor found; it writes a file."""
    model, result = place / "model.pml", place / "result.json"
    model.write_text(MODEL.replace("box!counter", "box!ping, counter"))
    settings = {"RESULT": str(result), "MODEL": str(model), "HOME": str(place), "XDG_CONFIG_HOME": str(place)}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | settings | {"PATH": path} | more
    done = subprocess.run(command, env=env, cwd=place, capture_output=True, text=True, timeout=SECONDS)
    assert result.exists(), done.stdout + done.stderr
    found: dict[str, Any] = loads(result.read_text())
    assert found.get("problem") is None, found["problem"] + done.stderr
    return found


@pytest.mark.needs("nvim")
def test_neovim(tmp_path: Path) -> None:
    start = tmp_path / "init.lua"
    own = ROOT / "editors" / "neovim" / "penstock.lua"
    start.write_text(f'vim.g.penstock_options = {{ bounds = "never" }}\ndofile("{own}")\n')
    ending = f"luafile {SESSIONS / 'session.lua'}"
    found = session(tmp_path, ["nvim", "--headless", "-u", str(start), "model.pml", "-c", ending], {})
    assert found["findings"] == ["E301"]
    assert "couter" not in found["repaired"]
    assert "byte counter" in found["hover"]
    assert found["renamed"] == EXPECTED.replace("box!amount", "box!ping, amount")
    assert "box!ping, ping, amount" in found["completed"]


def has_eglot() -> bool:
    """Emacs has it since version 29; before, it is a package."""
    words = ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    return subprocess.run(words, capture_output=True, check=False, timeout=SECONDS).returncode == 0


@pytest.mark.needs("emacs")
def test_emacs(tmp_path: Path) -> None:
    if not has_eglot():
        pytest.skip("needs eglot")
    own = ROOT / "editors" / "emacs" / "penstock.el"
    options = '(setq penstock-options (list :bounds "never"))'
    words = ["emacs", "--batch", "--eval", "(package-initialize)", "-l", str(own), "--eval", options]
    found = session(tmp_path, [*words, "-l", str(SESSIONS / "session.el")], {})
    assert len(found["findings"]) == 1 and "couter" in found["findings"][0]
    assert found["left"] == 0
    assert "byte counter" in found["hover"]
    assert found["renamed"] == EXPECTED.replace("box!amount", "box!ping, amount")
    assert "box!pingping, amount" in found["completed"]


def test_helix_is_configured_for_every_dialect() -> None:
    told = tomllib.loads((ROOT / "editors" / "helix" / "languages.toml").read_text())
    server = told["language-server"]["penstock"]
    assert [server["command"], *server["args"]] == ["penstock", "lsp"]
    endings = {ending for language in told["language"] for ending in language["file-types"]}
    assert endings == {"pml", "prom", "promela", "pr", "apml", "pch"}
