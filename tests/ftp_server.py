"""The example FTP server for tests: built once, started on a free port of the loopback, and ended."""

from __future__ import annotations

import contextlib
import fcntl
import ftplib
import io
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support import eventually

EXAMPLE = Path(__file__).parent.parent / "examples" / "ftpd"
SANITIZERS = os.environ.get("FTPD_SANITIZERS", "address,undefined")
"""With which sanitizers the tests build the server; `none` for none."""
BIG = os.urandom(1 << 16) * 48 + b"the end"
needs_to_build = pytest.mark.needs("gcc", "make", "/usr/include/crypt.h")


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


def flags_for_tests() -> str:
    """With helpers even on busy machines."""
    sanitizers = "" if SANITIZERS == "none" else f" -fsanitize={SANITIZERS} -fno-sanitize-recover=all"
    return f"CFLAGS=-O1 -g -DBUSY=0{sanitizers}"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    pid: int
    port: int
    root: Path

    def login(self, host: str = "127.0.0.1", user: str = "", password: str = "") -> ftplib.FTP:
        client = ftplib.FTP(encoding="utf-8")
        client.connect(host, self.port, timeout=60)
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
        return len(self.processors())

    def processors(self) -> list[tuple[str, set[int]]]:
        """Of each thread its name, and where it may run."""
        tasks = map(int, os.listdir(f"/proc/{self.pid}/task"))
        return [
            (Path(f"/proc/{self.pid}/task/{task}/comm").read_text().strip(), os.sched_getaffinity(task))
            for task in tasks
        ]


class Talk:
    """A control connection, byte by byte."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
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
        return socket.create_connection(("127.0.0.1", port), timeout=60)

    def secure(self, context: ssl.SSLContext) -> Talk:
        """From now on everything by TLS."""
        self.lines.close()
        self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        self.lines = self.socket.makefile("rb")
        return self

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
            raise AssertionError(process.communicate(timeout=60)[1])
        yield Server(process.pid, int(line.split()[-1]), root)
        assert process.poll() is None, process.communicate()[1]
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            errors = process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            errors = process.communicate()[1] + "it did not end"
    assert process.returncode == 0, errors


def fetched(client: ftplib.FTP, name: str, rest: int | None = None) -> bytes:
    found = io.BytesIO()
    client.retrbinary(f"RETR {name}", found.write, rest=rest)
    return found.getvalue()


def still_serves(server: Server) -> None:
    client = server.login()
    assert fetched(client, "small.txt") == b"one\ntwo\n"
    client.quit()


def announced(talk: Talk) -> int:
    return int(talk.ask("EPSV").split("|")[3])


def comes_through(talk: Talk, port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as data:
        assert talk.ask("NLST").startswith("150")
        return b"small.txt" in data.makefile("rb").read() and talk.reply().startswith("226")


def settled(server: Server, descriptors: int) -> bool:
    return eventually(lambda: server.descriptors() <= descriptors)


# -- fixtures --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_once(tmp_path_factory, "ftpd", flags_for_tests())


@pytest.fixture
def root() -> Iterator[Path]:
    """A directory that the server may read and write, whoever it is."""
    with tempfile.TemporaryDirectory(prefix="penstock-ftp-") as name:
        path = Path(name, "served")
        path.mkdir()
        os.chmod(name, 0o755)
        os.chmod(path, 0o777)
        (path / "small.txt").write_bytes(b"one\ntwo\n")
        (path / "big.bin").write_bytes(BIG)
        (path / "empty").write_bytes(b"")
        (path / "a name with spaces, ünïcode & 100%").write_bytes(b"spaces")
        (path / "two\nlines").write_bytes(b"newline")
        (path / "inside").mkdir()
        (path / "inside" / "deep.txt").write_bytes(b"deep")
        (path / "loop").symlink_to("inside")
        (path / "out").symlink_to("/etc")
        (path / "up").symlink_to("../secret")
        Path(name, "secret").write_text("secret")
        yield path


@pytest.fixture
def server(program: Path, root: Path) -> Iterator[Server]:
    with started(program, root, "--write", "--transfer", "5") as found:
        yield found
