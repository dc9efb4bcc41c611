"""Statements as other languages write them: told at once as a whole, and read as what is meant.

while (x < 3) { x++ }        ->   do :: (x < 3) -> x++ :: else -> break od
if (x) { y = 1 }             ->   if :: (x) -> y = 1 :: else -> skip fi
for (i = 0; i < n; i++) {    ->   for (i : 0 .. n - 1) {

What is inside is read like any other text, so that nothing else is reported because of it.
"""

from __future__ import annotations

from penstock.diagnostics.record import Fix
from penstock.syntax.inlines import InlineCalls
from penstock.syntax.layout import CONSTANT
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import (
    Assignment,
    Binary,
    Block,
    Break,
    Condition,
    Constant,
    Do,
    Else,
    Expression,
    For,
    If,
    Reference,
    Sequence,
    Statement,
)
from penstock.syntax.repairs import Changes

ELSEWHERE = "E215"


class OtherHabits(InlineCalls):
    """Reads what C and its relatives write for loops and choices."""

    def block(self) -> Sequence:
        """`{ sequence }`; the class for statements knows how."""
        raise NotImplementedError

    # -- while and if --------------------------------------------------------------------------

    def starts_while(self) -> bool:
        return self.texts[self.at] == "while" and self.kinds[self.at + 1] == "(" and self._is_free("while")

    def _is_free(self, name: str) -> bool:
        return self.names.role(name) is None

    def while_loop(self) -> Statement:
        start = self.advance()
        changes = Changes(self.table)
        condition = self._condition_in_parentheses()
        if self.kinds[self.at] == ";" and self.texts[self.at]:
            changes.replace(start, "!")
            self._tell(start, "there is no `while`: a condition waits until it holds", changes)
            return Condition(start, self.at - 1, condition)
        forever = isinstance(condition, Constant) and condition.value != 0
        changes.replace(start, "do ::")
        body = self._branch(changes, "od" if forever else ":: else -> break od")
        self._tell(start, "there is no `while`: a loop is written `do ... od`", changes)
        first = Sequence(start, start, (Condition(start, start, condition), body))
        leaving = Sequence(start, start, (Else(start, start), Break(start, start)))
        return Do(start, start, (first,) if forever else (first, leaving))

    def choice_of_c(self, start: int) -> If:
        """The `if` was the token `start`; a parenthesis follows."""
        changes = Changes(self.table)
        statement = self._choice(start, changes)
        self._tell(start, "an `if` has alternatives that begin with `::`, and ends with `fi`", changes)
        return statement

    def _choice(self, start: int, changes: Changes) -> If:
        changes.replace(start, "if ::")
        condition = self._condition_in_parentheses()
        then = self._branch(changes, None)
        first = Sequence(start, start, (Condition(start, start, condition), then))
        closed = self.at - 1
        otherwise = self._otherwise()
        if otherwise is None:
            changes.close(closed, ":: else -> skip fi", braces=self.kinds[closed] == "}")
            rest: Statement = Condition(start, start, Constant(start, start, 1))
        else:
            rest = self._second_branch(closed, otherwise, changes)
        return If(start, start, (first, Sequence(start, start, (Else(start, start), rest))))

    def _second_branch(self, closed: int, otherwise: int, changes: Changes) -> Statement:
        if self.kinds[closed] == "}" and closed not in changes:
            changes.replace(closed, "::")
        else:
            changes.before(otherwise, ":: ")
        if self.kinds[self.at] == "if" and self.kinds[self.at + 1] == "(":
            changes.behind(otherwise, " ->")
            inner = self._choice(self.advance(), changes)
            changes.behind(self.at - 1, " fi")
            return inner
        return self._branch(changes, "fi", otherwise)

    def _otherwise(self) -> int | None:
        """The `else` of C here, perhaps behind a separator."""
        at = self.at
        while self.kinds[at] == ";":
            at += 1
        if self.kinds[at] != "else" or self.kinds[at - 1] == "::":
            return None
        self.at = at + 1
        while self.kinds[self.at] == ";" and not self.texts[self.at]:
            self.at += 1
        return at

    def _condition_in_parentheses(self) -> Expression:
        self.expect("(")
        value = self.expression()
        self.expect(")")
        return value

    def _branch(self, changes: Changes, closing: str | None, opener: int | None = None) -> Statement:
        """What a condition or an `else` guards: a block, or one statement; `closing` takes the place of its end."""
        before = self.at - 1 if opener is None else opener
        while self.kinds[self.at] == ";" and not self.texts[self.at]:
            self.at += 1
        opened = self.at
        if self.kinds[opened] != "{":
            changes.behind(before, " ->")
            statement = self.statement()
            if closing is not None:
                changes.close(self.at - 1, closing, braces=False)
            return statement
        body = self.block()
        changes.replace(opened, "->" if body.steps else "-> skip")
        if closing is not None:
            changes.close(self.at - 1, closing, braces=True)
        return Block(opened, opened, body)

    def _tell(self, at: int, message: str, changes: Changes) -> None:
        self.report(ELSEWHERE, message, at, fixes=changes.fix("write it as Promela does"))

    # -- for -------------------------------------------------------------------------------------

    def loop_of_c(self, start: int, variable: Reference) -> Statement:
        """`for (i = 0; i < n; i++)`, from the `=` on."""
        opened = start + 1
        end = self._matching_parenthesis(opened)
        limits = self._limits(variable, end)
        text = "" if limits is None else f"{variable.name} : {self._slice(*limits[0])} .. {self._high(limits)}"
        fixes: tuple[Fix, ...] = ()
        if limits is not None:
            changes = Changes(self.table)
            changes.stretch(self.diagnostics.sources, opened + 1, end - 1, text)
            fixes = changes.fix(f"write `for ({text})`")
        self.report(ELSEWHERE, "a `for` runs from one number to another", start, "write `for (i : 1 .. n)`", fixes)
        self.at = end + 1
        self.accept(";")
        body = self.block() if self.kinds[self.at] == "{" else self._one(self.statement())
        return For(start, self.at - 1, variable, Constant(start, start, 0), Constant(start, start, 1), body)

    def _one(self, statement: Statement) -> Sequence:
        return Sequence(statement.first, statement.last, (statement,))

    def _matching_parenthesis(self, opened: int) -> int:
        depth, at = 0, opened
        while True:
            depth += (self.kinds[at] == "(") - (self.kinds[at] == ")")
            if depth == 0:
                return at
            at += 1
            if at >= len(self.kinds) - 1 or self.kinds[at] in ("{", "}"):
                self.at = at
                raise self.unexpected("`)`")

    def _limits(self, variable: Reference, end: int) -> tuple[tuple[int, int], str, tuple[int, int]] | None:
        """The tokens of the first value, the comparison, and the tokens of the limit, if it counts up by one."""
        parts = self._parts(self.at + 1, end)
        if variable.first != variable.last or len(parts) != 3:
            return None
        first, test, step = parts
        name = variable.name
        compares = test[1] - test[0] > 2 and self.texts[test[0]] == name and self.texts[test[0] + 1] in ("<", "<=")
        steps = [self.texts[at] for at in range(*step)]
        counts = steps in ([name, "++"], ["++", name], [name, "=", name, "+", "1"])
        if not compares or not counts or first[0] == first[1]:
            return None
        return first, self.texts[test[0] + 1], (test[0] + 2, test[1])

    def _parts(self, start: int, end: int) -> list[tuple[int, int]]:
        places = [at for at in range(start, end) if self.kinds[at] == ";"]
        return list(zip([start, *(at + 1 for at in places)], [*places, end], strict=True))

    def _high(self, limits: tuple[tuple[int, int], str, tuple[int, int]]) -> str:
        _, comparison, (first, behind) = limits
        text = self._slice(first, behind)
        if comparison == "<=":
            return text
        if behind == first + 1 and self.kinds[first] == CONSTANT and text.isdigit() and int(text) > 0:
            return str(int(text) - 1)
        return f"{text} - 1" if behind == first + 1 else f"({text}) - 1"

    def _slice(self, first: int, behind: int) -> str:
        return self.table.written(self.diagnostics.sources, first, behind - 1)

    # -- operators -------------------------------------------------------------------------------

    def counted_before(self) -> Statement:
        """`++x`."""
        start = self.advance()
        target = self.reference()
        changes = Changes(self.table)
        changes.replace(start, "")
        changes.behind(self.at - 1, self.texts[start])
        sign = self.texts[start]
        self.report(ELSEWHERE, f"`{sign}` stands behind its variable", start, fixes=changes.fix(f"move `{sign}`"))
        one = Constant(start, start, 1)
        value = Binary(target.first, self.at - 1, sign[0], target, one)
        return Assignment(target.first, self.at - 1, target, value, sign)

    def counts_before(self) -> bool:
        return self.kinds[self.at] in ("++", "--") and self.kinds[self.at + 1] == NAME
