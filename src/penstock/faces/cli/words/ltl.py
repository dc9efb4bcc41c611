"""What `penstock ltl` prints."""

from __future__ import annotations

from penstock.diagnostics.record import counted
from penstock.tasks.ltl import ExplainedFormula, FormulaComparison, LtlOutcome, Relation, ShownMoments

_RELATIONS = {
    Relation.EQUIVALENT: "The formulas are equivalent: every run satisfies both or neither.",
    Relation.STRONGER: "The first formula is stronger: every run that satisfies it satisfies the second.",
    Relation.WEAKER: "The first formula is weaker: every run that satisfies the second satisfies it.",
    Relation.DIFFERENT: "Neither formula implies the other.",
}


def outcome_text(outcome: LtlOutcome) -> str:
    if outcome.patterns:
        return _patterns(outcome)
    blocks = [_formula(one) for one in outcome.formulas]
    if outcome.comparison is not None:
        blocks.append(_comparison(outcome.comparison))
    blocks.append(f"Automata by {outcome.translator}; `--format svg -o FILE` draws them.\n")
    blocks.extend(
        f"note: `{one}` and `{other}` were taken for independent of each other\n" for one, other in outcome.independent
    )
    return "\n".join(blocks)


def _patterns(outcome: LtlOutcome) -> str:
    width = max(len(one.call) for one in outcome.patterns)
    lines = [f"{one.call:{width}}  {one.formula}\n{'':{width}}  {one.meaning}" for one in outcome.patterns]
    return "\n".join(lines) + "\n"


def _formula(one: ExplainedFormula) -> str:
    given = [f"  given as {one.given}"] if one.given.strip() != one.formula.strip() else []
    lines = [one.formula, *given, f"  {one.sentence}"]
    lines += _run("satisfied by", one.satisfying, "nothing satisfies it: it contradicts itself")
    lines += _run("violated by", one.violating, "nothing violates it: every run satisfies it")
    size = f"{counted(one.automaton.states, 'state')}, {counted(len(one.automaton.transitions), 'transition')}"
    return "\n".join([*lines, f"  automaton: {size}"]) + "\n"


def _comparison(comparison: FormulaComparison) -> str:
    lines = [_RELATIONS[comparison.relation]]
    if comparison.only_first is not None:
        lines += _run("only the first is satisfied by", comparison.only_first, "")
    if comparison.only_second is not None:
        lines += _run("only the second is satisfied by", comparison.only_second, "")
    return "\n".join(lines) + "\n"


def _run(heading: str, run: ShownMoments | None, otherwise: str) -> list[str]:
    if run is None:
        return [f"  {otherwise}"]
    length = len(run.stem) + len(run.cycle)
    lines = [f"  {heading} a {'shortest ' * run.shortest}run of {counted(length, 'moment')}:"]
    for number, moment in enumerate([*run.stem, *run.cycle], 1):
        lines.append(f"    {number}  {', '.join(moment) or 'anything'}")
    lines[-1] += "  (for ever)" if len(run.cycle) == 1 else f"  (then again from {len(run.stem) + 1})"
    return lines
