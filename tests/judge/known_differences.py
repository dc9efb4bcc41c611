"""Where Penstock and SPIN differ on purpose: the kinds of differences in docs/spin-differences.md, and how they show.

Whatever is not listed here is a finding.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.judge.probes import PRELUDE


@dataclass(frozen=True, slots=True)
class Difference:
    """`said` is what the one says who refuses the text, `text` the changed line; both are patterns.

    What is changed in a macro may be wrong elsewhere: then `said` alone must tell.
    """

    name: str
    accepted_here: bool
    said: str
    text: str


ONLY_SPIN, ONLY_HERE = False, True
KNOWN = (
    Difference("wrong number of fields", ONLY_SPIN, r"^E416", ""),
    Difference("variable that a process type does not have", ONLY_SPIN, r"^E301 process type", r"\w[\w\])\s]*:"),
    Difference("label used as a variable", ONLY_SPIN, r"^E301 .* is a label, not a variable", ""),
    Difference("select spelled oddly", ONLY_SPIN, r"^E201", r"\bselect\b"),
    Difference("select before unless", ONLY_HERE, r"syntax error\s+saw 'keyword: unless'", r"\bselect\b"),
    Difference("select in a trace", ONLY_HERE, r"not an event", r"\bselect\b"),
    Difference("negative capacity", ONLY_SPIN, r"^E412", r"\[\s*-"),
    Difference("xr or xs of what is no channel", ONLY_SPIN, r"^E407 `x[rs]`", r"\bx[rs]\b"),
    Difference("a block of nothing but xr or xs", ONLY_HERE, r"at least one statement", r"\bx[rs]\b"),
    Difference("mtype declared in a typedef", ONLY_SPIN, r"^E211 message types", r"\bmtype\b"),
    Difference("parameter of an inline with an index", ONLY_SPIN, r"^E201", r"\binline\s+\w+\s*\("),
    Difference("# in the middle of a line", ONLY_SPIN, r"^E201 .*found `#`", r"\S\s*#"),
    Difference("end of a comment that did not begin", ONLY_SPIN, r"^E201", r"\*/"),
    Difference("next in a comparison", ONLY_SPIN, r"^E603", r"\b(X|next)\b"),
    Difference("formula inside a process", ONLY_SPIN, r"^E201", r"\bltl\b"),
    Difference("formula that is not closed", ONLY_SPIN, r"^E201 .*found the end of the file", ""),
)
DIFFERING_PROBES = {
    "init { q!x,y }": "wrong number of fields",
    "init { q!x(y) }": "wrong number of fields",
    "init { select (i : 1 . . 3) }": "select spelled oddly",
    "init { select (i : .. 3) }": "select spelled oddly",
    "init { select (i : 1 .. 100) unless skip }": "select before unless",
    "init { P[1]:x }": "variable that a process type does not have",
    "init { chan c = [-1] of { byte } }": "negative capacity",
    "init { xs t.f }": "xr or xs of what is no channel",
    "trace { select (i : 1 .. 2) }\ninit { skip }": "select in a trace",
    "notrace { select (i : 1 .. 2) }\ninit { skip }": "select in a trace",
    "typedef A { mtype = { z1 } }\ninit { skip }": "mtype declared in a typedef",
    "inline A(a[1]) { skip }\ninit { skip }": "parameter of an inline with an index",
    "inline A() { xr q } init { A() }": "a block of nothing but xr or xs",
    "init { skip # 1 \n }": "# in the middle of a line",
    "*/\ninit { skip }": "end of a comment that did not begin",
}
"""All probes on which the two differ."""
CRASHING_PROBES = frozenset(
    [
        "init { run P() }",
        "init { return 1 }",
        "init { return x + 1 }",
        "init { c_code [x { y; } }",
        "typedef A { byte f[x] }\ninit { skip }",
        "init { run A() } proctype A(byte n) { skip }",
    ]
)
"""Those that SPIN does not survive."""


def own_part(probe: str) -> str:
    """What distinguishes a probe from the others."""
    return probe.removeprefix(PRELUDE).strip()


def kind_of(accepted_here: bool, said: str, text: str) -> str | None:
    """The kind of a difference; None if there is no reason for it."""
    for known in KNOWN:
        if known.accepted_here == accepted_here and re.search(known.said, said) and re.search(known.text, text):
            return known.name
    return None
