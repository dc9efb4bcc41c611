"""The transformation: each process with the outside put into it, statement by statement.

:: q?a(x) -> ...        ->      :: if
                                   :: q?a, x, unknown_x
                                   :: d_step { x = 0; unknown_x = true } /* from outside */
                                   fi -> ...
"""

from __future__ import annotations

from penstock.closing.chains import Atomics, Chain, Idling, Waits
from penstock.closing.changes import StatementChange
from penstock.closing.counting import Counting
from penstock.closing.edits import Say, Text, TokenEdits
from penstock.closing.guards import Guards, guards_of
from penstock.closing.interruptions import check_interruption, offering
from penstock.closing.knowledge import Knowledge
from penstock.closing.outside import Outside
from penstock.closing.places import chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.steps import Steps
from penstock.closing.texts import FALSE, TRUE, Cannot, Flags, Texts, free_name
from penstock.closing.writing import ALWAYS, Writing
from penstock.control.flat import START
from penstock.resolve.symbols import ProcessNames
from penstock.resolve.timers import has_timers
from penstock.source import SourceFile
from penstock.syntax.nodes import (
    Assert,
    Atomic,
    Block,
    Condition,
    Do,
    DStep,
    Else,
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
    Select,
    Sequence,
    Statement,
    Trace,
    Unless,
    VariableDeclaration,
)
from penstock.syntax.printer import statement_text
from penstock.syntax.translation import Translation
from penstock.syntax.walk import unlabelled, walk

_JUMPS = (Do, For, ForEach, If, Labelled, Select, Unless, Block, Atomic, InlineCall, DStep)


STUCK = "what it waits for never holds"


class Transformation:
    """One pass over a model; what needs a flag is added to `flags` on the way."""

    def __init__(
        self, knowledge: Knowledge, file: SourceFile, flags: Flags, discard: bool = False, may_wait: bool = False
    ) -> None:
        model = knowledge.influence.model
        self.model = model
        self.knowledge = knowledge
        self.flags = flags
        self.discard = discard
        self.edits = TokenEdits(model, file)
        self.texts = Texts(knowledge, flags, self.edits)
        clock = free_name(model, "outside") if has_timers(model) else None
        self.outside = Outside(self.texts, clock, free_name(model, "interrupts"))
        self.steps = Steps(self.outside)
        self.guards = Guards(self.steps)
        self.waits = Waits(self.guards, flags, may_wait)
        self.writing = Writing(self.outside, flags, self.edits)
        self.counting = Counting(self.writing)
        self.undecided: dict[Else, list[Statement | None]] = {}
        """The `else` of which the outside decides whether they are possible, and the guards that they wait for."""

    def run(self) -> None:
        for process in self.model.processes.values():
            if not isinstance(process.node, Trace):
                self.process(process)
        for unit in self.model.syntax.program.units:
            if isinstance(unit, Ltl):
                self.formula(unit)

    def translation(self) -> Translation:
        """The closed text, with what is left of the environment as a process of its own."""
        if not self.outside.interrupting:
            return self.edits.translation()
        if self.waits.may_wait:
            raise Cannot(
                next(iter(self.outside.interrupting)),
                "whether the outside interrupts here is open, and with it whether this may wait for ever",
                "`--method process` looks at one environment",
            )
        process = offering(free_name(self.model, "environment"), self.outside.interrupts, self.outside.clock)
        return self.edits.translation(process, f"chan {self.outside.interrupts} = [0] of {{ bit }};\n")

    # -- units ---------------------------------------------------------------------------------

    def process(self, process: ProcessNames) -> None:
        self.waits.in_claim = isinstance(process.node, Never)
        self.writing.uses_clock = False
        self.sequence(process.node.body, Chain(process.node.body.first), ())
        if declared := self.steps.sending.turning.declared():
            self.edits.put_before(process.node.body.steps[0].first, declared)
        if self.writing.uses_clock:
            self.start_clock(process.node.body)

    def start_clock(self, body: Sequence) -> None:
        """The timer that holds up the outside: set to 0, something may come at once."""
        comment = "/* when something may come from outside */"
        first = next(step for step in body.steps if isinstance(step, Statement))
        self.edits.put_before(first.first, f"set({self.outside.clock}, 0);{self.writing.indent(first.first)}")
        start = body.steps[0].first
        self.edits.put_before(start, f"timer {self.outside.clock}; {comment}{self.writing.indent(start)}")

    def formula(self, unit: Ltl) -> None:
        """A formula must hold whatever the unknown values are."""
        sites = [(next(iter(self.texts.influence.scopes.values())), START)]
        if self.texts.changes(unit.formula, sites):
            text = self.texts.truth(unit.formula, sites, surely=True)
            first, last = self.edits.balanced(unit.formula.first, unit.formula.last)
            self.edits.replace(first, last, text)

    # -- sequences -----------------------------------------------------------------------------

    def sequence(self, body: Sequence, first: Chain, atomics: Atomics) -> None:
        chain: Chain | None = first
        before: object = None
        for step in body.steps:
            if isinstance(step, VariableDeclaration):
                chain = None
            elif isinstance(step, Statement):
                jumped = isinstance(before, _JUMPS)
                self.statement(step, chain or Chain(step.first, after_jump=jumped), atomics)
                chain = None
            before = step

    def statement(self, statement: Statement, chain: Chain, atomics: Atomics) -> None:
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
                self.count(statement, atomics)
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

    def unless(self, statement: Unless, chain: Chain, atomics: Atomics) -> None:
        for guard in guards_of(statement.escape):
            if isinstance(guard, Else):
                self.undecided.pop(guard, None)  # in an escape it is tried first
            elif guard is not None and (self.guards.uncertain(guard) or self.guards.may_be_late(guard)):
                check_interruption(self.model, guard, self.writing.interruptible, self.guards.cannot_be_offered(guard))
                self.outside.interrupting.add(guard)
                # The outside may interrupt between any two steps.
                inside = (node for node in walk(statement.main) if isinstance(node, Atomic))
                self.flags.released.update(atomics, inside)
        outer, self.writing.interruptible = self.writing.interruptible, True
        self.statement(statement.main, chain, atomics)
        self.writing.interruptible = outer
        self.statement(statement.escape, Chain(statement.escape.first), atomics)
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

    def selection(self, statement: If, chain: Chain, atomics: Atomics) -> None:
        outermost = chain.selection is None
        if outermost:
            chain.selection = statement
            guards = list(guards_of(statement))
            chain.waiting = self.waits.there(guards, atomics)
            if self.waits.for_ever(guards, chain.waiting):
                self.stuck(statement, atomics)
        self.options(statement, chain, atomics)
        if outermost:
            self.lead_back(statement, chain, atomics)

    def loop(self, statement: Do, chain: Chain, atomics: Atomics) -> None:
        """A loop comes back to its guards by itself, and then not to those of a selection around it."""
        inner = Chain(chain.anchor, chain.label, statement)
        guards = list(guards_of(statement))
        inner.waiting = self.waits.there(guards, atomics)
        if self.waits.for_ever(guards, inner.waiting):
            self.stuck(statement, atomics)
        self.options(statement, inner, atomics)
        for options, said in inner.extras.values():
            self.edits.put_after(
                statement.first, self.writing.line(statement.first, [*self.writing.together(options, said, atomics)])
            )
        chain.extras.update(inner.extras)

    def options(self, statement: If | Do, chain: Chain, atomics: Atomics) -> None:
        guards = list(guards_of(statement))
        for place, guard in enumerate(guards):
            if isinstance(guard, Else):
                self.look_before(guard, guards[:place])
        for option in statement.options:
            self.sequence(option, chain, atomics)

    def look_before(self, statement: Else, guards: list[Statement | None]) -> None:
        """An `else` may wait for the guards of several selections; those of the innermost are there in any case."""
        if statement in self.undecided or any(map(self.guards.uncertain, guards)) or self.takes_its_time(statement):
            self.undecided[statement] = guards

    def takes_its_time(self, statement: Else) -> bool:
        sites = self.knowledge.sites(statement)
        return self.outside.takes_its_time(sites) and not self.knowledge.is_held(sites)

    def otherwise(self, statement: Else, atomics: Atomics) -> None:
        comment = "/* else: the outside decides the others */"
        condition = self.guards.otherwise(self.undecided[statement])
        written = ALWAYS if condition == TRUE else condition
        if self.takes_its_time(statement):
            self.writing.uses_clock = True
            written = f"d_step {{ {written} && expire({self.outside.clock}) -> set({self.outside.clock}, 0) }}"
        text: Text = [Say("else"), f"{written} {comment}"]
        self.edits.replace(statement.first, statement.first, text)
        self.flags.choosing.update(atomics)

    def stuck(self, statement: If | Do, atomics: Atomics) -> None:
        """An option for the case that no guard holds: the process does nothing more."""
        condition = self.guards.otherwise(list(guards_of(statement)))
        text: Text = [Say(STUCK), f"{condition} -> false /* perhaps none of these holds: then it waits forever */"]
        self.edits.put_after(statement.first, self.writing.line(statement.first, text))
        self.flags.choosing.update(atomics)

    def lead_back(self, statement: If, chain: Chain, atomics: Atomics) -> None:
        """Options of a selection that change nothing but the time: afterwards it is where it was."""
        for options, said in chain.extras.values():
            text = self.writing.together(options, said, atomics)
            self.edits.put_after(
                statement.first, self.writing.line(statement.first, [*text, f"; goto {self.writing.label(chain)}"])
            )

    # -- single statements -----------------------------------------------------------------------

    def simple(self, statement: Statement, chain: Chain, atomics: Atomics) -> None:
        sites = self.knowledge.sites(statement)
        if isinstance(statement, Assert):
            self.assertion(statement, sites)
            return
        change = self.steps.change(statement, sites)
        if isinstance(statement, Condition) and change is not None:
            change = self.waiting_condition(statement, change, chain, sites, atomics)
        elif change is not None and change.waits and self.knowledge.is_held(sites):
            self.flags.released.update(atomics)
        if isinstance(statement, Receive) and self.discard:
            change = self.discarding(statement, change, chain, sites)
        if chain.selection is None and change is not None and self.waits.for_ever([statement], None):
            change.options.append(([f"{self.guards.otherwise([statement])} -> false"], STUCK))
        if change is not None:
            self.refuse_remote(statement, change)
            if isinstance(statement, Receive) and self.writing.interruptible:
                self.refuse_interruption(statement, change)
            self.writing.put(statement, change, chain, atomics)

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
        if several and self.texts.influence.channels.may_meet(statement.channel):
            raise Cannot(
                statement,
                "an `unless` could interrupt here, which a rendezvous does not take into account",
                "receive outside the `unless`, or use a channel with a buffer",
            )

    def assertion(self, statement: Assert, sites: list[Site]) -> None:
        if self.texts.changes(statement.condition, sites):
            text = self.texts.truth(statement.condition, sites, surely=True)
            comment = self.outside.why_unknown(statement.condition, sites)
            said = Say(statement_text(statement))
            self.edits.replace(statement.first, statement.last, [said, f"assert({text}) {comment}"])

    def waiting_condition(
        self, statement: Condition, change: StatementChange, chain: Chain, sites: list[Site], atomics: Atomics
    ) -> StatementChange:
        if statement in self.outside.interrupting:
            return self.interrupting(statement, change, sites)
        waiting = chain.waiting if chain.selection is not None else self.waits.there([statement], atomics)
        chosen = chosen_elsewhere(self.texts, statement, sites)
        if (change.extras or chosen) and self.knowledge.is_held(sites):
            self.flags.released.update(atomics)
        if chosen or not self.guards.uncertain(statement):
            return change
        if waiting is Idling.FOR_EVER and chain.selection is None and not self.waits.may_wait:
            condition = self.guards.otherwise([statement])
            change.options.append(([f"{condition} -> false"], STUCK))
        elif waiting is Idling.FOR_OTHERS and self.outside.clock is not None:
            (_, *told), said = change.options[0]
            surely = self.texts.truth(statement.expression, sites, surely=True)
            possibly = self.texts.truth(statement.expression, sites)
            guard = f"{possibly} && expire({self.outside.clock})"
            chaos = ([guard, f"set({self.outside.clock}, 0)", *told], said)
            change.options = [chaos] if surely == FALSE else [([surely, *told], said), chaos]
            change.extras += self.outside.nothing_from_outside(statement)
        return change

    def interrupting(self, statement: Condition, change: StatementChange, sites: list[Site]) -> StatementChange:
        """It interrupts where it surely holds; where it only may, the outside decides."""
        surely = self.texts.truth(statement.expression, sites, surely=True)
        possibly = self.texts.truth(statement.expression, sites)
        said = statement_text(statement)
        certain = [([surely], said)] if surely != FALSE else []
        change.options = [*certain, ([self.outside.interruption(possibly)], said)]
        return change

    def discarding(
        self, statement: Receive, change: StatementChange | None, chain: Chain, sites: list[Site]
    ) -> StatementChange | None:
        """SDL: a signal that is not expected here is taken out of the queue and forgotten."""
        if statement in self.outside.interrupting:
            return change
        selection = chain.selection
        beside = list(guards_of(selection)) if selection is not None else [statement]
        extras = self.steps.receiving.discards(statement, [one for one in beside if isinstance(one, Receive)])
        if not extras:
            return change
        change = change or StatementChange([([statement_text(statement)], statement_text(statement))])
        change.extras += extras
        if self.knowledge.is_held(sites):
            change.waits = True
        return change

    # -- loops that count ------------------------------------------------------------------------

    def count(self, statement: For | ForEach | Select, atomics: Atomics) -> None:
        self.counting.close(statement, atomics)
        if not isinstance(statement, Select):
            self.sequence(statement.body, Chain(statement.body.first, in_block=True), atomics)
