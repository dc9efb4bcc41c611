"""From a process to its automaton: `goto`, `break`, `unless`, `atomic` and loops resolved once.

Statements are built from the last to the first, each knowing the place where control goes next.
A jump is just another name for its target, except as an option of its own (`:: break`): there it
is a choice that the process makes, and stays a step.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.automata.desugar import Desugar
from penstock.automata.graph import Automaton, Edge
from penstock.automata.structures import Structures
from penstock.budget import check
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import (
    Atomic,
    Block,
    Break,
    ChannelInitial,
    Condition,
    Constant,
    Do,
    DStep,
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
    Select,
    Sequence,
    Statement,
    Step,
    Unless,
    VariableDeclaration,
)
from penstock.syntax.printer import BasicStatement

_SPECIAL_LABELS = ("accept", "end", "progress")


@dataclass(eq=False, slots=True)
class _State:
    """A place of control; with `jump`, only another name for where the jump leads."""

    edges: list[_Edge] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    jump: Goto | Break | None = None
    silent: bool = False
    """Not a jump of the text, but the way from the end of a selection to what follows it."""
    jump_to: _State | None = None
    atomic: int = 0
    is_d_step: bool = False
    escapes: list[tuple[_State, int]] = field(default_factory=list)
    """Escapes that are jumps: the steps at their targets, with their rank."""


@dataclass(eq=False, slots=True)
class _Edge:
    statement: BasicStatement
    target: _State
    atomic: int
    escape: int = 0
    inner: Automaton | None = None


class Builder:
    """Builds the automaton of one process."""

    def __init__(self, model: Model, process: ProcessNames, referred: frozenset[str]) -> None:
        self.model = model
        self.process = process
        self.referred = referred
        """Labels that other processes refer to: a jump that stands there must be a step."""
        self.desugar = Desugar(model, process)
        self.structures = Structures(model)
        self.variables = {variable.declarator: variable for variable in process.locals}
        self.entries: dict[Statement, _State] = {}
        self.exits: list[_State] = []
        self.created: list[_State] = []
        self.atomic = 0
        self.in_claim = isinstance(process.node, Never)
        self.in_d_step = False
        self.guarded = 0
        """How many `unless` are around."""

    def run(self) -> Automaton:
        end = self.state()
        start = self.sequence(self.process.node.body, end)
        return self.finish(start, self.process.name, _kind(self.process))

    # -- states ------------------------------------------------------------------------------

    def state(self) -> _State:
        state = _State(atomic=self.atomic)
        self.created.append(state)
        return state

    def step(self, statement: BasicStatement, following: _State) -> _State:
        state = self.state()
        state.edges.append(_Edge(statement, following, self.atomic))
        return state

    def jump(self, statement: Goto | Break, target: _State | None) -> _State:
        state = self.state()
        state.jump, state.jump_to = statement, target
        return state

    def silent(self, selection: _State, target: _State) -> _State:
        """The end of a selection, from where control leaves an atomic sequence."""
        end = self.jump(Goto(0, 0, ""), target)
        end.silent = True
        end.atomic = selection.atomic
        return end

    # -- statements --------------------------------------------------------------------------

    def sequence(self, body: Sequence, following: _State) -> _State:
        return self.steps(list(body.steps), following)

    def steps(self, steps: list[Step], following: _State) -> _State:
        for step in reversed(steps):
            if isinstance(step, VariableDeclaration):
                following = self.declaration(step, following)
            elif isinstance(step, Statement):
                following = self.statement(step, following)
        return following

    def declaration(self, declaration: VariableDeclaration, following: _State) -> _State:
        """A declaration after the first statement gives its variables their values then and there."""
        for declarator in reversed(declaration.variables):
            variable = self.variables.get(declarator)
            if variable is not None and variable.late and self._assigned(variable):
                following = self.step(self.desugar.initialisation(variable), following)
        return following

    @staticmethod
    def _assigned(variable: Variable) -> bool:
        return variable.structure is None and not isinstance(variable.channel, ChannelInitial)

    def statement(self, statement: Statement, following: _State) -> _State:
        check()
        match statement:
            case Labelled():
                return self.labelled(statement, following)
            case Goto():
                return self.jump(statement, None)
            case Break():
                return self.jump(statement, self.exits[-1] if self.exits else following)
            case If():
                return self.choice(self.state(), statement.options, following)
            case Do():
                return self.loop(statement.options, following)
            case Block():
                return self.entered(self.sequence(statement.body, following))
            case InlineCall():
                return self.statement(statement.body, following)
            case Atomic():
                return self.atomic_block(statement, following)
            case DStep():
                return self.d_step(statement, following)
            case Unless():
                return self.unless(statement, following)
            case For() | ForEach() | Select():
                first, rest = self.desugar.expand(statement)
                entry = self.statement(rest, following)
                return self.step(first, entry) if first is not None else entry
            case _:
                return self.step(self.structures.statement(statement), following)  # type: ignore[arg-type]

    def entered(self, first: _State) -> _State:
        """The start of a block is a place of its own, even if the block begins with a loop."""
        if first.jump is not None:
            return first
        state = self.state()
        state.edges.extend(first.edges)
        return state

    def labelled(self, labelled: Labelled, following: _State) -> _State:
        entry = self.statement(labelled.statement, following)
        special = labelled.label.startswith(_SPECIAL_LABELS) or labelled.label in self.referred
        if entry.jump is not None and special:
            entry = self.step(
                Condition(labelled.first, labelled.first, Constant(labelled.first, labelled.first, 1)), entry
            )
        entry.labels.insert(0, labelled.label)
        self.entries[labelled.statement] = entry
        return entry

    def loop(self, options: tuple[Sequence, ...], following: _State) -> _State:
        state = self.state()
        self.exits.append(following)
        self.choice(state, options, state)
        self.exits.pop()
        return state

    def choice(self, state: _State, options: tuple[Sequence, ...], following: _State) -> _State:
        outside = self.atomic and following.atomic != self.atomic and following.jump is None
        end = self.silent(state, following) if outside else following
        for option in options:
            entry = self.steps(self._without_idle_skips(option), end)
            if entry is end:
                entry = following
            if entry.jump is not None:
                state.edges.append(_Edge(entry.jump, entry, self.atomic))
            elif self.guarded or not _never_enabled(entry):
                state.edges.extend(entry.edges)
        return state

    def _without_idle_skips(self, option: Sequence) -> list[Step]:
        """SPIN drops a `skip` after a `skip` or `printf` inside an option."""
        if self.in_claim:
            return list(option.steps)
        kept: list[Step] = []
        idle = False
        for index, step in enumerate(option.steps):
            inside = 0 < index < len(option.steps) - 1
            if not (idle and inside and is_skip(step)):
                kept.append(step)
            idle = is_skip(step) or isinstance(step, Print | PrintMtype)
        return kept

    def atomic_block(self, statement: Atomic, following: _State) -> _State:
        outer = self.atomic
        self.atomic = outer or statement.first + 1
        first = self.sequence(statement.body, following)
        self.atomic = outer  # at the entry, control is not held yet
        return self.entered(first)

    def d_step(self, statement: DStep, following: _State) -> _State:
        if self.in_d_step:
            return self.entered(self.sequence(statement.body, following))  # one step is all there is
        inner = Builder(self.model, self.process, self.referred)
        inner.variables = self.variables
        inner.in_d_step = True
        end = inner.state()
        automaton = inner.finish(inner.sequence(statement.body, end), self.process.name, "d_step")
        self.entries.update(inner.entries)
        state = self.step(statement, following)
        state.edges[0].inner = automaton
        state.is_d_step = True
        return state

    def unless(self, statement: Unless, following: _State) -> _State:
        if self.in_d_step:
            return self.part(statement.main, following)
        escape = self.part(statement.escape, following)
        before = len(self.created)
        self.guarded += 1
        main = self.part(statement.main, following)
        self.guarded -= 1
        for state in self.created[before:]:
            ranks = [edge.escape for edge in state.edges] + [rank for _, rank in state.escapes]
            rank = 1 + max(ranks, default=0)
            if escape.jump is not None:
                state.escapes.append((escape, rank))
            else:
                state.edges.extend(_escape(edge, rank) for edge in escape.edges if not edge.escape)
        return main

    def part(self, statement: Statement, following: _State) -> _State:
        """One side of `unless`: a block there has no entry place of its own."""
        inner = statement.body if isinstance(statement, InlineCall) else statement
        return (
            self.sequence(inner.body, following) if isinstance(inner, Block) else self.statement(statement, following)
        )

    # -- numbering ---------------------------------------------------------------------------

    def finish(self, start: _State, name: str, kind: str) -> Automaton:
        """Follow the jumps, drop what is not reached, and number the rest in the order of the text."""
        for state in self.created:
            self.resolved(state)  # a jump that SPIN refuses is refused even where it is never reached
        start, _ = self.resolved(start)
        numbers = {start: 0}
        order = [start]
        edges: list[Edge] = []
        for state in order:
            for edge in self.all_edges(state):
                target, jumped = self.resolved(edge.target)
                lingers = edge.target.silent
                if target not in numbers:
                    numbers[target] = len(order)
                    order.append(target)
                keeps = bool(edge.atomic) and (target.atomic == edge.atomic or (jumped and target.atomic > 0))
                edges.append(
                    Edge(numbers[state], numbers[target], edge.statement, keeps, edge.escape, edge.inner, lingers)
                )
        labels = {numbers[state]: tuple(state.labels) for state in order if state.labels}
        return Automaton(name, kind, self.process, len(order), tuple(edges), labels)

    def all_edges(self, state: _State) -> list[_Edge]:
        """The edges of a state, those of its jumping escapes included."""
        edges = list(state.edges)
        for escape, rank in state.escapes:
            target, _ = self.resolved(escape)
            if state.atomic and not target.atomic and escape.jump is not None:
                # Leaving an atomic sequence is a step of its own.
                edges.append(_Edge(escape.jump, escape, escape.atomic, rank))
                continue
            edges.extend(_escape(edge, rank) for edge in target.edges if not edge.escape)
        return edges

    def resolved(self, state: _State) -> tuple[_State, bool]:
        """Where a chain of jumps ends, and whether there was any."""
        passed: set[_State] = set()
        silent = 0
        while state.jump is not None:
            silent += state.silent
            if state in passed:
                self.model.report("E510", "these jumps only lead to each other", state.jump)
                return _State(), True
            passed.add(state)
            target = state.jump_to
            if target is None:
                assert isinstance(state.jump, Goto)
                label = self.process.targets.get(state.jump)
                target = self.entries.get(label.statement) if label and label.statement else None
            if target is None:
                return _State(), True
            target.labels.extend(label for label in state.labels if label not in target.labels)
            if target.is_d_step and not state.silent and not self._stops_before(state, target):
                self.model.report(
                    "E512",
                    "this leads straight into a `d_step`, which SPIN refuses",
                    state.jump,
                    hint="put a `skip` before the d_step, or braces around it",
                    notes=[("the d_step is here", self.model.position(target.edges[0].statement))],
                )
            state = target
        return state, len(passed) > silent

    @staticmethod
    def _stops_before(jump: _State, d_step: _State) -> bool:
        """SPIN does not look beyond a `break` inside `atomic` if the d_step ends that atomic sequence."""
        ends = d_step.edges[0].target.atomic != d_step.atomic
        return isinstance(jump.jump, Break) and ends and jump.atomic == d_step.atomic != 0


def _escape(edge: _Edge, rank: int) -> _Edge:
    return _Edge(edge.statement, edge.target, edge.atomic, rank, edge.inner)


def _kind(process: ProcessNames) -> str:
    match process.node:
        case Proctype():
            return "proctype"
        case Init():
            return "init"
        case Never():
            return "never"
        case _:
            return process.name


def is_skip(step: Node) -> bool:
    return isinstance(step, Condition) and _is_constant(step, 1)


def _is_constant(step: Condition, value: int) -> bool:
    return isinstance(step.expression, Constant) and step.expression.value == value


def _never_enabled(entry: _State) -> bool:
    """An option that begins with `false` is no option."""
    statement = entry.edges[0].statement if len(entry.edges) == 1 else None
    return isinstance(statement, Condition) and _is_constant(statement, 0)
