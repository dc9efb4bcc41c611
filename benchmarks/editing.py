"""How long an editor waits: from a keystroke to the findings, and what many keystrokes leave in memory."""

from __future__ import annotations

import os
import re
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.editing import Editor, editing

from benchmarks.reading import generated_model

LINES = (100, 1_000, 2_000, 10_000)
KEYSTROKES = 15
EDITS_OF_AN_HOUR = 2_000
"""As many pauses in an hour's typing in which a text is read."""


def main() -> None:
    print("\nfrom a keystroke to the findings (median)")
    with tempfile.TemporaryDirectory() as place, editing(Path(place)) as editor:
        for lines in LINES:
            waited, worked = keystroke(editor, lines)
            print(f"  {lines:6,} lines {1000 * waited:8.0f} ms, of which the server works {1000 * worked:6.0f} ms")
    print("\nmemory of the server while 100 lines are edited")
    with tempfile.TemporaryDirectory() as place, editing(Path(place)) as editor:
        for edits, size in growth(editor):
            print(f"  after {edits:6,} edits {size:8.1f} MB")


def keystroke(editor: Editor, lines: int) -> tuple[float, float]:
    """Seconds until the findings of the newest text are there, and those of the processor that the server takes."""
    name = f"model{lines}.pml"
    editor.open(name, generated_model(lines))
    editor.findings(name)
    times = []
    before = processor_seconds(editor)
    for number in range(KEYSTROKES):
        old = f"/*{number - 1}*/" if number else ""
        begin = time.perf_counter()
        if number:
            editor.edit(name, old, f"/*{number}*/")
        else:
            editor.replace(name, "/*0*/" + editor.texts[name])
        editor.findings(name)
        times.append(time.perf_counter() - begin)
    worked = (processor_seconds(editor) - before) / KEYSTROKES
    editor.close(name)
    return median(times), worked


def processor_seconds(editor: Editor) -> float:
    """What the server has used, as Linux tells it."""
    fields = Path(f"/proc/{editor.process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def growth(editor: Editor, edits: int = EDITS_OF_AN_HOUR) -> list[tuple[int, float]]:
    """How much memory the server has after so many edits."""
    name = "model.pml"
    editor.open(name, "/*0*/" + generated_model(100))
    editor.findings(name)
    sizes = []
    for number in range(1, edits + 1):
        editor.edit(name, f"/*{number - 1}*/", f"/*{number}*/")
        editor.findings(name)
        editor.published.clear()
        if number in (edits // 20, edits // 2, edits):
            sizes.append((number, memory(editor)))
    return sizes


def memory(editor: Editor) -> float:
    """The resident memory of the server in megabytes, as Linux tells it."""
    status = Path(f"/proc/{editor.process}/status").read_text()
    found = re.search(r"VmRSS:\s*(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    main()
