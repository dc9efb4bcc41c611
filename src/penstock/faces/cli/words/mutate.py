"""Mutants in words."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.diagnostics.record import counted
from penstock.faces.cli.words.tables import aligned
from penstock.project.mutants.changing import Mutation, MutationKind
from penstock.project.mutants.fates import Fate, JudgedMutant
from penstock.project.mutate import MutateOutcome

_LONGEST = 60
_SAID_BY_THE_KIND = (MutationKind.OPTION, MutationKind.LEFT_OUT, MutationKind.UNSENT, MutationKind.NEGATED)


def mutate_lines(outcome: MutateOutcome, quiet: bool = False) -> Iterator[str]:
    yield f"{outcome.file}: {_headline(outcome)}"
    if quiet:
        return
    rows = [[name, str(seen), _notices(outcome, name)] for name, seen in outcome.properties.items()]
    yield from (f"  {row}" for row in aligned(rows, frozenset(range(3))))
    yield from _listed(outcome, Fate.UNNOTICED, "no property noticed:")
    yield from _listed(outcome, Fate.UNDECIDED, "undecided:")


def _headline(outcome: MutateOutcome) -> str:
    decided = outcome.noticed + outcome.unnoticed
    if outcome.score is None:
        told = "no mutant was decided" if outcome.possible else "there is nothing to change"
    else:
        told = f"{outcome.noticed} of {counted(decided, 'mutant')} noticed, {_share(outcome.score)}"
    more = [f"{outcome.undecided} undecided"] if outcome.undecided else []
    more += [f"{outcome.refused} refused, and not counted"] if outcome.refused else []
    more += [f"{counted(outcome.possible, 'change')} possible"] if outcome.possible > len(outcome.mutants) else []
    more += ["stopped before all were tried"] if outcome.stopped else []
    return "; ".join([told, *more])


def _share(score: float) -> str:
    """Never more than it is: 99.6 % is not all."""
    return f"{int(score * 100)} %"


def _notices(outcome: MutateOutcome, name: str) -> str:
    count = outcome.notices[name]
    return f"notices {count}" if count else "notices none"


def _listed(outcome: MutateOutcome, fate: Fate, title: str) -> Iterator[str]:
    chosen = [mutant for mutant in outcome.mutants if mutant.fate is fate]
    if chosen:
        yield title
        yield from (f"  {mutant_text(mutant)}" for mutant in chosen)


def mutant_text(mutant: JudgedMutant) -> str:
    remarks = ["no run gets there"] if mutant.unreached else ["as many states as before"] if mutant.same_states else []
    if mutant.fate is Fate.UNDECIDED:
        remarks = [mutant.reason.partition("\n")[0]]
    told = f"  ({', '.join(remarks)})" if remarks else ""
    return f"line {mutant.change.line}: {mutant.change.kind.value}: {change_text(mutant.change)}{told}"


def change_text(change: Mutation) -> str:
    before = f"`{_short(change.before)}`"
    if change.kind in _SAID_BY_THE_KIND:
        return before
    return f"{before} -> `{_short(change.after)}`, column {change.column}"


def _short(text: str) -> str:
    line, _, more = " ".join(text.strip().split(" ")).partition("\n")
    cut = line[: _LONGEST - 4] if len(line) > _LONGEST else line
    return cut + (" ..." if more or cut != line else "")
