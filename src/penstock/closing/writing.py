"""Puts what statements become into the text: options as selections, steps of several as one."""

from __future__ import annotations

from penstock.closing.chains import Atomics, Chain
from penstock.closing.changes import FROM_OUTSIDE, StatementChange
from penstock.closing.edits import Say, Text, TokenEdits
from penstock.closing.outside import Outside
from penstock.closing.texts import TRUE, Flags, free_name
from penstock.syntax.nodes import DStep, Statement

ALWAYS = "1 == 1"
"""A step that is always possible; SPIN refuses a loop of nothing but `true`."""


class Writing:
    def __init__(self, outside: Outside, flags: Flags, edits: TokenEdits) -> None:
        self.outside = outside
        self.flags = flags
        self.edits = edits
        self.again = free_name(outside.model, "again_")
        self.labels = 0
        self.uses_clock = False
        self.interruptible = False
        """Whether an `unless` may interrupt what is being written, after every statement."""

    def put(self, statement: Statement, change: StatementChange, chain: Chain, atomics: Atomics) -> None:
        if change.chooses or change.extras or len(change.options) > 1:
            self.flags.choosing.update(atomics)
        if self.outside.clock is not None and self._mentions_clock(change):
            self.uses_clock = True
        lines = [[*self.together(options, said, atomics), _remark(said)] for options, said in change.options]
        if chain.selection is not None:
            chain.extras.update((" ".join(options), (options, said)) for options, said in change.extras)
        else:
            for options, said in change.extras:
                lines.append([*self.together(options, said, atomics), f"; goto {self.label(chain)}"])
        comment = f" {change.comment}" if change.comment else ""
        if len(lines) == 1:
            text: Text = [*lines[0], comment]
            several = len(change.options[0][0]) > 1
            braces = several and chain.after_jump and chain.selection is None
            text = ["{ ", *text, " }"] if braces else text
        else:
            text = ["if", comment]
            for line in lines:
                text += self.line(statement.first, line)
            text += [self.indent(statement.first) + "fi"]
        self.edits.replace(statement.first, statement.last, text)

    def _mentions_clock(self, change: StatementChange) -> bool:
        return any(f"({self.outside.clock}" in text for options, _ in change.options for text in options)

    def together(self, options: list[str], said: str, atomics: Atomics) -> Text:
        """Statements that happen in one step."""
        say = Say(said, said.startswith(FROM_OUTSIDE))
        if len(options) == 1:
            return [say, ALWAYS if options[0] == TRUE else options[0]]
        loose = self.flags.released | self.flags.choosing
        if "?" in options[0].split("(")[0] and options[0].startswith(self.outside.interrupts):
            return ["atomic { ", say, _in_a_row(options), " }"]
        if any(isinstance(atomic, DStep) and atomic not in loose for atomic in atomics):
            return [say, _in_a_row(options)]
        if any(text in self.outside.loose for text in options) or "?" in options[0].split("(")[0]:
            return ["d_step { " if self.interruptible else "atomic { ", say, _in_a_row(options), " }"]
        return [say, f"d_step {{ {_in_a_row(options)} }}"]

    def line(self, at: int, text: Text) -> Text:
        """An option on a line of its own."""
        return [self.indent(at), ":: ", *text]

    def indent(self, at: int) -> str:
        """A new line that begins where the line of a token does."""
        line = self.edits.line_of(at)
        blanks = line[: len(line) - len(line.lstrip())]
        return "\n" + blanks + ("   " if line.lstrip().startswith("::") else "")

    def label(self, chain: Chain) -> str:
        if chain.label is None:
            self.labels += 1
            chain.label = f"{self.again}{self.labels}"
            # SPIN allows no label before the first statement of a block.
            self.edits.put_before(chain.anchor, f"{'skip; ' if chain.in_block else ''}{chain.label}: ")
        return chain.label


def _remark(said: str) -> str:
    """A comment on what the outside does."""
    return f" /* {said.replace('`', '')} */" if said.startswith(FROM_OUTSIDE) else ""


def _in_a_row(statements: list[str]) -> str:
    first, *rest = statements
    return f"{first}{' -> ' if 'expire(' in first else '; '}{'; '.join(rest)}"
