"""From a process to its automaton: `goto`, `break`, `unless`, `atomic` and loops resolved once.

Statements are built from the last to the first, each knowing the place where control goes next.
A jump is just another name for its target, except where it begins an option or a block (`:: break`, `{ goto L }`):
there it is a step that the process makes.  Which jumps are steps inside `atomic` is told in `jumps.py`.
"""

from __future__ import annotations

from penstock.budget import check
from penstock.control.desugar import Desugar
from penstock.control.graph import Automaton, Edge
from penstock.control.jumps import DraftEdge, Jumps, State, escaping, jumping
from penstock.control.options import begins_with_else
from penstock.control.structures import Structures
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import (
    Atomic,
    BasicStatement,
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

_SPECIAL_LABELS = ("accept", "end", "progress")


class Builder(Jumps):
    """Builds the automaton of one process."""

    def __init__(self, model: Model, process: ProcessNames, referred: frozenset[str]) -> None:
        super().__init__(model, process)
        self.referred = referred
        """Labels that other processes refer to: a jump that stands there must be a step."""
        self.desugar = Desugar(model, process)
        self.structures = Structures(model)
        self.variables = {variable.declarator: variable for variable in process.locals}
        self.exits: list[State] = []
        self.atomic = False
        self.ending = False
        """Whether the next place to be made is the last of the atomic sequence around it."""
        self.in_claim = isinstance(process.node, Never)
        self.in_d_step = False
        self.guarded = 0
        """How many `unless` are around."""

    def run(self) -> Automaton:
        end = self.state()
        start = self.sequence(self.process.node.body, end)
        return self.finish(start, self.process.name, _kind(self.process))

    # -- states ------------------------------------------------------------------------------

    def state(self) -> State:
        state = State(atomic=self.atomic, last=self.ending)
        self.ending = False
        self.created.append(state)
        return state

    def step(self, statement: BasicStatement, following: State) -> State:
        state = self.state()
        state.edges.append(DraftEdge(statement, following, state))
        return state

    def jump(self, statement: Goto | Break, target: State | None) -> State:
        state = self.state()
        state.jump, state.jump_to = statement, target
        return state

    def end(self, following: State) -> State:
        """The end of a selection: a place of its own inside `atomic`."""
        if not self.atomic:
            return following
        state = self.jump(Goto(0, 0, ""), following)
        state.written = state.escapable = False
        return state

    def exit(self, loop: Do, following: State) -> State:
        """The end of a loop."""
        if not self.atomic:
            return following
        state = self.jump(Break(loop.first, loop.first), following)
        state.written = False
        return state

    # -- statements --------------------------------------------------------------------------

    def sequence(self, body: Sequence, following: State) -> State:
        return self.steps(list(body.steps), following)

    def steps(self, steps: list[Step], following: State) -> State:
        for step in reversed(steps):
            if isinstance(step, VariableDeclaration):
                following = self.declaration(step, following)
            elif isinstance(step, Statement):
                following = self.statement(step, following)
        return following

    def declaration(self, declaration: VariableDeclaration, following: State) -> State:
        """A declaration after the first statement gives its variables their values then and there."""
        for declarator in reversed(declaration.variables):
            variable = self.variables.get(declarator)
            if variable is not None and variable.late and is_step(variable):
                following = self.step(self._initialised(variable), following)
        return following

    def _initialised(self, variable: Variable) -> BasicStatement:
        return self.desugar.initialisation(variable) if variable.structure is None else skip_at(variable.at)

    def statement(self, statement: Statement, following: State) -> State:
        check()
        match statement:
            case Labelled():
                return self.labelled(statement, following)
            case Goto():
                return self.jump(statement, None)
            case Break():
                return self.jump(statement, self.exits[-1] if self.exits else following)
            case If():
                end = self.end(following)
                return self.choice(self.state(), statement.options, end)
            case Do():
                return self.loop(statement, following)
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

    def entered(self, first: State) -> State:
        """The start of a block is a place of its own, even if the block begins with a loop."""
        state = self.state()
        self.begins(state, first)
        return state

    @staticmethod
    def begins(state: State, first: State) -> None:
        """What can be done at `first` can be done at `state` as well."""
        state.edges.extend([jumping(first)] if first.jump is not None else first.edges)
        if first.jump is None:
            state.escapes.extend(first.escapes)

    def labelled(self, labelled: Labelled, following: State) -> State:
        entry = self.statement(labelled.statement, following)
        special = labelled.label.startswith(_SPECIAL_LABELS) or labelled.label in self.referred
        if entry.jump is not None and special:
            entry = self.step(skip_at(labelled.first), entry)
        entry.labels.insert(0, labelled.label)
        self.entries[labelled.statement] = entry
        return entry

    def loop(self, statement: Do, following: State) -> State:
        self.exits.append(self.exit(statement, following))
        state = self.state()
        self.choice(state, statement.options, state)
        self.exits.pop()
        return state

    def choice(self, state: State, options: tuple[Sequence, ...], end: State) -> State:
        for option in sorted(options, key=begins_with_else):
            entry = self.steps(self._without_idle_skips(option), end)
            if self.guarded or not _never_enabled(entry):
                self.begins(state, entry)
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

    def atomic_block(self, statement: Atomic, following: State) -> State:
        outer = self.atomic
        self.atomic, self.ending = True, self.ending or not outer
        first = self.sequence(statement.body, following)
        self.atomic, self.ending = outer, False  # at the entry, control is not held yet
        return self.entered(first)

    def d_step(self, statement: DStep, following: State) -> State:
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

    def unless(self, statement: Unless, following: State) -> State:
        if self.in_d_step:
            return self.part(statement.main, following)
        end = self.end(following)
        escape = self.part(statement.escape, end)
        before = len(self.created)
        self.guarded += 1
        main = self.part(statement.main, end)
        self.guarded -= 1
        for state in self.created[before:]:
            ranks = [edge.escape for edge in state.edges] + [rank for _, rank in state.escapes]
            rank = 1 + max(ranks, default=0)
            if escape.jump is not None:
                state.escapes.append((escape, rank))
            else:
                state.edges.extend(escaping(edge, rank) for edge in escape.edges if not edge.escape)
        return main

    def part(self, statement: Statement, following: State) -> State:
        """One side of `unless`: a block there has no entry place of its own."""
        inner = statement.body if isinstance(statement, InlineCall) else statement
        return (
            self.sequence(inner.body, following) if isinstance(inner, Block) else self.statement(statement, following)
        )

    # -- numbering ---------------------------------------------------------------------------

    def finish(self, start: State, name: str, kind: str) -> Automaton:
        """Follow the jumps, drop what is not reached, and number the rest in the order of the text."""
        self.check_jumps()
        start = self.followed(start, False)
        numbers = {start: 0}
        passed_places: dict[State | None, int | None] = {None: None}
        order = [start]
        edges: list[Edge] = []
        for state in order:
            for move in self.all_edges(state):
                target, holds, passed = self.settled(move)
                lingers = passed_places.setdefault(passed, len(passed_places))
                if target not in numbers:
                    numbers[target] = len(order)
                    order.append(target)
                edges.append(
                    Edge(numbers[state], numbers[target], move.statement, holds, move.escape, move.inner, lingers)
                )
        labels = {numbers[state]: tuple(state.labels) for state in order if state.labels}
        return Automaton(name, kind, self.process, len(order), tuple(edges), labels)


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


def is_step(variable: Variable) -> bool:
    """Whether its declaration after the first statement is a step; that of a structure does nothing, but takes one."""
    return not isinstance(variable.channel, ChannelInitial)


def skip_at(at: int) -> Condition:
    return Condition(at, at, Constant(at, at, 1))


def is_skip(step: Node) -> bool:
    return isinstance(step, Condition) and _is_constant(step, 1)


def _is_constant(step: Condition, value: int) -> bool:
    return isinstance(step.expression, Constant) and step.expression.value == value


def _never_enabled(entry: State) -> bool:
    """An option that begins with `false` does not count."""
    statement = entry.edges[0].statement if len(entry.edges) == 1 else None
    return isinstance(statement, Condition) and _is_constant(statement, 0)
