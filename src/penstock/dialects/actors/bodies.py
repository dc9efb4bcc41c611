"""Statements of actors as statements of Promela.

buf <- put(next)          ->    buf!put(next, nobody)
b = create buffer(2)      ->    atomic { run buffer(newborn, 2); newborn?b }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from penstock.dialects.actors.choices import NetworkKind
from penstock.dialects.actors.delays import Parcel, Post, inside_d_step, write_parcel
from penstock.dialects.actors.labels import Labels
from penstock.dialects.actors.network import faults_of
from penstock.dialects.actors.nodes import Create, Make, Tell, This
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.plan import MAILBOX, Renaming, TranslationPlan, carried_parts, field_type, message_form
from penstock.dialects.actors.rewriting import Rewritten
from penstock.dialects.actors.sending import Journey, JourneyWriter, OvertakingNames
from penstock.dialects.actors.statements import MAY_CREATE
from penstock.dialects.actors.system import Body, own_names
from penstock.resolve.constants import constant_value
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Atomic,
    Block,
    Condition,
    Declarator,
    Do,
    DStep,
    Expression,
    For,
    ForEach,
    Goto,
    If,
    InlineCall,
    Labelled,
    Node,
    Reference,
    Sequence,
    Step,
    Unless,
    VariableDeclaration,
)
from penstock.syntax.walk import children, walk
from penstock.syntax.wording import OVERFLOW

UNKNOWN = "0"
"""Instead of a method that nobody has, which is an error that has been reported."""


@dataclass(frozen=True, slots=True)
class AddedNames:
    """The names that the translation adds to a process: `newborn` are channels by the type of what is created."""

    newborn: Mapping[str, str]
    made: tuple[str, ...]
    nobody: str
    overtaking: OvertakingNames | None = None
    post: Post | None = None


class BodyWriter:
    """Writes the statements of one body."""

    def __init__(
        self,
        page: TranslationPage,
        plan: TranslationPlan,
        body: Body,
        names: AddedNames,
        renaming: Renaming,
        labels: Labels,
        monitor: str = "",
    ) -> None:
        self.page = page
        self.plan = plan
        self.body = body
        self.names = names
        self.renaming = renaming
        self.labels = labels
        self.monitor = monitor
        """What holds the state of the monitor whose body it is."""
        self.renamed: Rewritten = {}
        self.once = body.owner is None
        """Whether the body runs only once, so that its variables are new."""
        self.declared: set[Declarator] = set()
        """The variables that are declared already."""
        for root in body.roots:
            self._rename_in(root)

    def _rename_in(self, root: Node) -> None:
        for name in own_names(root):
            if name.name in self.renaming.parameters and self.page.table.texts[name.first] == name.name:
                self.renamed[name.first] = (self.renaming.parameters[name.name], name.first)
            elif self.plan.system.is_nobody(self.body, name):
                self.renamed[name.first] = (self.names.nobody, name.first)
            elif self.plan.system.is_itself(self.body, name):
                self.renamed[name.first] = (MAILBOX, name.first)
        for node in walk(root):
            if isinstance(node, This) and self.body.owner is None:
                self.renamed[node.first] = ("0", node.first)  # an error that has been reported
            elif isinstance(node, Goto) and node.label in self.renaming.labels:
                self.renamed[node.last] = (self.renaming.labels[node.label], node.last)

    # -- sequences ---------------------------------------------------------------------------

    def sequence(self, sequence: Sequence, tail: str = "", guarded: bool = False) -> None:
        """All steps; the first one of an option is its guard."""
        steps = sequence.steps
        if len(steps) == 1 and isinstance(steps[0], Block) and not guarded:
            steps = steps[0].body.steps  # braces around a whole body say nothing
        for number, step in enumerate(steps):
            last = number == len(steps) - 1
            separator = " ->" if guarded and number == 0 and not isinstance(step, VariableDeclaration) else ";"
            self.step(step, tail if last else separator, guarded and number == 0)

    def step(self, step: Step, tail: str, guard: bool = False) -> None:
        if isinstance(step, VariableDeclaration):
            for variable in step.variables:
                self.declaration(step, variable, guard)
            return
        self._statement(step, tail)

    def _statement(self, step: Node, tail: str) -> None:
        match step:
            case Labelled():
                self._labelled(step, tail)
            case If() | Do():
                self._choice(step, "if" if isinstance(step, If) else "do", tail)
            case Atomic() | DStep() | Block():
                word = {Atomic: "atomic ", DStep: "d_step "}.get(type(step), "")
                self._braces(step.first, word, step.body, tail)
            case For() | ForEach():
                self._loop(step, tail)
            case Unless():
                self._unless(step, tail)
            case InlineCall():
                self._statement(step.body, tail)
            case _:
                self._simple(step, tail)

    def _labelled(self, step: Labelled, tail: str) -> None:
        name = self.renaming.labels.get(step.label, step.label)
        with self.page.indented(-1):
            self.page.line(f"{name}:", step.first)
        self._statement(step.statement, tail)

    def _choice(self, step: If | Do, word: str, tail: str) -> None:
        page = self.page
        with page.block(word, step.first, ("fi" if word == "if" else "od") + tail):
            for option in step.options:
                page.option = True
                self.sequence(option, guarded=True)

    def _braces(self, at: int, word: str, body: Sequence, tail: str) -> None:
        with self.page.block(word + "{", at, "}" + tail):
            self.sequence(body)

    def _loop(self, step: For | ForEach, tail: str) -> None:
        page = self.page
        page.begin(step.first)
        page.copy(step.first, step.last if self._closes(step.last) else step.body.first - 1, self.renamed)
        page.own(" {")
        page.end()
        with page.indented():
            self.sequence(step.body)
        page.line("}" + tail, step.first)

    def _closes(self, at: int) -> bool:
        return self.page.table.kinds[at] == ")"

    def _unless(self, step: Unless, tail: str) -> None:
        page = self.page
        page.line("{", step.main.first)
        with page.indented():
            self._statement(step.main, "")
        with page.block("} unless {", step.escape.first, "}" + tail):
            self._statement(step.escape, "")

    # -- declarations ------------------------------------------------------------------------

    def declaration(self, declaration: VariableDeclaration, variable: Declarator, guard: bool) -> None:
        """A variable of a body: it has its first value whenever the body begins."""
        initial = variable.initial
        creates = initial is not None and any(isinstance(node, Create) for node in walk(initial))
        if variable not in self.declared:
            self._declare(declaration, variable, creates, guard)
        if creates:
            assert initial is not None
            target = Reference(variable.first, variable.first, variable.name, None, None)
            value = cast(Expression, initial)
            self._simple(Assignment(variable.first, variable.last, target, value), ";")
        elif initial is None and not self.once and not guard:
            self._renew(declaration, variable)

    def _renew(self, declaration: VariableDeclaration, variable: Declarator) -> None:
        """Forget what a variable held when the body was executed before, where its declaration does not."""
        if declaration.type in self._records or (variable.size is None and declaration.type != "actor"):
            return
        value = self.names.nobody if declaration.type == "actor" else "0"
        size = constant_value(variable.size) if variable.size is not None else None
        places = [f"[{index}]" for index in range(size or 0)] if variable.size is not None else [""]
        for place in places:
            self.page.line(f"{variable.name}{place} = {value};", variable.first, f"{variable.name}{place} is new")

    def declare_first(self, sequence: Sequence) -> None:
        """Declare the variables of `main` at its beginning, where a declaration is not a step of its own."""
        for step in sequence.steps:
            if isinstance(step, Block) and len(sequence.steps) == 1:
                self.declare_first(step.body)
            for variable in step.variables if isinstance(step, VariableDeclaration) else ():
                creates = variable.initial is not None and isinstance(variable.initial, Create)
                if variable.initial is None or creates:
                    assert isinstance(step, VariableDeclaration)
                    self._declare(step, variable, creates, False)
                    self.declared.add(variable)

    def _declare(self, declaration: VariableDeclaration, variable: Declarator, creates: bool, guard: bool) -> None:
        page = self.page
        initial = variable.initial
        page.begin(variable.first)
        page.own(declared_type(declaration))
        end = variable.last if initial is None or not creates else initial.first - 2
        page.copy(variable.first, end, self.renamed)
        plain = declaration.type not in ("actor", "chan") and declaration.type not in self._records
        if initial is None and plain and variable.size is None and not self.once and not guard:
            page.own(" = 0")
        page.end(";")

    @property
    def _records(self) -> set[str]:
        return {name for scope, name, _ in self.plan.system.variables if scope == "."}

    # -- single statements -------------------------------------------------------------------

    def _simple(self, step: Node, tail: str) -> None:
        creations = creations_of(step)
        if isinstance(step, Tell) and faults_of(self.plan.system, self.body, step):
            self._unreliable(step, creations, tail)
            return
        if not creations:
            self._plain(step, {}, tail)
            return
        made: Rewritten = {}
        direct = _direct(step)
        with self.page.block("atomic {", step.first, "}" + tail):
            for number, create in enumerate(creations):
                target = "" if create is direct else (*self.names.made, "_")[min(number, len(self.names.made))]
                self._create(create, made, target, step)
                made[create.first] = (target, create.last)
            if direct is None:
                self._plain(step, made, "")

    def _unreliable(self, step: Tell, creations: list[Create], tail: str) -> None:
        faults = faults_of(self.plan.system, self.body, step)
        made: Rewritten = {one.first: (self.names.made[place], one.last) for place, one in enumerate(creations)}
        way = Journey(
            step,
            faults,
            message_form(self.plan, self.body, step)[0],
            lambda: self._tell(step, made),
            lambda: self.value(step.target, made),
            self.names.nobody,
            self.names.overtaking if NetworkKind.REORDERING in faults and step.delay is None else None,
        )
        if not creations:
            JourneyWriter(self.page, way).write(tail)
            return
        with self.page.block("atomic {", step.first, "}" + tail):
            for place, create in enumerate(creations):
                self._create(create, made, self.names.made[place], step)
            JourneyWriter(self.page, way).write("")

    def _create(self, create: Create, made: Rewritten, target: str, step: Node) -> None:
        """The two steps of a creation; with no `target`, the statement itself says where the address goes."""
        page = self.page
        kind = create.type
        newborn = self.names.newborn.get(kind) if not self.monitor else None
        if newborn is None:
            self.plan.left_out.append(create)
            page.line("skip;", create.first)
            return
        page.begin(create.first, said=f"create {page.text(create.type_at, create.last)}")
        page.own(f"run {kind}({newborn}")
        for argument in create.arguments:
            page.own(", ")
            self.value(argument, made)
        page.end(");")
        if target:
            page.line(f"{newborn}?{target};", create.first, said=f"has created the {kind}")
        elif isinstance(step, Assignment):
            page.begin(create.first, said=f"{page.text(step.target.first, step.target.last)} = the new {kind}")
            page.own(f"{newborn}?")
            self.value(step.target, made)
            page.end()
        else:
            page.line(f"{newborn}?_", create.first, said=f"has created the {kind}")

    def value(self, value: Expression | Node, made: Rewritten) -> None:
        first, last = self.range_of(value)
        self.page.copy(first, last, self.renamed | made)

    def range_of(self, value: Expression | Node) -> tuple[int, int]:
        """The tokens of a value; those of an operation do not count the parentheses around its parts."""
        depth = lowest = 0
        for kind in self.page.table.kinds[value.first : value.last + 1]:
            depth += (kind == "(") - (kind == ")")
            lowest = min(lowest, depth)
        return value.first + lowest, value.last + depth - lowest

    def _plain(self, step: Node, made: Rewritten, tail: str) -> None:
        page = self.page
        if isinstance(step, Tell):
            self._tell(step, made)
        elif isinstance(step, Goto) and (state := self._state_of(step)) is not None:
            if self.monitor:
                page.line(f"{self.monitor} = {self.plan.states[state]}{tail}", step.first, f"goto {state}")
                return
            page.line(f"{self.labels.next} = {self.plan.states[state]};", step.first, f"goto {state}")
            page.begin(step.first, "leaves its state")
            page.own(f"goto {self.labels.created if self._begins else self.labels.change}")
        elif self.plan.system.is_stop(self.body, step):
            page.begin(step.first, "stops")
            page.own(f"goto {self.labels.stopped}")
        elif isinstance(step, Assert) and self.monitor:
            owner = self.body.owner.name if self.body.owner is not None else ""
            text = page.text(*self.range_of(step.condition))
            page.begin(step.first, f"assert({text})", f"monitor `{owner}`: `{text}` does not hold")
            page.copy(*self.range_of(step), self.renamed)
        elif isinstance(step, Condition) and not step.written:
            page.begin(step.first)
            page.own("skip")  # the label before it is all that the user wrote
        elif isinstance(step, Assignment) and page.table.kinds[step.first] == "return":
            page.begin(step.first)
            self.value(step.target, made)
            page.own(" = ")
            self.value(step.value, made)
        else:
            first, last = self.range_of(step)
            page.begin(step.first, page.text(first, last) if page.is_rewritten(first, last) else "")
            page.copy(first, last, self.renamed | made)
        page.end(tail)

    @property
    def _begins(self) -> bool:
        return self.body.owner is not None and self.body.method is self.body.owner.init

    def _state_of(self, step: Goto) -> str | None:
        """The state that it leads to."""
        owner = self.body.owner
        known = any(state.name == step.label for state in owner.states) if owner is not None else False
        return step.label if known else None

    def _tell(self, step: Tell, made: Rewritten) -> None:
        page = self.page
        said = f"{page.text(*self.range_of(step.target))} <- {page.text(step.method_at, step.last)}"
        if step.delay is not None:
            self._later(step, step.delay, made, said)
            return
        if self.plan.overflows:
            self._room(step, made, said)
        page.begin(step.first, said)
        self.value(step.target, made)
        fields, places = message_form(self.plan, self.body, step)
        writers = dict(zip(places, self._arguments(step, made), strict=False))
        self.message("!", step.method, fields, writers, lambda kind: "nobody" if kind == "chan" else "0")

    def _arguments(self, step: Tell, made: Rewritten) -> list[Callable[[], None]]:
        """Who writes what a message carries: arrays and records part by part."""

        def write(argument: Expression, suffix: str) -> None:
            self.value(argument, made)
            self.page.own(suffix)

        parts = carried_parts(self.plan, self.body, step)
        return [partial(write, step.arguments[number], suffix) for number, suffix in parts]

    def _later(self, step: Tell, delay: Expression, made: Rewritten, said: str) -> None:
        """It waits for its time in a slot."""
        post, (form, places) = self.names.post, message_form(self.plan, self.body, step)
        if post is None:
            return  # there is an error that has been reported
        given = dict(zip(places, self._arguments(step, made), strict=False))
        fillers = [self.names.nobody if kind == "chan" else "0" for kind in form]
        parcel = Parcel(
            f"after({self.page.text(*self.range_of(delay))}) {said}",
            step.first,
            self.plan.constants.get(step.method, UNKNOWN),
            lambda: self.value(step.target, made),
            lambda: self.value(delay, made),
            tuple(
                given[place] if place in given else (lambda text=filler: self.page.own(text))  # type: ignore[misc]
                for place, filler in enumerate(fillers, 1)
            ),
            constant_value(delay) is not None,
            not inside_d_step(self.body, step),
        )
        write_parcel(self.page, post, post.slots[form], parcel)

    def _room(self, step: Tell, made: Rewritten, said: str) -> None:
        """No message is one too many.  Where others send in between, it fails in a run in which they are first."""
        self.page.begin(step.first, f"has room for {step.method}", f"{OVERFLOW}no room for `{said}`")
        self.page.own("assert(nfull(")
        self.value(step.target, made)
        self.page.own("))")
        self.page.end(";")

    def message(
        self,
        operator: str,
        method: str,
        fields: tuple[str, ...],
        writers: dict[int, Callable[[], None]],
        filler: Callable[[str], str],
    ) -> None:
        """`!put(a, 0)`: the fields that a method does not use are filled."""
        page = self.page
        page.own(f"{operator}{self.plan.constants.get(method, UNKNOWN)}")
        for place, kind in enumerate(fields, 1):
            page.own("(" if place == 1 else ", ")
            if place in writers:
                writers[place]()
            else:
                filled = filler(kind)
                page.own(self.names.nobody if filled == "nobody" else filled)
        page.own(")" if fields else "")


def most_creations(body: Body) -> int:
    """The most actors that one statement of a body creates without putting their addresses into its variables."""
    return max((len(_in_between(node)) for node in body.nodes if isinstance(node, MAY_CREATE)), default=0)


def _in_between(step: Node) -> list[Create]:
    if isinstance(step, VariableDeclaration):
        straight = {id(one.initial) for one in step.variables}
        return [create for create in creations_of(step) if id(create) not in straight]
    return [create for create in creations_of(step) if create is not _direct(step)]


def creations_of(step: Node) -> list[Create]:
    """The creations of a statement from left to right; those that are arguments of others come before them."""
    found = [create for part in reversed(children(step)) for create in creations_of(part)]
    return [*found, step] if isinstance(step, Create) else found


def _direct(step: Node) -> Create | None:
    """The creation whose address goes straight where the statement puts it."""
    value: Node | None = step.value if isinstance(step, Assignment) else step.create if isinstance(step, Make) else None
    return value if isinstance(value, Create) else None


def declared_type(declaration: VariableDeclaration) -> str:
    """What stands before a variable in its declaration."""
    visibility = f"{declaration.visibility} " if declaration.visibility else ""
    return f"{visibility}{field_type(declaration)} "
