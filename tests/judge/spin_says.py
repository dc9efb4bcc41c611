"""What SPIN says about the examples of the catalogue: `python -m tests.judge.spin_says` asks, and writes it down."""

from __future__ import annotations

import re
from pathlib import Path

from tests.judge.acceptance import spin_accepts

from penstock.diagnostics.catalogue import CATALOGUE, Entry
from penstock.diagnostics.catalogue.spin_words import FILE

MOST_LINES = 4
_WORDS = re.compile(r"^((spin|tl_spin|error): |=====>)")
_NEEDLESS = re.compile(r"processing trail|the model contains|only one claim|translating")


def is_read_by_spin(entry: Entry) -> bool:
    return entry.runnable and entry.file == "model.pml"


def spin_words(entry: Entry) -> list[str]:
    """The first lines that SPIN, or the preprocessor that it calls, prints about an example."""
    lines = [line.strip().replace("\t", " ") for line in spin_accepts(entry.example).output.splitlines()]
    said = [line for line in lines if _WORDS.match(line) and not _NEEDLESS.search(line)]
    by_preprocessor = [line for line in lines if " error: " in line]
    return list(dict.fromkeys(by_preprocessor or said))[:MOST_LINES]


def written() -> str:
    head = "# What SPIN 6.5.2 says about the examples; `python -m tests.judge.spin_says` writes this file.\n\n"
    asked = [(code, spin_words(entry)) for code, entry in CATALOGUE.items() if is_read_by_spin(entry)]
    return head + "".join(f"{code} = [{', '.join(map(_quoted, words))}]\n" for code, words in asked)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


if __name__ == "__main__":
    Path(FILE).write_text(written(), encoding="utf-8")
