"""`stop`: an actor ends.  What is in its mailbox then, and what is sent to it later, is lost.

atomic {
    false;
stopped:
    skip;
    d_step { do :: len(this) > 0 -> this?_ :: else -> break od }
};
end_stopped:
do
:: this?_
od
"""

from __future__ import annotations

from penstock.dialects.actors.choices import LateMessage
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.labels import Labels
from penstock.dialects.actors.nodes import ActorType
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.plan import MAILBOX, TranslationPlan
from penstock.dialects.actors.style import Style
from penstock.dialects.actors.system import System
from penstock.syntax.nodes import DStep, Node
from penstock.syntax.walk import walk
from penstock.syntax.wording import Phrase


def check_stops(system: System, inference: Inference) -> None:
    for body in system.bodies:
        inside = {inner for node in body.nodes if isinstance(node, DStep) for inner in walk(node)}
        for node in body.nodes:
            if not system.is_stop(body, node) or body.owner in system.monitors.values():
                continue  # a monitor only looks on, which has been reported
            if body.owner is None:
                system.report("E820", "`main` ends by itself: `stop` is for actors", node)
            elif body.method is body.owner.init:
                system.report("E820", "an actor cannot `stop` while it is being created", node, "send it a message")
            elif node in inside:
                system.report("E820", "an actor cannot `stop` inside a d_step", node)


def stops(system: System, kind: ActorType) -> list[Node]:
    """Where actors of a type stop."""
    bodies = [body for body in system.bodies if body.owner is kind]
    return [node for body in bodies for node in body.nodes if system.is_stop(body, node)]


class StopWriter:
    """Writes where an actor is when it has stopped."""

    def __init__(
        self, page: TranslationPage, plan: TranslationPlan, style: Style, labels: Labels, kind: ActorType
    ) -> None:
        self.page = page
        self.style = style
        self.labels = labels
        self.kind = kind
        ends = stops(plan.system, kind)
        self.needed = bool(ends) or kind.name in style.crashes
        self.at = ends[0].first if ends else kind.name_at
        self.anything = f"{MAILBOX}?_" + ", _" * len(plan.fields[kind.name])

    def write(self) -> None:
        if not self.needed:
            return
        page, labels = self.page, self.labels
        with page.block("atomic {", self.at, "};"):
            # A jump to the first statement of an atomic sequence would be an interruption.
            page.line("false;", self.at, "never begins")
            with page.indented(-1):
                page.line(f"{labels.stopped}:", self.at)
            page.line("skip;", self.at, "has stopped")
            page.begin(self.at)
            page.writer.note(Phrase("empties its mailbox", loses=True))
            page.own("d_step {")
            page.end()
            with page.indented(), page.options("do", self.at):
                page.line(f":: len({MAILBOX}) > 0 -> {self.anything}", self.at)
                page.line(":: else -> break", self.at)
            page.line("}", self.at)
        with page.indented(-1):
            page.line(f"{labels.over}:", self.at)
        with page.options("do", self.at):
            self._later()

    def _later(self) -> None:
        """A message that comes later."""
        page, lost = self.page, "has stopped: the message is lost"
        if self.style.stopped is LateMessage.ERROR:
            page.choice(f"{self.anything} ->", self.at, "takes a message although it has stopped")
            failure = f"this `{self.kind.name}` has stopped, and gets a message"
            with page.indented():
                page.line("assert(false)", self.at, "has stopped", failure)
        elif self.style.watched:
            page.choice(f"{self.anything} ->", self.at, lost, loses=True)
            page.line(f"{self.labels.progress}_{self.labels.stopped}_{self.kind.name}: skip", self.at, "has lost it")
        else:
            page.choice(self.anything, self.at, lost, loses=True)
