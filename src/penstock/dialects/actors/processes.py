"""Actor types as process types of Promela: a mailbox, the `init`, then a loop over the methods."""

from __future__ import annotations

from penstock.dialects.actors.bodies import AddedNames, BodyWriter, declared_type, most_creations
from penstock.dialects.actors.methods import Labels, MethodWriter
from penstock.dialects.actors.nodes import ActorType, Create, Main, Method
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.plan import MAILBOX, Renaming, TranslationPlan, field_type, renamings
from penstock.dialects.actors.rounds import RoundWriter
from penstock.dialects.actors.style import Style
from penstock.dialects.actors.system import Body, parameters_of
from penstock.syntax.nodes import Declarator, VariableDeclaration


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
        self.labels = Labels(*map(plan.free, ("end", "progress", "turn", "kept", "seen", "moved")))
        self.made: list[str] = []

    def _names(self, bodies: list[Body]) -> AddedNames:
        while len(self.made) < max(map(most_creations, bodies), default=0):
            self.made.append(self.plan.free(f"made{len(self.made) + 1}"))
        return AddedNames(self.newborn, tuple(self.made), self.nobody)

    def _new_channels(self, bodies: list[Body], at: int) -> None:
        """What a process needs that creates others."""
        created = [node.type for body in bodies for node in body.nodes if isinstance(node, Create)]
        for name in dict.fromkeys(created):
            if name in self.newborn:
                self.page.line(f"chan {self.newborn[name]} = [0] of {{ chan }};", at)
        for number in range(max(map(most_creations, bodies), default=0)):
            self.page.line(f"chan {self.made[number]};", at)

    # -- main --------------------------------------------------------------------------------

    def main(self, main: Main) -> None:
        page = self.page
        body = next(body for body in self.plan.system.bodies if body.sequence is main.body)
        names = self._names([body])
        with page.block("init {", main.first):
            self._new_channels([body], main.first)
            writer = BodyWriter(page, self.plan, body, names, Renaming({}, {}))
            writer.declare_first(main.body)
            writer.sequence(main.body)

    # -- actor types -------------------------------------------------------------------------

    def actor_type(self, kind: ActorType) -> None:
        page = self.page
        bodies = [body for body in self.plan.system.bodies if body.owner is kind]
        names = self._names(bodies)
        renamed = renamings(self.plan, bodies)
        writers = {body.method: BodyWriter(page, self.plan, body, names, renamed[body]) for body in bodies}
        page.begin(kind.first)
        page.own("proctype ")
        page.copy(kind.name_at, kind.name_at)
        page.own(f"(chan {self.parent}")
        if kind.init is not None:
            self._parameters(kind.init, writers[kind.init].renaming, "; ", set())
        page.end(") {")
        with page.indented():
            self._declarations(kind, bodies, writers)
            self._initialize(kind, writers)
            self._loop(kind, writers)
        page.line("}", kind.first)

    def _declarations(self, kind: ActorType, bodies: list[Body], writers: dict[Method | None, BodyWriter]) -> None:
        page = self.page
        fields = ", ".join(["mtype", *self.plan.fields[kind.name]])
        page.line(f"chan {MAILBOX} = [{self.style.sizes[kind.name]}] of {{ {fields} }};", kind.name_at)
        self._new_channels(bodies, kind.name_at)
        for declaration in kind.variables:
            for variable in declaration.variables:
                self._variable(declaration, variable)
        seen = {writers[kind.init].renaming.parameters.get(name, name) for _, name, _ in parameters_of(kind.init)}
        for method in kind.methods:
            if method in writers:
                self._parameters(method, writers[method].renaming, "", seen)
        rounds = self._rounds(kind, writers)
        if rounds is not None:
            rounds.declare()
        if any(self.style.any_first(kind, method) for method in kind.methods):
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
            page.own(f"{field_type(declaration)} ")
            page.copy(at, at, {at: (shown, at)} if shown != name else None)
            if not before:
                page.end(";")

    def _initialize(self, kind: ActorType, writers: dict[Method | None, BodyWriter]) -> None:
        page = self.page
        said = f"the {kind.name} is created"
        if kind.init is None:
            page.line(f"{self.parent}!{MAILBOX};", kind.name_at, said)
            return
        with page.block("atomic {", kind.init.first, "};"):
            writers[kind.init].sequence(kind.init.body, ";")
            page.line(f"{self.parent}!{MAILBOX}", kind.init.first, said)

    def _loop(self, kind: ActorType, writers: dict[Method | None, BodyWriter]) -> None:
        page = self.page
        with page.indented(-1):
            page.line(f"{self.labels.ready}:", kind.name_at)
        methods = [method for method in kind.methods if method in writers]
        unhandled = self.plan.unhandled.get(kind.name, [])
        if not methods and not unhandled:
            page.line("false", kind.name_at, "has nothing to do")
            return
        page.line("do", kind.name_at)
        rounds = self._rounds(kind, writers)
        if rounds is not None:
            rounds.write()
        else:
            for method in methods:
                MethodWriter(writers[method], self.style, self.labels, kind, method).write()
            for name in unhandled:
                self._unhandled(kind, name)
        page.line("od", kind.name_at)

    def _rounds(self, kind: ActorType, writers: dict[Method | None, BodyWriter]) -> RoundWriter | None:
        """Where messages keep their order while they wait."""
        if not self.style.in_rounds(kind):
            return None
        methods = [method for method in kind.methods if method in writers]
        made = [MethodWriter(writers[method], self.style, self.labels, kind, method) for method in methods]
        return RoundWriter(made, self.plan.unhandled.get(kind.name, []))

    def _unhandled(self, kind: ActorType, name: str) -> None:
        page = self.page
        fields = "(" + ", ".join("_" for _ in self.plan.fields[kind.name]) + ")" if self.plan.fields[kind.name] else ""
        constant = self.plan.constants[name]
        failure = f"unhandled message: `{kind.name}` has no method `{name}`"
        with page.block(":: atomic {", kind.name_at):
            page.line(f"{MAILBOX}{self.style.receives(kind)}{constant}{fields} ->", kind.name_at, f"takes {name}")
            page.line("assert(false)", kind.name_at, f"has no method {name}", failure)
