"""What `run` may give to a parameter of type mtype.

SPIN wants the name of a message there, of the right kind.  It refuses every other thing that has a name (a variable, an
element, a field, `len(q)`), and lets through what has none, such as numbers and expressions.
"""

from __future__ import annotations

from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable, flat_fields
from penstock.syntax.nodes import CExpression, ChannelQuery, Constant, Expression, Poll, Reference, RemoteVariable
from penstock.syntax.printer import expression_text

UNNAMED = "_unnamed_"
"""SPIN's name for the message types declared by plain `mtype = { ... }`."""
_NAMED = (Reference, ChannelQuery, Poll, RemoteVariable, CExpression)


def check_message_arguments(model: Model, process: ProcessNames, cells: list[Expression]) -> None:
    """`cells` are the arguments of a `run`, a structure once for each of its fields."""
    at = 0
    for parameter in process.parameters:
        if parameter.type == "mtype":
            _check(model, parameter, cells[at])
        at += len(parameter_types(parameter))


def _check(model: Model, parameter: Variable, argument: Expression) -> None:
    wanted = parameter.subtype or UNNAMED
    if isinstance(argument, _NAMED):
        text = expression_text(argument)
        model.report(
            "E429",
            f"SPIN takes only names of messages for the parameter `{parameter.name}` of type `{mtype_name(wanted)}`",
            argument,
            hint=f"write `{text} + 0`, or declare the parameter as `byte`",
            notes=model.declared_here(parameter.at),
        )
    elif isinstance(argument, Constant) and argument.name is not None and _is_written(model, argument):
        given = model.mtype_subtypes.get(argument.name) or UNNAMED
        if given != wanted:
            model.report(
                "E429",
                f"`{argument.name}` belongs to `{mtype_name(given)}`, but the parameter is `{mtype_name(wanted)}`",
                argument,
                notes=model.declared_here(parameter.at),
            )


def _is_written(model: Model, message: Constant) -> bool:
    """Whether the name stands in the text: of an argument of an inline SPIN keeps only the number."""
    sources = model.sources
    expansion = sources.expansion(model.position(message))
    if expansion is None or not expansion.inline:
        return True
    at = sources.written(expansion.spelling)
    file = sources.file_at(at)
    return file.text.startswith(message.name or "", at - file.base)


def parameter_types(variable: Variable) -> list[str]:
    """One type for each argument that a parameter takes."""
    if variable.structure is not None:
        return [found.type for found in flat_fields(variable.structure)]
    return [variable.type]


def mtype_name(subtype: str | None) -> str:
    return f"mtype:{subtype}" if subtype not in (None, UNNAMED) else "mtype"
