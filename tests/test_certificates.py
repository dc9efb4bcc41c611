"""Certificates say what they take for granted; whatever else somebody writes into one is refused, or true."""

from __future__ import annotations

import copy
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.judge.fuzz_certificates import FOR_EACH, judge_certificate, random_evidence
from tests.loading import load_automata
from tests.support import load_text
from tests.test_guards_and_structure import PHASES

from penstock.bounds.certificates.by_states import certificate_by_states
from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.evidence import DEEPEST, Refused, parse_evidence
from penstock.bounds.refinement import refined
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.verdict import BOUNDED, boundedness
from penstock.budget import Budget
from penstock.faces.cli.main import main

CREATING = """chan q = [2] of { byte };
proctype P() { q!1; q?_ }
active proctype Starter() { do :: run P() od }
"""
COUNTING = """chan q = [2] of { byte };
active proctype P() { byte i; do :: i < 3 -> q!1; i++ :: i >= 3 -> break od }
"""
FLOOD = "chan q = [2] of { byte }; active proctype P() { do :: q!1 od }"
TWO = "chan q = [2] of { byte }; chan r = [2] of { byte }; active proctype P() { q!1; q!2; r!1 }"
COUNTERS = "\n".join(f"byte v{n}; do :: v{n}++ :: break od; (v{n} > 3) -> skip;" for n in range(12))
MANY = "chan q = [2] of { byte };\nactive proctype P() {\n" + COUNTERS + "\ndo :: q!1; q?_ :: break od }"


@dataclass(frozen=True, slots=True)
class Told:
    returncode: int
    stdout: str
    stderr: str


class Bench:
    """A model with its certificate in files, and the commands, in this process."""

    def __init__(self, directory: Path, captured: pytest.CaptureFixture[str]) -> None:
        self.model, self.proof, self.run = (directory / name for name in ("model.pml", "proof.json", "run.json"))
        self.captured = captured

    def bound(self, text: str, *words: str) -> None:
        self.model.write_text(text)
        assert self._call("bound", self.model, "--certificate", self.proof, *words).returncode in (0, 1)

    def recheck(self, *words: str, file: Path | None = None) -> Told:
        return self._call("recheck", file or self.proof, self.model, *words)

    def _call(self, *words: str | Path) -> Told:
        status = main([str(word) for word in words])
        said = self.captured.readouterr()
        return Told(status, said.out, said.err)


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    return Bench(tmp_path, capsys)


# -- what is taken for granted ---------------------------------------------------------------------


def test_assumptions_are_printed(bench: Bench) -> None:
    bench.bound(COUNTING)
    told = bench.recheck()
    assert told.returncode == 0 and "BOUNDED is proved\n  1 bound holds\n" in told.stdout
    assert "assumed: channels are never full, any number of processes" in told.stdout
    assert "values distinguished: i of P" in told.stdout
    data = json.loads(bench.recheck("--format", "json").stdout)
    assert data["assumptions"] == {
        "channels": "without limit",
        "process_limit": None,
        "messages": "fine",
        "told_apart": [["P", 0, "i"]],
    }


def test_a_limit_of_processes_must_be_asked_for(bench: Bench) -> None:
    bench.bound(CREATING, "--process-limit", "9")
    refused = bench.recheck()
    assert refused.returncode == 1 and "at most 9 processes at a time, which was not asked for" in refused.stderr
    more = bench.recheck("--process-limit", "10")
    assert more.returncode == 1 and "at most 9 processes at a time, not 10" in more.stderr
    for limit in ("9", "5"):
        told = bench.recheck("--process-limit", limit)
        assert told.returncode == 0 and "at most 9 processes at a time" in told.stdout


def test_runs_say_nothing_about_a_limit_of_processes(bench: Bench) -> None:
    bench.bound(FLOOD, "--witness", str(bench.run))
    assert bench.recheck().returncode == 0
    assert bench.recheck("--process-limit", "3").returncode == 1
    assert bench.recheck("--process-limit", "3", file=bench.run).returncode == 1
    data = json.loads(bench.proof.read_text())
    data["assumptions"]["process_limit"] = 3
    bench.proof.write_text(json.dumps(data))
    assert bench.recheck("--process-limit", "3").returncode == 1


# -- what nobody should believe --------------------------------------------------------------------


def _number(data: str) -> str:
    return data.replace('"bound": 2', '"bound": ' + "9" * 5000, 1)


HOSTILE: dict[str, Callable[[str], str]] = {
    "Infinity": lambda text: text.replace('"bound": 2', '"bound": Infinity'),
    "NaN": lambda text: text.replace('"bound": 2', '"bound": NaN'),
    "a large float": lambda text: text.replace('"bound": 2', '"bound": 1e999'),
    "true": lambda text: text.replace('"bound": 2', '"bound": true'),
    "5000 digits": _number,
    "deep lists": lambda text: "[" * 100_000 + "]" * 100_000,
    "deep and closed": lambda text: '{"format":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1),
    "deep in a proof": lambda text: text.replace('"separation": null', '"separation": ' + "[" * 5000 + "]" * 5000),
    "a list": lambda text: "[]",
    "null": lambda text: "null",
    "a number": lambda text: "12",
    "a text": lambda text: '"penstock certificate 4"',
    "a field twice": lambda text: text.replace('"verdict"', '"verdict": "BOUNDED", "verdict"'),
    "a field too many": lambda text: text.replace('"verdict"', '"truth": 1, "verdict"'),
    "another verdict": lambda text: text.replace('"verdict": "BOUNDED"', '"verdict": ["BOUNDED"]'),
    "another format": lambda text: text.replace("certificate 4", "certificate 3"),
    "lone surrogates": lambda text: text.replace('"name": "q"', '"name": "\\udc80q"'),
}


@pytest.mark.parametrize("way", HOSTILE)
def test_hostile_texts_are_refused(way: str, bench: Bench) -> None:
    bench.bound(TWO)
    text = bench.proof.read_text()
    changed = HOSTILE[way](text)
    assert changed != text
    bench.proof.write_text(changed)
    found = bench.recheck()
    assert found.returncode == 1, found.stderr
    assert "the evidence is refused: " in found.stderr and len(found.stderr) < 500


@pytest.mark.parametrize("text", ["", "{", '{"format": "penstock', "no json", '"' + '\\"' * 100_000])
def test_what_is_no_json_is_wrong_usage(text: str, bench: Bench) -> None:
    bench.bound(TWO)
    bench.proof.write_text(text)
    assert bench.recheck().returncode == 2


def _twice(data: dict[str, Any]) -> None:
    """The first says too little, the second is right."""
    data["channels"].insert(0, {**data["channels"][0], "bound": 1})


def _two_proofs(data: dict[str, Any]) -> None:
    data["channels"][0]["proofs"] *= 2


def _both(data: dict[str, Any]) -> None:
    """Finite, which needs no number, with a number that is wrong."""
    data["channels"][0].update(finite=True, proofs=[], bound=1)


def _without_proof(data: dict[str, Any]) -> None:
    data["channels"][0]["proofs"] = []


def _finite(data: dict[str, Any]) -> None:
    data["channels"][0].update(finite=True, proofs=[], bound=None)
    data["separation"] = {"weights": {}, "single": -1, "parts": []}


def _parts(data: dict[str, Any]) -> None:
    _finite(data)
    for _ in range(200):
        data["separation"]["parts"].append({"weights": {}, "single": 0, "parts": []})


def _channels_told_apart(data: dict[str, Any]) -> None:
    data["assumptions"]["told_apart"] = [["", 0, "q"]]


def _nobody(data: dict[str, Any]) -> None:
    data["assumptions"]["told_apart"] = [["P", 99, "x"]]


@pytest.mark.parametrize(
    "change", [_twice, _two_proofs, _both, _without_proof, _finite, _parts, _channels_told_apart, _nobody]
)
def test_tampering_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    model = load_text(TWO)
    automata = load_automata(model)
    data = certificate(boundedness(model, automata))
    assert recheck(data, model, automata) == BOUNDED
    changed = copy.deepcopy(data)
    change(changed)
    with pytest.raises(Refused):
        recheck(changed, model, automata)


@pytest.mark.parametrize("bound", [0, 3])
def test_what_is_finite_has_no_number(bound: int) -> None:
    """The proof that it is finite holds, but says nothing about a number."""
    model = load_text(PHASES)
    automata = load_automata(model)
    result = refined(boundedness(model, automata), automata, Budget(time.monotonic() + 60), searching=False)
    data = certificate(result)
    assert data["channels"][0]["finite"] and recheck(data, model, automata) == BOUNDED
    data["channels"][0]["bound"] = bound
    with pytest.raises(Refused):
        recheck(data, model, automata)


def test_too_many_variables_are_refused() -> None:
    model = load_text(MANY)
    automata = load_automata(model)
    data = certificate(boundedness(model, automata))
    names = [variable.name for variable in automata[0].process.locals]
    data["assumptions"]["told_apart"] = [["P", number, name] for number, name in enumerate(names)]
    with pytest.raises(Refused, match="too many values"):
        recheck(data, model, automata)


def test_long_texts_are_read_in_one_pass() -> None:
    """A text that is never closed, with a million marks that might begin one."""
    with pytest.raises(json.JSONDecodeError):
        parse_evidence('{"format": "' + '\\"' * 1_000_000)


@pytest.mark.slow
def test_changed_certificates_are_refused_or_true() -> None:
    """`make fuzz` does this with many more."""
    outcomes: Counter[str] = Counter()
    for seed in range(1, 10):
        system = random_evidence(seed)
        for which in range(FOR_EACH) if system is not None else ():
            assert system is not None
            outcome, problem = judge_certificate(system, seed * FOR_EACH + which)
            assert not problem, (seed, seed * FOR_EACH + which, outcome, problem)
            outcomes[outcome] += 1
    assert outcomes["refused"] > 100 and outcomes["accepted"] > 5, outcomes


@pytest.mark.parametrize("finite", [False, True])
def test_all_states_prove_what_weights_prove(finite: bool) -> None:
    """Also a number for a channel of which was known only that it is finite."""
    model = load_text(COUNTING.replace("q!1; i++", "q!1; i++; q?_"))
    automata = load_automata(model)
    found = refined(boundedness(model, automata), automata, Budget(time.monotonic() + 5))
    if finite:
        found = replace(found, channels=tuple(replace(one, bound=None, finite=True) for one in found.channels))
    proof = certificate_by_states(found, automata)
    assert proof is not None
    assert (proof["channels"][0]["bound"], proof["assumptions"]["told_apart"]) == (1, [])
    assert recheck(proof, model, automata, lambda most: exact_occupancy(model, automata, most)) == BOUNDED
    proof["channels"][0]["bound"] = 0
    with pytest.raises(Refused, match="it holds 1 messages in some state"):
        recheck(proof, model, automata, lambda most: exact_occupancy(model, automata, most))


def test_all_states_prove_nothing_about_channels_without_a_bound() -> None:
    model = load_text(FLOOD)
    automata = load_automata(model)
    assert certificate_by_states(boundedness(model, automata), automata) is None
