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

from collections.abc import Callable, Mapping

from penstock.dialects.actors.bodies import BodyWriter
from penstock.dialects.actors.choices import Defer
from penstock.dialects.actors.labels import Labels
from penstock.dialects.actors.messages import Case, KnownMessage, messages_of
from penstock.dialects.actors.nodes import DEFER, IGNORE, RESTRAIN, ActorType, Method
from penstock.dialects.actors.observing import write_observations
from penstock.dialects.actors.plan import MAILBOX
from penstock.dialects.actors.shapes import leaves_of
from penstock.dialects.actors.style import Style, looks_at_parameters
from penstock.dialects.actors.system import parameters_of
from penstock.syntax.nodes import Expression
from penstock.syntax.wording import PUTS_BACK


class MessageWriter:
    """Writes the option of a loop that takes the messages of one name."""

    def __init__(
        self, bodies: Mapping[Method, BodyWriter], style: Style, labels: Labels, kind: ActorType, message: KnownMessage
    ) -> None:
        self.bodies = bodies
        self.body = bodies[message.signature]
        self.page = self.body.page
        self.plan = self.body.plan
        self.style = style
        self.labels = labels
        self.kind = kind
        self.message = message
        self.name = message.name
        self.at = message.signature.name_at
        self.fields = self.plan.fields[kind.name]
        self.places = self.plan.places[kind.name, message.name]
        names = [name for _, name, _ in parameters_of(message.signature)]
        self.variables = [self.body.renaming.parameters.get(name, name) for name in names]
        leaves = leaves_of(self.plan.system, message.signature)
        self.names = [self.variables[leaf.parameter] + leaf.suffix for leaf in leaves]
        self.said = f"{message.name}({', '.join(names)})"
        held = [method for method in message.methods if method.clauses]
        self.clauses_at = held[0].clauses_at if held else self.at
        self.looks = looks_at_parameters(message)

    def write(self) -> None:
        page = self.page
        watched = self.style.watched
        with page.block(":: atomic {", self.at, "};" if watched else "}"):
            if not self.message.waits:
                self._look_ahead()
                self.receive(self.style.receives(self.kind), " ->")
                self.handle()
            elif self.style.defer is Defer.SELECT and not self.looks:
                self._select()
            else:
                self._put_back()
        if not watched:
            return
        page.begin(self.at)
        page.own(f"{self.labels.progress}_{self.name}_{self.kind.name}: ")
        page.writer.say("has handled it")
        page.own("skip")
        page.end()

    def receive(self, operator: str, tail: str, said: str = "takes ") -> None:
        self.page.begin(self.at, said + self.said)
        self.page.own(MAILBOX)
        self._message(operator, lambda _: "_")
        self.page.end(tail)

    def _message(self, operator: str, filler: Callable[[str], str]) -> None:
        writers: dict[int, Callable[[], None]] = {
            place: lambda name=name: self.page.own(name)  # type: ignore[misc]
            for place, name in zip(self.places, self.names, strict=True)
        }
        self.body.message(operator, self.name, self.fields, writers, filler)

    def send_back(self, tail: str, futile: bool) -> None:
        self.page.begin(self.clauses_at, PUTS_BACK + self.said, futile=futile, defers=self.said)
        self.page.own(MAILBOX)
        self._message("!", lambda kind: "nobody" if kind == "chan" else "0")
        self.page.end(tail)

    # -- what depends on the state -----------------------------------------------------------

    def condition(self) -> None:
        """When a message need not wait: a method may hold it back in the states for which it is there."""
        for number, case in enumerate(case for case in self.message.cases if case.waits):
            self.page.own(" && " if number else "")
            if case.method is None:
                self.page.own(self._elsewhere(case))
            elif case.states:
                self.page.own(f"({self._elsewhere(case)} || ")
                self._accepts(case.method)
                self.page.own(")")
            else:
                self._accepts(case.method)

    def _elsewhere(self, case: Case) -> str:
        tests = [f"{self.labels.state} != {self.plan.states[state]}" for state in case.states]
        return f"({' && '.join(tests)})" if len(tests) > 1 else tests[0]

    def _accepts(self, method: Method) -> None:
        """It may also be ignored."""
        held = [clause for clause in method.clauses if clause.word != IGNORE]
        body = self.bodies[method]
        for ignored in method.said(IGNORE):
            self._parenthesized(body, ignored, "(", ") || ")
        alone = len(held) == len(method.clauses) == 1
        self.page.own("" if alone else "(")
        for number, clause in enumerate(held):
            before = " && " if number else ""
            if clause.word == RESTRAIN and alone and len(self.message.cases) == 1:
                body.value(clause.condition, {})
            else:
                self._parenthesized(body, clause.condition, before + ("!(" if clause.word == DEFER else "("), ")")
        self.page.own("" if alone else ")")

    def _parenthesized(self, body: BodyWriter, condition: Expression, before: str, after: str) -> None:
        self.page.own(before)
        body.value(condition, {})
        self.page.own(after)

    def _told(self) -> str:
        """Why a message must wait."""
        holds = {RESTRAIN: "does not hold", DEFER: "holds"}
        reasons = []
        for case in self.message.cases:
            where = f"the state is {' or '.join(f'`{state}`' for state in case.states)}" if case.states else ""
            held = [clause for clause in case.method.clauses if clause.word in holds] if case.method is not None else []
            texts = [(self.page.text(*self.body.range_of(one.condition)), holds[one.word]) for one in held]
            told = " or ".join(f"`{text}` {told}" for text, told in texts)
            reasons += [" and ".join(filter(None, [where, told]))] if case.waits else []
        return " or ".join(reasons)

    def handle(self) -> None:
        """What the actor does with the message in its state."""
        first, *others = self.message.cases
        if first.method is not None and not first.states and not others:
            self._method(first.method)
            return
        with self.page.options("if", self.at):
            for case in self.message.cases:
                if case.word != DEFER:
                    self._case(case)

    def _case(self, case: Case) -> None:
        page, method = self.page, case.method
        tests = [f"{self.labels.state} == {self.plan.states[state]}" for state in case.states]
        at = method.name_at if method is not None else self.at
        page.begin(at)
        page.own(":: ")
        page.writer.say(f"is in state {' or '.join(case.states)}")
        page.own(f"{' || '.join(tests)} ->")
        page.end()
        with page.indented():
            if method is not None:
                self._method(method)
            elif case.word:
                page.line("skip", at, f"ignores {self.said}")
            else:
                where = f"state `{case.states[0]}` of `{self.kind.name}`"
                failure = f"unhandled message: {where} does not handle `{self.name}`"
                page.line("assert(false)", at, f"does not handle {self.name}", failure)

    def _method(self, method: Method) -> None:
        """The statements of a method, unless the message is ignored."""
        if method not in self.bodies:
            return  # its state is declared twice, which has been reported
        page, ignored, body = self.page, method.said(IGNORE), self.bodies[method]
        if not ignored:
            write_observations(body, self.kind, method, self.variables)
            body.sequence(method.body)
            return
        page.line("if", method.clauses_at)
        for condition in ignored:
            page.begin(condition.first, f"ignores {self.said}")
            self._parenthesized(body, condition, ":: (", ") -> skip")
            page.end()
        page.line(":: else ->", method.clauses_at)
        with page.indented():
            write_observations(body, self.kind, method, self.variables)
            body.sequence(method.body)
        page.line("fi", method.clauses_at)

    # -- messages that wait ------------------------------------------------------------------

    def _put_back(self) -> None:
        page = self.page
        self.receive(self.style.receives(self.kind), " ->")
        page.line("if", self.clauses_at)
        page.begin(self.clauses_at)
        page.own(":: (")
        self.condition()
        page.end(") ->")
        with page.indented():
            self.handle()
        page.begin(self.clauses_at)
        page.own(":: ")
        page.writer.say("must wait")
        page.own("else ->")
        page.end()
        with page.indented():
            self.send_back(";" if self.style.watched else "", futile=True)
            if self.style.watched:
                page.line(f"goto {self.labels.ready}", self.clauses_at)
        page.line("fi", self.clauses_at)

    def _select(self) -> None:
        page = self.page
        waits = f"there is no {self.name} message, or it must wait because {self._told()}"
        page.begin(self.clauses_at, f"may take {self.said}", waits=waits)
        page.own("(")
        self.condition()
        page.own(f") && {self._first_may_wait()}{MAILBOX}??[{self.pattern(self.name)}]")
        page.end(" ->")
        self.receive("??", ";")
        if self.style.any_first(self.kind, self.message):
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
        known = messages_of(self.kind)
        waiting = [message for message in known if message.waits]
        if len(waiting) == len(known) and not self.plan.unhandled.get(self.kind.name):
            return ""
        tests = [f"{MAILBOX}?[{self.pattern(message.name)}]" for message in waiting]
        return f"({' || '.join(tests)}) && " if len(tests) > 1 else f"{tests[0]} && "

    def _look_ahead(self) -> None:
        """Where messages may wait, one that never has to is found after them, but not after others of its kind."""
        if self.style.receives(self.kind) == "?":
            return
        known = messages_of(self.kind)
        free = [message for message in known if not message.waits]
        if len(free) == 1 and not self.plan.unhandled.get(self.kind.name):
            return
        waiting = [message for message in known if message.waits]
        tests = [f"{MAILBOX}?[{self.pattern(message.name)}]" for message in [self.message, *waiting]]
        page = self.page
        waits = f"there is no {self.name} message, or another one is before it"
        page.begin(self.at, f"may take {self.said}", waits=waits)
        page.own(f"({' || '.join(tests)}) && {MAILBOX}??[{self.pattern(self.name)}]")
        page.end(" ->")

    def _any_order(self) -> None:
        """Any of the waiting messages may come first, as it is when they are put back."""
        page, turn = self.page, self.labels.turn
        page.line("do", self.clauses_at)
        page.begin(self.clauses_at)
        page.own(":: ")
        page.writer.say("takes another one")
        page.own(f"{turn} < len({MAILBOX}) && {MAILBOX}??[{self.pattern(self.name)}]")
        page.end(" ->")
        with page.indented():
            self.send_back(";", futile=False)
            self.receive("??", ";")
            page.line(f"{turn}++", self.clauses_at, "counts")
        page.line(":: break", self.clauses_at)
        page.line("od;", self.clauses_at)
        page.line(f"{turn} = 0;", self.clauses_at, "handles it")
