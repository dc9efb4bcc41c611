"""Declarations to variables: sizes, widths, initial values, and where they may stand."""

from __future__ import annotations

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.scope import Scopes
from penstock.resolve.symbols import Label, ProcessNames, UserType, Variable, flat_fields
from penstock.resolve.timers import first_timer
from penstock.syntax.cursor import TIMER
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import (
    ArrayInitial,
    ChannelInitial,
    Constant,
    Declarator,
    Reference,
    VariableDeclaration,
)

DEFAULT_ARRAY_SIZE = 8
"""What SPIN takes for the size of an array declared with a variable that has no initial value."""


class Declarer:
    """Makes variables out of declarations and adds them to the scopes."""

    def __init__(self, model: Model, scopes: Scopes) -> None:
        self.model = model
        self.scopes = scopes

    def declare(
        self, declaration: VariableDeclaration, owner: ProcessNames | None, parameter: bool = False, late: bool = False
    ) -> list[Variable]:
        found = []
        for declarator in declaration.variables:
            variable = self.variable(declaration, declarator)
            variable.owner, variable.parameter, variable.late = owner, parameter, late
            self._check_place(variable, declarator)
            self.add(variable)
            found.append(variable)
        return found

    def variable(self, declaration: VariableDeclaration, declarator: Declarator) -> Variable:
        variable = Variable(declarator.name, declaration.type, declarator.first)
        variable.subtype = declaration.subtype
        variable.visibility = declaration.visibility
        variable.declarator = declarator
        variable.structure = self.model.types.get(declaration.type)
        if isinstance(declarator.initial, ChannelInitial):
            variable.channel = declarator.initial
        else:
            variable.initial = declarator.initial
        self._set_width(variable, declarator)
        if declarator.size is not None:
            variable.size = self._array_size(declarator)
        self._check_initial(variable, declarator)
        self._check_visibility(variable, declarator)
        return variable

    def add(self, variable: Variable) -> None:
        known = self.scopes.find(variable.name)
        if known is not None:
            self._report_redeclaration(variable, known)
            return
        self.scopes.add(variable.name, variable)

    def _report_redeclaration(self, variable: Variable, known: Variable | Label) -> None:
        what = "a label" if isinstance(known, Label) else "a variable"
        outer = isinstance(known, Variable) and known.owner is not variable.owner
        predefined = known.at == 0 and variable.name.startswith("_")
        self.model.report(
            "E302",
            f"`{variable.name}` is declared again" + ("" if not predefined else ": it is predefined"),
            variable.at,
            hint="SPIN does not allow a local with the name of a visible global" if outer and not predefined else None,
            notes=None if predefined else [(f"{what} of this name is declared here", self._position(known.at))],
            names=(variable.name,),
        )

    def _position(self, at: int) -> int:
        return self.model.syntax.tokens.positions[at]

    def _set_width(self, variable: Variable, declarator: Declarator) -> None:
        width = declarator.width
        if variable.type != "unsigned":
            if width:
                self.model.report(
                    "E409", f"only `unsigned` variables have a width, not `{variable.type}`", declarator.first
                )
            return
        if width is None:
            self.model.report(
                "E409",
                f"`{variable.name}` needs a width",
                declarator.first,
                hint=f"write `unsigned {variable.name} : 4`",
                fixes=self.model.renaming(declarator.first, f"{variable.name} : 4"),
            )
            width = 16
        elif not 0 < width < 32:
            self.model.report("E409", f"the width of `{variable.name}` must be from 1 to 31", declarator.first)
            width = 16
        variable.width = width

    def _array_size(self, declarator: Declarator) -> int:
        assert declarator.size is not None
        size = constant_value(declarator.size)
        if isinstance(declarator.size, Reference):
            size = self.initial_value(declarator.size)
            if size is None or size <= 0:
                size = DEFAULT_ARRAY_SIZE
            self.model.report(
                "W704",
                f"the size of `{declarator.name}` is a variable; SPIN uses {size}",
                declarator.size,
                hint="use a constant or a macro",
            )
        if size is None or size <= 0:
            self.model.report(
                "E410", f"the size of array `{declarator.name}` must be a positive constant", declarator.size
            )
            return 1
        return size

    def initial_value(self, reference: Reference) -> int | None:
        """The constant that a variable starts with, for the few places where SPIN looks at it."""
        symbol = self.scopes.find(reference.name)
        if not isinstance(symbol, Variable):
            self.model.report("E301", f"`{reference.name}` is not declared", reference, names=(reference.name,))
            return None
        self.model.variables[reference] = symbol
        initial = symbol.initial
        return (
            constant_value(initial)
            if initial is not None and not isinstance(initial, (ArrayInitial, ChannelInitial))
            else 0
        )

    def _check_initial(self, variable: Variable, declarator: Declarator) -> None:
        initial = declarator.initial
        if isinstance(initial, ChannelInitial):
            if variable.type != "chan":
                self.model.report(
                    "E411", f"`{variable.name}` is not a channel and cannot be initialised as one", initial
                )
            self._check_fields(initial)
            capacity = constant_value(initial.capacity)
            if capacity is None or capacity < 0:
                self.model.report("E412", "the capacity of a channel cannot be negative", initial.capacity)
        elif isinstance(initial, ArrayInitial):
            if variable.size is None:
                self.model.report("E411", f"`{variable.name}` is not an array and takes one value", initial)
            elif len(initial.values) > variable.size:
                self.model.report("W705", f"{len(initial.values)} values for {variable.size} elements", initial)
        elif variable.structure is not None and initial is not None:
            self.model.report(
                "W714", f"`{variable.name}` has the type `{variable.type}`: this value is ignored", initial
            )
        elif variable.type == TIMER and initial is not None:
            self.model.report(
                "E444", f"timer `{variable.name}` starts off", initial, hint=f"write `set({variable.name}, ...)`"
            )
        elif variable.type == "chan" and isinstance(initial, Constant):
            self.model.report(
                "W710", "a channel should not be initialised with a number", initial, hint="write `= [2] of { byte }`"
            )

    def _check_fields(self, initial: ChannelInitial) -> None:
        for field in initial.fields:
            structure = self.model.types.get(field.type)
            if structure is not None and _has_structure_array(structure):
                self.model.report("E428", f"`{field.type}` contains an array of structures and cannot be sent", field)
            if structure is not None and any(found.type == TIMER for found in flat_fields(structure)):
                self.model.report("E444", f"`{field.type}` contains a timer and cannot be sent", field)
            if structure is not None and any(found.type == "unsigned" for found in flat_fields(structure)):
                self.model.report("E209", f"`{field.type}` contains an `unsigned` field and cannot be sent", field)

    def _check_visibility(self, variable: Variable, declarator: Declarator) -> None:
        if variable.visibility == ENVIRONMENT and variable.type == "chan" and variable.channel is None:
            self.model.report(
                "E450",
                f"`{variable.name}` is a channel variable, not a channel",
                declarator.first,
                hint="declare the channel that it stands for as open",
            )
        if variable.visibility == ENVIRONMENT and (variable.structure is not None or variable.type == TIMER):
            self.model.report("E450", f"the outside writes no `{variable.type}`, only numbers", declarator.first)
        timed = first_timer(variable) is not None
        if variable.visibility == "hidden" and (timed or variable.type in ("bit", "bool", "chan")):
            self.model.report("E413", f"a `{variable.type}` variable cannot be hidden", declarator.first)

    def _check_place(self, variable: Variable, declarator: Declarator) -> None:
        if variable.owner is None:
            return
        if variable.visibility == "hidden":
            self.model.report("E413", "only global variables can be hidden", declarator.first)
        if variable.parameter and declarator.initial is not None:
            self.model.report("E414", "a parameter cannot have an initial value", declarator.initial)
        inner = flat_fields(variable.structure) if variable.structure is not None else []
        if variable.parameter and any(found.size is not None for found in [variable, *inner]):
            self.model.report(
                "E414", "a parameter cannot be an array", declarator.first, hint="pass an index, or use a global array"
            )
        if variable.parameter and first_timer(variable) is not None:
            self.model.report(
                "E444",
                "a timer cannot be a parameter of a process",
                declarator.first,
                hint="declare it in the process, or pass an index into an array of timers",
            )
        if variable.late and isinstance(declarator.initial, (ChannelInitial, ArrayInitial)):
            what = "channel" if isinstance(declarator.initial, ChannelInitial) else "array"
            self.model.report(
                "E415",
                f"the {what} `{variable.name}` must be declared before the first statement",
                declarator.first,
                hint="move the declaration to the start of the process",
            )


def _has_structure_array(structure: UserType) -> bool:
    nested = [field for field in structure.fields.values() if field.structure is not None]
    return any(
        field.size is not None or (field.structure and _has_structure_array(field.structure)) for field in nested
    )
