"""Traces made up from runs of a model, planted faults in them, and a second opinion about who is right.

The second opinion goes along with a trace by what the whole model can do in each state, all hidden steps included; it
remembers nothing and leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from penstock.machine.engine import MachineStep
from penstock.machine.followed import Belief
from penstock.machine.following import Follower
from penstock.machine.runtime import State

MODEL = "0123456789abcdef" * 2
Words = tuple[str, ...]
KINDS = {"step": 0, "meet": 1, "end": 2, "value": 3}


def key(follower: Follower, state: State, at: int, step: MachineStep, partner: bool = False) -> str | None:
    """What a program logs of a step; nothing if it does not know it."""
    move = step.partner_move if partner else step.move
    name = follower.machine.places[state[at][0]].automaton.name
    if move is None or move.edge is None:
        return None
    hidden = follower.hidden
    if hidden is not None and (hidden(name, None) or hidden(name, move.edge)):
        return None
    return follower.key_of(name, move.edge)


def words(follower: Follower, belief: Belief, step: MachineStep) -> Words | None:
    """The entry of a step, None if the program would not log it as one of its own."""
    state, _, living = belief
    own = key(follower, state, step.at, step)
    if step.move.edge is None and step.at in living:
        return "end", str(living.index(step.at))
    if step.partner_move is None:
        return ("step", str(living.index(step.at)), own) if own is not None else None
    other = key(follower, state, step.partner, step, partner=True)
    if own is None or other is None:
        return None
    return "meet", str(living.index(step.at)), own, str(living.index(step.partner)), other


def walk(follower: Follower, random: Random, length: int) -> list[Words]:
    """What a program would log in some run."""
    found: list[Words] = []
    [belief] = follower.begin().beliefs
    while len(found) < length:
        steps = follower.choices(belief)
        if not steps:
            break
        step = random.choice(steps)
        said = words(follower, belief, step)
        found += [said] if said is not None else []
        belief = after(follower, belief, step)
    return found


def after(follower: Follower, belief: Belief, step: MachineStep) -> Belief:
    """Processes of the environment are no processes of the program."""
    hidden, places = follower.hidden, follower.machine.places
    living = tuple(at for at in belief.living if at < len(step.state))
    for at in range(len(belief.state), len(step.state)):
        if hidden is None or not hidden(places[step.state[at][0]].automaton.name, None):
            living += (at,)
    return Belief(step.state, step.holder, living)


def second_opinion(follower: Follower, trace: Sequence[Words]) -> int:
    """How many entries of a trace the model allows."""
    beliefs = set(follower.begin().beliefs)
    for number, entry in enumerate(trace):
        if entry[0] == "value":
            continue
        reached, pending, fitting = set(beliefs), list(beliefs), set()
        while pending:
            belief = pending.pop()
            for step in follower.choices(belief):
                said = words(follower, belief, step)
                if said == entry:
                    fitting.add(after(follower, belief, step))
                elif said is None and (new := after(follower, belief, step)) not in reached:
                    if follower.hidden is not None and follower.is_hidden(belief.state, step):
                        reached.add(new)
                        pending.append(new)
        if not fitting:
            return number
        beliefs = fitting
    return len(trace)


def faulty(trace: Sequence[Words], random: Random) -> Iterator[tuple[str, list[Words]]]:
    """The trace with one fault in it: an entry dropped, two swapped, one altered, one twice."""
    at = random.randrange(len(trace) - 1)
    whole = list(trace)
    yield "dropped", whole[:at] + whole[at + 1 :]
    yield "swapped", [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]]
    yield "twice", whole[: at + 1] + whole[at:]
    others = [entry for entry in set(whole) if entry != whole[at]]
    if others:
        yield "altered", [*whole[:at], random.choice(sorted(others)), *whole[at + 1 :]]


def as_text(trace: Sequence[Words], ending: str = "limit") -> bytes:
    lines = [("model", MODEL), *trace, ("over", ending)]
    return "".join(" ".join(line) + "\n" for line in lines).encode()


def as_bytes(trace: Sequence[Words], ending: str = "limit") -> bytes:
    """As `tracing.c` says that it writes; our own writer of it."""
    over = f"over {ending}".encode()
    return b"\x95pst" + bytes.fromhex(MODEL) + b"".join(map(_entry, trace)) + bytes([4, len(over)]) + over


def _entry(entry: Words) -> bytes:
    kind, pid, *rest = entry
    few = min(int(pid), 31)
    first = bytes([few << 3 | KINDS[kind]]) + (_number(int(pid) - 31) if few == 31 else b"")
    if kind == "value":
        name, value = rest[0].encode(), int(rest[1])
        return first + _number(len(name)) + name + _number(2 * value if value >= 0 else -2 * value - 1)
    return first + b"".join(_key(word) if ":" in word else _number(int(word)) for word in rest)


def _key(word: str) -> bytes:
    place, _, again = word.partition(".")
    line, column = place.split(":")
    return _number(int(line)) + _number(2 * int(column) + bool(again)) + (_number(int(again)) if again else b"")


def _number(number: int) -> bytes:
    low, rest = number % 128, number // 128
    return bytes([low + 128]) + _number(rest) if rest else bytes([low])


def in_pieces(data: bytes, random: Random) -> Iterator[bytes]:
    """As it might come through a pipe."""
    while data:
        length = random.choice((1, 2, 3, 5, 11, 200))
        yield data[:length]
        data = data[length:]
