"""What is open about a model: channels to the outside, and signals that arrive from there.

env chan out = [1] of { mtype };      all that is sent there leaves, all that is received there comes from outside
env q ? a;                            `a` may also arrive on `q` from outside, with any data
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from penstock.errors import UsageError
from penstock.resolve import Model
from penstock.resolve.symbols import Variable, begins
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import EnvironmentInput, MtypeDeclaration


class NotThere(UsageError):
    """The user names something that the model does not have; the text says what."""


@dataclass(frozen=True, slots=True)
class Interface:
    """`outside` are channels with no other end in the model; `signals` arrive on others as well (None: any)."""

    outside: frozenset[Variable] = frozenset()
    signals: Mapping[Variable, frozenset[int] | None] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not self.outside and not self.signals

    def leaves(self, channel: Variable) -> bool:
        """Whether what is sent to a channel goes out of the model."""
        return channel in self.outside

    def arriving(self, channel: Variable) -> frozenset[int] | None:
        """The signals that may come from outside; None for any."""
        return None if channel in self.outside else self.signals.get(channel, frozenset())

    def is_open(self, channel: Variable) -> bool:
        return channel in self.outside or channel in self.signals


def is_open(model: Model) -> bool:
    """Whether a model says itself that it is open."""
    return model.nodes.has(EnvironmentInput) or any(found.visibility == ENVIRONMENT for found in model.globals)


def interface_of(model: Model, more_in: Iterable[str] = (), more_out: Iterable[str] = ()) -> Interface:
    """What the model declares, and `more` as on the command line: `q:a` for a signal, `q` for a channel."""
    outside = {variable for variable in model.globals if variable.visibility == ENVIRONMENT}
    signals: dict[Variable, frozenset[int] | None] = {}
    for unit in model.nodes.of(EnvironmentInput):
        _add(signals, model.variables[unit.channel], frozenset(signal.value for signal in unit.signals))
    outside.update(_channel(model, name) for name in more_out)
    for text in more_in:
        name, _, signal = text.partition(":")
        channel = _channel(model, name)
        _add(signals, channel, frozenset([_arriving(model, channel, signal)]) if signal else None)
    return Interface(
        frozenset(outside), {channel: found for channel, found in signals.items() if channel not in outside}
    )


def _add(signals: dict[Variable, frozenset[int] | None], channel: Variable, found: frozenset[int] | None) -> None:
    known = signals.get(channel, frozenset())
    signals[channel] = None if known is None or found is None else known | found


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
    named = {variable.name for variable in known.outside | known.signals.keys()}
    codes = {lacking.value: lacking for lacking in Lacking}
    one_ended = [record for record in model.diagnostics.records if record.code in codes]
    return [(name, codes[record.code]) for record in one_ended for name in record.names if name not in named]
