"""Who sends to a channel and who receives from it: as the code of the processes says, and as a run shows."""

from __future__ import annotations

from penstock.control import Automaton
from penstock.machine.trace import RunTrace
from penstock.syntax.nodes import Receive, Send


def senders(trace: RunTrace, channel: str) -> set[int]:
    """The processes of a run that send to a channel."""
    return _users(trace, channel, "send", Send)


def receivers(trace: RunTrace, channel: str) -> set[int]:
    return _users(trace, channel, "receive", Receive)


def _users(trace: RunTrace, channel: str, action: str, kind: type[Send] | type[Receive]) -> set[int]:
    messages = (message for step in trace.steps for message in step.messages)
    found = {message.process for message in messages if message.channel == channel and message.action == action}
    return found | _in_code(trace, _array(channel), kind)


def _in_code(trace: RunTrace, name: str, kind: type[Send] | type[Receive]) -> set[int]:
    """Those whose code names it; a channel that is handed over by another name is only known by what was done."""
    automata = trace.history.names.program.automata if trace.history is not None else []
    named = {one.name for one in automata if name in _channels(one, kind)}
    return {number for number, instance in enumerate(trace.processes) if instance.proctype in named}


def _channels(automaton: Automaton, kind: type[Send] | type[Receive]) -> set[str]:
    edges = [inner for edge in automaton.edges for inner in (edge.inner.edges if edge.inner is not None else (edge,))]
    return {edge.statement.channel.name for edge in edges if isinstance(edge.statement, kind)}


def _array(channel: str) -> str:
    """The name that is declared: `ring` for `ring[2]`, `q` for `P#1.q`."""
    return channel.rpartition(".")[2].partition("[")[0]
