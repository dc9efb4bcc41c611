"""`penstock` as users call it: a process of its own, its outputs and its status.

Python starts and imports once for all commands, which takes longer than most of them: `tests.forking`.  Only what
shall find other modules starts anew.
"""

from __future__ import annotations

import atexit
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).parent.parent
_LOCK = Lock()


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a command: it finds this tree, and writes UTF-8."""
    return os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"} | more


def penstock(
    *words: str | Path,
    text: bytes | None = None,
    cwd: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    seconds: float = 600,
) -> subprocess.CompletedProcess[str]:
    """What a command says and how it ends; a fault of ours fails the test.  `text` comes by a pipe."""
    command, told = [*map(str, words)], surroundings(**(environment or {}))
    if "PYTHONPATH" in (environment or {}):
        python = [sys.executable, "-m", "penstock", *command]
        anew = subprocess.run(
            python, input=text or b"", capture_output=True, cwd=cwd, env=told, timeout=seconds, check=False
        )
        status, output, errors = anew.returncode, anew.stdout, anew.stderr
    else:
        status, output, errors = _forked(command, text, cwd, told, seconds)
    said, complaints = output.decode("utf-8", "replace"), errors.decode("utf-8", "replace")
    assert "Traceback" not in complaints and status != 70, complaints
    return subprocess.CompletedProcess(["penstock", *command], status, said, complaints)


def _forked(
    words: list[str], text: bytes | None, cwd: Path, environment: dict[str, str], seconds: float
) -> tuple[int, bytes, bytes]:
    """Where there is something to read, all three are pipes, and otherwise files."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(3) as pool:
        paths = {name: Path(place, name) for name in ("input", "output", "errors")}
        said: list[Callable[[], bytes]] = [paths["output"].read_bytes, paths["errors"].read_bytes]
        for path in paths.values():
            (Path.touch if text is None else os.mkfifo)(path)
        if text is not None:
            pool.submit(_feed, paths["input"], text)
            said = [pool.submit(read).result for read in said]
        asked = {"words": words, "cwd": str(cwd), "environment": environment, "seconds": math.ceil(seconds)}
        with _LOCK:
            status = _answer(json.dumps(asked | {name: str(path) for name, path in paths.items()}))
        output, errors = (read() for read in said)
        return status, output, errors


def _feed(pipe: Path, text: bytes) -> None:
    with suppress(BrokenPipeError):  # a command need not read to the end
        pipe.write_bytes(text)


def _answer(asked: str) -> int:
    server = _server()
    assert server.stdin is not None and server.stdout is not None
    print(asked, file=server.stdin, flush=True)
    return int(server.stdout.readline())


@cache
def _server() -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.forking"]
    place = surroundings(PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=place, cwd=ROOT)
    atexit.register(server.communicate)  # it ends when its input does
    return server
