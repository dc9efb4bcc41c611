"""Runs with a cursor: whichever way it went, a moment is what the steps to it make of the beginning."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loading import load_automata, load_model, load_text

from penstock.control import Automaton
from penstock.errors import UsageError
from penstock.machine import Machine, Options, build_machine
from penstock.machine.runs import OpenRun, random_run
from penstock.machine.runtime import State
from penstock.machine.trace import Change, Ending
from penstock.machine.tracing import step_key
from penstock.resolve import Model
from penstock.stepping.breakpoints import DataBreak, ErrorKind, LineBreak, count_fits
from penstock.stepping.conditions import BadExpression, Questions
from penstock.stepping.policies import AtRandom, ByHand
from penstock.stepping.recorded import timeline_along
from penstock.stepping.scopes import Viewer
from penstock.stepping.stepper import Stepper, Stop, StopKind, moved
from penstock.stepping.timeline import Edit, Timeline

EXAMPLES = Path(__file__).parent.parent / "examples"
TIMED = """
timer t; byte x;
active proctype P() { do :: x < 200 -> set(t, 3); expire(t); x++ od }
active proctype Q() { timer u; do :: set(u, 2); expire(u) od }
"""
MEETING = """
mtype = { ping, pong }; chan wire = [0] of { mtype, byte }; typedef pair { byte a; bool b[2] }; pair p[2];
proctype left(byte n) {
    byte i;
    do :: i < n -> wire!ping(i); i++; p[i % 2].a = i; p[1].b[i % 2] = true :: else -> break od
}
proctype right() { byte v; do :: wire?ping(v) -> assert(v < 200) od }
init { atomic { run left(50); run right(); run left(3) } }
"""
ALONE = """
byte x, y;
active [2] proctype P() {
    byte i;
    do
    :: atomic { x++; y++; (x > 3) -> x = 0; { byte i2 = 1; i = i2 } }
    :: atomic { y > 0 -> y--; i++ }
    :: x < 100 -> x = x + 2
    od
}
"""
TEXTS = {"timed.pml": TIMED, "meeting.pml": MEETING, "alone.pml": ALONE}
MODELS = ["crossing.pml", "leader.pml", "granting.pml", "actors/buffer.apml", "abp/abp.pch", *TEXTS]


@cache
def loaded(name: str) -> tuple[Model, list[Automaton]]:
    choices = {"method": "optimised"}
    model = load_text(TEXTS[name], name) if name in TEXTS else load_model(str(EXAMPLES / name), choices=choices)
    automata = [found for found in load_automata(model) if found.kind in ("proctype", "init")]
    assert automata, model.diagnostics.records
    return model, automata


@pytest.fixture(autouse=True, scope="module")
def _all_loaded() -> None:
    """Reading changes a limit of Python, which random tests do not like to see in between."""
    for name in MODELS:
        loaded(name)


def machine_of(name: str) -> Machine:
    return build_machine(*loaded(name), Options(tracing=True))


def replayed(machine: Machine, keys: Sequence[object]) -> OpenRun:
    """The same again from the beginning, without a timeline."""
    run = OpenRun(machine)
    for key in keys:
        if isinstance(key, Edit):
            row = run.state[key.at]
            rest = (*row[: key.slot], key.value, *row[key.slot + 1 :])
            run.state = (*run.state[: key.at], rest, *run.state[key.at + 1 :])
        else:
            run.go(next(step for step in run.choices() if step_key(step) == key))
            run.finish_tick()
    return run


def random_walk(timeline: Timeline, steps: int, seed: int = 1) -> list[State]:
    chance = Random(seed)
    states = [timeline.now.state]
    while len(states) <= steps and timeline.choices():
        timeline.go(chance.choice(timeline.choices()))
        states.append(timeline.now.state)
    return states


ACTIONS = st.lists(
    st.tuples(st.sampled_from(["go", "go", "go", "back", "ahead", "jump", "edit"]), st.integers(0, 10**6))
)


def act(timeline: Timeline, action: str, number: int) -> None:
    match action:
        case "go" if timeline.choices():
            timeline.go(timeline.choices()[number % len(timeline.choices())])
        case "back":
            timeline.back(number % 4)
        case "ahead":
            timeline.forward(number % 4)
        case "jump":
            line = timeline.path()
            branches = [child for moment in line for child in moment.children]
            timeline.to((branches or line)[number % len(branches or line)])
        case "edit" if timeline.machine.program.globals.cells:
            cell = timeline.machine.program.globals.cells[number % len(timeline.machine.program.globals.cells)]
            if cell.variable.channel is None:
                timeline.edit(Edit(0, cell.slot, number % 2), Change(cell.name, "", str(number % 2)))


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=25)
@given(actions=ACTIONS)
def test_any_way_to_a_moment_gives_the_state_that_its_steps_give(name: str, actions: list[tuple[str, int]]) -> None:
    timeline = Timeline(machine_of(name))
    for action, number in actions:
        act(timeline, action, number)
    path = timeline.path()
    again = replayed(machine_of(name), [moment.key for moment in path[1:]])
    assert again.state == timeline.now.state == timeline.run.state
    assert list(map(step_key, again.choices())) == [step_key(choice.taken) for choice in timeline.choices()]
    assert timeline.run.states == [moment.state for moment in path]
    assert [step.number for step in timeline.run.steps] == list(range(1, len(path)))
    if all(moment.edit is None for moment in path):
        assert again.trace().steps == timeline.trace().steps
        assert again.trace().processes == timeline.trace().processes


@pytest.mark.parametrize("name", MODELS)
def test_500_steps_forward_and_back_are_the_same_states(name: str) -> None:
    timeline = Timeline(machine_of(name))
    states = random_walk(timeline, 500)
    there = [states[-1]]
    for _ in states[1:]:
        there.append(timeline.back().state)
    assert there == states[::-1]
    assert [timeline.forward().state for _ in states[1:]] == states[1:]


def test_a_random_walk_is_the_run_of_the_same_seed() -> None:
    stepper = Stepper(Timeline(machine_of("leader.pml")), AtRandom(7))
    while stepper.forward() is None:
        pass
    assert stepper.timeline.trace() == random_run(machine_of("leader.pml"), 7, 10_000).trace()


def test_many_steps_take_neither_long_nor_much() -> None:
    timeline = Timeline(machine_of("timed.pml"))
    begin = time.monotonic()
    assert len(random_walk(timeline, 10_000)) == 10_001
    timeline.back(5_000)
    for _ in range(1_000):
        timeline.back()
    assert timeline.now.depth == 4_000
    timeline.to(timeline.begin)
    assert time.monotonic() - begin < 20


def test_a_branch_keeps_the_other_way() -> None:
    timeline = Timeline(machine_of("crossing.pml"))
    random_walk(timeline, 8)
    first = timeline.now
    timeline.back(3)
    other = next(choice for choice in timeline.choices() if step_key(choice.taken) != timeline.now.ahead.key)  # type: ignore[union-attr]
    branch = timeline.go(other)
    assert timeline.back().ahead is branch
    timeline.to(first)
    assert timeline.run.states[-1] == first.state and timeline.back().ahead is first
    assert timeline.back(2).depth == first.depth - 3 and timeline.forward(3) is first


def test_what_a_choice_would_change_is_told_and_not_done() -> None:
    timeline = Timeline(machine_of("crossing.pml"))
    before = timeline.now.state
    told = [timeline.preview(choice) for choice in timeline.choices()]
    assert timeline.run.state == before and not timeline.run.steps
    assert Change("i", "0", "1") in told[-1].changes
    assert [timeline.go(timeline.choices()[-1]).step] == told[-1:]


# -- conditions ----------------------------------------------------------------------------------


def questions_of(text: str) -> tuple[Questions, Timeline]:
    model = load_text(text, "asked.pml")
    automata = [found for found in load_automata(model) if found.kind in ("proctype", "init")]
    machine = build_machine(model, automata, Options(tracing=True))
    return Questions(machine), Timeline(machine)


ASKED = """
#define LIMIT 3
#define TWICE(n) ((n) * 2)
mtype = { red, green }; mtype light = green; chan q = [2] of { mtype, byte }; byte a[3]; int n = -7; bool on = true;
typedef pair { byte x; short y[2] }; pair p;
active proctype P(byte k) { byte i = 5; end: do :: q!red(i) -> i++ :: i > 100 -> { int j = 1; j++ } od }
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("LIMIT + 1", 4),
        ("TWICE(LIMIT)", 6),
        ("light == green", 1),
        ("light", 1),
        ("len(q) == 0 && empty(q)", 1),
        ("nfull(q)", 1),
        ("q?[red, _]", 0),
        ("n / 2", -3),
        ("(n < 0 -> 10 : 20)", 10),
        ("a[1] + p.y[1]", 0),
        ("P:i", 5),
        ("P[0]:i * 2", 10),
        ("P@end", 1),
        ("_nr_pr", 1),
        ("!on", 0),
        ("enabled(0)", 1),
    ],
)
def test_values(text: str, value: int) -> None:
    questions, timeline = questions_of(ASKED)
    assert questions.read(text).value(timeline.now.state) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is nothing to evaluate"),
        ("nn", "`nn` is not declared"),
        ("lght == red", "did you mean `light`?"),
        ("n = 3", "to compare, write `==`"),
        ("n +", "expected an expression, found the end"),
        ("n 3", "expected an operator or the end"),
        ("a", "an index is missing"),
        ("a[4]", "out of range"),
        ("p", "name one of its fields"),
        ("run P(1)", "would change the run"),
        ("n / 0", "division by zero"),
        ("P[0]:k2", "has no variable `k2`"),
        ("P@nowhere", "has no label"),
        ("_last", "does not use `_last`"),
        ("i", "`i` is not declared"),
        ("c_expr { 1 }", "C code"),
        ("((((", "found the end"),
        ("n; n", "expected an operator"),
    ],
)
def test_what_cannot_be_asked_is_told(text: str, problem: str) -> None:
    questions, timeline = questions_of(ASKED)
    with pytest.raises(BadExpression) as told:
        questions.read(text).value(timeline.now.state)
    assert problem in str(told.value)


def test_of_two_variables_with_one_name_the_nearest_is_meant() -> None:
    text = "byte x; active proctype P() { { byte v = 1; x = v }; { byte v = 2; x = v }; x = 9 }"
    questions, timeline = questions_of(text)
    seen = []
    while len(timeline.choices()) and timeline.now.depth < 4:
        timeline.go(timeline.choices()[0])
        seen.append(questions.ask("v", timeline.now.mark, 0).value(timeline.now.mark))
    assert seen == [1, 1, 2, 2]


def test_questions_to_a_process_see_its_variables() -> None:
    questions, timeline = questions_of(ASKED)
    mark = timeline.now.mark
    assert questions.ask("i + k", mark, 0).value(mark) == 5
    assert questions.ask_anybody("i == 5", mark).holds(mark)
    assert questions.ask("_pid", mark, 0).value(mark) == 0
    with pytest.raises(BadExpression):
        questions.ask("_pid", mark)


def test_names_of_actors_are_known() -> None:
    machine = machine_of("actors/buffer.apml")
    timeline = Timeline(machine)
    random_walk(timeline, 30)
    mark = timeline.now.mark
    assert Questions(machine).ask_anybody("used <= SLOTS", mark).holds(mark)


def test_macros_are_known_whatever_became_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "limits.h").write_text("#define LIMIT (N + 1)\n")
    path = tmp_path / "timed.pml"
    path.write_text('#include "limits.h"\ntimer t; byte x = N; active proctype P() { set(t, 3); expire(t); x++ }')
    model = load_model(str(path), ["N=4"])
    machine = build_machine(model, load_automata(model), Options(tracing=True))
    assert model.syntax.translation is not None
    assert Questions(machine).read("LIMIT * 10 + x").value(machine.initial) == 54


# -- breakpoints ---------------------------------------------------------------------------------


def stepper_of(name: str, seed: int | None = 1) -> Stepper:
    return Stepper(Timeline(machine_of(name)), ByHand() if seed is None else AtRandom(seed))


def run_on(stepper: Stepper, back: bool = False) -> Stop:
    resumed = True
    while True:
        stop = stepper.backward() if back else stepper.forward(resumed)
        resumed = False
        if stop is not None:
            return stop


def crossing_line(text: str) -> int:
    lines = (EXAMPLES / "crossing.pml").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


CROSSING_FILE = str(EXAMPLES / "crossing.pml")


def test_a_line_stops_before_its_step_and_hits_are_the_same_both_ways() -> None:
    stepper = stepper_of("crossing.pml")
    line = crossing_line("requests!request")
    stepper.breaks.lines.append(LineBreak(1, CROSSING_FILE, line, hits=">= 2"))
    stop = run_on(stepper)
    assert (stop.kind, [one.number for one in stop.breaks]) == (StopKind.BREAKPOINT, [1])
    step = stepper.plan()
    assert step is not None and (CROSSING_FILE, line) in stepper.breaks.step_lines.executed(step)
    taken = [moment.step for moment in stepper.timeline.path()[1:]]
    assert sum(step is not None and step.line == line for step in taken) == 1
    there = stepper.timeline.now
    while run_on(stepper).kind is StopKind.BREAKPOINT:
        pass
    while stepper.timeline.now is not there:
        assert run_on(stepper, back=True).kind is StopKind.BREAKPOINT
    assert run_on(stepper, back=True).kind is StopKind.BEGIN


def test_conditions_and_log_texts_are_of_the_process() -> None:
    logs: list[str] = []
    stepper = Stepper(Timeline(machine_of("crossing.pml")), AtRandom(1), logs.append)
    line = crossing_line("requests!request")
    stepper.breaks.lines.append(LineBreak(1, CROSSING_FILE, line, "i == 3"))
    stepper.breaks.lines.append(LineBreak(2, CROSSING_FILE, line, log="i is {i}, {nothing} and {len(requests) < 3}"))
    assert run_on(stepper).kind is StopKind.BREAKPOINT
    assert stepper.questions.ask_anybody("i", stepper.timeline.now.mark).value(stepper.timeline.now.mark) == 3
    assert logs[0] == "i is 1, <`nothing` is not declared> and true" and len(logs) == 3


def test_data_that_changes_or_becomes_true() -> None:
    stepper = stepper_of("crossing.pml")
    mark = stepper.timeline.now.mark
    stepper.breaks.watch(DataBreak(1, "len(requests) == 2"), mark)
    stop = run_on(stepper)
    assert (stop.kind, stop.text) == (StopKind.DATA, "`len(requests) == 2` became true")
    while stop.kind is StopKind.DATA:
        assert stepper.questions.read("len(requests)").value(stepper.timeline.now.state) == 2
        stop = run_on(stepper)
    stepper.timeline.to(stepper.timeline.begin)
    stepper.breaks.data.clear()
    stepper.breaks.watch(DataBreak(2, "i", 0), mark)
    stop = run_on(stepper)
    assert stop.text.startswith("`i` changed from ")
    assert run_on(stepper, back=True).kind is StopKind.DATA


def test_errors_stop_if_they_are_to() -> None:
    stepper = stepper_of("crossing.pml")
    stop = run_on(stepper)
    assert (stop.kind, stop.error) == (StopKind.ERROR, ErrorKind.DEADLOCK)
    stepper.timeline.to(stepper.timeline.begin)
    stepper.breaks.errors = {ErrorKind.FULL}
    stop = run_on(stepper)
    assert (stop.error, stop.text) == (ErrorKind.FULL, "channel `answers` is full")


def test_an_assertion_may_be_passed() -> None:
    questions, timeline = questions_of("byte x; active proctype P() { do :: x < 9 -> x++; assert(x != 4) :: else od }")
    stepper = Stepper(timeline, ByHand())
    stop = run_on(stepper)
    assert stop.error is ErrorKind.ASSERTION and "assert(x != 4) does not hold" in stop.text
    stepper.breaks.errors = set()
    timeline.to(timeline.begin)
    stepper.breaks.watch(DataBreak(1, "x == 9"), timeline.now.mark)
    assert run_on(stepper).kind is StopKind.DATA
    assert questions.read("x").value(timeline.now.state) == 9


def test_an_assertion_in_the_last_step_is_told() -> None:
    _, timeline = questions_of("byte x; init { assert(x == 1) }")
    stop = run_on(Stepper(timeline, ByHand()))
    assert stop.error is ErrorKind.ASSERTION
    _, timeline = questions_of("byte x; init { x = 1; assert(x == 0); false }")
    stop = run_on(Stepper(timeline, ByHand()))
    assert stop.error is ErrorKind.ASSERTION


def test_by_hand_an_open_choice_stops() -> None:
    stepper = stepper_of("crossing.pml", None)
    stop = run_on(stepper)
    assert stop.kind is StopKind.CHOICE and "choose one" in stop.text
    stepper.decide(stepper.timeline.choices()[1])
    assert stepper.forward() is None


def test_a_process_goes_first_if_it_can() -> None:
    stepper = stepper_of("leader.pml")
    while len(stepper.timeline.run.living) < 4:
        stepper.forward()
    for instance in stepper.timeline.run.living[1:]:
        stop = None
        while stop is None:
            stop = stepper.forward(True, stepper.timeline.run.living.index(instance) + 2, moved(instance))
        step = stepper.timeline.now.step
        assert stop.kind is StopKind.GOAL and step is not None and instance in (step.process, step.partner)


@pytest.mark.parametrize(
    ("hits", "wanted"), [("3", [3]), ("== 3", [3]), (">= 3", [3, 4, 5, 6]), ("< 3", [1, 2]), ("% 2", [2, 4, 6])]
)
def test_hits(hits: str, wanted: list[int]) -> None:
    assert [count for count in range(1, 7) if count_fits(hits, count)] == wanted


def test_hits_that_make_no_sense() -> None:
    with pytest.raises(UsageError, match="is not a number of hits"):
        count_fits("often", 1)


# -- recorded runs -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_a_recorded_run_lies_ahead(name: str) -> None:
    trace = random_run(machine_of(name), 3, 300).trace()
    timeline = timeline_along(trace)
    assert trace.history is not None and timeline.now is timeline.begin
    timeline.forward(len(trace.steps))
    assert timeline.run.states == list(trace.history.states)
    assert timeline.run.steps == list(trace.steps)
    assert timeline.now.ahead is None


# -- scopes --------------------------------------------------------------------------------------


def test_scopes_are_trees() -> None:
    timeline = Timeline(machine_of("meeting.pml"))
    random_walk(timeline, 60)
    scopes = {scope.name: scope for scope in Viewer(timeline.run).scopes(3)}
    assert [seen.name for seen in scopes["Locals"].seen] == ["n", "i"]
    p = scopes["Globals"].seen[0]
    assert (p.name, p.parts[1].name, p.parts[1].parts[1].parts[0].expression) == ("p", "[1]", "p[1].b[0]")
    assert scopes["Channels"].seen[0].value == "rendezvous"


def test_timers_and_mailboxes_have_scopes() -> None:
    timeline = Timeline(machine_of("timed.pml"))
    random_walk(timeline, 20)
    assert {"Timers"} <= {scope.name for scope in Viewer(timeline.run).scopes(2)}
    timeline = Timeline(machine_of("actors/buffer.apml"))
    random_walk(timeline, 20)
    mailboxes = next(scope for scope in Viewer(timeline.run).scopes(2) if scope.name == "Mailboxes")
    assert mailboxes.seen[0].name.startswith("buffer#1") and " of 3" in mailboxes.seen[0].value


def test_the_end_is_told() -> None:
    timeline = Timeline(machine_of("leader.pml"))
    random_walk(timeline, 10_000)
    ended = timeline.ended()
    assert ended is not None and ended.outcome is Ending.FINISHED
