"""The files of a program for small machines: no heap, sizes from the model, everything that changes in instances."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.codegen.c_files import definitions, shared_types
from penstock.codegen.choices import Choice
from penstock.codegen.creation import from_the_start, most_processes
from penstock.codegen.declarations import (
    LateValues,
    ShownAs,
    declared,
    definition,
    first_value,
    mtype_enum,
    mtype_rows,
    shown_values,
)
from penstock.codegen.expressions import CExpressionWriter
from penstock.codegen.files import (
    CHOICES,
    WrittenBody,
    beginning_of,
    file_of,
    keeps_variables,
    kind_lines,
    most_fields,
    process_file,
    restored,
    structure,
)
from penstock.codegen.fingerprint import fingerprint
from penstock.codegen.naming import LocalNames, c_name
from penstock.codegen.outside import OutsideChannels, outside_channels
from penstock.codegen.page import CPage, c_comment, c_string
from penstock.codegen.plan import ProgramPlan, local_layout
from penstock.resolve.layout import Layout
from penstock.resolve.symbols import Variable

PLACES_OF_A_FAIR_CHOICE = 64


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much there is of everything, and what is wide enough to count it."""

    processes: int
    channels: int
    options: int
    offers: int
    fields: int
    cells: int
    places: int
    widths: frozenset[int]
    capacity: int
    posts: int
    takes: int

    @property
    def number(self) -> str:
        most = max(self.processes * self.offers, self.channels, self.options, self.fields, self.places, self.capacity)
        return "int8_t" if most <= 127 else "int16_t"

    @property
    def cell(self) -> str:
        if all(0 < width <= 8 for width in self.widths):
            return "uint8_t"
        return "int16_t" if all(-16 <= width <= 15 for width in self.widths) else "int32_t"


def embedded_files(plan: ProgramPlan, program: str) -> dict[str, str]:
    """All generated files by name; the runtime is copied beside them."""
    bodies = [WrittenBody(plan, automaton) for automaton in plan.automata]
    outside = outside_channels(plan)
    sizes = _sizes(plan, bodies, outside)
    files = {"sizes.h": _sizes_file(plan, sizes), "init.h": _header(plan, bodies, outside)}
    files["model.c"] = _model(plan, bodies, outside)
    files |= {file_of(body.automaton): process_file(plan, body) for body in bodies}
    files = {name: restored(text, name) for name, text in files.items()}
    if plan.settings.main:
        files["main.c"] = _main(plan, outside)
    files["Makefile"] = _makefile(plan, program)
    return files


def _sizes(plan: ProgramPlan, bodies: list[WrittenBody], outside: OutsideChannels) -> Sizes:
    counts = most_processes(plan.model, plan.automata) or {}
    processes = plan.settings.processes or sum(counts.values())
    own = {found.name: _cells_and_channels(plan, local_layout(found.process)) for found in plan.automata}
    if plan.settings.processes is None:
        locals_ = [(cells * counts[name], channels * counts[name]) for name, (cells, channels) in own.items()]
        cells, channels = sum(row[0] for row in locals_), sum(row[1] for row in locals_)
    else:
        cells = processes * max((row[0] for row in own.values()), default=0)
        channels = processes * max((row[1] for row in own.values()), default=0)
    all_cells, all_channels = _cells_and_channels(plan, Layout(plan.globals))
    counted = [body.writer.guards.counted for body in bodies]
    return Sizes(
        max(processes, 1),
        channels + all_channels,
        max((found.most for found in counted), default=1) + 1,
        max(1, *(found.most_messages for found in counted)) if counted else 1,
        int(most_fields(plan)),
        max(cells + all_cells, 1),
        max((body.writer.places for body in bodies), default=1) + 1,
        frozenset(width for kind in plan.kinds.values() for width in kind.widths),
        max((kind.capacity for kind in plan.kinds.values()), default=1),
        len(outside.posts),
        len(outside.takes),
    )


def _cells_and_channels(plan: ProgramPlan, layout: Layout) -> tuple[int, int]:
    rows = [int(plan.kinds[cell.variable].cells) for cell in layout.cells if cell.variable.channel is not None]
    return sum(rows), len(rows)


def _sizes_file(plan: ProgramPlan, sizes: Sizes) -> str:
    page = CPage()
    page.add(
        c_comment("How much this model needs of everything."), "#ifndef MODEL_SIZES_H", "#define MODEL_SIZES_H", ""
    )
    page.add("#include <stdint.h>", "")
    page.add(f"#define PS_PROCESSES {sizes.processes}", f"#define PS_MOST_CHANNELS {sizes.channels}")
    page.add(f"#define PS_MOST_OPTIONS {sizes.options}", f"#define PS_MOST_OFFERS {sizes.offers}")
    page.add(f"#define PS_MOST_FIELDS {sizes.fields}", f"#define PS_CELL_LIMIT {sizes.cells}")
    page.add(f"#define PS_CHOICE {CHOICES[plan.settings.choice]}")
    places = PLACES_OF_A_FAIR_CHOICE if plan.settings.choice is Choice.FAIR else 1
    page.add("#ifndef PS_PLACES", f"#define PS_PLACES {min(places, sizes.places)}", "#endif")
    page.add(f"#define PS_POSTS {sizes.posts}", f"#define PS_TAKES {sizes.takes}")
    page.add(
        "#ifndef PS_POST_ROOM", "#define PS_POST_ROOM 5 /* messages that may wait to come in, and one */", "#endif"
    )
    tick = round(plan.settings.tick * 1_000_000)
    page.add(f"#define PS_TICK INT64_C({tick}) /* nanoseconds */", "")
    page.add(f"typedef {sizes.number} ps_number; /* of a process, a channel, an offer, a guard */")
    page.add("typedef uint8_t ps_bits;")
    page.add(f"typedef {sizes.cell} ps_cell; /* a field of a message in a channel */")
    page.add(f"typedef {'uint8_t' if sizes.cells <= 255 else 'uint16_t'} ps_place_of_cells;", "", "#endif")
    return page.text()


def _header(plan: ProgramPlan, bodies: list[WrittenBody], outside: OutsideChannels) -> str:
    page = CPage()
    name = plan.model.sources.files[0].name
    page.add(c_comment(f"What all processes of {name} share."), "#ifndef MODEL_INIT_H", "#define MODEL_INIT_H", "")
    page.add('#include "runtime/penstock.h"', '#include "sizes.h"', "")
    mtype_enum(plan, page)
    shared_types(plan, page)
    if plan.globals and plan.has_instances:
        page.add("/* Variables that all processes see. */")
        with page.block("struct ps_shared {", "};"):
            page.add(*(f"{declared(variable, c_name(variable.name))};" for variable in plan.globals))
        page.add("")
    elif plan.globals:
        page.add("/* Variables that all processes see. */")
        page.add(*(f"extern {declared(variable, c_name(variable.name))};" for variable in plan.globals), "")
    for body in bodies:
        structure(body, f"ps_variables_{body.automaton.name}", page)
    _memory(plan, bodies, page)
    with page.block("enum {", "};"):
        page.add(*(f"PROCTYPE_{body.automaton.name}," for body in bodies), "PS_PROCTYPES")
    page.add("")
    outside.declare(page)
    page.add(*(f"void proctype_{body.automaton.name}(ps_process *me);" for body in bodies))
    page.add("const char *ps_name_of(const char *subtype, int32_t value);", "", "#endif")
    return page.text()


def _memory(plan: ProgramPlan, bodies: list[WrittenBody], page: CPage) -> None:
    page.add("/* What an instance remembers. */")
    with page.block("typedef struct {", "} ps_memory;"):
        if plan.globals and plan.has_instances:
            page.add("struct ps_shared shared;")
        with page.block("union {", "} processes[PS_PROCESSES];"):
            page.add("uint8_t none;")
            for body in bodies:
                if keeps_variables(body):
                    name = body.automaton.name
                    page.add(f"struct ps_variables_{name} of_{name};")
    page.add("")


def _model(plan: ProgramPlan, bodies: list[WrittenBody], outside: OutsideChannels) -> str:
    page = CPage()
    page.raw(beginning_of("The variables that all processes see, and what the runtime must know about the model."))
    if not plan.has_instances:
        page.add(*(definition(variable, c_name(variable.name)) for variable in plan.globals), "")
    definitions(plan, page)
    layout = Layout(plan.globals)
    late = LateValues(plan, CExpressionWriter(plan, LocalNames(set())))
    begin = [line for variable in plan.globals for line in late.of(variable, plan.shared_name(variable))]
    page.add(*kind_lines(plan, layout, "", "\n".join(begin)), "")
    with page.block("static void ps_begin_model(void)\n{"):
        if plan.has_instances:
            page.add(*_first_values(plan.globals, begin))
        page.add(*begin)
        outside.connect(plan, page)
    page.add("", "#ifdef PS_TEXTS")
    _texts(plan, page)
    page.add("#endif", "")
    _descriptor(plan, bodies, page)
    return page.text()


def _first_values(variables: list[Variable], begin: list[str]) -> list[str]:
    values = {c_name(found.name): first_value(found) for found in variables}
    known = ", ".join(f".{name} = {value}" for name, value in values.items() if value not in ("0", "{0}"))
    lines = ["struct ps_shared *our = ps_shared();"] if known or begin else []
    return [*lines, f"*our = (struct ps_shared){{{known}}};"] if known else lines


def _texts(plan: ProgramPlan, page: CPage) -> None:
    page.raw(_NAME_OF.replace("ROWS", "\n        ".join([*mtype_rows(plan), "{NULL, 0, NULL}"])))
    how = ShownAs("ps_write(PS_STATE", "int32_t")
    lines = [
        line
        for variable in plan.globals
        for line in shown_values(variable, variable.name, plan.shared_name(variable), how=how)
    ]
    with page.block("static void ps_show_model(void)\n{"):
        if plan.has_instances and lines:
            page.add("const struct ps_shared *our = ps_shared();")
        page.add(*lines)


def _descriptor(plan: ProgramPlan, bodies: list[WrittenBody], page: CPage) -> None:
    with page.block("static const ps_proctype ps_proctypes[] = {", "};"):
        for body in bodies:
            automaton = body.automaton
            listens = "true" if plan.listens([edge for edge in automaton.edges if edge.source == 0]) else "false"
            count = from_the_start(plan.model, automaton)
            page.add(f"{{PS_NAME({c_string(automaton.name)}), proctype_{automaton.name}, {count}, {listens}, 0}},")
        page.add("{NULL, NULL, 0, false, 0}")
    page.add("")
    with page.block("const ps_model ps_model_here = {", "};"):
        page.add(".proctypes = ps_proctypes,", ".proctype_count = PS_PROCTYPES,")
        page.add(f".has_clock = {'true' if plan.model.wording.clock else 'false'},")
        page.add(".memory_size = sizeof(ps_memory),", ".processes_at = offsetof(ps_memory, processes),")
        page.add(".process_size = sizeof ((ps_memory *)NULL)->processes[0],")
        page.add(".begin = ps_begin_model,", "#ifdef PS_TEXTS")
        page.add(f".file = {c_string(plan.model.sources.files[0].name)},")
        page.add(f".fingerprint = {c_string(fingerprint(plan.model))},", ".show = ps_show_model", "#endif")


_NAME_OF = """/* The name of a message type, or nothing if there is none. */
const char *ps_name_of(const char *subtype, int32_t value)
{
    static const struct {
        const char *subtype;
        int32_t value;
        const char *name;
    } names[] = {
        ROWS
    };
    for (int exactly = 1; exactly >= (subtype != NULL); exactly--)
        for (int place = 0; names[place].name != NULL; place++) {
            const char *one = names[place].subtype, *other = subtype != NULL ? subtype : "_unnamed_";
            while (*one != '\\0' && *one == *other)
                one++, other++;
            if (names[place].value == value && (!exactly || *one == *other))
                return names[place].name;
        }
    return NULL;
}
"""


_MAIN = """/* One instance, run until nothing can happen any more: a beginning for your own program. */
#include "init.h"
#include "runtime/world.h"

static ps_instance only;
static ps_memory memory;

static void report(const char *what, int pid, ps_place place)
{
#ifdef PS_TEXTS
    if (pid >= 0)
        ps_write(PS_REPORTS, "%s: %s (pid %d) at %s\\n", what,
                 ps_model_here.proctypes[ps_proctype_of(&only, pid)].name, (int32_t)pid, place != NULL ? place : "");
    else
        ps_write(PS_REPORTS, "%s\\n", what);
#else
    (void)what;
    (void)pid;
    (void)place;
#endif
}

void ps_on_assertion(ps_instance *instance, int pid, ps_place place)
{
    (void)instance;
    report("assertion violated", pid, place);
}

void ps_on_deadlock(ps_instance *instance)
{
    report("deadlock", PS_NOBODY, (ps_place)0);
    for (int pid = 0; pid < ps_count_of(instance); pid++)
        if (ps_is_blocked(instance, pid))
            report("  it waits", pid, ps_place_of(instance, pid));
}

void ps_on_failure(ps_instance *instance, int pid, ps_place place, int problem)
{
    (void)instance;
    (void)problem;
    report("error", pid, place);
    ps_port_end(PS_HAS_FAILED);
    for (;;)
        continue;
}

LET_OUTint main(void)
{
    ps_init(&only, &memory);
    ps_port_begin(&only);
    while (ps_run(&only) == PS_AWAITS)
        if (LET_OUT_FIRST!ps_port_wait(&only))
            ps_close(&only);
#ifdef PS_TEXTS
    if (ps_standing(&only) == PS_HAS_ENDED || ps_standing(&only) == PS_IS_STUCK)
        ps_write_state(&only);
#endif
    ps_port_end((int)ps_standing(&only));
    return 0;
}
"""


KERNEL = ("ready", "select", "offers", "channels", "processes", "values")
OWN = ("step", "trace")
PORTS = ("posix", "cortex_m", "freertos")


def embedded_runtime() -> dict[str, str]:
    """The runtime's files: for each its name beside the program, and where it is kept."""
    kernel = [f"{part}.c" for part in KERNEL]
    own = [f"{part}.c" for part in OWN] + [f"port_{port}.c" for port in PORTS]
    shared = [*kernel, "kernel.h", "statements.h"]
    return {name: name for name in shared} | {
        name: f"embedded/{name}" for name in [*own, "penstock.h", "port.h", "world.h", "cortex_m.ld"]
    }


def _main(plan: ProgramPlan, outside: OutsideChannels) -> str:
    """A beginning that shows whatever leaves the program."""
    if not outside.takes:
        return _MAIN.replace("LET_OUT_FIRST", "").replace("LET_OUT", "")
    page = CPage()
    page.add("/* What is for the world; here it is only shown. */")
    with page.block("static bool let_out(void)\n{"):
        page.add("int32_t values[PS_MOST_FIELDS];", "bool any = false;")
        for variable, _ in outside.takes:
            fields = len(plan.kinds[variable].widths)
            shown = ", ".join(
                [c_string(f"{variable.name}:{' %d' * fields}\n"), *(f"values[{at}]" for at in range(fields))]
            )
            with page.block(f"while (ps_take(&only, PS_TO_{variable.name}, values)) {{"):
                page.add(f"ps_print({shown});", "any = true;")
        page.add("return any;")
    return _MAIN.replace("LET_OUT_FIRST", "!let_out() && ").replace("LET_OUT", page.text() + "\n")


def _makefile(plan: ProgramPlan, program: str) -> str:
    objects = ["model.o", *(file_of(found).replace(".c", ".o") for found in plan.automata)]
    runtime = [f"runtime/{part}.o" for part in (*KERNEL, *OWN)]
    return _MAKEFILE.format(
        program=program,
        objects=" ".join([*objects, "main.o"] if plan.settings.main else objects),
        runtime=" ".join(runtime),
    )


_MAKEFILE = """# make             builds the program for the machine that it is built on
# make TRACE=1     builds one that logs its steps, for `penstock conform`
# make TEXTS=1     builds one with texts: what the model prints, reports
# make PORT=cortex_m             builds it for a bare processor, with arm-none-eabi-gcc
PORT ?= posix
ifeq ($(PORT),cortex_m)
CROSS ?= arm-none-eabi-
MACHINE ?= -mcpu=cortex-m3 -mthumb
LDFLAGS ?= -nostartfiles -Wl,--gc-sections -T runtime/cortex_m.ld --specs=nosys.specs
endif
ifdef CROSS
CC = $(CROSS)gcc
endif
CFLAGS ?= -Os -g
WARNINGS ?= -Wall -Wextra -Wconversion -Werror -pedantic
ALL_CFLAGS = -std=c99 -ffreestanding -ffunction-sections -fdata-sections $(WARNINGS) $(MACHINE) $(CPPFLAGS) $(CFLAGS)
ifeq ($(PORT),posix)
ALL_CFLAGS += -D_XOPEN_SOURCE=700
endif
ifdef TRACE
ALL_CFLAGS += -DPS_TRACE
endif
ifdef TEXTS
ALL_CFLAGS += -DPS_TEXTS
endif
OBJECTS = {objects}
RUNTIME = {runtime} runtime/port_$(PORT).o

all: {program}

{program}: $(OBJECTS) $(RUNTIME) $(EXTRA) Makefile
\t$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) $(RUNTIME) $(EXTRA) $(LDLIBS)

%.o: %.c
\t$(CC) $(ALL_CFLAGS) -c -o $@ $<

HEADERS = sizes.h runtime/penstock.h runtime/statements.h runtime/port.h runtime/flags
$(OBJECTS): init.h $(HEADERS)
$(RUNTIME) main.o: runtime/kernel.h runtime/world.h $(HEADERS)

# How things are compiled; if that changes, they are compiled anew.
runtime/flags: ALWAYS
\t@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' > $@

.PHONY: clean all ALWAYS
clean:
\trm -f {program} *.o runtime/*.o runtime/flags
"""
