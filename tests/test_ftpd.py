"""The example FTP server with real clients, and with clients that mean no good."""

from __future__ import annotations

import contextlib
import ftplib
import io
import os
import re
import shlex
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.ftp_server import CAN_BUILD, EXAMPLE, Server, Talk, build_once, sanitized, started

pytestmark = pytest.mark.skipif(not CAN_BUILD, reason="needs gcc, make and libcrypt")
BIG = os.urandom(1 << 16) * 48 + b"the end"
AS_ROOT = os.geteuid() == 0


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_once(tmp_path_factory, "ftpd", *sanitized())


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


def fetched(client: ftplib.FTP, name: str, rest: int | None = None) -> bytes:
    found = io.BytesIO()
    client.retrbinary(f"RETR {name}", found.write, rest=rest)
    return found.getvalue()


PARTS = ("accounts", "addresses", "convert", "lines", "listing", "paths", "root", "settings")


def test_the_parts_one_by_one(program: Path, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    sources = [EXAMPLE / "tests" / "actions.c", *(EXAMPLE / f"{part}.c" for part in PARTS)]
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-g", "-fsanitize=address,undefined", "-pthread"]
    warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
    includes = [f"-I{EXAMPLE}", f"-I{program.parent}"]
    subprocess.run(["gcc", *flags, *warnings, *includes, "-o", tests, *sources, "-lcrypt"], check=True, timeout=120)
    done = subprocess.run([tests], check=True, capture_output=True, text=True, timeout=60)
    assert "all parts do what they should" in done.stdout


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
def test_the_parser_survives_anything(program: Path) -> None:
    subprocess.run([EXAMPLE / "tests" / "fuzz", program.parent, "3"], check=True, timeout=120)


# -- clients ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("passive", [True, False])
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_files_up_and_down(program: Path, root: Path, host: str, passive: bool) -> None:
    if host == "::1" and not Path("/proc/net/if_inet6").exists():
        pytest.skip("no IPv6 here")
    with started(program, root, "--write", "--address", host) as server:
        client = server.login(host)
        client.set_pasv(passive)
        for name in ("small.txt", "big.bin", "empty", "a name with spaces, ünïcode & 100%", "two\0lines"):
            assert fetched(client, name) == (root / name.replace("\0", "\n")).read_bytes()
        for data in (b"", b"up", BIG):
            client.storbinary("STOR new file", io.BytesIO(data))
            assert (root / "new file").read_bytes() == data
        client.storbinary("APPE new file", io.BytesIO(b"more"))
        assert (root / "new file").read_bytes() == BIG + b"more"
        client.quit()


def test_text_records_and_resuming(server: Server) -> None:
    client = server.login()
    lines: list[str] = []
    client.retrlines("RETR small.txt", lines.append)
    assert lines == ["one", "two"]
    client.storlines("STOR text", io.BytesIO(b"a\r\nb\n"))
    assert (server.root / "text").read_bytes() == b"a\nb\n"
    client.voidcmd("STRU R")
    with client.transfercmd("RETR small.txt") as data:
        assert data.makefile("rb").read() == b"one\xff\x01two\xff\x01\xff\x02"
    client.voidresp()
    with client.transfercmd("STOR records") as data:
        data.sendall(b"x\xff\x01\xff\xffy\xff\x03")
    client.voidresp()
    assert (server.root / "records").read_bytes() == b"x\n\xffy\n"
    client.voidcmd("STRU F")
    assert fetched(client, "big.bin", rest=len(BIG) - 7) == b"the end"
    client.storbinary("STOR text", io.BytesIO(b"XY"), rest=2)
    assert (server.root / "text").read_bytes() == b"a\nXY"


def test_files_that_need_more_than_32_bits(server: Server) -> None:
    size = 5 << 30
    with open(server.root / "huge", "wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(b"the end")
    os.chmod(server.root / "huge", 0o666)
    client = server.login()
    client.voidcmd("TYPE I")
    assert client.size("huge") == size + 7
    assert fetched(client, "huge", rest=size) == b"the end"
    client.storbinary("STOR huge", io.BytesIO(b"THE"), rest=size + 1)
    assert fetched(client, "huge", rest=size - 1) == b"\0tTHE"


def test_lists_and_facts(server: Server) -> None:
    client = server.login()
    names = set(os.listdir(server.root))
    assert {name.replace("\0", "\n") for name in client.nlst()} == names
    facts = {name.replace("\0", "\n"): fact for name, fact in client.mlsd()}
    assert set(facts) == names
    assert facts["big.bin"]["size"] == str(len(BIG))
    assert facts["inside"]["type"] == "dir"
    lines: list[str] = []
    client.retrlines("LIST -la inside", lines.append)
    assert re.fullmatch(r"-r.* 4 \w{3} [ \d]\d \d\d:\d\d deep.txt", lines[0])
    client.voidcmd("TYPE I")
    assert client.size("big.bin") == len(BIG)
    assert re.fullmatch(r"213 \d{14}", client.sendcmd("MDTM big.bin"))
    assert "type=file;size=8;" in client.sendcmd("MLST small.txt")
    assert "deep.txt" in client.sendcmd("STAT inside")


def test_directories_and_changes(server: Server) -> None:
    client = server.login()
    assert client.mkd('quo"te') == '/quo"te'
    client.cwd('quo"te')
    assert client.pwd() == '/quo"te'
    client.storbinary("STOR file", io.BytesIO(b"1"))
    client.rename("file", "../moved")
    client.sendcmd("CDUP")
    assert client.pwd() == "/"
    assert fetched(client, "moved") == b"1"
    client.delete("moved")
    client.rmd('quo"te')
    assert "moved" not in client.nlst()
    with pytest.raises(ftplib.error_perm, match="503"):
        client.sendcmd("RNTO x")


def test_what_else_is_answered(server: Server) -> None:
    talk = server.talk()
    assert talk.greeting.startswith("220")
    expected = (
        "NOOP 200,SYST 215,FEAT 211,HELP 214,OPTS UTF8 ON 200,RETR x 530,PASS x 530,ABOR 226,XYZZY 500,SITE x 502"
    )
    for item in expected.split(","):
        command, _, code = item.rpartition(" ")
        assert talk.ask(command)[:3] == code, command
    talk.login()
    later = (
        "USER a 331,PASS b 230,TYPE I 200,TYPE L 8 200,TYPE E 504,MODE S 200,MODE B 504,STRU F 200,STRU P 504,"
        "ALLO 9 202,REST 5 350,REST x 501,REST -1 501,RETR small.txt 425,STAT 211,PASS x 503,"
        "SIZE inside 550,SIZE no 550,CWD no 550,"
        "PORT 1,2,3 501,EPRT |3|x|1| 522,EPRT |2|::1|9000| 522,EPRT |1|x|1| 501,"
        "EPSV 3 522,OPTS no 501,RNFR no 550,DELE inside 550,RMD / 550,MLST no 550,"
        "LIST no 425,noop 200,QUIT 221"
    )
    for command, code in re.findall(r"([^ ].*?) (\d{3})(?:,|$)", later):
        assert talk.ask(command)[:3] == code, command
    assert talk.reply() == ""


def test_read_only_unless_asked_otherwise(program: Path, root: Path) -> None:
    with started(program, root) as server:
        talk = server.talk().login()
        for command in ("STOR a", "APPE a", "DELE small.txt", "MKD a", "RMD inside", "RNFR small.txt"):
            assert talk.ask(command).startswith("550"), command
        assert server.login().nlst()
        assert (root / "small.txt").exists()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl(server: Server, tmp_path: Path) -> None:
    url = f"ftp://127.0.0.1:{server.port}/"

    def curl(*words: str) -> bytes:
        return subprocess.run(["curl", "-sS", "-m", "20", *words], check=True, capture_output=True).stdout

    assert curl(url + "big.bin") == BIG
    assert curl("--ftp-port", "-", url + "big.bin") == BIG
    assert curl("--disable-epsv", "--ftp-method", "nocwd", url + "inside/deep.txt") == b"deep"
    assert curl("-r", "4-", url + "small.txt") == b"two\n"
    assert b"big.bin" in curl(url)
    source = tmp_path / "source"
    source.write_bytes(BIG)
    curl("-T", str(source), "--ftp-create-dirs", url + "new/place/file")
    assert (server.root / "new" / "place" / "file").read_bytes() == BIG


@pytest.mark.parametrize(
    ("client", "words"),
    [
        ("lftp", ["-c", "set net:timeout 10; open {url}; get big.bin; put big.bin -o uploaded; mirror inside"]),
        ("tnftp", ["-V", "-o", "big.bin", "{url}/big.bin"]),
    ],
)  # fmt: skip
def test_other_clients(server: Server, tmp_path: Path, client: str, words: list[str]) -> None:
    if shutil.which(client) is None:
        pytest.skip(f"{client} is not installed")
    url = f"ftp://127.0.0.1:{server.port}"
    subprocess.run([client, *(word.format(url=url) for word in words)], cwd=tmp_path, check=True, timeout=30)
    assert (tmp_path / "big.bin").read_bytes() == BIG
    if client == "lftp":
        assert (server.root / "uploaded").read_bytes() == BIG
        assert (tmp_path / "inside" / "deep.txt").read_bytes() == b"deep"


def test_accounts(program: Path, root: Path, tmp_path: Path) -> None:
    made = subprocess.run([program, "--hash"], input="right\n", capture_output=True, text=True, check=True)
    assert made.stdout.startswith("$y$")
    accounts = tmp_path / "accounts"
    accounts.write_text("other:x\nanna:" + made.stdout)
    with started(program, root, "--accounts", str(accounts)) as server:
        assert server.login(user="anna", password="right").nlst()
        for user, password in (("anna", "wrong"), ("nobody", "right"), ("other", "x"), ("", "")):
            begin = time.monotonic()
            talk = server.talk()
            talk.ask(f"USER {user}")
            assert talk.ask(f"PASS {password}").startswith("530")
            assert time.monotonic() - begin > 0.4
            talk.close()


# -- abuse -----------------------------------------------------------------------------------------


def still_serves(server: Server) -> None:
    client = server.login()
    assert fetched(client, "small.txt") == b"one\ntwo\n"
    client.quit()


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
        client.connect("127.0.0.2", server.port, timeout=20, source_address=("127.0.0.1", 0))
        client.login()
        client.sendport("127.0.0.1", listener.getsockname()[1])
        client.sendcmd("LIST")
        assert listener.accept()[1][0] == "127.0.0.2"


def announced(talk: Talk) -> int:
    return int(talk.ask("EPSV").split("|")[3])


def comes_through(talk: Talk, port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as data:
        assert talk.ask("NLST").startswith("150")
        return b"small.txt" in data.makefile("rb").read() and talk.reply().startswith("226")


def test_a_port_to_which_strangers_come_is_not_used_again(server: Server) -> None:
    talk = server.talk().login()
    first = announced(talk)
    assert comes_through(talk, first)
    assert announced(talk) == first and comes_through(talk, first)
    with socket.create_connection(("127.0.0.1", first), timeout=20) as stranger:
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
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=20)
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


def settled(server: Server, descriptors: int) -> bool:
    for _ in range(100):
        if server.descriptors() <= descriptors:
            return True
        time.sleep(0.05)
    return False


def test_connections_that_come_and_go(server: Server) -> None:
    still_serves(server)
    before = server.descriptors()
    for number in range(1000):
        found = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        if number % 2:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if number % 3 == 0:
            found.sendall(b"USER a\r\nPASS")
        found.close()
    still_serves(server)
    assert settled(server, before)
    assert server.threads() <= 253


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
    assert heard.startswith(b"426 as you wish") and b"226" in heard


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
    with socket.create_connection(("127.0.0.1", port), timeout=20) as data:
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
        first, second, third = server.talk(), server.talk(), server.talk()
        assert [talk.greeting[:3] for talk in (first, second, third)] == ["220", "220", "421"]
        assert third.reply() == ""
        assert first.reply().startswith("421")
        assert settled(server, 5)
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
        waiting = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(12)]
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
