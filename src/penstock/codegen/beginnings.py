"""What the statements of a process consist of, and with which guards each can begin.

atomic { q?x; y = x }     begins with     q?x, after which the turn is kept
do :: a -> ... :: b od    begins with     a, b
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from penstock.codegen.plan import ProgramPlan
from penstock.control import begins_with_else
from penstock.control.desugar import Desugar
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Atomic,
    BasicStatement,
    Block,
    ChannelInitial,
    Do,
    DStep,
    Else,
    For,
    ForEach,
    If,
    InlineCall,
    Labelled,
    Select,
    Sequence,
    Statement,
    Step,
    Unless,
    VariableDeclaration,
)


class CannotGenerate(Exception):
    """Something that has no translation; `statement` is where."""

    def __init__(self, message: str, statement: Statement) -> None:
        super().__init__(message)
        self.statement = statement


@dataclass(frozen=True, slots=True)
class Beginning:
    """A statement with which something can begin, whether the turn is kept after it, and the step it is.

    `turn`: when it is tried in the selection of a d_step, which takes the first that is executable; none elsewhere.
    """

    guard: BasicStatement
    at_once: bool
    step: BasicStatement
    turn: int | None = None

    @property
    def waits(self) -> bool:
        """Whether it is possible only where nothing else is; in the selection of a d_step its turn says all."""
        return isinstance(self.guard, Else) and self.turn is None


Escapes = tuple[tuple[Beginning, str], ...]
"""The entries of an escape, with the labels after them."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is around a statement.

    `exit`: the label after the innermost loop; `direct`: C's own `break` leads there.
    `escapes`: the entries of each `unless` around, the outermost first, with their labels.
    """

    atomic: bool = False
    d_step: DStep | None = None
    exit: str = ""
    direct: bool = False
    escapes: tuple[Escapes, ...] = ()

    @property
    def at_once(self) -> bool:
        return self.atomic or self.d_step is not None


class Beginnings:
    """Takes the statements of one process apart; the parts are the same objects each time."""

    def __init__(self, plan: ProgramPlan, process: ProcessNames) -> None:
        self.plan = plan
        self.process = process
        self.desugar = Desugar(plan.model, process)
        self.late = {variable.declarator: variable for variable in process.locals if variable.late}
        self.labels: dict[Statement, str] = {}
        """The labels of statements that jumps lead to."""
        self._expanded: dict[Statement, tuple[Statement, ...]] = {}
        self._options: dict[Sequence, list[Statement]] = {}

    def statements(self, steps: Iterable[Step]) -> list[Statement]:
        """The statements of a sequence; declarations after the first one give their variables values there."""
        found: list[Statement] = []
        for step in steps:
            if isinstance(step, VariableDeclaration):
                found.extend(self._initialisations(step))
            elif isinstance(step, Statement):
                found.append(step)
        return found

    def _initialisations(self, declaration: VariableDeclaration) -> list[Statement]:
        found: list[Statement] = []
        for declarator in declaration.variables:
            variable = self.late.get(declarator)
            if variable is None or variable.structure is not None or isinstance(variable.channel, ChannelInitial):
                continue
            found.append(self.desugar.initialisation(variable))
        return found

    def parts(self, statement: Statement) -> tuple[Statement, ...]:
        """What a statement consists of that only groups, or stands for, others."""
        if statement not in self._expanded:
            match statement:
                case Block() | Atomic() | DStep():
                    self._expanded[statement] = tuple(self.statements(statement.body.steps))
                case InlineCall():
                    self._expanded[statement] = (statement.body,)
                case Labelled():
                    self._expanded[statement] = (statement.statement,)
                case For() | ForEach() | Select():
                    first, rest = self.desugar.expand(statement)
                    self._expanded[statement] = (rest,) if first is None else (first, rest)
                case _:
                    raise AssertionError(statement)
        return self._expanded[statement]

    def entries(self, statement: Statement, context: Context) -> list[Beginning]:
        match statement:
            case If() | Do():
                found: list[Beginning] = []
                for steps in self.options(statement):
                    found.extend(self.entries(steps[0], context))
                if context.d_step is not None:
                    return [replace(entry, turn=turn) for turn, entry in enumerate(found)]
                return found
            case Atomic() | DStep():
                parts = self.parts(statement)
                step = context.d_step or (statement if isinstance(statement, DStep) else None)
                return self.entries(parts[0], replace(context, atomic=True, d_step=step)) if parts else []
            case Block() | InlineCall() | Labelled() | For() | ForEach() | Select():
                parts = self.parts(statement)
                return self.entries(parts[0], context) if parts else []
            case Unless():
                return self.entries(statement.main, context)
            case _:
                return [Beginning(statement, context.at_once, context.d_step or statement)]

    def escapes(self, statement: Statement, context: Context) -> list[list[Beginning]]:
        """With what the beginning of a statement can be left at once: for each `unless` there, the innermost first."""
        match statement:
            case If() | Do():
                several = [self.escapes(steps[0], context) for steps in self.options(statement)]
                return [list(chain.from_iterable(level)) for level in zip_longest(*several, fillvalue=[])]
            case Atomic() | Block() | InlineCall() | Labelled() | For() | ForEach() | Select():
                context = replace(context, atomic=True) if isinstance(statement, Atomic) else context
                parts = self.parts(statement)
                return self.escapes(parts[0], context) if parts else []
            case Unless():
                return [*self.escapes(statement.main, context), self.entries(statement.escape, context)]
            case _:
                return []

    def options(self, statement: If | Do) -> list[list[Statement]]:
        """The options of a selection in the order in which they are tried, `else` last."""
        found = (self.option(option) for option in sorted(statement.options, key=begins_with_else))
        return [steps for steps in found if steps]

    def option(self, option: Sequence) -> list[Statement]:
        """The statements of an option, the same objects each time."""
        if option not in self._options:
            self._options[option] = self.statements(option.steps)
        return self._options[option]

    def begins_simply(self, statement: Statement) -> bool:
        """Whether a statement has one guard, which the rest can simply follow."""
        while True:
            match statement:
                case Labelled():
                    if statement.statement in self.labels:
                        return False
                    statement = statement.statement
                case Block() | InlineCall() | Atomic() | DStep() | For() | ForEach() | Select():
                    parts = self.parts(statement)
                    if not parts:
                        return False
                    statement = parts[0]
                case If() | Do() | Unless():
                    return False
                case _:
                    return True
