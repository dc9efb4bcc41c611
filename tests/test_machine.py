"""What models do: rules that every part relies on, each on a model of a few lines."""

from __future__ import annotations

import pytest
from tests.loading import load_automata
from tests.support import load_text

from penstock.machine import Exploration, Machine, Options, build_machine, explore
from penstock.machine.runs import OpenRun, random_run
from penstock.machine.trace import RunTrace
from penstock.machine.waiting import waiting_processes


def machine_of(text: str, **options: bool) -> Machine:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return build_machine(model, load_automata(model), Options(**options))


def explored(text: str, **options: bool) -> Exploration:
    return explore(machine_of(text, **options), limit=20_000)


def kinds(text: str, **options: bool) -> list[str]:
    return [violation.kind for violation in explored(text, **options).violations]


def holds(condition: str, declarations: str, statements: str) -> bool:
    """Whether an assertion at the end of a sequence is true in every run."""
    found = explored(f"{declarations}\ninit {{ {statements}; assert({condition}) }}")
    return found.complete and not found.violations


@pytest.mark.parametrize(
    ("declared", "assigned", "expected"),
    [
        ("bit x", "x = 3", "x == 1"),
        ("bool x", "x = 2", "x == 0"),
        ("byte x = 255", "x++", "x == 0"),
        ("byte x", "x--", "x == 255"),
        ("short x = 32767", "x++", "x == -32768"),
        ("int x = 2147483647", "x++", "x < 0"),
        ("unsigned x : 3 = 7", "x++", "x == 0"),
        ("int x = -7", "x = x / 2", "x == -3"),
        ("int x = -7", "x = x % 3", "x == -1"),
        ("int x = 5", "x = (x > 3 -> 1 : 2)", "x == 1"),
        ("int x = 5", "x = !x + ~x", "x == -6"),
        ("int x = 2", "x = (x && 4) + (0 || 7)", "x == 2"),
        ("int x = 1", "x = x << 31", "x < 0"),
        ("int x = 65536", "x = (x * x > 0)", "x == 0"),
        ("byte a[3] = { 1, 2 }; int x", "x = a[2]", "x == 2"),
    ],
)
def test_values(declared: str, assigned: str, expected: str) -> None:
    assert holds(expected, declared, assigned)


def test_structures_and_arrays() -> None:
    declarations = "typedef P { byte a; int b[2] }; typedef R { P p[2]; bit c }; R r[2]; byte i = 1;"
    statements = "r[i].p[1].b[i] = 7; r[0].p[i].b[0] = 3; i = r[1].p[1].b[1]"
    assert holds("i == 7 && r[0].p[1].b[0] == 3 && r[1].p[0].b[1] == 0", declarations, statements)


@pytest.mark.parametrize(
    ("declared", "statements", "expected"),
    [
        ("chan q = [3] of { byte, byte }", "q!!3,1; q!!1,9; q!!3,0; q?x,y", "x == 1 && y == 9"),
        ("chan q = [3] of { byte, byte }", "q!1,1; q!2,2; q!2,3; q??2,y; q?x,_", "x == 1 && y == 2 && len(q) == 1"),
        ("chan q = [3] of { byte, byte }", "q!1,5; q?<x,y>", "x == 1 && y == 5 && len(q) == 1"),
        ("chan q = [3] of { byte, byte }", "x = 2; q!2,5; q?eval(x),y", "y == 5"),
        ("chan q = [3] of { byte, byte }", "q!1,5; x = q?[2,5]; y = q??[1,5]", "x == 0 && y == 1"),
        ("chan q = [1] of { byte, byte }", "x = full(q); q!1,1; y = full(q)", "x == 0 && y == 1 && nempty(q)"),
        ("chan q = [1] of { bit, byte }", "q!6,300; q?x,y", "x == 0 && y == 44"),
        ("chan r[2] = [1] of { byte }; chan q", "q = r[1]; q!8; r[1]?x", "x == 8 && empty(r[0])"),
        ("chan q = [1] of { chan }; chan r = [1] of { byte }; chan c", "q!r; q?c; c!4; r?x", "x == 4"),
    ],
)
def test_channels(declared: str, statements: str, expected: str) -> None:
    assert holds(expected, f"{declared}; int x, y;", statements)


def test_a_rendezvous_is_one_step() -> None:
    text = "chan r = [0] of { byte }; byte x; active proctype S() { r!5 } active proctype R() { r?x; assert(x == 5) }"
    assert not explored(text).violations
    trace = random_run(machine_of(text, tracing=True), 1, 50).trace()
    meeting = trace.steps[0]
    assert meeting.partner is not None
    assert [message.action for message in meeting.messages] == ["send", "receive"]
    assert meeting.messages[0].number == meeting.messages[1].number


def test_a_sender_without_a_receiver_is_a_deadlock() -> None:
    assert kinds("chan r = [0] of { byte }; active proctype S() { r!5 }") == ["deadlock"]


def test_atomic_sequences_are_not_interrupted_unless_they_block() -> None:
    alone = "byte x; active [2] proctype P() { atomic { x = _pid; assert(x == _pid); x = 9 } }"
    assert not explored(alone).violations
    blocking = "byte x; active [2] proctype P() { atomic { x = _pid; (x != _pid); assert(false) } }"
    assert "assertion" in kinds(blocking)


def test_a_blocked_d_step_is_an_error() -> None:
    assert kinds("byte x; init { d_step { x = 1; x == 2 } }") == ["error"]
    assert kinds("byte x; init { d_step { x == 2; x = 1 } }") == ["deadlock"]


def test_a_d_step_that_never_ends_is_told() -> None:
    found = explored("byte x; init { d_step { do :: x = 1 od } }")
    assert "does not end in 100,000 rounds" in found.violations[0].text


def test_errors_stop_the_run_and_say_what() -> None:
    assert "index 3 is out of range" in explored("byte a[2]; byte i = 3; init { a[i] = 1 }").violations[0].text
    assert "division by zero" in explored("byte i; init { i = 1 / i }").violations[0].text
    assert "holds no channel" in explored("chan q; chan r = [1] of { byte }; init { q!1 }").violations[0].text
    assert "too many processes" in explored("proctype P() { false } init { do :: run P() od }").violations[0].text


def test_unless_interrupts() -> None:
    text = "byte x; init { { do :: x < 3 -> x++ od } unless { x == 2 -> assert(x == 2) }; assert(x == 2) }"
    assert not explored(text).violations


def test_timeout_and_else() -> None:
    assert holds("x == 2", "byte x; chan q = [1] of { bit };", "if :: q?0 -> x = 1 :: timeout -> x = 2 fi")
    assert holds("x == 2", "byte x;", "if :: x > 3 -> x = 1 :: else -> x = 2 fi")


def test_processes_die_youngest_first_and_pids_are_used_again() -> None:
    runs = "run P(); (_nr_pr == 1); run P(); (_nr_pr == 1); assert(last == 1)"
    text = f"byte last; proctype P() {{ last = _pid }} init {{ {runs} }}"
    assert not explored(text).violations


def test_end_labels_are_no_deadlock() -> None:
    assert kinds("chan q = [1] of { bit }; active proctype P() { end: q?0 }") == []
    assert kinds("chan q = [1] of { bit }; active proctype P() { wait: q?0 }") == ["deadlock"]


def test_provided_and_priorities() -> None:
    assert not explored(
        "byte x; active proctype P() provided (x == 1) { assert(x == 1) } init { x = 1; x = 1 }"
    ).violations
    text = "byte x; active proctype L() priority 1 { assert(x == 1) } active proctype H() priority 5 { x = 1 }"
    assert not explored(text).violations


def test_remote_references_and_enabled() -> None:
    text = """byte x; active proctype P() { byte n = 4; here: x == 1 }
    init { (P[0]@here); assert(P[0]:n == 4 && !enabled(0)); atomic { x = 1; assert(enabled(0)) } }"""
    assert not explored(text).violations


def test_channels_without_limit_and_channels_that_lose() -> None:
    text = "chan q = [1] of { byte }; init { q!1; q!2; assert(len(q) == %d) }"
    assert kinds(text % 2) == ["deadlock"]
    assert kinds(text % 2, unlimited=True) == []
    assert kinds(text % 1, lossy=True) == []


def test_a_never_claim_takes_part() -> None:
    text = "byte x; init { x = 1; x = 2 } never { do :: x == 2 -> break :: else od }"
    assert kinds(text) == ["claim"]


def test_dead_variables_are_forgotten_in_searches() -> None:
    text = "byte g; init { byte x; if :: x = 1 :: x = 2 fi; x > 0; g = 1; g = g + 1 }"
    assert explored(text, reset_dead=True).states < explored(text).states


def test_variables_that_others_look_at_are_not_forgotten() -> None:
    text = """active proctype A() { byte x; x = 1; x = 2; x = 0 }
    active proctype B() { do :: (A[0]:x == 2) -> assert(false) :: A[0]:x == 0 od }"""
    assert "assertion" in kinds(text, reset_dead=True)


def test_the_limit_makes_an_exploration_incomplete() -> None:
    machine = machine_of("byte x; init { do :: x++ od }")
    found = explore(machine, limit=10)
    assert (found.states, found.complete) == (10, False)
    assert explore(machine).complete


def test_shortest_run_to_a_violation() -> None:
    found = explored("byte x; init { do :: x++; assert(x != 3) :: x = 0 od }")
    assert len(found.steps_to(found.violations[0].state)) + len(found.violations[0].path) == 6


# -- runs ------------------------------------------------------------------------------------------

PINGPONG = """mtype = { ping, pong };
chan there = [1] of { mtype, byte }; chan back = [1] of { mtype };
active proctype A() { byte n; do :: n < 2 -> there!ping(n); back?pong; n++ :: else -> break od }
active proctype B() { byte k; do :: there?ping(k); printf("%e %d%%\\n", ping, k); back!pong od }
"""


def run_of(text: str, seed: int = 1, steps: int = 100) -> RunTrace:
    return random_run(machine_of(text, tracing=True), seed, steps).trace()


def test_a_seed_repeats_a_run() -> None:
    assert run_of(PINGPONG, 5) == run_of(PINGPONG, 5)


def test_a_run_tells_messages_changes_and_text() -> None:
    trace = run_of(PINGPONG)
    sent = next(step for step in trace.steps if step.messages)
    assert (sent.statement, sent.messages[0].values) == ("there!ping, n", ("ping", "0"))
    assert [(change.name, change.after) for change in sent.changes] == [("there", "[ping,0]")]
    assert [step.printed for step in trace.steps if step.printed] == ["ping 0%\n", "ping 1%\n"]
    taken = [step.messages[0] for step in trace.steps if step.messages and step.messages[0].action == "receive"]
    assert [message.number for message in taken] == [1, 2, 3, 4]


def test_a_deadlock_says_who_waits_for_what() -> None:
    trace = run_of(PINGPONG)
    assert trace.outcome == "deadlock"
    assert [(waiting.line, waiting.reason) for waiting in trace.waiting] == [(4, "channel `there` is empty")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("chan q = [2] of { byte }; init { q!1; q!2; q!3 }", "channel `q` (capacity 2) is full"),
        ("chan r = [0] of { byte }; init { r!3 }", "nobody is ready to receive from `r` (it has no buffer)"),
        (
            "chan q = [2] of { byte }; init { q!1; q?2 }",
            "the first message in channel `q` is [1], which does not match [2]",
        ),
        ("chan q = [2] of { byte }; init { q!1; q??2 }", "no message in channel `q` matches [2]"),
        ("byte x = 3; init { x > 4 }", "`x > 4` is false (`x` is 3)"),
        ("proctype P() provided (false) { skip } init { run P(); false }", "its `provided` condition is false"),
    ],
)
def test_reasons(text: str, reason: str) -> None:
    assert reason in [waiting.reason for waiting in run_of(text).waiting]


def test_a_failed_assertion_ends_a_run() -> None:
    trace = run_of("byte x; init { x = 1; assert(x == 2); x = 3 }")
    assert (trace.outcome, len(trace.steps)) == ("assertion", 2)
    assert trace.reason == "assert(x == 2) does not hold (model.pml:1)"


def test_the_log_of_lost_messages() -> None:
    machine = machine_of("chan q = [1] of { byte }; init { q!1; q!2 }", tracing=True, lossy=True)
    actions = [message.action for step in random_run(machine, 1, 9).steps for message in step.messages]
    assert actions == ["send", "lost"]


def test_processes_that_wait_for_nothing_can_go_on() -> None:
    run = OpenRun(machine_of("byte x; init { x = 1 }", tracing=True))
    assert [waiting.reason for waiting in waiting_processes(run)] == ["it can go on"]


def test_what_is_given_to_nobody() -> None:
    assert not kinds("init { byte x = 1; _ = 5; _ = 3 / x }")
    assert kinds("init { byte x; _ = 3 / x }")


def test_channels_in_a_parameter_stay_when_its_process_goes() -> None:
    text = "typedef T { chan c = [2] of { byte } }; byte d; proctype P(T t) { d++ }"
    assert not kinds(text + "init { T u; run P(u); d == 1; _nr_pr == 1; u.c!4; assert(len(u.c) == 1) }")


def test_a_step_that_fails_is_no_reason_for_timeout_or_else() -> None:
    long = "int i; active proctype A() { if :: d_step { do :: i < 200000 -> i++ :: else -> break od } "
    for rest in (":: else -> assert(false) fi }", "fi } active proctype B() { timeout -> assert(false) }"):
        assert kinds(long + rest) == ["error"], rest
