"""What names stand for: variables, user-defined types, labels, processes."""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.syntax.nodes import ChannelInitial, Declarator, Goto, Initial, Process, Statement

RANGES = {
    "bit": (0, 1),
    "bool": (0, 1),
    "byte": (0, 255),
    "pid": (0, 255),
    "mtype": (0, 255),
    "chan": (0, 255),
    "short": (-(1 << 15), (1 << 15) - 1),
    "int": (-(1 << 31), (1 << 31) - 1),
}


def begins(channel: ChannelInitial, value: int) -> bool:
    """Whether the first field of a message can have this value."""
    low, high = RANGES.get(channel.fields[0].type, RANGES["int"])
    return low <= value <= high


@dataclass(eq=False, slots=True)
class UserType:
    """A typedef: its fields by name, in order."""

    name: str
    at: int
    fields: dict[str, Variable] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Variable:
    """A global or local variable, a parameter, or a field of a user-defined type."""

    name: str
    type: str
    at: int
    owner: ProcessNames | None = None
    subtype: str | None = None
    width: int = 0
    size: int | None = None
    structure: UserType | None = None
    channel: ChannelInitial | None = None
    initial: Initial | None = None
    declarator: Declarator | None = None
    visibility: str | None = None
    parameter: bool = False
    late: bool = False
    """Declared after the first statement: SPIN gives it its value by an assignment there."""

    @property
    def range(self) -> tuple[int, int]:
        """The smallest and the largest value it holds."""
        if self.type == "unsigned":
            return 0, (1 << self.width) - 1
        if self.type in ("bit", "bool") and self.size is not None:
            return RANGES["byte"]  # SPIN keeps an array of bits as an array of bytes, without cutting
        return RANGES.get(self.type, RANGES["int"])


@dataclass(eq=False, slots=True)
class Label:
    """A label of a process; `statement` is None while only jumps to it were seen."""

    name: str
    at: int
    statement: Statement | None = None
    inline: str | None = None
    d_step: int = 0


@dataclass(eq=False, slots=True)
class ProcessNames:
    """The names inside one proctype, `init`, `never` or `trace`."""

    name: str
    node: Process
    parameters: list[Variable] = field(default_factory=list)
    locals: list[Variable] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    targets: dict[Goto, Label] = field(default_factory=dict)

    def find_label(self, name: str) -> Label | None:
        return next((label for label in self.labels if label.name == name and label.statement is not None), None)


def flat_fields(structure: UserType) -> list[Variable]:
    """The fields of a type as a message carries them: nested types unfolded, arrays element by element."""
    found: list[Variable] = []
    for variable in structure.fields.values():
        if variable.structure is not None:
            found.extend(flat_fields(variable.structure) * (variable.size or 1))
        else:
            found.extend([variable] * (variable.size or 1))
    return found


PREDEFINED = {
    name: Variable(name, type_name, 0)
    for name, type_name in [
        ("_", "int"),
        ("_p", "int"),
        ("_pid", "pid"),
        ("_last", "pid"),
        ("_nr_pr", "byte"),
        ("_priority", "byte"),
    ]
}
