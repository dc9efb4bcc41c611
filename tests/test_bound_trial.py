"""Channels as values, claims and fields that bounds do not cover, and proofs that are tried on runs of the model."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.commands import penstock
from tests.judge.fuzz_bounds import judge_bounds
from tests.judge.random_channels import random_channels
from tests.loading import load_automata
from tests.support import load_text
from tests.test_bound_cli import bound_json

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.transfer import Transfer
from penstock.bounds.certificates import trial
from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.certificates.trial import WrongProof, tried
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.refinement import refined
from penstock.bounds.story import Trial
from penstock.bounds.verdict import BoundResult, boundedness
from penstock.budget import Budget, check
from penstock.faces.cli.main import main
from penstock.flow.evaluation import Evaluation, Read
from penstock.flow.values import ANY, Values
from penstock.reading.source import Source
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Constant, Eval, Expression, Pattern, Reference
from penstock.tasks.bound import bound
from penstock.tasks.requests.bound import BoundRequest

TWO_OWNERS = """
chan r = [1] of {{ byte }};
chan s = [0] of {{ chan }};
bool a[6];
proctype W() {{ chan own = [1] of {{ byte }}; {early} s!own; own?_ }}
init {{
    chan c, d; byte n;
    a[4] = true;
    do :: n < 2 -> run W(); n++ :: else -> break od;
    s?c; s?d; c!1; d!1;
    {looks}
}}
"""
"""Two processes that one `run` starts, each with a channel of its own."""
FLOOD = "do :: r!1 od"
LOOKS = {
    "different": f"c != d; {FLOOD}",
    "else": f"if :: c == d :: else -> {FLOOD} fi",
    "number": f"d == 4 -> {FLOOD}",
    "order": f"c < d || d < c; {FLOOD}",
    "difference": f"c - d != 0; {FLOOD}",
    "index": f"a[d]; {FLOOD}",
    "chosen": f"(n -> c : d) != d; {FLOOD}",
    "kept": f"n = c; n != 3; {FLOOD}",
    "negated": f"!(c == d) -> {FLOOD}",
    "written": f"a[c] = true; n = 0; do :: n < 6 -> if :: a[n] && n != 3 && n != 4 -> {FLOOD} :: else fi; n++ od",
}
PATTERNS = """
chan r = [1] of {{ byte }};
chan s = [2] of {{ chan }};
proctype W() {{ chan own = [1] of {{ byte }}; s!own; own?_ }}
init {{
    chan c; byte n;
    do :: n < 2 -> run W(); n++ :: else -> n = 4; break od;
    s?c; c!1; {pattern}; do :: r!1 od
}}
"""
SUCCESSOR = """
chan s = [2] of { chan };
proctype A() { chan mine = [1] of { byte }; s!mine }
proctype B() { chan other = [1] of { byte }; (false) }
init { chan c; run A(); s?c; (_nr_pr == 1); run B(); do :: c!1 od }
"""


def read(text: str) -> BoundResult:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return boundedness(model, load_automata(model))


def refined_result(text: str) -> BoundResult:
    """Refined as far as that goes without looking at runs and states."""
    first = read(text)
    return refined(first, load_automata(first.model), Budget(time.monotonic() + 5), searching=False)


def bounds(result: BoundResult) -> dict[str, int | None]:
    return {channel.name: channel.bound for channel in result.channels}


# -- channels as values ------------------------------------------------------------------------------


@pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS.keys())
def test_who_looks_at_channels_learns_nothing(looks: str) -> None:
    text = TWO_OWNERS.format(early="", looks=looks)
    assert bounds(read(text))["r"] is None
    assert bounds(refined_result(text))["r"] is None


def test_a_number_that_begins_as_a_channel_is_unknown() -> None:
    text = TWO_OWNERS.format(early="byte x = own; if :: x == 4 -> do :: r!1 od :: else fi;", looks="skip")
    assert bounds(refined_result(text))["r"] is None


@pytest.mark.parametrize("pattern", ["s?4", "s?eval(n)", "s?eval(c + 1)", "s?<4>", "s??4"])
def test_patterns_do_not_tell_channels_apart(pattern: str) -> None:
    text = PATTERNS.format(pattern=pattern)
    assert bounds(refined_result(text))["r"] is None
    assert judge_bounds(text).wrong == ""


def test_the_number_of_a_channel_goes_to_the_next_one() -> None:
    """The owner of `mine` has ended: its number means `other` now."""
    assert bounds(refined_result(SUCCESSOR))["B.other"] is None


def test_that_holds_also_for_who_declares_a_channel_and_is_given_another() -> None:
    text = SUCCESSOR.replace("init { chan c;", "init { chan c = [1] of { byte };")
    assert bounds(refined_result(text))["B.other"] is None


def test_a_number_that_becomes_a_channel_may_be_any() -> None:
    text = TWO_OWNERS.format(early="", looks="n = 4; c = n; do :: c!1 od")
    assert bounds(refined_result(text))["W.own"] is None


def test_a_channel_that_is_gone_troubles_nobody() -> None:
    """Nobody can start a process after the owner has ended: its number means nothing any more."""
    owner = "active proctype Owner() { chan own = [1] of { byte }; s!own }"
    text = f"chan s = [2] of {{ chan }}; active proctype First() {{ chan c; s?c; c!1; c!2 }} {owner}"
    result = read(text)
    assert bounds(tried(result, load_automata(result.model))) == {"s": 1, "Owner.own": 2}


def test_what_a_writer_compares_the_length_with_may_not_be_a_channel() -> None:
    text = "chan q = [1] of { byte }; chan w = [1] of { byte }; init { do :: len(q) < w -> q!1 od }"
    assert bounds(read(text))["q"] is None


def test_channels_that_are_only_used_are_still_told_apart() -> None:
    text = "chan a = [1] of { byte }; chan b = [1] of { byte }; init { chan c = a; c!1; c = b; do :: c!1 od }"
    assert bounds(read(text)) == {"a": 1, "b": None}


@pytest.mark.slow
def test_random_systems_with_channels_as_values() -> None:
    judgements = [judge_bounds(random_channels(seed), 1500) for seed in range(40)]
    assert [judgement.wrong for judgement in judgements if judgement.wrong] == []
    assert sum(judgement.bounds for judgement in judgements) > 60
    assert sum(judgement.steps for judgement in judgements) > 10_000


# -- what a proof does not cover -----------------------------------------------------------------------

CLAIM = "chan r = [1] of { byte }; byte x;\nactive proctype P() { x == 1; do :: r!1 od }\n%s\n"


@pytest.mark.parametrize(
    "claim",
    [
        "never { x = 1; do :: true od }",
        "never { atomic { true; x = 1 }; do :: true od }",
        "never { d_step { x++ }; do :: true od }",
    ],
)
@pytest.mark.slow
def test_a_claim_that_acts_is_named(claim: str, tmp_path: Path) -> None:
    model = tmp_path / "claim.pml"
    model.write_text(CLAIM % claim)
    proof = tmp_path / "proof.json"
    said = penstock("bound", model, "--certificate", proof)
    assert "the never claim changes the model" in said.stderr and f"{model}:3" in said.stderr
    assert "changes the model" in penstock("recheck", proof, model).stderr
    assert "without it" in bound_json(model, status=0)["notes"][0]


def test_a_claim_that_watches_is_not(tmp_path: Path) -> None:
    model = tmp_path / "claim.pml"
    model.write_text(CLAIM % "never { do :: true :: x == 1 -> break od }")
    assert penstock("bound", model).stderr == ""


@pytest.mark.parametrize(
    "text",
    [
        "proctype S(chan c) { do :: c!1 od } init { run S(q) }",
        "proctype T(chan d) { d!1 } proctype S(chan c) { run T(c) } init { run S(q) }",
        "proctype S(chan c) { c?_ } init { run S(q) }",
        "init { chan c = q; c!1 }",
    ],
)
def test_fields_are_counted_through_parameters(text: str) -> None:
    model = load_text("chan q = [1] of { byte, byte };\n" + text)
    assert [record.code for record in model.diagnostics.records if record.code.startswith("E")] == ["E416"]


@pytest.mark.parametrize(
    "text",
    [
        "chan p = [1] of { byte }; proctype S(chan c) { c!1 } init { run S(q); run S(p) }",
        "chan p = [1] of { byte }; proctype S(chan c) { c = p; c!1 } init { run S(q) }",
        "proctype S(chan c) { c!1, 2 } init { run S(q) }",
        "chan p = [1] of { byte }; chan l = [1] of { chan }; proctype S(chan c) { l?c; c!1 } init { run S(q); l!p }",
    ],
)
def test_fields_are_not_reported_where_a_channel_fits(text: str) -> None:
    model = load_text("chan q = [1] of { byte, byte };\n" + text)
    assert model.ok


def test_a_send_that_may_not_fit_is_named(tmp_path: Path) -> None:
    model = tmp_path / "fields.pml"
    model.write_text(
        "chan q = [1] of { byte, byte };\nchan p = [1] of { byte };\n"
        "proctype S(chan c) { c!1 }\ninit { run S(q); run S(p) }\n"
    )
    assert f"{model}:3 `c!1` may mean q, whose messages have 2 fields" in penstock("bound", model).stderr


# -- proofs are tried ----------------------------------------------------------------------------------


def _computing_with_channels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers that channels have in the proof are taken for those of the model."""
    computed = Evaluation._computed

    def numbers(self: Evaluation, value: Expression, read: Read) -> Values:
        return self._contents(value, read) if isinstance(value, Reference) else computed(self, value, read)

    monkeypatch.setattr(Evaluation, "_computed", numbers)


def _comparing_with_channels(monkeypatch: pytest.MonkeyPatch) -> None:
    def accepted(self: Transfer, pattern: Pattern, field: Variable) -> Values:
        if isinstance(pattern, Constant):
            return frozenset([pattern.value])
        return self.plan.evaluation.values(pattern.value, self.read) if isinstance(pattern, Eval) else ANY

    monkeypatch.setattr(Transfer, "_accepted", accepted)


def _forgetting_successors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analysis, "with_successors", lambda self, values: values)


PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (_computing_with_channels, TWO_OWNERS.format(early="", looks=LOOKS["different"])),
    (_computing_with_channels, TWO_OWNERS.format(early="", looks=LOOKS["else"])),
    (_computing_with_channels, TWO_OWNERS.format(early="", looks=LOOKS["number"])),
    (_comparing_with_channels, PATTERNS.format(pattern="s?4")),
    (_forgetting_successors, SUCCESSOR),
]


@pytest.mark.parametrize("plant, text", PLANTED)
def test_a_wrong_proof_is_a_fault_of_ours(
    plant: Callable[[pytest.MonkeyPatch], None],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without the repairs the answers are wrong: the trial alone keeps `bound` and `recheck` from telling them."""
    plant(monkeypatch)
    model, proof = tmp_path / "model.pml", tmp_path / "proof.json"
    model.write_text(text)
    result = read(text)
    assert 0 in bounds(result).values()
    assert main(["bound", "--no-refine", str(model)]) == 70
    said = capsys.readouterr()
    assert said.out == "" and "WrongProof: step" in said.err and "model.pml:" in said.err
    proof.write_text(json.dumps(certificate(result)))
    assert main(["recheck", str(proof), str(model)]) == 70
    assert "proved" not in capsys.readouterr().out


def _falsified(result: BoundResult) -> list[BoundResult]:
    """The same result with a bound that is too small, and with a weight that is missing."""
    (channel,) = result.channels
    (proof,) = channel.proofs
    message = result.net.messages_of(channel.queues[0])[0]
    light = Invariant({**proof.weights, message: proof.weights[message] + 5}, proof.unit, proof.start)
    return [
        replace(result, channels=(replace(channel, bound=(channel.bound or 0) - 1),)),
        replace(result, channels=(replace(channel, proofs=(light,)),)),
    ]


def test_bounds_and_sums_are_looked_at() -> None:
    result = read("chan q = [2] of { byte }; init { byte n; q!1; q!2; q?_; q!3 }")
    automata = load_automata(result.model)
    assert tried(result, automata).trial is not None
    too_small, too_heavy = _falsified(result)
    with pytest.raises(WrongProof, match="q can hold 2 messages, its bound is 1"):
        tried(too_small, automata)
    with pytest.raises(WrongProof, match="sum 1 grows by"):
        tried(too_heavy, automata)


def test_what_happens_inside_of_a_d_step_is_seen() -> None:
    result = read("chan q = [2] of { byte }; init { d_step { q!1; q!2; q?_; q?_ } }")
    (channel,) = result.channels
    with pytest.raises(WrongProof, match="q can hold 2"):
        tried(replace(result, channels=(replace(channel, bound=1),)), load_automata(result.model))


def test_processes_are_limited_in_runs_as_in_proofs() -> None:
    processes = "proctype P() { q!1; (false) } proctype E() { skip }"
    model = load_text(f"chan q = [2] of {{ byte }}; {processes} init {{ do :: run P() :: run E() od }}")
    automata = load_automata(model)
    result = boundedness(model, automata, process_limit=3)
    assert bounds(result) == {"q": 2}
    trial_ = tried(result, automata).trial
    assert trial_ is not None and trial_.steps > 20


def test_what_is_not_tried_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(trial, "MOST_EDGES", 3)
    model = str(Path(__file__).parent / "models" / "bounds" / "two_processes.pml")
    assert main(["bound", model]) == 0
    assert "were not tried on runs of the model: more than 3 steps" in capsys.readouterr().err
    assert main(["bound", model, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["trial"]["steps"] == 0


def test_a_trial_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "LEAST_SECONDS", 0.0)
    result = read("chan q = [2] of { byte }; init { do :: q!1; q?_ od }")
    done = tried(result, load_automata(result.model), until=time.monotonic() - 1).trial
    assert done is not None and (done.steps < 5 or done.untried)


def test_many_runs_are_replayed_in_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """When time has run out, a channel more must not mean half a second more."""
    channels = "".join(f"chan q{n} = [1] of {{ byte }}; active proctype P{n}() {{ do :: q{n}!1 od }}" for n in range(8))
    first = read(channels)
    automata = load_automata(first.model)
    result = refined(first, automata, Budget(time.monotonic() + 20))
    replayed = []

    def slow(*words: object) -> None:
        replayed.append(words)
        time.sleep(0.04)
        check()

    monkeypatch.setattr(trial, "LEAST_SECONDS", 0.05)
    monkeypatch.setattr(trial, "recheck_witness", slow)
    tried(result, automata, until=time.monotonic() - 1)
    assert len({id(channel.witness) for channel in result.channels}) == 8 and 1 <= len(replayed) <= 3


def test_a_certificate_is_tried_when_it_is_checked() -> None:
    result = read("chan q = [2] of { byte }; init { q!1; q!2 }")
    told: list[Trial] = []
    assert recheck(certificate(result), result.model, load_automata(result.model), tell=told.append) == "BOUNDED"
    assert [found.steps for found in told] == [3]


def test_processes_that_are_one_too_many_begin_with_any_values() -> None:
    """More filters are created than there are classes: all others share one, whatever number each was given."""
    sieve = Path(__file__).parent.parent / "examples" / "actors" / "sieve.apml"
    outcome = bound(BoundRequest(Source(str(sieve))))
    assert {channel.name: channel.bound for channel in outcome.channels} == {"filter": 10, "counter": 1}
    assert outcome.trial is not None and outcome.trial.steps > 1000
