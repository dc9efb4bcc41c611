"""Replays of trails become records."""

from __future__ import annotations

from pathlib import Path

from tests.test_verify import needs_tools

from penstock.spin.statements import readable
from penstock.spin.tools import find_tools
from penstock.spin.trail import parse_trail, read_trail
from penstock.spin.workspace import ModelText, install_model, shown_file

MODEL = ModelText("", "my models/ring.pml", "/somewhere", ("N=2",), ("lib",))
REPLAY = """ltl one: [] (<> ((x==2)))
starting claim 2
using statement merging
  1:\tproc  - (one:1) _spin_nvr.tmp:4 (state 3)\t[(1)]
Never claim moves to line 4\t[(1)]
Starting P with pid 2
  2:\tproc  1 (:init::1) model.pml:5 (state 1)\t[(run P(1))]
  4:\tproc  2 (P:1) beside/parts.h:3 Sent ping,0\t-> queue 1 (q)
  4:\tproc  2 (P:1) beside/parts.h:3 (state 2)\t[q!ping,k]
\t\tqueue 2 (P(2):own):\x20
  5:\tproc  0 (Q:1) include0/more.h:4 Recv ping,0\t<- queue 1 (q)
  5:\tproc  0 (Q:1) include0/more.h:4 (state 1)\t[q?m,y]
\t\tqueue 2 (P(2):own):\x20
\t\tQ(0):y = 0
got 0
  <<<<<START OF CYCLE>>>>>
  8:\tproc  0 (Q:1) model.pml:7 (state 2)\t[printf('got %d\\\\n',y)]\t<merge 0 now @3>
 10:\tproc  2 (P:1) model.pml:8 Send 4\t-> queue 3 (r)
 10:\tproc  2 (P:1) model.pml:8 (state 4)\t[r!k]
\t\tqueue 3 (r): [4]
spin: trail ends after 10 steps
#processes: 2
\t\tqueue 3 (r): [4]
\t\tx = 7
 10:\tproc  2 (P:1) model.pml:8 (state 5)
\t\tP(2):k = 4
 10:\tproc  0 (Q:1) model.pml:4 (state 8) <valid end state>
 10:\tproc  - (one:1) _spin_nvr.tmp:7 (state 10)
3 processes created
"""


def test_a_replay() -> None:
    trail = parse_trail(REPLAY, MODEL)
    assert [step.statement for step in trail.steps] == [
        "(run P(1))",
        "q!ping,k",
        "q?m,y",
        "printf('got %d\\\\n',y)",
        "r!k",
    ]
    start, send, receive, printing, last = trail.steps
    assert (start.number, start.pid, start.proctype, start.file, start.line) == (2, 1, ":init:", MODEL.name, 5)
    assert send.sent == ("q", "ping,0") and send.partner == 0 and send.file == "my models/parts.h"
    assert receive.received == ("q", "ping,0") and receive.partner == 2 and receive.file == "lib/more.h"
    assert receive.changes == (("Q(0):y", "0"),)
    assert printing.printed == ("got 0",) and trail.cycle == 3
    assert last.sent == ("r", "4") and last.partner is None and last.changes == (("r", "[4]"),)
    assert [step.number for step in trail.claim_steps] == [1]


def test_the_end_of_a_replay() -> None:
    trail = parse_trail(REPLAY, MODEL)
    assert trail.variables == (("x", "7"),) and trail.channels == (("r", "[4]"),)
    assert [(place.pid, place.line, place.state, place.valid) for place in trail.places] == [
        (2, 8, 5, False),
        (0, 4, 8, True),
        (None, 7, 10, False),
    ]
    assert trail.places[0].variables == (("P(2):k", "4"),)


def test_statements_without_needless_parentheses() -> None:
    assert readable("((x<3))") == "x<3"
    assert readable("(a)&&(b)") == "(a)&&(b)"
    assert readable("x = (x+1)") == "x++"
    assert readable("x = (y+1)") == "x = (y+1)"


def test_the_place_of_a_model(tmp_path: Path) -> None:
    options = install_model(tmp_path, MODEL)
    assert options == ["-E-iquotebeside", "-E-Iinclude0", "-E-imacrosdefinitions.h"]
    assert (tmp_path / "definitions.h").read_text() == "#define N 2\n"
    assert shown_file("model.pml", MODEL) == MODEL.name


@needs_tools
def test_a_real_trail(tmp_path: Path) -> None:
    text = (
        "chan q = [0] of { byte };\nactive proctype P() { q!3 }\nactive proctype Q() { byte y; q?y; assert(y == 4) }\n"
    )
    model = ModelText(text, "rendezvous.pml", str(tmp_path))
    raw = b"1:0:0\n2:1:2\n3:1:3\n"
    trail = read_trail(find_tools(tmp_path), model, raw, tmp_path / "replay")
    assert [(step.pid, step.line, step.partner) for step in trail.steps] == [(0, 2, 1), (1, 3, 0), (1, 3, None)]
    assert trail.steps[-1].statement == "assert((y==4))"
