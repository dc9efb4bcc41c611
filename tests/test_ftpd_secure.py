"""The example FTP server with TLS: real clients, and those who want to listen, to cut off, or to slip something in."""

from __future__ import annotations

import contextlib
import ftplib
import io
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.ftp_server import BIG, EXAMPLE, Server, Talk, fetched, needs_to_build, started
from tests.ftp_tls import Certificate, secure_client, secure_talk, wrapped
from tests.support import eventually

pytestmark = [needs_to_build, pytest.mark.needs("openssl", "/usr/include/openssl/ssl.h")]
TLS_1_2, TLS_1_3 = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return Certificate.make(tmp_path_factory.mktemp("certificates"), "right")


@pytest.fixture
def secured(program: Path, root: Path, certificate: Certificate) -> Iterator[Server]:
    with started(program, root, "--write", "--transfer", "5", *certificate.words) as server:
        yield server


def still_serves(server: Server, certificate: Certificate) -> None:
    client = secure_client(server, certificate.trusted())
    assert fetched(client, "small.txt") == b"one\ntwo\n"
    client.quit()


# -- clients ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("host", "version"), [("127.0.0.1", TLS_1_2), ("127.0.0.1", TLS_1_3), ("::1", TLS_1_3)])
def test_files_up_and_down(
    program: Path, root: Path, certificate: Certificate, host: str, version: ssl.TLSVersion
) -> None:
    if host == "::1" and not Path("/proc/net/if_inet6").exists():
        pytest.skip("no IPv6 here")
    with started(program, root, "--write", "--address", host, *certificate.words) as server:
        client = secure_client(server, certificate.trusted(version), host)
        for passive in (True, False):
            client.set_pasv(passive)
            for name in ("small.txt", "big.bin", "empty"):
                assert fetched(client, name) == (root / name).read_bytes()
            for data in (b"", b"up", BIG):
                client.storbinary("STOR new", io.BytesIO(data))
                assert (root / "new").read_bytes() == data
            client.storbinary("APPE new", io.BytesIO(b"more"))
            assert (root / "new").read_bytes() == BIG + b"more"
        lines: list[str] = []
        client.retrlines("RETR small.txt", lines.append)
        assert lines == ["one", "two"]
        client.storlines("STOR text", io.BytesIO(b"a\r\nb\n"))
        assert (root / "text").read_bytes() == b"a\nb\n"
        assert "big.bin" in client.nlst()
        assert fetched(client, "big.bin", rest=len(BIG) - 7) == b"the end"
        client.quit()


@pytest.mark.parametrize("words", [[], ["--tls-max", "1.2"]], ids=["1.3", "1.2"])
@pytest.mark.needs("curl")
def test_curl(secured: Server, certificate: Certificate, tmp_path: Path, words: list[str]) -> None:
    url = f"ftp://127.0.0.1:{secured.port}/"

    def curl(*more: str) -> bytes:
        command = ["curl", "-sS", "-m", "20", "--ssl-reqd", "--cacert", str(certificate.file), *words, *more]
        return subprocess.run(command, check=True, capture_output=True).stdout

    assert curl(url + "big.bin") == BIG
    source = tmp_path / "source"
    source.write_bytes(BIG)
    curl("-T", str(source), url + "one", "-T", str(source), url + "two")
    assert (secured.root / "two").read_bytes() == BIG
    assert b"big.bin" in curl(url)


@pytest.mark.skipif(shutil.which("lftp") is None, reason="lftp is not installed")
def test_lftp(secured: Server, certificate: Certificate, tmp_path: Path) -> None:
    settings = (
        f"set net:timeout 10; set ftp:ssl-force yes; set ssl:ca-file {certificate.file}; set ftp:ssl-protect-data yes"
    )
    orders = "get big.bin; put big.bin -o uploaded; set ftp:passive-mode no; mirror inside"
    words = f"set ftp:ssl-allow-anonymous yes; {settings}; open ftp://localhost:{secured.port}; {orders}"
    subprocess.run(["lftp", "-c", words], cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "big.bin").read_bytes() == (secured.root / "uploaded").read_bytes() == BIG
    assert (tmp_path / "inside" / "deep.txt").read_bytes() == b"deep"


def test_implicit_tls(program: Path, root: Path, certificate: Certificate) -> None:
    with started(program, root, "--tls", "implicit", *certificate.words) as server:
        plain = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        talk = Talk.__new__(Talk)
        talk.socket, talk.lines = plain, plain.makefile("rb")
        trusted = certificate.trusted()
        talk.secure(trusted)
        assert talk.reply().startswith("220")
        talk.login()
        assert talk.ask("AUTH TLS").startswith("503")
        assert talk.ask("LIST").startswith("521")
        assert [talk.ask(words)[:3] for words in ("PBSZ 0", "PROT P")] == ["200", "200"]
        data = talk.passive()
        assert talk.ask("RETR small.txt").startswith("150")
        assert wrapped(talk, data, trusted).makefile("rb").read() == b"one\ntwo\n"
        assert talk.reply().startswith("226")


# -- what is agreed upon ---------------------------------------------------------------------------


def test_nothing_in_the_clear_where_tls_is_required(secured: Server, certificate: Certificate) -> None:
    talk = secured.talk()
    before = "USER a 530,PASS x 530,PBSZ 0 503,PROT P 503,CCC 533,AUTH 504,AUTH SSL 504,AUTH GSSAPI 504,NOOP 200"
    after = (
        "PWD 530,auth tls 503,USER a 331,PASS b 230,PROT P 503,PBSZ x 501,PBSZ 0 200,EPSV 229,LIST 521,STOR x 521,"
        "PROT S 536,PROT E 536,PROT X 504,PROT C 534,LIST 521,prot p 200,PROT C 534,CCC 533,ADAT x 502,NOOP 200"
    )
    for item in before.split(","):
        command, _, code = item.rpartition(" ")
        assert talk.ask(command)[:3] == code, command
    assert talk.ask("AUTH TLS-C").startswith("234")
    talk.secure(certificate.trusted())
    for item in after.split(","):
        command, _, code = item.rpartition(" ")
        assert talk.ask(command)[:3] == code, command
    assert talk.ask("QUIT").startswith("221")
    assert talk.reply() == ""
    assert not (secured.root / "x").exists()


def test_who_wants_to_where_tls_is_offered(program: Path, root: Path, certificate: Certificate) -> None:
    with started(program, root, "--write", "--tls", "offered", *certificate.words) as server:
        assert fetched(server.login(), "small.txt") == b"one\ntwo\n"
        client = secure_client(server, certificate.trusted())
        assert fetched(client, "small.txt") == b"one\ntwo\n"
        assert "\n AUTH TLS\n PBSZ\n PROT\n" in client.sendcmd("FEAT")
        client.prot_c()
        assert fetched(client, "small.txt") == b"one\ntwo\n"
        client.prot_p()
        assert fetched(client, "small.txt") == b"one\ntwo\n"
        talk = server.talk().login()
        talk.ask("CWD inside")
        talk.ask("EPSV")
        assert talk.ask("AUTH TLS").startswith("234")
        talk.secure(certificate.trusted())
        assert talk.ask("PWD").startswith("530")  # what was said in the clear counts no more
        talk.login()
        assert talk.ask("PWD").startswith('257 "/"')
        assert talk.ask("NLST").startswith("425")


def test_not_offered(server: Server) -> None:
    assert "AUTH" not in server.login().sendcmd("FEAT")
    talk = server.talk()
    assert [talk.ask(words)[:3] for words in ("AUTH TLS", "PBSZ 0", "PROT P", "CCC")] == ["502", "503", "503", "533"]


# -- those who want to listen, to cut off, or to slip something in -----------------------------------


def test_nothing_slips_in_before_the_handshake(program: Path, root: Path, certificate: Certificate) -> None:
    with started(program, root, "--write", "--tls", "offered", *certificate.words) as server:
        talk = server.talk()
        talk.send(b"AUTH TLS\r\nUSER anonymous\r\nPASS x\r\nMKD slipped-in\r\n")
        assert talk.reply().startswith("234")
        talk.secure(certificate.trusted())
        assert talk.ask("NOOP").startswith("200")
        assert talk.ask("PWD").startswith("530")
        assert not (root / "slipped-in").exists()


@pytest.mark.parametrize("version", [TLS_1_2, TLS_1_3])
def test_data_need_the_session_of_their_control_connection(
    program: Path, root: Path, certificate: Certificate, version: ssl.TLSVersion
) -> None:
    trusted = certificate.trusted(version)
    with started(program, root, *certificate.words) as server:
        other = secure_talk(server, trusted)
        talk = secure_talk(server, trusted)
        for session in (None, other.socket.session):  # type: ignore[attr-defined]
            data = talk.passive()
            assert talk.ask("RETR small.txt").startswith("150")
            with contextlib.suppress(OSError):
                stranger = trusted.wrap_socket(data, server_hostname="localhost", session=session)
                assert stranger.recv(100) == b""
            assert talk.reply().startswith("522")
        data = talk.passive()
        assert talk.ask("RETR small.txt").startswith("150")
        assert wrapped(talk, data, trusted).recv(100) == b"one\ntwo\n"
        assert talk.reply().startswith("226")
    with started(program, root, "--tls-any-session", *certificate.words) as server:
        assert fetched(secure_client(server, trusted, kind=ftplib.FTP_TLS), "big.bin") == BIG


def test_data_without_a_handshake(secured: Server, certificate: Certificate) -> None:
    talk = secure_talk(secured, certificate.trusted())
    for said in (b"GET / HTTP/1.0\r\n\r\n", b""):
        with talk.passive() as data:
            assert talk.ask("STOR victim").startswith("150")
            data.sendall(said)
            data.shutdown(socket.SHUT_WR)
            assert talk.reply().startswith("522")
    assert (secured.root / "victim").read_bytes() == b""
    still_serves(secured, certificate)


@pytest.mark.parametrize("version", [TLS_1_2, TLS_1_3])
def test_uploads_that_are_cut_off(program: Path, root: Path, certificate: Certificate, version: ssl.TLSVersion) -> None:
    trusted = certificate.trusted(version)
    for words, code in (((), "426"), (("--tls-abrupt",), "226")):
        with started(program, root, "--write", *words, *certificate.words) as server:
            talk = secure_talk(server, trusted)
            data = talk.passive()
            assert talk.ask("STOR half").startswith("150")
            secret = wrapped(talk, data, trusted)
            secret.sendall(b"half of it")
            secret.close()
            assert talk.reply().startswith(code)
            assert (root / "half").read_bytes() == b"half of it"


def test_handshakes_that_never_come(program: Path, root: Path, certificate: Certificate) -> None:
    with started(program, root, "--login", "1", "--transfer", "1", *certificate.words) as server:
        silent = server.talk()
        assert silent.ask("AUTH TLS").startswith("234")
        slow = server.talk()
        slow.ask("AUTH TLS")
        slow.send(b"\x16\x03\x01\x10")
        still_serves(server, certificate)
        talk = secure_talk(server, certificate.trusted())
        with talk.passive():
            assert talk.ask("RETR small.txt").startswith("150")
            assert talk.reply().startswith("426")
        assert silent.reply() == ""
        with contextlib.suppress(OSError):
            while slow.reply():
                slow.send(b"\x00")
        still_serves(server, certificate)


def test_aborting(secured: Server, certificate: Certificate) -> None:
    trusted = certificate.trusted()
    (secured.root / "large").write_bytes(BIG * 8)
    talk = secure_talk(secured, trusted)
    for shakes_hands in (True, False):
        data = talk.passive()
        assert talk.ask("RETR large").startswith("150")
        data = wrapped(talk, data, trusted) if shakes_hands else data
        assert talk.ask("ABOR").startswith("426")
        assert talk.reply().startswith("226")
        data.close()
    assert talk.ask("NOOP").startswith("200")


def test_failed_handshakes_end_sessions(secured: Server, certificate: Certificate, tmp_path: Path) -> None:
    before = secured.descriptors()
    with pytest.raises(ssl.SSLCertVerificationError):
        secure_talk(secured, ssl.create_default_context())
    with pytest.raises(ssl.SSLCertVerificationError):
        secure_talk(secured, Certificate.make(tmp_path, "wrong").trusted())
    talk = secured.talk()
    assert talk.ask("AUTH TLS").startswith("234")
    talk.send(b"USER anonymous\r\nPASS x\r\n")
    assert not talk.lines.read().startswith(b"331")  # an alert, and the end
    assert eventually(lambda: secured.descriptors() <= before)
    still_serves(secured, certificate)


@pytest.mark.parametrize(
    ("words", "fine"),
    [
        ("-tls1_3", True),
        ("-tls1_2", True),
        ("-tls1_2 -cipher AES128-SHA@SECLEVEL=0", False),
        ("-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA@SECLEVEL=0", False),
        ("-tls1_2 -cipher aNULL:eNULL@SECLEVEL=0", False),
        ("-tls1_1 -cipher ALL@SECLEVEL=0", False),
        ("-tls1 -cipher ALL@SECLEVEL=0", False),
    ],
)
def test_what_openssl_is_told(secured: Server, certificate: Certificate, words: str, fine: bool) -> None:
    where = ["-starttls", "ftp", "-connect", f"127.0.0.1:{secured.port}", "-CAfile", str(certificate.file)]
    command = ["openssl", "s_client", *where, "-verify_return_error", "-ign_eof", *words.split()]
    found = subprocess.run(command, input="QUIT\r\n", capture_output=True, text=True, timeout=60)
    assert ("\n221 " in found.stdout) == fine, found


def test_no_renegotiation(secured: Server, certificate: Certificate) -> None:
    where = ["-starttls", "ftp", "-connect", f"127.0.0.1:{secured.port}", "-tls1_2"]
    found = subprocess.run(
        ["openssl", "s_client", *where], input="R\nQUIT\r\n", capture_output=True, text=True, timeout=60
    )
    assert "no renegotiation" in found.stderr.lower()


# -- the beginning -----------------------------------------------------------------------------------


def test_complaints_at_the_start(program: Path, certificate: Certificate, tmp_path: Path) -> None:
    other = Certificate.make(tmp_path, "other")
    locked = tmp_path / "locked.pem"
    subprocess.run(
        ["openssl", "ec", "-in", other.key, "-aes256", "-passout", "pass:x", "-out", locked],
        check=True,
        capture_output=True,
    )
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")
    for words, expected in (
        ("--tls required", "TLS needs a certificate"),
        (f"--tls-key {other.key}", "the certificate is missing"),
        (f"--tls perhaps --tls-certificate {other.file}", "TLS can be required, offered and implicit, not `perhaps`"),
        ("--tls-certificate /no/such/file", "cannot use the certificate in `/no/such/file`: No such file"),
        (f"--tls-certificate {broken}", "cannot use the certificate in"),
        (f"--tls-certificate {other.file}", "cannot use the key in"),
        (f"--tls-certificate {other.file} --tls-key {certificate.key}", "key values mismatch"),
        (f"--tls-certificate {other.file} --tls-key {locked}", "cannot use the key in"),
    ):
        done = subprocess.run(
            [program, tmp_path, "--port", "0", *words.split()], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 2
        assert expected in done.stderr, done.stderr


def test_an_expired_certificate(program: Path, root: Path, tmp_path: Path) -> None:
    old = Certificate.make(tmp_path, "old")
    again: list[str | Path] = ["openssl", "x509", "-in", old.file, "-signkey", old.key, "-days", "-1", "-out", old.file]
    subprocess.run(again, check=True, capture_output=True)
    command = [str(program), str(root), "--port", "0", *old.words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        server = Server(process.pid, int(process.stdout.readline().split()[-1]), root)
        with pytest.raises(ssl.SSLCertVerificationError, match="expired"):
            secure_talk(server, old.trusted())
        process.terminate()
        assert "has expired" in process.stderr.read()


def test_without_openssl_the_rest_is_the_same(program: Path, tmp_path: Path) -> None:
    """The file that takes the place of TLS has all functions that are called."""

    def functions(name: str) -> set[str]:
        made = tmp_path / f"{name}.o"
        flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{EXAMPLE}", f"-I{program.parent}"]
        subprocess.run(["gcc", *flags, "-c", EXAMPLE / f"{name}.c", "-o", made], check=True, timeout=60)
        listed = subprocess.run(["nm", "-g", "--defined-only", made], check=True, capture_output=True, text=True)
        return {line.split()[-1] for line in listed.stdout.splitlines()}

    assert functions("secure") == functions("insecure")
