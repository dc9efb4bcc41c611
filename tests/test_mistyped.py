"""Mistyped words get suggestions, `--quiet` one line, and colours are a matter of the user's taste."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from penstock.faces.cli.main import main

ROOT = Path(__file__).parent.parent
CROSSING, MISTAKES = ROOT / "examples" / "crossing.pml", ROOT / "examples" / "mistakes.pml"
PAINT = "\x1b["


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    try:
        status = main(list(words))
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(("word", "meant"), [("verfiy", "verify"), ("chekc", "check"), ("sim", "simulate")])
def test_commands(word: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"did you mean `{meant}`?" in refused(capsys, word, "model.pml")


def test_words_that_are_like_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`penstock --help` lists them" in refused(capsys, "xyzzy")
    assert f"penstock check {CROSSING}" in refused(capsys, str(CROSSING))
    assert "options follow their command" in refused(capsys, "--quiet", "check", str(CROSSING))
    assert "did you mean" not in refused(capsys, "check", "--xyzzy", str(CROSSING))


@pytest.mark.parametrize(
    "words", [["bound", "model.pml", "--exat"], ["bound", "--exat"], ["bound", "--exat=3", "model.pml", "--quiet"]]
)
def test_options(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, *words)
    assert "there is no option `--exat`: did you mean `--exact`?" in said
    assert len(said.splitlines()) == (3 if "model.pml" not in words else 2)


def test_help_fits_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for width, lines in (("120", 2), ("80", 3)):
        monkeypatch.setenv("COLUMNS", width)
        with pytest.raises(SystemExit):
            main(["test", "--help"])
        said = capsys.readouterr().out
        status = said[said.index("exit status:") : said.index("examples:")].splitlines()
        assert len(status) == lines and max(map(len, said.splitlines())) <= int(width)
        assert "\n  penstock test --watch\n" in said, "examples stay as they are"


def test_options_that_contradict_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--watch only shows" in refused(capsys, "test", "--watch", "--update")


QUIET = {
    "check": [str(CROSSING)],
    "check errors": [str(MISTAKES)],
    "format": ["--check", str(CROSSING)],
    "automata": [str(CROSSING)],
    "explore": [str(CROSSING)],
    "bound": [str(CROSSING)],
    "simulate": [str(CROSSING), "--seed", "1"],
    "explain": ["E301"],
    "verify": [str(CROSSING)],
    "close": [str(ROOT / "examples" / "closing" / "answering.pml"), "--compare"],
    "generate": [str(CROSSING), "-o", "program"],
}
TOOLS = [pytest.mark.needs("spin", "gcc"), pytest.mark.slow]


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=TOOLS if case in ("verify", "close") else []) for case in QUIET]
)
def test_quiet_is_one_line(
    case: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main([case.split()[0], *QUIET[case], "--quiet"])
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1 and said.err == ""


def test_colours_if_the_user_wants_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    main(["check", str(MISTAKES)])
    assert PAINT not in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", str(MISTAKES), "--color", "always"])
    assert PAINT in capsys.readouterr().out
    main(["bound", str(MISTAKES), "--color", "always"])
    assert PAINT in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "more", "painted"),
    [([], {}, True), ([], {"NO_COLOR": "1"}, False), (["--color", "never"], {}, False), ([], {"TERM": "dumb"}, False)],
)
def test_colours_on_a_terminal(words: list[str], more: dict[str, str], painted: bool) -> None:
    own, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm", "PYTHONPATH": str(ROOT / "src")} | more
    command = [sys.executable, "-m", "penstock", "check", str(MISTAKES), *words]
    subprocess.run(command, stdout=theirs, env=environment, check=False, timeout=60)
    assert (PAINT.encode() in os.read(own, 100_000)) is painted
    os.close(own)
    os.close(theirs)
