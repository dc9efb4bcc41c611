"""What is open about a model: channels to the outside, messages that arrive from there, and variables it writes.

env chan out = [1] of { mtype };      all that is sent there leaves, all that is received there comes from outside
env q ? a;                            `a` may also arrive on `q` from outside, with any data
env byte sensor in 0 .. 9;            holds one of these, and which one may change at any time
env protocol client { ... }           does with its channels what the outside does
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from penstock.closing.arrivals import ANYTHING, Arrival, arrivals_of, distinct
from penstock.errors import UsageError
from penstock.flow.intervals import around
from penstock.resolve import Model
from penstock.resolve.contracts import Terms, fields_of, limits_of, terms_of
from penstock.resolve.protocols import channels_of, protocols
from penstock.resolve.ranges import Interval
from penstock.resolve.symbols import Variable, begins
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import (
    EnvironmentInput,
    MtypeDeclaration,
    Proctype,
    VariableDeclaration,
)

ANY_MESSAGE = Terms()


class NotThere(UsageError):
    """The user names something that the model does not have; the text says what."""


@dataclass(frozen=True, slots=True)
class Interface:
    """`outside` are channels with no other end in the model; `messages` is what arrives, on others as well.

    `written` are the variables that the outside writes, and the limits of what it writes there.
    """

    outside: frozenset[Variable] = frozenset()
    messages: Mapping[Variable, tuple[Terms, ...]] = field(default_factory=dict)
    written: Mapping[Variable, Interval] = field(default_factory=dict)
    protocols: tuple[Proctype, ...] = ()
    arrivals: Mapping[Variable, tuple[Arrival, ...]] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not (self.outside or self.messages or self.written or self.protocols)

    def leaves(self, channel: Variable) -> bool:
        """Whether what is sent to a channel goes out of the model."""
        return channel in self.outside

    def arriving(self, channel: Variable) -> tuple[Arrival, ...]:
        """What may come from outside."""
        return self.arrivals.get(channel, (ANYTHING,) if channel in self.outside else ())

    def sent(self, channel: Variable) -> tuple[Terms, ...]:
        """The messages that may come from outside, with how their fields are related."""
        return self.messages.get(channel, (ANY_MESSAGE,) if channel in self.outside else ())

    def is_open(self, channel: Variable) -> bool:
        return channel in self.outside or channel in self.messages


def is_open(model: Model) -> bool:
    """Whether a model says itself that it is open."""
    return (
        model.nodes.has(EnvironmentInput)
        or bool(protocols(model))
        or any(found.visibility == ENVIRONMENT for found in model.globals)
    )


def interface_of(model: Model, more_in: Iterable[str] = (), more_out: Iterable[str] = ()) -> Interface:
    """What the model declares, and `more` as on the command line: `q:a` for a signal, `q` for a channel."""
    acting = tuple(protocols(model))
    own = {channel for one in acting for channel in channels_of(model, one)}
    outside = {one for one in model.globals if one.visibility == ENVIRONMENT and one.channel is not None} - own
    messages: dict[Variable, tuple[Terms, ...]] = {}
    for unit in model.nodes.of(EnvironmentInput):
        channel = model.variables[unit.channel]
        messages[channel] = messages.get(channel, ()) + tuple(map(terms_of, unit.messages))
    outside.update(_channel(model, name) for name in more_out)
    for text in more_in:
        name, _, signal = text.partition(":")
        channel = _channel(model, name)
        value = _arriving(model, channel, signal) if signal else None
        terms = ANY_MESSAGE if value is None else Terms((((value, value),),))
        messages[channel] = (*messages.get(channel, ()), terms)
    return Interface(frozenset(outside), messages, _written(model), acting, _arrivals(model, messages))


def _arrivals(model: Model, messages: Mapping[Variable, tuple[Terms, ...]]) -> dict[Variable, tuple[Arrival, ...]]:
    found = {}
    for channel, sent in messages.items():
        types = [limits_of(one) for one in fields_of(model, channel)]
        found[channel] = distinct(arrival for terms in sent for arrival in arrivals_of(terms, types))
    return found


def _written(model: Model) -> dict[Variable, Interval]:
    """The variables that the outside writes; a gap between the values is not kept."""
    said = {one: unit.values for unit in model.nodes.of(VariableDeclaration) for one in unit.variables}
    found = {}
    for variable in model.globals:
        if variable.visibility == ENVIRONMENT and variable.channel is None and variable.declarator is not None:
            limits = [limit for one in said.get(variable.declarator, ()) for limit in (one.low, one.high)]
            found[variable] = around(limits) if limits and variable.initial is None else variable.range
    return found


def _channel(model: Model, name: str) -> Variable:
    channels = {variable.name: variable for variable in model.globals if variable.channel is not None}
    if name not in channels:
        known = ", ".join(f"`{known}`" for known in channels) or "none"
        raise NotThere(f"there is no global channel `{name}`; the model has {known}")
    return channels[name]


def _arriving(model: Model, channel: Variable, name: str) -> int:
    signal = _signal(model, name)
    assert channel.channel is not None
    if not begins(channel.channel, signal):
        raise NotThere(f"no message of `{channel.name}` can begin with {signal}: the first field is too small")
    return signal


def _signal(model: Model, name: str) -> int:
    names = {found.name: found.value for unit in model.nodes.of(MtypeDeclaration) for found in unit.names}
    if name in names:
        return names[name]
    if name.isdigit():
        return int(name)
    raise NotThere(f"there is no signal `{name}`: signals are declared by `mtype`")


class Lacking(Enum):
    """What nobody does with a channel of the model."""

    RECEIVER = "W707"
    SENDER = "W708"


def looks_open(model: Model, known: Interface) -> list[tuple[str, Lacking]]:
    """Channels that have only one end in the model, and are not known to be open."""
    named = {variable.name for variable in known.outside | known.messages.keys()}
    codes = {lacking.value: lacking for lacking in Lacking}
    one_ended = [record for record in model.diagnostics.records if record.code in codes]
    return [(name, codes[record.code]) for record in one_ended for name in record.names if name not in named]
