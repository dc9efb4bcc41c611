"""The messages of a random run of SPIN's simulator, and of our machine along the same choices."""

from __future__ import annotations

import re

from tests.judge.running import MODEL_NAME, private_directory, run
from tests.loading import load_automata, load_text
from tests.support import no_include

from penstock.machine import Options, build_machine
from penstock.machine.replay import TrailEntry, replay
from penstock.machine.runs import OpenRun
from penstock.spin.trail import TrailStep, parse_trail
from penstock.spin.workspace import ModelText

Sent = tuple[int, str, str, tuple[str, ...]]
"""Process, what it did, the method, and the numbers in the other fields."""
_SECONDS = 20.0
_STATE = re.compile(r"^ *(\d+):\tproc .* \(state \d+\)\t\[", re.MULTILINE)
_MESSAGE = re.compile(r"^ *(\d+):\tproc +(\d+) \(.*?\) \S+ (Send|Recv) (\S+)\t", re.MULTILINE)


def spin_run(text: str, seed: int, steps: int) -> tuple[tuple[TrailStep, ...], list[Sent]]:
    """What SPIN does at random, and the messages in it; addresses that new actors tell are left out."""
    with private_directory(text) as place:
        options = [f"-n{seed}", f"-u{steps}", "-p", "-s", "-r", "-T", "-b"]
        output = run(["spin", *options, MODEL_NAME], place, _SECONDS).output
    found: list[Sent] = []
    last = max((int(number) for number in _STATE.findall(output)), default=0)
    for number, pid, action, values in _MESSAGE.findall(output):
        method, *others = values.split(",")
        if not method.isdigit() and int(number) <= last:  # it may end within a d_step, of which it tells the end only
            found.append((int(pid), "receive" if action == "Recv" else "send", method, tuple(others)))
    return parse_trail(output, ModelText(text, MODEL_NAME, ".")).steps, found


def own_messages(text: str, steps: tuple[TrailStep, ...]) -> list[Sent]:
    """The messages of our machine along SPIN's choices; what is known as a channel is left out."""
    model = load_text(text, MODEL_NAME, (), no_include)
    machine = build_machine(model, load_automata(model), Options(tracing=True))
    entries = [TrailEntry(step.number, step.pid or 0, step.line, step.statement, step.state) for step in steps]
    followed = OpenRun(machine)
    for step, _ in replay(machine, entries):
        followed.go(step)
    trace = followed.trace()
    found = []
    for taken in trace.steps:
        for message in taken.messages:
            if not message.rendezvous:
                method, *values = message.values
                found.append((trace.processes[message.process].pid, message.action, method, tuple(values)))
    return found


def same_messages(spin: list[Sent], own: list[Sent]) -> bool:
    """SPIN shows channels as numbers, we show their names: only true numbers are compared."""
    if len(spin) != len(own):
        return False
    for (pid, action, method, theirs), (our_pid, our_action, our_method, ours) in zip(spin, own, strict=True):
        numbers = all(one == other for one, other in zip(theirs, ours, strict=True) if other.isdigit())
        if (pid, action, method) != (our_pid, our_action, our_method) or not numbers:
            return False
    return True
