"""Plants the faults and writes down who found them: `python -m tests.mutants --out docs/mutants.md`."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants.faults import Fault, all_faults
from tests.mutants.hunting import Objection, hunt_down

LEAST_SHARE = 0.95
HEADER = """# Planted faults

`make mutants` plants one fault at a time in the code that soundness rests on and asks the judges of `make test` and
`make fuzz` about it, in the order that the fault names, until one objects.  The faults are in `tests/mutants/faults`.
For a random judge the table says how many systems it took; a test needs none.

| part | fault | found by | after |
| --- | --- | --- | --- |
"""


def row(fault: Fault, objection: Objection | None) -> str:
    by = f"`{objection.judge}`" if objection else "**nobody**"
    if objection is None:
        after = ""
    elif objection.systems is None:
        after = "a test"
    else:
        after = f"{objection.systems} system{'s' if objection.systems != 1 else ''}"
    return f"| {fault.part} | {fault.name} | {by} | {after} |"


def _hunted(fault: Fault) -> Objection | None:
    objection = hunt_down(fault)
    print(row(fault, objection), flush=True)
    return objection


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only faults whose part or name has this in it")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="where to write the table")
    options = parser.parse_args()
    faults = [fault for fault in all_faults() if options.only in f"{fault.part}: {fault.name}"]
    with ThreadPoolExecutor(options.jobs) as pool:
        objections = list(pool.map(_hunted, faults))
    caught = sum(objection is not None for objection in objections)
    total = f"{caught} of {len(faults)} faults were found"
    print(total)
    if options.out is not None:
        rows = [row(fault, objection) for fault, objection in zip(faults, objections, strict=True)]
        options.out.write_text(HEADER + "\n".join(rows) + f"\n\n{total}.\n")
    return 0 if caught >= LEAST_SHARE * len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
