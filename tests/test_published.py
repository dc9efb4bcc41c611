"""The published refinement: its figures as tests, the traps of machine arithmetic, and soundness on random systems."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.examples import example_models
from tests.judge.fuzz_published import judge_published
from tests.judge.random_counting import random_counting_system
from tests.loading import load_automata, load_model
from tests.support import batches, load_text

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.places import Net
from penstock.bounds.published.companions import companions_of
from penstock.bounds.published.cycles import Cycle, Process, find_cycles
from penstock.bounds.published.exits import IDEAL, exit_borders, guards_of, programs
from penstock.bounds.published.initial import InitialValues
from penstock.bounds.published.limits import Limit, limit_of, times
from penstock.bounds.published.normal_form import disjuncts
from penstock.bounds.published.refine import Refined, refine
from penstock.bounds.published.requirements import requirements_text
from penstock.bounds.published.slices import code_of
from penstock.bounds.published.structure import split_by_sets, split_in_four
from penstock.bounds.story import CycleStatus
from penstock.bounds.verdict import BOUNDED, boundedness
from penstock.resolve.model import Model
from penstock.syntax.nodes import Condition, Constant

MODELS = Path(__file__).parent / "models" / "bounds"


def net_of(model: Model) -> Net:
    assert model.ok, [record.message for record in model.diagnostics.records]
    return boundedness(model, load_automata(model)).net


def refined(name: str, four: bool = False) -> Refined:
    return refine(net_of(load_model(str(MODELS / f"refinement-{name}.pml"))), four)


def refined_text(text: str) -> Refined:
    return refine(net_of(load_text(text)))


def limits_of(net: Net, cycles: list[Cycle]) -> list[Limit]:
    found = []
    for cycle in cycles:
        for guard in guards_of(code_of(net.analysis.model, cycle.process.owner), cycle):
            found.append(limit_of(guard, cycles))
    return [limit for limit in found if limit is not None]


def programs_of(found: Refined) -> list[str]:
    return [requirements_text(requirements) for requirements in found.programs]


# -- the published figures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("alternating", "`x == 0` (line 17) holds at most 1 time in a row"),
        ("counter", "`i < 4` (line 9) holds at most 4 times in a row"),
        ("reset", "`i < 4` (line 9) holds at most 4 times in a row"),
        ("bridge", "share no place, and no cycle that connects them is taken"),
        ("polyhedra", "`x1 > 2 - x2 || x2 < 1` (line 10) holds at most 5 times in a row"),
        ("sorting", "`counter < 7` (line 13) holds at most 7 times in a row"),
    ],
)
def test_what_the_test_alone_does_not_decide(name: str, reason: str) -> None:
    model = load_model(str(MODELS / f"refinement-{name}.pml"))
    result = boundedness(model, load_automata(model))
    found = refine(result.net)
    assert result.verdict != BOUNDED and found.bounded
    assert [one.status for one in found.counterexamples] == [CycleStatus.SPURIOUS]
    assert reason in found.counterexamples[0].reason


def test_the_cycle_of_at_most_four() -> None:
    """Figures 4 and 6: without and with the cycle that sets the counter back."""
    assert programs_of(refined("counter")) == ["", "c1 <= 0 and c1 <= 0"]
    assert programs_of(refined("reset")) == ["", "c1 <= 4 c2 and c1 <= 4 c2"]


def test_two_cycles_need_the_one_between() -> None:
    """Figure 7."""
    assert programs_of(refined("bridge")) == [
        "",
        "c1 = 0 and c3 = 0",
        "c1 = 0 and c3 > 0",
        "c1 > 0 and c3 = 0",
        "c1 > 0 and c3 > 0 and c2 > 0",
    ]


MAX = "max: x1_1 + x2_1 - x1_0 - x2_0;\n"
MIN = "min: x1_1 + x2_1 - x1_0 - x2_0;\n"
STEPS = "x1_1 = x1_0 - 2;\nx2_1 = x2_0 + 1;\n"


def test_integer_programs_of_a_cycle() -> None:
    """Figures 8 and 10: four programs, step -1, at most 3 and 2 times, 5 in all."""
    net = net_of(load_model(str(MODELS / "refinement-polyhedra.pml")))
    cycles = find_cycles(net)
    (limit,) = limits_of(net, cycles)
    guard = limit.guard
    first, second = guard.atoms
    found = programs(guard, IDEAL)
    texts = [program.text(first.control, aim) for program in found for aim in ("max", "min")]
    assert texts == [
        MAX + "x1_0 > 2 - x2_0;\n" + STEPS,
        MIN + "x1_0 > 2 - x2_0;\n" + STEPS,
        MAX + "x2_0 < 1;\n" + STEPS,
        MIN + "x2_0 < 1;\n" + STEPS,
    ]
    assert [program.extremes(first.control) for program in found] == [(-1, -1), (-1, -1)]
    assert exit_borders(guard, found) == {first: -1, second: 1}
    initial = InitialValues(guard.code, guard.cycle, cycles, guard.arc, guard.roots)
    assert (times(first, -1, initial), times(second, 1, initial), limit.most) == (3, 2, 5)


def ring(*places: tuple[int, ...]) -> list[Cycle]:
    """Cycles of one process as drawn in the figures: each with the places where it touches others."""
    owner = InstanceClass(0, None, ())  # type: ignore[arg-type]
    process = Process(owner, (), False)
    return [
        Cycle(number, process, tuple(Arc(0, place, place, Condition(0, 0, Constant(0, 0, 1))) for place in touched), ())
        for number, touched in enumerate(places, 1)
    ]


NOT_BOTH = ["c1 = 0 and c2 = 0", "c1 = 0 and c2 > 0", "c1 > 0 and c2 = 0"]


def test_the_splits_of_the_first_graph() -> None:
    """Figure 11: C1 and C2 are connected by C3 with C4, and by C5."""
    cycles = ring((1, 2), (3, 4), (1, 5), (5, 3), (2, 4))
    by_sets = split_by_sets(cycles[0], cycles[1], cycles)
    assert by_sets is not None
    assert [requirements_text(one) for one in by_sets[:3]] == NOT_BOTH
    assert sorted(requirements_text(one) for one in by_sets[3:]) == [
        "c1 > 0 and c2 > 0 and c3 > 0 and c4 > 0",
        "c1 > 0 and c2 > 0 and c5 > 0",
    ]
    in_four = split_in_four(cycles[0], cycles[1], cycles)
    assert [requirements_text(one) for one in in_four] == [
        *NOT_BOTH,
        "c1 > 0 and c2 > 0 and c3 + c5 > 0 and c4 + c5 > 0",
    ]


def test_the_splits_of_the_second_graph() -> None:
    """Figure 12: C1 and C2 are connected by C3 with C4, and by C5 with C6."""
    cycles = ring((1, 2), (3, 4), (1, 5), (5, 3), (2, 6), (6, 4))
    in_four = split_in_four(cycles[0], cycles[1], cycles)
    assert requirements_text(in_four[3]) == "c1 > 0 and c2 > 0 and c3 + c5 > 0 and c4 + c6 > 0"


def test_cycles_of_different_components_exclude_each_other() -> None:
    first, second = ring((1,), (2,))
    for found in (split_by_sets(first, second, [first, second]), split_in_four(first, second, [first, second])):
        assert found is not None and [requirements_text(one) for one in found] == NOT_BOTH


def test_both_splits_decide() -> None:
    assert refined("bridge", four=True).bounded


def test_the_example_that_sorts() -> None:
    path = next((path for path in example_models() if path.name == "sort.pml"), None)
    if path is None:
        pytest.skip("SPIN's package is not installed")
    found = refine(net_of(load_model(str(path))))
    assert found.bounded and len(found.counterexamples) == 1


# -- parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("x <= 4", ["x < 5"]),
        ("!(x > 3 && y != 0)", ["x < 4", "y = 0"]),
        ("x != 2", ["x < 2", "x > 2"]),
        ("x", ["x < 0", "x > 0"]),
        ("!x", ["x = 0"]),
        ("2 * x - 3 >= y + 1", ["2 x - y > 3"]),
        ("4 > x && y == 1", ["x < 4, y = 1"]),
        ("x % 2 == 1 && y < 3", ["y < 3"]),
        ("x * y < 3", [""]),
    ],
)
def test_normal_forms(condition: str, expected: list[str]) -> None:
    model = load_text(f"active proctype P() {{ byte x; byte y; ({condition}) }}")
    (statement,) = model.nodes.of(Condition)
    found = disjuncts(model, statement.expression)
    shown = [
        ", ".join(" ".join([_linear(atom.control.factors), atom.comparison, str(atom.border)]) for atom in disjunct)
        for disjunct in found
    ]
    assert shown == expected


def _linear(factors: object) -> str:
    text = "".join(
        (" - " if factor < 0 else " + ") + (f"{abs(factor)} " if abs(factor) != 1 else "") + term.name
        for term, factor in factors  # type: ignore[attr-defined]
    )
    return text.removeprefix(" + ")


def test_only_what_matters_is_in_a_program() -> None:
    text = """chan q = [1] of { byte }; active proctype P() { byte i, j, k, x;
    do :: i < 9 -> k = k * 2; q!x; j = i + 1; q?x; i = j od }"""
    net = net_of(load_text(text))
    (limit,) = limits_of(net, find_cycles(net))
    control = limit.guard.atoms[0].control
    assert limit.programs[0].text(control, "max") == "max: i_1 - i_0;\ni_0 < 9;\nj_1 = i_0 + 1;\ni_1 = j_1;\n"


def test_what_is_received_is_new() -> None:
    text = "chan q = [1] of { byte }; active proctype P() { byte i; do :: i < 9 -> q!1; q?i od }"
    net = net_of(load_text(text))
    (cycle,) = find_cycles(net)
    (guard,) = guards_of(code_of(net.analysis.model, cycle.process.owner), cycle)
    (program,) = programs(guard)
    assert program.lines[0] == "i_0 < 9;" and program.lines[1].startswith("i_1 = new_")
    assert limit_of(guard, [cycle]) is None


def test_a_cycle_that_moves_on_is_not_supplementary() -> None:
    """The finer rule: c2 counts up too, but does not wrap around."""
    text = """chan q = [1] of { byte }; active proctype P() { byte i; bool on;
    do :: i < 5 -> q!1; i++ :: i < 9 -> i++ :: i > 7 -> i = %s od }"""
    found = {}
    for value in ("0", "9"):
        net = net_of(load_text(text % value))
        cycles = find_cycles(net)
        limit = limits_of(net, cycles)[0]
        found[value] = [other.number for other, _ in companions_of(limit, cycles).supplementary]
    assert found == {"0": [3], "9": [3]}  # `i = 9` may be less than what `i` held


# -- traps -----------------------------------------------------------------------------------------

LOOP = "chan q = [2] of { byte }; active proctype P() { %s; do :: %s -> q!1; %s :: else -> break od }"


@pytest.mark.parametrize(
    ("declared", "condition", "step", "bounded"),
    [
        ("byte i", "i < 200", "i++", True),
        ("byte i", "i < 255", "i++", True),
        ("byte i", "i <= 255", "i++", False),
        ("byte i", "i < 256", "i++", False),
        ("byte i", "i < 300", "i++", False),
        ("byte i", "i < 254", "i = i + 3", False),
        ("byte i", "i < 252", "i = i + 3", True),
        ("byte i = 9", "i > 0", "i--", True),
        ("byte i = 9", "i >= 0", "i--", False),
        ("byte i = 9", "i > 0", "i = i - 2", False),
        ("short i", "i < 32767", "i++", True),
        ("short i", "i <= 32767", "i++", False),
        ("int i", "i < 2147483647", "i++", True),
        ("int i", "i + 1 > i", "i++", False),
        ("unsigned i : 3", "i < 7", "i++", True),
        ("unsigned i : 3", "i < 8", "i++", False),
        ("bit i", "i < 1", "i++", True),
        ("bit i", "i < 2", "i++", False),
        ("byte i", "i != 7", "i++", True),
        ("byte i = 8", "i != 7", "i++", False),
        ("byte i", "i != 7", "i = i + 2", False),
        ("byte i; byte j", "i < 9", "j++", False),
        ("byte i; byte j", "i < 9 && j < 300", "i++; j++", True),
        ("byte i; byte j", "i < 9 || j < 300", "i++; j++", False),
        ("byte i[2]", "i[0] < 9", "i[0]++", False),
        ("byte i", "i < 9", "i = i * 2", False),
    ],
)
def test_types_wrap_around(declared: str, condition: str, step: str, bounded: bool) -> None:
    assert refined_text(LOOP % (declared, condition, step)).bounded == bounded


HEAD = "chan q = [2] of { byte }; chan r = [2] of { byte };"
WORK = "do :: i < 5 -> q!1; i++ :: else -> break od"


@pytest.mark.parametrize(
    ("text", "bounded"),
    [
        (f"active proctype P() {{ byte i; {WORK} }}", True),
        (f"active [3] proctype P() {{ byte i; {WORK} }}", True),
        (f"proctype P() {{ byte i; {WORK} }} init {{ run P(); run P() }}", True),
        (f"proctype P() {{ byte i; {WORK} }} init {{ do :: run P() od }}", False),
        (f"proctype P() {{ byte i; {WORK}; run P() }} init {{ run P() }}", False),
        (f"byte i; active proctype P() {{ {WORK} }} active proctype Q() {{ i = 0 }}", False),
        (f"byte i; active proctype P() {{ {WORK} }}", False),
        (f"active proctype P() {{ byte i; do :: {WORK} od }}", False),  # two copies of the head seem to help each other
        (f"active proctype P() {{ byte i; do :: i = 0; {WORK} od }}", False),
        ("active proctype P() { byte i; do :: i < 5 -> q!1; i++ :: i > 0 -> i-- od }", False),
        ("active proctype P() { byte i; do :: i < 5 -> q!1; i++ :: i >= 5 -> i++ od }", False),
        ("active proctype P() { byte i; do :: i < 5 -> q!1; i++ :: i >= 5 && i < 99 -> i++ od }", True),
        ("active proctype P() { byte i; do :: atomic { i < 5 -> q!1; i++ } od unless { i == 5 } }", True),
        ("active proctype P() { byte i; { do :: i < 5 -> q!1; i++ od } unless { i == 5 -> i = 0 }; i = 0 }", True),
        ("active proctype P() { short i; do :: i < 5 -> q!1; i++ :: q?_; i = i - 9 od }", False),
        ("active proctype P() { byte i; do :: r?i -> do :: i > 0 -> q!1; i-- :: else -> break od od }", True),
        (
            "active proctype P() { byte i; r!3; do :: r?i -> r!i; do :: i > 0 -> q!1; i-- :: else -> break od od }",
            False,
        ),
    ],
)
def test_who_else_can_change_a_counter(text: str, bounded: bool) -> None:
    assert refined_text(HEAD + text).bounded == bounded


@pytest.mark.parametrize(
    ("reset", "required"),
    [
        ("i = 0", "c1 <= 5 c2"),
        ("i = 9; i = 0", "c1 <= 5 c2"),
        ("i = 0; if :: q?1 :: q?2 fi; i = 0", "c1 <= 10 c2 + 10 c3"),
    ],
)
def test_what_changes_a_counter_twice_counts_twice(reset: str, required: str) -> None:
    """Unless nothing can happen between the two."""
    text = f"chan q = [2] of {{ byte }}; active proctype P() {{ byte i; do :: i < 5 -> q!i; i++ :: q?9 -> {reset} od }}"
    found = refined_text(text.replace("q!i", "q!9; q!1; q!2"))
    assert any(programs.startswith("c1 <= 5") and programs.endswith(required) for programs in programs_of(found))


def test_a_cycle_that_is_entered_anywhere_is_left_alone() -> None:
    text = """chan q = [2] of { byte }; active proctype P() { byte i;
    if :: goto A :: goto B fi;
    A: i < 5; B: q!1; i++; goto A }"""
    found = refined_text(text)
    assert not found.bounded and "entered in several places" in found.counterexamples[0].reason


def test_processes_that_are_created_again_are_left_alone() -> None:
    found = refined_text(HEAD + f"proctype P() {{ byte i; {WORK} }} init {{ do :: run P() od }}")
    assert {one.status for one in found.counterexamples} == {"undecided"}
    assert all("created again and again" in one.reason for one in found.counterexamples)


def first_limit(text: str) -> tuple[Limit, list[Cycle]]:
    net = net_of(load_text(text))
    cycles = find_cycles(net)
    return limits_of(net, cycles)[0], cycles


def test_a_first_value_that_does_not_fit_is_not_known() -> None:
    text = "chan q = [2] of { byte }; active proctype P() { byte i = 250; i = i + %d; do :: i < 254 -> q!1; i++ od }"
    assert first_limit(text % 2)[0].most == 2
    assert first_limit(text % 10)[0].most is None


def test_what_leaves_a_cycle_twice_counts_twice() -> None:
    text = """chan q = [2] of { byte }; active proctype P() { byte i;
    L1: if :: i < 5 -> goto L2 :: q?_; q?_; goto L2 fi;
    L2: if :: i++; q!1; goto L1 :: q!2; q!2; goto L1 fi }"""
    limit, cycles = first_limit(text)
    assert sorted(times for _, times in companions_of(limit, cycles).neighbours) == [1, 1, 2]


@pytest.mark.parametrize(
    "options",
    [
        ":: i < 5 -> q!1; i++ :: i < 9 -> i++; do :: q?_ -> i = 0 :: break od",  # set back in the middle
        ":: q!1; i++; if :: i < 5 -> skip fi :: i < 9 -> i++",  # counted before it is tested
    ],
)
def test_where_the_finer_rule_does_not_apply(options: str) -> None:
    limit, cycles = first_limit(f"chan q = [2] of {{ byte }}; active proctype P() {{ byte i; do {options} od }}")
    changing = [other for other in cycles if other is not limit.guard.cycle and other.process is cycles[0].process]
    assert [other for other, _ in companions_of(limit, cycles).supplementary] == changing


# -- soundness -------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", batches(4))
def test_what_is_called_bounded_is(batch: int) -> None:
    """In all: 200 random systems that count; those that took a refinement are explored."""
    seeds = range(50 + batch * 50, 100 + batch * 50)
    judgements = [judge_published(random_counting_system(seed), 3000) for seed in seeds]
    assert [judgement.wrong for judgement in judgements if judgement.wrong] == []
    assert any(judgement.refined and judgement.complete for judgement in judgements)
