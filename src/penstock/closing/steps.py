"""Single statements of the closed model, as text: what the rules of the transformation make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from penstock.closing.knowledge import Reliability
from penstock.closing.places import chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.reading import leaves
from penstock.closing.texts import FALSE, TRUE, Cannot, Field, Texts, free_name
from penstock.closing.turning import Turning
from penstock.resolve.constants import constant_value
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import (
    Assignment,
    Condition,
    Constant,
    Expression,
    Receive,
    Reference,
    ResetTimer,
    Run,
    Send,
    SetTimer,
    Statement,
)
from penstock.syntax.printer import expression_text, reference_text, statement_text
from penstock.syntax.walk import final, indices, runs_in

FROM_OUTSIDE = "the environment sends"
MOST_CELLS = 64
"""More than this is not forgotten element by element."""


@dataclass(slots=True)
class StatementChange:
    """What a statement becomes: one of some options, with why, and options that lead back to it.

    An option is a list of statements that happen together; `said` is what the step is called.
    """

    options: list[tuple[list[str], str]] = field(default_factory=list)
    extras: list[tuple[list[str], str]] = field(default_factory=list)
    comment: str = ""
    chooses: bool = False
    """There are several ways where there was one."""
    waits: bool = False
    """The original may wait where this does not."""


class Steps:
    """`clock` is the timer that holds the outside up, in a model with time; it interrupts by the channel `interrupts`.

    The guards in `interrupting` begin an escape of an `unless`: were they possible whenever the outside may decide so,
    nothing else would ever be.  So it has to offer an interruption.
    """

    def __init__(self, texts: Texts, clock: str | None, interrupts: str = "interrupts") -> None:
        self.texts = texts
        self.clock = clock
        self.interrupts = interrupts
        self.interrupting: set[Statement] = set()
        self.loose: set[str] = set()
        """What waits for a rendezvous after a guard, or chooses: no `d_step` can hold it."""
        self.knowledge = texts.knowledge
        self.influence = texts.influence
        self.model = texts.model
        self.turning = Turning(self.influence.channels, free_name(self.model, "turned_"))

    # -- the outside ---------------------------------------------------------------------------

    def from_outside(self, statements: list[str], at: Statement) -> list[str]:
        """A step that the outside decides about."""
        if at in self.interrupting:
            return [f"{self.interrupts}?1", *statements]
        if self.clock is None:
            return statements or [TRUE]
        return [f"expire({self.clock})", f"set({self.clock}, 0)", *statements]

    def interruption(self, condition: str) -> str:
        """The outside interrupts, which it cannot do where a condition does not hold."""
        return f"{self.interrupts}?eval({condition})" if condition != TRUE else f"{self.interrupts}?1"

    def nothing_from_outside(self, at: Statement) -> list[tuple[list[str], str]]:
        """For the rest of this time slice nothing comes: time can go on."""
        if self.clock is None or at in self.interrupting:
            return []
        said = "the environment does nothing more in this time slice"
        return [([f"expire({self.clock})", f"set({self.clock}, 1)"], said)]

    def forget(self, target: Reference) -> list[str]:
        """Statements after which a variable may have any value."""
        if self.model.variables[target] in PREDEFINED.values():
            return []
        found = []
        for part in self.texts.structures.listed((target,)):
            found.append(f"{self.texts.place(part)} = 0")
            if self.texts.flagged(part):
                found.append(f"{self.texts.flag(part)} = true")
        return found

    def flag_is(self, target: Reference, unknown: str) -> list[str]:
        """Let the flag of a variable, if it has one, tell what is known of its new value."""
        if self.model.variables[target] in PREDEFINED.values() or not self.texts.flagged(target):
            return []
        flag = self.texts.flag(target)
        return [] if unknown == flag else [f"{flag} = {unknown if unknown != FALSE else 'false'}"]

    def why(self, *values: Expression) -> str:
        """The variables that may come from outside, as a comment."""
        names: dict[str, None] = {}
        for value in values:
            for leaf in leaves(value):
                if isinstance(leaf, Reference):
                    names[reference_text(leaf)] = None
        return _may_come(list(names))

    def why_unknown(self, value: Expression, sites: Sequence[Site]) -> str:
        found = [
            leaf
            for leaf in leaves(value)
            if isinstance(leaf, Reference) and self.knowledge.status(leaf, sites) is not Reliability.RELIABLE
        ]
        return self.why(*found) if found else "/* the outside decides this */"

    # -- assignments -----------------------------------------------------------------------------

    def assignment(self, statement: Assignment, sites: Sequence[Site]) -> StatementChange | None:
        target = statement.target
        variable = self.model.variables[final(target)]
        if variable.type == "chan" or self.model.variables[target] in PREDEFINED.values():
            return None
        runs = self.with_flags(statement.value, sites)
        index = self.index_unknown(target, sites)
        value, unknown = self.texts.value(statement.value, sites)
        value = value if runs is None else runs
        told = self.flag_is(target, unknown)
        if index == FALSE and unknown == FALSE and not told and runs is None:
            return None
        # The flag first: the new value might be part of what it is made of (`i = a[i]`).
        known = [*told, f"{reference_text(target)} = {value}"]
        change = StatementChange([(known, statement_text(statement))], comment=self.why_unknown(statement.value, sites))
        if unknown == FALSE:
            change.comment = f"/* {reference_text(target)} is known now */" if told else ""
        return change if index == FALSE else self._anywhere(change, target, index)

    def _anywhere(self, change: StatementChange, target: Reference, index: str) -> StatementChange:
        """An element that nobody knows is written: afterwards nothing is known of any."""
        elements = self.forget_all(target)
        self.texts.flags.notes[target.first] = (
            f"an index of `{target.name}` may come from outside: any element may change"
        )
        known, said = change.options[0]
        change.options = (
            [(elements, said)]
            if index == TRUE
            else [([f"!({index})", *known], said), ([f"({index})", *elements], said)]
        )
        change.comment = f"/* the index of {target.name} may come from outside: any element may change */"
        change.chooses |= index != TRUE
        return change

    def index_unknown(self, target: Reference, sites: Sequence[Site]) -> str:
        found = [self.texts.unknown(index, sites) for index in indices(target)]
        found = [text for text in found if text != FALSE]
        return TRUE if TRUE in found else " || ".join(found) or FALSE

    def forget_all(self, target: Reference) -> list[str]:
        """Forget all elements that a reference may mean, whatever its indices are."""
        found: list[str] = []
        for text, flag in self._elements(target, ""):
            found.append(f"{text} = 0")
            if self.texts.flagged(target):
                self.texts.flag(target)
                found.append(f"{self.texts.flags.prefix}{flag} = true")
        if len(found) > 2 * MOST_CELLS:
            raise Cannot(
                target,
                f"an index of `{target.name}` may come from outside, and the array has too many elements",
                f"at most {MOST_CELLS} elements can become unknown at once",
            )
        return found

    def _elements(self, part: Reference, before: str) -> list[tuple[str, str]]:
        variable = self.model.variables[part]
        sizes = range(variable.size) if variable.size is not None else [None]
        found: list[tuple[str, str]] = []
        for element in sizes:
            name = before + part.name + ("" if element is None else f"[{element}]")
            found += [(name, name)] if part.member is None else self._elements(part.member, name + ".")
        return found

    def with_flags(self, value: Expression, sites: Sequence[Site]) -> str | None:
        """An expression with a `run` whose process gets flags for its arguments; None if there is nothing to do."""
        runs = list(runs_in(value))
        if not runs:
            return None
        if runs != [value]:
            if any(self._added(run, sites) is not None for run in runs):
                raise Cannot(
                    value,
                    "a `run` inside an expression passes on what may come from outside",
                    "make it a separate statement",
                )
            return None
        assert isinstance(value, Run)
        return self._added(value, sites)

    def _added(self, run: Run, sites: Sequence[Site]) -> str | None:
        process = next((found for found in self.model.processes.values() if found.name == run.proctype), None)
        parameters = process.parameters if process is not None else []
        values, flags, changed = [], [], False
        for parameter, argument in zip(parameters, run.arguments, strict=False):
            if parameter.type == "chan":
                values.append(self.texts.edits.raw(argument))
                continue
            value, unknown = self.texts.value(argument, sites)
            values.append(value)
            changed |= unknown != FALSE
            if parameter in self.texts.flags.variables:
                flags.append(unknown)
        if not flags and not changed:
            return None
        priority = f" priority {run.priority}" if run.priority is not None else ""
        return f"run {run.proctype}({', '.join([*values, *flags])}){priority}"

    # -- messages --------------------------------------------------------------------------------

    def send(self, statement: Send, sites: Sequence[Site]) -> StatementChange | None:
        channels = self.influence.channels.may_be(statement.channel)
        leaving = [channel for channel in channels if self.influence.interface.leaves(channel)]
        said = statement_text(statement)
        if leaving and len(leaving) == len(channels):
            guard = self.interruption(TRUE) if statement in self.interrupting else TRUE
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
        if lost and not self.meets(statement.channel):
            turned = self.turning.around(statement, channel, form, len(fields), text)
            self.loose.update(turned)
            change.options = [([f"nfull({channel})", *turned], said)]
            change.comment, change.chooses = "/* where it stands among the others is open */", True
        return self._waiting_send(statement, change) if waits else change

    def may_wait(self, statement: Send, sites: Sequence[Site]) -> bool:
        """Whether the outside may keep a sender waiting where the closed model does not."""
        if self.crowded(statement) or chosen_elsewhere(self.texts, statement, list(sites)):
            return True
        form = self.influence.channels.form_of(statement.channel)
        return form is not None and self.meets(statement.channel) and self._met_in_doubt(form)

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
        room = f"nfull({self.texts.place(statement.channel)})" if not self.meets(statement.channel) else TRUE
        if statement in self.interrupting:
            change.options = [([self.interruption(room), *texts], said)]
        elif self.clock is not None:
            guard = f"expire({self.clock})" if room == TRUE else f"{room} && expire({self.clock})"
            change.options = [([guard, f"set({self.clock}, 0)", *texts], said)]
            change.extras = self.nothing_from_outside(statement)
            change.comment = change.comment or "/* it may have to wait for the outside */"
            self.loose.update(texts if room == TRUE else ())
        return change

    def _sent(self, argument: Expression, sites: Sequence[Site]) -> tuple[str, str]:
        if isinstance(argument, Reference) and self.model.variables[final(argument)].type == "chan":
            return expression_text(argument), FALSE
        return self.texts.value(argument, sites)

    def _flags_travel(self, unknowns: list[str], statement: Send, sites: Sequence[Site]) -> str:
        if all(unknown == FALSE for unknown in unknowns):
            return "/* these values are known */"
        return self.why(*(
            leaf for argument in statement.arguments for leaf in leaves(argument)
            if isinstance(leaf, Reference) and self.knowledge.status(leaf, sites) is not Reliability.RELIABLE
        ))  # fmt: skip

    def receive(self, statement: Receive, sites: Sequence[Site]) -> StatementChange | None:
        signals = self.influence.arriving(statement)
        arrives = signals is None or bool(signals)
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
            change.options += self._arrivals(statement, signals)
            change.comment = ""
        if change.waits:
            change.extras = self.nothing_from_outside(statement)
        return change if change.options else None

    def meets(self, channel: Reference) -> bool:
        """Whether a channel may have no room, so that sender and receiver meet."""
        declared = [found.channel for found in self.influence.channels.may_be(channel)]
        return any(found is not None and constant_value(found.capacity) == 0 for found in declared)

    def _flags_arrive(self, statement: Receive) -> str:
        return self.why(*(pattern for pattern in statement.patterns if isinstance(pattern, Reference)))

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
                after += self.flag_is(pattern, TRUE if status is Reliability.CHAOTIC else FALSE)
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
        meets = self.meets(statement.channel)
        texts = [text]
        if statement.random and not surely and form is not None and not meets and not self.texts.chosen:
            texts = [there, *self.turning.around(statement, channel, form, len(self.texts.form_fields(form)), text)]
        if surely or self.clock is None:
            return texts
        if meets:
            self.loose.add(text)
        guard = f"expire({self.clock})" if meets else f"{there} && expire({self.clock})"
        return [guard, f"set({self.clock}, 0)", *texts]

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

    def _arrivals(self, statement: Receive, signals: frozenset[int] | None) -> list[tuple[list[str], str]]:
        first, *rest = self.texts.structures.listed(statement.patterns)
        for pattern in statement.patterns:
            if isinstance(pattern, Reference) and self.model.variables[final(pattern)].type == "chan":
                raise Cannot(
                    pattern,
                    f"`{reference_text(pattern)}` would be any channel of the environment's choice",
                    "let the environment send data only",
                )
        forgotten = [text for pattern in rest if isinstance(pattern, Reference) for text in self.forget(pattern)]
        any_value = " with any value" if rest else ""
        if not isinstance(first, Reference):
            said = f"{FROM_OUTSIDE} `{expression_text(first)}`{any_value}"
            return [(self.from_outside(forgotten, statement), said)]
        if signals is None:
            return [(self.from_outside([*self.forget(first), *forgotten], statement), f"{FROM_OUTSIDE} any message")]
        found = []
        for value in sorted(signals):
            name = self.signal_name(value)
            given = [] if first.name == "_" else [f"{self.texts.place(first)} = {name}", *self.flag_is(first, FALSE)]
            found.append((self.from_outside([*given, *forgotten], statement), f"{FROM_OUTSIDE} `{name}`{any_value}"))
        return found

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

    # -- timers ----------------------------------------------------------------------------------

    def set_timer(self, statement: SetTimer, sites: Sequence[Site]) -> StatementChange | None:
        unknown = self.texts.unknown(statement.value, sites)
        told = self.flag_is(statement.timer, unknown)
        if unknown == FALSE and not told and not self.texts.chosen:
            return None
        value, _ = self.texts.value(statement.value, sites)
        timer = self.texts.place(statement.timer)
        comment = self.why_unknown(statement.value, sites) if unknown != FALSE else f"/* {timer} is known now */"
        return StatementChange([([f"set({timer}, {value})", *told], statement_text(statement))], comment=comment)

    def reset_timer(self, statement: ResetTimer) -> StatementChange | None:
        told = self.flag_is(statement.timer, FALSE)
        timer = self.texts.place(statement.timer)
        said = statement_text(statement)
        if not told and not self.texts.chosen:
            return None
        return StatementChange([([f"reset({timer})", *told], said)], comment=f"/* {timer} is known now */")

    def condition(self, statement: Condition, sites: Sequence[Site]) -> StatementChange | None:
        expired = list(expired_timers(statement.expression))
        told = [text for expire in expired for text in self.flag_is(expire.timer, FALSE)]
        runs = self.with_flags(statement.expression, sites)
        changed = self.texts.changes(statement.expression, sites)
        late = [found for expire in expired for found in self.late(expire.timer, sites)]
        chosen = chosen_elsewhere(self.texts, statement, list(sites))
        if not told and not changed and not late and runs is None and not chosen:
            return None
        text = runs or self.texts.truth(statement.expression, sites)
        comment = self.why_unknown(statement.expression, sites) if changed else ""
        if not changed and (late or told):
            comment = self.why(*(expire.timer for expire in expired))
        open_ = chosen or self.texts.uncertain(statement.expression, sites)
        if chosen and self.clock is not None:
            text, told = f"{text} && expire({self.clock})", [f"set({self.clock}, 0)", *told]
            late += self.nothing_from_outside(statement)
        return StatementChange([([text, *told], statement_text(statement))], late, comment, open_, open_ or bool(late))

    def late(self, timer: Reference, sites: Sequence[Site]) -> list[tuple[list[str], str]]:
        """A timer that was set to an unknown time need not run down yet."""
        spots = [frozenset(self.influence.reference_spots(timer, scope, place)) for scope, place in sites]
        status = self.knowledge.judge(spots)
        if status is Reliability.RELIABLE:
            return []
        text = self.texts.place(timer)
        guard = f"expire({text})" if status is Reliability.CHAOTIC else f"{self.texts.flag(timer)} && expire({text})"
        return [([guard, f"set({text}, 1)"], f"{text} does not run down yet")]


def _plain(text: str) -> str:
    return text.replace("*/", "* /")


def _may_come(names: list[str]) -> str:
    if not names:
        return "/* the outside decides this */"
    if len(names) == 1:
        return f"/* {names[0]} may come from outside */"
    return f"/* {', '.join(names[:-1])} and {names[-1]} may come from outside */"
