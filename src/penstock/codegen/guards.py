"""Single statements in C: the guard that says whether one can be executed, and what it does.

box?3, n     ->     PS_RECEIVE(me, "14:8 box?3, n", PS_LOCAL, 0, box, PS_IS(3), PS_ANY)
                    n = (uint8_t)ps_field(me, 1);
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from penstock.codegen.beginnings import Beginning
from penstock.codegen.c_own import OwnC, may_wait, named_by_macros, renamed
from penstock.codegen.expressions import INT_HIGH, INT_LOW, CExpressionWriter, Value
from penstock.codegen.fragments import closed
from penstock.codegen.naming import c_name
from penstock.codegen.page import RESTORED, c_string
from penstock.codegen.plan import ProgramPlan, where_c_begins
from penstock.control.structures import Structures
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.symbols import PREDEFINED, ProcessNames, Variable
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    BasicStatement,
    CCode,
    CExpression,
    Condition,
    Constant,
    DStep,
    Else,
    Expression,
    Print,
    PrintMtype,
    Receive,
    Reference,
    Run,
    Send,
)
from penstock.syntax.walk import final, walk

ALWAYS = "1"
LEAVE, ENTER = "ps_release_turn(me);", "ps_regain_turn(me);"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a statement does, line by line, and whether others can see it."""

    lines: tuple[str, ...] = ()
    shared: bool = False


@dataclass
class GuardCount:
    """How many guards a place has, how many of them send or receive; and the most of all places."""

    here: int = 0
    messages: int = 0
    most: int = 1
    most_messages: int = 0

    def begin(self) -> None:
        self.here = self.messages = 0

    def add(self, message: bool = False) -> None:
        self.here += 1
        self.messages += message
        self.most = max(self.most, self.here)
        self.most_messages = max(self.most_messages, self.messages)


class GuardWriter(CExpressionWriter):
    """Writes the simple statements of one process."""

    def __init__(self, plan: ProgramPlan, process: ProcessNames, resumes: bool = False) -> None:
        super().__init__(plan, plan.local_names(process), resumes)
        self.process = process
        self.structures = Structures(plan.model)
        self.counted = GuardCount()
        self.own_c = OwnC()
        """C declarations of a process that keeps its variables in a structure."""

    def unfolded(self, statement: BasicStatement) -> BasicStatement:
        for node in walk(statement) if self.model.types else ():
            if isinstance(node, Run):
                self.passed.setdefault(node.first, self.plan.carried(node.arguments))
        return self.structures.statement(statement)  # type: ignore[return-value]

    def key(self, statement: BasicStatement) -> str | None:
        if self.plan.is_program_only(statement):
            return "is" + self.plan.keys.place(statement)
        return self.plan.keys.of(self.process.name, self.unfolded(statement))

    def step_text(self, statement: BasicStatement, step: BasicStatement | None = None) -> str:
        """The place and the statement, as a C string; `step` is the d_step that it begins."""
        where = self.model.locate(statement)
        return c_string(self.plan.place_text(where, self.model.said(statement), self.key(step or statement)))

    # -- guards ------------------------------------------------------------------------------

    def condition(self, statement: BasicStatement) -> str | None:
        """The C condition under which a statement can be executed; none for sends, receives and `else`."""
        match statement:
            case Condition():
                return ALWAYS if _starts(statement.expression) else self.text(statement.expression)
            case Send() | Receive() | Else():
                return None
            case _:
                return ALWAYS

    def is_always_executable(self, statement: BasicStatement) -> bool:
        if isinstance(statement, Condition) and isinstance(statement.expression, Constant):
            return statement.expression.value != 0
        return self.condition(statement) == ALWAYS

    def guard(self, entry: Beginning) -> str:
        """A call of the runtime that executes a statement's guard."""
        whole, statement = entry.guard, self.unfolded(entry.guard)
        self.counted.add(isinstance(statement, Send | Receive))
        text = self.step_text(statement, entry.step if isinstance(entry.step, DStep) else None)
        later = " | PS_LATER" if entry.turn else ""
        match statement:
            case Send():
                carried = self.plan.carried(whole.arguments) if isinstance(whole, Send) else []
                looks = self.plan.looks_at([statement.channel, *statement.arguments])
                values = ", ".join(self.text(argument) for argument in statement.arguments)
                flags = self._flags(statement, ["PS_SORTED"] * statement.sorted + ["PS_STRUCTURES"] * bool(carried))
                channel = self.carrying(carried, self.text(statement.channel))
                return f"PS_SEND(me, {text}, {looks}{later}, {flags}, {channel}, {values})"
            case Receive():
                looked = [pattern for pattern in statement.patterns if not isinstance(pattern, Reference)]
                looks = self.plan.looks_at([statement.channel, *looked])
                flags = self._receive_flags(statement, entry.at_once)
                patterns = ", ".join(self.patterns(statement.patterns))
                return f"PS_RECEIVE(me, {text}, {looks}{later}, {flags}, {self.text(statement.channel)}, {patterns})"
            case Else() if entry.waits:
                return f"PS_ELSE(me, {text})"
            case _:
                looks = "PS_LOCAL"
                if isinstance(statement, Condition) and not _starts(statement.expression):
                    looks = self.plan.looks_at([statement.expression])
                guard = f"PS_GUARD(me, {text}, {looks}{later}, {self.condition(statement) or ALWAYS})"
                return self._in_lines_of_the_user(guard, statement)

    def _in_lines_of_the_user(self, guard: str, statement: BasicStatement) -> str:
        """A condition with C written by the user, whose errors are shown where it was written."""
        pieces = [node for node in walk(statement) if isinstance(node, CExpression)]
        if not pieces:
            return guard
        where = where_c_begins(self.model, pieces[0])
        before, behind = self._around(" ".join(piece.text for piece in pieces))
        line = f"#line {where.line} {c_string(where.file)}"
        return "\n" + "\n".join([*before, line, guard, *behind, RESTORED]) + "\n"

    def _flags(self, statement: Send | Receive, flags: list[str]) -> str:
        if self.plan.after.get((self.process.name, statement.first), False):
            flags.append("PS_LISTENS")
        return " | ".join(flags) or "0"

    def _receive_flags(self, statement: Receive, at_once: bool) -> str:
        flags = ["PS_SEARCH"] * statement.random + ["PS_PEEK"] * statement.peek
        if self.plan.may_meet(statement.channel) and (at_once or self.effect(statement).shared):
            flags.append("PS_AT_ONCE")
        return self._flags(statement, flags)

    # -- effects -----------------------------------------------------------------------------

    def effect(self, statement: BasicStatement) -> Effect:
        whole, statement = statement, self.unfolded(statement)
        match statement:
            case Assignment():
                return self._assignment(statement.target, self.value(statement.value))
            case Receive():
                carried = self.plan.carried(whole.patterns) if isinstance(whole, Receive) else []
                return self._receive(statement, carried)
            case Condition() if _starts(statement.expression):
                return Effect((f"(void){self.text(statement.expression)};",))
            case Print() | PrintMtype():
                return Effect((self._print(statement),))
            case CCode():
                return self._embedded(statement)
            case _:
                return Effect()

    def _embedded(self, statement: CCode) -> Effect:
        """Embedded C; what a specification has for the program only may take long, unless others see what it does."""
        if statement.keyword == "c_decl":
            return Effect()
        lines = list(self.c_code(statement))
        if statement.precondition is not None:
            condition = statement.precondition.strip()
            text = c_string(self.plan.place_text(self.model.locate(statement), condition))
            lines.insert(0, f"PS_ASSERT(me, {text}, ({self.plain_c(condition)}));")
        if self.plan.is_program_only(statement):
            keeps_turn = self.mentions_globals(statement) or self.plan.c.keeps_turn(statement.text)
            if (
                not keeps_turn
                and not self.plan.is_embedded
                and (not self.resumes or may_wait(statement.text, self.plan.c.types))
            ):
                lines = self._outside(statement, lines)
            lines += self.notes(statement)
        return Effect(tuple(lines), True)

    def _outside(self, statement: CCode, lines: list[str]) -> list[str]:
        """C that runs while others have the turn; what it reads of theirs it takes along."""
        seen = self.plan.c.taken_along(statement.text)
        before = [f"{variable.like.replace('@', 'ps_seen_' + variable.name)} = {variable.name};" for variable in seen]
        inside = [f"{variable.like.replace('@', variable.name)} = ps_seen_{variable.name};" for variable in seen]
        if not seen:
            return [LEAVE, *lines, ENTER]
        return ["{", *before, LEAVE, "{", *inside, *lines, "}", ENTER, "}"]

    def _assignment(self, target: Reference, value: Value) -> Effect:
        variable = self.model.variables[final(target)]
        if variable is PREDEFINED["_"]:
            return Effect((f"(void)({value.text});",))
        line = f"{self.place(target)} = {self.stored(variable, value)};"
        return Effect((line,), self.plan.is_global(target))

    def _receive(self, statement: Receive, carried: list[tuple[Reference, str]]) -> Effect:
        lines: list[str] = []
        shared = False
        first = str(len(statement.patterns))
        for reference, name in carried:
            lines.append(f"ps_copy_attached(me, {first}, &{self.place(reference)}, sizeof({name}));")
            first += f" + PS_CELLS({name})"
        for place, pattern in enumerate(statement.patterns):
            if not isinstance(pattern, Reference) or self.model.variables[pattern] is PREDEFINED["_"]:
                continue
            effect = self._assignment(pattern, Value(f"ps_field(me, {place})", INT_LOW, INT_HIGH))
            lines.extend(effect.lines)
            shared = shared or effect.shared
        return Effect(tuple(lines), shared)

    def assertion(self, statement: Assert) -> str:
        return f"PS_ASSERT(me, {self.step_text(statement)}, {self.text(statement.condition)});"

    def c_code(self, statement: CCode) -> Iterator[str]:
        """Embedded C, in lines of the specification."""
        where = where_c_begins(self.model, statement)
        text = self.plain_c(statement.text)
        before, behind = self._around(statement.text)
        yield from before
        yield f"#line {where.line} {c_string(where.file)}"
        yield "{ " + closed(text).replace("\\#", "#")
        yield "}"
        yield from behind
        yield RESTORED

    def plain_c(self, text: str) -> str:
        """Embedded C, with SPIN's names for variables made plain."""
        plain = re.sub(rf"\b(now\s*\.|P{re.escape(self.process.name)}\s*->)\s*", "", text)
        return self.kept(plain) if self.resumes else plain

    def kept(self, text: str) -> str:
        """C that finds the variables of the process where they are kept."""
        names = {name: f"my->{name}" for name in self._own_names() - self._through_macros(text)}
        return renamed(text, names, self.plan.c.types)

    def _own_names(self) -> set[str]:
        own = [self.names.of(found, found.name) for found in [*self.process.parameters, *self.process.locals]]
        return {*own, *self.own_c.names}

    def _through_macros(self, text: str) -> set[str]:
        """Variables of the process that C names through macros: there they are found by macros, too."""
        if not self.resumes:
            return set()
        return self._own_names() & named_by_macros(text, {**self.plan.c.macros, **self.own_c.macros})

    def _around(self, text: str) -> tuple[list[str], list[str]]:
        """What stands before and behind a piece of C because of that."""
        names = sorted(self._through_macros(text))
        return [f"#define {name} my->{name}" for name in names], [f"#undef {name}" for name in names]

    def mentioned(self, statement: CCode) -> list[Cell]:
        """The variables of the model that embedded C names."""
        words = set(re.findall(r"[A-Za-z_]\w*", statement.text))
        variables = [*self.process.parameters, *self.process.locals, *self.plan.globals]
        found: list[Cell] = []
        for variable in variables:
            if self._c_name(variable) in words and variable.type != "chan":
                found.extend(Layout([variable]).cells)
        return found

    def mentions_globals(self, statement: CCode) -> bool:
        """Whether embedded C may touch what others see, be it in a function that it calls."""
        shared = {c_name(variable.name) for variable in self.plan.globals}
        words = set(re.findall(r"[A-Za-z_]\w*", statement.text))
        units = [unit.text for unit in self.model.syntax.program.units if isinstance(unit, CCode)]
        outside = set(re.findall(r"[A-Za-z_]\w*", " ".join(units)))
        calls = set(re.findall(r"([A-Za-z_]\w*)\s*\(", statement.text))
        return bool(words & shared) or (bool(outside & shared) and bool(calls & outside))

    def _c_name(self, variable: Variable) -> str:
        return c_name(variable.name) if variable.owner is None else self.names.of(variable, variable.name)

    def notes(self, statement: CCode) -> list[str]:
        """What a trace says about variables after C that only the program has."""
        lines = []
        for cell in self.mentioned(statement):
            head, rest = re.fullmatch(r"(\w+)(.*)", cell.name).groups()  # type: ignore[union-attr]
            first = next(
                found
                for found in [*self.process.parameters, *self.process.locals, *self.plan.globals]
                if found.name == head
            )
            path = (self.plan.shared_name(first) if first.owner is None else self.own(first)) + re.sub(
                r"\.(\w+)", lambda found: "." + c_name(found[1]), rest
            )
            lines.append(f"PS_NOTE(me, {c_string(cell.name)}, {path});")
        return lines

    # -- printing ----------------------------------------------------------------------------

    def _print(self, statement: Print | PrintMtype) -> str:
        if isinstance(statement, PrintMtype):
            return f'ps_print("{self._conversion_of_names}", {self._named(statement.value)});'
        waiting = iter(statement.arguments)
        format_text, values = "", []
        letters = iter(statement.text[1:-1])
        for letter in letters:
            if letter == "\\":
                following = next(letters, "")
                format_text += {"n": "\n", "t": "\t"}.get(following, following).replace("%", "%%")
            elif letter == "%":
                text, value = self._conversion(next(letters, ""), waiting)
                format_text += text
                values += value
            elif letter != '"':
                format_text += letter
        if not format_text:
            return 'ps_print("%s", "");'
        return f"ps_print({', '.join([c_string(format_text), *values])});"

    def _conversion(self, letter: str, waiting: Iterator[Expression]) -> tuple[str, list[str]]:
        if letter == "%":
            return "%%", []
        argument = next(waiting, None)
        if argument is None:
            return "", []
        if letter == "e":
            return self._conversion_of_names, [self._named(argument)]
        value = self.value(argument)
        inner = value.text if value.level >= 15 else f"({value.text})"
        if self.plan.is_embedded:
            return (f"%{letter}", [f"(int32_t){inner}"]) if letter and letter in "dcoux" else ("", [])
        if letter in "dc":
            return f"%{letter}", [f"(int){inner}"]
        return (f"%{letter}", [f"(unsigned int){inner}"]) if letter and letter in "oux" else ("", [])

    def _named(self, value: Expression) -> str:
        """The name of a message type."""
        subtype = None
        if isinstance(value, Reference):
            variable = self.model.variables[final(value)]
            subtype = variable.subtype or self.model.assumed_subtypes.get(variable)
        name = f"ps_name_of({c_string(subtype) if subtype else 'NULL'}, {self.text(value)})"
        return f"{name}, (int32_t)({self.text(value)})" if self.plan.is_embedded else name

    @property
    def _conversion_of_names(self) -> str:
        """On small machines a name is NULL where there is none, and the number follows."""
        return "%e" if self.plan.is_embedded else "%s"


def _starts(value: Expression) -> bool:
    return isinstance(value, Run)
