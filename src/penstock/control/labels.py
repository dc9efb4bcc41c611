"""Statements as SPIN's verifier writes them (`./pan -d`), every operation in parentheses.

x++     ->     x = (x+1)            a < b && c     ->     (((a<b)&&c))
"""

from __future__ import annotations

from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    BasicStatement,
    Binary,
    CCode,
    CExpression,
    ChannelQuery,
    Condition,
    Conditional,
    Constant,
    DStep,
    Eval,
    Expression,
    Pattern,
    Poll,
    Print,
    PrintMtype,
    ProcessQuery,
    Receive,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    Send,
    SetPriority,
    Unary,
)
from penstock.syntax.printer import expression_text, statement_text


def spin_label(statement: BasicStatement, model: Model) -> str:
    match statement:
        case Assignment():
            return f"{_value(statement.target)} = {_value(statement.value)}"
        case Send():
            return f"{_value(statement.channel)}{'!!' if statement.sorted else '!'}{_list(statement.arguments)}"
        case Receive():
            operator = "??" if statement.random else "?"
            patterns = _list(statement.patterns)
            return f"{_value(statement.channel)}{operator}{f'<{patterns}>' if statement.peek else patterns}"
        case Condition():
            return f"({_value(statement.expression)})"
        case Assert():
            return f"assert({_value(statement.condition)})"
        case Print():
            text = statement.text.replace('"', "'")
            return f"printf({','.join([text, *map(_value, statement.arguments)])})"
        case PrintMtype():
            return _print_mtype(statement, model)
        case SetPriority():
            return f"set_priority({_value(statement.process)}, {_value(statement.priority)})"
        case DStep():
            return f"D_STEP{model.locate(statement).line}"
        case CCode():
            return "{c_code}"
        case _:
            return statement_text(statement)


def _value(value: Expression | Pattern) -> str:
    match value:
        case Unary():
            return f"{value.operator}({_value(value.operand)})"
        case Binary():
            return f"({_value(value.left)}{value.operator}{_value(value.right)})"
        case Conditional():
            return f"( ({_value(value.condition)}) -> ({_value(value.when_true)}) : ({_value(value.when_false)}) )"
        case Run():
            return f"run {value.proctype}({_list(value.arguments)})"
        case Poll():
            return f"{_value(value.channel)}{'??' if value.random else '?'}[{_list(value.patterns)}]"
        case ChannelQuery():
            return f"{value.query}({_value(value.channel)})"
        case ProcessQuery():
            return f"{value.query}({_value(value.process)})"
        case Eval():
            return f"eval({_value(value.value)})"
        case RemoteLabel():
            return f"({value.proctype}{_process(value)}._p=={value.label})"
        case RemoteVariable():
            return f"{value.proctype}{_process(value)}.{_value(value.variable)}"
        case Reference():
            index = f"[{_value(value.index)}]" if value.index is not None else ""
            return _name(value.name) + index + (f".{_value(value.member)}" if value.member is not None else "")
        case CExpression():
            return "{c_expr}"
        case _:
            return expression_text(value)


def _name(name: str) -> str:
    """SPIN puts the number of a block before the names declared in it, and takes such prefixes off again."""
    return name if name in PREDEFINED else name.lstrip("_0123456789")


def _process(value: RemoteLabel | RemoteVariable) -> str:
    return f"[{_value(value.process)}]" if value.process is not None else ""


def _list(values: tuple[Expression | Pattern, ...]) -> str:
    return ",".join(map(_value, values))


def _print_mtype(statement: PrintMtype, model: Model) -> str:
    value = statement.value
    variable = model.variables.get(value) if isinstance(value, Reference) else None
    subtype = None
    if variable is not None:
        subtype = variable.subtype or model.assumed_subtypes.get(variable)
    text = str(value.value) if isinstance(value, Constant) else _value(value)
    return f"printm({text}, " + (f"'{subtype}')" if subtype else "0)")
