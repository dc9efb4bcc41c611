"""The process of one call: `python -m penstock.faces.mcp.worker CALL ANSWER`, two files of JSON.

It tells how far it is on its standard output.  When its time is over it tells what was found until then; when it is
asked to end, it ends what it started, and says nothing.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from pathlib import Path
from threading import Event, Timer
from typing import Any

from penstock.budget import Progress, TimeOver, Watch
from penstock.diagnostics.placed import placed
from penstock.diagnostics.text import render_text
from penstock.errors import Cancelled, ModelErrors, PenstockError
from penstock.faces.mcp.answers import AnswerStatus, Told, ToolAnswer
from penstock.faces.mcp.calling import Call, request_for
from penstock.faces.mcp.cutting import cut_to, first_and_last
from penstock.faces.mcp.telling import Words, words_of
from penstock.interpreter import prepare
from penstock.reading.confinement import confined
from penstock.records import as_data, from_data
from penstock.verbs import task

GRACE = 15.0
"""Seconds that a call gets after its budget, to tell what it found."""


def main(call_file: str, answer_file: str) -> None:
    call: Call = from_data(Call, json.loads(Path(call_file).read_text()))
    os.chdir(call.limits.root)
    stop = _prepared(call)
    Path(answer_file).write_text(json.dumps(as_data(told(call, Watch(show=_tell, stop=stop)))))


def _prepared(call: Call) -> Event:
    prepare()
    stop = Event()

    def end(_number: int, _frame: object) -> None:
        stop.set()  # for programs that other threads listen to
        raise SystemExit

    signal.signal(signal.SIGTERM, end)
    # Programs that were left behind, should this process be killed, do not go on for ever.
    seconds = int(call.seconds + GRACE) * (os.cpu_count() or 1) + 60
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    timer = Timer(call.seconds, stop.set)
    timer.daemon = True
    timer.start()
    return stop


def _tell(progress: Progress) -> None:
    figures = [
        f"{value} {name}" for name, value in (("states", progress.states), ("steps deep", progress.depth)) if value
    ]
    print(json.dumps(", ".join([progress.activity.value, *progress.about, *figures])), flush=True)


def told(call: Call, watch: Watch) -> Told:
    """The answer to a call, or why there is none."""
    begin = time.monotonic()
    try:
        with confined(".", call.limits.c_code):
            outcome = task(call.verb)(request_for(call), watch)
            return _answered(call, words_of(outcome), _data_of(outcome), time.monotonic() - begin)
    except ModelErrors as problem:
        return _broken(call, problem, time.monotonic() - begin)
    except (TimeOver, Cancelled):
        text = f"time ran out after {call.seconds:g} seconds, before there was an answer: give more, or a smaller model"
        return Told(None, text)
    except MemoryError:
        return Told(None, f"memory ran out: a call may use {call.limits.memory_mb} MB here; give a smaller model")
    except PenstockError as problem:
        return Told(None, str(problem))
    except Exception as problem:
        return Told(None, f"this is a fault in penstock itself: {type(problem).__name__}: {problem}")


def _broken(call: Call, problem: ModelErrors, seconds: float) -> Told:
    found = placed(problem.diagnostics)
    errors = [one for one in found if one.severity.value == "error"]
    reason = f"the model has errors; the first is in line {errors[0].line}: {errors[0].message}"
    words = Words(AnswerStatus.ERRORS, reason, (), tuple(render_text(problem.diagnostics).splitlines()))
    return _answered(call, words, None, seconds, as_data(found))


def _data_of(outcome: Any) -> dict[str, Any]:
    data: dict[str, Any] = outcome.to_dict()
    _drop_charts(data)
    return data


def _drop_charts(value: Any) -> None:
    """Charts are for drawing, and say nothing that the steps do not say."""
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        _drop_charts(inner)
    if isinstance(value, dict) and "chart" in value:
        value["chart"] = {}


def _answered(
    call: Call, words: Words, data: dict[str, Any] | None, seconds: float, diagnostics: tuple[Any, ...] | Any = ()
) -> Told:
    answer = ToolAnswer(words.status, words.reason, words.run, (), data, (), round(seconds, 3))
    whole = as_data(answer) | {"diagnostics": list(diagnostics)}
    whole, cut = cut_to(whole, call.answer_kb << 10)
    whole["cut"] = as_data(cut)
    return Told(whole, _text(words, call.answer_kb << 10))


def _text(words: Words, most: int) -> str:
    """The same in words, for agents that read no data."""
    parts = [words.reason]
    parts += ["", *first_and_last(words.details, most)] if words.details else []
    parts += ["", "the run:", *(f"  {line}" for line in first_and_last(words.run, most))] if words.run else []
    return f"{words.status.value}: " + "\n".join(parts)


if __name__ == "__main__":
    main(*sys.argv[1:])
