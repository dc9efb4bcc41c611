"""The example FTP server for tests: built once, started on a free port of the loopback, and ended."""

from __future__ import annotations

import contextlib
import fcntl
import ftplib
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "ftpd"
SANITIZERS = os.environ.get("FTPD_SANITIZERS", "address,undefined")
"""With which sanitizers the tests build the server; `none` for none."""
CAN_BUILD = bool(shutil.which("gcc") and shutil.which("make")) and Path("/usr/include/crypt.h").exists()


def build(directory: Path, *words: str) -> Path:
    """Generate and build the server; the program."""
    penstock = Path(sys.executable).parent / "penstock"
    subprocess.run([EXAMPLE / "build", penstock, directory, "-j2", *words], check=True, timeout=300)
    return directory / "ftpd"


def build_once(factory: pytest.TempPathFactory, name: str, *words: str) -> Path:
    """The same for all that run tests at the same time: the first one builds it, the others wait."""
    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    with open(place / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        program = place / name / "ftpd"
        return program if program.exists() else build(place / name, *words)


def sanitized() -> list[str]:
    return [] if SANITIZERS == "none" else [f"CFLAGS=-O1 -g -fsanitize={SANITIZERS} -fno-sanitize-recover=all"]


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    pid: int
    port: int
    root: Path

    def login(self, host: str = "127.0.0.1", user: str = "", password: str = "") -> ftplib.FTP:
        client = ftplib.FTP(encoding="utf-8")
        client.connect(host, self.port, timeout=20)
        client.login(user, password)
        return client

    def talk(self) -> Talk:
        return Talk(self.port)

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def processor_time(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/task"))


class Talk:
    """A control connection, byte by byte."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.lines = self.socket.makefile("rb")
        self.greeting = self.reply()

    def reply(self) -> str:
        """The next reply, all its lines; empty if the connection is closed."""
        text = first = self.lines.readline().decode(errors="replace")
        while first[3:4] == "-" and text and text[:4] != first[:3] + " ":
            text = self.lines.readline().decode(errors="replace")
        return text.strip()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def ask(self, command: str) -> str:
        self.send(command.encode() + b"\r\n")
        return self.reply()

    def login(self) -> Talk:
        self.ask("USER anonymous")
        assert self.ask("PASS x").startswith("230")
        self.ask("TYPE I")
        return self

    def passive(self) -> socket.socket:
        """A data connection."""
        port = int(self.ask("EPSV").split("|")[3])
        return socket.create_connection(("127.0.0.1", port), timeout=20)

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@contextlib.contextmanager
def started(program: Path, root: Path, *words: str, trace: Path | None = None) -> Iterator[Server]:
    """A running server; it must end well."""
    command: list[str | Path] = [program, root, "--port", "0", *words]
    environment = {**os.environ, "PENSTOCK_TRACE": str(trace or os.devnull)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(process.communicate(timeout=20)[1])
        yield Server(process.pid, int(line.split()[-1]), root)
        assert process.poll() is None, process.communicate()[1]
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            errors = process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            errors = process.communicate()[1] + "it did not end"
    assert process.returncode == 0, errors
