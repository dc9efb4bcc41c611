"""Traces of several programs that are one system: put together by clocks, or by who used what when, or by the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from tests.judge.traces import MODEL, Words, after, as_text, faulty, second_opinion, walk, words
from tests.test_traces import follower

from penstock.codegen.fingerprint import fingerprint
from penstock.faces.cli.main import main
from penstock.machine.logged import UnreadableTrace
from penstock.machine.merging import Merged, follow_traces, read_traces
from penstock.reading.source import Source

RING = """chan a = [2] of { byte }; chan b = [1] of { byte }; chan r = [0] of { byte }; byte n;
active proctype first() { byte x; do :: a!x; x = (x + 1) % 4 :: b?x od }
active proctype second() { byte x; do :: a?x -> r!x od }
active proctype third() { byte x; do :: r?x :: b!x od }
"""
SOURCE = Source(text=RING, name="ring.pml")
Split = list[list[Words]]


def used(entry: Words) -> str:
    """Which channel an entry uses; what the text says in its column."""
    if entry[0] == "meet":
        return "r"
    line, column = map(int, entry[2].split(":"))
    text = RING.splitlines()[line - 1][column - 1 :]
    return text[0] if text[1] in "!?" else ""


def by_uses(trace: Sequence[Words], programs: int = 3) -> Split:
    """Each program with its own processes; every use of a channel is counted."""
    counts: Counter[str] = Counter()
    found: Split = [[] for _ in range(programs)]
    for entry in trace:
        own = found[int(entry[1]) % programs]
        if channel := used(entry):
            counts[channel] += 1
            own.append(("use", channel, str(counts[channel])))
        own.append(entry)
    return found


def by_clocks(trace: Sequence[Words], programs: int = 3) -> Split:
    """The same with vector clocks: whoever uses a channel learns what those knew that used it before."""
    clocks = [[0] * programs for _ in range(programs)]
    left: dict[str, list[int]] = {}
    found: Split = [[] for _ in range(programs)]
    for entry in trace:
        own = int(entry[1]) % programs
        if channel := used(entry):
            known = left.get(channel, [0] * programs)
            clocks[own] = [max(pair) for pair in zip(clocks[own], known, strict=True)]
            clocks[own][own] += 1
            left[channel] = list(clocks[own])
            found[own].append(("clock", str(own), ",".join(map(str, clocks[own]))))
        found[own].append(entry)
    return found


def by_nothing(trace: Sequence[Words], programs: int = 3) -> Split:
    found: Split = [[] for _ in range(programs)]
    for entry in trace:
        found[int(entry[1]) % programs].append(entry)
    return found


WAYS = {"uses": by_uses, "clocks": by_clocks, "nothing": by_nothing}


def merged(split: Split) -> Merged:
    return follow_traces(follower(SOURCE), read_traces(map(as_text, split), lambda model: None))


@pytest.mark.parametrize("way", WAYS)
def test_traces_are_put_together(way: str) -> None:
    one, random = follower(SOURCE), Random(11)
    for _ in range(6):
        trace = walk(one, random, 60)
        found = merged(WAYS[way](trace))
        assert found.departure is None and found.followed.steps == len(trace)


@pytest.mark.parametrize("way", ["uses", "clocks"])
def test_faults_in_one_of_them_are_found(way: str) -> None:
    """If no order is right, it is said; with a fault before it was stamped, the order of the run is one of them."""
    one, random = follower(SOURCE), Random(12)
    seen: Counter[str] = Counter()
    for _ in range(8):
        trace = walk(one, random, 40)
        for fault, wrong in faulty(trace, random):
            found = merged(WAYS[way](wrong))
            allowed = second_opinion(one, wrong) == len(wrong)
            assert found.departure is None or not allowed, (fault, wrong)
            assert (found.departure is None) == any_order(WAYS[way](wrong)), (fault, wrong)
            seen[f"{fault} {'found' if found.departure is not None else 'allowed'}"] += 1
    assert seen["dropped found"] >= 4 and seen["twice found"] >= 4 and seen["altered found"] >= 3, seen


def any_order(split: Split) -> bool:
    """A second opinion, by trying: whether some order that keeps to the stamps is allowed."""
    one = follower(SOURCE)
    [start] = one.begin().beliefs
    pending, seen = [((0,) * len(split), start)], set()
    while pending:
        done, belief = state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        if all(at == len(part) for at, part in zip(done, split, strict=True)):
            return True
        for number, part in enumerate(split):
            if done[number] == len(part):
                continue
            before = [entry for at, other in zip(done, split, strict=True) for entry in other[:at]]
            stamps = int(part[done[number]][0] in ("use", "clock"))
            if stamps and not fits(part[done[number]], before):
                continue
            entry, behind = part[done[number] + stamps], done[number] + stamps + 1
            for step in one.choices(belief):
                if words(one, belief, step) == entry:
                    pending.append(((*done[:number], behind, *done[number + 1 :]), after(one, belief, step)))
    return False


def fits(stamp: Words, before: Sequence[Words]) -> bool:
    """Whether all that a stamp says to come before it is there."""
    if stamp[0] == "use":
        return int(stamp[2]) - 1 == sum(other[:2] == stamp[:2] for other in before)
    events = {(other[1], other[2].split(",")[int(other[1])]) for other in before if other[0] == "clock"}
    counts = enumerate(stamp[2].split(","))
    return all((str(own), count) in events for own, count in counts if str(own) != stamp[1] and count != "0")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (["use a 1\nstep 0 2:40\n", "use a 1\nstep 1 3:40\n"], "use 1 of `a` is in two places"),
        (["use a 2\nstep 0 2:40\n", "step 1 3:40\n"], "use 1 of `a` is in no trace"),
        (["clock 0 1,4\nstep 0 2:40\n", "clock 1 0,1\nstep 1 3:40\n"], "event 4 of program 1 is in no trace"),
        (["clock 0 1,0\nstep 0 2:40\n", "clock 0 1,0\nstep 1 3:40\n"], "clocks of the same program"),
        (["use a 2\nstep 0 2:40\nuse b 1\nend 0\n", "use b 2\nstep 1 3:40\nuse a 1\nend 1\n"], "wait for each other"),
        (["use a 1\nstep 0 2:40\n", "nonsense\n"], "trace 2: line 2 of the trace"),
    ],
)
def test_traces_that_do_not_fit_together(parts: list[str], said: str) -> None:
    texts = [f"model {MODEL}\n{part}".encode() for part in parts]
    with pytest.raises(UnreadableTrace, match=said):
        follow_traces(follower(SOURCE), read_traces(texts, lambda model: None))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "ring.pml"
    model.write_text(RING)
    own = fingerprint(follower(Source(str(model))).machine.program.model)
    trace = walk(follower(SOURCE), Random(4), 30)
    meets = next(number for number, entry in enumerate(trace) if entry[0] == "meet")
    for wrong in (trace, trace[: meets + 1] + trace[meets:]):
        for number, part in enumerate(by_uses(wrong)):
            (tmp_path / f"{number}.log").write_bytes(as_text(part).replace(MODEL.encode(), own.encode()))
        more = [word for number in (1, 2) for word in ("--with", str(tmp_path / f"{number}.log"))]
        status = main(["conform", str(tmp_path / "0.log"), str(model), *more])
        out = capsys.readouterr().out
        assert status == (wrong is not trace), out
        assert "30 steps, all allowed" in out if wrong is trace else "of trace " in out
    assert main(["conform", "--follow", str(tmp_path / "0.log"), str(model), *more]) == 2
