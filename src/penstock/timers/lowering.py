"""A model with timers as plain Promela: the text of the user with as few changes as possible, and a clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penstock.control import build_automata
from penstock.diagnostics.record import Diagnostics
from penstock.resolve.constants import constant_value
from penstock.resolve.deadlines import deadlines
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.resolve.timers import doubtful_timers, expired_timers
from penstock.source import SourceFile
from penstock.syntax.cursor import TIMER
from penstock.syntax.layout import SEPARATORS
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    BasicStatement,
    Condition,
    DStep,
    Expire,
    Expression,
    InlineCall,
    Labelled,
    Ltl,
    Never,
    Node,
    Print,
    Receive,
    Reference,
    ResetTimer,
    Send,
    SetTimer,
    TimerQuery,
    VariableDeclaration,
)
from penstock.syntax.translation import Translation, Writer
from penstock.syntax.walk import NodeIndex, final, unlabelled, walk
from penstock.syntax.wording import Phrase, Wording
from penstock.timers.clock import ClockNames, ticks_are_seen, write_clock
from penstock.timers.deadlines import ASKED, DeadlineClaim
from penstock.timers.edits import Piece, Slice, TextEdits
from penstock.timers.lifting import CELL_TYPE, Fresh, Lifted, lift, timer_cells

MOST_BITS = 31
"""An unsigned number of fewer bits can be a time."""
_SMALL = frozenset(["bit", "bool", "byte", "mtype", "pid", "chan"])


def lower(
    model: Model, file: SourceFile, every_tick: bool = False, beside: Sequence[DeadlineClaim] = ()
) -> Translation:
    """The plain Promela of a model that was read from `file`; in it `every_tick` is a step, if somebody sees that.

    The claims `beside` it are put behind it.

    Raises `OutOfReach` if a change would be in a macro or in another file, `Ambiguous` if an inline would have to mean
    different things.
    """
    return _Lowering(model, file, every_tick, beside).run()


class _Lowering:
    def __init__(self, model: Model, file: SourceFile, every_tick: bool, beside: Sequence[DeadlineClaim]) -> None:
        self.model = model
        self.edits = TextEdits(model, file)
        fresh = Fresh(set(model.syntax.tokens.texts) | set(model.syntax.macros))
        self.lifted = lift(model, self.edits, fresh)
        own = [
            (unit, DeadlineClaim(unit.name or fresh.name("deadline"), model.formula(unit), deadline))
            for unit, deadline in deadlines(model)
        ]
        self.beside = {claim: fresh.name(claim.cell) for claim in beside}
        self.deadlines = {unit: (claim, fresh.name(claim.cell)) for unit, claim in own}
        self.clock, label = fresh.name("clock"), fresh.name("end_clock")
        jumping = not every_tick and not ticks_are_seen(model)
        self.clock_names = ClockNames(self.clock, label, fresh.name("jump") if jumping else None)
        self.ending = _ending_processes(model)
        self.claimed = {node for process in model.processes if isinstance(process, Never) for node in walk(process)}
        """A never claim looks at timers and leaves them as they are."""
        self.determinate = _inside(model.nodes.of(DStep))
        """Statements inside a d_step: there is no other one in it."""
        self.paths = {variable: found.path(name) for found in self.lifted for variable, name in found.variables}

    def run(self) -> Translation:
        self._declarations()
        self._references()
        nodes = self.model.nodes
        for setting in nodes.of(SetTimer):
            self._set(setting)
        for resetting in nodes.of(ResetTimer):
            self._reset(resetting)
        self._questions()
        for condition in nodes.of(Condition):
            self._expire(condition)
        self._others()
        for unit in nodes.of(Ltl):
            if unit in self.deadlines:
                claim, cell = self.deadlines[unit]
                self.edits.remove(unit.first, unit.last, claim.declaration(cell), Phrase(claim.said), claim.text(cell))
            elif any(isinstance(node, Expire | TimerQuery) for node in walk(unit)):
                self.edits.before(unit.first, Phrase(self.model.formula(unit)))
        for found in self.lifted:
            self._lift(found)
        writer = Writer()
        self.edits.write(writer)
        for claim, cell in self.beside.items():
            writer.own(f"\n{claim.declaration(cell)}", self._first_declaration())
            writer.note(Phrase(claim.said))
            writer.own(f"{claim.text(cell)}\n", self._first_declaration())
        if timers := self._timers():
            write_clock(writer, self.clock_names, timers, self._first_declaration())
        before = self.model.syntax.translation
        return writer.translation(self._wording(), before is None or before.directives)

    # -- declarations ------------------------------------------------------------------------

    def _declarations(self) -> None:
        local = {variable.declarator for variable in self.paths}
        for declaration in self.model.nodes.of(VariableDeclaration):
            if declaration.type == TIMER and declaration.variables[0] not in local:
                at = declaration.first + (declaration.visibility is not None)
                self.edits.replace(at, f"/* timer */ {CELL_TYPE}")

    def _references(self) -> None:
        """Other names for what became global; the clock is not a process that the user counts."""
        claimed = self._in_deadlines()
        arguments = (argument for call in self.model.nodes.of(InlineCall) for argument in call.arguments)
        for reference in [*self.model.nodes.of(Reference), *NodeIndex(arguments).of(Reference)]:
            variable = self.model.variables.get(reference)
            if (
                reference in claimed
                or variable is None
                or (variable is not PREDEFINED["_nr_pr"] and variable not in self.paths)
            ):
                continue
            if not self.edits.is_argument(reference.first):
                self.edits.replace(reference.first, self.paths.get(variable, "(_nr_pr - 1)"))

    def _others(self) -> None:
        """Other statements with a question about a timer, or with a variable that became global, keep their words."""
        nodes = self.model.nodes
        statements: list[BasicStatement] = [*nodes.of(Assignment), *nodes.of(Send), *nodes.of(Receive)]
        for statement in [*statements, *nodes.of(Condition), *nodes.of(Assert), *nodes.of(Print)]:
            expires = isinstance(statement, Condition) and any(isinstance(node, Expire) for node in walk(statement))
            if not expires and any(map(self._is_changed, walk(statement))):
                self.edits.before(statement.first, Phrase(self._said(statement)))

    def _is_changed(self, node: Node) -> bool:
        if isinstance(node, Expire | TimerQuery):
            return True
        return isinstance(node, Reference) and self.model.variables.get(node) in self.paths

    def _lift(self, found: Lifted) -> None:
        node = found.process.node
        self.edits.before(node.first, f"/* timers of {found.process.name} */ {found.declarations}")
        taken = {variable.declarator: variable for variable, _ in found.variables}
        for declaration in NodeIndex([node.body]).of(VariableDeclaration):
            variables = [taken[declarator] for declarator in declaration.variables if declarator in taken]
            if variables:
                self._remove(declaration, variables)
        if found.process.name in self.ending:
            last = unlabelled(node.body.steps[-1]) if isinstance(node.body.steps[-1], Labelled) else None
            unwritten = isinstance(last, Condition) and not last.written
            separator = "" if unwritten or isinstance(node.body.steps[-1], VariableDeclaration) else "; "
            self.edits.before(node.body.last + 1, separator, *_off(found.own_cells(), "its timers end"), " ")

    def _remove(self, declaration: VariableDeclaration, variables: list[Variable]) -> None:
        """A declaration after the first statement turns the timers off when it is passed; others just go."""
        said = f"/* {declaration.type} {', '.join(variable.name for variable in variables)} */"
        if variables[0].late and declaration.type == TIMER:
            cells = [
                self.paths[found] + cell.name.removeprefix(found.name)
                for found in variables
                for cell in timer_cells(found)
            ]
            off: list[Piece] = ["; ".join(f"{cell} = 0" for cell in cells)]
            pieces = off if declaration in self.determinate else _off(cells, "its timers are off")
            self.edits.remove(declaration.first, declaration.last, f"{said} ", *pieces)
            return
        self.edits.remove(declaration.first, self._last_separator(declaration.last), said)

    def _last_separator(self, at: int) -> int:
        """The last of the separators written after a token; the token itself if there is none."""
        texts = self.model.syntax.tokens.texts
        while texts[at + 1] in SEPARATORS:
            at += 1
        return at

    # -- statements --------------------------------------------------------------------------

    def _said(self, statement: BasicStatement) -> str:
        if statement.first > self.model.syntax.end:
            return self.edits.written(statement.first, statement.last)
        return self.model.said(statement)

    def _set(self, setting: SetTimer) -> None:
        edits, timer, comma = self.edits, setting.timer, setting.timer.last + 1
        edits.take_whole(setting.first, setting.last)
        phrase = Phrase(self._said(setting))
        edits.join(setting.first, setting.last)
        value = edits.inside(comma, setting.last)
        simple = self._is_plain(setting.value, value)
        edits.replace(comma, " =")
        if not simple:
            edits.insert(setting.first, value.start, "(")
        ending: list[Piece] = ["" if simple else ")", " + 1"]
        edits.replace(setting.first + 1, "")
        if self._in_range(setting.value, value):
            edits.replace(setting.first, "")
            edits.before(timer.first, phrase)
        else:
            opening, closing = self._one_step(setting, phrase)
            edits.replace(setting.first, *opening)
            if not opening:
                edits.before(timer.first, phrase)
            check = Phrase(phrase.said, failure=f"{phrase.said} sets a timer to a negative time")
            ending += ["; ", check, "assert(", edits.inside(setting.first + 1, comma), " >= 1)", closing]
        edits.replace(setting.last, *ending)

    def _is_plain(self, value: Expression, written: Slice) -> bool:
        """Whether a value needs no parentheses; a macro or a parameter may be anything."""
        if self.edits.text(written).isdigit():
            return True
        return isinstance(value, Reference) and value.first <= self.model.syntax.end and self.edits.is_own(value.first)

    def _one_step(self, statement: Node, phrase: Phrase) -> tuple[list[Piece], str]:
        """What comes before and after several statements that are one step; jumps may lead to it."""
        return ([], "") if statement in self.determinate else (["{ ", phrase, "d_step { "], " } }")

    def _in_range(self, value: Expression, written: Slice) -> bool:
        """Whether no negative number can come out; the same wherever an inline is called."""
        if value.first > self.model.syntax.end:
            return self.edits.text(written).isdigit()
        if constant_value(value) is not None:
            return True  # the check has looked at it
        variable = self.model.variables.get(final(value)) if isinstance(value, Reference) else None
        return variable is not None and (variable.type in _SMALL or 0 < variable.width < MOST_BITS)

    def _reset(self, resetting: ResetTimer) -> None:
        self.edits.take_whole(resetting.first, resetting.last)
        self.edits.join(resetting.first, resetting.last)
        self.edits.before(resetting.timer.first, Phrase(self._said(resetting)))
        self.edits.replace(resetting.first, "")
        self.edits.replace(resetting.first + 1, "")
        self.edits.replace(resetting.last, " = 0")

    def _expire(self, condition: Condition) -> None:
        """A condition with `expire` in it, and behind it what turns off the timers that have run down."""
        expired = list(expired_timers(condition.expression))
        doubtful = doubtful_timers(condition.expression)
        if condition in self.claimed or not (expired or doubtful):
            return
        self.edits.take_whole(condition.first, condition.last)
        said = self._said(condition)
        waits = f"`{said}` does not hold"
        opening, closing = self._one_step(condition, Phrase(said))
        self.edits.before(condition.first, *opening, Phrase(said, waits=waits))
        pieces: list[Piece] = []
        for found in reversed(expired):
            pieces += ["; ", self._timer_of(found), " = 0"]
        for found in doubtful:
            timer = self._timer_of(found)
            pieces += ["; ", timer, " = (", timer, " == 1 -> 0 : ", timer, ")"]
        self.edits.after(condition.last, *pieces, closing)

    def _in_deadlines(self) -> set[Node]:
        return {node for unit in self.deadlines for node in walk(unit)}

    def _timer_of(self, question: Expire | TimerQuery) -> Slice:
        return self.edits.inside(question.first + 1, question.last)

    def _questions(self) -> None:
        """`expire(t)`, `active(t)` and `remaining(t)` as what is asked of a number."""
        nodes = self.model.nodes
        claimed = self._in_deadlines()
        alone = {found for condition in nodes.of(Condition) for found in expired_timers(condition.expression)}
        for question in [*nodes.of(Expire), *nodes.of(TimerQuery)]:
            if question in claimed:
                continue
            self.edits.take_whole(question.first, question.last)
            self.edits.join(question.first, question.last)
            self.edits.replace(question.first, "")
            if question in alone:
                self.edits.replace(question.first + 1, "")
                self.edits.replace(question.last, " == 1")
            else:
                query = question.query if isinstance(question, TimerQuery) else "expire"
                self.edits.replace(question.last, f"{ASKED[query]})")

    # -- time --------------------------------------------------------------------------------

    def _timers(self) -> list[str]:
        own = [cell.name for variable in self.model.globals for cell in timer_cells(variable)]
        lifted = (timer for found in self.lifted for timer in found.cells())
        return [*own, *lifted, *self._deadline_cells()]

    def _deadline_cells(self) -> list[str]:
        return [*self.beside.values(), *(cell for _, cell in self.deadlines.values())]

    def _first_declaration(self) -> int:
        declared = next(found for found in self.model.nodes.of(VariableDeclaration) if found.type == TIMER)
        return self.model.position(declared)

    def _wording(self) -> Wording:
        before = self.model.wording
        fields = [
            f"{kind.name}.{field.name}"
            for kind in self.model.types.values()
            for field in kind.fields.values()
            if field.type == TIMER
        ]
        plain = [variable.name for variable in self.model.globals if variable.type == TIMER]
        plain += self._deadline_cells()
        names = dict.fromkeys(self._deadline_cells(), "the deadline")
        for found in self.lifted:
            for variable, name in found.variables:
                if variable.type == TIMER:
                    plain.append(f"{found.type}.{name}" if found.family else name)
                names[found.array or name] = (
                    found.process.name if found.family else (f"{found.process.name}.{variable.name}")
                )
        return replace(
            before, clock=self.clock if self._timers() else "", timers=frozenset([*plain, *fields]), variables=names
        )


def _inside(blocks: list[DStep]) -> set[Node]:
    return {node for block in blocks for node in walk(block.body)}


def _off(timers: list[str], said: str) -> list[Piece]:
    """Turn some timers off, in one step."""
    if len(timers) == 1:
        return [Phrase(said), f"{timers[0]} = 0"]
    return ["{ ", Phrase(said), f"d_step {{ {'; '.join(f'{timer} = 0' for timer in timers)} }} }}"]


def _ending_processes(model: Model) -> set[str]:
    """The process types whose processes can come to their end."""
    # What is wrong in the automata is told where they are built for the user.
    automata = build_automata(replace(model, diagnostics=Diagnostics(model.sources)))
    return {
        automaton.name
        for automaton in automata
        if {edge.source for edge in automaton.edges} != set(range(automaton.states))
    }
