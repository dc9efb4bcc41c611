"""What can be where: the values of the variables that decide about messages, at every location of every process.

An abstract run of all processes at once.  Local variables are followed from location to location; a
global variable too, inside the only process of a class that assigns it, together with all that others
may put into it at any time; elsewhere it may hold whatever anyone ever gives it.  Channels are numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import chain, product
from math import prod

from penstock.bounds.abstraction.graphs import Arc, ControlGraph, flat_graph
from penstock.bounds.abstraction.instances import OWN_NUMBER, ControlNode, InstanceClass, ProcessPlan, Queue, State
from penstock.bounds.abstraction.relevant import Relevance
from penstock.bounds.abstraction.transfer import Transfer, is_channel, targets_of
from penstock.budget import check
from penstock.control import Automaton
from penstock.flow.evaluation import Evaluation, Read
from penstock.flow.values import ANY, NOTHING, Values, cut, join
from penstock.machine.channels import ChannelKind, assigned_variables, channel_cells, channel_kinds
from penstock.resolve.layout import Cell as NamedCell
from penstock.resolve.layout import Layout
from penstock.resolve.model import Model
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import ArrayInitial, Assignment, ChannelInitial, Expression, Init, Print, Proctype, Reference
from penstock.syntax.walk import final, walk

MOST_NODES = 20_000
MOST_NODES_MORE = 2000
"""How many nodes a class may have where variables are tracked, and how many more there may be for each class."""
MOST_AT_ONE_PLACE = 2000
"""How many combinations of values may be distinguished where one step ends."""
MOST_TOLD_APART = 300
"""A tracked variable with more values than this at one place is not distinguished there."""
MOST_SHARED = 32
"""A global variable with more values than this is not tracked."""
MOST_CLASSES = 512
MOST_OWNERS = 32
"""How many classes a process type may have, and how many if its processes own channels."""
_PID = PREDEFINED["_pid"]
_OTHERS = "others"
"""The class for those that would be one too many."""


class TooLarge(Exception):
    """The tracked variables have too many values in processes of some type."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class Analysis:
    """The result: classes with the values at their nodes, queues with the values in their fields.

    The values of the variables in `tracked` are distinguished: each gets its own node. That may become too large.
    """

    def __init__(
        self,
        model: Model,
        automata: list[Automaton],
        tracked: frozenset[Variable] = frozenset(),
    ) -> None:
        self.model = model
        self.tracked = tracked
        self.shared: dict[Variable, int] = {}
        self.graphs = [flat_graph(found) for found in automata if found.kind in ("proctype", "init")]
        self.relevance = Relevance(model, self.graphs, tracked)
        self.layout = Layout(model.globals)
        locals_of = {graph: self._local_layout(graph) for graph in self.graphs}
        self.kinds = channel_kinds(model, [self.layout, *locals_of.values()])
        self.queues: list[Queue] = []
        self._by_fields: defaultdict[int, set[int]] = defaultdict(set)
        self.fields: dict[tuple[int, int], Values] = {}
        self.classes: list[InstanceClass] = []
        self._known: dict[tuple[object, ...], InstanceClass] = {}
        self._assigned: dict[int, dict[InstanceClass, Values]] = {}
        self._count: Counter[ControlGraph] = Counter()
        self._sent: set[int] = set()
        self._changed = assigned_variables(model, automata)
        self._mortal: frozenset[int] = frozenset()
        self._successors: frozenset[int] = frozenset()
        self._waiting: deque[InstanceClass] = deque()
        self._awake: set[InstanceClass] = set()
        self._queue_readers: defaultdict[int, set[InstanceClass]] = defaultdict(set)
        self._cell_readers: defaultdict[int, set[InstanceClass]] = defaultdict(set)
        self._global_base = {variable: slot for variable, slot in self.layout.base.items() if self._follows(variable)}
        self.plans = {graph.automaton.name: self._plan(graph, locals_of[graph]) for graph in self.graphs}
        self.globals = self._initial_globals()
        self._start()
        self.node_count = len(self.classes)
        self._run()
        while self._found_several() or self._found_ending_owners():
            self._run()
        self.shared = self._shared()

    def _shared(self) -> dict[Variable, int]:
        """The tracked globals with their cells: plain ones, only assigned, of which all values are known."""
        received = {
            self.model.variables[target]
            for graph in self.graphs
            for arc in graph.arcs
            if not isinstance(arc.statement, Assignment)
            for target in targets_of(arc.statement)
        }
        found: dict[Variable, int] = {}
        for variable in self.model.globals:
            if variable in self.tracked - received and variable.size is None and variable.structure is None:
                values = self._ever(self.layout.base[variable])
                if values is not None and len(values) <= MOST_SHARED and not is_channel(variable):
                    found[variable] = self.layout.base[variable]
        return found

    def values_of_shared(self, values: Values, cell: int) -> list[int]:
        """Some values of a shared cell, or all that it may ever hold."""
        known = self._ever(cell) if values is None else values
        assert known is not None, "only cells of which all values are known are shared"
        return sorted(known)

    # -- preparation -------------------------------------------------------------------------

    def _local_layout(self, graph: ControlGraph) -> Layout:
        process = graph.automaton.process
        return Layout([*process.parameters, *process.locals], self.layout.size)

    def _follows(self, variable: Variable) -> bool:
        return variable in self.relevance.variables

    def _plan(self, graph: ControlGraph, layout: Layout) -> ProcessPlan:
        base = dict(self._global_base)
        base.update({variable: slot for variable, slot in layout.base.items() if self._follows(variable)})
        numbered = self._asks_for_number(graph)
        if numbered:
            base[_PID] = OWN_NUMBER
        evaluation = Evaluation(self.model, base)
        parameters = set(graph.automaton.process.parameters)
        roots = {cell: variable for variable in base if variable in layout.base for cell in _cells_of(layout, variable)}
        own = list(roots)
        assigned = frozenset(self._assigned_globals(graph))
        cells = [cell.slot for cell in own] + sorted(assigned) + [OWN_NUMBER] * numbered
        return ProcessPlan(
            graph,
            evaluation,
            {cell: place for place, cell in enumerate(cells)},
            [cell for cell in own if roots[cell] in parameters],
            [cell for cell in own if roots[cell] not in parameters],
            channel_cells(layout),
            assigned,
            tuple(cell for cell in own if roots[cell] in self.tracked),
            numbered,
        )

    def _asks_for_number(self, graph: ControlGraph) -> bool:
        """Whether a process looks at its own number."""
        first = [variable.initial for variable in graph.automaton.process.locals if variable.initial is not None]
        nodes = chain(first, (arc.statement for arc in graph.arcs if not isinstance(arc.statement, Print)))
        references = (part for node in nodes for part in walk(node) if isinstance(part, Reference))
        return any(self.model.variables.get(reference) is _PID for reference in references)

    def _assigned_globals(self, graph: ControlGraph) -> Iterable[int]:
        for arc in graph.arcs:
            for target in targets_of(arc.statement):
                variable = self.model.variables[target]
                if variable in self._global_base:
                    yield from self.layout.slots(variable)

    def _initial_globals(self) -> dict[int, Values]:
        """Queues for the global channels, and what the global cells hold at first."""
        found: dict[int, Values] = {}
        evaluation = Evaluation(self.model, self._global_base)
        for cell in self.layout.cells:
            check()
            if cell.variable.channel is not None:
                queue = self._add_queue(cell.name, cell.variable)
                found[cell.slot] = frozenset([queue.number])
            else:
                found[cell.slot] = self._initial_value(cell, evaluation, found.get)
        return found

    def _initial_value(self, cell: NamedCell, evaluation: Evaluation, read: Read) -> Values:
        initial = cell.variable.initial
        if initial is None or isinstance(initial, ChannelInitial) or cell.variable.late:
            return frozenset([0])
        value: Expression
        if isinstance(initial, ArrayInitial):
            value = initial.values[min(cell.element, len(initial.values) - 1)]
        else:
            value = initial
        if is_channel(cell.variable):
            return evaluation.channels(value, read) if isinstance(value, Reference) else ANY
        return cut(evaluation.values(value, read), cell.variable.range)

    # -- processes ---------------------------------------------------------------------------

    def _start(self) -> None:
        """The processes that are there from the start have the first numbers, in the order of their declarations."""
        pid = 0
        for graph in self.graphs:
            node = graph.automaton.process.node
            count = 1 if isinstance(node, Init) else 0
            if isinstance(node, Proctype):
                count = instance_count(self.model, node)
            plan = self.plans[graph.automaton.name]
            arguments = tuple(frozenset([0]) for _ in plan.parameters)
            if plan.channels or (plan.numbered and count <= MOST_OWNERS):
                for number in range(count):
                    self._instance(plan, arguments, number, pid + number).tokens = 1
            elif count:
                owner = self._instance(plan, arguments, None)
                owner.tokens, owner.several = count, count > 1
            pid += count

    def _instance(
        self, plan: ProcessPlan, arguments: tuple[Values, ...], site: object, pid: int | None = None
    ) -> InstanceClass:
        key = (plan.graph, arguments, site)
        known = self._known.get(key)
        if known is not None:
            return known
        owner = InstanceClass(len(self.classes), plan, arguments, site, pid)
        self._known[key] = owner
        self._count[plan.graph] += 1
        self.classes.append(owner)
        for cell in plan.channels:
            name = self.model.wording.channel(plan.graph.automaton.name, cell.name)
            queue = self._add_queue(name, cell.variable, owner)
            owner.queues[cell.slot] = queue.number
        first = self._first_state(owner)
        known_values = (_single(first[plan.followed[cell.slot]]) for cell in plan.tracked)
        # What joins the others later may begin with other values than the first of them.
        owner.add(ControlNode(0, tuple(None if site == _OTHERS else value for value in known_values)), first)
        self._wake([owner])
        return owner

    def _bounded_instance(self, plan: ProcessPlan, arguments: tuple[Values, ...], site: object) -> InstanceClass:
        """A class of its own, unless there are too many of this type: then one that stands for all others.

        A process that hands its own channel to the next of its kind would make new classes without end.
        """
        most = MOST_OWNERS if plan.channels else MOST_CLASSES
        if (plan.graph, arguments, site) in self._known or self._count[plan.graph] < most:
            return self._instance(plan, arguments, site)
        others = self._known.get((plan.graph, _OTHERS))
        if others is None:
            others = self._instance(plan, arguments, _OTHERS)
            self._known[plan.graph, _OTHERS] = others
            others.several = True
            return others
        joined = tuple(map(join, others.arguments, arguments))
        if joined != others.arguments:
            others.arguments = joined
            others.states[0] = tuple(map(join, others.states[0], self._first_state(others)))
            self._wake([others])
        return others

    def _first_state(self, owner: InstanceClass) -> State:
        plan = owner.plan
        contents: dict[int, Values] = {OWN_NUMBER: ANY if owner.pid is None else frozenset([owner.pid])}
        read: Read = lambda cell: contents.get(cell, self.globals.get(cell))  # noqa: E731
        for cell, values in zip(plan.parameters, owner.arguments, strict=True):
            contents[cell.slot] = values if is_channel(cell.variable) else cut(values, cell.variable.range)
        for cell in plan.locals:
            check()
            if cell.slot in owner.queues:
                contents[cell.slot] = frozenset([owner.queues[cell.slot]])
            else:
                contents[cell.slot] = self._initial_value(cell, plan.evaluation, read)
        for slot in plan.assigned_globals:
            contents[slot] = self.globals[slot] if owner.tokens else self._ever(slot)
        return tuple(contents[cell] for cell in plan.followed)

    # -- the abstract run ----------------------------------------------------------------------

    def _run(self) -> None:
        while self._waiting:
            owner = self._waiting.popleft()
            self._awake.discard(owner)
            self._run_class(owner)

    def _run_class(self, owner: InstanceClass) -> None:
        """Follow a class from all nodes it has reached, until nothing new is found."""
        nodes = deque(range(len(owner.nodes)))
        while nodes:
            node = nodes.popleft()
            transfer = Transfer(self, owner, owner.states[node])
            for arc in owner.leaving(node):
                check()
                after = transfer.after(arc)
                if after is not None:
                    targets = owner.steps.setdefault((node, arc), set())
                    nodes.extend(self._arrive(owner, arc.target, after, targets))

    def _arrive(self, owner: InstanceClass, location: int, state: State, targets: set[int]) -> Iterable[int]:
        """Come to a location with a state; the nodes where that brings anything new."""
        for node, part in split(owner.plan, location, state):
            number = owner.numbers.get(node)
            if number is None:
                self.node_count += 1
                if self.tracked and self._is_too_large(owner):
                    raise TooLarge(owner.plan.graph.automaton.name)
                number = owner.add(node, part)
                targets.add(number)
                yield number
                continue
            targets.add(number)
            joined = tuple(map(join, owner.states[number], part))
            if joined != owner.states[number]:
                owner.states[number] = joined
                yield number

    def _is_too_large(self, owner: InstanceClass) -> bool:
        return len(owner.nodes) > MOST_NODES or self.node_count > MOST_NODES + MOST_NODES_MORE * len(self.classes)

    # -- what processes share --------------------------------------------------------------------

    def _ever(self, slot: int) -> Values:
        """Whatever a global cell may hold at some time."""
        values = self.globals[slot]
        for assigned in self._assigned.get(slot, {}).values():
            values = join(values, assigned)
        return values

    def read_global(self, owner: InstanceClass, slot: int) -> Values:
        self._cell_readers[slot].add(owner)
        return self._ever(slot)

    def from_others(self, owner: InstanceClass, slot: int) -> Values:
        """What other processes may put into a global cell."""
        self._cell_readers[slot].add(owner)
        values: Values = NOTHING
        for other, assigned in self._assigned.get(slot, {}).items():
            if other is not owner or owner.several or not owner.tokens:
                values = join(values, assigned)
        return values

    def assign_global(self, owner: InstanceClass, slot: int, values: Values) -> None:
        by_class = self._assigned.setdefault(slot, {})
        joined = join(by_class.get(owner, NOTHING), values)
        if joined != by_class.get(owner, NOTHING):
            by_class[owner] = joined
            self._wake(self._cell_readers[slot])

    def put(self, queue: int, place: int, values: Values) -> None:
        known = self.fields.get((queue, place), NOTHING)
        joined = join(known, values)
        if joined != known or (queue, place) not in self.fields:
            self.fields[queue, place] = joined
            self._wake(self._queue_readers[queue])

    def note_sent(self, queue: int) -> None:
        if queue not in self._sent:
            self._sent.add(queue)
            self._wake(self._queue_readers[queue])

    def was_sent(self, owner: InstanceClass, queue: int) -> bool:
        self._queue_readers[queue].add(owner)
        return queue in self._sent

    def _wake(self, readers: Iterable[InstanceClass]) -> None:
        """Something that these classes look at has changed."""
        for owner in readers:
            if owner not in self._awake:
                self._awake.add(owner)
                self._waiting.append(owner)

    def create(
        self, creator: InstanceClass, arc: Arc, plan: ProcessPlan, arguments: tuple[Values, ...]
    ) -> InstanceClass:
        owner = self._bounded_instance(plan, arguments, arc if plan.channels else None)
        owner.creators.add((creator, arc))
        return owner

    def _found_several(self) -> bool:
        """Look for classes that are created more than once, or perhaps so; whether that was not known yet."""
        creators = {creator for owner in self.classes for creator, _ in owner.creators}
        repeated = {creator: creator.repeated() for creator in creators}
        new = [owner for owner in self.classes if not owner.several and not _created_once(owner, repeated)]
        check()
        for owner in new:
            owner.several = True
            self._wake([owner])
        return bool(new)

    # -- channels of processes that end ------------------------------------------------------------

    def _found_ending_owners(self) -> bool:
        """Look for queues whose owner may end, and for those of processes that are created later; whether that is new.

        A channel goes with its owner, and its number to the next one that is made: who still has the number then means
        the new channel.  The youngest process ends first: one that is there from the start only after all that were
        created, so that nobody but an older one can start another.
        """
        creators = {creator for owner in self.classes for creator, _ in owner.creators}
        mortal: frozenset[int] = frozenset()
        starting = False
        for owner in self.classes:
            if owner.may_end and (starting or not owner.tokens):
                mortal |= set(owner.queues.values())
            starting = starting or (owner in creators and owner.tokens > 0)
        successors = frozenset(queue for owner in self.classes if owner.creators for queue in owner.queues.values())
        if (mortal, successors) == (self._mortal, self._successors):
            return False
        self._mortal, self._successors = mortal, successors
        if mortal and successors:
            self._wake(self.classes)
        return True

    def with_successors(self, values: Values) -> Values:
        """These queues, and those that their numbers may have gone to."""
        return values if values is None or values.isdisjoint(self._mortal) else values | self._successors

    def with_predecessors(self, queues: frozenset[int]) -> frozenset[int]:
        """These queues, one of which has a number now (none: nobody has it), and those that may have had it before."""
        if not queues:
            return frozenset(queue for owner in self.classes if owner.may_end for queue in owner.queues.values())
        return queues if queues.isdisjoint(self._successors) else queues | self._mortal

    def always_own(self, channel: Reference) -> bool:
        """Whether a reference means a channel that its process declares and never changes: both end together."""
        given = self.model.variables[channel].parameter
        variable = self.model.variables[final(channel)]
        return variable.channel is not None and variable not in self._changed and not given

    def kind(self, queue: int) -> ChannelKind:
        return self.kinds[self.queues[queue - 1].variable]

    def queues_with(self, fields: int) -> set[int]:
        """The queues whose messages have this many fields."""
        return self._by_fields[fields]

    def _add_queue(self, name: str, variable: Variable, owner: InstanceClass | None = None) -> Queue:
        queue = Queue(len(self.queues) + 1, name, variable, owner)
        self.queues.append(queue)
        self._by_fields[len(self.kinds[variable].fields)].add(queue.number)
        return queue


def _cells_of(layout: Layout, variable: Variable) -> list[NamedCell]:
    slots = layout.slots(variable)
    first = slots.start - layout.cells[0].slot if layout.cells else 0
    return layout.cells[first : first + len(slots)]


def _single(values: Values) -> int | None:
    return next(iter(values)) if values is not None and len(values) == 1 else None


def split(plan: ProcessPlan, location: int, state: State) -> Iterator[tuple[ControlNode, State]]:
    """A state at a location, once for each combination of values of the tracked cells."""
    if not plan.tracked:
        yield ControlNode(location), state
        return
    places = [plan.followed[cell.slot] for cell in plan.tracked]
    choices = [_values(state[place]) for place in places]
    if prod(map(len, choices)) > MOST_AT_ONE_PLACE:
        raise TooLarge(plan.graph.automaton.name)
    for key in product(*choices):
        part = list(state)
        for place, value in zip(places, key, strict=True):
            if value is not None:
                part[place] = frozenset([value])
        yield ControlNode(location, key), tuple(part)


def _values(values: Values) -> list[int | None]:
    return [None] if values is None or len(values) > MOST_TOLD_APART else [*sorted(values)]


def _created_once(owner: InstanceClass, repeated: dict[InstanceClass, set[Arc]]) -> bool:
    """Whether there is never more than one of a class: from the start, or by one step that is taken once."""
    if owner.tokens:
        return owner.tokens == 1 and not owner.creators
    return len(owner.creators) <= 1 and all(
        not creator.several and arc not in repeated[creator] for creator, arc in owner.creators
    )
