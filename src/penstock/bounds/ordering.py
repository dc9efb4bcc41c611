"""Results whose open channels are bounded by the order of messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.places import Net
from penstock.bounds.proofs.invariants import Weigher
from penstock.bounds.proofs.order import OrderProver, order_of
from penstock.bounds.proofs.together import MOST_PLACES, Together
from penstock.bounds.verdict import UNKNOWN, BoundResult, ChannelBound
from penstock.budget import Activity, Progress, in_time, present
from penstock.control import Automaton
from penstock.resolve.symbols import Variable


def in_order(result: BoundResult) -> BoundResult | None:
    """The result with those bounds that order gives to its open channels; None if the net is too large for that."""
    net = result.net
    if len(net.places) > MOST_PLACES:
        return None
    present().tell(Progress(Activity.KEEPING_ORDER))
    together = Together(net)
    prover = OrderProver(together)
    channels = tuple(
        _bounded(together, prover, channel) if channel.verdict is UNKNOWN else channel for channel in result.channels
    )
    ordered = any(channel.order is not None for channel in channels)
    return replace(result, channels=channels, together=together if ordered else None)


def _bounded(together: Together, prover: OrderProver, channel: ChannelBound) -> ChannelBound:
    """The channel with a bound by order, if there is one."""
    proofs = [in_time(partial(prover.prove, queue)) for queue in channel.queues]
    known = tuple(proof for proof in proofs if proof is not None)
    if len(known) < len(proofs):
        return channel
    bound = max(proof.bound for proof in known)
    return replace(channel, bound=bound, proofs=known, order=order_of(together, known))


def finer_net(
    result: BoundResult,
    automata: list[Automaton],
    tracked: frozenset[Variable],
    rebuild: Callable[[Analysis], Net],
) -> BoundResult | None:
    """What is known in a net with more values, without looking for more there; None if that is less."""
    try:
        net = rebuild(Analysis(result.model, automata, tracked))
    except TooLarge:
        return None
    channels = _weighed_again(net, result.channels)
    return None if channels is None else replace(result, net=net, channels=channels, proof=None)


def _weighed_again(net: Net, channels: Iterable[ChannelBound]) -> tuple[ChannelBound, ...] | None:
    """Channels with bounds by weights in another net of the same model, if none of them is lost."""
    weigher = Weigher(net)
    found = []
    for channel in channels:
        proofs = [weigher.prove(net.messages_of(queue)) for queue in channel.queues] if channel.proofs else []
        known = tuple(proof for proof in proofs if proof is not None)
        if len(known) < len(proofs):
            return None
        bound = max(proof.bound for proof in known) if known else channel.bound
        found.append(replace(channel, bound=bound, proofs=known))
    return tuple(found)
