"""Expressions, by precedence climbing.

SPIN has two kinds of expression: those that may stand anywhere, and those with `full`, `nfull`,
`empty` or `nempty` in them, which may be joined by `&&` and `||` but neither negated nor compared
(the verifier's reduction relies on it).  `whole_expression` reads either, `expression` the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from penstock.diagnostics.record import Fix, TextChange
from penstock.syntax.cursor import TEMPORAL_OPERATORS, TEMPORAL_PREFIXES, Cursor
from penstock.syntax.layout import CONSTANT, WORD_CONSTANTS
from penstock.syntax.lexer import NAME, character_value
from penstock.syntax.nodes import (
    Begins,
    Binary,
    CExpression,
    ChannelQuery,
    Conditional,
    Constant,
    Eval,
    Expire,
    Expression,
    Pattern,
    Poll,
    ProcessQuery,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    TimerQuery,
    Unary,
    Within,
    Word,
)
from penstock.syntax.repairs import Changes

Result = TypeVar("Result")
LONGEST_CHAIN = 10_000

_PRECEDENCE = {
    "||": 3, "&&": 4,
    "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9, "<": 10, ">": 10, "<=": 10, ">=": 10,
    "<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}  # fmt: skip
_TEMPORAL_PRECEDENCE = {"->": 1, "<->": 1, "U": 5, "W": 5, "V": 5}
_CALCULATES = frozenset(["+", "-", "*", "/", "%", "==", "!=", "<<", ">>", "&", "|", "^", "&&", "||"])
PROBES = {"full": "nfull", "nfull": "full", "empty": "nempty", "nempty": "empty"}


def wrap_int(value: int) -> int:
    """`value` as a C int holds it."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


class ExpressionParser(Cursor):
    """Reads expressions, references and the patterns of receives."""

    probes = 0
    in_message = False
    """In the first field of a message that is sent: what follows in parentheses are its other fields."""

    def whole_expression(self) -> Expression:
        start = self.at
        value = self.binary(self.unary(), 1)
        return self._choice_of_c(start, value) if self.kinds[self.at] == "?" else value

    def expression(self) -> Expression:
        seen = self.probes
        value = self.whole_expression()
        if self.probes != seen:
            self.refuse_probe(value)
        return value

    def _choice_of_c(self, start: int, condition: Expression) -> Expression:
        """`condition ? one : other`, which no expression of Promela goes on with."""
        question = self.advance()
        changes = Changes(self.table)
        changes.before(start, "(")
        changes.replace(question, "->")
        when_true = self.expression()
        colon = self.expect(":")
        when_false = self.expression()
        changes.behind(self.at - 1, ")")
        hint = "a conditional expression is written `(condition -> one : other)`"
        self.report("E215", "there is no `? :`", question, hint, changes.fix("write `( -> : )`"))
        return Conditional(start, colon, condition, when_true, when_false)

    def refuse_probe(self, value: Expression) -> None:
        """Report a channel test below `value`, which may not be there."""
        match value:
            case ChannelQuery(query=query) if query in PROBES:
                raise self.fail(
                    "E207",
                    f"`{query}` can only be used as a condition, alone or joined by `&&` and `||`",
                    value.first,
                    hint=f"instead of `!{query}(q)` write `{PROBES[query]}(q)`; otherwise compare `len(q)`",
                    fixes=self._without_negation(value.first, query),
                )
            case Binary(operator="&&" | "||"):
                self.refuse_probe(value.left)
                self.refuse_probe(value.right)
            case _:
                return

    def _without_negation(self, at: int, query: str) -> tuple[Fix, ...]:
        if self.kinds[at - 1] != "!":
            return ()
        edits = TextChange(self.positions[at - 1], "!", ""), TextChange(self.positions[at], query, PROBES[query])
        return (Fix(f"change `!{query}` to `{PROBES[query]}`", edits),)

    # -- operators ---------------------------------------------------------------------------

    def operator(self) -> tuple[str, int, int]:
        """The binary operator here, its precedence (0: there is none), and its token count."""
        kind = self.kinds[self.at]
        if self.temporal:
            if kind == NAME and (word := TEMPORAL_OPERATORS.get(self.texts[self.at])):
                return word, _TEMPORAL_PRECEDENCE[word], 1
            if kind == "->" and self.texts[self.at] == "->":
                return kind, 1, 1
            if kind == "<" and self.kinds[self.at + 1] == "->" and self.adjacent():
                return "<->", 1, 2
        return kind, _PRECEDENCE.get(kind, 0), 1

    def adjacent(self) -> bool:
        """Whether no space stands between this token and the next."""
        return self.places[self.at + 1] == self.places[self.at] + 1

    def binary(self, left: Expression, lowest: int) -> Expression:
        for _ in range(LONGEST_CHAIN):
            operator, precedence, width = self.operator()
            if precedence < lowest or not precedence:
                return left
            self.at += width
            seen = self.probes
            right = self.binary(self.unary(), precedence + 1)
            if self.probes and operator not in ("&&", "||"):
                self.refuse_probe(left)
                if self.probes != seen:
                    self.refuse_probe(right)
            left = Binary(left.first, right.last, operator, left, right)
        raise self.fail(
            "E206", f"an expression with more than {LONGEST_CHAIN} operators in a row", hint="split this up"
        )

    def unary(self) -> Expression:
        start = self.at
        if self.temporal and self.texts[start] == "within" and self.calls_timer():
            return self.within()
        if self.temporal and self.texts[start] == "begins" and self.calls_timer():
            self.at += 1
            value = self.in_parentheses(self.expression)
            return Begins(start, self.at - 1, value)
        operator = self.prefix_operator()
        if operator is None:
            return self.primary()
        self.enter()
        seen = self.probes
        operand = self.unary()
        if self.probes != seen:
            self.refuse_probe(operand)
        self.leave()
        return Unary(start, operand.last, operator, operand)

    def within(self) -> Within:
        start = self.advance()
        limit = self.in_parentheses(self.expression)
        self.enter()
        value = self.unary()
        self.leave()
        return Within(start, value.last, limit, value)

    def prefix_operator(self) -> str | None:
        kind = self.kinds[self.at]
        if kind in ("!", "-", "~"):
            self.at += 1
            return kind
        if not self.temporal:
            return None
        if kind == NAME and (word := TEMPORAL_PREFIXES.get(self.texts[self.at])):
            self.at += 1
            return word
        pair = kind + self.kinds[self.at + 1] if kind in ("[", "<") else ""
        if pair in ("[]", "<>") and self.adjacent():
            self.at += 2
            return pair
        return None

    # -- operands ----------------------------------------------------------------------------

    def primary(self) -> Expression:
        at = self.at
        kind = self.kinds[at]
        if kind == NAME:
            return self.named()
        if kind == CONSTANT:
            self.at += 1
            return self.constant(at)
        if kind == "(":
            return self.parenthesised()
        if kind in PROBES or kind == "len":
            self.probes += kind != "len"
            self.at += 1
            channel = self.in_parentheses(self.reference)
            return ChannelQuery(at, self.at - 1, kind, channel)
        if kind in ("enabled", "get_priority", "pc_value"):
            self.at += 1
            return ProcessQuery(at, at, kind, self.in_parentheses(self.expression))
        if kind == "run":
            return self.run()
        if kind == "active" and self.kinds[at + 1] == "(":
            return self.about_timer(kind)
        if kind in ("timeout", "np_"):
            self.at += 1
            return Word(at, at, kind)
        if kind == "c_expr":
            self.at += 1
            embedded = self.table.embedded[at]
            return CExpression(at, at, embedded.text, embedded.precondition)
        raise self.unexpected("an expression")

    def constant(self, at: int) -> Constant:
        text = self.texts[at]
        if text[0] == "'":
            return Constant(at, at, character_value(text))
        if text in WORD_CONSTANTS:
            return Constant(at, at, WORD_CONSTANTS[text])
        value = int(text) if len(text) < 20 else (1 << 63) - 1
        if value >= 1 << 31:
            self.report("W701", f"{text} does not fit in an int and is read as {wrap_int(value)}", at)
        return Constant(at, at, wrap_int(value))

    def named(self) -> Expression:
        at = self.at
        text = self.texts[at]
        if text in self.names.mtypes:
            self.at += 1
            return Constant(at, at, self.names.mtypes[text], text)
        if text in self.names.proctypes:
            return self.remote()
        if text in ("expire", "remaining") and self.calls_timer():
            return self.about_timer(text)
        return self.polled(self.reference())

    def calls_timer(self) -> bool:
        """Whether this name, a word for timers, is used as one: no variable has parentheses after it."""
        free = self.names.role(self.texts[self.at]) is None and not self.in_message
        return free and self.kinds[self.at + 1] == "("

    def about_timer(self, query: str) -> Expire | TimerQuery:
        start = self.at
        self.at += 1
        timer = self.in_parentheses(self.reference)
        return Expire(start, self.at - 1, timer) if query == "expire" else TimerQuery(start, self.at - 1, query, timer)

    def polled(self, channel: Reference) -> Expression:
        """`channel?[...]` if the tokens after a reference say so."""
        kind = self.kinds[self.at]
        if kind not in ("?", "??") or self.kinds[self.at + 1] != "[":
            return channel
        self.at += 2
        patterns = self.patterns()
        last = self.expect("]")
        return Poll(channel.first, last, channel, patterns, kind == "??")

    def parenthesised(self) -> Expression:
        self.enter()
        self.at += 1
        value = self.whole_expression()
        if self.kinds[self.at] == "->":
            value = self.conditional(value)
        self.expect(")")
        self.leave()
        return value

    def conditional(self, condition: Expression) -> Expression:
        self.refuse_probe(condition)
        self.at += 1
        when_true = self.expression()
        self.expect(":", hint="a conditional expression is written (condition -> one : other)")
        when_false = self.expression()
        return Conditional(condition.first - 1, self.at, condition, when_true, when_false)

    def run(self) -> Run:
        start = self.at
        self.at += 1
        if self.kinds[self.at] != NAME or self.names.role(self.texts[self.at]) not in (None, "a process type"):
            raise self.unexpected("the name of a process type")
        proctype = self.texts[self.at]
        self.at += 1
        self.expect("(", hint=f"write `run {proctype}()` even if there are no arguments", missing="()")
        arguments = self.arguments(")")
        self.expect(")")
        return Run(start, self.at - 1, proctype, arguments, self.priority())

    def priority(self) -> int | None:
        if not self.accept("priority"):
            return None
        at = self.expect(CONSTANT)
        return self.constant(at).value

    def arguments(self, closing: str) -> tuple[Expression, ...]:
        return () if self.kinds[self.at] == closing else self.listed(self.expression)

    def in_parentheses(self, read: Callable[[], Result]) -> Result:
        self.expect("(")
        value = read()
        self.expect(")")
        return value

    # -- references --------------------------------------------------------------------------

    def reference(self) -> Reference:
        at = self.expect_name("a variable")
        return self.reference_from(at)

    def reference_from(self, at: int) -> Reference:
        index = None
        if self.accept("["):
            self.enter()
            index = self.expression()
            self.leave()
            self.expect("]")
            self.refuse_second_index(self.texts[at])
        member = None
        last = self.at - 1
        if self.accept("."):
            self.enter()
            member_at = self.at
            if self.kinds[member_at] != NAME:
                raise self.unexpected("the name of a field")
            self.at += 1
            member = self.reference_from(member_at)
            self.leave()
            last = member.last
        return Reference(at, last, self.texts[at], index, member)

    def refuse_second_index(self, name: str) -> None:
        """`a[1][2]`: said once for each name; a formula may go on with `[]`."""
        if self.kinds[self.at] != "[" or (self.temporal and self.kinds[self.at + 1] == "]"):
            return
        if name not in self.flattened:
            hint = "make an array of structures: `typedef Row { byte a[3] }; Row rows[2]`, and write `rows[1].a[2]`"
            self.report("E217", "an array has one dimension", self.at, hint)
        self.flattened.add(name)
        while self.accept("["):
            self.expression()
            self.expect("]")

    def remote(self) -> Expression:
        """`P[pid]@label`, `P@label`, `P[pid]:variable`, `P:variable`."""
        start = self.at
        proctype = self.texts[start]
        self.at += 1
        process = None
        if self.accept("["):
            process = self.expression()
            self.expect("]")
        if self.accept("@"):
            if self.kinds[self.at] != NAME:
                raise self.unexpected("the name of a label")
            self.at += 1
            return RemoteLabel(start, self.at - 1, proctype, process, self.texts[self.at - 1])
        if self.accept(":"):
            variable = self.remote_variable()
            return RemoteVariable(start, variable.last, proctype, process, variable)
        raise self.unexpected(f"`@` or `:` after the process type `{proctype}`")

    def remote_variable(self) -> Reference:
        at = self.at
        if self.kinds[at] != NAME:
            raise self.unexpected("the name of a variable")
        self.at += 1
        index = None
        if self.accept("["):
            index = self.expression()
            self.expect("]")
        return Reference(at, self.at - 1, self.texts[at], index, None)

    # -- patterns ----------------------------------------------------------------------------

    def patterns(self) -> tuple[Pattern, ...]:
        """What a receive matches: `a, b`, `a(b, c)`, `(a, b)`."""
        if self.accept("("):
            self.enter()
            inner = self.patterns()
            self.leave()
            self.expect(")")
            return inner
        first = self.pattern()
        if self.accept(","):
            return (first, *self.patterns())
        if self.accept("("):
            rest = self.patterns()
            self.expect(")")
            return (first, *rest)
        return (first,)

    def pattern(self) -> Pattern:
        at = self.at
        pattern = self._plain_pattern()
        if self.kinds[self.at] not in _CALCULATES:
            return pattern
        changes = Changes(self.table)
        changes.before(at, "eval(")
        value = self.binary(pattern.value if isinstance(pattern, Eval) else pattern, 1)
        changes.behind(self.at - 1, ")")
        hint = "to receive only this value, write `eval(...)`; to receive any value, name a variable"
        fixes = changes.fix("put it into `eval(...)`")
        self.report("E216", "a receive takes variables and constants, not expressions", at, hint, fixes)
        return Eval(at, self.at - 1, value)

    def _plain_pattern(self) -> Pattern:
        at = self.at
        kind = self.kinds[at]
        if kind == "eval":
            self.at += 1
            self.expect("(")
            value = self.expression()
            return Eval(at, self.expect(")"), value)
        if kind == "-":
            self.at += 1
            number = self.constant(self.expect(CONSTANT))
            return Constant(at, number.last, -number.value)
        if kind == CONSTANT:
            self.at += 1
            return self.constant(at)
        if kind == NAME and self.texts[at] in self.names.mtypes:
            self.at += 1
            return Constant(at, at, self.names.mtypes[self.texts[at]], self.texts[at])
        return self.reference()
