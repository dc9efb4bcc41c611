"""The model of the example FTP server: what it promises holds, and the program does nothing else.

Two clients, and what must happen at last, are expected in examples/penstock.toml: `test_project_store` asks for it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.ftp_load import mixed_load
from tests.ftp_server import EXAMPLE, build, needs_to_build, started
from tests.ftp_tls import Certificate

from penstock.faces.cli.main import main

MODEL = str(EXAMPLE / "ftpd.pch")
SMALL = ["-D", "SMALL"]  # with it the server is always writable
READ_ONLY = '    :: !writable -> REPLY(550, "this server is read-only") \\\n'
needs_spin = pytest.mark.needs("spin", "gcc")


def verdicts(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, str]:
    main(["verify", MODEL, "--format", "json", *words])
    return {found["name"]: found["verdict"] for found in json.loads(capsys.readouterr().out)["properties"]}


@needs_spin
@pytest.mark.slow
def test_one_client_with_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Assertions and deadlocks: one answer to each command, no transfer without login, no data connection left."""
    assert verdicts(capsys, "--property", "safety") == {"safety": "holds"}


@needs_spin
@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("failed -> state = greeted; REPLY(530,", "failed -> state = ready; REPLY(530,", SMALL),
        ('REPLY(426, "aborted"); \\', "skip; \\", SMALL),
        (":: event == NOOP -> REPLY", ":: event == NOOP -> skip :: event == NOOP -> REPLY", SMALL),
        (READ_ONLY + "    :: else -> TRANSFER", "    :: true -> TRANSFER", []),
        (":: files[connection]?requested[connection] -> result = done", ":: result = done", SMALL),
        ("CLOSE_DATA; \\\n                FINISH", "FINISH", SMALL),
        (":: protective && protection == clear ->", ":: false ->", SMALL),
        ("state = greeted; protection = secured", "protection = secured", SMALL),
        (":: protective && protection != private ->", ":: false ->", SMALL),
        (":: protection == private -> SECURE_DATA", ":: false -> SECURE_DATA", SMALL),
        ("!protective -> protection = sized;", "!protective ->", SMALL),
        (":: result == failed -> goto over", ":: false -> goto over", SMALL),
        (":: protection != clear -> REPLY(503,", ":: false -> REPLY(503,", SMALL),
        ("CLOSE_DATA;\n                        ANSWER(234)", "ANSWER(234)", SMALL),
    ],
    ids=[
        *("login", "abort", "answer", "read-only", "arrival", "close"),
        *("login-in-clear", "login-before-tls", "data-in-clear", "no-data-handshake", "no-longer-private"),
        *("failed-handshake", "tls-twice", "port-before-tls"),
    ],
)
def test_mistakes_are_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, right: str, wrong: str, words: list[str]
) -> None:
    text = Path(MODEL).read_text()
    assert text.count(right) == 1
    changed = tmp_path / "changed.pch"
    changed.write_text(text.replace(right, wrong))
    main(["verify", str(changed), "--format", "json", "--property", "safety", *words])
    assert json.loads(capsys.readouterr().out)["verdict"] == "violated"


def test_all_channels_are_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bound", MODEL, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "BOUNDED"


@needs_to_build
@pytest.mark.needs("openssl", "/usr/include/openssl/ssl.h")
def test_the_log_of_a_mixed_load_conforms(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = build(tmp_path / "traced", "TRACE=1", "CFLAGS=-O0")
    root = tmp_path / "served"
    root.mkdir()
    for place in (tmp_path, root):
        place.chmod(0o777)
    log = tmp_path / "trace.log"
    certificate = Certificate.make(tmp_path, "right")
    with started(program, root, "--write", "--tls", "offered", *certificate.words, trace=log) as server:
        mixed_load(server.port, clients=8, commands=4, seed=1, trusted=certificate.trusted())
    assert main(["conform", str(log), MODEL, "-D", "CLIENTS=16"]) == 0
    assert "all allowed" in capsys.readouterr().out
