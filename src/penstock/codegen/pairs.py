"""Do the two readings of a specification fit together?

Code for the model only and code for the program only usually stand side by side and replace each other; a pair is a
`promela_MS` block with a C block right before or after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from penstock.codegen.c_world import CWorld, c_world
from penstock.codegen.fragments import Fragment, FragmentProblem, read_declarations, read_expression, read_statements
from penstock.diagnostics.record import Diagnostics
from penstock.dialects.pch.regions import MODEL_WORD, Region
from penstock.dialects.pch.tokens import Tokens, tokens_of
from penstock.resolve import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Assignment, CCode, CExpression, Node, Proctype, Receive, Reference, Run, Send
from penstock.syntax.walk import final, walk

_BETWEEN = frozenset([";", "->", "\\"])
"""What may stand between the blocks of a pair."""


@dataclass(eq=False)
class Pairs:
    """The text with its blocks, and both readings."""

    text: str
    regions: tuple[Region, ...]
    model: Model
    program: Model
    apart: bool = False
    """Whether the processes become programs of their own."""
    posted: bool = False
    """Whether messages come from outside, and leave, by channels."""

    def report(self, told: Diagnostics) -> None:
        """Tell where the two readings do not fit together."""
        self._not_c(told)
        self._guards(told)
        self._assignments(told)
        self._never_written(told)
        if not self.posted:
            self._environment(told)
        self._numbers(told)
        if self.apart:
            self._not_shared(told)

    # -- C -------------------------------------------------------------------------------------

    @cached_property
    def _pieces(self) -> list[tuple[Node, str, Fragment]]:
        return list(self._read_pieces())

    def _read_pieces(self) -> Iterator[tuple[Node, str, Fragment]]:
        """Every piece of C with what it was found to be, macros expanded."""
        types = self.c.types
        for unit in self.program.syntax.program.units:
            for node in walk(unit):
                if isinstance(node, CCode):
                    outside = node is unit or node.keyword == "c_decl"
                    reader = read_declarations if outside else read_statements
                    yield node, node.text, reader(node.text, types)
                elif isinstance(node, CExpression):
                    yield node, node.text, read_expression(node.text, types)

    @cached_property
    def c(self) -> CWorld:
        return c_world(self.program)

    def _not_shared(self, told: Diagnostics) -> None:
        """Variables of C that several processes use, and that programs cannot share."""
        several = self.c.contested | (self.c.begun & self.c.touching.keys())
        for node, unit in self.c.units:
            inside = {name for name in several if name.partition(".")[0] in unit.functions}
            own = {found.name for found in unit.variables if not found.copied} & several
            for name in sorted(inside | own):
                begins = ["the initial values"] if name in self.c.begun else []
                users = " and ".join([*begins, *(f"`{process}`" for process in sorted(self.c.touching[name]))])
                shared = name.partition(".")[2] or name
                message = f"{users} do not share `{shared}`: each program has its own"
                told.report("W905", message, *self.program.stretch(node), names=(shared,))

    def _not_c(self, told: Diagnostics) -> None:
        for node, text, fragment in self._pieces:
            if fragment.problem is not None:
                code = "E912" if fragment.problem.jumps else "E911"
                told.report(code, fragment.problem.message, self._place_in(node, text, fragment.problem))

    def _place_in(self, node: Node, text: str, problem: FragmentProblem) -> int:
        """Where in the specification a place in a piece of C is; the piece itself, if a macro made it."""
        offset = self._written(node)
        region = self.region_at(offset)
        if region is None or text.strip() not in self.text[region.inside : region.close]:
            return self.program.position(node)
        begin = self.text.index(text.strip(), region.inside) - (len(text) - len(text.lstrip()))
        lines = text.split("\n")
        line = min(problem.line, len(lines))
        before = sum(len(each) + 1 for each in lines[: line - 1])
        return begin + before + min(max(problem.column - 1, 0), len(lines[line - 1]))

    def _written(self, node: Node) -> int:
        sources = self.program.sources
        return sources.original(sources.written(self.program.position(node)))

    def region_at(self, offset: int) -> Region | None:
        return next((region for region in self.regions if region.start <= offset < region.end), None)

    # -- pairs -----------------------------------------------------------------------------------

    @cached_property
    def _tokens(self) -> Tokens:
        return tokens_of(self.text)

    def _token(self, position: int) -> int:
        return self._tokens.from_position(position)

    def _is_paired(self, region: Region) -> bool:
        return self.partner(region) is not None

    def partner(self, region: Region) -> Region | None:
        """The block of the other kind that is right beside this one."""
        at = self.regions.index(region)
        for first, second in pairwise(self.regions[max(at - 1, 0) : at + 2]):
            between = self._tokens.texts[self._token(first.end) : self._token(second.start)]
            if (first.kind == MODEL_WORD) != (second.kind == MODEL_WORD) and set(between) <= _BETWEEN:
                return second if region is first else first
        return None

    def _guards(self, told: Diagnostics) -> None:
        """An option that begins with code of one kind only."""
        for region in self.regions:
            begin = self._token(region.start)
            if begin == 0 or self._tokens.texts[begin - 1] != "::" or self._is_paired(region):
                continue
            length = len(region.kind)
            if region.kind == MODEL_WORD:
                message = "the program takes this option at any time: no c_expr_IS stands beside"
                told.report("W901", message, region.start, length)
            elif region.kind == "c_expr_IS":
                message = "the model takes this option at any time: no promela_MS stands beside"
                told.report("W901", message, region.start, length)

    def _assignments(self, told: Diagnostics) -> None:
        """C that changes variables of the model, behind its back."""
        names = {variable.name for variable in self.variables(self.model)}
        for node, _, fragment in self._pieces:
            region = self.region_at(self._written(node))
            if region is None or self._is_paired(region):
                continue
            fields = {name for name in fragment.assigned if name in names and not self._is_structure(name)}
            for name in sorted(fields):
                message = f"the model does not know that `{name}` changes here"
                told.report("W902", message, *self.program.stretch(node), names=(name,))

    @staticmethod
    def variables(model: Model) -> list[Variable]:
        own = [variable for process in model.processes.values() for variable in [*process.parameters, *process.locals]]
        return [*model.globals, *own]

    def _is_structure(self, name: str) -> bool:
        """Structures may have fields that only the program knows."""
        return any(variable.name == name and variable.structure is not None for variable in self.variables(self.model))

    # -- variables and channels --------------------------------------------------------------------

    def _never_written(self, told: Diagnostics) -> None:
        """Variables that the program reads, but only the model writes."""
        words = set(re.findall(r"[A-Za-z_]\w*", " ".join(text for _, text, _ in self._pieces)))
        written, model_written = _written_names(self.program), _written_names(self.model)
        for reference in self.program.nodes.of(Reference):
            variable = self.program.variables.get(reference)
            if variable is None or variable.type == "chan" or variable.structure is not None:
                continue
            name = variable.name
            if name in model_written and name not in written and name not in words and variable.initial is None:
                message = f"only the model gives `{name}` a value: the program reads 0"
                told.report("W903", message, *self.program.stretch(reference), names=(name,))

    def _environment(self, told: Diagnostics) -> None:
        """Channels whose other end is not in the program."""
        for name, node in sorted(self.leaving.items()):
            self._outside(told, f"only the environment receives from `{name}`", name, node)
        for name, node in sorted(self.coming.items()):
            self._outside(told, f"only the environment sends to `{name}`", name, node)

    @cached_property
    def leaving(self) -> dict[str, Node]:
        """Channels that only the environment receives from, each with a send of the program."""
        sent, received = _ends(self.program)
        return {
            name: sent[name] for name in self._channels & sent.keys() - received.keys() & _ends(self.model)[1].keys()
        }

    @cached_property
    def coming(self) -> dict[str, Node]:
        """Channels that only the environment sends to, each with a receive of the program."""
        sent, received = _ends(self.program)
        return {
            name: received[name]
            for name in self._channels & received.keys() - sent.keys() & _ends(self.model)[0].keys()
        }

    @cached_property
    def _channels(self) -> set[str]:
        """Global channels that are known by no other name."""
        passed = {name for run in self.program.nodes.of(Run) for argument in run.arguments for name in _names(argument)}
        return {variable.name for variable in self.program.globals if variable.channel is not None} - passed

    def _outside(self, told: Diagnostics, message: str, name: str, node: Node) -> None:
        hint = "put this into promela_MS, and C beside it"
        told.report("E913", message, *self.program.stretch(node), hint, names=(name,))

    def _numbers(self, told: Diagnostics) -> None:
        """Processes are counted without those of the environment."""
        inside = {process.name for process in self.program.nodes.of(Proctype)}
        outside = sorted({process.name for process in self.model.nodes.of(Proctype)} - inside)
        for reference in self.program.nodes.of(Reference) if outside else ():
            if reference.name in ("_pid", "_nr_pr"):
                others = ", ".join(f"`{name}`" for name in outside)
                message = f"`{reference.name}` does not count {others} in the program: start what is outside last"
                told.report("W904", message, *self.program.stretch(reference), names=tuple(outside))


def _names(node: Node) -> Iterable[str]:
    return (found.name for found in walk(node) if isinstance(found, Reference))


def _written_names(model: Model) -> set[str]:
    """The names of variables that Promela gives values."""
    found = {assignment.target.name for assignment in model.nodes.of(Assignment)}
    for receive in model.nodes.of(Receive):
        found.update(pattern.name for pattern in receive.patterns if isinstance(pattern, Reference))
    return found


def _ends(model: Model) -> tuple[dict[str, Node], dict[str, Node]]:
    """For each channel a send and a receive."""
    sent = {final(node.channel).name: node for node in reversed(model.nodes.of(Send))}
    received = {final(node.channel).name: node for node in reversed(model.nodes.of(Receive))}
    return dict(sent), dict(received)
