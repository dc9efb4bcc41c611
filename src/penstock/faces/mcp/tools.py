"""The tools: which verbs agents can call, with what, and what comes back.  Schemas are derived from the records."""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.faces.data.asking import parameters
from penstock.faces.data.schema import answer_schema
from penstock.faces.mcp.answers import ToolAnswer
from penstock.faces.mcp.limits import CallLimits
from penstock.records import Json

BUDGET = "max_seconds"
LENGTH = "max_kb"
USUAL_LENGTH = 8
"""Kilobytes: an agent reads what it gets, and the run is told in words as well."""
TRACE_PATH = "trace_path"
RUN = "run"
_TRACE = {"type": "string", "description": "the file of the trace; give this or `trace`"}


@dataclass(frozen=True, slots=True)
class AgentTool:
    """`left_out` are parameters that the server decides about; `texts` say what others mean to an agent."""

    title: str
    description: str
    left_out: frozenset[str] = frozenset()
    texts: dict[str, str] = field(default_factory=dict)
    added: dict[str, Json] = field(default_factory=dict)


_METHOD = {
    "method": "how to close an open model; leave it as it is unless `close` refuses: `precise`, `optimised` and "
    "`flags` stand for every environment, `may` lets unknown values be any, `process` adds one environment process"
}
_MACROS = {"definitions": "macros to define before the model is read, each written NAME or NAME=VALUE"}
_READS = _MACROS | {"directories": "directories in which included files are looked for"}
TOOLS = {
    "check": AgentTool(
        "Find errors in a model",
        "Read a Promela model (SPIN's language) and return all errors and warnings at once, each with line, column, "
        "code, message and often a hint how to repair it.  Fast: call it after every edit, before anything else.",
        texts=_READS,
    ),
    "explain": AgentTool(
        "Explain the code of a finding",
        "What a code such as E301 means, with a wrong and a right model.  Without `code`: the list of all codes.",
        texts={"code": "a code that `check` returned, such as E301"},
    ),
    "simulate": AgentTool(
        "Run a model at random",
        "One random run: each step with process, line, statement and changed values, and how it ended.  Shows whether "
        "a model does what it is meant to do; it proves nothing.  The reason tells the seed that repeats the run.",
        texts=_READS | _METHOD | {"steps": "the most steps of the run", "seed": "repeats the run with this number"},
    ),
    "explore": AgentTool(
        "Visit all states of a small model",
        "Visit every reachable state: deadlocks, violated assertions and run-time errors, each with a shortest run.  "
        "For small models (up to some 100,000 states) and quick answers; `verify` judges all properties, endless runs "
        "and larger models.",
        texts=_READS
        | _METHOD
        | {
            "limit": "the most states that are visited",
            "claim": "the name of the ltl formula or never claim that takes part; without it, the first one does",
        },
    ),
    "verify": AgentTool(
        "Verify the properties of a model with SPIN",
        "Judge assertions, deadlocks, ltl formulas, never claims, acceptance and progress with SPIN's exhaustive "
        "search: `holds`, `violated` with a run in the model's own lines, or `inconclusive` with the reason.",
        frozenset(["timeout", "memory", "jobs", "cluster", "cache"]),
        _READS
        | _METHOD
        | {
            "properties": "judge only these: `safety`, `assertions`, `deadlock`, `acceptance`, `progress`, `never`, or "
            "names of ltl formulas of the model; without any, everything that the model has",
            "ltl": "formulas to verify beside those of the model, such as `[] (x < 3)`; [] always, <> eventually, "
            "U until, ! && || ->; in models with timers also `[] (p -> within(5) q)`",
            "time": "in models with timers: pairs of conditions, such as `asked -> answered`; for each it is told how "
            "many ticks pass from where the first begins to hold until the second does, at least and at most",
            "depth": "how many steps deep the first search goes; usually not needed",
        },
    ),
    "bound": AgentTool(
        "Prove how full each channel can get",
        "For each buffered channel the largest number of messages there can ever be, whatever capacity is declared, "
        "with a proof; or a run that fills it without end.  Verdicts: BOUNDED, UNBOUNDED, UNKNOWN.",
        frozenset(["budget", "method"]),
        _READS | {"process_limit": "take for granted that there are at most so many processes at a time"},
    ),
    "close": AgentTool(
        "Close an open model",
        "A model that communicates with an unknown outside (channels in `env_in`, `env_out`) as a closed model in "
        "plain Promela, and where the outside has an influence.  Not needed before `verify`, `explore` and `simulate`: "
        "they close open models by themselves.",
        texts=_READS | _METHOD,
    ),
    "conform": AgentTool(
        "Check that a program did what its model allows",
        "Follow the trace of a program that `penstock generate` made of the model; returns the first step that the "
        "model does not allow, and what it would have allowed.",
        frozenset(["seconds"]),
        _READS
        | {
            "more": "the texts of the traces of other programs of the same system",
            "trace": "the text of the trace, as the program wrote it",
            "run": "a directory with a program that was built with TRACE=1: it is executed and followed",
            "steps": "with `run`: the program is stopped after so many steps",
            "binary": "with `run`: the program writes its trace in bytes",
        },
        {TRACE_PATH: _TRACE},
    ),
}
_EXECUTING = {"conform": frozenset([RUN, "steps", "binary"])}
"""What runs programs, and is there only if that is allowed."""


def input_schema(verb: str, limits: CallLimits) -> Json:
    tool = TOOLS[verb]
    properties: Json = {BUDGET: _budget(limits)}
    for one in parameters(verb):
        if one.name in known_parameters(verb, limits):
            properties[one.name] = one.schema | {"description": tool.texts.get(one.name, one.text)}
    needed = [BUDGET] if needs_budget(verb) else []
    return {
        "type": "object",
        "properties": properties | tool.added | {LENGTH: _length(limits)},
        "required": needed,
        "additionalProperties": False,
    }


def known_parameters(verb: str, limits: CallLimits) -> list[str]:
    """What a call may give, besides its budget."""
    tool = TOOLS[verb]
    hidden = tool.left_out | (frozenset() if limits.c_code else _EXECUTING.get(verb, frozenset()))
    return [*(one.name for one in parameters(verb) if one.name not in hidden), *tool.added]


def needs_budget(verb: str) -> bool:
    """Whatever works on a model does; looking up an explanation is no work."""
    return verb != "explain"


def output_schema(verb: str) -> Json:
    return answer_schema(ToolAnswer, verb)


def _length(limits: CallLimits) -> Json:
    usual = min(USUAL_LENGTH, limits.answer_kb)
    text = "how long the data in the answer may be; of what is longer only the beginning and the end are sent"
    return {"type": "integer", "minimum": 1, "maximum": limits.answer_kb, "description": text, "default": usual}


def _budget(limits: CallLimits) -> Json:
    text = f"how long this may take, up to {limits.seconds:g} seconds; 10 is enough for most small models"
    return {"type": "number", "exclusiveMinimum": 0, "maximum": limits.seconds, "description": text}
