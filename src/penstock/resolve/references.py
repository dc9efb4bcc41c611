"""References: the variable, element or field that `a[i].b` denotes, and whether it may stand where it does."""

from __future__ import annotations

from difflib import get_close_matches
from enum import Enum

from penstock.diagnostics.record import Fix, counted
from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.repairs import as_label, declaring, replacing
from penstock.resolve.scope import Scopes
from penstock.resolve.symbols import Label, ProcessNames, Variable
from penstock.resolve.timers import first_timer
from penstock.syntax.cursor import TIMER
from penstock.syntax.layout import WORD_CONSTANTS
from penstock.syntax.nodes import Expression, Proctype, Reference


class Use(Enum):
    """What a reference is for; it decides whether whole arrays and structures may stand there."""

    VALUE = "value"
    TARGET = "target"
    FIELDS = "fields"
    INLINE = "inline"
    LOOP = "loop"
    CHANNEL = "channel"
    TIMER = "timer"


class References:
    """Resolves references at one place of the text."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.scopes = Scopes(model.wording.own)
        self.process: ProcessNames | None = None
        self.beginning: set[Label] = set()
        """Labels that nothing has named before, while what follows them is read: SPIN does not know them yet."""
        self.in_argument = False
        """Inside an argument of an inline: whether it makes sense shows where the inline uses it, if it does."""
        self.reported: set[tuple[ProcessNames | None, str]] = set()
        """Undeclared names, by process: each is reported once."""

    def expression(self, value: Expression, use: Use = Use.VALUE) -> None:
        """Resolve what stands in an expression, such as an index; the class for statements knows how."""
        raise NotImplementedError

    def reference(self, reference: Reference, use: Use) -> Variable | None:
        """Resolve a reference; the variable that it finally denotes, or None if there is none."""
        symbol = self.scopes.find(reference.name)
        if isinstance(symbol, Label) and symbol not in self.beginning and use is Use.INLINE:
            return None  # the inline may jump there
        if not isinstance(symbol, Variable):
            self._undeclared(reference, symbol)
            if reference.index is not None:
                self.expression(reference.index)
            return None
        if reference.name == "_" and use in (Use.VALUE, Use.CHANNEL):
            self.model.report("E406", "the value of `_` cannot be read", reference)
        return self._denoted(reference, symbol, use)

    def _length_of_array(self, reference: Reference, variable: Variable) -> None:
        """`len(a)`."""
        name, size = reference.name, str(variable.size)
        message = f"`{name}` is an array, not a channel: it has {counted(variable.size or 0, 'element')}"
        fixes = replacing(self.model, reference.first - 2, reference.last + 1, size, f"write `{size}`")
        self.model.report("E401", message, reference.first, notes=self.model.declared_here(variable.at), fixes=fixes)

    def _undeclared(self, reference: Reference, symbol: Label | None) -> None:
        if symbol is not None:
            self.model.report(
                "E301", f"`{reference.name}` is a label, not a variable", reference.first, names=(reference.name,)
            )
            return
        key = (self.process, reference.name)
        if reference.name in self.model.syntax.skipped_names or key in self.reported:
            return
        self.reported.add(key)
        owned = self._owned(reference)
        similar = self.scopes.similar(reference.name) or self._similar_message(reference) if not owned else None
        hint = f"did you mean `{similar}`?" if similar else self._undeclared_hint(reference)
        names = (reference.name,)
        meant = self.model.renaming(reference.first, similar or self._word_constant(reference))
        labels = as_label(self.model, reference)
        fixes = owned or meant or labels or declaring(self.model, self.process, reference)
        message = f"`{reference.name}` is not declared"
        self.model.report("E301", message, reference.first, hint=hint, names=names, fixes=fixes)

    def _owned(self, reference: Reference) -> tuple[Fix, ...]:
        """In a formula: the variables of this name that belong to processes."""
        if self.process is not None or self.model.syntax.translation is not None:
            return ()
        processes = [found for found in self.model.processes.values() if isinstance(found.node, Proctype)]
        owners = [
            found.name
            for found in processes
            if any(variable.name == reference.name for variable in (*found.parameters, *found.locals))
        ]
        return tuple(fix for name in owners for fix in self.model.renaming(reference.first, f"{name}:{reference.name}"))

    def _similar_message(self, reference: Reference) -> str | None:
        """The name of a message that a plain name may have been meant to be."""
        if reference.index is not None or reference.member is not None:
            return None
        return next(iter(get_close_matches(reference.name, self.model.mtype_subtypes, 1, 0.7)), None)

    @staticmethod
    def _word_constant(reference: Reference) -> str | None:
        """`true` for `TRUE`."""
        word = reference.name.lower()
        return word if word in WORD_CONSTANTS else None

    def _undeclared_hint(self, reference: Reference) -> str | None:
        if (word := self._word_constant(reference)) is not None:
            return f"did you mean `{word}`?"
        if owned := self._owned(reference):
            return f"it belongs to a process: write `{owned[0].edits[0].new}`, or declare it for all processes"
        if reference.name in self.model.syntax.macros:
            name = reference.name
            return f"`{name}` is a macro, but next to a number it is not replaced: put spaces around `..`"
        return None

    def _denoted(self, reference: Reference, variable: Variable, use: Use) -> Variable | None:
        while True:
            self.model.variables[reference] = variable
            self._check_index(reference, variable, use)
            member = reference.member
            if member is None:
                break
            field = variable.structure.fields.get(member.name) if variable.structure else None
            if field is None:
                self._no_field(reference, member, variable)
                return None
            reference, variable = member, field
        if variable.structure is not None and use in (Use.VALUE, Use.TARGET, Use.CHANNEL) and not self.in_argument:
            self.model.report(
                "E405",
                f"`{reference.name}` has the type `{variable.type}`: name one of its fields",
                reference,
                hint="the fields are " + ", ".join(f"`{name}`" for name in variable.structure.fields),
            )
        self._check_timer(reference, variable, use)
        return variable

    def _check_timer(self, reference: Reference, variable: Variable, use: Use) -> None:
        """A timer is only set, reset and waited for; nothing else is."""
        if use is Use.TIMER:
            if variable.type != TIMER:
                self.model.report(
                    "E440",
                    f"`{reference.name}` is not a timer: its type is `{variable.type}`",
                    reference,
                    notes=self.model.declared_here(variable.at) if variable.at else None,
                )
            return
        timer = first_timer(variable)
        whole_array = use is Use.LOOP and variable.size is not None and reference.index is None
        if timer is None or use is Use.INLINE or whole_array or (variable is not timer and use is not Use.FIELDS):
            return
        message = f"`{variable.name}` is a timer, not a number"
        if timer is not variable:
            message = f"`{variable.name}` contains the timer `{timer.name}` and cannot be passed on as a whole"
        hint = "ask for `expire(t)`, `active(t)` or `remaining(t)`; change it by `set(t, n)` or `reset(t)`"
        self.model.report("E441", message, reference, hint=hint)

    def _no_field(self, reference: Reference, member: Reference, variable: Variable) -> None:
        if variable.type in self.model.syntax.skipped_names:
            return
        if variable.structure is None:
            self.model.report("E404", f"`{reference.name}` has no fields: its type is `{variable.type}`", member.first)
            return
        names = ", ".join(f"`{name}`" for name in variable.structure.fields)
        similar = get_close_matches(member.name, variable.structure.fields, 1, 0.6)
        self.model.report(
            "E404",
            f"type `{variable.type}` has no field `{member.name}`",
            member.first,
            hint=f"its fields are {names}",
            fixes=self.model.renaming(member.first, similar[0] if similar else None),
        )

    def _check_index(self, reference: Reference, variable: Variable, use: Use) -> None:
        if reference.index is None:
            if variable.size is not None and use is Use.CHANNEL and variable.type != "chan":
                self._length_of_array(reference, variable)
            elif variable.size is not None and use is not Use.LOOP:
                self.model.report(
                    "E401",
                    f"`{reference.name}` is an array: an index is missing",
                    reference.first,
                    notes=self.model.declared_here(variable.at),
                )
            return
        self.expression(reference.index)
        index = constant_value(reference.index)
        if variable.size is None:
            if index != 0 and use is not Use.INLINE:
                self.model.report("E402", f"`{reference.name}` is not an array", reference.first)
        elif index is not None and not 0 <= index < variable.size:
            self.model.report(
                "W703",
                f"index {index} is outside `{reference.name}`, which has {variable.size} elements",
                reference.index,
            )
