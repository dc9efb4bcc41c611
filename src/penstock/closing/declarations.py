"""What a closed model declares besides: flags, wider messages, further parameters; and what it no longer says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from penstock.closing.texts import FALSE, Texts
from penstock.control.flat import START
from penstock.graphs import reachable
from penstock.resolve.symbols import UserType, Variable
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.layout import SEPARATORS
from penstock.syntax.nodes import (
    ArrayInitial,
    Assignment,
    ChannelInitial,
    EnvironmentInput,
    Expression,
    Proctype,
    Typedef,
    VariableDeclaration,
)


class DeclarationChanges:
    """Changes the declarations of a model, once it is known what has a flag."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.edits = texts.edits
        self.flags = texts.flags
        self.model = texts.model
        self.by_declarator = {variable.declarator: variable for variable in self.model.declared()}

    def run(self) -> None:
        for unit in self.model.syntax.program.units:
            match unit:
                case EnvironmentInput():
                    self._take_out(unit)
                case Typedef():
                    self._flag_type(unit)
                case Proctype():
                    self._head(unit)
        parameters = {one for unit in self.model.processes if isinstance(unit, Proctype) for one in unit.parameters}
        fields = {one for unit in self.model.nodes.of(Typedef) for one in unit.fields}
        for declaration in self.model.nodes.of(VariableDeclaration):
            self._channels(declaration)
            if declaration not in parameters and declaration not in fields:
                self._declaration(declaration)

    def _take_out(self, unit: EnvironmentInput) -> None:
        tokens = self.model.syntax.tokens
        last = unit.last + (tokens.texts[unit.last + 1] in SEPARATORS)
        said = " ".join(tokens.texts[unit.channel.last + 2 : unit.last + 1])
        said = re.sub(r" ([,)])", r"\1", said).replace(" ( ", "(").replace("*/", "* /")
        self.edits.replace(unit.first, last, f"/* {unit.channel.name} ? {said}: also from outside */")

    def _head(self, unit: Proctype) -> None:
        if unit.environment:
            self.edits.replace(unit.first, unit.name_at, f"/* open: */ active proctype {unit.name}()")
        if unit.deterministic:
            self.edits.replace(unit.name_at - 1, unit.name_at - 1, "proctype /* not D_proctype: the outside chooses */")
        process = self.model.processes[unit]
        flagged = [variable for variable in process.parameters if variable in self.flags.variables]
        if flagged:
            text = "; ".join(self._flag(variable) for variable in flagged)
            self.edits.put_after(unit.parameters[-1].last, f"; {text}")

    def _declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.visibility == ENVIRONMENT:
            self.edits.replace(declaration.first, declaration.first, "/* open: */")
        if declaration.values:
            self.edits.replace(declaration.variables[-1].last + 1, declaration.last, "")
        added = []
        for declarator in declaration.variables:
            variable = self.by_declarator.get(declarator)
            if variable is None or variable not in self.flags.variables:
                continue
            unknown = self._initial(variable)
            added.append(self._flag(variable) + (f" = {unknown}" if unknown != FALSE else ""))
        if added:
            names = ", ".join(declarator.name for declarator in declaration.variables)
            comment = f"/* whether {names} came from outside */"
            self.edits.put_after(declaration.last, f"; {'; '.join(added)} {comment}")

    def _initial(self, variable: Variable) -> str:
        """When the first value of a variable is not known."""
        initial = variable.initial
        if initial is None or isinstance(initial, ArrayInitial | ChannelInitial):
            return FALSE
        value: Expression = initial
        scopes = self.texts.influence.scopes
        if variable.owner is None:
            return FALSE
        sites = [(scopes[variable.owner.name], START)]
        if variable.late:
            sites = self.texts.knowledge.sites_at(Assignment, variable.at)
        text, unknown = self.texts.value(value, sites)
        if unknown != FALSE:
            first, last = self.edits.balanced(value.first, value.last)
            self.edits.replace(first, last, text)
        return unknown

    def _flag(self, variable: Variable, prefix: str | None = None) -> str:
        """The declaration of a flag."""
        name = (self.flags.prefix if prefix is None else prefix) + variable.name
        size = f"[{variable.size}]" if variable.size is not None else ""
        if variable.structure is not None:
            return f"{self.flags.prefix}{variable.structure.name} {name}{size}"
        return f"{'byte' if size else 'bool'} {name}{size}"

    def _flag_type(self, unit: Typedef) -> None:
        structure = self.model.types[unit.name]
        if structure in self._flagged_types():
            fields = "; ".join(self._flag(field, "") for field in structure.fields.values())
            self.edits.put_after(unit.last, f" typedef {self.flags.prefix}{unit.name} {{ {fields} }}")

    def _flagged_types(self) -> set[UserType]:
        return reachable(_structures(self.flags.variables), lambda kind: _structures(kind.fields.values()))

    def _channels(self, declaration: VariableDeclaration) -> None:
        channels = self.texts.influence.channels
        for declarator in declaration.variables:
            variable = self.by_declarator.get(declarator)
            if variable is None or variable.channel is None:
                continue
            fields = self.texts.form_fields(channels.class_of(variable))
            if fields:
                self.edits.put_after(variable.channel.fields[-1].last, ", bool" * len(fields))


def _structures(variables: Iterable[Variable]) -> Iterator[UserType]:
    return (variable.structure for variable in variables if variable.structure is not None)
