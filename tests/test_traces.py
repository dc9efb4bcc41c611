"""Traces in every form: faults in them are found where they are, however the trace comes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.judge.traces import MODEL, as_bytes, as_text, faulty, in_pieces, second_opinion, walk

from penstock.machine.followed import Departure
from penstock.machine.following import Follower
from penstock.machine.logged import TraceReader, UnreadableTrace
from penstock.machine.pursuit import Pursuit
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.tasks.following import follower_of
from penstock.tasks.models import runnable_model

EXAMPLES = Path(__file__).parent.parent / "examples"
PLAIN = """chan a = [2] of { byte }; chan r = [0] of { byte }; byte total;
active proctype source() { byte n; do :: a!n; n = (n + 1) % 5 :: a!7 od }
active [2] proctype middle() { byte x; do :: atomic { a?x; if :: x > 2 -> total++ :: else fi }; r!x od }
active proctype sink() { byte y; do :: r?y :: total > 3 -> d_step { total = 0; y = 0 } od }
"""
FORMS = {"text": as_text, "bytes": as_bytes}


def follower(source: Source) -> Follower:
    return follower_of(runnable_model(Wanted(source, every_tick=True)))


def followed(one: Follower, data: bytes, random: Random) -> tuple[int, str]:
    """How many entries are allowed, and where the first is that is not."""
    pursuit = Pursuit(one, lambda model: None)
    try:
        for piece in in_pieces(data, random):
            pursuit.feed(piece)
    except Departure as problem:
        return pursuit.followed.steps, str(problem)
    return pursuit.followed.steps, ""


@pytest.mark.parametrize(
    ("source", "length", "rounds"),
    [(Source(text=PLAIN, name="plain.pml"), 60, 15), (Source(str(EXAMPLES / "abp" / "abp.pch")), 40, 6)],
    ids=["plain", "with hidden steps"],
)
def test_faults_are_found_in_every_form(source: Source, length: int, rounds: int) -> None:
    random, one = Random(5), follower(source)
    seen: Counter[str] = Counter()
    for _ in range(rounds):
        trace = walk(one, random, length)
        for fault, wrong in [("none", trace), *faulty(trace, random)]:
            allowed = second_opinion(one, wrong)
            for form, write in FORMS.items():
                steps, said = followed(one, write(wrong), random)
                assert (steps, bool(said)) == (allowed, allowed < len(wrong)), (fault, form, wrong)
                assert not said or said.startswith(f"line {allowed + 2} of the trace")
                seen[f"{fault} {'found' if said else 'allowed'}"] += 1
    assert seen["none found"] == 0 and seen["none allowed"] == 2 * rounds
    assert all(seen[f"{fault} found"] >= rounds for fault in ("dropped", "twice", "altered")), seen
    assert seen["swapped found"] > 0


LATE = """byte x, seen;
promela_MS {{ byte secret; }};
env proctype world() {{ x == 0; secret = 1 }}
active proctype p() {{
    int n;
    seen = 1;
    x = 1;
    do
    :: n < {rounds} -> n = n + 1
    :: else -> break
    od;
    promela_MS {{ secret == 1; }};
    seen = 2
}}
promela_MS {{ active proctype begin() {{ run world() }} }};
"""


@pytest.mark.parametrize("rounds", [2, 20, 200, 400])
def test_what_was_hidden_long_ago_is_found_out(rounds: int) -> None:
    """The environment must have moved before the second entry, which only the last one shows."""
    one = follower(Source(text=LATE.format(rounds=rounds), name="late.pch"))
    trace = [("step", "0", "6:5"), ("step", "0", "7:5")]
    trace += [("step", "0", "9:8"), ("step", "0", f"9:{len(f'    :: n < {rounds} -> n')}")] * rounds
    trace += [("step", "0", "10:8"), ("step", "0", "13:5")]
    pursuit = Pursuit(one, lambda model: None)
    pursuit.feed(as_text(trace))
    assert pursuit.followed.steps == len(trace)
    assert pursuit._beginnings == (2 if rounds == 400 else 1)  # the last 512 entries are enough for the others
    steps, said = followed(one, as_text([trace[1], trace[0], *trace[2:]]), Random(1))
    assert steps == 0 and said


def test_entries_in_bytes_are_those_of_the_text() -> None:
    entries = [
        ("step", "0", "1:31"),
        ("step", "254", "70000:400.130"),
        ("meet", "31", "5:3", "200", "9:7.2"),
        ("end", "30"),
        *(("value", "1", "frame.tag", str(value)) for value in (0, -1, 63, -64, 2**31 - 1, -(2**31))),
    ]
    shown = []
    for data in (as_text(entries), as_bytes(entries)):
        reader = TraceReader(lambda model: None)
        parts = [data[at : at + 1] for at in range(len(data))]
        shown.append([str(entry) for part in parts for entry in reader.read(part)])
        assert reader.model == MODEL and reader.ending is not None and reader.line == len(entries) + 2
    assert shown[0] == shown[1] and len(shown[0]) == len(entries)


@pytest.mark.parametrize("garbage", [b"\x07", b"\x00\xff\xff\xff\xff\xff", b"\x04\x04over"])
def test_bytes_that_no_program_wrote(garbage: bytes) -> None:
    reader = TraceReader(lambda model: None)
    with pytest.raises(UnreadableTrace, match="line 3 of the trace"):
        list(reader.read(as_bytes([("step", "0", "1:2")])[:-12] + garbage + bytes(9)))


def test_a_long_trace_is_followed_in_little_memory() -> None:
    """What repeats itself is worked out once, what came is not kept."""
    one = follower(Source(text="byte x; active proctype p() { do :: x = 1 :: x = 2 od }", name="long.pml"))
    pursuit = Pursuit(one, lambda model: None)
    pursuit.feed(as_text([]).removesuffix(b"over limit\n"))
    part = b"step 0 1:37\nstep 0 1:46\n" * 10_000
    for _ in range(10):
        pursuit.feed(part)
    assert pursuit.followed.steps == 200_000
    assert len(one._remembered._known) <= 3
