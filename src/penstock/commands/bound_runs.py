"""Runs that fill channels without end: as steps in the user's lines, as a chart, as a file to be checked again."""

from __future__ import annotations

from argparse import Namespace

from penstock.automata import Automaton
from penstock.bounds.runs.witness import as_data, replay
from penstock.bounds.verdict import Result
from penstock.commands.options import json_text, replace_file

ROUNDS_DRAWN = 2


def write_runs(arguments: Namespace, result: Result, automata: list[Automaton]) -> list[str]:
    """Write the first run where the user wants it; what could not be written, and why."""
    wanted = [file for file in (arguments.witness, arguments.msc) if file is not None]
    if not wanted:
        return []
    witness = next((channel.witness for channel in result.channels if channel.witness is not None), None)
    if witness is None:
        return [f"there is no run that fills a channel: `{file}` is not written" for file in wanted]
    if arguments.witness is not None:
        replace_file(arguments.witness, json_text(as_data(witness)).encode())
    if arguments.msc is not None:
        from penstock.commands.running import write_chart  # only who wants a chart waits for what draws it

        write_chart(arguments.msc, replay(result.model, automata, witness, ROUNDS_DRAWN).trace())
    return []
