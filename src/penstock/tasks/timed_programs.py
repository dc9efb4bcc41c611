"""Timers in specifications: time must pass for the model and for the program in the same way."""

from __future__ import annotations

import re

from penstock.diagnostics.record import Diagnostics
from penstock.diagnostics.text import render_text
from penstock.dialects.pch.regions import ENVIRONMENT, MODEL_WORD, Region
from penstock.errors import ModelErrors
from penstock.reading.reading import Reading
from penstock.tasks.programs import ProgramReading, regions_of

_CONDITION = "c_expr_IS"
_CAN_REST = {
    ENVIRONMENT: "time passes when nobody can move, and the program does not know when the environment cannot",
    _CONDITION: "time passes when nobody can move, and the model does not know when this condition is false",
}


def refuse_time_on_one_side(model: Reading, program: ProgramReading) -> None:
    """What makes one side wait where the other one does not."""
    if not model.model.wording.clock and not program.model.wording.clock:
        return
    told = Diagnostics(model.model.sources)
    words = _words_of_time(model, program)
    for base, text in model.written():
        for region in (one for one in regions_of(model) if base <= one.start < base + len(text)):
            message = _CAN_REST.get(region.kind, "")
            if region.kind == MODEL_WORD and words.search(_inside(region, base, text)):
                message = "the program does not know this timer, or what happens to it"
            if message:
                told.report("E907", message, region.word, len(region.kind))
    raise_errors(told)


def _inside(region: Region, base: int, text: str) -> str:
    return text[region.inside - base : region.close - base]


def _words_of_time(model: Reading, program: ProgramReading) -> re.Pattern[str]:
    timers = {name.rpartition(".")[2] for one in (model.model, program.model) for name in one.wording.timers}
    names = "|".join(map(re.escape, sorted({"timer", "timeout", *timers})))
    return re.compile(rf"\b(?:{names})\b")


def raise_errors(told: Diagnostics) -> None:
    if told.has_errors:
        raise ModelErrors(told, render_text(told))
