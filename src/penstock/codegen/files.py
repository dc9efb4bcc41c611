"""The files of a program, as texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from penstock.codegen.body import CStatementWriter
from penstock.codegen.c_files import beginning, definitions, headers, shared_rows, shared_types
from penstock.codegen.choices import Choice, Runtime
from penstock.codegen.declarations import (
    LateValues,
    c_type,
    declared,
    definition,
    first_value,
    kind_definition,
    mtype_enum,
    mtype_names,
    shown_values,
)
from penstock.codegen.expressions import INT_HIGH, INT_LOW, CExpressionWriter, Value
from penstock.codegen.fingerprint import fingerprint
from penstock.codegen.naming import LocalNames, c_name
from penstock.codegen.page import RESTORED, CPage, c_comment, c_string
from penstock.codegen.plan import ProgramPlan, local_layout
from penstock.control import Automaton
from penstock.resolve.layout import Layout
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import Init, Proctype, Run

KERNEL = ("ready", "select", "offers", "channels", "processes", "values")
"""What every runtime has, each a file of C."""
RUNTIME = (*KERNEL, "world", "memory", "report", "tracing", "quick", "stirring")
"""What those with an operating system have."""
_BACKENDS = {
    Runtime.SINGLE: ("schedule", "resuming", "single"),
    Runtime.THREADS: ("schedule", "turns", "threads"),
    Runtime.PROCESSES: ("schedule", "turns", "programs", "joining"),
}
"""How processes are executed, and who is the next one."""
_SEVERAL_LOOPS = ("resuming", "cores", "blocks")
IN_A_ROW = 4
"""So many places stand on a line of the switch that leads to them."""
LIBRARY = ("log", "keeper", "queues", "sockets")
"""What C that replaces channels may call; only specifications have such C."""
CHOICES = {Choice.FIRST: "PS_CHOOSE_FIRST", Choice.RANDOM: "PS_CHOOSE_RANDOM", Choice.FAIR: "PS_CHOOSE_FAIR"}


def program_files(plan: ProgramPlan, program: str) -> dict[str, str]:
    """All generated files by name; the runtime is copied beside them."""
    files = {"init.h": _header(plan), "model.c": _model(plan)}
    for automaton in plan.automata:
        files[file_of(automaton)] = process_file(plan, WrittenBody(plan, automaton))
    if plan.settings.runtime is Runtime.PROCESSES:
        files["start.c"] = beginning_of("Starts the programs of all processes.") + "\n" + _MAIN
        files |= {f"start_{automaton.name}.c": _program_start(automaton) for automaton in plan.automata}
    elif not any(automaton.kind == "init" for automaton in plan.automata):
        files["init.c"] = beginning_of("init.c: where the program begins; the model has no init process") + "\n" + _MAIN
    files = {name: restored(text, name) for name, text in files.items()}
    files["Makefile"] = _makefile(plan, program)
    return files


def file_of(automaton: Automaton) -> str:
    """The name of the file of a process; names that differ only in case stay apart everywhere."""
    return "init.c" if automaton.kind == "init" else f"proctype_{automaton.name}.c"


def beginning_of(title: str) -> str:
    return f'{c_comment(title)}\n#include "init.h"\n'


# -- what all share ------------------------------------------------------------------------------


def _header(plan: ProgramPlan) -> str:
    page = CPage()
    name = plan.model.sources.files[0].name
    page.add(c_comment(f"What all processes of {name} share."), "#ifndef MODEL_INIT_H", "#define MODEL_INIT_H", "")
    page.add(*(headers(plan) if plan.is_specification else []), '#include "runtime/penstock.h"')
    page.add(*(['#include "runtime/library.h"', ""] if plan.is_specification else [""]))
    mtype_enum(plan, page)
    shared_types(plan, page)
    if plan.globals:
        page.add("/* Variables that all processes see. */")
    for variable in plan.globals:
        page.add(f"extern {declared(variable, c_name(variable.name))};")
    page.add("")
    with page.block("enum {", "};"):
        page.add(*(f"PROCTYPE_{automaton.name}," for automaton in plan.automata), "PS_PROCTYPES")
    page.add("")
    page.add(*(f"void proctype_{automaton.name}(ps_process *me);" for automaton in plan.automata))
    page.add("const char *ps_name_of(const char *subtype, int32_t value);", "extern const ps_model ps_model_here;")
    page.add("", "#endif")
    return page.text()


def _model(plan: ProgramPlan) -> str:
    page = CPage()
    page.raw(beginning_of("The variables that all processes see, and what the runtime must know about the model."))
    page.add("#include <string.h>", "")
    for variable in plan.globals:
        page.add(definition(variable, c_name(variable.name)))
    page.add("")
    definitions(plan, page)
    layout = Layout(plan.globals)
    late = LateValues(plan, CExpressionWriter(plan, LocalNames(set())))
    begin = [line for variable in plan.globals for line in late.of(variable, c_name(variable.name))]
    page.add(*kind_lines(plan, layout, "", "\n".join(begin)))
    page.add("")
    mtype_names(plan, page)
    with page.block("static void ps_begin_model(void)\n{"):
        page.add(*begin)
        page.add(*_crossings(plan))
        beginning(plan, page, False)
    page.add("")
    with page.block("static void ps_begin_program(void)\n{"):
        beginning(plan, page, True)
    page.add("")
    with page.block("static void ps_show_model(FILE *ps_out)\n{"):
        page.add("(void)ps_out;")
        for variable in plan.globals:
            page.add(*shown_values(variable, variable.name, c_name(variable.name)))
    page.add("")
    _descriptor(plan, page)
    return page.text()


def kind_lines(plan: ProgramPlan, layout: Layout, owner: str, text: str) -> list[str]:
    """The kinds of channels that a text makes, each with the name of the first variable of its kind."""
    lines: list[str] = []
    done: set[Variable] = set()
    for cell in layout.cells:
        kind = plan.kinds.get(cell.variable)
        if kind is not None and cell.variable not in done and f"&{kind.c_name})" in text:
            done.add(cell.variable)
            name = owner + re.sub(r"\[\d+\]", "", cell.name)
            lines += kind_definition(kind, name, "PS_NAME({})" if plan.is_embedded else "{}")
    return lines


def _shown(name: str, rename: dict[str, str]) -> str:
    from_model = re.split(r"(\w+)", name)
    return "".join(
        (rename.get(part, c_name(part)) if re.fullmatch(r"[A-Za-z_]\w*", part) else part) for part in from_model
    )


def _descriptor(plan: ProgramPlan, page: CPage) -> None:
    with page.block("static const ps_proctype ps_proctypes[] = {", "};"):
        for automaton in plan.automata:
            node = automaton.process.node
            count = 1 if isinstance(node, Init) else 0
            if isinstance(node, Proctype):
                count = instance_count(plan.model, node)
            first = [edge for edge in automaton.edges if edge.source == 0]
            listens = "true" if plan.listens(first) else "false"
            body = f"proctype_{automaton.name}" if plan.settings.runtime is not Runtime.PROCESSES else "NULL"
            page.add(f"{{{c_string(automaton.name)}, {body}, {count}, {listens}, {_bytes(automaton)}}},")
        page.add("{NULL, NULL, 0, false, 0}")
    page.add("")
    with page.block("static const ps_global ps_globals[] = {", "};"):
        for variable in plan.globals:
            name = c_name(variable.name)
            address = name if variable.size is not None else f"&{name}"
            page.add(f"{{{c_string(variable.name)}, {address}, sizeof {name}, false}},")
        for row in shared_rows(plan):
            page.raw(row) if row.startswith("#") else page.add(row)
        page.add("{NULL, NULL, 0, false}")
    page.add("")
    if plan.placement is not None:
        numbers = ", ".join(map(str, plan.placement.of_start)) or "0"
        page.add("/* The loops of the processes that are there from the start. */")
        page.add(f"static const unsigned char ps_loop_of[] = {{{numbers}}};", "")
    with page.block("const ps_model ps_model_here = {", "};"):
        page.add(f".file = {c_string(plan.model.sources.files[0].name)},")
        page.add(f".fingerprint = {c_string(fingerprint(plan.model))},")
        if plan.model.wording.mailbox:
            page.add(f".mailbox = {c_string('.' + plan.model.wording.mailbox)},")
        page.add(".proctypes = ps_proctypes,", ".proctype_count = PS_PROCTYPES,")
        page.add(f".most_options = {_most_options(plan)},", f".most_fields = {most_fields(plan)},")
        page.add(f".global_cells = {cells_in_c(plan, Layout(plan.globals))},")
        page.add(f".local_cells = {_local_cells(plan)},", f".choice = {CHOICES[plan.settings.choice]},")
        if plan.model.wording.clock:
            page.add(f".tick = INT64_C({round(plan.settings.tick * 1_000_000)}),")
        page.add(".begin = ps_begin_model,", ".begin_program = ps_begin_program,", ".show = ps_show_model,")
        page.add(".globals = ps_globals,", ".global_count = (int)(sizeof ps_globals / sizeof *ps_globals) - 1,")
        if plan.placement is not None:
            page.add(f".loop_count = {plan.placement.count},", ".loop_of = ps_loop_of,")


def _crossings(plan: ProgramPlan) -> Iterator[str]:
    """The channels that lead from one loop to another."""
    for found in plan.placement.crossings if plan.placement is not None else ():
        element = "" if found.element is None else f"[{found.element}]"
        yield f"ps_lead({c_name(found.variable.name)}{element}, {found.source}, {found.target});"


def _bytes(automaton: Automaton) -> str:
    """How much room the variables of a process need, in C."""
    counts: Counter[str] = Counter()
    for variable in [*automaton.process.parameters, *automaton.process.locals]:
        counts[c_type(variable)] += variable.size or 1
    return " + ".join(f"{count} * sizeof({name})" for name, count in counts.items()) or "0"


def cells_in_c(plan: ProgramPlan, layout: Layout) -> str:
    """How much room the channels of a row need, in C: only the compiler knows the sizes of structures with C fields."""
    counts = Counter(plan.kinds[cell.variable].cells for cell in layout.cells if cell.variable.channel is not None)
    plain = sum(int(cells) * count for cells, count in counts.items() if cells.isdigit())
    others = [f"{count} * {cells}" for cells, count in counts.items() if not cells.isdigit()]
    return " + ".join([str(plain), *others])


def _local_cells(plan: ProgramPlan) -> str:
    found = [cells_in_c(plan, local_layout(automaton.process)) for automaton in plan.automata]
    if all(cells.isdigit() for cells in found):
        return str(max(map(int, found), default=0))
    return " + ".join(found)


def _most_options(plan: ProgramPlan) -> int:
    """No selection has more guards than its process, or the body of its d_step, has steps."""
    bodies = [edge.inner for automaton in plan.automata for edge in automaton.edges if edge.inner is not None]
    return max([1, *(len(automaton.edges) for automaton in [*plan.automata, *bodies])]) + 2


def most_fields(plan: ProgramPlan) -> str:
    fields = [len(kind.widths) for kind in plan.kinds.values()]
    arguments = [len(run.arguments) for run in plan.model.nodes.of(Run)]
    parameters = [Layout(automaton.process.parameters).size for automaton in plan.automata]
    carried = {kind.extra for kind in plan.kinds.values() if kind.carried}
    for automaton in plan.automata:
        types = [c_name(found.structure.name) for found in _carried_parameters(plan, automaton) if found.structure]
        carried |= {" + ".join(f"PS_CELLS({name})" for name in types)} if types else set()
    most = str(max([1, *fields, *arguments, *parameters]))
    if not carried:
        return most
    rows = " ".join(f"int32_t at_{place}[{cells}];" for place, cells in enumerate(sorted(carried)))
    return f"{most} + PS_CELLS(union {{ {rows} }})"


def _carried_parameters(plan: ProgramPlan, automaton: Automaton) -> list[Variable]:
    parameters = automaton.process.parameters
    return [found for found in parameters if found.structure is not None and plan.has_c_fields(found.structure)]


def restored(text: str, name: str) -> str:
    """After C of the user's, lines count in the generated file again."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if line.strip() == RESTORED:
            lines[place] = f"#line {place + 2} {c_string(name)}"
    return "\n".join(lines)


# -- processes -----------------------------------------------------------------------------------

_MAIN = """int main(int count, char **words)
{
    ps_word_count = count;
    ps_words = words;
    return ps_main(&ps_model_here);
}
"""


def _program_start(automaton: Automaton) -> str:
    call = f"ps_program(&ps_model_here, PROCTYPE_{automaton.name}, proctype_{automaton.name}, count, words)"
    main = f"int main(int count, char **words)\n{{\n    return {call};\n}}\n"
    return beginning_of(f"The program of process {automaton.name}.") + "\n" + main


class WrittenBody:
    """What a process does, in C, and what it needs for that."""

    def __init__(self, plan: ProgramPlan, automaton: Automaton) -> None:
        self.automaton = automaton
        self.process = automaton.process
        page = CPage()
        page.depth = 1
        self.writer = CStatementWriter(plan, self.process, page)
        self.writer.write()
        self.text = page.text()
        late = LateValues(plan, self.writer.guards, "me")
        self.begin = [line for found in self.process.locals for line in late.of(found, self.writer.guards.own(found))]


def process_file(plan: ProgramPlan, written: WrittenBody) -> str:
    automaton, process, body, begin = written.automaton, written.process, written.writer, written.begin
    where = plan.model.locate(process.node)
    page = CPage()
    title = "init" if automaton.kind == "init" else f"proctype {automaton.name}"
    page.raw(beginning_of(f"{title} of {where.file}:{where.line}"))
    page.add(*kind_lines(plan, local_layout(process), f"{automaton.name}.", "\n".join(begin)))
    if body.resumes and not plan.is_embedded:
        structure(written, "variables", page)
    with page.block(f"void proctype_{automaton.name}(ps_process *me)\n{{"):
        if body.resumes:
            _resume(plan, written, page)
        else:
            _own_variables(process, body, page)
        _arguments(plan, automaton, body, page)
        page.add(*begin)
        if not body.resumes:
            _unused(process, body, page, written.text)
        page.raw(written.text.rstrip("\n"))
    if automaton.kind == "init" and plan.settings.runtime is not Runtime.PROCESSES and not plan.is_embedded:
        page.add("", *_MAIN.splitlines())
    return page.text()


def _all_variables(process: ProcessNames) -> list[Variable]:
    return [*process.parameters, *process.locals]


def _own_variables(process: ProcessNames, body: CStatementWriter, page: CPage) -> None:
    page.add(*(definition(found, body.guards.own(found)) for found in _all_variables(process)))
    for declaration in body.declarations:
        page.raw(declaration)


def _unused(process: ProcessNames, body: CStatementWriter, page: CPage, text: str) -> None:
    code = re.sub(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/', "", text)
    for variable in _all_variables(process):
        name = body.guards.own(variable)
        if not re.search(rf"(?<![.\w]){name}\b", code):
            page.add(f"(void){name};")


def structure(written: WrittenBody, name: str, page: CPage) -> None:
    """What is kept while others go on."""
    names, own = written.writer.guards.names, written.writer.guards.own_c
    page.mixed(own.types)
    if keeps_variables(written):
        page.add("/* What the process remembers where it waits. */")
        with page.block(f"struct {name} {{", "};"):
            variables = _all_variables(written.process)
            page.add(*(f"{declared(found, names.of(found, found.name))};" for found in variables))
            page.mixed(own.fields)
        page.add("")


def keeps_variables(written: WrittenBody) -> bool:
    return bool(_all_variables(written.process) or written.writer.guards.own_c.fields)


def _resume(plan: ProgramPlan, written: WrittenBody, page: CPage) -> None:
    """The beginning of a body that is called again where it waited."""
    body = written.writer
    names = body.guards.names
    variables = _all_variables(written.process)
    name = f"ps_variables_{written.automaton.name}" if plan.is_embedded else "variables"
    if keeps_variables(written):
        page.add(f"struct {name} *my = ps_variables(me, sizeof *my);")
    if "our->" in written.text or any("our->" in line for line in written.begin):
        page.add("struct ps_shared *our = ps_shared();")
    cases = [f"case {place}: goto ps_at_{place};" for place in range(1, body.places + 1)]
    rows = [" ".join(cases[at : at + IN_A_ROW]) for at in range(0, len(cases), IN_A_ROW)]
    page.add("switch (ps_location(me)) {", *rows, "}")
    values = {names.of(found, found.name): first_value(found) for found in variables}
    known = ", ".join(f".{name} = {value}" for name, value in values.items() if value not in ("0", "{0}"))
    if known:
        page.add(f"*my = (struct {name}){{{known}}};")
    page.mixed(text if text.startswith("#") else body.guards.kept(text) for text in body.guards.own_c.values)


def _arguments(plan: ProgramPlan, automaton: Automaton, body: CStatementWriter, page: CPage) -> None:
    process = automaton.process
    parameters = Layout(process.parameters).cells
    first = str(len(parameters))
    for variable in _carried_parameters(plan, automaton):
        name = body.guards.own(variable)
        page.add(f"ps_copy_attached(me, {first}, &{name}, sizeof {name});")
        first += f" + PS_CELLS({name})"
    renamed = {variable.name: body.guards.own(variable) for variable in process.parameters}
    for place, cell in enumerate(parameters):
        value = Value(f"ps_argument(me, {place})", INT_LOW, INT_HIGH)
        page.add(f"{_shown(cell.name, renamed)} = {body.guards.stored(cell.variable, value)};")


# -- building --------------------------------------------------------------------------------------


_TAKEN = ("all", "clean", "actions", "runtime", "programs", "makefile", "gnumakefile")


def program_name(file: str) -> str:
    """A name for the program that neither make nor a shell could misread, and that nothing beside it has."""
    stem = re.sub(r".*/", "", file).rpartition(".")[0] or re.sub(r".*/", "", file)
    safe = re.sub(r"[^A-Za-z0-9_]+", "_", stem).strip("_")
    return f"{safe}_program" if safe.lower() in _TAKEN else safe or "program"


def _parts(specification: bool, runtime: Runtime, several_loops: bool) -> list[str]:
    backend = _SEVERAL_LOOPS if several_loops else _BACKENDS[runtime]
    return [*RUNTIME, *backend, *(LIBRARY if specification else ())]


def runtime_files(specification: bool, runtime: Runtime, several_loops: bool = False) -> list[str]:
    """The files of the runtime that a program needs."""
    sources = [f"{part}.c" for part in _parts(specification, runtime, several_loops)]
    shared = ["penstock.h", "statements.h", "quick.h", "kernel.h", "world.h"]
    return [*sources, *shared, *(["library.h"] if specification else [])]


def _makefile(plan: ProgramPlan, program: str) -> str:
    own = {found.name: file_of(found).replace(".c", ".o") for found in plan.automata}
    several = plan.placement is not None
    parts = [f"runtime/{part}.o" for part in _parts(plan.is_specification, plan.settings.runtime, several)]
    defined = " -DPS_CORES" if several else ""
    if plan.settings.runtime is not Runtime.PROCESSES:
        objects = list(dict.fromkeys(["model.o", "init.o", *own.values()]))
        rules = _THREADS.format(program=program)
        if plan.is_specification:
            rules += _ACTIONS.format(tested=" ".join(objects).replace("init.o", "init_tested.o"))
        return _MAKEFILE.format(
            program=program,
            objects=" ".join(objects),
            runtime=" ".join(parts),
            rules=rules,
            more="",
            defined=defined,
        )
    objects = ["model.o", "start.o", *own.values(), *(f"start_{name}.o" for name in own)]
    names = " ".join(f"programs/{name}" for name in own)
    rules = _PROGRAMS.format(program=program, names=names)
    for name, file in own.items():
        rules += _PROGRAM.format(name=name, file=file)
    if plan.is_specification:
        rules += _ACTIONS.format(tested="model.o")
    return _MAKEFILE.format(
        program=program,
        objects=" ".join(objects),
        runtime=" ".join(parts),
        rules=rules,
        more=names,
        defined=defined,
    )


_THREADS = """all: {program}

{program}: $(OBJECTS) $(RUNTIME) $(EXTRA) Makefile
\t$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) $(RUNTIME) $(EXTRA) $(LDLIBS)
"""
_PROGRAMS = """all: {program} {names}

{program}: start.o model.o $(RUNTIME) Makefile
\t$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ start.o model.o $(RUNTIME) $(EXTRA) $(LDLIBS) -lrt
"""
_PROGRAM = """
programs/{name}: start_{name}.o {file} model.o $(RUNTIME) Makefile
\t@mkdir -p programs
\t$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ start_{name}.o {file} model.o $(RUNTIME) $(EXTRA) $(LDLIBS) -lrt
"""
_ACTIONS = """
# The tests that `generate --tests` writes, with everything but the beginning of the program.
actions: actions.c {tested} $(RUNTIME)
\t$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ actions.c {tested} $(RUNTIME) $(EXTRA) $(LDLIBS)

init_tested.o: init.c init.h runtime/flags
\t$(CC) $(ALL_CFLAGS) -Dmain=ps_main_of_program -c -o $@ init.c
"""
_MAKEFILE = """# make            builds the program
# make TRACE=1    builds one that logs its steps, for `penstock conform`
# make EXTRA=a.c  with C files of your own, which the C of the specification calls
CC ?= gcc
CFLAGS ?= -O2 -g
WARNINGS ?= -Wall -Wextra -Werror -pedantic
ALL_CFLAGS = -std=c11 -D_XOPEN_SOURCE=700{defined} $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -pthread
ifdef TRACE
ALL_CFLAGS += -DPS_TRACE
endif
OBJECTS = {objects}
RUNTIME = {runtime}

{rules}
%.o: %.c
\t$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(OBJECTS): init.h runtime/penstock.h runtime/statements.h runtime/quick.h runtime/flags
$(RUNTIME): runtime/penstock.h runtime/statements.h runtime/quick.h runtime/kernel.h runtime/world.h runtime/flags

# How things are compiled; if that changes, they are compiled anew.
runtime/flags: ALWAYS
\t@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' > $@

.PHONY: clean all ALWAYS
clean:
\trm -f {program} $(OBJECTS) $(RUNTIME) runtime/flags actions init_tested.o {more} programs/.world
"""

__all__ = ["file_of", "program_files", "program_name", "runtime_files"]
