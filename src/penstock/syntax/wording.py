"""How answers speak of a model that stands for something else: names and phrases in the user's words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_ROOT = re.compile(r"\w+")
_QUOTED = re.compile(r"`(\w+)`")
_OWN = "[_pid]."
"""Among the things of all processes of a family, what belongs to the process itself."""


OVERFLOW = "overflow: "
"""How a sentence begins that tells of a message for which a mailbox has no room."""
PUTS_BACK = "puts back "
"""How a step is called that puts a message back into the mailbox that it comes from."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A statement in the user's words.

    `failure` is the sentence for an assertion that does not hold, `waits` the reason why a condition does not.
    `futile`: who takes this step has achieved nothing by it.  `outside`: it is the environment that acts here.
    `defers` is the message that is put back here.  `loses`: the message that is on its way here, or taken, is lost.
    """

    said: str
    failure: str = ""
    waits: str = ""
    futile: bool = False
    outside: bool = False
    defers: str = ""
    loses: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """Names for the parts of a translated model; what is not mentioned keeps its own name.

    `processes` are by the name of the process type, `init` included; `numbered` are those types whose processes have
    a number even where there is only one.  `mailbox` is the channel variable that stands for the process it belongs
    to.  `fields` tells, by the mailbox's process type and the first field, which further fields a message uses.
    `constants` are names of message types.  `hidden` are channels whose messages are not worth showing.
    `empty_at_end`: a model may only end where no message is left.
    `no_channel` is the sentence for a message to a channel that does not exist.
    `clock` is the process type that makes time pass, `timers` are the variables and fields (`type.field`) that are
    timers.  `variables` are other names for variables and labels: where a variable is an array with an element for each
    process, the name of the process type.  `own` are names that the user does not know; `process_type` is what a
    process type is called.
    `closed_by` is the method by which an open model was closed.  `state` is the variable of a process that holds the
    state of an actor.  `waiting` are messages by actor type, where the way in which they wait may change verdicts.
    """

    processes: Mapping[str, str] = field(default_factory=dict)
    numbered: frozenset[str] = frozenset()
    mailbox: str = ""
    fields: Mapping[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    no_channel: str = ""
    empty_at_end: bool = False
    clock: str = ""
    timers: frozenset[str] = frozenset()
    variables: Mapping[str, str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    process_type: str = "process type"
    closed_by: str = ""
    state: str = ""
    waiting: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def channel(self, owner: str, name: str) -> str:
        """What a channel of a process is called."""
        return owner if name == self.mailbox else f"{owner}.{name}"

    def variable(self, text: str) -> str:
        """What a variable, element or field is called."""
        found = _ROOT.match(text)
        shown = self.variables.get(found[0]) if found is not None else None
        if found is None or shown is None:
            return text
        rest = text[found.end() :]
        return rest.removeprefix(_OWN) if rest.startswith(_OWN) else shown + rest

    def sentence(self, text: str) -> str:
        """A sentence with the user's names between its back quotes."""
        return _QUOTED.sub(lambda found: f"`{self.variables.get(found[1], found[1])}`", text)


PLAIN = Wording()
