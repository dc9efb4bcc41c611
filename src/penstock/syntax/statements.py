"""Statements and sequences; the calls of inlines are replaced by what they stand for."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from penstock.budget import check
from penstock.diagnostics.record import Fix
from penstock.syntax.cursor import Unreadable
from penstock.syntax.habits import OtherHabits
from penstock.syntax.layout import CONSTANT, END, SEPARATORS
from penstock.syntax.lexer import NAME, STRING
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Atomic,
    Binary,
    Block,
    Break,
    CCode,
    Condition,
    Constant,
    Do,
    DStep,
    Else,
    Expression,
    For,
    ForEach,
    Goto,
    If,
    InlineCall,
    Labelled,
    MtypeDeclaration,
    Print,
    PrintMtype,
    Receive,
    Reference,
    ResetTimer,
    Run,
    Select,
    Send,
    Sequence,
    SetPriority,
    SetTimer,
    Statement,
    Step,
    Unless,
)
from penstock.syntax.repairs import Changes, moved_behind, replaced
from penstock.syntax.walk import unlabelled

_ENDS_SEQUENCE = frozenset(["}", "::", "od", "fi", END])
_ENDS_LABEL = _ENDS_SEQUENCE | SEPARATORS | {"unless"}


class StatementParser(OtherHabits):
    """Reads statements."""

    inline_hint = "define an inline before it is called; start a process type with `run`"

    # -- sequences ---------------------------------------------------------------------------

    def block(self) -> Sequence:
        """`{ sequence }`."""
        opened = self.expect("{")
        self.enter()
        body = self.sequence()
        self.leave()
        self.close("}", opened)
        return body

    def sequence(self) -> Sequence:
        start = self.at
        steps: list[Step] = []
        while True:
            check()
            readable = self.recover(lambda: self.step_into(steps), self.skip_statement)
            separators = self.skip_separators()
            if self.kinds[self.at] in _ENDS_SEQUENCE or self.begins_unit():
                if separators > 1 and readable:
                    self.unexpected("a statement")
                break
            if not separators and not self.goes_on(readable, steps):
                break
        return Sequence(start, max(start, self.at - 1), tuple(steps))

    def skip_separators(self) -> int:
        start = self.at
        while self.kinds[self.at] in SEPARATORS:
            self.at += 1
        return self.at - start

    def goes_on(self, readable: bool, steps: list[Step]) -> bool:
        """Whether to read on although no separator follows."""
        if not readable:
            return False
        if steps and _is_call(steps[-1]):
            return True  # an inline ends with a brace, and after a brace no separator is needed
        self.unexpected("`;`")
        self.skip_statement(self.at)
        return self.skip_separators() > 0 and self.kinds[self.at] not in _ENDS_SEQUENCE

    def step_into(self, steps: list[Step]) -> None:
        kind = self.kinds[self.at]
        if kind in ("xr", "xs"):
            steps.append(self.channel_claim())
        elif self.starts_declaration():
            declaration = self.declaration()
            if isinstance(declaration, MtypeDeclaration):
                raise self.fail("E211", "message types must be declared outside processes", declaration.first)
            steps.append(declaration)
        else:
            steps.append(self.guarded())

    def guarded(self) -> Statement:
        """A statement, perhaps with `unless`."""
        main = self.statement()
        self._unless_after_inline(main)
        if not self.accept("unless"):
            return main
        escape = self.statement()
        return Unless(main.first, escape.last, main, escape)

    def _unless_after_inline(self, main: Statement) -> None:
        """The end of the line after a call is not a separator before `unless`."""
        if _is_call(main) and self.kinds[self.at] == ";" and not self.texts[self.at]:
            if self.kinds[self.at + 1] == "unless":
                self.at += 1

    # -- statements --------------------------------------------------------------------------

    def statement(self) -> Statement:
        kind = self.kinds[self.at]
        if kind == NAME:
            return self.named_statement()
        reader = _STATEMENTS.get(kind)
        if reader is not None:
            self.enter()
            statement = reader(self)
            self.leave()
            return statement
        return self.condition()

    def _refuse_constant_target(self) -> None:
        at = self.at
        if self.kinds[at + 1] in ("=", "++", "--") and (
            self.kinds[at] == CONSTANT or self.texts[at] in self.names.mtypes
        ):
            what = f"`{self.texts[at]}` is a constant"
            if self.kinds[at] == NAME:
                what = f"`{self.texts[at]}` is a message type name"
            raise self.fail("E427", f"{what} and cannot be assigned", at)

    def condition(self) -> Statement:
        start = self.at
        if self.counts_before():
            return self.counted_before()
        if self.kinds[start] == CONSTANT:
            self._refuse_constant_target()
        if self.kinds[start] in _ENDS_SEQUENCE or self.kinds[start] in SEPARATORS:
            raise self.unexpected("a statement")
        value = self.whole_expression()
        return Condition(start, self.at - 1, value)

    def named_statement(self) -> Statement:
        at = self.at
        text = self.texts[at]
        if text in self.names.inlines:
            return self.inline_call(None)
        if self.starts_while():
            return self.while_loop()
        role = self.names.role(text)
        if self.kinds[at + 1] == ":" and role is None:
            return self.labelled()
        if text in self.names.proctypes and self.kinds[at + 1] == "(":
            return self._run_without_word()
        if role is not None:
            self._refuse_constant_target()
            return self.condition()
        if (reader := _TIMER_WORDS.get(text)) is not None and self.calls_timer():
            return reader(self)
        return self.after_reference(self.reference())

    def _run_without_word(self) -> Condition:
        """`P(1)` for `run P(1)`."""
        start = self.at
        name = self.texts[start]
        fixes = replaced(self.table, start, f"run {name}")
        self.report("E214", f"`{name}` is a process type", start, f"start a process by `run {name}(...)`", fixes)
        self.at -= 1
        value = self.run()
        return Condition(start, self.at - 1, Run(start, value.last, value.proctype, value.arguments, value.priority))

    def set_timer(self) -> SetTimer:
        start = self.advance()
        self.expect("(")
        timer = self.reference()
        self.expect(",", hint="a timer is set to a number of ticks: `set(t, 5)`")
        value = self.expression()
        return SetTimer(start, self.expect(")"), timer, value)

    def reset_timer(self) -> ResetTimer:
        start = self.advance()
        timer = self.in_parentheses(self.reference)
        return ResetTimer(start, self.at - 1, timer)

    def labelled(self) -> Statement:
        at = self.at
        if self.kinds[at + 2] == "=" and self.table.adjacent(at + 1):
            return self._assigned_with_colon()
        self.at += 2
        kind = self.kinds[self.at]
        if self.starts_declaration() or kind in ("xr", "xs"):
            raise self._label_before_declaration(at)
        if kind in _ENDS_LABEL:
            # A label before `}` labels a step of its own that does nothing.
            empty = Condition(at, at, Constant(at, at, 1), written=False)
            return Labelled(at, at + 1, self.texts[at], empty)
        self.enter()
        statement = self.statement()
        self.leave()
        return Labelled(at, statement.last, self.texts[at], statement)

    def _label_before_declaration(self, at: int) -> Unreadable:
        declared = self.at
        while self.starts_declaration() and self.recover(self.declaration, self.skip_statement):
            self.skip_separators()
        fixes = moved_behind(self.table, self.diagnostics.sources, at, declared, self.at)
        self.at = declared
        message = f"label `{self.texts[at]}` is before a declaration"
        return self.fail("E505", message, at, hint="label the statement after it", fixes=fixes)

    def _assigned_with_colon(self) -> Assignment:
        """`x := 1`."""
        target = self.reference()
        changes = Changes(self.table)
        changes.replace(self.at, "")
        self.report("E201", "an assignment is written `=`", self.at, fixes=changes.fix("change `:=` to `=`"))
        self.at += 2
        return Assignment(target.first, self.at, target, self.whole_expression())

    def after_reference(self, target: Reference) -> Statement:
        kind = self.kinds[self.at]
        if kind == "=":
            return self.assignment(target)
        if kind in ("++", "--"):
            self.at += 1
            one = Constant(self.at - 1, self.at - 1, 1)
            changed = Binary(target.first, self.at - 1, kind[0], target, one)
            return Assignment(target.first, self.at - 1, target, changed, kind)
        if kind in ("!", "!!"):
            return self.send(target, kind == "!!")
        if kind in ("?", "??") and self.kinds[self.at + 1] != "[":
            return self.receive(target, kind == "??")
        if kind == "(" and target.first == target.last:
            raise self._no_inline(target)
        value = self.binary(self.polled(target), 1)
        return Condition(target.first, self.at - 1, value)

    def _no_inline(self, target: Reference) -> Unreadable:
        if (brackets := self._array_element(target)) is not None:
            hint = "an element of an array stands in brackets: `a[0]`"
            return self.fail("E214", f"`{target.name}` is an array", target.first, hint=hint, fixes=brackets)
        similar = get_close_matches(target.name, [*self.names.inlines, "printf", "assert"], 1, 0.7)
        fixes = replaced(self.table, target.first, similar[0]) if similar else ()
        hint = f"did you mean `{similar[0]}`?" if similar else self.inline_hint
        return self.fail("E214", f"there is no inline `{target.name}`", target.first, hint=hint, fixes=fixes)

    def _array_element(self, target: Reference) -> tuple[Fix, ...] | None:
        """`a(0)` for `a[0]`, here and elsewhere; None if the text never has `a[`."""
        pairs = list(zip(self.texts, self.kinds[1:], strict=False))
        if (target.name, "[") not in pairs:
            return None
        changes = Changes(self.table)
        for at in [at for at, pair in enumerate(pairs) if pair == (target.name, "(")]:
            changes.replace(at + 1, "[")
            changes.replace(self._matching_parenthesis(at + 1), "]")
        return changes.fix("write `[ ]`")

    def assignment(self, target: Reference) -> Statement:
        self.at += 1
        if self.kinds[self.at] == NAME and self.texts[self.at] in self.names.inlines:
            return self.inline_call(target)
        value = self.whole_expression()
        return Assignment(target.first, self.at - 1, target, value)

    def send(self, channel: Reference, ordered: bool) -> Send:
        self.at += 1
        values = [self._first_field()]
        if self.accept("("):
            values.extend(self.arguments(")") or self._no_fields())
            self.expect(")")
        elif self.accept(","):
            values.extend(self.listed(self.expression))
        return Send(channel.first, self.at - 1, channel, tuple(values), ordered)

    def _first_field(self) -> Expression:
        self.in_message = True
        try:
            return self.expression()
        finally:
            self.in_message = False

    def _no_fields(self) -> tuple[Expression, ...]:
        changes = Changes(self.table)
        for at in (self.at - 1, self.at):
            changes.replace(at, "")
        hint = "a message without further fields is written `q!m`"
        self.report("E201", "expected an expression, found `)`", self.at, hint, changes.fix("leave out `()`"))
        return ()

    def receive(self, channel: Reference, random: bool) -> Receive:
        self.at += 1
        peek = self.accept("<")
        patterns = self.patterns()
        if peek:
            self.expect(">")
        return Receive(channel.first, self.at - 1, channel, patterns, random, peek)

    def options(self, closing: str, opened: int) -> tuple[Sequence, ...]:
        if self.kinds[self.at] in (":", "|"):
            self._double_colons(closing)
        if self.kinds[self.at] != "::":
            raise self.unexpected("`::`", hint=f"each alternative before `{closing}` begins with `::`")
        found: list[Sequence] = []
        while self.accept("::"):
            found.append(self.sequence())
        self.close(closing, opened)
        return tuple(found)

    def _double_colons(self, closing: str) -> None:
        """`:` or `|` before each alternative: read as if it were `::`."""
        sign = self.kinds[self.at]
        depth, changes = 0, Changes(self.table)
        for at in range(self.at, len(self.kinds) - 1):
            depth += (self.kinds[at] in ("if", "do")) - (self.kinds[at] in ("fi", "od"))
            if depth < 0 or self.kinds[at] == "}":
                break
            if depth == 0 and self.kinds[at] == sign and (at == self.at or self.kinds[at - 1] == ";"):
                changes.replace(at, "::")
        hint = f"each alternative before `{closing}` begins with `::`"
        self.report("E201", f"expected `::`, found `{sign}`", self.at, hint, changes.fix(f"change `{sign}` to `::`"))
        for at in changes.texts:
            self.kinds[at] = "::"

    def selection(self) -> If:
        start = self.advance()
        if self.kinds[self.at] == "(":
            return self.choice_of_c(start)
        return If(start, start, self.options("fi", start))

    def repetition(self) -> Do:
        start = self.advance()
        return Do(start, start, self.options("od", start))

    def atomic(self) -> Atomic:
        start = self.advance()
        self._take_braces(start)
        return Atomic(start, start, self.block())

    def d_step(self) -> DStep:
        start = self.advance()
        self._take_braces(start)
        return DStep(start, start, self.block())

    def _take_braces(self, start: int) -> None:
        """`atomic ( ... )`: the parentheses are read as if they were braces."""
        if self.kinds[self.at] != "(":
            return
        closing = self._matching_parenthesis(self.at)
        changes = Changes(self.table)
        changes.replace(self.at, "{")
        changes.replace(closing, "}")
        message = f"the statements of `{self.texts[start]}` stand in braces"
        self.report("E201", message, self.at, fixes=changes.fix("change the parentheses to braces"))
        self.kinds[self.at], self.kinds[closing] = "{", "}"

    def plain_block(self) -> Block:
        start = self.at
        return Block(start, start, self.block())

    def loop(self) -> Statement:
        start = self.advance()
        self.expect("(")
        variable = self.reference()
        if self.kinds[self.at] == NAME and self.texts[self.at] == "in":
            self.at += 1
            collection = self.reference()
            self.expect(")")
            return ForEach(start, self.at - 1, variable, collection, self._loop_body())
        if self.kinds[self.at] == "=":
            return self.loop_of_c(start, variable)
        self.expect(":", hint="write `for (i : 1 .. n)` or `for (i in array)`")
        low, high = self._range()
        return For(start, self.at - 1, variable, low, high, self._loop_body())

    def _range(self) -> tuple[Expression, Expression]:
        low = self.expression()
        self.expect("..")
        high = self.expression()
        self.expect(")")
        return low, high

    def _loop_body(self) -> Sequence:
        self.accept(";")
        return self.block()

    def select(self) -> Select:
        start = self.advance()
        self.expect("(")
        variable = self.reference()
        self.expect(":", hint="write `select (i : 1 .. n)`")
        low, high = self._range()
        return Select(start, self.at - 1, variable, low, high)

    def jump(self) -> Goto:
        start = self.advance()
        at = self.expect_name("a label")
        return Goto(start, at, self.texts[at])

    def leave_loop(self) -> Break:
        self.at += 1
        return Break(self.at - 1, self.at - 1)

    def otherwise(self) -> Else:
        self.at += 1
        return Else(self.at - 1, self.at - 1)

    def print_statement(self) -> Print:
        start = self.advance()
        self.expect("(")
        text = self.texts[self.expect(STRING)]
        arguments = self.listed(self.expression) if self.accept(",") else ()
        return Print(start, self.expect(")"), text, arguments)

    def print_mtype(self) -> PrintMtype:
        start = self.advance()
        value = self.in_parentheses(self._printable)
        return PrintMtype(start, self.at - 1, value)

    def _printable(self) -> Expression:
        value = self.named() if self.kinds[self.at] == NAME else None
        if not isinstance(value, Constant | Reference):
            raise self.unexpected("the name of a message type, or a variable that holds one")
        return value

    def assertion(self) -> Assert:
        start = self.advance()
        condition = self.whole_expression()
        return Assert(start, self.at - 1, condition)

    def set_priority(self) -> SetPriority:
        start = self.advance()
        self.expect("(")
        process = self.expression()
        self.expect(",")
        priority = self.expression()
        return SetPriority(start, self.expect(")"), process, priority)

    def c_code(self) -> CCode:
        at = self.advance()
        embedded = self.table.embedded[at]
        return CCode(at, at, self.kinds[at], embedded.text, embedded.precondition)

    def return_statement(self) -> Statement:
        start = self.advance()
        if self.result is None:
            raise self.fail("E506", "`return` outside an inline whose value is used", start)
        value = self.whole_expression()
        return Assignment(start, self.at - 1, self.result, value)


_TIMER_WORDS: dict[str, Callable[[StatementParser], Statement]] = {
    "set": StatementParser.set_timer,
    "reset": StatementParser.reset_timer,
    "expire": StatementParser.condition,
    "remaining": StatementParser.condition,
}


def _is_call(step: Step) -> bool:
    return isinstance(step, Statement) and isinstance(unlabelled(step), InlineCall)


_STATEMENTS: dict[str, Callable[[StatementParser], Statement]] = {
    "if": StatementParser.selection,
    "do": StatementParser.repetition,
    "for": StatementParser.loop,
    "select": StatementParser.select,
    "break": StatementParser.leave_loop,
    "goto": StatementParser.jump,
    "else": StatementParser.otherwise,
    "atomic": StatementParser.atomic,
    "d_step": StatementParser.d_step,
    "{": StatementParser.plain_block,
    "printf": StatementParser.print_statement,
    "printm": StatementParser.print_mtype,
    "assert": StatementParser.assertion,
    "set_priority": StatementParser.set_priority,
    "c_code": StatementParser.c_code,
    "c_decl": StatementParser.c_code,
    "return": StatementParser.return_statement,
}
