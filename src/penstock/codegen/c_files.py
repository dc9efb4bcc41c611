"""The C outside processes as it appears in generated files, each piece in the lines of the specification."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from penstock.codegen.c_units import CVariable, Unit
from penstock.codegen.declarations import type_definition
from penstock.codegen.naming import c_name
from penstock.codegen.page import RESTORED, CPage, c_string
from penstock.codegen.plan import ProgramPlan, where_c_begins
from penstock.graphs import grouped
from penstock.resolve.symbols import UserType
from penstock.syntax.nodes import CCode, CExpression, Typedef

_WORD = re.compile(r"[A-Za-z_]\w*")
_HEADERS = ["assert", "ctype", "errno", "limits", "stdio", "stdlib", "string", "time", "unistd", "sys/types"]
_FURTHER = (
    (re.compile(r"\b(?:socket|sockaddr\w*|socklen_t|accept|in_addr\w*|hton[sl]|ntoh[sl]|inet_\w+|[AP]F_INET6?)\b"),
     ("sys/socket", "netinet/in", "arpa/inet")),
    (re.compile(r"\b(?:msg(?:get|snd|rcv|ctl)|IPC_\w+|ftok)\b"), ("sys/ipc", "sys/msg")),
    (re.compile(r"\b(?:waitpid|wait)\b"), ("sys/wait",)),
    (re.compile(r"\b(?:signal|sigaction|sigset_t|sig_atomic_t|SIG[A-Z]+|kill)\b"), ("signal",)),
    (re.compile(r"\bpthread_\w+"), ("pthread",)),
    (re.compile(r"\b(?:O_[A-Z]+|fcntl)\b"), ("fcntl",)),
    (re.compile(r"\b(?:fd_set|FD_(?:SET|CLR|ZERO|ISSET))\b"), ("sys/select",)),
    (re.compile(r"\b(?:timeval|gettimeofday)\b"), ("sys/time",)),
    (re.compile(r"\b(?:pollfd|POLL(?:IN|OUT))\b"), ("poll",)),
    (re.compile(r"\b(?:sockaddr_un|AF_UNIX)\b"), ("sys/socket", "sys/un")),
    (re.compile(r"\b(?:hostent|gethostbyname|addrinfo|getaddrinfo)\b"), ("netdb",)),
    (re.compile(r"\b(?:shm(?:get|at|dt|ctl))\b"), ("sys/ipc", "sys/shm")),
    (re.compile(r"\b(?:sem(?:get|op|ctl)|sembuf)\b"), ("sys/ipc", "sys/sem")),
    (re.compile(r"\b(?:sem_t|sem_\w+)\b"), ("semaphore",)),
    (re.compile(r"\b(?:struct\s+stat|S_IS[A-Z]+|mkdir)\b"), ("sys/stat",)),
    (re.compile(r"\b(?:DIR|opendir|dirent)\b"), ("dirent",)),
    (re.compile(r"\bva_(?:list|start)\b"), ("stdarg",)),
)  # fmt: skip
"""Headers that C of a specification has at hand if it uses what they declare."""


_STYLE = (
    "missing-field-initializers",
    "unused-parameter",
    "unused-variable",
    "unused-result",
    "implicit-fallthrough",
    "strict-prototypes",
)
"""What compilers warn about in C that does what its author meant; mistakes are still errors."""


def headers(plan: ProgramPlan) -> list[str]:
    """The directives for what the C of a specification may use without asking."""
    model = plan.model
    texts = [node.text for node in model.nodes.of(CCode)] + [node.text for node in model.nodes.of(CExpression)]
    texts += [text for structure in model.types.values() for _, text in plan.c_fields(structure)]
    together = "\n".join(texts)
    own = {*plan.c.variables, *plan.c.functions}
    further = [
        name
        for pattern, names in _FURTHER
        if any(found[0] not in own for found in pattern.finditer(together))
        for name in names
    ]
    ignored = [f'#pragma GCC diagnostic ignored "-W{name}"' for name in _STYLE]
    return [f"#include <{name}.h>" for name in dict.fromkeys([*_HEADERS, *further])] + ignored


def shared_types(plan: ProgramPlan, page: CPage) -> None:
    """Types of the model and declarations in C, as the specification has them; a type stands before its uses."""
    _Header(plan, page).write()


class _Header:
    def __init__(self, plan: ProgramPlan, page: CPage) -> None:
        self.plan = plan
        self.page = page
        self.types = plan.model.types
        self.units = grouped(plan.c.units)
        self.nodes = {id(unit): node for node, unit in plan.c.units}
        self.providers: dict[str, UserType | Unit] = {c_name(name): found for name, found in self.types.items()}
        for _, unit in plan.c.units:
            self.providers |= {name: unit for name in unit.types if name not in self.providers}
        self.written: set[int] = set()

    def write(self) -> None:
        for structure in self.types.values():
            if not self._fields_in_c(structure):
                self._structure(structure)
        for node in self.plan.model.syntax.program.units:
            if isinstance(node, Typedef) and node.name in self.types:
                self._structure(self.types[node.name])
            elif isinstance(node, CCode):
                for unit in self.units.get(node, ()):
                    self._unit(unit)

    def _fields_in_c(self, structure: UserType) -> list[str]:
        """The C fields of a structure, with those of the structures in it."""
        own = [text for _, text in self.plan.c_fields(structure)]
        inner = [field.structure for field in structure.fields.values() if field.structure is not None]
        return [*own, *(text for found in inner for text in self._fields_in_c(found))]

    def _structure(self, structure: UserType) -> None:
        if id(structure) in self.written:
            return
        self.written.add(id(structure))
        self._before(_WORD.findall(" ".join(self._fields_in_c(structure))))
        self._before(c_name(found.structure.name) for found in structure.fields.values() if found.structure is not None)
        type_definition(self.plan, structure, self.page)

    def _unit(self, unit: Unit) -> None:
        if id(unit) in self.written:
            return
        self.written.add(id(unit))
        self._before(unit.words)
        _in_their_lines(self.plan, self.nodes[id(unit)], unit, unit.header, self.page)

    def _before(self, words: Iterable[str]) -> None:
        for provider in sorted(
            (found for word in words if (found := self.providers.get(word)) is not None), key=self._place
        ):
            if isinstance(provider, Unit):
                self._unit(provider)
            else:
                self._structure(provider)

    def _place(self, provider: UserType | Unit) -> tuple[int, int]:
        if isinstance(provider, UserType):
            return provider.at, 0
        return self.nodes[id(provider)].first, provider.offset


def definitions(plan: ProgramPlan, page: CPage) -> None:
    """Variables and functions of C."""
    for node, unit in plan.c.units:
        _in_their_lines(plan, node, unit, unit.source, page)


def beginning(plan: ProgramPlan, page: CPage, in_each_program: bool) -> None:
    """What gives variables of C values that only the running program can compute."""
    for node, unit in plan.c.units:
        _in_their_lines(plan, node, unit, unit.own if in_each_program else unit.begin, page)


def shared_rows(plan: ProgramPlan) -> Iterator[str]:
    """The variables of C that programs share, as rows of a table: contested ones always, others at the beginning."""
    for _, unit in plan.c.units:
        for row in unit.rows:
            if isinstance(row, str):
                yield row
            elif row.copied and not row.constant:
                yield _row(row, row.name not in plan.c.contested)


def _row(variable: CVariable, once: bool) -> str:
    place = f"&{variable.name}" if variable.like else variable.name
    address = f"(void *){place}"  # whether it is volatile or not
    return f"{{{c_string(variable.name)}, {address}, sizeof {variable.name}, {str(once).lower()}}},"


def _in_their_lines(plan: ProgramPlan, node: CCode, unit: Unit, texts: list[str], page: CPage) -> None:
    if not any(not text.startswith("#") for text in texts) and not (unit.directive and texts is unit.header):
        return
    where = where_c_begins(plan.model, node)
    line = where.line + node.text.count("\n", 0, unit.offset)
    for text in texts:
        if not text.startswith("#"):
            page.raw(f"#line {line} {c_string(where.file)}")
        page.raw(text)
        if not text.startswith("#"):
            page.raw(RESTORED)
