"""Sets and maps with few keys."""

from __future__ import annotations

import pytest
from tests.judge.acceptance import spin_accepts
from tests.test_actors import codes, read, translated
from tests.test_actors_stopping import found

KEYED = """\
enum colour { red, green, blue }
struct board { map<colour, byte> marks; byte n }
set<4> everyone;
actortype a {
    var set<colour> seen; map<colour, actor> owner; map<3, actor<a>> peers; board b; byte set, k
    method put(colour c; actor who; set<4> s)
        if
        :: seen[c] -> assert(owner[c] == who && b.marks[c] == 2 && everyone[3])
        :: else -> seen[c] = true; owner[c] = who; b.marks[c] = 2; everyone[3] = true; self <- put(c, who, s)
        fi;
        if :: set < 3 -> set++ :: else fi;
        assert(s[2] && !s[1] && owner[blue] == nobody && peers[0] == nobody);
        set<4> mine;
        assert(!mine[1]);
        mine[1] = true
}
main {
    actor o = create a();
    set<4> t;
    t[2] = true;
    o <- put(red, o, t); o <- put(green, nobody, t)
}
"""


@pytest.mark.needs("spin", "gcc")
def test_there_is_a_place_for_each_key() -> None:
    assert not found(KEYED, defer="ordered")
    assert found(KEYED.replace("put(green, nobody", "put(blue, o"), defer="ordered")
    assert spin_accepts(translated(KEYED)).accepted


@pytest.mark.parametrize(
    "declared",
    ["set<colours> s", "map<0, byte> m", "set<300> s", "set<4> s[2]", "map<4, byte> m = 1"],
)
def test_mistakes(declared: str) -> None:
    text = "enum colour { red }\nactortype a { var byte n; DECLARED\n method f() skip }\nmain { create a() }"
    assert codes(text.replace("DECLARED", declared)) == ["E825"]


def test_a_model_may_have_the_names_itself() -> None:
    text = "byte set = 1, map = 2;\nactortype a { method f() if :: set < 3 -> skip :: map < 3 -> skip fi }\n"
    assert read(text + "main { create a() }").ok
