"""An actor model as Promela."""

from __future__ import annotations

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.reading.languages import is_actor_model
from penstock.reading.wanted import Wanted
from penstock.records import data, record
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.tasks.models import closed_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.actors import ActorsRequest


@record
class ActorMailbox:
    """An actor type, and how many messages its mailbox holds."""

    type: str
    mailbox: int = data(least=1)


@record
class TranslatedLine:
    """A line of the translation, and the line of the actor model that it comes from."""

    line: int = data(least=1)
    file: str
    origin: int = data("from", least=1)


@record
class ActorsOutcome(Outcome):
    promela: str
    actors: tuple[ActorMailbox, ...]
    lines: tuple[TranslatedLine, ...] = data(text="for each line of the Promela the line that it comes from")

    @property
    def summary(self) -> str:
        return counted(self.promela.count("\n"), "line")


def actors(request: ActorsRequest, watch: Watch = UNWATCHED) -> ActorsOutcome:
    with Budget(watch=watch):
        model = closed_model(Wanted(request.source, request.actors)).model
    translation = model.syntax.translation
    if translation is None or not is_actor_model(request.source.shown):
        raise UsageError(f"`{request.source.shown}` is not an actor model: those are in files whose names end in .apml")
    lines = translation.lines(model.sources)
    return ActorsOutcome(
        translation.text,
        tuple(_mailboxes(model)),
        tuple(TranslatedLine(number, file, line) for number, (file, line) in enumerate(lines, 1)),
    )


def _mailboxes(model: Model) -> list[ActorMailbox]:
    return [
        ActorMailbox(process.name, constant_value(variable.channel.capacity) or 0)
        for process in model.processes.values()
        for variable in process.locals
        if variable.channel is not None and variable.name == model.wording.mailbox
    ]
