"""Control flow: labels, jumps, loops, `else`, `unless`, and what may stand in `d_step`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches

from penstock.budget import check
from penstock.diagnostics.record import Fix
from penstock.resolve.model import Model
from penstock.resolve.repairs import labelling
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Atomic,
    Block,
    Break,
    CCode,
    ChannelClaim,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Do,
    DStep,
    Else,
    For,
    ForEach,
    Goto,
    If,
    Init,
    InlineCall,
    Labelled,
    Never,
    Node,
    Print,
    PrintMtype,
    Proctype,
    Receive,
    RemoteLabel,
    RemoteVariable,
    Run,
    Send,
    Sequence,
    SetPriority,
    Statement,
    Step,
    Trace,
    Unless,
    VariableDeclaration,
    Word,
)
from penstock.syntax.walk import unlabelled, walk

_NO_EVENTS = (Assignment, Print, PrintMtype, Assert, SetPriority, CCode, Else, Atomic, DStep, Block, InlineCall)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement stands."""

    loops: int = 0
    d_step: int = 0


class ControlChecker:
    """Checks one process."""

    def __init__(self, model: Model, process: ProcessNames) -> None:
        self.model = model
        self.process = process
        self.claims_channels = model.nodes.has(ChannelClaim)
        self.first_in_d_step: Statement | None = None

    def run(self) -> None:
        self.steps(self.process.node.body, _Place())
        self.check_claim()

    def steps(self, body: Sequence, place: _Place) -> None:
        for statement in statements_of(body):
            self.statement(statement, place)

    def block(self, body: Sequence, place: _Place, what: str) -> None:
        first = next((step for step in body.steps if _takes_a_step(step)), None)
        if isinstance(first, Labelled) and not isinstance(unlabelled(first), Do):
            self._misplaced(first, what, labelling(self.model, first, body.first - 1))
        self.steps(body, place)

    def _misplaced(self, statement: Labelled, what: str, fixes: tuple[Fix, ...] = ()) -> None:
        self.model.report(
            "E511",
            f"label `{statement.label}` is inside {what}, before its first statement",
            statement.first,
            hint=f"label {what} itself: `{statement.label}: ...`",
            fixes=fixes,
        )

    def statement(self, statement: Statement, place: _Place) -> None:
        check()
        match statement:
            case Labelled():
                self.statement(statement.statement, place)
            case Goto():
                self.jump(statement, place)
            case Break():
                self.leave_loop(statement, place)
            case If() | Do():
                self.options(statement, place)
            case For() | ForEach():
                self.steps(statement.body, replace(place, loops=place.loops + 1))
            case Atomic():
                self.block(statement.body, place, "the atomic block")
            case Block():
                self.block(statement.body, place, "the block")
            case DStep():
                self.d_step(statement, place)
            case Unless():
                self.unless(statement, place)
            case InlineCall():
                self.statement(statement.body, place)
            case _:
                if place.d_step:
                    self.check_d_step(statement, place.d_step)

    def _told(self) -> set[str] | frozenset[str]:
        """Labels that nothing is known about, or that have been told to be missing: `again;` for `again:`."""
        return self.model.syntax.skipped_names | self.model.diagnostics.names("E301")

    def jump(self, statement: Goto, place: _Place) -> None:
        label = self.process.targets.get(statement)
        if label is not None and label.statement is None:
            label = self.process.find_label(label.name)
            if label is not None:
                self.process.targets[statement] = label
        if label is None:
            if statement in self.process.targets and statement.label not in self._told():
                known = [found.name for found in self.process.labels if found.statement is not None]
                similar = get_close_matches(statement.label, known, 1, 0.6)
                self.model.report(
                    "E501",
                    f"label `{statement.label}` does not exist",
                    statement.last,
                    hint=f"did you mean `{similar[0]}`?" if similar else None,
                    fixes=self.model.renaming(statement.last, similar[0] if similar else None),
                )
        elif label.d_step != place.d_step:
            direction = "out of" if place.d_step else "into"
            self.model.report(
                "E512",
                f"this jumps {direction} a `d_step`",
                statement,
                hint="a d_step is one step: it is entered at its start and left at its end",
                notes=self.model.declared_here(label.at),
            )

    def leave_loop(self, statement: Break, place: _Place) -> None:
        if place.loops == 0:
            message = "this `break` leaves a `d_step`" if place.d_step else "`break` outside a loop"
            self.model.report("E512" if place.d_step else "E503", message, statement)

    def d_step(self, statement: DStep, place: _Place) -> None:
        inner = place if place.d_step else _Place(0, statement.first)
        found = statements_of(statement.body)
        self.first_in_d_step = unlabelled(found[0]) if found else None
        self.block(statement.body, inner, "the d_step")

    def unless(self, statement: Unless, place: _Place) -> None:
        if place.d_step:
            first = self.first_in_d_step is statement
            message = "`unless` cannot begin a `d_step`" if first else "`unless` inside a `d_step` is ignored"
            self.model.report("E513" if first else "W715", message, statement.first)
        main = statement.main
        if isinstance(main, Labelled) and not isinstance(main.statement, (Block, Atomic, DStep, InlineCall)):
            if not isinstance(unlabelled(main), Do):
                self._misplaced(main, "the main part of `unless`")
        if isinstance(statement.escape, Labelled) and not isinstance(unlabelled(statement.escape), Do):
            self._misplaced(statement.escape, "the escape of `unless`")
        self.statement(main, place)
        # A `break` in the escape of a loop leaves the loop around it, not the loop itself.
        self.statement(statement.escape, place)

    def options(self, statement: If | Do, place: _Place) -> None:
        inner = replace(place, loops=place.loops + 1) if isinstance(statement, Do) else place
        seen_else: Else | None = None
        for option in statement.options:
            found = statements_of(option)
            if found and isinstance(found[0], Else):
                if seen_else is not None:
                    self.model.report(
                        "E504", "a second `else`", found[0], notes=self.model.declared_here(seen_else.first, "first")
                    )
                seen_else = found[0]
            self.steps(option, inner)
        if seen_else is not None:
            self.check_else(statement, seen_else)

    def check_else(self, statement: If | Do, otherwise: Else) -> None:
        for option in statement.options:
            found = statements_of(option)
            guard = _guard(found[0]) if found else None
            if guard is None or not _communicates(guard):
                continue
            code = "E519" if self.claims_channels else "W702"
            self.model.report(
                code,
                "`else` beside an option that sends, receives or tests a channel",
                otherwise,
                hint="test the channel explicitly, as in `nempty(q) -> q?x` and `empty(q) -> ...`",
                notes=[("the option is here", self.model.position(guard))],
            )
            return

    def check_d_step(self, statement: Statement, at: int) -> None:
        fixes = self.model.renaming(at, "atomic")
        for node in walk(statement):
            if isinstance(node, Run):
                message = "`run` cannot be used inside a `d_step`"
                self.model.report("E513", message, node, hint="use `atomic`", fixes=fixes)
            elif isinstance(node, RemoteLabel | RemoteVariable):
                message = "a `d_step` cannot look into another process"
                self.model.report("E513", message, node, hint="use `atomic`", fixes=fixes)

    def check_claim(self) -> None:
        node = self.process.node
        if isinstance(node, Proctype | Init) and not self.model.nodes.has(Word):
            return
        for found in walk(node.body):
            if isinstance(node, Never):
                self._check_never(found)
            elif isinstance(found, Word) and found.word == "np_":
                self.model.report("E516", "`np_` can only be used in a never claim", found)
            elif isinstance(node, Trace) and _is_not_an_event(found):
                self.model.report("E515", "only plain sends and receives are events of a trace", found)

    def _check_never(self, found: Node) -> None:
        if isinstance(found, Send | Receive):
            self.model.report("E514", "a never claim cannot send or receive", found, hint="use a poll such as `q?[m]`")
        elif isinstance(found, VariableDeclaration):
            self.model.report("E520", "a never claim cannot have variables", found, hint="make them global")
        elif isinstance(found, Assignment):
            self.model.report("W712", "a never claim should not change variables", found)


def statements_of(body: Sequence) -> list[Statement]:
    """The steps that do something; a late declaration assigns, but it cannot be jumped to."""
    return [step for step in body.steps if isinstance(step, Statement)]


def _takes_a_step(step: Step) -> bool:
    """A declaration inside a block gives its variables their values; only channels have them from the start."""
    if isinstance(step, VariableDeclaration):
        return any(not isinstance(declarator.initial, ChannelInitial) for declarator in step.variables)
    return isinstance(step, Statement)


def _guard(statement: Statement) -> Statement | None:
    statement = unlabelled(statement)
    return (
        None
        if isinstance(statement, (Else, VariableDeclaration, If, Do, Atomic, Block, DStep, Unless, InlineCall))
        else statement
    )


def _communicates(guard: Statement) -> bool:
    if isinstance(guard, (Send, Receive)):
        return True
    return any(isinstance(node, ChannelQuery) and node.query != "len" for node in walk(guard))


def _is_not_an_event(found: Node) -> bool:
    match found:
        case Condition():
            return found.written
        case Send():
            return found.sorted
        case Receive():
            return found.random or found.peek
        case _:
            return isinstance(found, _NO_EVENTS)
