"""Values of expressions in the words of the model, and back."""

from __future__ import annotations

import re

from penstock.machine.naming import StateNames
from penstock.machine.recorder import RunMark
from penstock.resolve.symbols import Variable
from penstock.stepping.conditions import BadExpression, Inquiry
from penstock.stepping.scopes import Address, type_name

_TIMER = re.compile(r"on\((\d+)\)")


def shown_value(names: StateNames, asked: Inquiry, mark: RunMark) -> str:
    """The value of an expression as the model has it: names of message types, true and false, channels with contents.

    Raises `BadExpression` where it is worth nothing.
    """
    at = asked.place(mark)
    if at is None:
        raise BadExpression("the process does not live at this moment")
    question = asked.question
    value = question.value(mark.state, at)
    if question.variable is None:
        return ("true" if value else "false") if question.is_truth else str(value)
    channels = names.channels(mark.state, [mark.instances[number].name for number in mark.living])
    text = names.value(question.variable, value, channels)
    if question.variable.type == "chan" and 0 < value <= len(channels):
        return f"{text}: {names.contents(mark.state[1][value - 1], channels)}"
    return text


def stored_value(names: StateNames, address: Address, text: str, asked: Inquiry | None, mark: RunMark) -> int:
    """The number that a cell holds if it is set to what a text says; `asked` is the text as an expression."""
    variable = address.variable
    timer = _timer_value(text) if names.is_timer(variable) else None
    if timer is not None:
        return timer
    if asked is None:
        raise BadExpression(f"`{text}` is not a value")
    at = asked.place(mark)
    value = asked.question.value(mark.state, at or 0)
    return _fitting(variable, value)


def _timer_value(text: str) -> int | None:
    if text.strip() == "off":
        return 0
    found = _TIMER.fullmatch(text.strip())
    return int(found[1]) + 1 if found is not None else None


def _fitting(variable: Variable, value: int) -> int:
    low, high = variable.range
    if not low <= value <= high:
        raise BadExpression(
            f"{value} does not fit into `{variable.name}`: a {type_name(variable)} is from {low} to {high}"
        )
    return value
