"""The debug adapter, driven by the client that adapters of VS Code are tested with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DRIVER = ROOT / "tests" / "debugger"


@pytest.mark.needs("node", str(DRIVER / "node_modules" / "@vscode" / "debugadapter-testsupport"))
def test_the_client_of_adapters_is_content() -> None:
    words = {"PENSTOCK": str(Path(sys.executable).parent / "penstock"), "MODELS": str(ROOT / "examples")}
    command = ["node", "--test", str(DRIVER / "session.test.cjs")]
    done = subprocess.run(command, env=os.environ | words, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout and "# pass 7" in done.stdout
