"""Receives of the closed model: from inside as before, from outside any value; and what is discarded."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.arrivals import Arrival
from penstock.closing.changes import FROM_OUTSIDE, StatementChange
from penstock.closing.knowledge import Reliability
from penstock.closing.outside import Outside
from penstock.closing.places import chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.reading import leaves
from penstock.closing.texts import FALSE, TRUE, Cannot, Field
from penstock.closing.turning import Turning
from penstock.resolve.ranges import Interval
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import Constant, Receive, Reference, Send
from penstock.syntax.printer import expression_text, reference_text, statement_text
from penstock.syntax.walk import final, indices


class Receiving:
    def __init__(self, outside: Outside, turning: Turning) -> None:
        self.outside = outside
        self.turning = turning
        self.texts = outside.texts
        self.knowledge = outside.knowledge
        self.influence = outside.texts.influence
        self.model = outside.model

    def receive(self, statement: Receive, sites: Sequence[Site]) -> StatementChange | None:
        arriving = self.influence.arriving(statement)
        arrives = bool(arriving)
        inside = self._from_inside(statement, sites)
        if not arrives and inside is None:
            return None
        chosen = chosen_elsewhere(self.texts, statement, list(sites))
        doubtful = chosen or self.texts.doubtful(statement, sites)
        said = statement_text(statement)
        change = StatementChange(comment="/* from inside */" if arrives else self._flags_arrive(statement))
        for option in inside if inside is not None else [[said]]:
            if self._has_senders(statement) or not arrives:
                change.options.append((option, said))
        change.chooses = arrives or len(change.options) > 1
        change.waits = arrives or doubtful
        if arrives:
            change.options += self._arrivals(statement, arriving)
            change.comment = ""
        if change.waits:
            change.extras = self.outside.nothing_from_outside(statement)
        return change if change.options else None

    def _flags_arrive(self, statement: Receive) -> str:
        return self.outside.why(*(pattern for pattern in statement.patterns if isinstance(pattern, Reference)))

    def _has_senders(self, statement: Receive) -> bool:
        """Whether anybody in the model sends what may be received here."""
        return bool(self.influence.carried(statement, 0))

    def _from_inside(self, statement: Receive, sites: Sequence[Site]) -> list[list[str]] | None:
        """The ways to take a message from inside; None if that is as before."""
        forms = self.texts.matching(statement, sites)
        form = self.influence.channels.form_of(statement.channel)
        after: list[str] = []
        for number, pattern in enumerate(self.texts.structures.listed(statement.patterns)):
            told = form is not None and Field(form, number) in self.texts.flags.fields
            if isinstance(pattern, Reference) and form is not None and not told:
                status = self.knowledge.carried(statement, number)
                after += self.outside.flag_is(pattern, TRUE if status is Reliability.CHAOTIC else FALSE)
        for pattern in statement.patterns:
            if isinstance(pattern, Reference) and self._unknown_place(pattern, statement, sites):
                raise Cannot(
                    pattern,
                    f"an index of `{pattern.name}` may come from outside with the message itself",
                    "receive into a variable first",
                )
        if forms is None and not after and not self.texts.chosen:
            return None
        operator = "??" if statement.random else "?"
        if forms is None and not self.texts.chosen:
            return [[statement_text(statement), *after]]
        certain = self.texts.matching(statement, sites, surely=True) if forms is not None else not self.texts.chosen
        forms = forms or [[self.texts.pattern(one) for one in self.texts.structures.listed(statement.patterns)]]
        return [
            [*self._taken(statement, operator, ", ".join(patterns), bool(number == 0 and certain)), *after]
            for number, patterns in enumerate(forms)
        ]

    def _taken(self, statement: Receive, operator: str, inner: str, surely: bool) -> list[str]:
        """Statements that take a message from inside; not `surely` if the outside decides whether it fits."""
        channel = self.texts.place(statement.channel)
        text = f"{channel}{operator}{f'<{inner}>' if statement.peek else inner}"
        there = f"{channel}{operator}[{inner}]"
        form = self.influence.channels.form_of(statement.channel)
        meets = self.influence.channels.may_meet(statement.channel)
        texts = [text]
        if statement.random and not surely and form is not None and not meets and not self.texts.chosen:
            texts = [there, *self.turning.around(statement, channel, form, len(self.texts.form_fields(form)), text)]
        if surely or self.outside.clock is None:
            return texts
        if meets:
            self.outside.loose.add(text)
        guard = f"expire({self.outside.clock})" if meets else f"{there} && expire({self.outside.clock})"
        return [guard, f"set({self.outside.clock}, 0)", *texts]

    def _unknown_place(self, target: Reference, statement: Receive, sites: Sequence[Site]) -> bool:
        """Whether an index may come from outside with the message itself."""
        read = {
            self.model.variables[leaf]
            for index in indices(target) for leaf in leaves(index) if isinstance(leaf, Reference)
        }  # fmt: skip
        return any(
            isinstance(pattern, Reference)
            and self.model.variables[pattern] in read
            and self.knowledge.judge(self.influence.received(statement, number)) is not Reliability.RELIABLE
            for number, pattern in enumerate(self.texts.structures.listed(statement.patterns))
        )

    def _arrivals(self, statement: Receive, arriving: Sequence[Arrival]) -> list[tuple[list[str], str]]:
        """An option for each message that differs from others here."""
        for pattern in statement.patterns:
            if isinstance(pattern, Reference) and self.model.variables[final(pattern)].type == "chan":
                raise Cannot(
                    pattern,
                    f"`{reference_text(pattern)}` would be any channel of the environment's choice",
                    "let the environment send data only",
                )
        found: dict[tuple[str, ...], str] = {}
        for arrival in arriving:
            taken = self.outside.from_outside(self._filled(statement, arrival), statement)
            found.setdefault(tuple(taken), self._said(statement, arrival))
        return [(list(taken), said) for taken, said in found.items()]

    def _filled(self, statement: Receive, arrival: Arrival) -> list[str]:
        """Statements that take what arrives: values that are known, and for the others that they are not."""
        found: list[str] = []
        for number, pattern in enumerate(self.texts.structures.listed(statement.patterns)):
            if not isinstance(pattern, Reference) or self.model.variables[pattern] in PREDEFINED.values():
                continue
            value = arrival.known(number)
            if value is None:
                found += self.outside.forget(pattern)
            else:
                name = self.signal_name(value) if self._is_name(pattern, number) else str(value)
                found += [f"{self.texts.place(pattern)} = {name}", *self.outside.flag_is(pattern, FALSE)]
        return found

    def _is_name(self, pattern: Reference, number: int) -> bool:
        return number == 0 or self.model.variables[final(pattern)].type == "mtype"

    def _said(self, statement: Receive, arrival: Arrival) -> str:
        first, *rest = self.texts.structures.listed(statement.patterns)
        if isinstance(first, Reference) and arrival.limits(0) is None:
            return f"{FROM_OUTSIDE} any message"
        value = arrival.known(0)
        name = self.signal_name(value) if value is not None else _within(arrival.limits(0))
        if not isinstance(first, Reference):
            name = expression_text(first)
        limits = [arrival.limits(number) for number in range(1, len(rest) + 1)]
        data = ", ".join(map(_within, limits)) if any(limits) else "any value"
        return f"{FROM_OUTSIDE} `{name}`" + (f" with {data}" if rest else "")

    def signal_name(self, value: int) -> str:
        names = {found.value: found.name for found in self.model.nodes.of(Constant) if found.name}
        return names.get(value) or str(value)

    def discards(self, statement: Receive, beside: list[Receive]) -> list[tuple[list[str], str]]:
        """Options that take signals from a queue which nothing here expects."""
        form = self.influence.channels.form_of(statement.channel)
        same = [one for one in beside if self.influence.channels.form_of(one.channel) is form and not one.random]
        expected = [one.patterns[0] for one in same]
        if form is None or statement.random or not all(isinstance(first, Constant) for first in expected):
            return []
        known = {first.value for first in expected if isinstance(first, Constant)}
        width = len(self.texts.structures.listed(statement.patterns)) + len(self.texts.form_fields(form))
        channel = reference_text(statement.channel)
        found = []
        for value in sorted(self.sent_signals(form) - known):
            patterns = [self.signal_name(value), *["_"] * (width - 1)]
            said = f"`{patterns[0]}` is not expected here: it is discarded"
            found.append(([f"{channel}?{', '.join(patterns)}"], said))
        return found

    def sent_signals(self, form: Variable) -> set[int]:
        """The constants that messages of a form begin with."""
        found = set()
        for send in self.model.nodes.of(Send):
            first = send.arguments[0]
            if self.influence.channels.form_of(send.channel) is not form:
                continue
            if not isinstance(first, Constant):
                raise Cannot(
                    send,
                    "which signal this is may change, so unexpected ones cannot be recognised",
                    "send constants as signals, or close the model without `--discard`",
                )
            found.add(first.value)
        return found


def _within(limits: Interval | None) -> str:
    if limits is None:
        return "any value"
    low, high = limits
    return str(low) if low == high else f"{low} .. {high}"
