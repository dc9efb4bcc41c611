"""A server for tests, and pages without a browser that talk to it: `python -m tests.served ROOT STATIC` serves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Data = dict[str, Any]
PAGE = "<!doctype html><title>Penstock</title><script src='page.js'></script>"
TEXT_KB = 512


def main() -> None:
    from penstock.faces.web import command, serving

    parser = ArgumentParser()
    command.add_arguments(parser)
    arguments = parser.parse_args([sys.argv[1], "--port", "0", "--max-text", str(TEXT_KB), *sys.argv[3:]])
    root, first = command._opened(Path(arguments.path))
    listening = serving.bound_socket(arguments.host, arguments.port)
    access = serving.access_to(arguments.host, listening)
    print(f"penstock is at {access.address}", flush=True)
    settings = serving.settings_of(arguments, str(root), first)
    serving.serve(listening, access, settings, Path(sys.argv[2]), patience=1.0)


class Served:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.base, _, self.token = address.partition("/?token=")
        self.host = self.base.removeprefix("http://")

    @property
    def cookie(self) -> str:
        return f"penstock-{self.host.rpartition(':')[2]}={self.token}"

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(self.base + path, headers={"Cookie": self.cookie, **headers})

    def page(self) -> ServedPage:
        return ServedPage(self)

    def children(self) -> list[int]:
        """All processes that the server has started, and those that they have."""
        return descendants(self.process.pid)

    def memory_mb(self) -> float:
        """Of the server itself."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()


class ServedPage:
    """A page: questions and answers over the server's socket."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.socket: ClientConnection
        self.count = 0
        self.news: list[Data] = []

    def __enter__(self) -> ServedPage:
        headers = {"Cookie": self.served.cookie, "Origin": self.served.base}
        address = f"ws://{self.served.host}/engine"
        self.opened = connect(address, additional_headers=headers, max_size=None, compression=None)
        self.socket = self.opened.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None
    ) -> None:
        self.opened.__exit__(kind, problem, where)

    def send(self, method: str, **params: Any) -> int:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        return self.count

    def answer(self, number: int | None, seconds: float = 60) -> Data:
        """The frame that answers a question; news on the way are kept."""
        while True:
            frame: Data = json.loads(self.socket.recv(timeout=seconds))
            if "progress" in frame:
                self.news.append(frame)
            elif frame["id"] == number:
                return frame

    def ask(self, method: str, **params: Any) -> Data:
        frame = self.answer(self.send(method, **params))
        assert "result" in frame, frame
        result: Data = frame["result"]
        return result

    def problem(self, method: str, **params: Any) -> Data:
        problem: Data = self.answer(self.send(method, **params))["error"]
        return problem


@contextmanager
def serving(root: Path, *options: str) -> Iterator[Served]:
    static = root.parent / f"{root.name}-static"
    static.mkdir(exist_ok=True)
    (static / "index.html").write_text(PAGE)
    (static / "page.js").write_text("'use strict';\n")
    command = [sys.executable, "-m", "tests.served", str(root), str(static), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent)
    assert process.stdout is not None
    served = Served(process, process.stdout.readline().rpartition(" ")[2].strip())
    try:
        yield served
    finally:
        served.end()


def descendants(pid: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def alive(pids: list[int]) -> list[int]:
    """Those that still live; who has ended and was not looked after does not."""
    return [pid for pid in pids if _lives(pid)]


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    main()
