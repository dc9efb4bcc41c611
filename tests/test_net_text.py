"""The text form of nets: the effects of all kinds of steps, on small models."""

from __future__ import annotations

import pytest
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.fusing import hidden_locations
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.text import net_text

STEPS = """
chan q = [2] of { byte };
chan meet = [0] of { mtype };
mtype = { go };

active proctype P() {
    meet!go;
    do
    :: q!1; q!2
    :: q?<1>
    od
}

active proctype Q() {
    byte x;
    meet?go;
    q?x
}
"""

STEPS_TEXT = """\
queues
  q: buffered, byte
  meet: rendezvous, mtype
places
  P.0  line 6 (place 0)  starts with 1
  P.1  line 8 (place 1)
  P.2  line 8 (place 2)
  Q.0  line 15 (place 0)  starts with 1
  Q.1  line 16 (place 1)
  Q.2  its end
  meet:go
  q
  q:1
transitions
  P.0 -> P.1  meet!go  +meet:go
  P.1 -> P.1  q?<1>  needs q:1
  P.1 -> P.2  q!1  +q:1
  P.2 -> P.1  q!2  +q
  Q.0 -> Q.1  meet?go  -meet:go
  Q.1 -> Q.2  q?x  -q
  Q.1 -> Q.2  q?x  -q:1
"""

LIMITED = """
chan out = [4] of { byte };

proctype Child(byte n) {
    chan mine = [1] of { byte };
    mine!n;
    out!n
}

active [2] proctype Parent() {
    atomic { run Child(1); run Child(2) }
}
"""

LIMITED_TEXT = """\
queues
  out: buffered, byte
  Child.mine#1: buffered, byte, for several processes
  Child.mine#2: buffered, byte, for several processes
places
  Parent.0  line 10 (place 0)  starts with 2
  Parent.1  line 10 (place 1)
  Parent.2  its end
  Child#1.0  line 5 (place 0)
  Child#1.1  line 6 (place 1)
  Child#1.2  its end
  Child#2.0  line 5 (place 0)
  Child#2.1  line 6 (place 1)
  Child#2.2  its end
  Child.mine#1
  Child.mine#2
  out
  room for processes  starts with 3
transitions
  Parent.0 -> Parent.1  (run Child(1))  +Child#1.0  -room for processes
  Parent.1 -> Parent.2  (run Child(2))  +Child#2.0  needs room for processes
  Child#1.0 -> Child#1.1  mine!n  +Child.mine#1
  Child#1.1 -> Child#1.2  out!n  +out  +room for processes
  Child#2.0 -> Child#2.1  mine!n  +Child.mine#2
  Child#2.1 -> Child#2.2  out!n  +out  +room for processes
"""

SHARED = """
bool busy;
chan q = [1] of { bit };

active [2] proctype User() {
    do
    :: atomic { !busy -> busy = true };
       q!0;
       q?0;
       busy = false
    od
}
"""

SHARED_TEXT = """\
queues
  q: buffered, bit
places
  User.0  line 6 (place 0)  starts with 2
  User.1  line 6 (place 1)
  User.2  line 7 (place 2)
  User.3  line 8 (place 3)
  User.4  line 9 (place 4)
  busy == 0  starts with 1
  busy == 1
  q:0
transitions
  User.0 -> User.2  (!busy); busy = true  -busy == 0  +busy == 1
  User.2 -> User.3  q!0  +q:0
  User.3 -> User.4  q?0  -q:0
  User.4 -> User.0  busy = false  -busy == 1  +busy == 0
  User.4 -> User.0  busy = false  needs busy == 0
"""


@pytest.mark.parametrize(
    ("model_text", "tracked", "process_limit", "expected"),
    [(STEPS, "", None, STEPS_TEXT), (LIMITED, "", 5, LIMITED_TEXT), (SHARED, "busy", None, SHARED_TEXT)],
    ids=["meetings, peeks and messages told apart", "processes with channels, and a limit", "a shared global"],
)
def test_nets_have_one_text(model_text: str, tracked: str, process_limit: int | None, expected: str) -> None:
    model = load_text(model_text.removeprefix("\n"))
    assert model.ok
    variables = frozenset(variable for variable in model.globals if variable.name == tracked)
    net = build_net(Analysis(model, load_automata(model), variables), process_limit=process_limit)
    assert net_text(net) == expected


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        ("atomic { !busy -> busy = true }; busy = false", 1),
        ("!busy -> busy = true; busy = false", 0),
        ("atomic { !busy -> q!1; busy = true }; busy = false", 0),
        ("atomic { meet!1; busy = true }; busy = false", 0),
        ("atomic { busy = true; !busy }; busy = false", 0),
    ],
)
def test_steps_are_one_only_if_nobody_can_move_in_between(body: str, hidden: int) -> None:
    declared = "bool busy; chan q = [1] of { byte }; chan meet = [0] of { byte };"
    model = load_text(f"{declared} active proctype P() {{ {body} }} active proctype Q() {{ meet?_ }}")
    graphs = {graph.automaton.name: graph for graph in Analysis(model, load_automata(model)).graphs}
    assert len(hidden_locations(graphs["P"])) == hidden
