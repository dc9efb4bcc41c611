"""Verbs for a page: the outcome as data, and every run in it as a path that can be stepped through."""

from __future__ import annotations

from typing import Any

from penstock.budget import Watch
from penstock.faces.data.asking import request_of
from penstock.faces.web.protocol import VerbAnswer
from penstock.records import Json, as_data
from penstock.verbs import task

ASKED_VERBS = ("check", "format", "simulate")
"""What pages ask for; verbs that write files or are about many models are for the command line."""


def answer_type(_verb: str) -> type:
    return VerbAnswer


def answer(verb: str, given: Json, watch: Watch) -> Json:
    request = request_of(verb, given)
    outcome: Any = task(verb)(request, watch)
    told = VerbAnswer(outcome.summary, True, ())
    return {**as_data(told), "outcome": outcome.to_dict()}
