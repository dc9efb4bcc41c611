"""The values that expressions may have, given what the cells they read may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from penstock.budget import check
from penstock.flow.values import ANY, MOST_COMBINATIONS, NOTHING, Values, each, join, truths
from penstock.resolve.constants import apply_binary, apply_unary
from penstock.resolve.layout import field_offset, width
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import Binary, Conditional, Constant, Expression, Node, Reference, Unary
from penstock.syntax.walk import final, walk

Cell = int
"""A cell by number: those of the globals first, then those of the process."""
Read = Callable[[Cell], Values]


@dataclass(frozen=True, slots=True)
class Fixed:
    """Reads cells where some hold one value, and the others what `others` says."""

    cells: Mapping[Cell, int]
    others: Read

    def __call__(self, cell: Cell) -> Values:
        return frozenset([self.cells[cell]]) if cell in self.cells else self.others(cell)


class Evaluation:
    """Evaluates the expressions of one process; `base` gives the first cell of a variable, None if not followed."""

    def __init__(self, model: Model, base: Mapping[Variable, Cell]) -> None:
        self.model = model
        self.base = base
        self._read: dict[Node, tuple[list[Cell], bool]] = {}
        self._known: dict[tuple[Expression, tuple[int, ...]], Values] = {}

    # -- cells -------------------------------------------------------------------------------

    def cells(self, reference: Reference, read: Read) -> frozenset[Cell] | None:
        """The cells that a reference may mean; None if its variable is not followed."""
        variable = self.model.variables[reference]
        first = self.base.get(variable)
        if first is None:
            return None
        cells = frozenset([first])
        part: Reference | None = reference
        while part is not None:
            variable = self.model.variables[part]
            cells = self._indexed(cells, part, variable, read)
            if part.member is not None:
                assert variable.structure is not None
                offset = field_offset(variable.structure, part.member.name)
                cells = frozenset(cell + offset for cell in cells)
            part = part.member
        return cells

    def _indexed(self, cells: frozenset[Cell], part: Reference, variable: Variable, read: Read) -> frozenset[Cell]:
        if variable.size is None or part.index is None:
            return cells
        values = self.values(part.index, read)
        places = range(variable.size) if values is None else [value for value in values if 0 <= value < variable.size]
        step = width(variable)
        return frozenset(cell + place * step for cell in cells for place in places)

    def scalar(self, reference: Reference) -> Cell | None:
        """The cell of a reference without an index, if it is one cell that is followed."""
        variable = self.model.variables[reference]
        if reference.member is None and variable.size is None and variable.structure is None:
            return self.base.get(variable)
        return None

    # -- values ------------------------------------------------------------------------------

    def values(self, value: Expression, read: Read) -> Values:
        """The values that an expression may have, remembered where it depends on fixed cells only.

        Sets of values grow by one, again and again: all but the newest were examined before.  A channel may be
        any value: it has other numbers in the model than here, where one may stand for the channels of many processes.
        """
        if isinstance(read, Fixed) and isinstance(value, (Unary, Binary, Conditional)):
            cells, everything = self._cells_read(value)
            if everything and all(cell in read.cells for cell in cells):
                key = value, tuple([read.cells[cell] for cell in cells])
                if key not in self._known:
                    self._known[key] = self._computed(value, read)
                return self._known[key]
        return self._computed(value, read)

    def _cells_read(self, node: Node) -> tuple[list[Cell], bool]:
        """The cells of the plain variables in an expression, and whether it depends on nothing else."""
        known = self._read.get(node)
        if known is None:
            cells: dict[Cell, None] = {}
            everything = True
            for part in walk(node):
                cell = self.scalar(part) if isinstance(part, Reference) else None
                if cell is not None:
                    cells[cell] = None
                elif not isinstance(part, (Unary, Binary, Conditional, Constant)):
                    everything = False
            known = self._read[node] = [*cells], everything
        return known

    def _computed(self, value: Expression, read: Read) -> Values:
        match value:
            case Constant():
                return frozenset([value.value])
            case Reference():
                return ANY if self._is_channel(value) else self._contents(value, read)
            case Unary():
                return self._unary(value, read)
            case Binary(operator="&&" | "||"):
                return self._connective(value, read)
            case Binary(operator=operator):
                check()
                left, right = self.values(value.left, read), self.values(value.right, read)
                return each(lambda first, second: apply_binary(operator, first, second), left, right)
            case Conditional():
                chosen = truths(self.values(value.condition, read))
                found: Values = NOTHING
                if 1 in chosen:
                    found = join(found, self.values(value.when_true, read))
                return join(found, self.values(value.when_false, read)) if 0 in chosen else found
            case _:
                return ANY

    def channels(self, reference: Reference, read: Read) -> Values:
        """The channels that a reference to a channel variable may mean."""
        return self._contents(reference, read) if self._is_channel(reference) else ANY

    def _is_channel(self, reference: Reference) -> bool:
        return self.model.variables[final(reference)].type == "chan"

    def _contents(self, reference: Reference, read: Read) -> Values:
        variable = self.model.variables[reference]
        if variable in PREDEFINED.values() and variable not in self.base:
            return ANY
        cells = self.cells(reference, read)
        if cells is None:
            return ANY
        found: Values = NOTHING
        for cell in cells:
            found = join(found, read(cell))
            if len(cells) > 1:
                check()
        return found

    def _unary(self, value: Unary, read: Read) -> Values:
        operator = value.operator
        operand = self.values(value.operand, read)
        if operator == "!":
            return frozenset(1 - truth for truth in truths(operand))
        return each(lambda number, _: apply_unary(operator, number), operand, frozenset([0]))

    def _connective(self, value: Binary, read: Read) -> Values:
        left, right = truths(self.values(value.left, read)), truths(self.values(value.right, read))
        both = {(first, second) for first in left for second in right}
        return frozenset(int(a and b if value.operator == "&&" else a or b) for a, b in both)

    # -- several expressions at once -----------------------------------------------------------

    def choices(self, values: Sequence[Node], read: Read) -> Iterator[Fixed]:
        """All ways to fix the plain variables in some expressions.

        So `run node(q[i], q[i + 1])` is looked at for each `i`, not for each pair.
        """
        sets: dict[Cell, frozenset[int]] = {}
        size = 1
        for cell in chain.from_iterable(self._cells_read(node)[0] for node in values):
            known = read(cell)
            if known and cell not in sets and size * len(known) <= MOST_COMBINATIONS:
                sets[cell] = known
                size *= len(known)
        for chosen in product(*sets.values()):
            check()
            yield Fixed(dict(zip(sets, chosen, strict=True)), read)
