"""What each name in the text stands for, unit by unit and statement by statement in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from penstock.budget import check
from penstock.resolve.declare import Declarer
from penstock.resolve.model import Model
from penstock.resolve.references import References, Use
from penstock.resolve.repairs import remote_repair
from penstock.resolve.symbols import PREDEFINED, Label, ProcessNames, UserType, Variable
from penstock.resolve.timers import first_timer
from penstock.syntax.nodes import (
    ArrayInitial,
    Assert,
    Assignment,
    Atomic,
    Begins,
    Binary,
    Block,
    ChannelClaim,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Conditional,
    Constant,
    Do,
    DStep,
    EnvironmentInput,
    Eval,
    Expire,
    Expression,
    For,
    ForEach,
    Goto,
    If,
    Init,
    InlineCall,
    InlineDefinition,
    Labelled,
    Ltl,
    MtypeDeclaration,
    Never,
    Node,
    Pattern,
    Poll,
    Print,
    PrintMtype,
    Process,
    ProcessQuery,
    Proctype,
    Receive,
    Reference,
    RemoteLabel,
    RemoteVariable,
    ResetTimer,
    Run,
    Select,
    Send,
    Sequence,
    SetPriority,
    SetTimer,
    Statement,
    Step,
    TimerQuery,
    Trace,
    Typedef,
    Unary,
    Unless,
    VariableDeclaration,
    Within,
)
from penstock.syntax.printer import reference_text


class Resolver(References):
    """Walks a model in the order in which SPIN reads it."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.declarer = Declarer(model, self.scopes)
        self.before_statements = True
        self.inline: str | None = None
        self.d_step = 0
        self.remotes: list[RemoteLabel | RemoteVariable] = []

    # -- units -------------------------------------------------------------------------------

    def run(self, elsewhere: Iterable[tuple[str, str]]) -> None:
        for variable in (Variable(name, kind, 0) for name, kind in elsewhere):
            self.scopes.add(variable.name, variable)
            self.model.globals.append(variable)
        units = self.model.syntax.program.units
        for unit in units:
            match unit:
                case Proctype() | Init() | Never() | Trace():
                    self.resolve_process(unit)
                case Typedef():
                    self.resolve_typedef(unit)
                case MtypeDeclaration():
                    for name in unit.names:
                        self.model.mtype_subtypes[name.name or ""] = unit.subtype
                case VariableDeclaration():
                    self.initials(unit)
                    self.model.globals.extend(self.declarer.declare(unit, None))
                case InlineDefinition():
                    self.inline_definition(unit)
                case EnvironmentInput():
                    self.environment_input(unit)
        for unit in units:
            if isinstance(unit, Ltl):
                self.expression(unit.formula)
        for remote in self.remotes:
            self.check_remote(remote)

    def environment_input(self, unit: EnvironmentInput) -> None:
        whole = unit.channel.index is None and unit.channel.member is None
        variable = self.reference(unit.channel, Use.LOOP if whole else Use.VALUE)
        if variable is not None and (variable.channel is None or not whole):
            self.model.report(
                "E450",
                f"`{reference_text(unit.channel)}` is not a global channel",
                unit.channel,
                hint="an open channel is a global channel, or an array of them",
            )

    def inline_definition(self, unit: InlineDefinition) -> None:
        """SPIN reads the parameters as expressions: the name of an array is missing its index."""
        for name in unit.parameters:
            symbol = self.scopes.globals.get(name)
            if isinstance(symbol, Variable) and symbol.size is not None:
                self.model.report(
                    "E401", f"the parameter `{name}` has the name of an array", unit.name_at, hint="rename it"
                )

    def resolve_typedef(self, unit: Typedef) -> None:
        structure = UserType(unit.name, unit.name_at)
        for declaration in unit.fields:
            for declarator in declaration.variables:
                variable = self.declarer.variable(declaration, declarator)
                if variable.name in structure.fields:
                    self.model.report("E302", f"the field `{variable.name}` is declared twice", declarator.first)
                if variable.visibility == "hidden":
                    self.model.report("E413", "a field cannot be hidden", declarator.first)
                structure.fields[variable.name] = variable
        self.model.types[unit.name] = structure

    def resolve_process(self, unit: Process) -> None:
        process = ProcessNames(_process_name(unit), unit)
        self.model.processes[unit] = process
        if isinstance(unit, Proctype) and unit.name in self.scopes.globals:
            self.model.report("E302", f"`{unit.name}` is declared again", unit.name_at)
        self.process = process
        self.scopes.inner.append({})
        if isinstance(unit, Proctype):
            for declaration in unit.parameters:
                process.parameters.extend(self.declarer.declare(declaration, process, parameter=True))
            if isinstance(unit.instances, Reference):
                self.declarer.initial_value(unit.instances)
            if unit.provided is not None:
                self.expression(unit.provided)
        self.before_statements = True
        self.sequence(unit.body)
        self.scopes.inner.clear()
        self.process = None

    # -- statements --------------------------------------------------------------------------

    def sequence(self, body: Sequence) -> None:
        """A sequence in braces: a scope of its own."""
        self.scopes.inner.append({})
        self.steps(body)
        self.scopes.inner.pop()

    def steps(self, body: Sequence) -> None:
        for step in body.steps:
            self.step(step)

    def step(self, step: Step) -> None:
        match step:
            case VariableDeclaration():
                self.initials(step)
                variables = self.declarer.declare(step, self.process, late=not self.before_statements)
                if self.process is not None:
                    self.process.locals.extend(variables)
            case ChannelClaim():
                self.channel_claim(step)
            case _:
                self.statement(step)
                self.before_statements = False

    def initials(self, declaration: VariableDeclaration) -> None:
        for declarator in declaration.variables:
            initial = declarator.initial
            if initial is not None and not isinstance(initial, (ChannelInitial, ArrayInitial)):
                self.expression(initial)

    def channel_claim(self, claim: ChannelClaim) -> None:
        for reference in claim.channels:
            variable = self.reference(reference, Use.VALUE)
            if variable is not None and variable.size is not None and reference.index is not None:
                self.model.report(
                    "E407",
                    f"`{claim.claim}` cannot be claimed for one element of an array",
                    reference,
                    hint="give the channel a name of its own: `chan one = all[1]; xr one`",
                )
            if variable is not None and variable.type != "chan" and variable.structure is None:
                self.model.report(
                    "E407", f"`{claim.claim}` needs a channel, and `{reference_text(reference)}` is not one", reference
                )

    def statement(self, statement: Statement) -> None:
        check()
        handler = _STATEMENTS.get(type(statement))
        if handler is not None:
            handler(self, statement)

    def nested(self, body: Sequence) -> None:
        self.before_statements = False
        self.sequence(body)

    def options(self, statement: If | Do) -> None:
        for option in statement.options:
            self.before_statements = False
            self.steps(option)

    def d_step_block(self, statement: DStep) -> None:
        outer, self.d_step = self.d_step, self.d_step or statement.first
        self.nested(statement.body)
        self.d_step = outer

    def unless(self, statement: Unless) -> None:
        self.statement(statement.main)
        self.statement(statement.escape)

    def assignment(self, statement: Assignment) -> None:
        self.reference(statement.target, Use.TARGET)
        if statement.shorthand is None:  # `x++` uses its one reference twice
            self.expression(statement.value)

    def send(self, statement: Send) -> None:
        self.reference(statement.channel, Use.VALUE)
        for argument in statement.arguments:
            self.expression(argument, Use.FIELDS)

    def receive(self, statement: Receive) -> None:
        self.reference(statement.channel, Use.VALUE)
        self.patterns(statement.patterns)

    def patterns(self, patterns: tuple[Pattern, ...]) -> None:
        for pattern in patterns:
            if isinstance(pattern, Reference):
                self.reference(pattern, Use.FIELDS)
            elif isinstance(pattern, Eval):
                self.expression(pattern.value)

    def loop(self, statement: For) -> None:
        self.reference(statement.variable, Use.LOOP)
        self.expression(statement.low, Use.LOOP)
        self.expression(statement.high, Use.LOOP)
        self.nested(statement.body)

    def for_each(self, statement: ForEach) -> None:
        self.reference(statement.variable, Use.LOOP)
        self.reference(statement.collection, Use.LOOP)
        self.nested(statement.body)

    def select(self, statement: Select) -> None:
        self.reference(statement.variable, Use.TARGET)
        self.expression(statement.low)
        self.expression(statement.high)

    def inline_call(self, statement: InlineCall) -> None:
        self.in_argument = True
        for argument in statement.arguments:
            self.expression(argument, Use.INLINE)
        self.in_argument = False
        if statement.result is not None:
            self.reference(statement.result, Use.TARGET)
        outer, self.inline = self.inline, statement.name
        self.before_statements = False
        self.statement(statement.body)
        self.inline = outer

    # -- labels ------------------------------------------------------------------------------

    def label(self, name: str, at: int) -> Label | None:
        """The label `name` as seen from here; a jump ahead makes it known."""
        known = self.scopes.find(name)
        if isinstance(known, Variable):
            self.model.report(
                "E509",
                f"`{name}` is a variable and cannot be a label",
                at,
                notes=self.model.declared_here(known.at) if known.at else None,
            )
            return None
        if known is None:
            known = Label(name, at)
            self.scopes.add(name, known)
            if self.process is not None:
                self.process.labels.append(known)
        return known

    def labelled(self, statement: Labelled) -> None:
        unknown = self.scopes.find(statement.label) is None
        label = self.label(statement.label, statement.first)
        if label is not None:
            if label.statement is not None and label.inline == self.inline:
                self.model.report(
                    "E502",
                    f"label `{label.name}` is declared twice",
                    statement.first,
                    notes=self.model.declared_here(label.at),
                )
            elif label.statement is not None and self.process is not None:
                label = Label(label.name, statement.first)
                self.process.labels.append(label)
            if unknown:
                self.beginning.add(label)
            label.at, label.statement = statement.first, statement.statement
            label.inline, label.d_step = self.inline, self.d_step
        self.statement(statement.statement)
        if unknown and label is not None:
            self.beginning.discard(label)

    def jump(self, statement: Goto) -> None:
        label = self.label(statement.label, statement.last)
        if label is not None and self.process is not None:
            self.process.targets[statement] = label
            self.beginning.discard(label)

    # -- expressions -------------------------------------------------------------------------

    def expression(self, value: Expression, use: Use = Use.VALUE) -> None:
        match value:
            case Reference():
                if value.name == "_" and use is Use.FIELDS and not self._in_trace():
                    self.model.report("E406", "the value of `_` cannot be read", value)
                self.reference(value, use)
            case Constant():
                pass
            case Binary():
                # Long chains lean to the left: walk down instead of recursing.
                while isinstance(value, Binary):
                    self.expression(value.right)
                    value = value.left
                self.expression(value)
            case Unary():
                self.expression(value.operand)
            case Conditional():
                for part in (value.condition, value.when_true, value.when_false):
                    self.expression(part)
            case Run():
                for argument in value.arguments:
                    self.expression(argument, Use.FIELDS)
            case ChannelQuery():
                self.reference(value.channel, Use.CHANNEL if value.query == "len" else Use.VALUE)
            case Poll():
                self.reference(value.channel, Use.VALUE)
                self.patterns(value.patterns)
            case ProcessQuery():
                self.expression(value.process)
            case RemoteLabel() | RemoteVariable():
                self.remote(value)
            case Expire() | TimerQuery():
                self.reference(value.timer, Use.TIMER)
            case Begins():
                self.expression(value.value)
            case Within():
                self.expression(value.limit)
                self.expression(value.value)

    def _in_trace(self) -> bool:
        """The events of a trace may leave open what is sent."""
        return self.process is not None and isinstance(self.process.node, Trace)

    def remote(self, value: RemoteLabel | RemoteVariable) -> None:
        if value.process is not None:
            self.expression(value.process)
        if isinstance(value, RemoteVariable) and value.variable.index is not None:
            self.expression(value.variable.index)
        if isinstance(value, RemoteLabel) or not self.in_argument:
            self.remotes.append(value)

    def _family(self, value: RemoteLabel | RemoteVariable) -> str:
        return f"{self.model.wording.process_type} `{value.proctype}`"

    def check_remote(self, value: RemoteLabel | RemoteVariable) -> None:
        process = next((found for found in self.model.processes.values() if found.name == value.proctype), None)
        if process is None:
            return
        if isinstance(value, RemoteLabel):
            if process.find_label(value.label) is None and value.label not in self.model.syntax.skipped_names:
                hint, fixes = remote_repair(self.model, process, value.last)
                message = f"{self._family(value)} has no label `{value.label}`"
                self.model.report("E501", message, value, hint=hint, fixes=fixes)
            return
        variables = [*process.parameters, *process.locals]
        variable = next((found for found in variables if found.name == value.variable.name), None)
        if variable is None and value.variable.name in ("_pid", "_priority"):
            variable = PREDEFINED[value.variable.name]
        if variable is None:
            name = value.variable.name
            hint, fixes = remote_repair(self.model, process, value.variable.first)
            message = f"{self._family(value)} has no variable `{name}`"
            self.model.report("E301", message, value, hint=hint, names=(name,), fixes=fixes)
        else:
            self.model.variables[value.variable] = variable
            if (timer := first_timer(variable)) is not None:
                self.model.report("E441", f"`{timer.name}` is a timer, which other processes cannot read", value)


def _process_name(unit: Process) -> str:
    match unit:
        case Proctype():
            return unit.name
        case Init():
            return "init"
        case Never():
            return unit.name or "never"
        case Trace():
            return "notrace" if unit.forbidden else "trace"


def _assertion(resolver: Resolver, statement: Assert) -> None:
    resolver.expression(statement.condition)


def _print(resolver: Resolver, statement: Print) -> None:
    for argument in statement.arguments:
        resolver.expression(argument)


def _set_timer(resolver: Resolver, statement: SetTimer) -> None:
    resolver.reference(statement.timer, Use.TIMER)
    resolver.expression(statement.value)


def _set_priority(resolver: Resolver, statement: SetPriority) -> None:
    resolver.expression(statement.process)
    resolver.expression(statement.priority)


_STATEMENTS: dict[type[Node], Callable[..., None]] = {
    Assignment: Resolver.assignment,
    Send: Resolver.send,
    Receive: Resolver.receive,
    Condition: lambda resolver, statement: resolver.expression(statement.expression),
    Assert: _assertion,
    Print: _print,
    PrintMtype: lambda resolver, statement: resolver.expression(statement.value),
    SetPriority: _set_priority,
    SetTimer: _set_timer,
    ResetTimer: lambda resolver, statement: resolver.reference(statement.timer, Use.TIMER),
    If: Resolver.options,
    Do: Resolver.options,
    For: Resolver.loop,
    ForEach: Resolver.for_each,
    Select: Resolver.select,
    Atomic: lambda resolver, statement: resolver.nested(statement.body),
    DStep: Resolver.d_step_block,
    Block: lambda resolver, statement: resolver.nested(statement.body),
    Unless: Resolver.unless,
    Labelled: Resolver.labelled,
    InlineCall: Resolver.inline_call,
    Goto: Resolver.jump,
}
