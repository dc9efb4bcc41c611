"""Sends of the closed model: what leaves disappears, what stays takes the flags of its values with it."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.changes import StatementChange
from penstock.closing.knowledge import Reliability
from penstock.closing.outside import Outside
from penstock.closing.places import chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.reading import leaves
from penstock.closing.texts import FALSE, TRUE, Cannot, free_name
from penstock.closing.turning import Turning
from penstock.resolve.constants import constant_value
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Expression, Receive, Reference, Send
from penstock.syntax.printer import expression_text, reference_text, statement_text
from penstock.syntax.walk import final


class Sending:
    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.texts = outside.texts
        self.knowledge = outside.knowledge
        self.influence = outside.texts.influence
        self.model = outside.model
        self.turning = Turning(self.influence.channels, free_name(self.model, "turned_"))

    def send(self, statement: Send, sites: Sequence[Site]) -> StatementChange | None:
        channels = self.influence.channels.may_be(statement.channel)
        leaving = [channel for channel in channels if self.influence.interface.leaves(channel)]
        said = statement_text(statement)
        if leaving and len(leaving) == len(channels):
            guard = self.outside.interruption(TRUE) if statement in self.outside.interrupting else TRUE
            return StatementChange([([guard], said)], comment=f"/* {_plain(said)} leaves */", waits=True)
        if leaving:
            raise Cannot(
                statement.channel,
                f"`{reference_text(statement.channel)}` may be a channel to the outside or an internal one",
                "give the process types that use them different parameters or channels",
            )
        form = self.influence.channels.form_of(statement.channel)
        if form is None:
            return None
        fields = self.texts.form_fields(form)
        values, unknowns = [], []
        for argument in self.texts.structures.listed(statement.arguments):
            value, unknown = self._sent(argument, sites)
            values.append(value)
            unknowns.append(unknown)
        changed = bool(fields) or any(unknown != FALSE for unknown in unknowns)
        lost = statement.sorted and self.knowledge.carries_unknown(form)
        waits = self.may_wait(statement, sites)
        if not changed and not waits and not lost:
            return None
        values += [unknowns[number] if unknowns[number] != FALSE else "false" for number in fields]
        channel = self.texts.place(statement.channel)
        text = f"{channel}{'!!' if statement.sorted and not lost else '!'}{', '.join(values)}"
        text = text if changed or lost else statement_text(statement, self.texts.spelled)
        comment = self._flags_travel(unknowns, statement, sites) if changed else ""
        change = StatementChange([([text], said)], comment=comment)
        if lost and not self.influence.channels.may_meet(statement.channel):
            turned = self.turning.around(statement, channel, form, len(fields), text)
            self.outside.loose.update(turned)
            change.options = [([f"nfull({channel})", *turned], said)]
            change.comment, change.chooses = "/* where it stands among the others is open */", True
        return self._waiting_send(statement, change) if waits else change

    def may_wait(self, statement: Send, sites: Sequence[Site]) -> bool:
        """Whether the outside may keep a sender waiting where the closed model does not."""
        if self.outside.takes_its_time(sites):
            return True
        if self.crowded(statement) or chosen_elsewhere(self.texts, statement, list(sites)):
            return True
        form = self.influence.channels.form_of(statement.channel)
        return form is not None and self.influence.channels.may_meet(statement.channel) and self._met_in_doubt(form)

    def _met_in_doubt(self, form: Variable) -> bool:
        """Whether the outside decides if some receiver takes what it is offered."""
        same = (one for one in self.model.nodes.of(Receive) if self.influence.channels.form_of(one.channel) is form)
        return any(
            self.texts.doubtful(one, sites) or chosen_elsewhere(self.texts, one, sites)
            for one in same
            for sites in [self.knowledge.sites(one)]
        )

    def crowded(self, statement: Send) -> bool:
        """Whether messages from outside may take the room in the channel."""
        channels = self.influence.channels.may_be(statement.channel)
        opened = [found for found in channels if self.influence.interface.is_open(found) and found.channel is not None]
        return any(constant_value(found.channel.capacity) != 0 for found in opened if found.channel is not None)

    def _waiting_send(self, statement: Send, change: StatementChange) -> StatementChange:
        """The sender may have to wait, even for some time, where the closed model has room."""
        change.waits = True
        texts, said = change.options[0]
        room = (
            f"nfull({self.texts.place(statement.channel)})"
            if not self.influence.channels.may_meet(statement.channel)
            else TRUE
        )
        if statement in self.outside.interrupting:
            change.options = [([self.outside.interruption(room), *texts], said)]
        elif self.outside.clock is not None:
            guard = f"expire({self.outside.clock})" if room == TRUE else f"{room} && expire({self.outside.clock})"
            change.options = [([guard, f"set({self.outside.clock}, 0)", *texts], said)]
            change.extras = self.outside.nothing_from_outside(statement)
            change.comment = change.comment or "/* it may have to wait for the outside */"
            self.outside.loose.update(texts if room == TRUE else ())
        return change

    def _sent(self, argument: Expression, sites: Sequence[Site]) -> tuple[str, str]:
        if isinstance(argument, Reference) and self.model.variables[final(argument)].type == "chan":
            return expression_text(argument), FALSE
        return self.texts.value(argument, sites)

    def _flags_travel(self, unknowns: list[str], statement: Send, sites: Sequence[Site]) -> str:
        if all(unknown == FALSE for unknown in unknowns):
            return "/* these values are known */"
        return self.outside.why(*(
            leaf for argument in statement.arguments for leaf in leaves(argument)
            if isinstance(leaf, Reference) and self.knowledge.status(leaf, sites) is not Reliability.RELIABLE
        ))  # fmt: skip


def _plain(text: str) -> str:
    return text.replace("*/", "* /")
