"""Actor types as process types of Promela: a mailbox, the `init`, then a loop over the methods.

:: atomic {
    this?put(a, _) ->
    if
    ::
        (count < 3) ->
        ...
    :: else ->
        this!put(a, nobody)
    fi
}
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penstock.actors.bodies import BodyWriter, Names, most_creations
from penstock.actors.nodes import ActorType, Create, Main, Method
from penstock.actors.page import Page
from penstock.actors.plan import MAILBOX, Plan, Renaming, field_type, renamings
from penstock.actors.system import Body, Location, parameters_of
from penstock.syntax.nodes import Reference
from penstock.syntax.walk import walk

PUT_BACK, SELECT = "putback", "select"


@dataclass(frozen=True, slots=True)
class Style:
    """How the model is translated; `watched`: passing a progress label tells that a message was handled."""

    sizes: dict[str, int]
    defer: str = PUT_BACK
    watched: bool = False
    relevant: frozenset[Location] | None = None
    """The variables whose values decide something; None: any may."""


class ProcessWriter:
    """Writes the process types and `init`."""

    def __init__(self, page: Page, plan: Plan, style: Style, nobody: str) -> None:
        self.page = page
        self.plan = plan
        self.style = style
        self.nobody = nobody
        self.parent = plan.free("parent")
        self.newborn = {name: plan.free(f"new_{name}") for name in plan.system.types}
        """A new actor sends its address through a channel of its creator; one for each type keeps types apart."""
        self.turn = plan.free("turn")
        self.ready = plan.free("end")
        self.progress = plan.free("progress")
        self.made: list[str] = []

    def _names(self, bodies: list[Body]) -> Names:
        while len(self.made) < max(map(most_creations, bodies), default=0):
            self.made.append(self.plan.free(f"made{len(self.made) + 1}"))
        return Names(self.newborn, tuple(self.made), self.nobody)

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
        page.line("init {", main.first)
        page.level += 1
        self._new_channels([body], main.first)
        writer = BodyWriter(page, self.plan, body, names, Renaming({}, {}))
        writer.declare_first(main.body)
        writer.sequence(main.body)
        page.level -= 1
        page.line("}", main.first)

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
        page.level += 1
        self._declarations(kind, bodies, writers)
        self._initialize(kind, writers)
        self._loop(kind, writers)
        page.level -= 1
        page.line("}", kind.first)

    def _declarations(self, kind: ActorType, bodies: list[Body], writers: dict[Method | None, BodyWriter]) -> None:
        page = self.page
        fields = ", ".join(["mtype" + self._subtype(), *self.plan.fields[kind.name]])
        page.line(f"chan {MAILBOX} = [{self.style.sizes[kind.name]}] of {{ {fields} }};", kind.name_at)
        self._new_channels(bodies, kind.name_at)
        for declaration in kind.variables:
            for variable in declaration.variables:
                page.begin(variable.first)
                next(iter(writers.values())).type_of(declaration) if writers else page.own(
                    f"{field_type(declaration)} "
                )
                creates = isinstance(variable.initial, Create)  # an error that has been reported
                page.copy(variable.first, variable.initial.first - 2 if creates and variable.initial else variable.last)
                page.end(";")
        seen = {writers[kind.init].renaming.parameters.get(name, name) for _, name, _ in parameters_of(kind.init)}
        for method in kind.methods:
            if method in writers:
                self._parameters(method, writers[method].renaming, "", seen)
        if self.style.defer == SELECT and any(self._any_of(kind, method) for method in kind.methods):
            page.line(f"byte {self.turn};", kind.name_at)

    def _subtype(self) -> str:
        return ""

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
        page.line("atomic {", kind.init.first)
        page.level += 1
        writers[kind.init].sequence(kind.init.body, ";")
        page.line(f"{self.parent}!{MAILBOX}", kind.init.first, said)
        page.level -= 1
        page.line("};", kind.init.first)

    def _loop(self, kind: ActorType, writers: dict[Method | None, BodyWriter]) -> None:
        page = self.page
        page.level -= 1
        page.line(f"{self.ready}:", kind.name_at)
        page.level += 1
        methods = [method for method in kind.methods if method in writers]
        unhandled = self.plan.unhandled.get(kind.name, [])
        if not methods and not unhandled:
            page.line("false", kind.name_at, "has nothing to do")
            return
        page.line("do", kind.name_at)
        for method in methods:
            _MethodWriter(self, kind, method, writers[method]).write()
        for name in unhandled:
            self._unhandled(kind, name)
        page.line("od", kind.name_at)

    def _unhandled(self, kind: ActorType, name: str) -> None:
        page = self.page
        page.line(":: atomic {", kind.name_at)
        page.level += 1
        fields = "(" + ", ".join("_" for _ in self.plan.fields[kind.name]) + ")" if self.plan.fields[kind.name] else ""
        constant = self.plan.constants[name]
        page.line(f"{MAILBOX}{self.receives(kind)}{constant}{fields} ->", kind.name_at, f"takes {name}")
        failure = f"unhandled message: `{kind.name}` has no method `{name}`"
        page.line("assert(false)", kind.name_at, f"has no method {name}", failure)
        page.level -= 1
        page.line("}", kind.name_at)

    def receives(self, kind: ActorType) -> str:
        """Where messages may wait in a mailbox, others are looked for behind them."""
        waits = self.style.defer == SELECT and any(method.restrain is not None for method in kind.methods)
        return "??" if waits else "?"

    def _any_of(self, kind: ActorType, method: Method) -> bool:
        """Whether the order of waiting messages can matter: then each of them may come first."""
        names = [(kind.name, method.name, name) for _, name, _ in parameters_of(method)]
        relevant = self.style.relevant
        differ = bool(names) if relevant is None else not relevant.isdisjoint(names)
        several = self.style.sizes[kind.name] > 1
        return several and differ and method.restrain is not None and not looks_at_parameters(method)


def looks_at_parameters(method: Method) -> bool:
    """Whether a message must be taken before it is known whether it has to wait."""
    names = {name for _, name, _ in parameters_of(method)}
    if method.restrain is None:
        return False
    return any(isinstance(node, Reference) and node.name in names for node in walk(method.restrain))


class _MethodWriter:
    """Writes the option of a loop that handles one method."""

    def __init__(self, owner: ProcessWriter, kind: ActorType, method: Method, body: BodyWriter) -> None:
        self.owner = owner
        self.page = owner.page
        self.kind = kind
        self.method = method
        self.body = body
        self.fields = owner.plan.fields[kind.name]
        self.places = owner.plan.places[kind.name, method.name]
        self.names = [body.renaming.parameters.get(name, name) for _, name, _ in parameters_of(method)]
        self.said = f"{method.name}({', '.join(name for _, name, _ in parameters_of(method))})"

    def write(self) -> None:
        page, method = self.page, self.method
        watched = self.owner.style.watched
        page.line(":: atomic {", method.name_at)
        page.level += 1
        if method.restrain is None:
            self._look_ahead()
            self._receive(self.owner.receives(self.kind), " ->")
            self.body.sequence(method.body)
        elif self.owner.style.defer == SELECT and not looks_at_parameters(method):
            self._select()
        else:
            self._put_back()
        page.level -= 1
        if not watched:
            page.line("}", method.name_at)
            return
        page.line("};", method.name_at)
        page.begin(method.name_at)
        page.own(f"{self.owner.progress}_{method.name}_{self.kind.name}: ")
        page.writer.say("has handled it")
        page.own("skip")
        page.end()

    def _receive(self, operator: str, tail: str, said: str = "takes ") -> None:
        self.page.begin(self.method.name_at, said + self.said)
        self.page.own(MAILBOX)
        self._message(operator, lambda _: "_")
        self.page.end(tail)

    def _message(self, operator: str, filler: Callable[[str], str]) -> None:
        writers: dict[int, Callable[[], None]] = {
            place: lambda name=name: self.page.own(name)  # type: ignore[misc]
            for place, name in zip(self.places, self.names, strict=True)
        }
        self.body.message(operator, self.method.name, self.fields, writers, filler)

    def _send_back(self, tail: str, futile: bool) -> None:
        self.page.begin(self.method.restrain_at, f"puts back {self.said}", futile=futile)
        self.page.own(MAILBOX)
        self._message("!", lambda kind: "nobody" if kind == "chan" else "0")
        self.page.end(tail)

    def _condition(self) -> None:
        assert self.method.restrain is not None
        self.body.value(self.method.restrain, {})

    def _put_back(self) -> None:
        page, method = self.page, self.method
        assert method.restrain is not None
        self._receive(self.owner.receives(self.kind), " ->")
        page.line("if", method.restrain_at)
        page.begin(method.restrain_at)
        page.own(":: (")
        self._condition()
        page.end(") ->")
        page.level += 1
        self.body.sequence(method.body)
        page.level -= 1
        page.begin(method.restrain_at)
        page.own(":: ")
        page.writer.say("must wait")
        page.own("else ->")
        page.end()
        page.level += 1
        watched = self.owner.style.watched
        self._send_back(";" if watched else "", futile=True)
        if watched:
            page.line(f"goto {self.owner.ready}", method.restrain_at)
        page.level -= 1
        page.line("fi", method.restrain_at)

    def _select(self) -> None:
        page, owner = self.page, self.owner
        assert self.method.restrain is not None
        condition = page.text(*self.body.range_of(self.method.restrain))
        waits = f"there is no {self.method.name} message, or it has to wait because `{condition}` does not hold"
        page.begin(self.method.restrain_at, f"may take {self.said}", waits=waits)
        page.own("(")
        self._condition()
        page.own(f") && {self._first_may_wait()}{MAILBOX}??[{self._pattern(self.method)}]")
        page.end(" ->")
        self._receive("??", ";")
        if owner._any_of(self.kind, self.method):
            self._any_order()
        self.body.sequence(self.method.body)

    def _pattern(self, method: Method) -> str:
        """Any message of a method."""
        fields = ", ".join("_" for _ in self.fields)
        return self.owner.plan.constants[method.name] + (f"({fields})" if fields else "")

    def _first_may_wait(self) -> str:
        """Nothing passes a message that never has to wait; what is first in the mailbox tells a part of that."""
        waiting = [method for method in self.kind.methods if method.restrain is not None]
        if len(waiting) == len(self.kind.methods) and not self.owner.plan.unhandled.get(self.kind.name):
            return ""
        tests = [f"{MAILBOX}?[{self._pattern(method)}]" for method in waiting]
        return f"({' || '.join(tests)}) && " if len(tests) > 1 else f"{tests[0]} && "

    def _look_ahead(self) -> None:
        """Where messages may wait, one that never has to is found behind them, but not behind others of its kind."""
        if self.owner.receives(self.kind) == "?":
            return
        free = [method for method in self.kind.methods if method.restrain is None]
        if len(free) == 1 and not self.owner.plan.unhandled.get(self.kind.name):
            return
        waiting = [method for method in self.kind.methods if method.restrain is not None]
        tests = [f"{MAILBOX}?[{self._pattern(method)}]" for method in [self.method, *waiting]]
        page = self.page
        waits = f"there is no {self.method.name} message, or another one is before it"
        page.begin(self.method.name_at, f"may take {self.said}", waits=waits)
        page.own(f"({' || '.join(tests)}) && {MAILBOX}??[{self._pattern(self.method)}]")
        page.end(" ->")

    def _any_order(self) -> None:
        """Any of the waiting messages may come first, as it is when they are put back."""
        page, turn = self.page, self.owner.turn
        page.line("do", self.method.restrain_at)
        page.begin(self.method.restrain_at)
        page.own(":: ")
        page.writer.say("takes another one")
        page.own(f"{turn} < len({MAILBOX}) && {MAILBOX}??[{self._pattern(self.method)}]")
        page.end(" ->")
        page.level += 1
        self._send_back(";", futile=False)
        self._receive("??", ";")
        page.line(f"{turn}++", self.method.restrain_at, "counts")
        page.level -= 1
        page.line(":: break", self.method.restrain_at)
        page.line("od;", self.method.restrain_at)
        page.line(f"{turn} = 0;", self.method.restrain_at, "handles it")
