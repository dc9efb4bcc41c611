"""Mutates SPIN's examples and compares what SPIN and Penstock say about each mutant.

Run as `python -m tests.judge.fuzz_acceptance --count 2000 --seed 1 --jobs 2 --out DIR`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from tests.judge.acceptance import Outcome, Verdict, spin_accepts
from tests.judge.examples import example_models, read_model
from tests.judge.known_differences import kind_of
from tests.judge.mutate import mutate
from tests.judge.verdict import BROKEN, penstock_verdict

SEEDS_PER_RUN = 1_000_003
"""Mutant n of run s has the seed s * this + n: no two runs share mutants."""


@dataclass(frozen=True, slots=True)
class Result:
    """What both said about one mutant."""

    seed: int
    model: Path
    spin: Verdict
    accepted: bool
    messages: tuple[str, ...]

    @property
    def crashed(self) -> bool:
        return self.spin.outcome is Outcome.CRASHED

    @property
    def broken(self) -> bool:
        return bool(self.messages) and self.messages[0].startswith(BROKEN)

    @property
    def agreed(self) -> bool:
        return not self.broken and (self.crashed or self.spin.accepted == self.accepted)

    @property
    def text(self) -> str:
        return mutant(self.seed)[1]


@cache
def valid_models() -> list[Path]:
    """The examples that SPIN accepts: what is wrong with a mutant of these is the mutation."""
    return [path for path in example_models() if spin_accepts(path).accepted]


def mutant(seed: int) -> tuple[Path, str]:
    """The example that belongs to `seed`, and its mutated text."""
    path = Random(seed).choice(valid_models())
    return path, mutate(read_model(path), seed)


def judge(seed: int) -> Result:
    """Ask both about one mutant."""
    path, text = mutant(seed)
    spin = spin_accepts(text, path.parent)
    accepted, messages = penstock_verdict(text, str(path))
    return Result(seed, path, spin, accepted, tuple(messages))


# -- classes of disagreements ----------------------------------------------------------------


def disagreement(result: Result) -> str:
    """The class of a disagreement: who accepts, and why the other does not."""
    if result.broken:
        return f"Penstock fails: {result.messages[0]}"
    if result.accepted:
        return f"only Penstock accepts: {normalise_spin(result.spin.output)}"
    return f"only SPIN accepts: {normalise_names(result.messages[0])}"


def kind_of_difference(result: Result) -> str | None:
    """The kind of a disagreement that is meant; None if it is a finding."""
    if result.broken:
        return None
    said = result.spin.output if result.accepted else result.messages[0]
    return kind_of(result.accepted, said, _difference(result))


def normalise_spin(output: str) -> str:
    """SPIN's first error without the names, numbers and places in it."""
    lines = output.splitlines()
    wanted = r"Error: |rror, |tl_spin: (?!!)|preprocessing failed|: error:"
    line = next((line for line in lines if re.search(wanted, line)), lines[0] if lines else "no output")
    line = re.sub(r"^spin: \S+:\d+, (?=Error)", "", line)
    line = re.sub(r"^\S+:\d+(?::\d+)?:", "", line)
    line = re.sub(r"\s+near '.*$| \(on .*$|preprocessing failed.*$", lambda m: m[0][:20] if "pre" in m[0] else "", line)
    token = re.search(r"saw '.*$| statement separator$", line)
    kept = line[: token.start()].rstrip() if token else line
    # What was seen instead matters only where nothing else tells the errors apart.
    return normalise_names(kept) + (f" [{token[0].strip()}]" if token and "syntax error" in kept else "")


_NAME_AFTER = re.compile(
    r"\b(variable:?|label|proctype|chan|inline|run|labelname:|label-name|element|subfield|assignment to|on:|"
    r"initializing|structure|par of|name|param to inline|trace|claim|typename|call of|on call of) (?!name|used)"
    r"[A-Za-z_][\w.\[\]]*"
)


def normalise_names(message: str) -> str:
    message = re.sub(r"'[^']*'|`[^`]*`|\"[^\"]*\"|\([^() ]+\)", "_", message)
    message = re.sub(r"[A-Za-z_]\w* (?=(not found|must be|is not|undeclared|exceeds))", "_ ", message)
    message = _NAME_AFTER.sub(r"\1 _", message)
    return re.sub(r"\b\d+\b", "N", message)


# -- the report ------------------------------------------------------------------------------


def agreement(results: list[Result]) -> float:
    """In percent of the mutants on which SPIN did not crash."""
    asked = sum(not result.crashed for result in results)
    return 100 * (1 - sum(not result.agreed for result in results) / asked) if asked else 100.0


def report(every: list[Result], out: Path | None) -> str:
    crashes = sum(result.crashed for result in every)
    differing = [result for result in every if not result.agreed]
    lines = [
        f"{len(every)} mutants, SPIN crashed on {crashes}",
        f"SPIN accepts {sum(result.spin.accepted for result in every)}",
        f"agreement {agreement(every):.2f} % ({len(differing)} disagreements,"
        f" {len(_findings(differing))} of no known kind)",
    ]
    return "\n".join([*lines, *_classes(differing, out)])


def _findings(results: list[Result]) -> list[Result]:
    return [result for result in results if not result.agreed and kind_of_difference(result) is None]


def _classes(differing: list[Result], out: Path | None) -> list[str]:
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in differing:
        groups[disagreement(result)].append(result)
        if out is not None:
            _keep(result, out)
    lines: list[str] = []
    for name, group in sorted(groups.items(), key=lambda item: -len(item[1])):
        lines.append(f"{len(group):5d}  {name}")
        lines.append(f"       such as seed {group[0].seed} from {group[0].model.name}: {_difference(group[0])}")
    return lines


def _keep(result: Result, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    header = f"// {result.model.name}, seed {result.seed}: {disagreement(result)}\n"
    path = out / f"{result.seed}.pml"
    path.write_text(result.text + "\n" + header, encoding="utf-8", errors="surrogateescape", newline="")


def _difference(result: Result) -> str:
    """The first line of the mutant that the example does not have."""
    before = Counter(read_model(result.model).split("\n"))
    after = result.text.split("\n")
    changed = (f"line {number}: {line.strip()}" for number, line in enumerate(after, 1) if line not in before)
    return next(changed, "no changed line")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    # Asked for before the pool starts, so that its processes inherit the answer.
    if not valid_models():
        print("SPIN or the examples of its package are not installed", file=sys.stderr)
        return 4
    base = options.seed * SEEDS_PER_RUN
    with multiprocessing.Pool(options.jobs) as pool:
        unordered = pool.imap_unordered(judge, range(base, base + options.count), chunksize=8)
        results = sorted(unordered, key=lambda result: result.seed)
    print(report(results, options.out))
    for result in _findings(results):
        print(f"of no known kind: seed {result.seed}: {disagreement(result)}: {_difference(result)}")
    return 1 if _findings(results) else 0


if __name__ == "__main__":
    sys.exit(main())
