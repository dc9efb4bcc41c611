"""A small client of the debug adapter, for tests."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from penstock.faces.dap.framing import framed, read_message
from penstock.faces.dap.server import serve_connection

Body = dict[str, Any]
PATIENCE = 40.0
ENDLESS = """
byte x; chan q = [2] of { byte }; byte a[3]; mtype = { red, green }; mtype light = green;
active proctype P() {
    do
    :: x < 250 -> x++
    :: else -> x = 0
    od
}
active proctype Q() {
    byte v;
    do
    :: q!v -> v++
    :: q?v
    od
}
"""


class Refused(Exception):
    """The adapter answered with an error; the text is what it says."""


class DebugClient:
    """Sends requests, waits for their answers, and keeps events until somebody asks for them."""

    def __init__(self, source: IO[bytes], write: Callable[[bytes], object]) -> None:
        self._write = write
        self._number = 0
        self._messages: SimpleQueue[Body | None] = SimpleQueue()
        self._answers: dict[int, Body] = {}
        self.events: list[Body] = []
        Thread(target=self._read, args=(source,), daemon=True).start()

    def _read(self, source: IO[bytes]) -> None:
        try:
            while (message := read_message(source)) is not None:
                self._messages.put(message)
        except (OSError, ValueError):
            pass
        self._messages.put(None)

    def send(self, command: str, **arguments: Any) -> int:
        self._number += 1
        request = {"seq": self._number, "type": "request", "command": command, "arguments": arguments}
        self._write(framed(request))
        return self._number

    def _take_one(self, seconds: float) -> None:
        try:
            message = self._messages.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"no answer within {seconds} seconds") from None
        if message is None:
            raise EOFError("the adapter is gone")
        if message["type"] == "event":
            self.events.append(message)
        else:
            self._answers[message["request_seq"]] = message

    def answer(self, number: int, seconds: float = PATIENCE) -> Body:
        while number not in self._answers:
            self._take_one(seconds)
        message = self._answers.pop(number)
        if not message["success"]:
            raise Refused(message["message"])
        body: Body = message.get("body", {})
        return body

    def ask(self, command: str, **arguments: Any) -> Body:
        return self.answer(self.send(command, **arguments))

    def wait(self, event: str, seconds: float = PATIENCE) -> Body:
        """The next event of a kind; earlier ones of other kinds are kept."""
        while True:
            for place, message in enumerate(self.events):
                if message["event"] == event:
                    del self.events[place]
                    body: Body = message.get("body", {})
                    return body
            self._take_one(seconds)

    def output(self, category: str = "console") -> str:
        """What was written so far."""
        bodies = [message["body"] for message in self.events if message["event"] == "output"]
        return "".join(body["output"] for body in bodies if body.get("category") == category)

    # -- what most tests do ------------------------------------------------------------------

    def launch(self, program: Path | str, breakpoints: dict[str, list[Body]] | None = None, **more: Any) -> Body:
        """Launch, set breakpoints by files, and wait for the first stop."""
        self.ask("initialize", adapterID="penstock", linesStartAt1=True, columnsStartAt1=True)
        launched = self.send("launch", program=str(program), **more)
        self.answer(launched)
        self.wait("initialized")
        for path, wanted in (breakpoints or {}).items():
            self.ask("setBreakpoints", source={"path": path}, breakpoints=wanted)
        self.ask("configurationDone")
        return self.wait("stopped")

    def move(self, command: str, **arguments: Any) -> Body:
        """A request that moves the run, and why it stopped then."""
        self.ask(command, **arguments)
        return self.wait("stopped")

    def top(self, thread: int) -> Body:
        frame: Body = self.ask("stackTrace", threadId=thread)["stackFrames"][0]
        return frame

    def scope(self, thread: int, name: str) -> dict[str, str]:
        """The variables of a scope with their values."""
        scopes = self.ask("scopes", frameId=self.top(thread)["id"])["scopes"]
        reference = next((one["variablesReference"] for one in scopes if one["name"] == name), 0)
        found = self.ask("variables", variablesReference=reference)["variables"] if reference else []
        return {one["name"]: one["value"] for one in found}

    def evaluate(self, expression: str, **more: Any) -> str:
        return str(self.ask("evaluate", expression=expression, **more)["result"])

    def everything(self) -> dict[str, Any]:
        """All that can be seen of the present moment: processes, places, variables, channels."""
        found: dict[str, Any] = {}
        for thread in self.ask("threads")["threads"]:
            frames = self.ask("stackTrace", threadId=thread["id"])["stackFrames"]
            seen = {}
            for scope in self.ask("scopes", frameId=frames[0]["id"])["scopes"] if frames else []:
                variables = self.ask("variables", variablesReference=scope["variablesReference"])["variables"]
                seen[scope["name"]] = [(one["name"], one["value"]) for one in variables]
            found[thread["name"]] = [(frame["name"], frame["line"], frame["column"]) for frame in frames], seen
        return found


@contextmanager
def adapter() -> Iterator[DebugClient]:
    """A client with an adapter of its own, in threads of this process."""
    near, far = socket.socketpair()
    with near, near.makefile("rb") as source:
        Thread(target=serve_connection, args=(far,), daemon=True).start()
        try:
            yield DebugClient(source, near.sendall)
        finally:
            with suppress(OSError):
                near.shutdown(socket.SHUT_RDWR)


def _write_all(target: IO[bytes], data: bytes) -> None:
    target.write(data)
    target.flush()


@contextmanager
def adapter_process() -> Iterator[tuple[DebugClient, subprocess.Popen[bytes]]]:
    """The same in a process of its own, as editors start it."""
    command = [sys.executable, "-m", "penstock", "dap"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield DebugClient(process.stdout, partial(_write_all, process.stdin)), process
        finally:
            process.kill()


def line_of(path: Path, text: str) -> int:
    return next(number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line)


def at_line(path: Path, text: str, **more: Any) -> dict[str, list[Body]]:
    return {str(path): [{"line": line_of(path, text), **more}]}
