"""Expressions that somebody asks of a run: read and resolved once, then worth something in every state.

len(q) == 3 && P[1]:x > LIMIT       in the scope of the model, or of one process type
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from penstock.diagnostics.record import Diagnostics
from penstock.errors import UsageError
from penstock.machine.build import Machine
from penstock.machine.recorder import RunMark
from penstock.machine.runtime import FIRST_PROCESS, Fault, State
from penstock.resolve.model import Model
from penstock.resolve.names import Resolver
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.source import EXPANSION_BASE
from penstock.stepping.macros import known_macros
from penstock.syntax.cursor import KnownNames, Unreadable
from penstock.syntax.layout import END, TokenLayout
from penstock.syntax.lexer import NAME, Token, scan
from penstock.syntax.macros import Expander, PreprocessingStopped
from penstock.syntax.nodes import (
    Binary,
    CExpression,
    Expire,
    Expression,
    MtypeDeclaration,
    Poll,
    ProcessQuery,
    Proctype,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    TimerQuery,
    Unary,
    Word,
)
from penstock.syntax.parser import Parser
from penstock.syntax.walk import final, walk

ASKED = "<expression>"
_TRUTHS = frozenset(["==", "!=", "<", "<=", ">", ">=", "&&", "||"])
_OF_PROCESSES = ("_pid", "_priority", "_p")


class BadExpression(UsageError):
    """What somebody asks cannot be asked here; the text says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """An expression with its value in a state, for the process whose row is `at`; 0 for the whole model."""

    text: str
    process: ProcessNames | None
    tree: Expression
    ask: Callable[[State, int], int]
    variable: Variable | None
    """What it is the value of, if it is nothing but a variable."""

    @property
    def is_truth(self) -> bool:
        """Whether it is either true or false."""
        match self.tree:
            case Binary(operator=operator) | Unary(operator=operator):
                return operator in _TRUTHS or operator == "!"
            case _:
                return isinstance(self.tree, Poll | RemoteLabel | Word) or self._asks_whether()

    def _asks_whether(self) -> bool:
        query = getattr(self.tree, "query", "")
        return query in ("full", "nfull", "empty", "nempty", "enabled")

    def value(self, state: State, at: int = 0) -> int:
        """Raises `BadExpression` where the expression is worth nothing, such as beyond an array."""
        try:
            return self.ask(state, at)
        except Fault as problem:
            raise BadExpression(str(problem)) from None
        except ZeroDivisionError:
            raise BadExpression("division by zero") from None

    def holds(self, state: State, at: int = 0) -> bool:
        """Whether it is true; where it is worth nothing, it is not."""
        try:
            return bool(self.value(state, at))
        except BadExpression:
            return False


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question to one process, given by the number of its instance, or to the whole model."""

    question: Question
    instance: int | None = None

    def place(self, mark: RunMark) -> int | None:
        """The row that is asked; None while the process does not live."""
        if self.instance is None:
            return 0
        return mark.living.index(self.instance) + FIRST_PROCESS if self.instance in mark.living else None

    def value(self, mark: RunMark) -> int | None:
        """None where it is worth nothing."""
        at = self.place(mark)
        try:
            return None if at is None else self.question.value(mark.state, at)
        except BadExpression:
            return None

    def holds(self, mark: RunMark) -> bool:
        return bool(self.value(mark))


class Questions:
    """Reads what is asked about runs on one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.model = machine.program.model
        self._known: dict[tuple[str, ProcessNames | None, tuple[Variable, ...]], Question] = {}
        self._names = _names_of(self.model)
        self._macros = known_macros(self.model)
        self._renamed = _renamed(self.model)

    def read(self, text: str, process: ProcessNames | None = None, before: int = 1 << 62) -> Question:
        """The question in a text; `before` is the token where the process stands, which decides between blocks."""
        scope = _visible(process, before)
        key = (text, process, tuple(scope.values()))
        if key not in self._known:
            self._known[key] = self._read(text.strip(), process, scope)
        return self._known[key]

    def ask(self, text: str, mark: RunMark, instance: int | None = None) -> Inquiry:
        """A question to a process that lives at this moment, or to the whole model."""
        if instance is None or instance not in mark.living:
            return Inquiry(self.read(text))
        row = mark.state[mark.living.index(instance) + FIRST_PROCESS]
        place = self.machine.places[row[0]]
        edges = [move.edge for move in place.moves if move.edge is not None]
        before = edges[0].statement.first if edges else 1 << 62
        return Inquiry(self.read(text, place.automaton.process, before), instance)

    def ask_anybody(self, text: str, mark: RunMark) -> Inquiry:
        """A question to the whole model, or to the only process that knows what is asked for."""
        try:
            return self.ask(text, mark)
        except BadExpression as problem:
            found = list(self._known_to(text, mark))
            if len(found) == 1:
                return found[0]
            if found:
                raise BadExpression(f"{problem}, and several processes have it: name one, such as `P[0]:x`") from None
            raise

    def _known_to(self, text: str, mark: RunMark) -> Iterator[Inquiry]:
        for instance in mark.living:
            with suppress(BadExpression):
                yield self.ask(text, mark, instance)

    def _read(self, text: str, process: ProcessNames | None, scope: Mapping[str, Variable]) -> Question:
        if not text:
            raise BadExpression("there is nothing to evaluate")
        diagnostics = Diagnostics(self.model.sources)
        tree = self._parsed(self._tokens(text, diagnostics), diagnostics)
        self._resolve(tree, diagnostics, process, scope)
        self._refuse(tree)
        variable = self.model.variables[final(tree)] if isinstance(tree, Reference) else None
        return Question(text, process, tree, self.machine.question(process, tree), variable)

    def _tokens(self, text: str, diagnostics: Diagnostics) -> int:
        """Put a text behind the tokens of the model, as calls of inlines are; where it begins."""
        file = diagnostics.sources.add(ASKED, text)
        expander = Expander(diagnostics, dict(self._macros))
        try:
            tokens = expander.expand_all(scan(text, file.base))
        except PreprocessingStopped:
            raise _problem(diagnostics) from None
        table = self.model.syntax.tokens
        begin = len(table)
        TokenLayout(table, diagnostics, set()).run([self._renamed_token(token) for token in tokens])
        return begin

    def _renamed_token(self, token: Token) -> Token:
        kind, text, position = token
        if kind == NAME and position < EXPANSION_BASE:
            return kind, self._renamed.get(text, text), position
        return token

    def _parsed(self, begin: int, diagnostics: Diagnostics) -> Expression:
        parser = Parser(self.model.syntax.tokens, diagnostics, set())
        parser.names, parser.at = self._names, begin
        try:
            tree = parser.whole_expression()
            if parser.kinds[parser.at] != END:
                raise parser.unexpected("an operator or the end")
        except Unreadable:
            raise _problem(diagnostics) from None
        return tree

    def _resolve(
        self,
        tree: Expression,
        diagnostics: Diagnostics,
        process: ProcessNames | None,
        scope: Mapping[str, Variable],
    ) -> None:
        model = self.model
        known = model.globals, model.types, model.mtype_subtypes, model.processes, model.variables
        asked = Model(model.syntax, diagnostics, *known)
        resolver = Resolver(asked)
        resolver.process = process
        resolver.scopes.globals.update({variable.name: variable for variable in model.globals})
        if process is None:
            for name in _OF_PROCESSES:
                resolver.scopes.globals.pop(name)
        resolver.scopes.inner.append(dict(scope))
        resolver.expression(tree)
        for remote in resolver.remotes:
            resolver.check_remote(remote)
        if diagnostics.has_errors:
            raise _problem(diagnostics)

    def _refuse(self, tree: Expression) -> None:
        """What would change the state, or what this machine does not keep."""
        program = self.machine.program
        for node in walk(tree):
            match node:
                case Run():
                    raise BadExpression("`run` starts a process: this would change the run")
                case CExpression():
                    raise BadExpression("C code is not executed here")
                case Expire() | TimerQuery():
                    raise BadExpression("timers can only be asked about in the model itself")
                case Reference(name="_last") if program.last_slot is None:
                    raise BadExpression("the model does not use `_last`, so it is not kept")
                case Reference(name="_priority") | ProcessQuery(query="get_priority") if not program.priority_slot:
                    raise BadExpression("the model does not use priorities")
                case RemoteLabel() | RemoteVariable():
                    if node.proctype not in {automaton.name for automaton in program.automata}:
                        raise BadExpression(f"there are no processes of type `{node.proctype}`")


def _visible(process: ProcessNames | None, before: int) -> dict[str, Variable]:
    """The parameters and locals by name; of several with one name, the last that is declared before a token."""
    if process is None:
        return {}
    found: dict[str, Variable] = {}
    for variable in [*process.parameters, *process.locals]:
        if variable.name not in found or variable.at < before:
            found[variable.name] = variable
    return found


def _names_of(model: Model) -> KnownNames:
    mtypes = {
        name.name: name.value
        for declaration in model.nodes.of(MtypeDeclaration)
        for name in declaration.names
        if name.name is not None
    }
    proctypes = {process.name for process in model.processes.values() if isinstance(process.node, Proctype)}
    return KnownNames(mtypes, {}, set(model.types), proctypes)


def _renamed(model: Model) -> dict[str, str]:
    """The names that users know, where the model has others for them."""
    wording = model.wording
    known = {variable.name for variable in model.globals}
    pairs = [(shown, name) for name, shown in [*wording.variables.items(), *wording.constants.items()]]
    return {shown: name for shown, name in pairs if shown.isidentifier() and shown not in known}


def _problem(diagnostics: Diagnostics) -> BadExpression:
    first = next(record for record in diagnostics.records if record.code.startswith("E"))
    message = first.message.replace("the end of the file", "the end")
    return BadExpression(f"{message}: {first.hint}" if first.hint else message)
