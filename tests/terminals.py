"""A real terminal for tests: keys go in by tmux, and what is on the screen comes out."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

PENSTOCK = (sys.executable, "-m", "penstock")
LONGEST_WAIT = 40.0


class Terminal:
    """A window of tmux in which a command runs; `status` and a number come last."""

    def __init__(self, socket: Path, words: Sequence[str], size: tuple[int, int], variables: Mapping[str, str]) -> None:
        self.socket = socket
        given = shlex.join(["env", *(f"{name}={value}" for name, value in variables.items()), *words])
        columns, lines = map(str, size)
        self._tmux("new-session", "-d", "-x", columns, "-y", lines, f"{given}; echo status $?; exec sleep 60")

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-u", "-f", "/dev/null", "-S", str(self.socket), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout

    def keys(self, *names: str) -> None:
        """Press keys by the names that tmux has for them."""
        for name in names:
            self._tmux("send-keys", name)

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def screen(self, with_styles: bool = False) -> str:
        return self._tmux("capture-pane", "-p", *(["-e"] if with_styles else []))

    def see(self, *texts: str) -> str:
        """Wait until all these are on the screen."""
        until = time.monotonic() + LONGEST_WAIT
        while not all(text in (screen := self.screen()) for text in texts):
            assert time.monotonic() < until, f"{texts} did not come:\n{screen}"
            time.sleep(0.05)
        return screen

    def end(self) -> None:
        self._tmux("kill-server")


@contextmanager
def terminal(words: Sequence[str], size: tuple[int, int] = (80, 24), **variables: str) -> Iterator[Terminal]:
    """A command in a window of its own; `variables` are those of its environment."""
    with TemporaryDirectory() as directory:
        window = Terminal(Path(directory, "socket"), words, size, variables)
        try:
            yield window
        finally:
            window.end()
