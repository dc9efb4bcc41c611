"""Expressions and single statements as text, with no more parentheses than needed."""

from __future__ import annotations

from penstock.syntax.nodes import (
    Assert,
    Assignment,
    BasicStatement,
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
    Unary,
    Word,
)

_PRECEDENCE = {
    "->": 1, "<->": 1, "||": 3, "&&": 4, "U": 5, "V": 5, "W": 5, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9,
    "<": 10, ">": 10, "<=": 10, ">=": 10, "<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}  # fmt: skip
_UNARY = 14


def expression_text(value: Expression | Pattern, around: int = 0) -> str:
    """`value` as it would be written inside an operator of precedence `around`."""
    match value:
        case Constant():
            return value.name or str(value.value)
        case Reference():
            return reference_text(value)
        case Unary():
            space = " " if value.operator == "X" else ""
            return value.operator + space + expression_text(value.operand, _UNARY)
        case Binary():
            own = _PRECEDENCE[value.operator]
            text = f"{expression_text(value.left, own)} {value.operator} {expression_text(value.right, own + 1)}"
            return f"({text})" if own < around else text
        case Conditional():
            parts = (value.condition, value.when_true, value.when_false)
            return "({} -> {} : {})".format(*(expression_text(part) for part in parts))
        case Run():
            priority = f" priority {value.priority}" if value.priority is not None else ""
            return f"run {value.proctype}({list_text(value.arguments)}){priority}"
        case ChannelQuery():
            return f"{value.query}({reference_text(value.channel)})"
        case Poll():
            operator = "??" if value.random else "?"
            return f"{reference_text(value.channel)}{operator}[{list_text(value.patterns)}]"
        case ProcessQuery():
            return f"{value.query}({expression_text(value.process)})"
        case RemoteLabel() | RemoteVariable():
            return _remote_text(value)
        case Word():
            return value.word
        case CExpression():
            return f"c_expr {{{value.text}}}"
        case Expire():
            return f"expire({reference_text(value.timer)})"
        case Eval():
            return f"eval({expression_text(value.value)})"


def list_text(values: tuple[Expression | Pattern, ...]) -> str:
    return ", ".join(expression_text(value) for value in values)


def reference_text(reference: Reference) -> str:
    index = f"[{expression_text(reference.index)}]" if reference.index is not None else ""
    member = f".{reference_text(reference.member)}" if reference.member is not None else ""
    return reference.name + index + member


def _remote_text(value: RemoteLabel | RemoteVariable) -> str:
    process = f"[{expression_text(value.process)}]" if value.process is not None else ""
    if isinstance(value, RemoteLabel):
        return f"{value.proctype}{process}@{value.label}"
    return f"{value.proctype}{process}:{reference_text(value.variable)}"


def statement_text(statement: BasicStatement) -> str:
    """A single statement on one line."""
    match statement:
        case Assignment():
            if statement.shorthand is not None:
                return reference_text(statement.target) + statement.shorthand
            return f"{reference_text(statement.target)} = {expression_text(statement.value)}"
        case Send():
            operator = "!!" if statement.sorted else "!"
            return f"{reference_text(statement.channel)}{operator}{list_text(statement.arguments)}"
        case Receive():
            patterns = list_text(statement.patterns)
            operator = "??" if statement.random else "?"
            return f"{reference_text(statement.channel)}{operator}{f'<{patterns}>' if statement.peek else patterns}"
        case Condition(expression=Expire() as expire):
            return expression_text(expire)
        case Condition():
            return f"({expression_text(statement.expression)})"
        case Print():
            return f"printf({', '.join([statement.text, *(expression_text(item) for item in statement.arguments)])})"
        case PrintMtype():
            return f"printm({expression_text(statement.value)})"
        case Assert():
            return f"assert({expression_text(statement.condition)})"
        case SetPriority():
            return f"set_priority({expression_text(statement.process)}, {expression_text(statement.priority)})"
        case SetTimer():
            return f"set({reference_text(statement.timer)}, {expression_text(statement.value)})"
        case ResetTimer():
            return f"reset({reference_text(statement.timer)})"
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
