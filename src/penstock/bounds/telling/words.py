"""A result in sentences that a person can act on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Holding, Net, Standing
from penstock.bounds.abstraction.transfer import Transfer
from penstock.bounds.proofs.growth import Counterexample, Round
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.telling.story import reason_text
from penstock.bounds.verdict import BoundResult, ChannelBound, Judged, ProofKind
from penstock.control import Automaton, Edge
from penstock.diagnostics.record import counted
from penstock.graphs import grouped
from penstock.machine.channels import all_edges
from penstock.resolve.model import Model
from penstock.syntax.nodes import Assignment, Ltl, Receive, Send, SetPriority
from penstock.syntax.printer import statement_text
from penstock.syntax.walk import runs_in

MOST_STEPS = 12
MOST_NAMED = 8


def advice(result: BoundResult, channel: ChannelBound) -> str:
    """What the bound of a channel means for its declared capacity."""
    if channel.witness is not None:
        more, crowd = channel.witness.growth[channel.name], channel.witness.crowd
        left = f" and leaves {counted(crowd.more, 'process', 'processes')} more" if crowd is not None else ""
        return f"grows without end: a run adds {counted(more, 'message')}{left} in every round"
    if channel.finite:
        return "finite, but no number was found"
    if channel.bound is None:
        return "may grow without end: no bound was found"
    bound, declared = channel.bound, channel.declared
    used = f", {channel.exact} is the most ever used" if channel.exact is not None else ""
    if bound == 0:
        return "nothing is ever sent to it"
    need = channel.exact if channel.exact is not None else bound
    if need > declared:
        word = "needs" if channel.exact is not None else "may need"
        return f"{declared} declared, {word} {need}: {_blocking(result, channel)}"
    return f"{declared} declared, {bound} always suffices{used}" if bound <= declared else f"{declared} suffices{used}"


def bound_text(channel: ChannelBound) -> str:
    """The bound as it stands in tables."""
    return "finite" if channel.finite else "none" if channel.bound is None else str(channel.bound)


def how(result: BoundResult, channel: ChannelBound) -> str:
    """By which means the answer for a channel was found."""
    match channel.proof:
        case None:
            return "-"
        case ProofKind.RUN:
            return "a run"
        case ProofKind.STRUCTURE:
            return "separate loops"
        case ProofKind.TESTS:
            return "tests of its length"
        case ProofKind.STATES:
            return "all states"
        case ProofKind.ORDER:
            return "order, values" if result.net.analysis.tracked else "order"
        case ProofKind.WEIGHTS if not any(proof.weights for proof in channel.proofs):
            return "never sent"
    means = ["weights"]
    means += ["values"] if any(_knows_values(result.net, proof) for proof in channel.proofs) else []
    means += ["steps never taken"] if result.exclusions else []
    return ", ".join(means)


def _knows_values(net: Net, proof: Invariant) -> bool:
    """Whether a proof rests on places that stand for values of variables."""
    places = (net.places[number] for number in proof.weights)
    return any(
        isinstance(place, Holding) or (isinstance(place, Standing) and bool(place.owner.plan.tracked))
        for place in places
    )


def _blocking(result: BoundResult, channel: ChannelBound) -> str:
    lines = sending_lines(result, channel)
    if not lines:
        return "a send can block"
    where = ", ".join(map(str, lines[:4])) + (" and others" if len(lines) > 4 else "")
    return f"the send at line {where} can block" if len(lines) == 1 else f"the sends at lines {where} can block"


def sending_lines(result: BoundResult, channel: ChannelBound) -> list[int]:
    """The lines where messages are sent to a channel."""
    senders = result.net.senders
    places = [place for queue in channel.queues for place in result.net.messages_of(queue)]
    sends = {transition.arc.statement for place in places for transition in senders.get(place, ())}
    return sorted({result.model.locate(send).line for send in sends if isinstance(send, Send)})


def other_reasons(result: BoundResult) -> list[str]:
    """Why channels are bounded, where that is not shown by weights."""
    return reasons_for(result, result.channels)


def reasons_for(result: BoundResult, channels: Sequence[ChannelBound]) -> list[str]:
    """Why some channels are bounded, where that is not shown by weights."""
    found = [_tested(result, channel) for channel in channels if channel.tests]
    found += _begin_anew(result, [channel for channel in channels if channel.order is not None])
    searched = {channel.states for channel in channels if channel.states is not None}
    if searched:
        states = counted(max(searched), "state")
        beside = sorted({name for channel in channels for name in channel.beside})
        left_out = f", and any message as the first of {', '.join(beside)}" if beside else ""
        found.append(f"all {states} of the model were searched, with channels never full{left_out}")
    if result.separation is not None and any(channel.finite for channel in channels):
        found.append("what might grow would need a process or a variable to be in separate loops at the same time")
    return found


def _tested(result: BoundResult, channel: ChannelBound) -> str:
    lines = sorted({result.model.locate(test).line for test in channel.tests})
    where = ", ".join(map(str, lines))
    return f"those who send to {channel.name} check its length first (line{'s' if len(lines) > 1 else ''} {where})"


def _begin_anew(result: BoundResult, channels: Sequence[ChannelBound]) -> Iterator[str]:
    """Channels that the order of messages keeps short, those together whose counts begin anew at the same lines."""
    by_lines = grouped((_lines(result, channel), channel.name) for channel in channels)
    for lines, names in by_lines.items():
        where = (
            f", which begins anew at line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
        )
        about = f"{', '.join(names[:MOST_NAMED])}{' and others' if len(names) > MOST_NAMED else ''}"
        yield f"messages keep their order, and so limit what counts for {about}{where} (--why shows it)"


def _lines(result: BoundResult, channel: ChannelBound) -> tuple[int, ...]:
    anew = () if channel.order is None else channel.order.anew
    return tuple(sorted({result.model.locate(statement).line for statement in anew}))


def assumptions(model: Model, automata: Iterable[Automaton], process_limit: int | None) -> list[str]:
    """What an answer takes for granted."""
    processes = "any number of processes" if process_limit is None else f"at most {process_limit} processes at a time"
    claims = any(automaton.kind == "never" for automaton in automata) or model.nodes.has(Ltl)
    return ["channels without limit", processes, *(["claims are left aside"] if claims else [])]


def reservations(net: Net, automata: Iterable[Automaton]) -> list[str]:
    """What an answer does not cover."""
    return [*left_out(net.analysis.model, automata), *misfits(net)]


def left_out(model: Model, automata: Iterable[Automaton]) -> list[str]:
    """What takes part in a verification but not in the answer: never claims that do more than to watch."""
    found = []
    for automaton in automata:
        acts = [edge.statement for edge in all_edges([automaton]) if automaton.kind == "never" and _acts(edge)]
        if acts:
            where = model.locate(acts[0])
            text = statement_text(acts[0])
            found.append(
                f"the never claim changes the model ({where.file}:{where.line} `{text}`); the answer is about "
                "the model without it"
            )
    return found


def _acts(edge: Edge) -> bool:
    changes = isinstance(edge.statement, Assignment | SetPriority)
    return changes or any(True for _ in runs_in(edge.statement))


def misfits(net: Net) -> list[str]:
    """Sends and receives that may be meant for a channel whose messages have another number of fields."""
    found: dict[str, None] = {}
    for owner in net.analysis.classes:
        for node, state in enumerate(owner.states):
            for arc in owner.leaving(node):
                if isinstance(arc.statement, Send | Receive):
                    found.update(dict.fromkeys(_misfits(Transfer(net.analysis, owner, state), arc.statement)))
    return list(found)


def _misfits(transfer: Transfer, statement: Send | Receive) -> Iterator[str]:
    analysis = transfer.analysis
    given = len(statement.arguments if isinstance(statement, Send) else statement.patterns)
    meant = transfer.meant(statement.channel, transfer.read) or frozenset()
    for queue in sorted(meant - analysis.queues_with(given) - {0}):
        where = analysis.model.locate(statement)
        wanted = counted(len(analysis.kind(queue).fields), "field")
        yield (
            f"{where.file}:{where.line} `{statement_text(statement)}` may mean {analysis.queues[queue - 1].name}, "
            f"whose messages have {wanted}: a run ends there with an error, and the message does not count"
        )


def judgement(judged: Judged) -> str:
    """What became of a counterexample, in one line."""
    return f"{judged.status}: {reason_text(judged.reason)}"


def counterexample_lines(result: BoundResult, names: NetNames, found: Counterexample) -> list[str]:
    """What may fill queues, process by process."""
    grown = ", ".join(f"{names.queue(queue)} grow by {found.growth[queue]}" for queue in found.queues)
    lines = [f"these steps together let {grown}, and nothing shrinks:"]
    return lines + [round_line(result, names, part) for part in found.rounds]


def round_line(result: BoundResult, names: NetNames, part: Round) -> str:
    """Who repeats what: statements with their lines, not lines alone."""
    steps = round_steps(result, part)
    shown = ", ".join(f"line {line} `{statement}`" for line, statement in steps[:MOST_STEPS])
    more = f", ... ({len(steps) - MOST_STEPS} more)" if len(steps) > MOST_STEPS else ""
    times = "once" if part.times == 1 else f"{part.times} times"
    what = "a cycle" if part.closed else "a new process"
    return f"  {names.owner(part.owner)}, {what}, {times}: {shown}{more}"


def round_steps(result: BoundResult, part: Round) -> list[tuple[int, str]]:
    """The statements of a round in order, with their lines."""
    return [(result.model.locate(arc.statement).line, result.model.said(arc.statement)) for arc in part.arcs]


def round_lines(result: BoundResult, part: Round) -> list[int]:
    """The lines of a round in order, each once in a row."""
    return [line for line, _ in groupby(line for line, _ in round_steps(result, part))]
