"""Expressions and single statements as text, with no more parentheses than needed."""

from __future__ import annotations

from collections.abc import Callable

from penstock.syntax.nodes import (
    Assert,
    Assignment,
    BasicStatement,
    Begins,
    Binary,
    Break,
    CCode,
    CExpression,
    ChannelQuery,
    Condition,
    Conditional,
    Constant,
    DStep,
    Else,
    Eval,
    Expire,
    Expression,
    Goto,
    Pattern,
    Poll,
    Print,
    PrintMtype,
    ProcessQuery,
    Receive,
    Reference,
    RemoteLabel,
    RemoteVariable,
    ResetTimer,
    Run,
    Send,
    SetPriority,
    SetTimer,
    TimerQuery,
    Unary,
    Within,
    Word,
)

_PRECEDENCE = {
    "->": 1, "<->": 1, "||": 3, "&&": 4, "U": 5, "V": 5, "W": 5, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9,
    "<": 10, ">": 10, "<=": 10, ">=": 10, "<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}  # fmt: skip
_UNARY = 14


Spelling = Callable[[Expression | Pattern], str | None]
"""What a part of an expression is called where it is written, if it has a name there: a macro, `true`."""


def _as_it_is(_value: Expression | Pattern) -> str | None:
    return None


def expression_text(value: Expression | Pattern, around: int = 0, spelling: Spelling = _as_it_is) -> str:
    """`value` as it would be written inside an operator of precedence `around`."""
    return _Writer(spelling).expression(value, around)


def reference_text(reference: Reference) -> str:
    return _Writer(_as_it_is).reference(reference)


def statement_text(statement: BasicStatement, spelling: Spelling = _as_it_is) -> str:
    """A single statement on one line."""
    return _Writer(spelling).statement(statement)


class _Writer:
    def __init__(self, spelling: Spelling) -> None:
        self.spelling = spelling

    def expression(self, value: Expression | Pattern, around: int = 0) -> str:
        spelled = self.spelling(value)
        if spelled is not None:
            return spelled
        match value:
            case Constant():
                return value.name or str(value.value)
            case Reference():
                return self.reference(value)
            case Unary():
                space = " " if value.operator == "X" else ""
                return value.operator + space + self.expression(value.operand, _UNARY)
            case Binary():
                own = _PRECEDENCE[value.operator]
                text = f"{self.expression(value.left, own)} {value.operator} {self.expression(value.right, own + 1)}"
                return f"({text})" if own < around else text
            case Conditional():
                parts = (value.condition, value.when_true, value.when_false)
                return "({} -> {} : {})".format(*(self.expression(part) for part in parts))
            case Run():
                priority = f" priority {value.priority}" if value.priority is not None else ""
                return f"run {value.proctype}({self.listed(value.arguments)}){priority}"
            case ChannelQuery():
                return f"{value.query}({self.reference(value.channel)})"
            case Poll():
                operator = "??" if value.random else "?"
                return f"{self.reference(value.channel)}{operator}[{self.listed(value.patterns)}]"
            case ProcessQuery():
                return f"{value.query}({self.expression(value.process)})"
            case RemoteLabel() | RemoteVariable():
                return self._remote(value)
            case Word():
                return value.word
            case CExpression():
                return f"c_expr {{{value.text}}}"
            case Expire():
                return f"expire({self.reference(value.timer)})"
            case Begins():
                return f"begins({self.expression(value.value)})"
            case Within():
                return f"within({self.expression(value.limit)}) {self.expression(value.value)}"
            case TimerQuery():
                return f"{value.query}({self.reference(value.timer)})"
            case Eval():
                return f"eval({self.expression(value.value)})"

    def listed(self, values: tuple[Expression | Pattern, ...]) -> str:
        return ", ".join(self.expression(value) for value in values)

    def reference(self, reference: Reference) -> str:
        index = f"[{self.expression(reference.index)}]" if reference.index is not None else ""
        member = f".{self.reference(reference.member)}" if reference.member is not None else ""
        return reference.name + index + member

    def _remote(self, value: RemoteLabel | RemoteVariable) -> str:
        process = f"[{self.expression(value.process)}]" if value.process is not None else ""
        if isinstance(value, RemoteLabel):
            return f"{value.proctype}{process}@{value.label}"
        return f"{value.proctype}{process}:{self.reference(value.variable)}"

    def statement(self, statement: BasicStatement) -> str:
        match statement:
            case Assignment():
                if statement.shorthand is not None:
                    return self.reference(statement.target) + statement.shorthand
                return f"{self.reference(statement.target)} = {self.expression(statement.value)}"
            case Send():
                operator = "!!" if statement.sorted else "!"
                return f"{self.reference(statement.channel)}{operator}{self.listed(statement.arguments)}"
            case Receive():
                patterns = self.listed(statement.patterns)
                operator = "??" if statement.random else "?"
                return f"{self.reference(statement.channel)}{operator}{f'<{patterns}>' if statement.peek else patterns}"
            case Condition(expression=Expire() | TimerQuery() as asked):
                return self.expression(asked)
            case Condition():
                text = self.expression(statement.expression)
                return text if text == "skip" else f"({text})"
            case Print():
                return (
                    f"printf({', '.join([statement.text, *(self.expression(item) for item in statement.arguments)])})"
                )
            case PrintMtype():
                return f"printm({self.expression(statement.value)})"
            case Assert():
                return f"assert({self.expression(statement.condition)})"
            case SetPriority():
                return f"set_priority({self.expression(statement.process)}, {self.expression(statement.priority)})"
            case SetTimer():
                return f"set({self.reference(statement.timer)}, {self.expression(statement.value)})"
            case ResetTimer():
                return f"reset({self.reference(statement.timer)})"
            case CCode():
                return f"{statement.keyword} {{{statement.text}}}"
            case Else():
                return "else"
            case Break():
                return "break"
            case Goto():
                return f"goto {statement.label}"
            case DStep():
                return "d_step"
