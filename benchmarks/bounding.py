"""How the boundedness test grows: with the cycles of a process, with the number of processes, beside SPIN's search."""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tests.loading import load_automata, load_text

from penstock.bounds.published.effects import buffers_of, effect_graphs
from penstock.bounds.published.iboc import TooMany, iboc
from penstock.bounds.verdict import BoundResult, boundedness
from penstock.control import Automaton
from penstock.resolve import Model

DIAMONDS = (10, 100, 1000, 10_000)
CYCLES = (5, 10, 15, 20)
INSTANCES = (1, 10, 100, 1000)
ROUNDS = 80
SEARCHED = (2, 4, 6, 8, 10, 12, 14, 100, 200)
MOST_SEARCHED = 14
SECONDS = 60


def main() -> None:
    print("\nbound: a loop over n choices (2^n simple cycles)")
    rows = [(n, *_measured(diamonds(n))[1:]) for n in DIAMONDS]
    for n, edges, seconds, result in rows:
        laps = ", ".join(f"{name} {value:.2f}" for name, value in result.seconds.items() if value >= 0.005)
        print(f"  n = {n:6}  {edges:7} edges  {seconds:8.3f} s  {result.verdict}  ({laps})")
    print(f"  exponent {_exponent([(edges, seconds) for _, edges, seconds, _ in rows]):.2f} (1 is linear)")
    print("  the published method, with all simple cycles:")
    for n in CYCLES:
        print(f"  n = {n:6}  {_published(diamonds(n))}")
    print("bound: n pairs of processes, each pair with channels of its own")
    pairs = [(n, *_measured(several(n))[1:]) for n in INSTANCES]
    for n, edges, seconds, result in pairs:
        print(f"  n = {n:6}  {edges:7} edges  {seconds:8.3f} s  {result.verdict}")
    print(f"  exponent {_exponent([(edges, seconds) for _, edges, seconds, _ in pairs[1:]]):.2f} (1 is linear)")
    print("n clients and a server: our test, the published method, and SPIN's search of all states")
    for n in SEARCHED:
        _, _, seconds, result = _measured(served(n))
        searched = _searched(served(n)) if n <= MOST_SEARCHED else "not tried"
        print(f"  n = {n:4}  {seconds:7.3f} s {result.verdict}   published: {_published(served(n))}   SPIN: {searched}")


def diamonds(n: int) -> str:
    """One process that makes n choices in each round, and takes back what it sent."""
    choice = "  if\n  :: left!1; left?_\n  :: right!1; right?_\n  fi;\n"
    body = "do\n:: true;\n" + choice * n + "od"
    return f"chan left = [2] of {{ byte }};\nchan right = [2] of {{ byte }};\nactive proctype P() {{\n{body}\n}}\n"


def several(n: int, rounds: int = ROUNDS) -> str:
    """n times two processes that ask each other for leave; SPIN allows 255 channels, so more than 100 pairs share."""
    channels = min(2 * n, 200)
    lines = ["mtype = { a, b, c };", f"chan q[{channels}] = [12] of {{ mtype }};"]
    asking = "BA?c; AB!a; AB!a; AB!b; BA?c; AB!a; AB!a;\n" * rounds
    granting = "AB?a; AB?b; BA!c;\n" * (2 * rounds)
    lines.append("proctype A(chan AB; chan BA) {\n  BA?c; AB!b; AB!b;\n  do :: " + asking + "  od\n}")
    lines.append("proctype B(chan AB; chan BA) {\n  BA!c; BA!c;\n  do :: " + granting + "  od\n}")
    starts = []
    for number in range(n):
        first, second = (2 * number) % channels, (2 * number + 1) % channels
        starts.append(f"  run A(q[{first}], q[{second}]); run B(q[{first}], q[{second}]);")
    return "\n".join([*lines, "init { atomic {", *starts, "} }"]) + "\n"


def served(n: int) -> str:
    """n clients and a server: one channel for all requests, one for the answers to each client."""
    return f"""chan requests = [{n}] of {{ byte }};
chan answers[{n}] = [1] of {{ bit }};
proctype client(byte me) {{ do :: requests!me; answers[me]?_ od }}
active proctype server() {{ byte who; do :: requests?who; answers[who]!1 od }}
init {{ byte i; atomic {{ {" ".join(f"run client({number});" for number in range(n))} }} }}
"""


def _measured(text: str) -> tuple[Model, int, float, BoundResult]:
    model, automata = _loaded(text)
    started = time.perf_counter()
    result = boundedness(model, automata)
    return model, len(result.net.transitions), time.perf_counter() - started, result


def _loaded(text: str) -> tuple[Model, list[Automaton]]:
    model = load_text(text, "model.pml", (), lambda *_: None)
    assert model.ok, model.diagnostics.records[0].message
    return model, load_automata(model)


def _published(text: str) -> str:
    result = boundedness(*_loaded(text))
    started = time.perf_counter()
    try:
        answer = iboc(effect_graphs(result.net), list(buffers_of(result.net).values()))
    except TooMany as problem:
        return f"stopped after {time.perf_counter() - started:.2f} s: {problem}"
    return f"{answer.cycles:8} cycles  {time.perf_counter() - started:8.3f} s"


def _searched(text: str) -> str:
    if shutil.which("spin") is None or shutil.which("gcc") is None:
        return "spin or gcc is missing"
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "model.pml").write_text(text)
        for command in (["spin", "-a", "model.pml"], ["gcc", "-O2", "-w", "-DSAFETY", "-o", "pan", "pan.c"]):
            subprocess.run(command, cwd=directory, check=True, capture_output=True)
        started = time.perf_counter()
        try:
            run = subprocess.run(
                ["./pan", "-m1000000"], cwd=directory, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"stopped after {SECONDS} s"
        states = next((line.split()[0] for line in run.stdout.splitlines() if "states, stored" in line), "?")
        return f"{states:>9} states  {time.perf_counter() - started:8.3f} s"


def _exponent(rows: list[tuple[int, float]]) -> float:
    (small, quick), (large, slow) = rows[0], rows[-1]
    return math.log(slow / quick) / math.log(large / small)
