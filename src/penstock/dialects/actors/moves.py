"""Where an actor leaves a state and enters another: one place in its process, which every `goto` to a state leads to.

    atomic {
        false;
change:
        if :: state == idle -> ... its exit ... :: else fi;
        state = next; next = 0;
        if :: state == busy -> ... its entry ... :: else fi;
        goto end
    }
"""

from __future__ import annotations

from collections.abc import Mapping

from penstock.dialects.actors.bodies import BodyWriter
from penstock.dialects.actors.labels import Labels
from penstock.dialects.actors.nodes import ActorType, Method
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.plan import TranslationPlan
from penstock.dialects.actors.style import Style
from penstock.syntax.nodes import Goto


class MoveWriter:
    """Writes what is needed to go from state to state."""

    def __init__(
        self,
        page: TranslationPage,
        plan: TranslationPlan,
        bodies: Mapping[Method, BodyWriter],
        style: Style,
        labels: Labels,
        kind: ActorType,
    ) -> None:
        self.bodies = bodies
        self.style = style
        self.labels = labels
        self.kind = kind
        self.at = kind.name_at
        self.page = page
        self.plan = plan
        self.chosen = kind.init is not None and self._goes(kind.init)
        """Whether `init` may say which state is the first."""
        self.enters = self.chosen or bool(kind.states and kind.states[0].entries)
        """Whether an actor has to enter its first state."""
        blocks = any(state.entries or state.exits for state in kind.states)  # also those that nobody comes to
        self.moves = self.enters or blocks or any(self._goes(method) for method in bodies)

    def _goes(self, method: Method) -> bool:
        names = {state.name for state in self.kind.states}
        return any(isinstance(node, Goto) and node.label in names for node in self.bodies[method].body.nodes)

    def declare(self) -> None:
        if not self.kind.states:
            return
        first = self.plan.states[self.kind.states[0].name]
        begins = ("", f" = {first}") if self.enters else (f" = {first}", "")
        self.page.line(f"mtype:{self.plan.state_set} {self.labels.state}{begins[0]};", self.at)
        if self.moves:
            self.page.line(f"mtype:{self.plan.state_set} {self.labels.next}{begins[1]};", self.at)

    def begin(self) -> None:
        """The first state is entered when the actor has been created."""
        if self.enters:
            self.page.line(f"goto {self.labels.change};", self.at, "goes to its first state")

    def write(self, tail: str) -> None:
        if not self.moves:
            return
        page, labels = self.page, self.labels
        watched = self.style.watched
        with page.block("atomic {", self.at, "};"):
            # A jump to the first statement of an atomic sequence would be an interruption.
            page.line("false;", self.at, "never begins", "a state is left without a `goto`")
            with page.indented(-1):
                page.line(f"{labels.change}:", self.at)
            exits = [block for state in self.kind.states for block in state.exits[:1]]
            self._blocks("exit", exits)
            page.line(f"{labels.state} = {labels.next};", self.at, "is in another state")
            page.line(f"{labels.next} = 0" + ("" if watched and not self._entries() else ";"), self.at)
            self._blocks("entry", self._entries())
            if not watched:
                page.line(f"goto {labels.ready}", self.at, "is ready")
        if watched:
            page.line(f"{labels.progress}_{labels.change}_{self.kind.name}: skip;", self.at, "has changed its state")
            page.line(f"goto {labels.ready}{tail}", self.at, "is ready")

    def _entries(self) -> list[Method]:
        return [block for state in self.kind.states for block in state.entries[:1]]

    def _blocks(self, word: str, blocks: list[Method]) -> None:
        page, plan = self.page, self.plan
        if not blocks:
            return
        with page.options("if", self.at, ";"):
            for block in blocks:
                page.begin(block.name_at)
                page.own(":: ")
                page.writer.say(f"begins the {word} of {block.state}")
                page.own(f"{self.labels.state} == {plan.states[block.state]} ->")
                page.end()
                with page.indented():
                    self.bodies[block].sequence(block.body)
            page.begin(self.at)
            page.own(":: ")
            page.writer.say(f"has no {word}")
            page.own("else")
            page.end()
