"""Formulas by themselves: what they say, which runs satisfy them, and how two of them differ."""

from __future__ import annotations

import re
from enum import Enum

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.errors import ModelErrors, UsageError
from penstock.formulas.automaton import FormulaAutomaton, FormulaEdge, automaton_of
from penstock.formulas.judging import FormulaRun, Vocabulary
from penstock.formulas.letters import dependent
from penstock.formulas.patterns import PATTERNS
from penstock.formulas.reading import ReadFormula, new_diagnostics, read_formula
from penstock.formulas.telling import sentence
from penstock.records import data, record
from penstock.spin.claims import claims_of_formulas
from penstock.spin.generating import OutOfTime
from penstock.spin.tools import ToolFailed, find_tools
from penstock.spin.workspace import ModelText, private_directory
from penstock.syntax.nodes import Constant
from penstock.syntax.notations.tree import Formula, Prefixed
from penstock.syntax.printer import expression_text
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.ltl import LtlRequest

_NAME = re.compile(r"\bp\d+\b")
_WORD = re.compile(r"[\w.@\[\]:]+")


class Relation(Enum):
    """What two formulas are to each other."""

    EQUIVALENT = "equivalent"
    STRONGER = "stronger"
    WEAKER = "weaker"
    DIFFERENT = "different"


@record
class ShownMoments:
    """A run: what holds at each moment of `stem`, and of `cycle`, which is repeated for ever after it."""

    stem: tuple[tuple[str, ...], ...]
    cycle: tuple[tuple[str, ...], ...]
    shortest: bool = data(text="whether no run with fewer moments would do")


@record
class GuardedMove:
    """From one state to another, if `condition` holds at this moment."""

    source: int = data("from", least=0)
    target: int = data("to", least=0)
    condition: str


@record
class AcceptingAutomaton:
    """It begins in state 0, and accepts the runs that can pass `accepting` states again and again."""

    states: int = data(least=1)
    accepting: tuple[int, ...]
    transitions: tuple[GuardedMove, ...]


@record
class ExplainedFormula:
    """`satisfying` is null if nothing satisfies the formula, `violating` if everything does."""

    given: str
    formula: str = data(text="as SPIN writes it")
    sentence: str
    satisfying: ShownMoments | None
    violating: ShownMoments | None
    automaton: AcceptingAutomaton


@record
class FormulaComparison:
    """The first formula is stronger, weaker, equivalent or different; runs that satisfy only one of them."""

    relation: Relation
    only_first: ShownMoments | None
    only_second: ShownMoments | None


@record
class NamedPattern:
    call: str
    formula: str
    meaning: str


@record
class LtlOutcome(Outcome):
    formulas: tuple[ExplainedFormula, ...]
    comparison: FormulaComparison | None
    translator: str = data(text="the program that made the automata; empty if none was needed")
    independent: tuple[tuple[str, str], ...] = data(
        text="conditions that were taken for independent of each other, although they share a variable"
    )
    patterns: tuple[NamedPattern, ...]

    @property
    def summary(self) -> str:
        if self.comparison is not None:
            return _SAID[self.comparison.relation]
        return self.formulas[0].sentence if self.formulas else f"{len(self.patterns)} patterns"


_SAID = {
    Relation.EQUIVALENT: "the formulas are equivalent",
    Relation.STRONGER: "the first formula is stronger",
    Relation.WEAKER: "the first formula is weaker",
    Relation.DIFFERENT: "neither formula implies the other",
}


def ltl(request: LtlRequest, watch: Watch = UNWATCHED) -> LtlOutcome:
    if request.patterns or request.formula is None:
        return _catalogue(request)
    with Budget(watch=watch):
        given = [text for text in (request.formula, request.other) if text is not None]
        formulas = [_read(text, number) for number, text in enumerate(given, 1)]
        return _explained(formulas)


def _catalogue(request: LtlRequest) -> LtlOutcome:
    if not request.patterns:
        raise UsageError("name a formula, such as `[] (p -> <> q)`; `--patterns` lists those with names")
    if request.formula is not None:
        raise UsageError("`--patterns` lists all patterns and takes no formula")
    patterns = tuple(NamedPattern(one.call, one.formula, one.meaning) for one in PATTERNS)
    return LtlOutcome((), None, "", (), patterns)


def _read(text: str, number: int) -> ReadFormula:
    if not text.strip():
        raise UsageError("a formula is empty; write one such as `[] (x < 3)`")
    diagnostics = new_diagnostics()
    found = read_formula(text, diagnostics)
    if found is None:
        raise ModelErrors(diagnostics, f"the {'first' if number == 1 else 'second'} formula cannot be read")
    return found


def _explained(formulas: list[ReadFormula]) -> LtlOutcome:
    vocabulary = Vocabulary(formulas)
    trees = [formula.tree for formula in formulas]
    translator, automata = _translated(vocabulary, [one for tree in trees for one in (tree, Prefixed("!", tree))])
    runs = [vocabulary.run(automaton) for automaton in automata]
    explained = tuple(
        _one(vocabulary, formula, automata[2 * number : 2 * number + 2], runs[2 * number : 2 * number + 2])
        for number, formula in enumerate(formulas)
    )
    comparison = None
    if len(trees) == 2:
        first, not_first, second, not_second = automata
        comparison = _compared(vocabulary.common_run(first, not_second), vocabulary.common_run(second, not_first))
    independent = tuple(dependent(vocabulary.conditions.values()))
    return LtlOutcome(explained, comparison, translator, independent, ())


def _translated(vocabulary: Vocabulary, asked: list[Formula]) -> tuple[str, list[FormulaAutomaton]]:
    """SPIN's automata for formulas: its claims accept what violates a property, so it is given the opposite."""
    declared = "".join(f"bool {name};\n" for name in vocabulary.names.values())
    formulas = tuple((f"f{number}", f"!({vocabulary.named(one)})") for number, one in enumerate(asked))
    with private_directory() as directory:
        tools = find_tools(directory)
        model = ModelText(f"{declared}init {{ skip }}\n", "the formula", str(directory), formulas=formulas)
        try:
            claims = claims_of_formulas(tools, model, directory / "claims")
        except OutOfTime:
            raise ToolFailed("SPIN takes too long to translate the formula; it may be too large") from None
        if len(claims) != len(formulas):
            raise ToolFailed("SPIN did not translate the formula")
    return f"SPIN {tools.spin_version}", [automaton_of(claims[name]) for name, _ in formulas]


def _one(
    vocabulary: Vocabulary, formula: ReadFormula, automata: list[FormulaAutomaton], runs: list[FormulaRun | None]
) -> ExplainedFormula:
    """The automata and shortest runs are those of the formula and of its opposite."""
    automaton = vocabulary.smaller(*automata)
    names = {name: text for text, name in vocabulary.names.items()}
    moves = tuple(GuardedMove(edge.source, edge.target, _guard(edge, names)) for edge in automaton.edges)
    shown = AcceptingAutomaton(len(automaton.names), tuple(sorted(automaton.accepting)), moves)
    return ExplainedFormula(
        formula.given, formula.text, sentence(formula.tree), _shown(runs[0]), _shown(runs[1]), shown
    )


def _guard(edge: FormulaEdge, names: dict[str, str]) -> str:
    """The condition of an edge, in the user's words."""
    if isinstance(edge.guard, Constant):
        return "true" if edge.guard.value else "false"
    text = expression_text(edge.guard)
    if text in names:
        return names[text]
    return _NAME.sub(lambda name: _operand(names[name[0]]), text)


def _operand(text: str) -> str:
    return text if _WORD.fullmatch(text) else f"({text})"


def _shown(run: FormulaRun | None) -> ShownMoments | None:
    if run is None:
        return None
    stem, cycle = (tuple(letter.said for letter in part) for part in (run.stem, run.cycle))
    return ShownMoments(stem, cycle, run.shortest)


def _compared(only_first: FormulaRun | None, only_second: FormulaRun | None) -> FormulaComparison:
    relations = {
        (False, False): Relation.EQUIVALENT,
        (False, True): Relation.STRONGER,
        (True, False): Relation.WEAKER,
        (True, True): Relation.DIFFERENT,
    }
    relation = relations[only_first is not None, only_second is not None]
    return FormulaComparison(relation, _shown(only_first), _shown(only_second))
