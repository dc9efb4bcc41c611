"""The body of a process in C, with the structure that it has in the model.

do                                     PS_DO(me, 0) {
:: n < 3 -> n++            ->              if (PS_GUARD(me, "4:6 n < 3", PS_LOCAL, n < 3)) {
:: else -> break                               n = (uint8_t)(n + 1);
od                                         } else if (PS_ELSE(me, "5:6 else")) {
                                               break;
                                           }
                                       }

Where an option begins with a selection of its own, its guards are among those of the outer one, and a jump
leads to what follows the guard; the same is done for the guards of `unless`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import islice

from penstock.codegen.beginnings import Beginning, Beginnings, CannotGenerate, Context, Escapes
from penstock.codegen.c_units import own_declarations
from penstock.codegen.choices import Runtime
from penstock.codegen.comments import Comments
from penstock.codegen.expressions import may_fault
from penstock.codegen.guards import ENTER, LEAVE, GuardWriter
from penstock.codegen.naming import c_name
from penstock.codegen.page import RESTORED, CPage, c_string
from penstock.codegen.plan import ProgramPlan, where_c_begins
from penstock.codegen.switches import Switch, as_switch
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Assert,
    Atomic,
    BasicStatement,
    Block,
    Break,
    CCode,
    Condition,
    Constant,
    Do,
    DStep,
    For,
    ForEach,
    Goto,
    If,
    InlineCall,
    Labelled,
    Proctype,
    Select,
    Sequence,
    Statement,
    Unless,
)
from penstock.syntax.walk import walk


class CStatementWriter(Beginnings):
    """Writes the statements of one process."""

    def __init__(self, plan: ProgramPlan, process: ProcessNames, page: CPage) -> None:
        super().__init__(plan, process)
        self.page = page
        self.resumes = plan.settings.runtime is Runtime.SINGLE
        self.guards = GuardWriter(plan, process, self.resumes)
        self.taken: dict[BasicStatement, str] = {}
        """Labels after guards, for those that are tried elsewhere."""
        self._used: set[str] = set()
        self.declarations: list[str] = []
        """C declarations of the process."""
        self._count = 0
        self.places = 0
        """Where the body may return and go on."""
        self._begins_d_step = False
        """Whether the next statement is the first one of a d_step."""
        node = process.node
        self.comments = Comments(plan.model, node, node.body.last)
        self.provided = node.provided if isinstance(node, Proctype) else None

    def write(self) -> None:
        if self.resumes:
            for node in walk(self.process.node):
                if isinstance(node, CCode) and node.keyword == "c_decl":
                    self._declare(node)
        self.page.add("ps_begin(me);", *self._place())
        self.page.add("")
        for goto in self.process.targets.values():
            if goto.statement is not None and goto.statement not in self.labels:
                self.labels[goto.statement] = self._unique(c_name(goto.name))
        self.sequence(self.process.node.body, Context(), False)
        if self.provided is not None:
            # To end is a step, too: the condition must be true when the process can go, not when it comes here.
            with self._head("PS_IF", "PS_END"):
                self._allow()
                self.page.add('if (PS_GUARD(me, "- the end", PS_PROCESSES_CHANGE, ps_can_end(me)))', "    continue;")

    def _declare(self, node: CCode) -> None:
        where = where_c_begins(self.plan.model, node)
        self.guards.own_c.declare(node.text, self.plan.c.types, where)

    def _unique(self, name: str) -> str:
        while name in self._used:
            self._count += 1
            name = f"{name}_{self._count}"
        self._used.add(name)
        return name

    def _place(self) -> list[str]:
        """A place where the process may have had to wait."""
        self.places += self.resumes
        return [f"PS_AT(me, {self.places});"] if self.resumes else []

    def _head(self, word: str, flags: str, guard: str = "") -> AbstractContextManager[None]:
        """The block of a selection, at whose beginning the process may have to wait."""
        self.guards.counted.begin()
        if guard:
            self.guards.counted.add(message=True)
        self.places += self.resumes
        place = f"_AT(me, {self.places}" if self.resumes else "(me"
        return self.page.block(f"{word}{place}, {flags}{guard and ', '}{guard}) {{")

    def _yield(self) -> None:
        self.page.add("ps_yield(me);", *self._place())

    def _new_label(self, kind: str) -> str:
        self._count += 1
        return self._unique(f"{kind}_{self._count}")

    # -- sequences ---------------------------------------------------------------------------

    def sequence(self, body: Sequence, context: Context, end: bool) -> None:
        self.all(self.statements(body.steps), context, end)

    def all(self, statements: Iterable[Statement], context: Context, end: bool = False) -> None:
        for statement in statements:
            self.statement(statement, context, end)
            end = False

    def statement(self, statement: Statement, context: Context, end: bool) -> None:
        self.page.add(*self.comments.before(statement))
        match statement:
            case Labelled():
                self._labelled(statement, context, end)
            case Block() | InlineCall() | For() | ForEach() | Select():
                self.all(self.parts(statement), context, end)
            case Atomic():
                self.page.add("/* atomic */")
                self.all(self.parts(statement), replace(context, atomic=True), end)
            case DStep():
                self._d_step(statement, context, end)
            case If() | Do():
                self._selection(statement, context, end)
            case Unless():
                self._unless(statement, context, end)
            case _:
                self._simple(statement, context, end)

    def _labelled(self, statement: Labelled, context: Context, end: bool) -> None:
        inner = statement.statement
        name = self.labels.get(inner)
        if name is not None:
            self.page.label(name)
            if self._may_run_on(inner) and not context.at_once:
                self._yield()
        mark = Condition(statement.first, statement.first, Constant(statement.first, statement.first, 1))
        if isinstance(inner, Goto | Break) and self.guards.key(mark) is not None:
            self.statement(mark, context, end)
        self.statement(inner, context, end or statement.label.startswith("end"))

    def _may_run_on(self, statement: Statement) -> bool:
        """Whether a jump to here could go round without ever coming to a guard."""
        entries = self.entries(statement, Context())
        return all(self.guards.is_always_executable(entry.guard) for entry in entries)

    def _d_step(self, statement: DStep, context: Context, end: bool) -> None:
        self.page.add("/* d_step */")
        self._begins_d_step = context.d_step is None
        self.all(self.parts(statement), replace(context, d_step=context.d_step or statement), end)
        self._begins_d_step = False

    # -- places ------------------------------------------------------------------------------

    def _flags(self, statement: Statement, context: Context, end: bool) -> str:
        flags = []
        inside_d_step = context.d_step is not None and not self._begins_d_step
        if inside_d_step or (context.at_once and self._may_hold_control(statement, context)):
            flags.append("PS_ATOMIC")
        if context.d_step:
            flags += ["PS_FIXED", "PS_DSTEP"] if inside_d_step else ["PS_FIXED"]
        if end:
            flags.append("PS_END")
        self._begins_d_step = False
        return " | ".join(flags) or "0"

    def _may_hold_control(self, statement: Statement, context: Context) -> bool:
        """Whether an atomic sequence may have begun before this place; where that is not known, it may."""
        places = [(self.process.name, entry.step.first) for entry in self.entries(statement, context)]
        return any(self.plan.held.get(place, True) for place in places)

    def _is_careful(self, context: Context) -> bool:
        """Whether every statement must first look at something else."""
        guarded = bool(context.escapes) or self.provided is not None
        return guarded and (not context.d_step or self._begins_d_step)

    def _allow(self) -> None:
        if self.provided is not None:
            condition = self.guards.text(self.provided)
            if may_fault(condition):
                text = self.plan.place_text(self.plan.model.locate(self.provided), "provided")
                self.page.add(f"PS_STATEMENT(me, {c_string(text)});")
            self.page.add(f"ps_provided(me, {condition});")

    def _before_all(self, context: Context) -> None:
        """What goes before anything else at a place: `provided`, and the guards of `unless`."""
        self._allow()
        rank = len(context.escapes)
        for entries in context.escapes:
            self.page.add(f"ps_rank(me, {rank});")
            for entry, label in sorted(entries, key=lambda found: found[0].waits):
                self.page.add(f"if ({self.guards.guard(entry)})", f"    goto {label};")
            rank -= 1
        if context.escapes:
            self.page.add("ps_rank(me, 0);")

    def _simple(self, statement: BasicStatement, context: Context, end: bool) -> None:
        if isinstance(statement, CCode) and statement.keyword == "c_decl":
            if self.resumes:
                return
            where = where_c_begins(self.plan.model, statement)
            text, names = own_declarations(statement.text, self.plan.c.types)
            self.declarations.append(f"#line {where.line} {c_string(where.file)}\n{text}\n{RESTORED}")
            self.declarations.extend(f"    (void){name};" for name in names)
            return
        taken = self.taken.get(statement)
        careful = self._is_careful(context)
        is_step = careful and self.guards.key(statement) is not None
        if isinstance(statement, Goto | Break) and taken is None and not is_step:
            self._jump(statement, context)
        elif self.guards.is_always_executable(statement) and taken is None and not careful:
            self._plain(statement, context)
        elif not careful and "\n" not in (guard := self._guard(statement, context)):
            with self._head("PS_WAIT", self._flags(statement, context, end), guard):
                self._taken(statement, context)
        else:
            inner = replace(context, direct=False)
            looks_first = not context.d_step or self._begins_d_step
            with self._head("PS_IF", self._flags(statement, context, end)):
                if looks_first:
                    self._before_all(context)
                with self.page.block(f"if ({self._guard(statement, context)}) {{"):
                    self._taken(statement, inner)

    def _guard(self, statement: BasicStatement, context: Context) -> str:
        [entry] = self.entries(statement, context)
        return self.guards.guard(entry)

    def _plain(self, statement: BasicStatement, context: Context) -> None:
        """A statement that needs no guard: others cannot come between."""
        effect = self.guards.effect(statement)
        assertion = self.guards.assertion(statement) if isinstance(statement, Assert) else ""
        if any(may_fault(line) for line in (*effect.lines, assertion)):
            self.page.add(f"PS_STATEMENT(me, {self.guards.step_text(statement)});")
        self._add_lines(effect.lines, context)
        key = self._logged(statement, context)
        if key is not None:
            self.page.add(f'{"PS_WROTE" if effect.shared else "PS_STEP"}(me, "{key}");')
        elif effect.shared:
            self.page.add("ps_changed();")
        if assertion:
            self.page.add(assertion)

    def _logged(self, statement: BasicStatement, context: Context) -> str | None:
        """The key under which a statement is logged; a d_step is one step, logged with its first statement."""
        if context.d_step is None:
            return self.guards.key(statement)
        begins, self._begins_d_step = self._begins_d_step, False
        return self.guards.key(context.d_step) if begins else None

    def _taken(self, statement: BasicStatement, context: Context) -> None:
        """What a statement does once its guard was executed."""
        label = self.taken.get(statement)
        if label is not None:
            self.page.label(label)
        effect = self.guards.effect(statement)
        self._add_lines(effect.lines, context)
        if effect.shared:
            self.page.add("ps_changed();")
        if isinstance(statement, Assert):
            self.page.add(self.guards.assertion(statement))
        if isinstance(statement, Goto | Break):
            self._jump(statement, context)

    def _add_lines(self, lines: Iterable[str], context: Context) -> None:
        for line in lines:
            if line in (LEAVE, ENTER) and context.at_once:
                continue  # an atomic sequence is not left
            if line == ENTER and self.resumes:
                self.places += 1
                line = f"PS_REGAIN_TURN(me, {self.places});"
            self.page.mixed([line])

    def _jump(self, statement: Goto | Break, context: Context) -> None:
        if isinstance(statement, Break):
            self.page.add("break;" if context.direct else f"goto {context.exit};")
            self._used.update([] if context.direct else ["break " + context.exit])
            return
        label = self.process.targets.get(statement)
        assert label is not None and label.statement is not None, statement.label
        self.page.add(f"goto {self.labels[label.statement]};")

    def after_guard(self, statement: Statement, context: Context) -> None:
        """A statement that begins simply, after its guard."""
        match statement:
            case Labelled() | Block() | InlineCall() | For() | ForEach() | Select():
                self._after_first(self.parts(statement), context)
            case Atomic():
                self._after_first(self.parts(statement), replace(context, atomic=True))
            case DStep():
                self._begins_d_step = False
                self._after_first(self.parts(statement), replace(context, d_step=context.d_step or statement))
            case _:
                self._taken(statement, context)  # type: ignore[arg-type]

    def _after_first(self, statements: tuple[Statement, ...], context: Context) -> None:
        self.after_guard(statements[0], context)
        self.all(statements[1:], context)

    # -- selections --------------------------------------------------------------------------

    def _selection(self, statement: If | Do, context: Context, end: bool) -> None:
        place = replace(context, escapes=(*context.escapes, *self._at_head(statement, context)))
        careful = self._is_careful(place)
        switch = None if careful or end else as_switch(statement, self)
        if switch is not None and not any(self.taken.get(guard) for guard in switch.guards):
            self._switch(statement, switch, context)
            return
        loop = isinstance(statement, Do)
        inner = replace(context, direct=False)
        if loop:
            inner = replace(context, direct=True, exit=self._new_label("end_of_loop"))
        with self._head("PS_DO" if loop else "PS_IF", self._flags(statement, context, end)):
            if careful:
                self._before_all(place)
            self._chain(statement, inner)
        self._close_loop(inner, loop)

    def _close_loop(self, inner: Context, loop: bool) -> None:
        if loop and "break " + inner.exit in self._used:
            self.page.label(inner.exit)

    def _chain(self, statement: If | Do, context: Context) -> None:
        """The options as one chain of ifs, in the order in which SPIN tries them."""
        branches: list[tuple[str, list[Statement] | str]] = []
        hidden: list[list[Statement]] = []
        entries = iter(self.entries(statement, context))
        for steps in self.options(statement):
            if self.begins_simply(steps[0]):
                branches.append((self.guards.guard(next(entries)), steps))
                continue
            hidden.append(steps)
            for entry in islice(entries, len(self.entries(steps[0], context))):
                label = self.taken.setdefault(entry.guard, "") or self._new_label("taken")
                self.taken[entry.guard] = label
                branches.append((self.guards.guard(entry), label))
        self._branches(branches, hidden, context)

    def _branches(
        self, branches: list[tuple[str, list[Statement] | str]], hidden: list[list[Statement]], context: Context
    ) -> None:
        word = "if"
        for guard, body in branches:
            self.page.add(f"{word} ({guard}) {{")
            self._indented(body, context)
            word = "} else if"
        for steps in hidden:
            self.page.add(f"{word} (0) {{ /* entered by jumps only */")
            self._indented(steps, context, True)
            word = "} else if"
        self.page.add("}") if word != "if" else self.page.add("/* no option can ever be executed */")

    def _indented(self, body: list[Statement] | str, context: Context, whole: bool = False) -> None:
        with self.page.indented():
            if isinstance(body, str):
                self.page.add(f"goto {body};")
            elif whole:
                self.all(body, context)
            else:
                self.page.add(*self.comments.before(body[0]))
                self._after_first(tuple(body), context)

    def _switch(self, statement: If | Do, switch: Switch, context: Context) -> None:
        loop = isinstance(statement, Do)
        inner = replace(context, direct=False)
        if loop:
            inner = replace(inner, exit=self._new_label("end_of_loop"))
            self.page.add("for (;;) {")
            self.page.depth += 1
            if not context.at_once:
                self._yield()
        keys = [self._logged(guard, context) for guard in switch.guards] if context.d_step is None else []
        if context.d_step is not None:
            key = self._logged(switch.guards[0], context)
            self.page.add(*([f'PS_STEP(me, "{key}");'] if key is not None else []))
        with self.page.block(f"switch ({self._selector(switch)}) {{"):
            for place, (case, steps) in enumerate(switch.cases):
                self.page.add(f"case {self.guards.text(case)}:" if case is not None else "default:")
                self._case(keys[place] if keys else None, steps, inner)
            if not switch.has_default:
                self._stuck(statement, switch, context)
        if loop:
            self.page.depth -= 1
            self.page.add("}")
        self._close_loop(inner, loop)

    def _selector(self, switch: Switch) -> str:
        """What a switch looks at: where a case is beyond the variable's range, as a number that could be that."""
        value = self.guards.value(switch.variable)
        within = all(value.low <= case.value <= value.high for case, _ in switch.cases if case is not None)
        return value.text if within else f"(int32_t){value.text}"

    def _case(self, key: str | None, steps: list[Statement], context: Context) -> None:
        with self.page.indented():
            if key is not None:
                self.page.add(f'PS_STEP(me, "{key}");')
            self.all(steps[1:], context)
            self.page.add("break;")

    def _stuck(self, statement: If | Do, switch: Switch, context: Context) -> None:
        """No case fits, and none ever will."""
        self.page.add("default:")
        with self.page.indented(), self._head("PS_IF", self._flags(statement, context, False)):
            for guard in switch.guards:
                self.page.add(f"if ({self.guards.guard(Beginning(guard, False, guard))})", "    break;")

    # -- unless ------------------------------------------------------------------------------

    def _unless(self, statement: Unless, context: Context, end: bool) -> None:
        if context.d_step:
            self.statement(statement.main, context, end)
            return
        entries = self._labelled_entries(self.entries(statement.escape, context), statement)
        if self.escapes(statement.escape, context):
            raise CannotGenerate("an `unless` that begins an escape has no counterpart in a program", statement)
        after = self._new_label("after_unless")
        self.page.add("/* unless: what follows can be left at any statement */")
        self.statement(statement.main, replace(context, escapes=(*context.escapes, entries)), end)
        self.page.add(f"goto {after};", "/* the escape; it is entered by jumps only */")
        self.statement(statement.escape, context, False)
        self.page.label(after)

    def _at_head(self, statement: If | Do, context: Context) -> list[Escapes]:
        """The escapes of every `unless` with which an option begins, the outermost first."""
        if context.d_step:
            return []
        return [self._labelled_entries(level, statement) for level in reversed(self.escapes(statement, context))]

    def _labelled_entries(self, entries: list[Beginning], statement: Statement) -> Escapes:
        if any(isinstance(entry.guard, Goto | Break) for entry in entries):
            raise CannotGenerate("a jump as the escape of an `unless` has no counterpart in a program", statement)
        return tuple((entry, self._label_after(entry)) for entry in entries)

    def _label_after(self, entry: Beginning) -> str:
        label = self.taken.get(entry.guard) or self._new_label("escape")
        self.taken[entry.guard] = label
        return label
