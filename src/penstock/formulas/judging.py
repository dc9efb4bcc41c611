"""Questions about formulas, answered by the automata that another program makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from penstock.formulas.automaton import FormulaAutomaton, FormulaEdge, holds
from penstock.formulas.both import both
from penstock.formulas.lassos import Lasso, Step, accepts_nothing, shortest_lasso
from penstock.formulas.letters import Letter, letters
from penstock.formulas.merging import merged
from penstock.formulas.reading import ReadFormula
from penstock.syntax.nodes import Expression
from penstock.syntax.notations.tree import Formula, Group, Joined, Prefixed, Proposition, spin_text


@dataclass(frozen=True, slots=True)
class FormulaRun:
    """What holds at each moment: `cycle` is repeated for ever after `stem`."""

    stem: tuple[Letter, ...]
    cycle: tuple[Letter, ...]
    shortest: bool


class Vocabulary:
    """The conditions of some formulas, and names for them that any translator of formulas understands."""

    def __init__(self, formulas: Iterable[ReadFormula]) -> None:
        self.conditions: dict[str, Expression] = {}
        for formula in formulas:
            self.conditions |= formula.conditions
        self.names = {text: f"p{number}" for number, text in enumerate(self.conditions)}
        self.letters = letters(self.conditions)

    def named(self, formula: Formula) -> str:
        """A formula with names for its conditions."""
        return spin_text(self._renamed(formula))

    def _renamed(self, formula: Formula) -> Formula:
        match formula:
            case Proposition():
                return Proposition(self.names.get(formula.text, formula.text))
            case Group():
                return self._renamed(formula.inside)
            case Prefixed():
                return Prefixed(formula.operator, self._renamed(formula.operand))
            case Joined():
                return Joined(formula.operator, self._renamed(formula.left), self._renamed(formula.right))

    def run(self, automaton: FormulaAutomaton) -> FormulaRun | None:
        """A shortest run that an automaton accepts; None if it accepts nothing."""
        numbered: dict[Step, Letter] = {}
        for letter in self.letters:
            numbered.setdefault(self._step(automaton, letter), letter)
        found = shortest_lasso(tuple(numbered), automaton.accepting)
        return None if found is None else _run(found, list(numbered.values()))

    def common_run(self, first: FormulaAutomaton, second: FormulaAutomaton) -> FormulaRun | None:
        """A shortest run that both automata accept."""
        numbered = self._steps_in_both(first, second)
        found = shortest_lasso(*both(list(numbered), first.accepting, second.accepting))
        return None if found is None else _run(found, list(numbered.values()))

    def smaller(self, automaton: FormulaAutomaton, opposite: FormulaAutomaton) -> FormulaAutomaton:
        """An automaton that accepts the same, perhaps with fewer states; `opposite` accepts everything else."""

        def fits(one: FormulaAutomaton) -> bool:
            letters = list(self._steps_in_both(one, opposite))
            return accepts_nothing(*both(letters, one.accepting, opposite.accepting))

        return self._without_needless_edges(merged(automaton, fits))

    def _without_needless_edges(self, automaton: FormulaAutomaton) -> FormulaAutomaton:
        """Of two edges between the same states, one may be possible only when the other is."""
        when = {edge: frozenset(map(id, self._letters_of(edge))) for edge in automaton.edges}
        kept: list[FormulaEdge] = []
        for edge in sorted(automaton.edges, key=lambda edge: -len(when[edge])):
            beside = [other for other in kept if (other.source, other.target) == (edge.source, edge.target)]
            if when[edge] and not any(when[edge] <= when[other] for other in beside):
                kept.append(edge)
        edges = tuple(edge for edge in automaton.edges if edge in kept)
        return FormulaAutomaton(automaton.names, automaton.accepting, edges)

    def _letters_of(self, edge: FormulaEdge) -> list[Letter]:
        return [letter for letter in self.letters if holds(edge.guard, self._true(letter).__contains__)]

    def _true(self, letter: Letter) -> set[str]:
        return {self.names[text] for text in letter.true}

    def _steps_in_both(self, first: FormulaAutomaton, second: FormulaAutomaton) -> dict[tuple[Step, Step], Letter]:
        numbered: dict[tuple[Step, Step], Letter] = {}
        for letter in self.letters:
            numbered.setdefault((self._step(first, letter), self._step(second, letter)), letter)
        return numbered

    def _step(self, automaton: FormulaAutomaton, letter: Letter) -> Step:
        true = self._true(letter)
        targets = [0] * len(automaton.names)
        for edge in automaton.edges:
            if holds(edge.guard, true.__contains__):
                targets[edge.source] |= 1 << edge.target
        return tuple(targets)


def _run(lasso: Lasso, seen: list[Letter]) -> FormulaRun:
    return FormulaRun(
        tuple(seen[number] for number in lasso.stem), tuple(seen[number] for number in lasso.cycle), lasso.shortest
    )
