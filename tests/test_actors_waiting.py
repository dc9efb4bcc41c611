"""Messages that wait: in their order, or not, and those that are ignored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.test_actors import read

from penstock.faces.cli.main import main

QUEUE = """\
actortype desk {
    var byte open = 0, last = 0
    method ask(byte number) defer (number > open) assert(number > last); last = number
    method admit(byte most) open = most
    method ring() ignore (open == 0) assert(open > 1)
}
main { actor d = create desk(); d <- ask(1); d <- ask(2); d <- ring(); d <- admit(2) }
"""


@pytest.mark.parametrize(("defer", "status"), [("ordered", 0), ("putback", 1)])
def test_what_waits_keeps_its_order_only_if_that_is_wanted(
    defer: str, status: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "desk.apml"
    path.write_text(QUEUE)
    assert main(["explore", str(path), "--mailbox", "5", "--defer", defer]) == status
    assert ("assert(number > last)" in capsys.readouterr().out) == bool(status)


def test_messages_that_wait_in_order_are_blocked_and_not_tried_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "desk.apml"
    path.write_text(QUEUE.replace("d <- admit(2)", "d <- admit(1)"))
    assert main(["explore", str(path), "--mailbox", "5", "--defer", "ordered"]) == 1
    said = capsys.readouterr().out
    assert "deadlock" in said and "all of them must wait" in said and "`seen`" not in said


def test_staying_messages_are_not_shown_as_sent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "desk.apml"
    path.write_text(QUEUE)
    main(["simulate", str(path), "--mailbox", "5", "--defer", "ordered", "--format", "json"])
    sent = [one for step in json.loads(capsys.readouterr().out)["steps"] for one in step.get("messages", [])]
    assert len([one for one in sent if one["action"] == "send"]) == 4


def test_defer_and_ignore_are_names_elsewhere() -> None:
    text = (
        "inline ignore(x) { x = 0 }"
        "actortype a { var byte defer\n method f() ignore(defer)\n method defer() skip }"
        "main { actor one = create a(); one <- defer(); one <- f() }"
    )
    assert read(text).ok


def test_check_says_where_the_way_to_wait_may_matter(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "model.apml"
    alike = (
        "actortype a { var byte n\n method m() restrain (n < 2) n++ OTHER }\nmain { actor o = create a(); o <- m() }"
    )
    for other, told in (("", False), ("method k() n = 0", True), ("method k() restrain (n > 0) n = 0", True)):
        path.write_text(alike.replace("OTHER", other))
        assert main(["check", str(path)]) == 0
        assert ("messages to `a` may wait (m" in capsys.readouterr().out) == told
