"""Formulas by themselves: answers judged by trying all short runs, by a judge that knows nothing of automata."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
from tests.judge.lassos import Moment, Run, Tree, runs, satisfies
from tests.support import batches

from penstock.diagnostics.placed import placed
from penstock.errors import ModelErrors, UsageError
from penstock.faces.cli.main import main
from penstock.formulas.patterns import PATTERNS, pattern_formula
from penstock.formulas.reading import new_diagnostics, read_formula
from penstock.formulas.telling import sentence
from penstock.reading.source import Source
from penstock.syntax.notations.reading import read_foreign
from penstock.tasks.ltl import AcceptingAutomaton, LtlOutcome, Relation, ShownMoments, ltl
from penstock.tasks.requests.ltl import LtlRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.verify import verify

needs_spin = pytest.mark.needs("spin", "gcc")
LONGEST = 3
LETTERS: list[Moment] = [{"a": a, "x": x} for a, x in product((0, 1), range(5))]
PROPOSITIONS: list[Tree] = [("a", "!=", 0), ("x", "<", 2), ("x", "==", 3), ("x", ">=", 2)]
PREFIXES = ("!", "[]", "<>")
OPERATORS = ("&&", "||", "->", "<->", "U", "W", "V")
RELATIONS = {
    (False, False): Relation.EQUIVALENT,
    (False, True): Relation.STRONGER,
    (True, False): Relation.WEAKER,
    (True, True): Relation.DIFFERENT,
}


def random_tree(random: Random, depth: int) -> Tree:
    kind = random.random()
    if depth == 0 or kind < 0.15:
        return random.choice(PROPOSITIONS)
    if kind < 0.55:
        return (random.choice(PREFIXES), random_tree(random, depth - 1))
    return (random.choice(OPERATORS), random_tree(random, depth - 1), random_tree(random, depth - 1))


def text_of(tree: Tree) -> str:
    match tree:
        case (str(name), "!=", 0):
            return name
        case (str(name), str(operator), int(number)):
            return f"({name} {operator} {number})"
        case (str(operator), inner):
            return f"{operator} ({text_of(inner)})"
        case (str(operator), left, right):
            return f"({text_of(left)}) {operator} ({text_of(right)})"
    raise ValueError(tree)


def moment(said: tuple[str, ...]) -> Moment:
    """What a moment of an answer says; what it leaves out may be anything."""
    found = {"a": 0, "x": 0}
    for text in said:
        if match := re.fullmatch(r"(\w+) == (-?\d+)", text):
            found[match[1]] = int(match[2])
        elif text.startswith("!"):
            found[text[1:]] = 0
        else:
            found[text] = 1
    return found


def run_of(shown: ShownMoments) -> Run:
    return Run(tuple(map(moment, (*shown.stem, *shown.cycle))), len(shown.stem))


def length(shown: ShownMoments) -> int:
    return len(shown.stem) + len(shown.cycle)


def check_run(shown: ShownMoments | None, tree: Tree) -> None:
    """It satisfies what it should; it is there if there is a short one, and none is shorter."""
    shortest = next((run for run in runs(LETTERS, LONGEST) if satisfies(run, tree)), None)
    if shown is None:
        assert shortest is None, text_of(tree)
        return
    assert shown.shortest
    assert satisfies(run_of(shown), tree), text_of(tree)
    assert length(shown) > LONGEST if shortest is None else length(shown) == len(shortest.moments), text_of(tree)


@needs_spin
@pytest.mark.slow
@pytest.mark.parametrize("batch", batches(8))
def test_answers_are_those_of_trying_all_short_runs(batch: int) -> None:
    random = Random(batch)
    for _ in range(6):
        first, second = random_tree(random, 3), random_tree(random, 3)
        if random.random() < 0.4:
            second = first if random.random() < 0.3 else ("||", first, random_tree(random, 1))
        outcome = ltl(LtlRequest(text_of(first), text_of(second)))
        for explained, tree in zip(outcome.formulas, (first, second), strict=True):
            check_automaton(explained.automaton, tree)
            check_run(explained.satisfying, tree)
            check_run(explained.violating, ("!", tree))
        check_comparison(outcome, first, second)


def check_automaton(automaton: AcceptingAutomaton, tree: Tree) -> None:
    """What is shown accepts just those runs that satisfy the formula."""
    moves = [(move.source, move.target, python_condition(move.condition)) for move in automaton.transitions]
    for run in runs([{"a": a, "x": x} for a, x in product((0, 1), (1, 2, 3))], 2):
        assert accepts(automaton, moves, run) == satisfies(run, tree), (text_of(tree), run)


def python_condition(text: str) -> str:
    text = text.replace("&&", " and ").replace("||", " or ")
    return re.sub(r"!(?!=)", " not ", text).replace("true", "True").replace("false", "False")


def accepts(automaton: AcceptingAutomaton, moves: list[tuple[int, int, str]], run: Run) -> bool:
    """Whether some way through the automaton along the run passes an accepting state again and again."""
    follows = {at: at + 1 if at + 1 < len(run.moments) else run.back for at in range(len(run.moments))}
    steps: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for at, here in enumerate(run.moments):
        for source, target, condition in moves:
            if eval(condition, {}, dict(here)):
                steps.setdefault((source, at), []).append((target, follows[at]))
    reached = around(steps, [(0, 0)]) | {(0, 0)}
    return any(state[0] in automaton.accepting and state in around(steps, [state]) for state in reached)


def around(steps: dict[tuple[int, int], list[tuple[int, int]]], start: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """What can be reached in one step or more."""
    found: set[tuple[int, int]] = set()
    todo = list(start)
    while todo:
        for target in steps.get(todo.pop(), ()):
            if target not in found:
                found.add(target)
                todo.append(target)
    return found


def check_comparison(outcome: LtlOutcome, first: Tree, second: Tree) -> None:
    comparison = outcome.comparison
    assert comparison is not None
    check_run(comparison.only_first, ("&&", first, ("!", second)))
    check_run(comparison.only_second, ("&&", second, ("!", first)))
    assert comparison.relation is RELATIONS[comparison.only_first is not None, comparison.only_second is not None]


@needs_spin
@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        ("[] (x < 3)", "! <> (x >= 3)", Relation.EQUIVALENT),
        ("[] (x < 3)", "[] (x < 4)", Relation.STRONGER),
        ("[] (x != y)", "[] !(x == y)", Relation.EQUIVALENT),
        ("[] (x > y)", "[] (y < x)", Relation.EQUIVALENT),
        ("G (p => F q)", "response(p, q)", Relation.EQUIVALENT),
        ("[] p -> <> q", "[] (p -> <> q)", Relation.WEAKER),
        ("<>[] p", "[]<> p", Relation.STRONGER),
        ("[] P[0]@critical", "[] !P[1]@critical", Relation.DIFFERENT),
        ("p W q", "!q U !p", Relation.DIFFERENT),
        ("p V q", "q W (p && q)", Relation.EQUIVALENT),
        ("p M q", "q U (p && q)", Relation.EQUIVALENT),
        ("p xor q", "!(p <-> q)", Relation.EQUIVALENT),
    ],
)
def test_two_formulas_are_compared(first: str, second: str, relation: Relation) -> None:
    comparison = ltl(LtlRequest(first, second)).comparison
    assert comparison is not None and comparison.relation is relation


@needs_spin
def test_nothing_satisfies_a_contradiction_and_nothing_violates_the_opposite() -> None:
    [one] = ltl(LtlRequest("[] (x < 3) && <> (x == 5)")).formulas
    assert one.satisfying is None and one.violating is not None
    [other] = ltl(LtlRequest("[] (x < 3) -> ! <> (x == 5)")).formulas
    assert other.violating is None and other.satisfying is not None


@needs_spin
@pytest.mark.parametrize(
    ("text", "moments"),
    [
        ("[]<> p && []<> !p", 2),
        ("[]<> p && []<> q && [] !(p && q)", 2),
        ("[]<> p && []<> q && []<> r && [] !(p && q) && [] !(q && r) && [] !(p && r)", 3),
    ],
)
def test_a_shortest_run_may_be_shorter_than_the_way_around_a_state(text: str, moments: int) -> None:
    """Back at one accepting state, SPIN's automata for these are only after more moments."""
    [one] = ltl(LtlRequest(text)).formulas
    assert one.satisfying is not None and one.satisfying.shortest
    assert length(one.satisfying) == moments


@needs_spin
def test_what_is_taken_for_independent_is_told() -> None:
    assert ltl(LtlRequest("[] (x < y && y < z)")).independent == (("x < y", "y < z"),)
    assert ltl(LtlRequest("[] (x < 3 && y < 3 && x > 1)")).independent == ()


@needs_spin
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: one.name)
def test_a_pattern_can_be_satisfied_and_violated(pattern) -> None:  # type: ignore[no-untyped-def]
    [one] = ltl(LtlRequest(pattern.call)).formulas
    assert one.satisfying is not None and one.violating is not None


# -- patterns by their definition ----------------------------------------------------------------------


def positions(run: Run) -> list[Moment]:
    """Long enough that whatever happens at all has happened, and has been repeated."""
    around = run.moments[run.back :]
    return [*run.moments, *around, *around, *around]


DEFINITIONS: dict[str, Callable[..., bool]] = {
    "absence(p)": lambda p, q, r, seen, around: not any(p(m) for m in seen),
    "universality(p)": lambda p, q, r, seen, around: all(p(m) for m in seen),
    "exclusion(p, q)": lambda p, q, r, seen, around: not any(p(m) and q(m) for m in seen),
    "existence(p)": lambda p, q, r, seen, around: any(p(m) for m in seen),
    "infinitely_often(p)": lambda p, q, r, seen, around: any(p(m) for m in around),
    "stability(p)": lambda p, q, r, seen, around: all(p(m) for m in around),
    "response(p, q)": lambda p, q, r, seen, around: all(
        any(q(later) for later in (*seen[at:], *around)) for at, m in enumerate(seen) if p(m)
    ),
    "precedence(p, q)": lambda p, q, r, seen, around: all(
        any(p(before) for before in seen[: at + 1]) for at, m in enumerate(seen) if q(m)
    ),
    "absence_before(p, r)": lambda p, q, r, seen, around: all(
        not p(m) for m in seen[: next((at for at, m in enumerate(seen) if r(m)), 0)]
    ),
    "absence_after(p, q)": lambda p, q, r, seen, around: (
        not any(p(later) for at, m in enumerate(seen) if q(m) for later in (*seen[at:], *around))
    ),
    "existence_before(p, r)": lambda p, q, r, seen, around: (
        not any(r(m) for m in seen) or any(p(m) for m in seen[: next(at for at, m in enumerate(seen) if r(m))])
    ),
    "absence_between(p, q, r)": lambda p, q, r, seen, around: all(
        not p(m)
        for at, start in enumerate(seen)
        if q(start)
        and not r(start)
        and (end := next((i for i in range(at, len(seen)) if r(seen[i])), None)) is not None
        for m in seen[at:end]
    ),
    "existence_after(p, q)": lambda p, q, r, seen, around: (
        not any(q(m) for m in seen)
        or any(p(m) for m in (*seen[next(at for at, m in enumerate(seen) if q(m)) :], *around))
    ),
    "weak_fairness(p, q)": lambda p, q, r, seen, around: not all(p(m) for m in around) or any(q(m) for m in around),
    "strong_fairness(p, q)": lambda p, q, r, seen, around: not any(p(m) for m in around) or any(q(m) for m in around),
}
SEEN: tuple[Callable[[Moment], bool], ...] = (lambda m: m["a"] == 1, lambda m: m["x"] == 3, lambda m: m["x"] < 2)
TREES: dict[str, Tree] = {"p": ("a", "==", 1), "q": ("x", "==", 3), "r": ("x", "<", 2)}


@pytest.mark.parametrize("call", DEFINITIONS)
def test_a_pattern_says_what_its_definition_says(call: str) -> None:
    text = pattern_formula(call)
    assert text is not None
    found = read_formula(text, new_diagnostics())
    assert found is not None
    tree = nested(found.tree)
    for run in runs([{"a": 0, "x": 0}, {"a": 1, "x": 3}, {"a": 0, "x": 3}, {"a": 1, "x": 0}, {"a": 0, "x": 2}], 3):
        expected = DEFINITIONS[call](*SEEN, positions(run), run.moments[run.back :])
        assert satisfies(run, tree) == expected, run


def nested(formula: object) -> Tree:
    match formula:
        case object(operator=operator, operand=operand):
            return (operator, nested(operand))
        case object(operator=operator, left=left, right=right):
            return (operator, nested(left), nested(right))
        case object(inside=inside):
            return nested(inside)
        case object(text=text):
            return TREES[text]
    raise ValueError(formula)


# -- notations --------------------------------------------------------------------------------------------

FOREIGN = {"[]": "G", "<>": "F", "!": "not", "&&": "and", "||": "or", "->": "=>", "<->": "<=>", "V": "R"}
LEVELS = {"<->": 1, "->": 2, "||": 3, "&&": 4, "U": 5, "W": 5, "V": 5}


def foreign_text(tree: Tree, least: int = 0) -> str:
    """With as few parentheses as other tools need."""
    match tree:
        case (str(), "==" | "<", int()):
            return next(one for one, meant in TREES.items() if meant == tree)
        case (str(operator), inner):
            return f"{FOREIGN[operator]} {foreign_text(inner, 9)}"
        case (str(operator), left, right):
            level = LEVELS[operator]
            from_the_right = level in (2, 5)
            sides = foreign_text(left, level + from_the_right), foreign_text(right, level + (not from_the_right))
            text = f"{sides[0]} {FOREIGN.get(operator, operator)} {sides[1]}"
            return text if level >= least else f"({text})"
    raise ValueError(tree)


def foreign_tree(random: Random, depth: int) -> Tree:
    if depth == 0 or random.random() < 0.15:
        return random.choice(list(TREES.values()))
    if random.random() < 0.4:
        return (random.choice(PREFIXES), foreign_tree(random, depth - 1))
    return (random.choice(OPERATORS), foreign_tree(random, depth - 1), foreign_tree(random, depth - 1))


@pytest.mark.parametrize("seed", range(200))
def test_what_spin_is_given_means_what_was_written(seed: int) -> None:
    tree = foreign_tree(Random(seed), 4)
    text = foreign_text(tree)
    translated = read_foreign(text)
    if translated is None:
        assert not set(text.split()) & (set(FOREIGN.values()) | {"G", "F", "R"})
        return
    assert translated.text is not None
    found = read_formula(translated.text, new_diagnostics())
    assert found is not None
    read = nested(found.tree)
    for run in runs([{"a": 0, "x": 0}, {"a": 1, "x": 3}, {"a": 0, "x": 3}, {"a": 1, "x": 0}], 2):
        assert satisfies(run, read) == satisfies(run, tree), (text, translated.text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("p => q => r", "p -> (q -> r)"),
        ("p U q and r R s or t", "(p U q) && (r V s) || t"),
        ("p U q U not r", "p U (q U !r)"),
        ("p or q and r => s", "p || q && r -> s"),
        ("p <=> q => r", "p <-> (q -> r)"),
        ("G p U q", "([] p) U q"),
        ("not G F x > 3", "![]<> (x > 3)"),
    ],
)
def test_precedences_of_other_tools(text: str, written: str) -> None:
    found = read_foreign(text)
    assert found is not None and found.text is not None
    plain = found.text.replace("(", "").replace(")", "")
    assert plain == written.replace("(", "").replace(")", "")
    one, other = read_formula(found.text, new_diagnostics()), read_formula(written, new_diagnostics())
    assert one is not None and other is not None and one.tree == other.tree


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AG p", "[] p"),
        ("AG (p -> AF q)", "[] (p -> <> q)"),
        ("AG AF p", "[]<> p"),
        ("AF AG p", None),
        ("!AG p", None),
        ("AG (AF p -> q)", None),
        ("AG EF p", None),
        ("AF p || AF q", None),
    ],
)
def test_of_CTL_only_what_means_the_same_is_translated(text: str, written: str | None) -> None:
    found = read_foreign(text)
    assert found is not None and found.text == written


# -- words -------------------------------------------------------------------------------------------------

SENTENCES = {
    "p": "At the start, `p` holds.",
    "[] p": "`p` always holds.",
    "[] !(p && q)": "`p && q` never holds.",
    "!<> p": "`p` never holds.",
    "![] p": "`p` fails to hold at some time.",
    "<> p": "`p` holds at some time.",
    "[]<> p": "`p` holds again and again, infinitely often.",
    "<>[] p": "From some time on, `p` holds for ever.",
    "[] (p -> <> q)": "Whenever `p` holds, `q` holds then or later.",
    "[] (p -> q)": "Whenever `p` holds, `q` holds too.",
    "[] (!p -> [] !q)": "Whenever `p` does not hold, `q` never holds from then on.",
    "[] (p -> [] q)": "Whenever `p` holds, `q` holds from then on for ever.",
    "p U q": "`p` holds until `q` holds, which happens at some time.",
    "p W q": "`p` holds until `q` holds, which need not happen.",
    "!q W p": "`q` does not hold before `p` holds, which need not happen.",
    "p V q": "`q` holds up to and including the first moment at which `p` holds, or for ever if there is none.",
    "<> p -> q U p": "If `p` holds at some time, then (`q` holds until `p` holds, which happens at some time).",
    "[]<> p -> [] q": "If `p` holds again and again, infinitely often, then `q` always holds.",
    "<> (p && <> q)": "At some time `p` holds, and `q` holds then or later.",
    "[] (p -> q U r)": "Whenever `p` holds, from then on (`q` holds until `r` holds, which happens at some time).",
    "[] p || <> q": "`p` always holds, or `q` holds at some time.",
    "[] (x < 3)": "`x < 3` always holds.",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_a_formula_in_a_sentence(text: str) -> None:
    found = read_formula(text, new_diagnostics())
    assert found is not None
    assert sentence(found.tree) == SENTENCES[text]


def test_what_cannot_be_read_is_told_with_its_place() -> None:
    for text, code, column in [("[] (x <", "E201", 8), ("EF p", "E604", 1), ("p && X q", "E603", 6)]:
        with pytest.raises(ModelErrors) as caught:
            ltl(LtlRequest(text))
        [finding] = caught.value.diagnostics.records
        where = caught.value.diagnostics.sources.locate(finding.position)
        assert (finding.code, where.file, where.line, where.column) == (code, "formula", 1, column)


def test_a_pattern_is_checked() -> None:
    for text in ("response(p)", "respones(p, q)", "until(p, )", " "):
        with pytest.raises(UsageError):
            ltl(LtlRequest(text))
    assert pattern_formula("(p) && (q)") is None
    assert pattern_formula("response(p) && response(q)") is None
    assert pattern_formula("Response(x < 3, P[1]@done)") == "[] ((x < 3) -> <> P[1]@done)"


def test_the_catalogue_is_listed() -> None:
    outcome = ltl(LtlRequest(patterns=True))
    assert {"absence", "response", "precedence", "until", "infinitely_often"} <= {
        one.call.partition("(")[0] for one in outcome.patterns
    }


# -- beside a model, and on the command line ------------------------------------------------------------------


def test_a_formula_beside_a_model_is_placed_as_it_was_typed() -> None:
    source = Source(text="bool a, b;\nactive proctype P() { a = true; b = true }\n", name="model.pml")
    for formula, column, repaired in [("a -> G !b", 6, "a -> [] !b"), ("[] (a && b", 11, "b)"), ("[] a b", 6, None)]:
        with pytest.raises(ModelErrors) as caught:
            verify(VerifyRequest(source, ltl=(formula,)))
        [finding] = placed(caught.value.diagnostics)
        assert (finding.file, finding.line, finding.column) == ("--ltl", 1, column)
        assert "`}`" not in finding.message
        assert [edit.text for fix in finding.fixes for edit in fix.edits] == ([repaired] if repaired else [])


@needs_spin
def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ltl", "[] p", "! <> !p"]) == 0
    assert "equivalent" in capsys.readouterr().out
    assert main(["ltl", "[] p", "<> p", "--quiet"]) == 1
    assert capsys.readouterr().out == "[] p: the first formula is stronger\n"
    assert main(["ltl", "[] p", "--format", "svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    assert main(["ltl"]) == 2 and main(["ltl", "[] ("]) == 2


@needs_spin
def test_an_automaton_is_drawn_in_the_form_that_the_name_of_the_file_says(tmp_path: Path) -> None:
    beginnings = {"pdf": b"%PDF", "png": b"\x89PNG", "tex": b"\\documentclass", "tikz": b"%", "mmd": b"flowchart"}
    for ending, beginning in beginnings.items():
        file = tmp_path / f"picture.{ending}"
        assert main(["ltl", "[] p", "--width", "84mm", "--theme", "dark", "-o", str(file)]) == 0
        assert file.read_bytes().startswith(beginning), ending
    assert main(["ltl", "--patterns", "-o", str(tmp_path / "none.svg")]) == 2
    assert not (tmp_path / "none.svg").exists()
