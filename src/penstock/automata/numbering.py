"""The numbers that SPIN gives to the statements of a process, in the order in which it reads them.

A selection has two numbers of its own after those of its options, a loop three, other compounds one.
They distinguish statements that look the same.
"""

from __future__ import annotations

from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Atomic,
    Block,
    Do,
    DStep,
    For,
    ForEach,
    If,
    InlineCall,
    Labelled,
    Select,
    Sequence,
    Statement,
    Unless,
)

_AFTER_IF, _AFTER_DO = 2, 3
_LOOP_PARTS = 6
"""What a `for` adds besides its body: start, guard, step, else, break; the loop itself comes on top."""


def statement_numbers(process: ProcessNames) -> dict[int, int]:
    """For the first token of each simple statement its number; statements that SPIN adds are left out."""
    numbering = _Numbering()
    numbering.sequence(process.node.body)
    return numbering.numbers


class _Numbering:
    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.last = 0

    def sequence(self, body: Sequence) -> None:
        for step in body.steps:
            if isinstance(step, Statement):
                self.statement(step)

    def statement(self, statement: Statement) -> None:
        match statement:
            case Labelled():
                self.statement(statement.statement)
            case If() | Do():
                for option in statement.options:
                    self.sequence(option)
                self.last += _AFTER_IF if isinstance(statement, If) else _AFTER_DO
            case Atomic() | DStep() | Block():
                self.sequence(statement.body)
                self.last += 1
            case Unless():
                self.statement(statement.main)
                self.statement(statement.escape)
                self.last += 1
            case InlineCall():
                self.statement(statement.body)
            case For() | ForEach():
                self.last += 2
                self.sequence(statement.body)
                self.last += _LOOP_PARTS
            case Select():
                self.last += _LOOP_PARTS
            case _:
                self.last += 1
                self.numbers[statement.first] = self.last
