"""Runs every benchmark.  Figures are ratios within one run; machines and their noise differ."""

from __future__ import annotations

from benchmarks import reading, starting, verifying


def main() -> None:
    for benchmark in (reading, starting, verifying):
        benchmark.main()


if __name__ == "__main__":
    main()
