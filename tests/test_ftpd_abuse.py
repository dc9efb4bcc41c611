"""The example FTP server with clients that mean no good, or are careless."""

from __future__ import annotations

import contextlib
import ftplib
import io
import os
import re
import shlex
import socket
import struct
import subprocess
import time
from pathlib import Path

import pytest
from tests.ftp_server import (
    BIG,
    Server,
    Talk,
    announced,
    comes_through,
    fetched,
    needs_to_build,
    settled,
    started,
    still_serves,
)

pytestmark = needs_to_build
AS_ROOT = os.geteuid() == 0


@pytest.mark.parametrize("name", ["out/passwd", "/inside/../out/passwd", "out/../out/passwd", "up", "out", "out/new"])
def test_links_do_not_lead_out_of_the_root(server: Server, name: str) -> None:
    talk = server.talk().login()
    for command in ("RETR", "STOR", "APPE", "LIST", "NLST", "MLSD"):
        with talk.passive():
            assert talk.ask(f"{command} {name}")[0] == "5", command
    for command in ("SIZE", "MDTM", "STAT", "CWD", "MKD", "RMD", "DELE", "RNFR"):
        if command != "DELE" or "/" in name:
            reply = talk.ask(f"{command} {name}")
            assert reply[0] == "5", (command, reply)
    assert talk.ask("RNFR small.txt").startswith("350")
    if "/" in name:
        assert talk.ask(f"RNTO {name}")[0] == "5"
    assert (server.root.parent / "secret").read_text() == "secret"
    assert not Path("/etc/new").exists()


@pytest.mark.parametrize("name", ["../made", "/../made", "inside/../../made", "../../../../../../made"])
def test_above_the_root_is_the_root(server: Server, name: str) -> None:
    client = server.login()
    client.storbinary(f"STOR {name}", io.BytesIO(b"here"))
    assert (server.root / "made").read_bytes() == b"here"
    client.rename(name, "../again")
    assert fetched(client, "/../again") == b"here"
    assert client.mkd("../../made") == "/made"
    client.cwd("made/..")
    client.cwd("../..")
    assert client.pwd() == "/"
    client.rmd(name)
    client.delete("../again")
    assert sorted(os.listdir(server.root.parent)) == ["secret", "served"]


def test_no_bounce(server: Server) -> None:
    talk = server.talk().login()
    for command in ("PORT 127,0,0,2,40,0", "PORT 10,0,0,1,40,0", "PORT 127,0,0,1,0,21", "EPRT |1|127.0.0.2|9000|",
                    "EPRT |1|127.0.0.1|25|"):  # fmt: skip
        assert talk.ask(command)[:3] == "504", command
        assert talk.ask("LIST").startswith("425")


def test_nothing_but_epsv_if_the_client_says_so(server: Server) -> None:
    talk = server.talk().login()
    assert talk.ask("epsv all").startswith("200")
    for command in ("PASV", "PORT 127,0,0,1,200,200", "EPRT |1|127.0.0.1|9000|"):
        assert talk.ask(command).startswith("503")
    assert comes_through(talk, announced(talk))


def test_active_connections_come_from_the_address_that_was_called(program: Path, root: Path) -> None:
    with started(program, root, "--address", "0.0.0.0") as server, socket.create_server(("127.0.0.1", 0)) as listener:
        client = ftplib.FTP()
        client.connect("127.0.0.2", server.port, timeout=60, source_address=("127.0.0.1", 0))
        client.login()
        client.sendport("127.0.0.1", listener.getsockname()[1])
        client.sendcmd("LIST")
        assert listener.accept()[1][0] == "127.0.0.2"


def test_a_port_to_which_strangers_come_is_not_used_again(server: Server) -> None:
    talk = server.talk().login()
    first = announced(talk)
    assert comes_through(talk, first)
    assert announced(talk) == first and comes_through(talk, first)
    with socket.create_connection(("127.0.0.1", first), timeout=60) as stranger:
        second = announced(talk)
        assert second != first and comes_through(talk, second)
        with contextlib.suppress(ConnectionResetError):
            assert stranger.recv(1) == b""


def two_free_ports() -> int:
    """The first of two neighbours that nothing else in these tests asks for."""
    for first in range(20000 + os.getpid() % 5000, 30000):
        with socket.socket() as one, socket.socket() as other, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", first))
            other.bind(("127.0.0.1", first + 1))
            return first
    raise AssertionError("no free ports")


def test_data_ports_are_those_that_were_asked_for(program: Path, root: Path) -> None:
    first = two_free_ports()
    with started(program, root, "--data-ports", f"{first}-{first + 1}") as server:
        one, other, third = (server.talk().login() for _ in range(3))
        assert {announced(one), announced(other)} == {first, first + 1}
        assert third.ask("EPSV").startswith("425")
        assert announced(one) == announced(one) and comes_through(one, announced(one))
        for _ in range(5):  # each leaves something behind in the system, which does not keep the port
            assert comes_through(third, announced(third))
        assert comes_through(other, announced(other))


def refusal(program: Path, *words: str | Path) -> str:
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    return done.stderr


def test_what_cannot_be_served(program: Path, root: Path) -> None:
    assert "only one directory" in refusal(program, root, "/tmp")
    assert "cannot listen on `no.such.name.invalid port 2121`" in refusal(
        program, root, "--address", "no.such.name.invalid"
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port}`: Address already in use" in refusal(program, root, "--port", port)
    if AS_ROOT:
        os.chmod(root, 0o700)
        assert "Permission denied" in refusal(program, root, "--port", "0")


def test_an_empty_file_of_accounts_lets_nobody_in(program: Path, root: Path, tmp_path: Path) -> None:
    (tmp_path / "accounts").write_text("")
    with started(program, root, "--accounts", str(tmp_path / "accounts")) as server:
        talk = server.talk()
        talk.ask("USER a")
        assert talk.ask("PASS b").startswith("530")


@pytest.mark.parametrize("wrong", ["", "1-2", "50000", "50000-", "50001-50000", "50000-70000", "-50000"])
def test_data_ports_that_make_no_sense(program: Path, root: Path, wrong: str) -> None:
    done = subprocess.run([program, root, "--data-ports", wrong], capture_output=True, text=True)
    assert done.returncode == 2 and "two ports" in done.stderr


def test_lines_of_all_kinds(server: Server) -> None:
    talk = server.talk()
    talk.send(b"N" * 65536 + b"\r\n")
    assert talk.reply().startswith("500")
    talk.send(b"\xff\xfb\x01NO\xff\xf1OP\r\n")
    assert talk.reply().startswith("200")
    talk.send(b"NOOP\0\0\r\n\0\r\n\r\n\xff\r\n")
    assert [talk.reply()[:3] for _ in range(4)] == ["500"] * 4
    for letter in b"NOOP\r\n":
        talk.send(bytes([letter]))
        time.sleep(0.01)
    assert talk.reply().startswith("200")
    talk.send(b"NOOP\r\nSYST\nnoop\r\nUSER a\r\nPASS b\r\nPWD\r\nQUIT\r\nNOOP\r\n")
    assert [talk.reply()[:3] for _ in range(8)] == ["200", "215", "200", "331", "230", "257", "221", ""]
    still_serves(server)


def test_connections_that_come_and_go(server: Server) -> None:
    still_serves(server)
    before = server.descriptors()
    for number in range(1000):
        found = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        if number % 2:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if number % 3 == 0:
            found.sendall(b"USER a\r\nPASS")
        found.close()
    still_serves(server)
    assert settled(server, before)
    assert server.threads() <= 253 + (os.cpu_count() or 1)  # helpers


def test_clients_that_vanish_in_transfers(server: Server) -> None:
    still_serves(server)
    before = server.descriptors()
    for command in ("RETR big.bin", "STOR partial", "LIST", "RETR small.txt"):
        for moment in range(4):
            talk = server.talk().login()
            if moment == 0:  # a data port to which nobody comes
                talk.ask("EPSV")
                talk.send(command.encode() + b"\r\n")
            else:
                data = talk.passive()
                talk.send(command.encode() + b"\r\n")
                if command.startswith("STOR"):
                    data.sendall(b"x" * 100000)
                if moment == 2:
                    data.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if moment != 3:
                    data.close()
            talk.close()
    assert settled(server, before)
    still_serves(server)


def test_urgent_data_loses_nothing_and_keeps_nobody_busy(server: Server) -> None:
    talk = server.talk().login()
    data = talk.passive()
    assert talk.ask("STOR urgent").startswith("150")
    data.sendall(b"abc")
    data.send(b"X", socket.MSG_OOB)
    data.sendall(b"def" * 1000)
    before = server.processor_time()
    time.sleep(0.5)
    assert server.processor_time() - before < 0.2
    data.close()
    assert talk.reply().startswith("226")
    assert (server.root / "urgent").read_bytes() == b"abc" + b"def" * 1000


def slow_transfer(server: Server) -> tuple[Talk, socket.socket]:
    """A transfer that goes on until it is broken off."""
    os.truncate(server.root / "big.bin", 1 << 30)
    talk = server.talk().login()
    data = talk.passive()
    assert talk.ask("RETR big.bin").startswith("150")
    return talk, data


def test_commands_wait_while_something_is_transferred(server: Server) -> None:
    talk, data = slow_transfer(server)
    talk.send(b"NOOP\r\n" * 1000)
    with data:
        assert sum(len(piece) for piece in iter(lambda: data.recv(1 << 20), b"")) == 1 << 30
    assert talk.reply().startswith("226")
    assert all(talk.reply().startswith("200") for _ in range(1000))


@pytest.mark.parametrize("before", [b"", b"NOOP\r\n", b"NOOP\r\nPWD\r\n"])
def test_abort_is_heard_behind_other_commands(server: Server, before: bytes) -> None:
    talk, data = slow_transfer(server)
    talk.send(before)
    time.sleep(0.2)
    talk.send(b"ABOR\r\n")
    assert [talk.reply()[:3] for _ in range(2)] == ["426", "226"]
    assert [talk.reply()[:3] for _ in range(before.count(b"\n"))] == ["200", "257"][: before.count(b"\n")]
    data.close()


def test_abort_in_the_same_packet(server: Server) -> None:
    os.truncate(server.root / "big.bin", 1 << 30)
    talk = server.talk().login()
    with talk.passive():
        talk.send(b"RETR big.bin\r\nABOR\r\n")
        assert [talk.reply()[:3] for _ in range(3)] == ["150", "426", "226"]
    os.chmod(server.root / "big.bin", 0o666)
    talk.ask("EPSV")  # and nobody comes
    talk.send(b"STOR big.bin\r\nABOR\r\n")
    assert [talk.reply()[:3] for _ in range(2)] == ["425", "226"]
    assert (server.root / "big.bin").stat().st_size == 1 << 30


def test_the_end_of_a_client_is_heard_behind_its_commands(server: Server) -> None:
    still_serves(server)
    before = server.descriptors()
    talk, data = slow_transfer(server)
    talk.send(b"NOOP\r\n" * 5)
    time.sleep(0.2)
    talk.close()
    assert settled(server, before)
    data.close()


def test_a_client_that_takes_little_is_heard(server: Server) -> None:
    os.truncate(server.root / "big.bin", 1 << 30)
    talk = server.talk().login()
    port = announced(talk)
    with socket.socket() as data:
        data.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        data.connect(("127.0.0.1", port))
        assert talk.ask("RETR big.bin").startswith("150")
        for _ in range(10):
            data.recv(3000)
            time.sleep(0.1)
        talk.send(b"ABOR\r\n")
        talk.socket.setblocking(False)
        end = time.monotonic() + 20
        heard = b""
        while b"226" not in heard and time.monotonic() < end:
            data.recv(3000)
            time.sleep(0.1)
            with contextlib.suppress(BlockingIOError):
                heard += talk.socket.recv(4096)
    assert heard.startswith(b"426 aborted") and b"226" in heard


def test_nothing_is_replaced_before_the_client_comes(server: Server) -> None:
    os.chmod(server.root / "small.txt", 0o666)
    talk = server.talk().login()
    talk.ask("PORT 127,0,0,1,200,200")
    assert talk.ask("STOR small.txt").startswith("425")
    assert (server.root / "small.txt").read_bytes() == b"one\ntwo\n"


def test_records_end_with_a_mark(server: Server) -> None:
    talk = server.talk().login()
    talk.ask("TYPE A")
    talk.ask("STRU R")
    with talk.passive() as data:
        assert talk.ask("STOR records").startswith("150")
        data.sendall(b"line\xff\x01\xff\x02")
        assert talk.reply().startswith("226")  # though the connection is still open
    assert (server.root / "records").read_bytes() == b"line\n"
    with talk.passive() as data:
        assert talk.ask("STOR records").startswith("150")
        data.sendall(b"half a record")
    assert talk.reply().startswith("451")


def test_strangers_do_not_shut_the_client_out(server: Server) -> None:
    talk = server.talk().login()
    port = announced(talk)
    strangers = [socket.create_connection(("127.0.0.1", port), 20, ("127.0.0.2", 0)) for _ in range(20)]
    assert comes_through(talk, port)
    for stranger in strangers:
        stranger.close()


def test_a_file_that_may_not_grow(program: Path, root: Path) -> None:
    limited = root.parent / "limited"
    limited.write_text(f'#!/bin/sh\nulimit -f 100\nexec {shlex.quote(str(program))} "$@"\n')
    limited.chmod(0o755)
    with started(limited, root, "--write") as server:
        talk = server.talk().login()
        with talk.passive() as data, contextlib.suppress(ConnectionError):
            assert talk.ask("STOR large").startswith("150")
            data.sendall(BIG)
        assert talk.reply().startswith("552")
        still_serves(server)


def test_links_are_what_they_lead_to(server: Server) -> None:
    os.mkfifo(server.root / "fifo")
    (server.root / "file link").symlink_to("small.txt")
    client = server.login()
    facts = dict(client.mlsd())
    assert facts["file link"]["type"] == "file" and facts["file link"]["size"] == "8"
    assert facts["loop"]["type"] == "dir" and facts["out"]["type"] == "OS.unix=symlink" and "fifo" not in facts
    lines: list[str] = []
    client.retrlines("LIST", lines.append)
    assert any(line.startswith("-") and line.endswith(" file link") for line in lines)
    assert not any(line.endswith("fifo") for line in lines)


def test_lists_of_one_file(server: Server) -> None:
    client = server.login()
    lines: list[str] = []
    client.retrlines("LIST -la small.txt", lines.append)
    assert len(lines) == 1 and re.search(r" \d\d:\d\d small\.txt$", lines[0])
    assert client.nlst("inside/") == client.nlst("inside") == ["inside/deep.txt"]
    assert "small.txt" in client.sendcmd("STAT small.txt") and "two\0lines" in client.sendcmd("STAT /")
    talk = server.talk().login()
    port = announced(talk)
    talk.send(b"LIST small.txt\r\n")
    time.sleep(0.2)
    talk.send(b"NOOP with other words\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=60) as data:
        assert data.makefile("rb").read().endswith(b" small.txt\r\n")


def test_restarting_is_for_the_next_transfer_only(server: Server) -> None:
    client = server.login()
    client.voidcmd("TYPE I")
    client.sendcmd("REST 3")
    client.retrlines("LIST", lambda _: None)
    assert fetched(client, "small.txt") == b"one\ntwo\n"


def test_a_file_that_becomes_shorter(server: Server) -> None:
    talk, data = slow_transfer(server)
    os.truncate(server.root / "big.bin", 1000)
    with data:
        while data.recv(1 << 20):
            pass
    assert talk.reply().startswith("451")


def test_abort(server: Server) -> None:
    (server.root / "huge").write_bytes(b"")
    os.truncate(server.root / "huge", 1 << 30)
    talk = server.talk().login()
    data = talk.passive()
    assert talk.ask("RETR huge").startswith("150")
    data.recv(1000)
    talk.send(b"\xff\xf4\xff\xf2ABOR\r\n")
    assert talk.reply().startswith("426")
    assert talk.reply().startswith("226")
    assert talk.ask("NOOP").startswith("200")
    data.close()
    still_serves(server)


def test_limits(program: Path, root: Path) -> None:
    with started(program, root, "--sessions", "3", "--per-address", "2", "--idle", "1", "--transfer", "1") as server:
        before = server.descriptors()
        first, second, third = server.talk(), server.talk(), server.talk()
        assert [talk.greeting[:3] for talk in (first, second, third)] == ["220", "220", "421"]
        assert third.reply() == ""
        assert first.reply().startswith("421")
        assert settled(server, before)
        talk = server.talk().login()
        talk.ask("EPSV")
        assert talk.ask("RETR big.bin").startswith("425")  # nobody came


def test_neither_drops_of_a_line_nor_of_a_file_keep_a_session(program: Path, root: Path) -> None:
    os.truncate(root / "big.bin", 1 << 30)
    with started(program, root, "--idle", "2", "--longest", "1") as server:
        slow = server.talk().login()
        with contextlib.suppress(OSError):
            for _ in range(40):
                slow.send(b"N")
                time.sleep(0.1)
        assert slow.reply().startswith("421")
        talk = server.talk().login()
        data = talk.passive()
        assert talk.ask("RETR big.bin").startswith("150")
        talk.socket.settimeout(0.05)
        for _ in range(100):  # sooner or later the server says that this takes too long
            with contextlib.suppress(TimeoutError):
                data.recv(20000)
                if talk.socket.recv(3, socket.MSG_PEEK):
                    break
        talk.socket.settimeout(20)
        assert talk.reply().startswith("426")
        assert talk.ask("NOOP").startswith("200")


def test_without_descriptors_others_are_still_served(program: Path, root: Path, tmp_path: Path) -> None:
    limited = tmp_path / "limited"
    limited.write_text(f'#!/bin/sh\nulimit -n 12\nexec {shlex.quote(str(program))} "$@"\n')
    limited.chmod(0o755)
    with started(limited, root) as server:
        still_serves(server)
        before = server.descriptors()
        first = server.talk().login()
        waiting = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(12)]
        time.sleep(0.3)
        assert first.ask("NOOP").startswith("200")
        assert first.ask("EPSV").startswith("425")
        assert first.ask("LIST").startswith("425")
        for connection in waiting:
            connection.close()
        assert settled(server, before + 1)
        still_serves(server)


@pytest.mark.skipif(not AS_ROOT, reason="only root may mount a small disk")
def test_a_full_disk(program: Path, root: Path) -> None:
    small = root / "small disk"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=777", "tmpfs", small], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("no file systems can be mounted here")
    try:
        with started(program, small, "--write") as server:
            client = server.login()
            with pytest.raises((ftplib.Error, OSError)) as raised:
                client.storbinary("STOR big", io.BytesIO(BIG))
            if isinstance(raised.value, ftplib.Error):
                assert str(raised.value).startswith("452")
            other = server.login()
            other.delete("big")
            other.storbinary("STOR fits", io.BytesIO(b"x" * 1000))
            assert (small / "fits").read_bytes() == b"x" * 1000
    finally:
        subprocess.run(["umount", small], check=True)


@pytest.mark.skipif(not AS_ROOT, reason="only root has privileges to drop")
def test_privileges_are_dropped(server: Server) -> None:
    status = Path(f"/proc/{server.pid}/status").read_text()
    assert "Uid:\t0" not in status
    assert "Groups:\t \n" in status or "Groups:\t\n" in status
