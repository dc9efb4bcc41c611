"""Types, variables and channels in C."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.codegen.expressions import CExpressionWriter, constant_text, may_fault, stored_type
from penstock.codegen.fragments import closed
from penstock.codegen.naming import c_name
from penstock.codegen.page import CPage, c_string
from penstock.codegen.plan import CChannelKind, ProgramPlan
from penstock.resolve.symbols import UserType, Variable
from penstock.syntax.nodes import ArrayInitial, ChannelInitial, Constant, Expression, MtypeDeclaration

DEFAULT_SUBTYPE = "_unnamed_"


def c_type(variable: Variable) -> str:
    if variable.structure is not None:
        return c_name(variable.structure.name)
    return stored_type(variable)


def declared(variable: Variable, name: str) -> str:
    size = f"[{variable.size}]" if variable.size is not None else ""
    return f"{c_type(variable)} {name}{size}"


def type_definition(plan: ProgramPlan, structure: UserType, page: CPage) -> None:
    """A structure; fields that only the program has stand where the text declares them."""
    name = c_name(structure.name)
    sources = plan.model.sources
    extra = list(plan.c_fields(structure))
    head = "typedef struct {" if plan.has_instances else f"typedef struct {name} {{"
    with page.block(head, f"}} {name};"):
        for field in structure.fields.values():
            place = sources.original(sources.written(plan.model.syntax.tokens.positions[field.at]))
            while extra and extra[0][0] < place:
                page.add(*own_lines(extra.pop(0)[1]))
            page.add(declared(field, c_name(field.name)) + ";")
        for _, text in extra:
            page.add(*own_lines(text))
    page.add("")


def own_lines(text: str) -> list[str]:
    """C as the user wrote it, line by line; `\\#` is how Promela lets a directive stand in C."""
    return [line.strip() for line in closed(text).replace("\\#", "#").strip().splitlines()]


LISTED = 8
"""Longer arrays are given their values by a loop, not by a list."""


def initial_values(variable: Variable) -> list[int] | None:
    """The constants that a variable begins with, one for each element; none if something must be done for them."""
    initial = variable.initial
    if variable.structure is not None or isinstance(initial, ChannelInitial):
        return None
    if initial is None or variable.late:
        return [0]
    if isinstance(initial, ArrayInitial):
        values = [value.value for value in initial.values]
        if (variable.size or 1) - len(values) > LISTED:
            return None
        return [values[min(place, len(values) - 1)] for place in range(variable.size or 1)]
    if isinstance(initial, Constant) and (variable.size or 1) <= LISTED:
        return [initial.value] * (variable.size or 1)
    return None


def definition(variable: Variable, name: str) -> str:
    """A declaration with the values that are known now."""
    return f"{declared(variable, name)} = {first_value(variable)};"


def first_value(variable: Variable) -> str:
    """What is known now of the value that a variable begins with, zero if nothing is."""
    values = initial_values(variable) or [0]
    low, high = variable.range
    cut = [str((value - low & high - low) + low) for value in values]
    if variable.structure is not None or not any(values):
        return "{0}" if variable.size is not None or variable.structure is not None else "0"
    return "{" + ", ".join(cut) + "}" if variable.size is not None else cut[0]


class LateValues:
    """What must be done to variables before they can be used: channels, computed values; arrays are gone through."""

    def __init__(self, plan: ProgramPlan, writer: CExpressionWriter, process: str = "NULL") -> None:
        self.plan = plan
        self.writer = writer
        self.process = process
        """What the process is called in C, if they are the variables of one."""

    def of(self, variable: Variable, name: str) -> list[str]:
        known = variable.channel is None and initial_values(variable) is not None
        if known or not self._is_needed(variable):
            return []
        lines = self._lines(variable, name, 0)
        if self.process == "NULL" or not any(may_fault(line) for line in lines):
            return lines
        position = self.plan.model.syntax.tokens.positions[variable.at]
        text = self.plan.place_text(self.plan.model.sources.locate(position), variable.name)
        return [f"PS_STATEMENT({self.process}, {c_string(text)});", *lines]

    def _is_needed(self, variable: Variable) -> bool:
        if variable.structure is not None:
            return any(map(self._is_needed, variable.structure.fields.values()))
        return variable.channel is not None or (variable.initial is not None and not variable.late)

    def _lines(self, variable: Variable, path: str, depth: int) -> list[str]:
        if variable.size is None:
            return self._element(variable, path, depth)
        first: list[str] = []
        start = 0
        if isinstance(variable.initial, ArrayInitial) and variable.channel is None:
            start = len(variable.initial.values) - 1
            values = [value.value for value in variable.initial.values[:-1]]
            first = [f"{path}[{at}] = {self._stored(variable, value)};" for at, value in enumerate(values)]
        index = f"ps_at_{depth}"
        head = f"for (int {index} = {start}; {index} < {variable.size}; {index}++) {{"
        return [*first, head, *self._element(variable, f"{path}[{index}]", depth + 1), "}"]

    def _element(self, variable: Variable, path: str, depth: int) -> list[str]:
        if variable.structure is not None:
            fields = [found for found in variable.structure.fields.values() if self._is_needed(found)]
            return [line for found in fields for line in self._lines(found, f"{path}.{c_name(found.name)}", depth)]
        if variable.channel is not None:
            return [f"{path} = ps_new_channel({self.process}, &{self.plan.kinds[variable].c_name});"]
        initial = variable.initial
        if isinstance(initial, ArrayInitial):
            return [f"{path} = {self._stored(variable, initial.values[-1].value)};"]
        assert isinstance(initial, Expression)
        return [f"{path} = {self.writer.stored(variable, self.writer.value(initial))};"]

    def _stored(self, variable: Variable, value: int) -> str:
        return self.writer.stored(variable, constant_text(value))


@dataclass(frozen=True, slots=True)
class ShownAs:
    """How C writes a value, and as which type."""

    call: str = "fprintf(ps_out"
    kind: str = "int"


def shown_values(
    variable: Variable, name: str, path: str, indices: tuple[str, ...] = (), how: ShownAs = ShownAs()
) -> list[str]:
    """Lines that write a global variable with its name in the model, element by element."""
    if variable.size is not None and not path.endswith("]"):
        index = f"ps_at_{len(indices)}"
        inner = shown_values(variable, name + "[%d]", f"{path}[{index}]", (*indices, index), how)
        return [f"for (int {index} = 0; {index} < {variable.size}; {index}++) {{", *inner, "}"]
    if variable.structure is not None:
        fields = variable.structure.fields.values()
        return [
            line
            for found in fields
            for line in shown_values(found, f"{name}.{found.name}", f"{path}.{c_name(found.name)}", indices, how)
        ]
    values = "".join(f", ({how.kind}){index}" for index in indices)
    return [f'{how.call}, "{name} %d\\n"{values}, ({how.kind}){path});']


def kind_definition(kind: CChannelKind, name: str, named: str = "{}") -> list[str]:
    """The kind of channel that a declaration makes; `name` is what reports call its channels."""
    widths = ", ".join(map(str, kind.widths))
    return [
        f"static const int8_t {kind.c_name}_widths[] = {{{widths}}};",
        f"static const ps_kind {kind.c_name} = {{{named.format(c_string(name))}, {kind.capacity}, {len(kind.widths)}, "
        f"{kind.extra}, {kind.c_name}_widths}};",
    ]


# -- message types -----------------------------------------------------------------------------


def mtype_enum(plan: ProgramPlan, page: CPage) -> None:
    """The numbers of message types are those of the model."""
    for declaration in plan.model.nodes.of(MtypeDeclaration):
        names = [f"{c_name(item.name)} = {item.value}" for item in declaration.names if item.name is not None]
        title = f"mtype:{declaration.subtype}" if declaration.subtype else "mtype"
        with page.block(f"enum {{ /* {title} */", "};"):
            page.add(*[name + "," for name in names[:-1]], *names[-1:])
        page.add("")


def mtype_names(plan: ProgramPlan, page: CPage) -> None:
    """The names of message types, for printing."""
    page.raw(_NAME_OF.replace("ROWS", "\n    ".join([*mtype_rows(plan), "{NULL, 0, NULL}"])))


def mtype_rows(plan: ProgramPlan) -> list[str]:
    """For each message type its subtype, number and name."""
    seen: set[tuple[str, int]] = set()
    rows: list[str] = []
    for declaration in plan.model.nodes.of(MtypeDeclaration):
        subtype = declaration.subtype or DEFAULT_SUBTYPE
        for item in declaration.names:
            if item.name is not None and (subtype, item.value) not in seen:
                seen.add((subtype, item.value))
                rows.append(f"{{{c_string(subtype)}, {item.value}, {c_string(item.name)}}},")
    return rows


_NAME_OF = """static const struct {
    const char *subtype;
    int32_t value;
    const char *name;
} ps_names[] = {
    ROWS
};

/* The name of a message type, or its number if there is none. */
const char *ps_name_of(const char *subtype, int32_t value)
{
    static _Thread_local char number[16];
    const char *wanted = subtype != NULL ? subtype : "_unnamed_";
    for (int place = 0; ps_names[place].name != NULL; place++)
        if (ps_names[place].value == value && strcmp(ps_names[place].subtype, wanted) == 0)
            return ps_names[place].name;
    for (int place = 0; subtype == NULL && ps_names[place].name != NULL; place++)
        if (ps_names[place].value == value)
            return ps_names[place].name;
    snprintf(number, sizeof number, "%d", (int)value);
    return number;
}
"""
