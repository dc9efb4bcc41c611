"""Sends, receives, `run` and assignments: do the parts fit together?"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from penstock.diagnostics.record import Fix, counted
from penstock.resolve.constants import constant_value
from penstock.resolve.message_arguments import UNNAMED, check_message_arguments, mtype_name, parameter_types
from penstock.resolve.model import Model
from penstock.resolve.passing import Passing
from penstock.resolve.repairs import fitting
from penstock.resolve.symbols import ProcessNames, Variable, flat_fields
from penstock.syntax.nodes import (
    ArrayInitial,
    Assignment,
    ChannelInitial,
    ChannelQuery,
    Condition,
    Constant,
    Expression,
    For,
    ForEach,
    Node,
    Pattern,
    Poll,
    Proctype,
    Receive,
    Reference,
    Run,
    Select,
    Send,
    VariableDeclaration,
)
from penstock.syntax.walk import children, final, parts, walk

_UNASSIGNABLE = frozenset(["_pid", "_nr_pr", "_p", "_last"])


class MessageChecker:
    """Checks the nodes of all processes, given what they may refer to."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.most_fields = max((len(self.field_types(channel)) for channel in self._channels()), default=0)
        self.changed = self._changed_channels()
        self.declared = {
            variable.declarator: variable
            for process in model.processes.values()
            for variable in [*process.parameters, *process.locals]
        } | {variable.declarator: variable for variable in model.globals}
        self.proctypes = {
            process.name: process for process in model.processes.values() if isinstance(process.node, Proctype)
        }
        self.passing = Passing(model, self.proctypes, self.changed)

    # -- what is known about channels ----------------------------------------------------------

    def _channels(self) -> Iterable[ChannelInitial]:
        return (variable.channel for variable in self.model.declared() if variable.channel)

    def field_types(self, channel: ChannelInitial) -> list[tuple[str, str | None]]:
        """The message fields of a channel, user-defined types unfolded."""
        found: list[tuple[str, str | None]] = []
        for entry in channel.fields:
            structure = self.model.types.get(entry.type)
            if structure is None:
                found.append((entry.type, entry.subtype))
            else:
                found.extend((variable.type, variable.subtype) for variable in flat_fields(structure))
        return found

    def _changed_channels(self) -> set[Variable]:
        """Channel variables that are assigned or received into: they may denote another channel."""
        targets: list[Node] = [node.target for node in self.model.nodes.of(Assignment)]
        targets.extend(pattern for node in self.model.nodes.of(Receive) for pattern in node.patterns)
        found = (self.variable(target) for target in targets if isinstance(target, Reference))
        return {variable for variable in found if variable is not None and variable.type == "chan"}

    def variable(self, reference: Reference) -> Variable | None:
        return self.model.variables.get(final(reference))

    # -- nodes -------------------------------------------------------------------------------

    def run(self) -> None:
        nodes = self.model.nodes
        for declaration in nodes.of(VariableDeclaration):
            self.declaration(declaration)
        for assignment in nodes.of(Assignment):
            self.assignment(assignment)
        for send in nodes.of(Send):
            self.send(send)
        for receive in nodes.of(Receive):
            self.receive(receive)
        for poll in nodes.of(Poll):
            self.fields(poll.channel, poll.patterns, poll, "received")
        for query in nodes.of(ChannelQuery):
            if query.query != "len" or not self._is_whole_array(query.channel):
                self.channel(query.channel, query.query != "len")
        if nodes.has(Run):
            for run in nodes.of(Run):
                self.run_process(run)
            for condition in nodes.of(Condition):
                self.condition(condition)
        for loop in nodes.of(For):
            self.range(loop)
        for select in nodes.of(Select):
            self.range(select)
        for each in nodes.of(ForEach):
            self.for_each(each)

    def declaration(self, node: VariableDeclaration) -> None:
        for declarator in node.variables:
            initial = declarator.initial
            if initial is not None and not isinstance(initial, ArrayInitial | ChannelInitial):
                self.value_for(self.declared.get(declarator), None, initial)
                self.refuse_run(initial, "an initial value")

    def channel(self, reference: Reference, strict: bool) -> Variable | None:
        variable = self.variable(reference)
        if variable is None or variable.type == "chan":
            return variable
        code = "E407" if strict else "W710"
        self.model.report(
            code,
            f"`{final(reference).name}` is not a channel: its type is `{variable.type}`",
            reference,
            notes=self.model.declared_here(variable.at) if variable.at else None,
        )
        return None

    def _is_whole_array(self, reference: Reference) -> bool:
        """Whether an index is missing, which has been said."""
        variable = self.variable(reference)
        return variable is not None and variable.size is not None and final(reference).index is None

    def send(self, node: Send) -> None:
        self.fields(node.channel, node.arguments, node, "sent")
        for argument in node.arguments:
            self.refuse_run(argument, "a message")

    def receive(self, node: Receive) -> None:
        self.fields(node.channel, node.patterns, node, "received")
        seen: set[Variable] = set()
        for pattern in node.patterns:
            variable = self.variable(pattern) if isinstance(pattern, Reference) and pattern.member is None else None
            if variable is None or variable.name == "_" or variable.size is not None or variable.structure is not None:
                continue
            if variable in seen:
                self.model.report("E417", f"`{variable.name}` is in two fields of one receive", pattern)
            seen.add(variable)

    def fields(self, channel: Reference, given: tuple[Expression | Pattern, ...], node: Node, verb: str) -> None:
        variable = self.channel(channel, not isinstance(node, Poll))
        types = [kind for item in given for kind in self.given_types(item)]
        declared = variable.channel if variable is not None and variable not in self.changed else None
        if declared is not None:
            wanted = self.field_types(declared)
            if isinstance(node, Poll) and len(types) != len(wanted):
                # A poll may look at the first fields only, and further ones do no harm.
                if len(types) > len(wanted):
                    self.model.report(
                        "W710", f"the messages of this channel have {counted(len(wanted), 'field')}", node
                    )
            elif len(types) != len(wanted):
                self._wrong_count(channel, node, len(types), len(wanted), verb, variable)
            else:
                self._compare_types(given, types, wanted)
        elif not isinstance(node, Poll) and self._passed_wrongly(channel, node, len(types), verb):
            pass
        elif isinstance(node, Send) and variable is not None and len(types) > self.most_fields:
            self.model.report(
                "E416",
                f"{counted(len(types), 'field')} in a message, but no channel has more than {self.most_fields}",
                node,
            )

    def _passed_wrongly(self, channel: Reference, node: Node, given: int, verb: str) -> bool:
        """Whether a channel stands for others, none of which has messages of this many fields; report one of them."""
        possible = sorted(self.passing.channels(channel) or (), key=lambda variable: variable.at)
        counts = [len(self.field_types(found.channel)) for found in possible if found.channel is not None]
        if not counts or given in counts:
            return False
        self._wrong_count(channel, node, given, counts[0], verb, possible[0])
        return True

    def _wrong_count(
        self, channel: Reference, node: Node, given: int, wanted: int, verb: str, variable: Variable | None
    ) -> None:
        plural = "field is" if given == 1 else "fields are"
        name = final(channel).name
        meant = f"`{name}`" if variable is None or variable.name == name else f"`{variable.name}` (here `{name}`)"
        self.model.report(
            "E416",
            f"{given} {plural} {verb}, but the messages of {meant} have {wanted}",
            node,
            notes=self.model.declared_here(variable.at) if variable is not None else None,
            fixes=self._fitting(node, given, variable),
        )

    def _fitting(self, node: Node, given: int, variable: Variable | None) -> tuple[Fix, ...]:
        items = node.arguments if isinstance(node, Send) else node.patterns if isinstance(node, Receive) else ()
        if variable is None or variable.channel is None or len(items) != given:
            return ()
        wanted = [kind for kind, _ in self.field_types(variable.channel)]
        return fitting(self.model, node, items, wanted, ignorable=isinstance(node, Receive))

    def given_types(self, item: Expression | Pattern) -> list[tuple[str, str | None]]:
        """The types of the fields that one argument gives; `int` where it is just a number."""
        if isinstance(item, Reference):
            variable = self.variable(item)
            if variable is None:
                return [("int", None)]
            if variable.structure is not None:
                return [(found.type, found.subtype) for found in flat_fields(variable.structure)]
            return [(variable.type, variable.subtype)]
        if isinstance(item, Constant) and item.name is not None:
            return [("mtype", self.model.mtype_subtypes.get(item.name))]
        return [("int", None)]

    def _compare_types(
        self,
        given: tuple[Expression | Pattern, ...],
        types: list[tuple[str, str | None]],
        wanted: list[tuple[str, str | None]],
    ) -> None:
        if len(given) != len(types):
            return
        for item, (kind, subtype), (wanted_kind, wanted_subtype) in zip(given, types, wanted, strict=True):
            channels = (kind == "chan") != (wanted_kind == "chan")
            named = isinstance(item, Reference) and item.name != "_"
            if channels and (named or isinstance(item, Constant)):
                self.model.report("W710", f"this field is declared as `{wanted_kind}`, but the value is `{kind}`", item)
            elif subtype and wanted_subtype and subtype != wanted_subtype:
                self.model.report(
                    "W710", f"this field is `mtype:{wanted_subtype}`, but the value is `mtype:{subtype}`", item
                )

    # -- run -----------------------------------------------------------------------------------

    def run_process(self, node: Run) -> None:
        process = self.proctypes.get(node.proctype)
        if process is None and node.proctype in self.model.syntax.skipped_names:
            return
        if process is None:
            known = ", ".join(f"`{name}`" for name in self.proctypes)
            similar = get_close_matches(node.proctype, self.proctypes, 1, 0.7)
            hint = f"did you mean `{similar[0]}`?" if similar else f"the process types are {known}" if known else None
            fixes = self.model.renaming(node.first + 1, similar[0] if similar else None)
            message = f"there is no process type `{node.proctype}`"
            self.model.report("E418", message, node.first + 1, hint=hint, fixes=fixes)
            return
        if node.priority is not None and not 0 <= node.priority <= 255:
            self.model.report("E425", "a priority must be from 1 to 255", node)
        self._run_arguments(node, process)

    def _run_arguments(self, node: Run, process: ProcessNames) -> None:
        wanted = [kind for variable in process.parameters for kind in parameter_types(variable)]
        given = [kind for argument in node.arguments for kind in self.given_types(argument)]
        if len(given) != len(wanted):
            self.model.report(
                "E419",
                f"process type `{node.proctype}` takes {counted(len(wanted), 'argument')}, not {len(given)}",
                node,
                notes=self.model.declared_here(getattr(process.node, "name_at", 0)),
                fixes=fitting(self.model, node, node.arguments, wanted) if len(given) == len(node.arguments) else (),
            )
        elif len(node.arguments) == len(wanted):
            for argument, (kind, _), wanted_kind in zip(node.arguments, given, wanted, strict=True):
                plain = isinstance(argument, (Reference, Constant))
                if plain and (kind == "chan") != (wanted_kind == "chan"):
                    self.model.report(
                        "W710", f"the parameter is `{wanted_kind}`, but the argument is `{kind}`", argument
                    )
        if len(given) == len(wanted):
            cells = [cell for argument in node.arguments for cell in [argument] * len(self.given_types(argument))]
            check_message_arguments(self.model, process, cells)
        for argument in node.arguments:
            self.refuse_run(argument, "the arguments of `run`")

    def refuse_run(self, value: Expression | Pattern, place: str) -> None:
        for node in walk(value):
            if isinstance(node, Run):
                self.model.report("E420", f"`run` cannot be used in {place}", node)

    def condition(self, node: Condition) -> None:
        runs = [found for found in walk(node.expression) if isinstance(found, Run)]
        if len(runs) > 1:
            self.model.report("E420", "more than one `run` in an expression", runs[1])
        elif runs and node.expression is not runs[0]:
            self.model.report(
                "E420",
                "`run` must be the whole condition",
                runs[0],
                hint="assign the process number first: `p = run P()`",
            )

    # -- assignments ---------------------------------------------------------------------------

    def assignment(self, node: Assignment) -> None:
        name = node.target.name
        if name in _UNASSIGNABLE:
            self.model.report("E422", f"`{name}` cannot be assigned", node.target)
        self._refuse_own_index(node.target, [])
        self.value_for(self.variable(node.target), node.target, node.value, node.shorthand is not None)

    def value_for(
        self, variable: Variable | None, target: Reference | None, value: Expression, counts: bool = False
    ) -> None:
        """Whether `value` may become the value of `variable`."""
        if variable is None:
            return
        in_structure = target is not None and target.member is not None
        if variable.type == "chan" and counts:
            self.model.report("E408", "a channel cannot be incremented or decremented", target or value)
            return
        if variable.type == "chan" and isinstance(value, Constant) and target is not None and not in_structure:
            self.model.report("E408", "a number cannot be assigned to a channel", value)
        if isinstance(value, Constant) and value.name is not None:
            self._check_subtype(variable, value)
        if not in_structure:
            self._refuse_channel_arithmetic(value)

    def _check_subtype(self, variable: Variable, value: Constant) -> None:
        assumed = self.model.assumed_subtypes
        subtype = self.model.mtype_subtypes.get(value.name or "") or UNNAMED
        if variable.subtype is None and variable not in assumed:
            # SPIN takes the first value it sees for the type of a variable without one.
            assumed[variable] = subtype
            return
        wanted = variable.subtype or assumed.get(variable)
        if wanted != subtype:
            self.model.report(
                "E421",
                f"`{variable.name}` holds `{mtype_name(wanted)}`, "
                f"but `{value.name}` belongs to `{mtype_name(subtype)}`",
                value,
                notes=self.model.declared_here(variable.at) if variable.at else None,
            )

    def _refuse_channel_arithmetic(self, value: Node) -> None:
        """A channel may be the whole value, an index or a field, but no other part of an expression."""
        if isinstance(value, ChannelQuery | Poll | Run):
            return
        for part in children(value):
            variable = self.model.variables.get(part) if isinstance(part, Reference) else None
            if variable is not None and variable.type == "chan" and not isinstance(value, Reference):
                self.model.report("E408", f"channel `{variable.name}` is used as a number", part)
            else:
                self._refuse_channel_arithmetic(part)

    def _refuse_own_index(self, reference: Reference, outer: list[str]) -> None:
        """`a[a[i]] = x`: SPIN's verifier could not undo such a step."""
        path = ""
        for part in parts(reference):
            path += _name(part)
            if isinstance(part.index, Reference):
                self._own_index(part.index, [*outer, path])
            path += "."

    def _own_index(self, index: Reference, bases: list[str]) -> None:
        if _path(index) in bases:
            self.model.report(
                "E424", "an array cannot index itself here", index, hint="copy the index into a variable first"
            )
        self._refuse_own_index(index, bases)

    # -- loops -----------------------------------------------------------------------------------

    def range(self, node: For | Select) -> None:
        variable = self.model.variables.get(node.variable)
        if node.variable.name in _UNASSIGNABLE:
            self.model.report("E422", f"`{node.variable.name}` cannot be assigned", node.variable)
        if node.variable.member is not None or (
            variable is not None and (variable.type == "chan" or variable.structure or variable.size is not None)
        ):
            self.model.report("E423", "the loop variable must be a plain variable", node.variable)
        low, high = constant_value(node.low), constant_value(node.high)
        if isinstance(node.low, Constant) and isinstance(node.high, Constant) and low is not None and high is not None:
            if low > high:
                self.model.report("E423", f"the range starts at {low}, above its end {high}", node.low)

    def for_each(self, node: ForEach) -> None:
        variable = self.model.variables.get(node.variable)
        collection = self.variable(node.collection)
        if variable is None or collection is None:
            return
        if variable.structure is not None:
            fields = collection.channel.fields if collection.channel is not None else ()
            if len(fields) != 1 or fields[0].type != variable.type:
                self.model.report(
                    "E423",
                    f"`{node.collection.name}` is not a channel of messages of the one type `{variable.type}`",
                    node.collection,
                )
        elif variable.type == "chan" or variable.size is not None:
            self.model.report("E423", "the loop variable must be a plain variable", node.variable)
        elif collection.size is None or node.collection.member is not None:
            self.model.report("E423", f"`{node.collection.name}` is not an array", node.collection)


def _path(reference: Reference) -> str:
    return ".".join(map(_name, parts(reference)))


def _name(part: Reference) -> str:
    return part.name + ("[]" if part.index is not None else "")
