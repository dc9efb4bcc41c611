"""Types, variables and channels in C."""

from __future__ import annotations

import re
from collections.abc import Iterable

from penstock.generate.expressions import Expressions, Value, constant_text
from penstock.generate.fragments import closed
from penstock.generate.naming import c_name
from penstock.generate.page import Page, c_string
from penstock.generate.plan import Kind, Plan
from penstock.resolve.layout import Cell
from penstock.resolve.symbols import UserType, Variable
from penstock.syntax.nodes import ArrayInitial, ChannelInitial, Constant, Expression, MtypeDeclaration

_C_TYPES = {"short": "int16_t", "int": "int32_t", "chan": "int32_t"}
DEFAULT_SUBTYPE = "_unnamed_"


def c_type(variable: Variable) -> str:
    if variable.structure is not None:
        return c_name(variable.structure.name)
    if variable.type == "unsigned":
        return "uint32_t" if variable.range[1] >= 1 << 31 else "int32_t"
    return _C_TYPES.get(variable.type, "uint8_t")


def declared(variable: Variable, name: str) -> str:
    size = f"[{variable.size}]" if variable.size is not None else ""
    return f"{c_type(variable)} {name}{size}"


def type_definition(plan: Plan, structure: UserType, page: Page) -> None:
    """A structure; fields that only the program has stand where the text declares them."""
    name = c_name(structure.name)
    sources = plan.model.sources
    extra = list(plan.c_fields(structure))
    with page.block(f"typedef struct {name} {{", f"}} {name};"):
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


def initial_values(variable: Variable) -> list[int] | None:
    """The constants that a variable begins with, one for each element; none if they must be computed."""
    initial = variable.initial
    if variable.structure is not None or isinstance(initial, ChannelInitial):
        return None
    if initial is None or variable.late:
        return [0]
    if isinstance(initial, ArrayInitial):
        values = [value.value for value in initial.values]
        return [values[min(place, len(values) - 1)] for place in range(variable.size or 1)]
    if isinstance(initial, Constant):
        return [initial.value] * (variable.size or 1)
    return None


def definition(variable: Variable, name: str) -> str:
    """A declaration with the values that are known now."""
    values = initial_values(variable) or [0]
    low, high = variable.range
    cut = [str((value - low & high - low) + low) for value in values]
    if variable.structure is not None or not any(values):
        shown = "{0}" if variable.size is not None or variable.structure is not None else "0"
    else:
        shown = "{" + ", ".join(cut) + "}" if variable.size is not None else cut[0]
    return f"{declared(variable, name)} = {shown};"


def late_values(plan: Plan, cells: Iterable[Cell], writer: Expressions, rename: dict[str, str]) -> list[str]:
    """What must be done to the variables of a row before they can be used: channels, computed values."""
    lines: list[str] = []
    for cell in cells:
        place = _c_path(cell.name, rename)
        if cell.variable.channel is not None:
            lines.append(f"{place} = ps_new_channel(&{plan.kinds[cell.variable].c_name});")
            continue
        initial = cell.variable.initial
        top = rename.get(cell.name.partition("[")[0].partition(".")[0])
        known = initial_values(cell.variable) is not None and "." not in cell.name and top is not None
        if initial is None or known or cell.variable.late:
            continue
        lines.append(f"{place} = {writer.stored(cell.variable, _initial(cell, initial, writer))};")
    return lines


def _initial(cell: Cell, initial: object, writer: Expressions) -> Value:
    if isinstance(initial, ArrayInitial):
        return constant_text(initial.values[min(cell.element, len(initial.values) - 1)].value)
    assert isinstance(initial, Expression)
    return writer.value(initial)


def _c_path(name: str, rename: dict[str, str]) -> str:
    """`a[1].b` with the names that its parts have in C."""
    first, *rest = re.split(r"(?<=\.)", name)
    head, bracket, index = first.partition("[")
    dot = "." if head.endswith(".") else ""
    head = head.removesuffix(".")
    fields = "".join(_field(part) for part in rest)
    return rename.get(head, c_name(head)) + (bracket + index if bracket else dot) + fields


def _field(part: str) -> str:
    match = re.fullmatch(r"(\w+)(.*)", part)
    assert match is not None
    return c_name(match[1]) + match[2]


def kind_definition(kind: Kind) -> list[str]:
    widths = ", ".join(map(str, kind.widths))
    return [
        f"static const int8_t {kind.c_name}_widths[] = {{{widths}}};",
        f"static const ps_kind {kind.c_name} = {{{c_string(kind.name)}, {kind.capacity}, {len(kind.widths)}, "
        f"{kind.extra}, {kind.c_name}_widths}};",
    ]


# -- message types -----------------------------------------------------------------------------


def mtype_enum(plan: Plan, page: Page) -> None:
    """The numbers of message types are those of the model."""
    for declaration in plan.model.nodes.of(MtypeDeclaration):
        names = [f"{c_name(item.name)} = {item.value}" for item in declaration.names if item.name is not None]
        title = f"mtype:{declaration.subtype}" if declaration.subtype else "mtype"
        with page.block(f"enum {{ /* {title} */", "};"):
            page.add(*[name + "," for name in names[:-1]], *names[-1:])
        page.add("")


def mtype_names(plan: Plan, page: Page) -> None:
    """The names of message types, for printing."""
    seen: set[tuple[str, int]] = set()
    rows: list[str] = []
    for declaration in plan.model.nodes.of(MtypeDeclaration):
        subtype = declaration.subtype or DEFAULT_SUBTYPE
        for item in declaration.names:
            if item.name is not None and (subtype, item.value) not in seen:
                seen.add((subtype, item.value))
                rows.append(f"{{{c_string(subtype)}, {item.value}, {c_string(item.name)}}},")
    page.raw(_NAME_OF.replace("ROWS", "\n    ".join([*rows, "{NULL, 0, NULL}"])))


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
