"""Methods as options of the loop of a process.

:: atomic {                                   :: atomic {
    this?put(a, _) ->                             (used < 3) && this??[put(_, _)] ->
    if                                            this??put(a, _);
    :: (used < 3) -> ...                          ...
    :: else -> this!put(a, nobody)            }
    fi
}
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penstock.dialects.actors.bodies import BodyWriter
from penstock.dialects.actors.choices import Defer
from penstock.dialects.actors.nodes import DEFER, IGNORE, RESTRAIN, ActorType, Method
from penstock.dialects.actors.plan import MAILBOX
from penstock.dialects.actors.style import Style, looks_at_parameters
from penstock.dialects.actors.system import parameters_of
from penstock.syntax.nodes import Expression


@dataclass(frozen=True, slots=True)
class Labels:
    """Names in the loop: where it begins, what tells of progress, a counter, and those of rounds."""

    ready: str
    progress: str
    turn: str
    kept: str
    seen: str
    moved: str


class MethodWriter:
    """Writes the option of a loop that handles one method."""

    def __init__(self, body: BodyWriter, style: Style, labels: Labels, kind: ActorType, method: Method) -> None:
        self.body = body
        self.page = body.page
        self.plan = body.plan
        self.style = style
        self.labels = labels
        self.kind = kind
        self.method = method
        self.fields = self.plan.fields[kind.name]
        self.places = self.plan.places[kind.name, method.name]
        self.names = [body.renaming.parameters.get(name, name) for _, name, _ in parameters_of(method)]
        self.said = f"{method.name}({', '.join(name for _, name, _ in parameters_of(method))})"

    def write(self) -> None:
        page, method = self.page, self.method
        watched = self.style.watched
        with page.block(":: atomic {", method.name_at, "};" if watched else "}"):
            if not method.waits:
                self._look_ahead()
                self.receive(self.style.receives(self.kind), " ->")
                self.handle()
            elif self.style.defer is Defer.SELECT and not looks_at_parameters(method):
                self._select()
            else:
                self._put_back()
        if not watched:
            return
        page.begin(method.name_at)
        page.own(f"{self.labels.progress}_{method.name}_{self.kind.name}: ")
        page.writer.say("has handled it")
        page.own("skip")
        page.end()

    def receive(self, operator: str, tail: str, said: str = "takes ") -> None:
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

    def send_back(self, tail: str, futile: bool) -> None:
        self.page.begin(self.method.clauses_at, f"puts back {self.said}", futile=futile, defers=self.said)
        self.page.own(MAILBOX)
        self._message("!", lambda kind: "nobody" if kind == "chan" else "0")
        self.page.end(tail)

    def condition(self) -> None:
        """When a message need not wait: it may also be ignored."""
        held = [clause for clause in self.method.clauses if clause.word != IGNORE]
        for ignored in self.method.said(IGNORE):
            self._parenthesized(ignored, "(", ") || ")
        alone = len(held) == len(self.method.clauses) == 1
        self.page.own("" if alone else "(")
        for number, clause in enumerate(held):
            before = " && " if number else ""
            if clause.word == RESTRAIN and alone:
                self.body.value(clause.condition, {})
            else:
                self._parenthesized(clause.condition, before + ("!(" if clause.word == DEFER else "("), ")")
        self.page.own("" if alone else ")")

    def _parenthesized(self, condition: Expression, before: str, after: str) -> None:
        self.page.own(before)
        self.body.value(condition, {})
        self.page.own(after)

    def _told(self) -> str:
        """Why a message must wait."""
        holds = {RESTRAIN: "does not hold", DEFER: "holds"}
        held = [clause for clause in self.method.clauses if clause.word in holds]
        texts = [(self.page.text(*self.body.range_of(one.condition)), holds[one.word]) for one in held]
        return " or ".join(f"`{text}` {told}" for text, told in texts)

    def handle(self) -> None:
        """The statements of the method, unless the message is ignored."""
        page, ignored = self.page, self.method.said(IGNORE)
        if not ignored:
            self.body.sequence(self.method.body)
            return
        page.line("if", self.method.clauses_at)
        for condition in ignored:
            page.begin(condition.first, f"ignores {self.said}")
            self._parenthesized(condition, ":: (", ") -> skip")
            page.end()
        page.line(":: else ->", self.method.clauses_at)
        with page.indented():
            self.body.sequence(self.method.body)
        page.line("fi", self.method.clauses_at)

    def _put_back(self) -> None:
        page, method = self.page, self.method
        self.receive(self.style.receives(self.kind), " ->")
        page.line("if", method.clauses_at)
        page.begin(method.clauses_at)
        page.own(":: (")
        self.condition()
        page.end(") ->")
        with page.indented():
            self.handle()
        page.begin(method.clauses_at)
        page.own(":: ")
        page.writer.say("must wait")
        page.own("else ->")
        page.end()
        with page.indented():
            self.send_back(";" if self.style.watched else "", futile=True)
            if self.style.watched:
                page.line(f"goto {self.labels.ready}", method.clauses_at)
        page.line("fi", method.clauses_at)

    def _select(self) -> None:
        page = self.page
        waits = f"there is no {self.method.name} message, or it must wait because {self._told()}"
        page.begin(self.method.clauses_at, f"may take {self.said}", waits=waits)
        page.own("(")
        self.condition()
        page.own(f") && {self._first_may_wait()}{MAILBOX}??[{self.pattern(self.method.name)}]")
        page.end(" ->")
        self.receive("??", ";")
        if self.style.any_first(self.kind, self.method):
            self._any_order()
        self.handle()

    def pattern(self, name: str) -> str:
        """Any message of a method."""
        fields = ", ".join("_" for _ in self.fields)
        return self.plan.constants[name] + (f"({fields})" if fields else "")

    def refuse(self, name: str) -> None:
        """What happens to a message that there is no method for."""
        failure = f"unhandled message: `{self.kind.name}` has no method `{name}`"
        self.page.line("assert(false)", self.kind.name_at, f"has no method {name}", failure)

    def _first_may_wait(self) -> str:
        """Nothing passes a message that never has to wait; what is first in the mailbox tells a part of that."""
        waiting = [method for method in self.kind.methods if method.waits]
        if len(waiting) == len(self.kind.methods) and not self.plan.unhandled.get(self.kind.name):
            return ""
        tests = [f"{MAILBOX}?[{self.pattern(method.name)}]" for method in waiting]
        return f"({' || '.join(tests)}) && " if len(tests) > 1 else f"{tests[0]} && "

    def _look_ahead(self) -> None:
        """Where messages may wait, one that never has to is found after them, but not after others of its kind."""
        if self.style.receives(self.kind) == "?":
            return
        free = [method for method in self.kind.methods if not method.waits]
        if len(free) == 1 and not self.plan.unhandled.get(self.kind.name):
            return
        waiting = [method for method in self.kind.methods if method.waits]
        tests = [f"{MAILBOX}?[{self.pattern(method.name)}]" for method in [self.method, *waiting]]
        page = self.page
        waits = f"there is no {self.method.name} message, or another one is before it"
        page.begin(self.method.name_at, f"may take {self.said}", waits=waits)
        page.own(f"({' || '.join(tests)}) && {MAILBOX}??[{self.pattern(self.method.name)}]")
        page.end(" ->")

    def _any_order(self) -> None:
        """Any of the waiting messages may come first, as it is when they are put back."""
        page, turn = self.page, self.labels.turn
        page.line("do", self.method.clauses_at)
        page.begin(self.method.clauses_at)
        page.own(":: ")
        page.writer.say("takes another one")
        page.own(f"{turn} < len({MAILBOX}) && {MAILBOX}??[{self.pattern(self.method.name)}]")
        page.end(" ->")
        with page.indented():
            self.send_back(";", futile=False)
            self.receive("??", ";")
            page.line(f"{turn}++", self.method.clauses_at, "counts")
        page.line(":: break", self.method.clauses_at)
        page.line("od;", self.method.clauses_at)
        page.line(f"{turn} = 0;", self.method.clauses_at, "handles it")
