"""The example FTP server: what it allows to those who have not logged in, and what it writes into its log."""

from __future__ import annotations

import io
import json
import re
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from tests.ftp_server import BIG, Server, Talk, needs_to_build, started
from tests.support import eventually

pytestmark = needs_to_build
FILTER = Path(__file__).parent.parent / "examples" / "ftpd" / "fail2ban.conf"


@pytest.fixture
def accounts(program: Path, tmp_path: Path) -> Path:
    made = subprocess.run([program, "--hash"], input="right\n", capture_output=True, text=True, check=True)
    path = tmp_path / "accounts"
    path.write_text("".join(f"{name}:{made.stdout}" for name in ("anna", "bert")))
    return path


def connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60, source_address=(source, 0))


def ended(connection: socket.socket) -> bool:
    """Whether the server has closed a connection, after what it may have said."""
    connection.settimeout(20)
    try:
        while connection.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


# -- strangers -------------------------------------------------------------------------------------


def test_who_does_not_log_in_has_to_go(program: Path, root: Path) -> None:
    with started(program, root, "--login", "1") as server:
        known = server.talk().login()
        silent, busy = server.talk(), server.talk()
        begin = time.monotonic()
        while (reply := busy.ask("NOOP")).startswith("200"):
            time.sleep(0.05)
        assert reply.startswith("421") and 0.9 < time.monotonic() - begin < 30
        assert silent.reply().startswith("421")
        assert known.ask("NOOP").startswith("200")
        known.ask("USER somebody else")  # now it is a stranger again
        assert known.reply().startswith("421")


def test_strangers_do_not_block_the_door(program: Path, root: Path) -> None:
    with started(program, root, "--strangers", "6", "--strangers-per-address", "4") as server:
        known = server.talk().login()
        crowd = [connected(server) for _ in range(4)]
        newcomer = server.talk()  # the first of the crowd has to go
        assert ended(crowd[0]) and newcomer.ask("NOOP").startswith("200")
        others = [connected(server, "127.0.0.2") for _ in range(2)]
        last = connected(server, "127.0.0.3")  # there are six: again it is one of the crowd
        assert ended(crowd[1])
        for connection in (*others, last):
            assert connection.recv(100).startswith(b"220")
        newcomer.login()
        assert known.ask("NOOP").startswith("200")


def test_one_address_does_not_get_all_sessions(program: Path, root: Path) -> None:
    with started(program, root) as server:
        crowd = [server.talk().login() for _ in range(100)]
        assert server.talk().greeting.startswith("421")
        with connected(server, "127.0.0.2") as other:
            assert other.recv(100).startswith(b"220")
        for talk in crowd:
            talk.close()


# -- passwords -------------------------------------------------------------------------------------


def try_password(server: Server, source: str, user: str, password: str) -> bytes:
    with connected(server, source) as connection:
        try:
            connection.sendall(f"USER {user}\r\nPASS {password}\r\n".encode())
            lines = connection.makefile("rb")
            return [lines.readline() for _ in range(3)][-1]
        except (OSError, TimeoutError):
            return b""


def test_many_guesses_at_a_time_keep_nobody_out(program: Path, root: Path, accounts: Path) -> None:
    with started(program, root, "--accounts", str(accounts)) as server:
        words = [(server, "127.0.0.2", f"user {number}", "wrong") for number in range(12)]
        crowd = [threading.Thread(target=try_password, args=each) for each in words]
        for thread in crowd:
            thread.start()
        assert try_password(server, "127.0.0.1", "bert", "right").startswith(b"230")
        for thread in crowd:
            thread.join(30)


# -- the log ---------------------------------------------------------------------------------------


def use_server(server: Server) -> None:
    client = server.login(user="anna", password="right")
    client.storbinary("STOR some file", io.BytesIO(BIG))
    client.retrbinary("RETR some file", lambda _: None)
    client.retrlines("RETR small.txt", lambda _: None)
    client.rename("some file", "other")
    client.delete("other")
    client.quit()
    talk = server.talk()
    talk.ask('USER an\x1bna" 127.0.0.1 #7')
    assert talk.ask("PASS secret").startswith("530")
    talk.close()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def written(log: Path, count: int) -> list[str]:
    assert eventually(lambda: log.exists() and log.read_bytes().count(b"\n") >= count), log.read_text()
    return log.read_text().splitlines()


def test_the_log_says_who_did_what(program: Path, root: Path, accounts: Path, log: Path) -> None:
    words = ("--write", "--accounts", str(accounts), "--log", str(log))
    with started(program, root, *words, "--log-form", "json") as server:
        use_server(server)
        found = [json.loads(line) for line in written(log, 7)]
    assert [(line["command"], line["about"], line["code"], line.get("bytes")) for line in found] == [
        ("PASS", "", 230, None),
        ("STOR", "/some file", 226, len(BIG)),
        ("RETR", "/some file", 226, len(BIG)),
        ("RETR", "/small.txt", 226, 10),  # the ends of two lines are longer over the network
        ("RNTO", "/other", 250, None),
        ("DELE", "/other", 250, None),
        ("PASS", "", 530, None),
    ]
    assert {line["address"] for line in found} == {"127.0.0.1"} and {line["session"] for line in found} == {1, 2}
    assert found[-1]["user"] == 'an\x1bna" 127.0.0.1 #7' and "secret" not in log.read_text()


def test_programs_that_read_logs_understand_it(program: Path, root: Path, accounts: Path, log: Path) -> None:
    words = ("--write", "--accounts", str(accounts), "--log", str(log))
    with started(program, root, *words) as server:
        use_server(server)
        lines = written(log, 7)
    (pattern,) = re.findall(r"^failregex = (.*)$", FILTER.read_text(), re.MULTILINE)
    bans = re.compile(re.sub("<HOST>", r"(?P<host>[0-9a-f.:]+)", pattern))
    hosts = [match["host"] for line in lines if (match := bans.search(line.partition(" ")[2]))]
    assert hosts == ["127.0.0.1"]
    log.unlink()
    with started(program, root, *words, "--log-form", "xferlog") as server:
        use_server(server)
        lines = written(log, 3)
    shape = re.compile(
        r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4} \d+ 127\.0\.0\.1 (\d+) (\S+) ([ab]) _ ([io]) r anna ftp 0 \* c"
    )
    assert [shape.fullmatch(line).groups() for line in lines] == [  # type: ignore[union-attr]
        (str(len(BIG)), "/some_file", "b", "i"),
        (str(len(BIG)), "/some_file", "b", "o"),
        ("10", "/small.txt", "a", "o"),
    ]


def test_without_a_log_only_what_matters_is_told(program: Path, root: Path, accounts: Path) -> None:
    command: list[str | Path] = [program, root, "--port", "0", "--accounts", accounts]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        talk = Talk(int(process.stdout.readline().split()[-1]))
        talk.ask("USER anna")
        assert talk.ask("PASS right").startswith("230")
        talk.ask("USER x")
        assert talk.ask("PASS y").startswith("530")
        process.terminate()
        (line,) = process.stderr.read().splitlines()
    assert '"x" PASS' in line and line.endswith('530 "wrong name or password"')
