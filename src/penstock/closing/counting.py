"""Loops that count, `select` among them: how often they are run may depend on the outside."""

from __future__ import annotations

from penstock.closing.chains import Atomics
from penstock.closing.guards import first_of
from penstock.closing.knowledge import Reliability
from penstock.closing.ranges import Site
from penstock.closing.texts import FALSE, TRUE, Cannot
from penstock.closing.writing import ALWAYS, Writing
from penstock.syntax.nodes import Assignment, Condition, Expression, For, ForEach, Labelled, Run, Select
from penstock.syntax.walk import walk


class Counting:
    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.edits = writing.edits
        self.flags = writing.flags
        self.outside = writing.outside
        self.texts = writing.outside.texts
        self.knowledge = writing.outside.knowledge
        self.model = writing.outside.model

    def close(self, statement: For | ForEach | Select, atomics: Atomics) -> None:
        at = statement.variable.first
        sites = self.knowledge.sites_at(Assignment, at)
        parts: list[Expression] = [statement.variable] if not isinstance(statement, Select) else []
        if not isinstance(statement, ForEach):
            parts += [statement.low, statement.high]
        tests = self.knowledge.sites_at(Condition, at)
        reliable = all(self.knowledge.status(part, tests or sites) is Reliability.RELIABLE for part in parts)
        if isinstance(statement, ForEach):
            self.for_each(statement, reliable)
        if reliable:
            self.known_counter(statement)
        elif not isinstance(statement, ForEach):
            self.unknown_count(statement, sites, tests, atomics)

    def known_counter(self, statement: For | ForEach | Select) -> None:
        if self.texts.flagged(statement.variable):
            text = f"{self.texts.flag(statement.variable)} = false"
            if isinstance(statement, Select):
                self.edits.put_after(statement.last, f"; {text}")
            else:
                self.edits.put_before(statement.first, f"{text}; ")

    def for_each(self, statement: ForEach, reliable: bool) -> None:
        collection = statement.collection
        variable = self.model.variables[collection]
        if variable.type == "chan":
            channels = self.texts.influence.channels.may_be(collection)
            form = self.texts.influence.channels.form_of(collection)
            changed = form is not None and bool(self.texts.form_fields(form))
            if changed or any(map(self.texts.influence.interface.is_open, channels)):
                raise Cannot(statement, "the messages of this channel may come from outside", "receive them one by one")
        elif not reliable:
            raise Cannot(statement, "the counter of this loop may come from outside", "use another variable to count")

    def unknown_count(self, statement: For | Select, sites: list[Site], tests: list[Site], atomics: Atomics) -> None:
        """How often a loop is run may depend on the outside: any number of times."""
        if any(isinstance(node, Run) for node in walk(statement)):
            self.flags.notes[statement.first] = "how many processes are started here depends on the outside"
        counter = self.edits.raw(statement.variable)
        low, unknown = self.texts.value(statement.low, sites)
        start = "; ".join([f"{counter} = {low}", *self.outside.flag_is(statement.variable, unknown)])
        unknown_now = self.texts.unknown(statement.variable, tests)
        operator = "<" if isinstance(statement, Select) else "<="
        compared = f"{counter} {operator} {self.edits.raw(statement.high)}"
        unknowns = [self.texts.unknown(part, tests) for part in (statement.variable, statement.high)]
        unknowns = [text for text in unknowns if text != FALSE]
        possibly = ALWAYS if TRUE in unknowns else " || ".join([*unknowns, compared])
        fails = ALWAYS if TRUE in unknowns else " || ".join([*unknowns, f"!({compared})"])
        following = f"{counter} + 1" if unknown_now == FALSE else f"({unknown_now} -> 0 : {counter} + 1)"
        following = "0" if unknown_now == TRUE else following
        why = self.outside.why(statement.low, statement.high)
        indent = self.writing.indent(statement.first)
        self.edits.replace(statement.first, statement.last, f"{start}; do{indent}:: ({possibly}) {why} ->")
        if isinstance(statement, Select):
            self.edits.put_after(statement.last, f" {counter} = {following}{indent}:: break{indent}od")
        else:
            first = first_of(statement.body)
            if isinstance(first, Labelled):
                self.edits.put_before(first.first, "skip; ")  # the body of a loop may begin with a label, a block not
            end = statement.body.last + 1
            self.edits.put_after(end, f"; {counter} = {following}{indent}:: ({fails}) -> break{indent}od")
        self.flags.choosing.update(atomics)
