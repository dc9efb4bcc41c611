"""What is open about a model: channels to the outside, and signals that arrive from there.

env chan out = [1] of { mtype };      all that is sent there leaves, all that is received there comes from outside
env q ? a;                            `a` may also arrive on `q` from outside, with any data
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from penstock.resolve import Model
from penstock.resolve.symbols import RANGES, Variable
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import EnvironmentInput, MtypeDeclaration

_NEVER_READ, _NEVER_WRITTEN = "W707", "W708"


class NotThere(Exception):
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
        _add(signals, _channel(model, name), frozenset([_signal(model, signal)]) if signal else None)
    for channel in outside | signals.keys():
        _check(channel, signals.get(channel))
    return Interface(
        frozenset(outside), {channel: found for channel, found in signals.items() if channel not in outside}
    )


def _check(channel: Variable, signals: frozenset[int] | None) -> None:
    if channel.channel is None:
        raise NotThere(f"`{channel.name}` is a channel variable, not a channel: name the channel that it holds")
    low, high = RANGES.get(channel.channel.fields[0].type, RANGES["int"])
    for signal in signals or ():
        if not low <= signal <= high:
            raise NotThere(f"no message of `{channel.name}` can begin with {signal}: the first field is too small")


def _add(signals: dict[Variable, frozenset[int] | None], channel: Variable, found: frozenset[int] | None) -> None:
    known = signals.get(channel, frozenset())
    signals[channel] = None if known is None or found is None else known | found


def _channel(model: Model, name: str) -> Variable:
    channels = {variable.name: variable for variable in model.globals if variable.channel is not None}
    if name not in channels:
        known = ", ".join(f"`{known}`" for known in channels) or "none"
        raise NotThere(f"there is no global channel `{name}`; the model has {known}")
    return channels[name]


def _signal(model: Model, name: str) -> int:
    names = {found.name: found.value for unit in model.nodes.of(MtypeDeclaration) for found in unit.names}
    if name in names:
        return names[name]
    if name.isdigit():
        return int(name)
    raise NotThere(f"there is no signal `{name}`: signals are declared by `mtype`")


def proposals(model: Model, known: Interface) -> list[tuple[str, str]]:
    """Channels that look open, with the option that would say so."""
    found = []
    named = {variable.name for variable in known.outside | known.signals.keys()}
    for record in model.diagnostics.records:
        name = record.message.split("`")[1] if "`" in record.message else ""
        if record.code in (_NEVER_READ, _NEVER_WRITTEN) and name not in named:
            found.append((name, "--env-out" if record.code == _NEVER_READ else "--env-in"))
    return found
