"""The transformation: each process with the outside put into it, statement by statement.

:: q?a(x) -> ...        ->      :: if
                                   :: q?a, x, unknown_x
                                   :: d_step { x = 0; unknown_x = true } /* from outside */
                                   fi -> ...
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from penstock.closing.edits import Say, Text, TokenEdits
from penstock.closing.guards import Guards, first_of, guards_of
from penstock.closing.interruptions import check_interruption, offering
from penstock.closing.knowledge import Knowledge, Reliability
from penstock.closing.places import choices, chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.steps import FROM_OUTSIDE, StatementChange, Steps
from penstock.closing.texts import FALSE, TRUE, Cannot, Flags, Texts, free_name
from penstock.control.flat import START
from penstock.resolve.symbols import ProcessNames
from penstock.resolve.timers import has_timers
from penstock.source import SourceFile
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Atomic,
    Block,
    Condition,
    Do,
    DStep,
    Else,
    Expression,
    For,
    ForEach,
    If,
    InlineCall,
    Labelled,
    Ltl,
    Never,
    Receive,
    RemoteLabel,
    RemoteVariable,
    ResetTimer,
    Run,
    Select,
    Send,
    Sequence,
    SetTimer,
    Statement,
    Trace,
    Unless,
    VariableDeclaration,
)
from penstock.syntax.printer import statement_text
from penstock.syntax.translation import Translation
from penstock.syntax.walk import unlabelled, walk

Atomics = tuple[Atomic | DStep, ...]
_JUMPS = (Do, For, ForEach, If, Labelled, Select, Unless, Block, Atomic, InlineCall, DStep)


ALWAYS = "1 == 1"
"""A step that is always possible; SPIN refuses a loop of nothing but `true`."""


STUCK = "what it waits for never holds"


class _Waiting(Enum):
    """What happens where no guard holds, if that depends on values from outside."""

    NO_MATTER = 0
    FOR_EVER = 1
    FOR_OTHERS = 2


@dataclass(slots=True)
class _Chain:
    """A place of control: the statements with which a process may go on from there share it.

    `anchor` is the token before which a label can lead back to it.
    """

    anchor: int
    label: str | None = None
    selection: If | Do | None = None
    extras: dict[str, tuple[list[str], str]] = field(default_factory=dict)
    waiting: _Waiting | None = None
    after_jump: bool = False
    in_block: bool = False


class Transformation:
    """One pass over a model; what needs a flag is added to `flags` on the way."""

    def __init__(self, knowledge: Knowledge, file: SourceFile, flags: Flags, discard: bool = False) -> None:
        model = knowledge.influence.model
        self.model = model
        self.knowledge = knowledge
        self.flags = flags
        self.discard = discard
        self.edits = TokenEdits(model, file)
        self.texts = Texts(knowledge, flags, self.edits)
        self.clock_name = free_name(model, "outside") if has_timers(model) else None
        self.steps = Steps(self.texts, self.clock_name, free_name(model, "interrupts"))
        self.guards = Guards(self.steps)
        self.again = free_name(model, "again_")
        self.labels = 0
        self.uses_clock = False
        self.in_claim = False
        self.undecided: dict[Else, list[Statement | None]] = {}
        """The `else` of which the outside decides whether they are possible, and the guards that they wait for."""
        self.interruptible = False
        """Whether an `unless` may interrupt what is being written, after every statement."""

    def run(self) -> None:
        for process in self.model.processes.values():
            if not isinstance(process.node, Trace):
                self.process(process)
        for unit in self.model.syntax.program.units:
            if isinstance(unit, Ltl):
                self.formula(unit)

    def translation(self) -> Translation:
        """The closed text, with what is left of the environment as a process of its own."""
        if not self.steps.interrupting:
            return self.edits.translation()
        process = offering(free_name(self.model, "environment"), self.steps.interrupts, self.clock_name)
        return self.edits.translation(process, f"chan {self.steps.interrupts} = [0] of {{ bit }};\n")

    # -- units ---------------------------------------------------------------------------------

    def process(self, process: ProcessNames) -> None:
        self.in_claim = isinstance(process.node, Never)
        self.uses_clock = False
        self.sequence(process.node.body, _Chain(process.node.body.first), ())
        if declared := self.steps.turning.declared():
            self.edits.put_before(process.node.body.steps[0].first, declared)
        if self.uses_clock:
            self.start_clock(process.node.body)

    def start_clock(self, body: Sequence) -> None:
        """The timer that holds up the outside: set to 0, something may come at once."""
        comment = "/* when something may come from outside */"
        first = next(step for step in body.steps if isinstance(step, Statement))
        self.edits.put_before(first.first, f"set({self.clock_name}, 0);{self.indent(first.first)}")
        start = body.steps[0].first
        self.edits.put_before(start, f"timer {self.clock_name}; {comment}{self.indent(start)}")

    def formula(self, unit: Ltl) -> None:
        """A formula must hold whatever the unknown values are."""
        sites = [(next(iter(self.texts.influence.scopes.values())), START)]
        if self.texts.changes(unit.formula, sites):
            text = self.texts.truth(unit.formula, sites, surely=True)
            first, last = self.edits.balanced(unit.formula.first, unit.formula.last)
            self.edits.replace(first, last, text)

    # -- sequences -----------------------------------------------------------------------------

    def sequence(self, body: Sequence, first: _Chain, atomics: Atomics) -> None:
        chain: _Chain | None = first
        before: object = None
        for step in body.steps:
            if isinstance(step, VariableDeclaration):
                chain = None
            elif isinstance(step, Statement):
                jumped = isinstance(before, _JUMPS)
                self.statement(step, chain or _Chain(step.first, after_jump=jumped), atomics)
                chain = None
            before = step

    def statement(self, statement: Statement, chain: _Chain, atomics: Atomics) -> None:
        match statement:
            case Labelled():
                chain.label = chain.label or (statement.label if chain.anchor == statement.first else None)
                chain.after_jump = True
                self.statement(statement.statement, chain, atomics)
            case If():
                self.selection(statement, chain, atomics)
            case Do():
                self.loop(statement, chain, atomics)
            case Block():
                self.sequence(statement.body, chain, atomics)
            case InlineCall():
                self.statement(statement.body, chain, atomics)
            case Atomic() | DStep():
                self.sequence(statement.body, chain, (*atomics, statement))
                self.loosen(statement)
            case Unless():
                self.unless(statement, chain, atomics)
            case For() | ForEach() | Select():
                self.counting(statement, atomics)
            case Else():
                if statement in self.undecided:
                    self.otherwise(statement, atomics)
            case _:
                self.simple(statement, chain, atomics)

    def loosen(self, statement: Atomic | DStep) -> None:
        """Less than atomic where the original may wait, and no `d_step` around a choice."""
        if statement in self.flags.released:
            self.edits.replace(statement.first, statement.first, "/* may wait for the outside: not atomic */")
        elif isinstance(statement, DStep) and statement in self.flags.choosing:
            self.edits.replace(statement.first, statement.first, "atomic /* the outside chooses */")

    def unless(self, statement: Unless, chain: _Chain, atomics: Atomics) -> None:
        for guard in guards_of(statement.escape):
            if isinstance(guard, Else):
                self.undecided.pop(guard, None)  # in an escape it is tried first
            elif guard is not None and (self.guards.uncertain(guard) or self.guards.may_be_late(guard)):
                check_interruption(self.model, guard, self.interruptible, self.guards.cannot_be_offered(guard))
                self.steps.interrupting.add(guard)
                # The outside may interrupt between any two steps.
                inside = (node for node in walk(statement.main) if isinstance(node, Atomic))
                self.flags.released.update(atomics, inside)
        outer, self.interruptible = self.interruptible, True
        self.statement(statement.main, chain, atomics)
        self.interruptible = outer
        self.statement(statement.escape, _Chain(statement.escape.first), atomics)
        self.hold_together(unlabelled(statement.main))
        self.hold_together(unlabelled(statement.escape))

    def hold_together(self, statement: Statement) -> None:
        """What `unless` is about is one statement: a loop that has become several needs braces."""
        if isinstance(statement, For | ForEach | Select):
            last = statement.last if isinstance(statement, Select) else statement.body.last + 1
            if {statement.first, last} & (
                self.edits.replaced.keys() | self.edits.before.keys() | self.edits.after.keys()
            ):
                self.edits.put_before(statement.first, "{ ")
                self.edits.put_after(last, " }")

    # -- selections ----------------------------------------------------------------------------

    def selection(self, statement: If, chain: _Chain, atomics: Atomics) -> None:
        outermost = chain.selection is None
        if outermost:
            chain.selection = statement
            chain.waiting = self.waiting(list(guards_of(statement)), atomics)
            if chain.waiting is _Waiting.FOR_EVER:
                self.stuck(statement, atomics)
        self.options(statement, chain, atomics)
        if outermost:
            self.lead_back(statement, chain, atomics)

    def loop(self, statement: Do, chain: _Chain, atomics: Atomics) -> None:
        """A loop comes back to its guards by itself, and then not to those of a selection around it."""
        inner = _Chain(chain.anchor, chain.label, statement)
        inner.waiting = self.waiting(list(guards_of(statement)), atomics)
        if inner.waiting is _Waiting.FOR_EVER:
            self.stuck(statement, atomics)
        self.options(statement, inner, atomics)
        for options, said in inner.extras.values():
            self.edits.put_after(statement.first, self.line(statement.first, [*self.together(options, said, atomics)]))
        chain.extras.update(inner.extras)

    def options(self, statement: If | Do, chain: _Chain, atomics: Atomics) -> None:
        guards = list(guards_of(statement))
        for place, guard in enumerate(guards):
            if isinstance(guard, Else):
                self.look_before(guard, guards[:place])
        for option in statement.options:
            self.sequence(option, chain, atomics)

    def look_before(self, statement: Else, guards: list[Statement | None]) -> None:
        """An `else` may wait for the guards of several selections; those of the innermost are there in any case."""
        if statement in self.undecided or any(map(self.guards.uncertain, guards)):
            self.undecided[statement] = guards

    def otherwise(self, statement: Else, atomics: Atomics) -> None:
        comment = "/* else: the outside decides the others */"
        condition = self.guards.otherwise(self.undecided[statement])
        text: Text = [Say("else"), f"{ALWAYS if condition == TRUE else condition} {comment}"]
        self.edits.replace(statement.first, statement.first, text)
        self.flags.choosing.update(atomics)

    def stuck(self, statement: If | Do, atomics: Atomics) -> None:
        """An option for the case that no guard holds: the process does nothing more."""
        condition = self.guards.otherwise(list(guards_of(statement)))
        text: Text = [Say(STUCK), f"{condition} -> false /* perhaps none of these holds: then it waits forever */"]
        self.edits.put_after(statement.first, self.line(statement.first, text))
        self.flags.choosing.update(atomics)

    def waiting(self, guards: list[Statement | None], atomics: Atomics) -> _Waiting:
        """It matters that a process waits where others wait for that: for time to pass, or for an atomic sequence."""
        conditions = [guard for guard in guards if isinstance(guard, Condition) and self.guards.uncertain(guard)]
        certain = any(guard is None or self._always(guard) for guard in guards)
        interrupts = any(guard in self.steps.interrupting for guard in conditions)
        if self.in_claim or not conditions or certain or interrupts:
            return _Waiting.NO_MATTER
        held = self.knowledge.is_held([site for guard in conditions for site in self.knowledge.sites(guard)])
        if self.clock_name is None and not held:
            return _Waiting.NO_MATTER
        if self.guards.are_local(guards):
            return _Waiting.NO_MATTER if self.guards.exhaustive(guards) else _Waiting.FOR_EVER
        if held:
            self.flags.released.update(atomics)
        return _Waiting.FOR_OTHERS

    @staticmethod
    def _always(guard: Statement) -> bool:
        return not isinstance(guard, Condition | Send | Receive | Run)

    def lead_back(self, statement: If, chain: _Chain, atomics: Atomics) -> None:
        """Options of a selection that change nothing but the time: afterwards it is where it was."""
        for options, said in chain.extras.values():
            text = self.together(options, said, atomics)
            self.edits.put_after(statement.first, self.line(statement.first, [*text, f"; goto {self.label(chain)}"]))

    def label(self, chain: _Chain) -> str:
        if chain.label is None:
            self.labels += 1
            chain.label = f"{self.again}{self.labels}"
            # SPIN allows no label before the first statement of a block.
            self.edits.put_before(chain.anchor, f"{'skip; ' if chain.in_block else ''}{chain.label}: ")
        return chain.label

    # -- single statements -----------------------------------------------------------------------

    def simple(self, statement: Statement, chain: _Chain, atomics: Atomics) -> None:
        sites = self.knowledge.sites(statement)
        if isinstance(statement, Assert):
            self.assertion(statement, sites)
            return
        change = self.change(statement, sites)
        if isinstance(statement, Condition) and change is not None:
            change = self.waiting_condition(statement, change, chain, sites, atomics)
        elif change is not None and change.waits and self.knowledge.is_held(sites):
            self.flags.released.update(atomics)
        if isinstance(statement, Receive) and self.discard:
            change = self.discarding(statement, change, chain, sites)
        if change is not None:
            self.refuse_remote(statement, change)
            if isinstance(statement, Receive) and self.interruptible:
                self.refuse_interruption(statement, change)
            self.put(statement, change, chain, atomics)

    @staticmethod
    def refuse_remote(statement: Statement, change: StatementChange) -> None:
        """SPIN does not allow looking into other processes from inside a `d_step`."""
        several = any(len(options) > 1 for options, _ in change.options)
        if several and any(isinstance(node, RemoteVariable | RemoteLabel) for node in walk(statement)):
            raise Cannot(
                statement,
                "the outside decides this, and it looks into another process",
                "let that process keep the value in a global variable",
            )

    def refuse_interruption(self, statement: Receive, change: StatementChange) -> None:
        """In SPIN a sender meets an interruptible receiver; no `d_step` can hold a rendezvous and its effects."""
        several = change.chooses or any(len(options) > 1 for options, _ in change.options)
        if several and self.steps.meets(statement.channel):
            raise Cannot(
                statement,
                "an `unless` could interrupt here, which a rendezvous does not take into account",
                "receive outside the `unless`, or use a channel with a buffer",
            )

    def change(self, statement: Statement, sites: list[Site]) -> StatementChange | None:
        """What becomes of a statement, for each element that it may be about."""
        change: StatementChange | None = None
        for chosen in choices(self.texts, statement, sites):
            self.texts.chosen = chosen
            change = _together(change, self.single(statement, sites))
        self.texts.chosen = {}
        return change

    def single(self, statement: Statement, sites: list[Site]) -> StatementChange | None:
        match statement:
            case Assignment():
                return self.steps.assignment(statement, sites)
            case Send():
                return self.steps.send(statement, sites)
            case Receive():
                return self.steps.receive(statement, sites)
            case Condition():
                return self.steps.condition(statement, sites)
            case SetTimer():
                return self.steps.set_timer(statement, sites)
            case ResetTimer():
                return self.steps.reset_timer(statement)
            case _:
                return None

    def assertion(self, statement: Assert, sites: list[Site]) -> None:
        if self.texts.changes(statement.condition, sites):
            text = self.texts.truth(statement.condition, sites, surely=True)
            comment = self.steps.why_unknown(statement.condition, sites)
            said = Say(statement_text(statement))
            self.edits.replace(statement.first, statement.last, [said, f"assert({text}) {comment}"])

    def waiting_condition(
        self, statement: Condition, change: StatementChange, chain: _Chain, sites: list[Site], atomics: Atomics
    ) -> StatementChange:
        if statement in self.steps.interrupting:
            return self.interrupting(statement, change, sites)
        waiting = chain.waiting if chain.selection is not None else self.waiting([statement], atomics)
        chosen = chosen_elsewhere(self.texts, statement, sites)
        if (change.extras or chosen) and self.knowledge.is_held(sites):
            self.flags.released.update(atomics)
        if chosen or not self.guards.uncertain(statement):
            return change
        if waiting is _Waiting.FOR_EVER and chain.selection is None:
            condition = self.guards.otherwise([statement])
            change.options.append(([f"{condition} -> false"], STUCK))
        elif waiting is _Waiting.FOR_OTHERS and self.clock_name is not None:
            (_, *told), said = change.options[0]
            surely = self.texts.truth(statement.expression, sites, surely=True)
            possibly = self.texts.truth(statement.expression, sites)
            guard = f"{possibly} && expire({self.clock_name})"
            chaos = ([guard, f"set({self.clock_name}, 0)", *told], said)
            change.options = [chaos] if surely == FALSE else [([surely, *told], said), chaos]
            change.extras += self.steps.nothing_from_outside(statement)
        return change

    def interrupting(self, statement: Condition, change: StatementChange, sites: list[Site]) -> StatementChange:
        """It interrupts where it surely holds; where it only may, the outside decides."""
        surely = self.texts.truth(statement.expression, sites, surely=True)
        possibly = self.texts.truth(statement.expression, sites)
        said = statement_text(statement)
        certain = [([surely], said)] if surely != FALSE else []
        change.options = [*certain, ([self.steps.interruption(possibly)], said)]
        return change

    def discarding(
        self, statement: Receive, change: StatementChange | None, chain: _Chain, sites: list[Site]
    ) -> StatementChange | None:
        """SDL: a signal that is not expected here is taken out of the queue and forgotten."""
        if statement in self.steps.interrupting:
            return change
        selection = chain.selection
        beside = list(guards_of(selection)) if selection is not None else [statement]
        extras = self.steps.discards(statement, [one for one in beside if isinstance(one, Receive)])
        if not extras:
            return change
        change = change or StatementChange([([statement_text(statement)], statement_text(statement))])
        change.extras += extras
        if self.knowledge.is_held(sites):
            change.waits = True
        return change

    def put(self, statement: Statement, change: StatementChange, chain: _Chain, atomics: Atomics) -> None:
        if change.chooses or change.extras or len(change.options) > 1:
            self.flags.choosing.update(atomics)
        if self.clock_name is not None and self._mentions_clock(change):
            self.uses_clock = True
        lines = [[*self.together(options, said, atomics), _remark(said)] for options, said in change.options]
        if chain.selection is not None:
            chain.extras.update((" ".join(options), (options, said)) for options, said in change.extras)
        else:
            for options, said in change.extras:
                lines.append([*self.together(options, said, atomics), f"; goto {self.label(chain)}"])
        comment = f" {change.comment}" if change.comment else ""
        if len(lines) == 1:
            text: Text = [*lines[0], comment]
            several = len(change.options[0][0]) > 1
            braces = several and chain.after_jump and chain.selection is None
            text = ["{ ", *text, " }"] if braces else text
        else:
            text = ["if", comment]
            for line in lines:
                text += self.line(statement.first, line)
            text += [self.indent(statement.first) + "fi"]
        self.edits.replace(statement.first, statement.last, text)

    def _mentions_clock(self, change: StatementChange) -> bool:
        return any(f"({self.clock_name}" in text for options, _ in change.options for text in options)

    def together(self, options: list[str], said: str, atomics: Atomics) -> Text:
        """Statements that happen in one step."""
        say = Say(said, said.startswith(FROM_OUTSIDE))
        if len(options) == 1:
            return [say, ALWAYS if options[0] == TRUE else options[0]]
        loose = self.flags.released | self.flags.choosing
        if "?" in options[0].split("(")[0] and options[0].startswith(self.steps.interrupts):
            return ["atomic { ", say, _in_a_row(options), " }"]
        if any(isinstance(atomic, DStep) and atomic not in loose for atomic in atomics):
            return [say, _in_a_row(options)]
        if any(text in self.steps.loose for text in options) or "?" in options[0].split("(")[0]:
            return ["d_step { " if self.interruptible else "atomic { ", say, _in_a_row(options), " }"]
        return [say, f"d_step {{ {_in_a_row(options)} }}"]

    def line(self, at: int, text: Text) -> Text:
        """An option on a line of its own."""
        return [self.indent(at), ":: ", *text]

    def indent(self, at: int) -> str:
        """A new line that begins where the line of a token does."""
        line = self.edits.line_of(at)
        blanks = line[: len(line) - len(line.lstrip())]
        return "\n" + blanks + ("   " if line.lstrip().startswith("::") else "")

    # -- loops that count ------------------------------------------------------------------------

    def counting(self, statement: For | ForEach | Select, atomics: Atomics) -> None:
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
        if not isinstance(statement, Select):
            self.sequence(statement.body, _Chain(statement.body.first, in_block=True), atomics)

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
        start = "; ".join([f"{counter} = {low}", *self.steps.flag_is(statement.variable, unknown)])
        unknown_now = self.texts.unknown(statement.variable, tests)
        operator = "<" if isinstance(statement, Select) else "<="
        compared = f"{counter} {operator} {self.edits.raw(statement.high)}"
        unknowns = [self.texts.unknown(part, tests) for part in (statement.variable, statement.high)]
        unknowns = [text for text in unknowns if text != FALSE]
        possibly = ALWAYS if TRUE in unknowns else " || ".join([*unknowns, compared])
        fails = ALWAYS if TRUE in unknowns else " || ".join([*unknowns, f"!({compared})"])
        following = f"{counter} + 1" if unknown_now == FALSE else f"({unknown_now} -> 0 : {counter} + 1)"
        following = "0" if unknown_now == TRUE else following
        why = self.steps.why(statement.low, statement.high)
        indent = self.indent(statement.first)
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


def _together(one: StatementChange | None, other: StatementChange | None) -> StatementChange | None:
    """One of two changes happens."""
    if one is None or other is None:
        return one or other
    one.options += other.options
    one.extras += [extra for extra in other.extras if extra not in one.extras]
    one.chooses = True
    one.waits |= other.waits
    return one


def _remark(said: str) -> str:
    """A comment on what the outside does."""
    return f" /* {said.replace('`', '')} */" if said.startswith(FROM_OUTSIDE) else ""


def _in_a_row(statements: list[str]) -> str:
    first, *rest = statements
    return f"{first}{' -> ' if 'expire(' in first else '; '}{'; '.join(rest)}"
