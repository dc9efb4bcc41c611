"""Results whose open channels are bounded by the order of messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.places import Net
from penstock.bounds.proofs.invariants import Invariant, Weigher
from penstock.bounds.proofs.order import OrderProver, order_of
from penstock.bounds.proofs.together import MOST_PLACES, Together
from penstock.bounds.verdict import UNKNOWN, BoundResult, ChannelBound
from penstock.budget import Activity, Progress, in_time, present
from penstock.control import Automaton
from penstock.resolve.symbols import Variable


def in_order(result: BoundResult) -> BoundResult | None:
    """The result with those bounds that order gives to its open channels; None if the net is too large for that."""
    prover = _prover(result.net)
    if prover is None:
        return None
    channels = tuple(_bounded(prover, channel) or channel for channel in result.channels)
    ordered = any(channel.order is not None for channel in channels)
    return replace(result, channels=channels, together=prover.together if ordered else None)


def in_finer_order(
    result: BoundResult,
    automata: list[Automaton],
    tracked: frozenset[Variable],
    rebuild: Callable[[Analysis], Net],
) -> BoundResult | None:
    """The result in a net with more values, where order bounds all that is open, and nothing is lost; or else None."""
    try:
        net = rebuild(Analysis(result.model, automata, tracked))
    except TooLarge:
        return None
    prover = _prover(net)
    if prover is None:
        return None
    channels = [_again(prover, channel) for channel in result.channels]
    known = tuple(channel for channel in channels if channel is not None)
    if len(known) < len(channels):
        return None
    return replace(result, net=net, channels=known, proof=None, together=prover.together)


def _prover(net: Net) -> OrderProver | None:
    if len(net.places) > MOST_PLACES:
        return None
    present().tell(Progress(Activity.KEEPING_ORDER))
    return OrderProver(Together(net))


def _bounded(prover: OrderProver, channel: ChannelBound) -> ChannelBound | None:
    """An open channel with a bound by order, if there is one."""
    if channel.verdict is not UNKNOWN:
        return None
    proofs = [in_time(partial(prover.prove, queue)) for queue in channel.queues]
    return _with(prover, channel, proofs)


def _with(
    prover: OrderProver, channel: ChannelBound, proofs: Sequence[Invariant | None], ordered: bool = True
) -> ChannelBound | None:
    known = tuple(proof for proof in proofs if proof is not None)
    if len(known) < len(proofs):
        return None
    bound = max((proof.bound for proof in known), default=0)
    order = order_of(prover.together, known) if ordered else None
    return replace(channel, bound=bound, proofs=known, order=order)


def _again(prover: OrderProver, channel: ChannelBound) -> ChannelBound | None:
    """A channel with an answer for this net: bounds by weights of another one are proved again, by order if it can."""
    if channel.verdict is UNKNOWN:
        return _bounded(prover, channel)
    if not channel.proofs:
        return channel
    again = _with(prover, channel, [in_time(partial(prover.prove, queue)) for queue in channel.queues])
    if again is not None:
        return again
    weigher = Weigher(prover.net)
    proofs = [weigher.prove(prover.net.messages_of(queue)) for queue in channel.queues]
    return _with(prover, channel, proofs, ordered=False)
