"""Messages that keep their order while they wait: a round through the mailbox keeps the first that need not wait.

:: atomic {
    (used < 3) && this??[put(_, _)] || (used > 0) && this??[get(_, _)] ->
    d_step {
        left = len(this);
        do
        :: left > 0 ->
            left--;
            if
            :: !kept && this?[put(_, _)] && (used < 3) -> this?put(value, _); kept = put
            :: ...
            :: else -> if :: this?put(moved1, _) -> this!put(moved1, nobody) :: ... fi
            fi
        :: else -> break
        od
    };
    if :: kept == put -> kept = 0; ... :: ... fi
}

Whether a message must wait may be seen only after its parameters have been read.  After a round that keeps none of
those, they are `seen`: there is another round when there is a new message, or when one has been handled.
"""

from __future__ import annotations

from penstock.dialects.actors.methods import MessageWriter
from penstock.dialects.actors.nodes import FunctionCall, Method, This
from penstock.dialects.actors.plan import MAILBOX
from penstock.dialects.actors.system import own_names
from penstock.syntax.nodes import Binary, Conditional, Constant, Expression, Reference, Unary
from penstock.syntax.walk import walk

_STEADY = (Binary, Conditional, Constant, FunctionCall, Reference, This, Unary)
"""What depends on nothing but the values of variables."""


class RoundWriter:
    """Writes the one option of a loop that takes messages in their order."""

    def __init__(self, writers: list[MessageWriter], unhandled: list[str]) -> None:
        self.writers = writers
        self.unhandled = unhandled
        first = writers[0]
        self.page, self.plan, self.labels, self.kind = first.page, first.plan, first.labels, first.kind
        self.at = self.kind.name_at
        self.looking = [writer for writer in writers if writer.looks]
        self.remembers = bool(self.looking) and all(map(_only_own, self.looking))
        self.moved = [f"{self.labels.moved}{place}" for place in range(1, len(first.fields) + 1)]

    def declare(self) -> None:
        page, labels = self.page, self.labels
        page.line(f"mtype {labels.kept};", self.at)
        page.line(f"byte {labels.turn};", self.at)
        if self.remembers:
            page.line(f"byte {labels.seen};", self.at)
        for name, kind in zip(self.moved, self.writers[0].fields, strict=True):
            page.line(f"{kind} {name};", self.at)

    def write(self) -> None:
        page = self.page
        watched = self.writers[0].style.watched
        with page.block(":: atomic {", self.at, "};" if watched else "}"):
            self._guard()
            page.line("d_step {", self.at, "takes the first that need not wait")
            with page.indented():
                self._round()
            page.line("};", self.at)
            with page.options("if", self.at):
                self._handle()
        if watched:
            page.line(f"{self.labels.progress}_{self.kind.name}: skip", self.at, "has handled it")

    def _guard(self) -> None:
        page = self.page
        page.begin(self.at, "looks for a message", waits="there is no message, or all of them must wait")
        for number, writer in enumerate(self.writers):
            page.own(" || " if number else "")
            if writer.message.waits and writer not in self.looking:
                page.own("(")
                writer.condition()
                page.own(") && ")
            page.own(f"{MAILBOX}??[{writer.pattern(writer.name)}]")
            if writer in self.looking and self.remembers:
                page.own(f" && len({MAILBOX}) > {self.labels.seen}")
        for name in self.unhandled:
            page.own(f" || {MAILBOX}??[{self.writers[0].pattern(name)}]")
        page.end(" ->")

    # -- the round ---------------------------------------------------------------------------

    def _round(self) -> None:
        page, turn = self.page, self.labels.turn
        page.line(f"{turn} = len({MAILBOX});", self.at)
        with page.options("do", self.at, ";"):
            page.line(f":: {turn} > 0 ->", self.at)
            with page.indented():
                page.line(f"{turn}--;", self.at)
                with page.options("if", self.at):
                    self._keep()
                    page.line(":: else ->", self.at)
                    with page.indented(), page.options("if", self.at):
                        self._move()
            page.line(":: else -> break", self.at)
        for name, kind in zip(self.moved, self.writers[0].fields, strict=True):
            page.line(f"{name} = {self._filler(kind)};", self.at)
        if self.remembers:
            kept, seen = self.labels.kept, self.labels.seen
            page.line(f"{seen} = ({kept} -> 0 : len({MAILBOX}));", self.at)

    def _keep(self) -> None:
        page, kept = self.page, self.labels.kept
        for writer in self.writers:
            waits = writer.message.waits and writer not in self.looking
            page.begin(writer.at)
            page.own(f":: !{kept} && {MAILBOX}?[{writer.pattern(writer.name)}]")
            if waits:
                page.own(" && (")
                writer.condition()
                page.own(")")
            page.end(" ->")
            with page.indented():
                writer.receive("?", ";")
                if writer in self.looking:
                    self._look(writer)
                else:
                    page.line(f"{kept} = {self.plan.constants[writer.name]}", writer.at)
        for name in self.unhandled:
            pattern = self.writers[0].pattern(name)
            page.line(f":: !{kept} && {MAILBOX}?[{pattern}] ->", self.at)
            page.line(f"    {MAILBOX}?{pattern}; {kept} = {self.plan.constants[name]}", self.at)

    def _look(self, writer: MessageWriter) -> None:
        """The parameters tell whether it must wait; those of one that must are forgotten."""
        page, at = self.page, writer.clauses_at
        with page.options("if", at):
            page.begin(at)
            page.own(":: (")
            writer.condition()
            page.end(f") -> {self.labels.kept} = {self.plan.constants[writer.name]}")
            page.line(":: else ->", at)
            with page.indented():
                writer.send_back("", futile=False)
                for name, place in zip(writer.names, writer.places, strict=True):
                    page.line(f"; {name} = {self._filler(writer.fields[place - 1])}", at)

    def _move(self) -> None:
        """Whatever it is, it keeps its place among those that stay."""
        written = {}
        for writer in self.writers:
            written[writer.name] = {place - 1 for place in writer.places}
        for name in [*written, *self.unhandled]:
            used = written.get(name, set())
            fields = list(enumerate(zip(self.moved, self.writers[0].fields, strict=True)))
            taken = ", ".join(moved if place in used else "_" for place, (moved, _) in fields)
            given = ", ".join(moved if place in used else self._filler(kind) for place, (moved, kind) in fields)
            constant = self.plan.constants[name]
            one, other = (f"{constant}({given})" if fields else constant for given in (taken, given))
            self.page.line(f":: {MAILBOX}?{one} -> {MAILBOX}!{other}", self.at)

    def _filler(self, kind: str) -> str:
        return self.writers[0].body.names.nobody if kind == "chan" else "0"

    # -- what was kept -----------------------------------------------------------------------

    def _handle(self) -> None:
        page, kept = self.page, self.labels.kept
        for writer in self.writers:
            self._option(writer.name, writer.at, writer.said)
            with page.indented():
                page.line(f"{kept} = 0;", writer.at, f"begins {writer.said}")
                writer.handle()
        for name in self.unhandled:
            self._option(name, self.at, name)
            with page.indented():
                self.writers[0].refuse(name)
        if not self.looking:
            return
        leaves = f"goto {self.labels.ready}" if self.writers[0].style.watched else "skip"
        page.begin(self.at)
        page.own(":: ")
        page.writer.say("all messages must wait", futile=not self.remembers)
        page.own(f"else -> {leaves}")
        page.end()

    def _option(self, name: str, at: int, said: str) -> None:
        self.page.begin(at)
        self.page.own(":: ")
        self.page.writer.say(f"has found {said}")
        self.page.own(f"{self.labels.kept} == {self.plan.constants[name]} ->")
        self.page.end()


def _only_own(writer: MessageWriter) -> bool:
    """Whether only the actor itself can change what its conditions depend on."""
    return all(
        _is_own(writer, method, clause.condition) for method in writer.message.methods for clause in method.clauses
    )


def _is_own(writer: MessageWriter, method: Method, condition: Expression) -> bool:
    system, body = writer.plan.system, writer.bodies[method].body
    if not all(isinstance(node, _STEADY) for node in walk(condition)):
        return False
    for name in own_names(condition):
        if system.is_nobody(body, name) or system.is_itself(body, name):
            continue
        place = system.places(body, name)[0]
        if place is None or place[0] != writer.kind.name or system.variables[place].type == "chan":
            return False
    return True
