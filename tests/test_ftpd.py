"""The example FTP server with real clients."""

from __future__ import annotations

import ftplib
import io
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from tests.ftp_server import BIG, EXAMPLE, Server, fetched, needs_to_build, started
from tests.support import eventually

pytestmark = needs_to_build
PARTS = ("accounts", "addresses", "convert", "guesses", "lines", "listing", "paths", "quote", "root", "settings")


def test_the_parts_one_by_one(program: Path, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    sources = [EXAMPLE / "tests" / "actions.c", *(EXAMPLE / f"{part}.c" for part in PARTS)]
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-g", "-fsanitize=address,undefined", "-pthread"]
    warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
    includes = [f"-I{EXAMPLE}", f"-I{program.parent}"]
    subprocess.run(["gcc", *flags, *warnings, *includes, "-o", tests, *sources, "-lcrypt"], check=True, timeout=120)
    done = subprocess.run([tests], check=True, capture_output=True, text=True, timeout=60)
    assert "all parts do what they should" in done.stdout


@pytest.mark.needs("clang")
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


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one processor only")
def test_sessions_share_the_processors_of_quick_clients(server: Server) -> None:
    def bound() -> int:
        return sum(name != "helper" and len(where) == 1 for name, where in server.processors())

    talk = server.talk().login()
    assert eventually(lambda: [talk.ask("NOOP")[:3] for _ in range(20)] == ["200"] * 20 and bound() == 1)
    assert {len(where) for name, where in server.processors() if name == "helper"} == {1}
    assert eventually(lambda: bound() == 0)  # who is slow is left alone
    assert talk.ask("NOOP").startswith("200")
    others = [server.talk().login() for _ in range(20)]
    for _ in range(20):
        assert [other.ask("NOOP")[:3] for other in others] == ["200"] * 20
    for other in others:
        assert other.ask("QUIT").startswith("221")
    assert talk.ask("QUIT").startswith("221")
    assert eventually(lambda: bound() == 0)


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
