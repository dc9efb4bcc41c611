"""Runs every benchmark.  Figures are ratios within one run; machines and their noise differ."""

from __future__ import annotations

from benchmarks import (
    answering,
    batches,
    bounding,
    drawing,
    editing,
    exploring,
    following,
    large_nets,
    nets,
    page,
    reading,
    refining,
    running,
    starting,
    verifying,
)


def main() -> None:
    for benchmark in (
        reading,
        starting,
        editing,
        page,
        exploring,
        following,
        drawing,
        answering,
        verifying,
        bounding,
        large_nets,
        nets,
        batches,
        refining,
        running,
    ):
        benchmark.main()


if __name__ == "__main__":
    main()
