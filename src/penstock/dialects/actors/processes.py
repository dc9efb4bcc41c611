"""Actor types as process types of Promela: a mailbox, the `init`, then a loop over the methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from penstock.dialects.actors.bodies import AddedNames, BodyWriter, declared_type, most_creations
from penstock.dialects.actors.crashes import Crashes, choose_crashes, declare_crashes, write_crash
from penstock.dialects.actors.delays import make_post, write_slots
from penstock.dialects.actors.labels import Labels
from penstock.dialects.actors.messages import messages_of
from penstock.dialects.actors.methods import MessageWriter
from penstock.dialects.actors.moves import MoveWriter
from penstock.dialects.actors.network import overtaking
from penstock.dialects.actors.nodes import ActorType, Create, Main, Method, Test
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.patience import check_patience
from penstock.dialects.actors.plan import MAILBOX, Renaming, TranslationPlan, field_type, message_form, renamings
from penstock.dialects.actors.rounds import RoundWriter
from penstock.dialects.actors.sending import MTYPE, OvertakingNames
from penstock.dialects.actors.shapes import size_of
from penstock.dialects.actors.stopping import StopWriter, stops
from penstock.dialects.actors.style import Style
from penstock.dialects.actors.system import Body, parameters_of
from penstock.syntax.nodes import Declarator, VariableDeclaration

Bodies = dict[Method, BodyWriter]
"""Who writes the statements of a method."""


class ProcessWriter:
    """Writes the process types and `init`."""

    def __init__(self, page: TranslationPage, plan: TranslationPlan, style: Style, nobody: str) -> None:
        self.page = page
        self.plan = plan
        self.style = style
        self.nobody = nobody
        self.parent = plan.free("parent")
        self.newborn = {name: plan.free(f"new_{name}") for name in plan.system.types}
        """A new actor sends its address through a channel of its creator; one for each type keeps types apart."""
        names = ("end", "progress", "turn", "kept", "seen", "moved")
        stateful = ("state", "next", "change", "created") if plan.states else ()
        self.labels = Labels(*map(plan.free, names + stateful), *("",) * (4 - len(stateful)))
        if style.crashes or any(stops(plan.system, kind) for kind in plan.system.types.values()):
            self.labels = replace(self.labels, stopped=plan.free("stopped"), over=plan.free("end_stopped"))
        self.made: list[str] = []
        self.held: dict[tuple[str, int], str] = {}
        self.counters: tuple[str, str] | None = None
        self.post = make_post(plan, style, nobody)
        self.crashes: Crashes | None = None
        if style.crashes:
            left = {kind: plan.free(f"{kind}_crashes") for kind in style.crashes}
            self.crashes = Crashes(left, style.crashes, plan.free("calm") if self.post is not None else "")

    @property
    def added(self) -> set[str]:
        """Names that some processes have, and others do not."""
        others = [one.names for one in (self.post, self.crashes) if one is not None]
        return {*self.made, *self.held.values(), *(self.counters or ()), *(name for names in others for name in names)}

    def declare(self, at: int) -> None:
        """What all processes share."""
        if self.crashes is not None:
            declare_crashes(self.page, self.crashes, at)
        if self.post is not None:
            write_slots(self.page, self.post)

    def _names(self, bodies: list[Body]) -> AddedNames:
        while len(self.made) < max(map(most_creations, bodies), default=0):
            self.made.append(self.plan.free(f"made{len(self.made) + 1}"))
        return AddedNames(self.newborn, tuple(self.made), self.nobody, self._overtaking(bodies), self.post)

    def _overtaking(self, bodies: list[Body]) -> OvertakingNames | None:
        """What a process needs whose messages may overtake others."""
        forms = [message_form(self.plan, body, tell)[0] for body, tell in overtaking(self.plan.system, bodies)]
        if not forms:
            return None
        for kind, place in [(kind, place) for form in forms for place, kind in enumerate((MTYPE, *form))]:
            if (kind, place) not in self.held:
                self.held[kind, place] = self.plan.free(f"held{len(self.held) + 1}")
        if self.counters is None:
            self.counters = (self.plan.free("passed"), self.plan.free("left"))
        used = {(kind, place): self.held[kind, place] for form in forms for place, kind in enumerate((MTYPE, *form))}
        return OvertakingNames(*self.counters, used)

    def _new_channels(self, bodies: list[Body], at: int) -> None:
        """What a process needs that creates others."""
        created = [node.type for body in bodies for node in body.nodes if isinstance(node, Create)]
        for name in dict.fromkeys(created):
            if name in self.newborn:
                self.page.line(f"chan {self.newborn[name]} = [0] of {{ chan }};", at)
        for number in range(max(map(most_creations, bodies), default=0)):
            self.page.line(f"chan {self.made[number]};", at)

    # -- main --------------------------------------------------------------------------------

    def main(self, main: Main | Test, values: Mapping[str, str]) -> None:
        """What begins; `values` are those of the parameters of a test."""
        page = self.page
        body = next(body for body in self.plan.system.bodies if body.sequence is main.body)
        names = self._names([body])
        with page.block("init {", main.first):
            self._new_channels([body], main.first)
            writer = BodyWriter(page, self.plan, body, names, Renaming(values, {}), self.labels)
            writer.declare_first(main.body)
            if self.crashes is not None:
                choose_crashes(page, self.crashes, main.first)
            writer.sequence(main.body)

    # -- actor types -------------------------------------------------------------------------

    def actor_type(self, kind: ActorType) -> None:
        page = self.page
        bodies = [body for body in self.plan.system.bodies if body.owner is kind]
        names = self._names(bodies)
        renamed = renamings(self.plan, bodies)
        writers = {
            body.method: BodyWriter(page, self.plan, body, names, renamed[body], self.labels)
            for body in bodies
            if body.method is not None
        }
        page.begin(kind.first)
        page.own("proctype ")
        page.copy(kind.name_at, kind.name_at)
        page.own(f"(chan {self.parent}")
        if kind.init is not None:
            self._parameters(kind.init, writers[kind.init].renaming, "; ", set())
        page.end(") {")
        with page.indented():
            moves = MoveWriter(page, self.plan, writers, self.style, self.labels, kind)
            self._declarations(kind, bodies, writers, names.overtaking)
            moves.declare()
            self._initialize(kind, writers, moves)
            stopping = StopWriter(page, self.plan, self.style, self.labels, kind)
            self._loop(kind, writers, ";" if moves.moves or stopping.needed else "")
            moves.write(";" if stopping.needed else "")
            stopping.write()
        page.line("}", kind.first)

    def _declarations(
        self, kind: ActorType, bodies: list[Body], writers: Bodies, names: OvertakingNames | None
    ) -> None:
        page = self.page
        fields = ", ".join(["mtype", *self.plan.fields[kind.name]])
        page.line(f"chan {MAILBOX} = [{self.style.sizes[kind.name]}] of {{ {fields} }};", kind.name_at)
        self._new_channels(bodies, kind.name_at)
        if names is not None:
            page.line(f"byte {names.passed}, {names.left};", kind.name_at)
            for (held, _), name in names.held.items():
                page.line(f"{held} {name};", kind.name_at)
        for declaration in kind.variables:
            for variable in declaration.variables:
                self._variable(declaration, variable)
        seen: set[str] = set()
        if kind.init is not None:
            renamed = writers[kind.init].renaming.parameters
            seen = {renamed.get(name, name) for _, name, _ in parameters_of(kind.init)}
        for method in kind.handlers:
            if method in writers:
                self._parameters(method, writers[method].renaming, "", seen)
        rounds = self._rounds(kind, writers)
        if rounds is not None:
            rounds.declare()
        if any(self.style.any_first(kind, message) for message in messages_of(kind)):
            page.line(f"byte {self.labels.turn};", kind.name_at)

    def _variable(self, declaration: VariableDeclaration, variable: Declarator) -> None:
        page = self.page
        page.begin(variable.first)
        page.own(declared_type(declaration))
        initial = variable.initial
        # A creation here is an error that has been reported.
        page.copy(variable.first, initial.first - 2 if isinstance(initial, Create) else variable.last)
        page.end(";")

    def _parameters(self, method: Method, renaming: Renaming, before: str, seen: set[str]) -> None:
        page = self.page
        for declaration, name, at in parameters_of(method):
            shown = renaming.parameters.get(name, name)
            if shown in seen:
                continue
            seen.add(shown)
            if before:
                page.own(before)
                page.at = at
            else:
                page.begin(at)
            size = next(size_of(one) for one in declaration.variables if one.first == at)
            page.own(f"{field_type(declaration)} ")
            # A set or map has its size behind its name wherever else it is declared.
            keyed = shown != name or at in page.rewritten
            page.copy(at, at, {at: (shown, at)} if keyed else None)
            page.own(f"[{size}]" if size is not None else "")
            if not before:
                page.end(";")

    def _initialize(self, kind: ActorType, writers: Bodies, moves: MoveWriter) -> None:
        page = self.page
        said = f"the {kind.name} is created"
        if kind.init is None:
            page.line(f"{self.parent}!{MAILBOX};", kind.name_at, said)
            moves.begin()
            return
        with page.block("atomic {", kind.init.first, "};"):
            writers[kind.init].sequence(kind.init.body, ";")
            if moves.chosen:
                with page.indented(-1):
                    page.line(f"{self.labels.created}:", kind.init.first)
            page.line(f"{self.parent}!{MAILBOX}", kind.init.first, said)
        moves.begin()

    def _loop(self, kind: ActorType, writers: Bodies, tail: str) -> None:
        page = self.page
        with page.indented(-1):
            page.line(f"{self.labels.ready}:", kind.name_at)
        messages = self._messages(kind, writers)
        unhandled = self.plan.unhandled.get(kind.name, [])
        if not messages and not unhandled:
            page.line("false" + tail, kind.name_at, "has nothing to do")
            return
        page.line("do", kind.name_at)
        if self.crashes is not None and kind.name in self.crashes.left:
            write_crash(page, self.crashes, kind.name, self.labels.stopped, kind.name_at)
        rounds = self._rounds(kind, writers)
        if self.post is not None:
            check_patience(self.plan.system, messages, rounds, self.style, self.post.at)
        if rounds is not None:
            rounds.write()
        else:
            for message in messages:
                message.write()
            for name in unhandled:
                self._unhandled(kind, name)
        page.line("od" + tail, kind.name_at)

    def _messages(self, kind: ActorType, writers: Bodies) -> list[MessageWriter]:
        known = [message for message in messages_of(kind) if message.signature in writers]
        return [MessageWriter(writers, self.style, self.labels, kind, message) for message in known]

    def _rounds(self, kind: ActorType, writers: Bodies) -> RoundWriter | None:
        """Where messages keep their order while they wait."""
        if not self.style.in_rounds(kind):
            return None
        return RoundWriter(self._messages(kind, writers), self.plan.unhandled.get(kind.name, []))

    def _unhandled(self, kind: ActorType, name: str) -> None:
        page = self.page
        fields = "(" + ", ".join("_" for _ in self.plan.fields[kind.name]) + ")" if self.plan.fields[kind.name] else ""
        constant = self.plan.constants[name]
        failure = f"unhandled message: `{kind.name}` has no method `{name}`"
        with page.block(":: atomic {", kind.name_at):
            page.line(f"{MAILBOX}{self.style.receives(kind)}{constant}{fields} ->", kind.name_at, f"takes {name}")
            page.line("assert(false)", kind.name_at, f"has no method {name}", failure)
