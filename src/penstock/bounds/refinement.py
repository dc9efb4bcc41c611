"""From UNKNOWN to an answer: exclude what cannot happen, show what can, and look at all states as a last resort.

Each of these is sound by itself. Distinguishing values of variables makes the net larger and more precise; a run that
can be repeated forever proves that there is no bound; a complete search of all states proves bounds.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import TypeVar

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net, Transition
from penstock.bounds.ordering import in_finer_order, in_order
from penstock.bounds.proofs.choosing import creating, suggestions
from penstock.bounds.proofs.growth import find_growth
from penstock.bounds.proofs.structure import separation
from penstock.bounds.runs.aside import Aside
from penstock.bounds.runs.heads import lengths_beside
from penstock.bounds.runs.search import Pump, RunSearch, Searched, SearchLimits
from penstock.bounds.runs.witness import witness_of
from penstock.bounds.story import (
    AllStatesSeen,
    CycleStatus,
    Effort,
    Event,
    ExcludedByValues,
    NoAnswerBeyond,
    NoRunFound,
    NotForgotten,
    OrderKept,
    OtherRun,
    OutOfOrder,
    Reason,
    RunFound,
    RunRepeats,
    Separated,
    SeparateLoops,
    TimeRanOut,
    TooManyValues,
    ValuesKnown,
)
from penstock.bounds.verdict import UNKNOWN, BoundResult, ChannelBound, Clock, Judged, prove
from penstock.budget import Activity, Budget, Progress, TimeOver, check, in_time, present
from penstock.control import Automaton
from penstock.resolve.symbols import Variable

FIRST_LOOK = 3000
"""States for a first, short search: most floods show at once."""
SHARE_OF_FIRST_LOOK = 0.1
SHARE_OF_TRACKING = 0.4
SHARE_OF_ORDER = 0.5
SHARE_OF_SEARCH = 0.3
SHARE_OF_FOLLOWING = 0.1
SHARE_OF_FORGETTING = 0.5
MOST_STEPS_AT_LEISURE = 1500
"""In a net with more steps each further value is tried for seconds."""
ON_THE_WAY = 20_000
"""States on the way to one counterexample, before all others are looked at."""
MOST_STATES = 250_000
MOST_BESIDE = 2_000_000
"""States without those of channels that grow without end, of which nothing but the states is kept."""
USUAL_MEMORY = 1024
"""MB."""
MOST_ROUNDS = 8
SECONDS_FOR_WEIGHTS = 2.0
"""How long weights are looked for where all states were seen: they say more, but there is an answer."""
Found = TypeVar("Found")


Beyond = Callable[[BoundResult, list[Automaton], Budget], Searched | None]
"""A further search, by another program, which can go on beside everything else."""
Judgement = tuple[CycleStatus, Reason]


def refined(
    result: BoundResult,
    automata: list[Automaton],
    budget: Budget,
    rebuild: Callable[[Analysis], Net] = build_net,
    beyond: Beyond | None = None,
    searching: bool = True,
    memory_mb: int = USUAL_MEMORY,
) -> BoundResult:
    """Decide as many channels as possible within the budget; without `searching` no runs and states are looked at."""
    with budget:
        return _Refiner(result, automata, budget, rebuild, beyond, searching, memory_mb).run()


@dataclass(slots=True)
class _Refiner:
    result: BoundResult
    automata: list[Automaton]
    budget: Budget
    rebuild: Callable[[Analysis], Net]
    beyond: Beyond | None
    searching: bool
    memory_mb: int
    tracked: frozenset[Variable] = frozenset()
    too_large: frozenset[Variable] = frozenset()
    """What was not possible with fewer variables is not tried again with more."""
    story: list[Event] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Seconds by means."""
    _grown_too_large: str = ""
    """The type of processes with too many values, where that was the last that was tried."""
    _search: RunSearch | None = None
    _aside: Aside[Searched] | None = None
    """The search by another program, which goes on meanwhile."""

    def run(self) -> BoundResult:
        begin = time.perf_counter()
        self.judged = list(self.result.judged)
        if self.open:
            if self.searching:
                self._within(SHARE_OF_SEARCH, self._searcher, Effort.RUNS)
            seen = self._within(SHARE_OF_FIRST_LOOK, lambda: self.look(FIRST_LOOK), Effort.RUNS)
            if seen is not None and self.open:
                self._within(SHARE_OF_TRACKING, self.track, Effort.VALUES, SECONDS_FOR_WEIGHTS)
                if self.open:
                    self.all_states(seen)
        try:
            self._go_on()
        finally:
            if self._aside is not None:
                self._aside.end()
                self.spent[Effort.SPIN.value] = self._aside.seconds
        if self.open and self.budget.over:
            self.story.append(TimeRanOut(self._names(), self.budget.stopped))
        seconds = {**self.result.seconds, "refinement": time.perf_counter() - begin, **self.spent}
        return replace(self.result, judged=tuple(self.judged), story=tuple(self.story), seconds=seconds)

    def _go_on(self) -> None:
        """One means after the other, while another program searches; whoever is first answers."""
        means: list[tuple[float, Callable[[], object], Effort]] = [
            (SHARE_OF_FORGETTING, self.forget, Effort.BESIDE),
            (SHARE_OF_ORDER, self.keep_order_early, Effort.ORDER),
            (SHARE_OF_TRACKING, self.track, Effort.VALUES),
            (SHARE_OF_ORDER, self.keep_order, Effort.ORDER),
            (SHARE_OF_FOLLOWING, lambda: self.follow(ON_THE_WAY), Effort.WAYS),
            (SHARE_OF_SEARCH, lambda: self.look_at_all(MOST_STATES), Effort.RUNS),
            (SHARE_OF_SEARCH, lambda: self.follow(MOST_STATES), Effort.WAYS),
            (SHARE_OF_SEARCH, self.separate, Effort.LOOPS),
            (1.0, self.wait, Effort.WAITING),
        ]
        for share, work, effort in means:
            if not self.open or self.budget.over:
                return
            self._begin_aside()
            self._within(share, work, effort)
            self._ask_aside()

    # -- a search beside all others ------------------------------------------------------------------

    def _begin_aside(self) -> None:
        """Let another program search, unless there is a channel that makes its states infinitely many."""
        if self._aside is not None or self.beyond is None or not self.searching or self._witnessed():
            return
        beyond, result, automata = self.beyond, self.result, self.automata
        self._aside = Aside(lambda: beyond(result, automata, present()))

    def _ask_aside(self) -> None:
        """Take over what the other program has found."""
        if self._aside is None or not self._aside.ended or self._aside.told or not self.open:
            return
        self._aside.told = True
        found = self._aside.answer
        if found is None:
            self.story.append(NoAnswerBeyond(self._names()))
        elif found.highest is not None:
            self.all_states(found)
        elif found.pump is not None:
            self.pumped(found.pump)

    def wait(self) -> None:
        """Wait for the other program."""
        if self._aside is not None:
            self.budget.tell(Progress(Activity.SEARCHING_ALL))
            self._aside.wait()

    def _witnessed(self) -> frozenset[str]:
        """The channels that grow without end."""
        return frozenset(channel.name for channel in self.result.channels if channel.witness is not None)

    def forget(self) -> None:
        """Search all states without those of the channels that grow without end."""
        forgotten = self._witnessed()
        if not self.searching or not forgotten:
            return
        self.budget.tell(Progress(Activity.SEARCHING_ALL))
        found = lengths_beside(self.result.model, self.automata, forgotten, self._limits(MOST_BESIDE))
        if found is None:
            self.story.append(NotForgotten(tuple(sorted(forgotten))))
        else:
            self.all_states(found, forgotten)

    def look_at_all(self, states: int) -> None:
        seen = self.look(states)
        if self.open and seen is not None:
            self.all_states(seen)

    def _within(self, share: float, work: Callable[[], Found], effort: Effort, most: float = inf) -> Found | None:
        """Do something in a share of the time that is left, or until another program answers.

        What was found before stays.
        """
        part = self.budget.part(share, most)
        if self._aside is not None and not self._aside.told:
            part.watch = self._aside.ending(self.budget.watch)
        begin = time.perf_counter()
        try:
            with part:
                return in_time(work)
        finally:
            self.spent[effort.value] += time.perf_counter() - begin

    def _limits(self, states: int) -> SearchLimits:
        """Half of the memory is left for the other program."""
        return SearchLimits(states, present().until, self.memory_mb // 2)

    @property
    def open(self) -> list[ChannelBound]:
        """The channels without an answer."""
        return list(filter(_is_unknown, self.result.channels))

    # -- runs ----------------------------------------------------------------------------------

    def look(self, states: int) -> Searched | None:
        """Search for runs that fill the open channels; what was seen if it was everything."""
        if not self.searching:
            return None
        while self.open:
            self.budget.tell(Progress(Activity.FINDING_RUNS))
            found = self._searcher().run(
                [channel.name for channel in self.open], SearchLimits(states, present().until, self.memory_mb // 2)
            )
            if found.pump is None:
                complete = found.highest is not None
                self.story.append(NoRunFound(self._names(), found.states, complete))
                return found if complete else None
            self.pumped(found.pump)
        return None

    def _searcher(self) -> RunSearch:
        """The searcher for runs; making it takes a while if the model is large."""
        if self._search is None:
            self._search = RunSearch(self.result.model, self.automata)
        return self._search

    def follow(self, states: int) -> None:
        """Search for each counterexample along the way to its cycles."""
        for judged in self._waiting():
            check()
            if not self.searching or not self._is_open(judged):
                continue
            self.budget.tell(Progress(Activity.FINDING_WAYS))
            suspects = [channel.name for channel in self.open]
            found = self._searcher().run(
                suspects, SearchLimits(states, present().until, self.memory_mb // 2), judged.found.rounds
            )
            if found.pump is not None:
                self.pumped(found.pump)
            elif found.highest is not None:
                self.all_states(found)

    def pumped(self, pump: Pump) -> None:
        witness = witness_of(self.automata, pump)
        self.result = replace(
            self.result,
            channels=tuple(
                replace(channel, witness=witness)
                if channel.name in pump.growth and channel.bound is None and channel.witness is None
                else channel
                for channel in self.result.channels
            ),
        )
        left = pump.crowd.more if pump.crowd is not None else 0
        self.story.append(RunFound(tuple(sorted(pump.growth)), len(pump.stem), len(pump.loop), left))
        edges = {step.move.edge for step in pump.loop if step.move.edge is not None}
        lines = {self.result.model.locate(edge.statement).line for edge in edges}
        self._judge(lambda judged: self._grown_by(judged, pump), lambda judged: _is_run(self.result, judged, lines))

    def _grown_by(self, judged: Judged, pump: Pump) -> bool:
        return not _grown(judged).isdisjoint(pump.growth)

    def _judge(self, concerned: Callable[[Judged], bool], verdict: Callable[[Judged], Judgement]) -> None:
        for number, judged in enumerate(self.judged):
            if judged.status is CycleStatus.UNDECIDED and concerned(judged):
                status, reason = verdict(judged)
                self.judged[number] = replace(judged, status=status, reason=reason)

    def all_states(self, seen: Searched, forgotten: frozenset[str] = frozenset()) -> None:
        """Everything was seen, apart from forgotten channels: what is open has the bound that was reached."""
        assert seen.highest is not None
        highest = seen.highest
        self.result = replace(
            self.result,
            channels=tuple(
                replace(channel, bound=highest.get(channel.name, 0), proofs=(), states=seen.states, beside=forgotten)
                if channel in self.open
                else channel
                for channel in self.result.channels
            ),
        )
        event = AllStatesSeen(seen.states, tuple(sorted(forgotten)))
        self.story.append(event)
        self._judge(lambda _: True, lambda _: (CycleStatus.SPURIOUS, event))

    # -- structure -------------------------------------------------------------------------------

    def separate(self) -> None:
        """Show that what might make channels grow would need a process to be in separate loops at the same time.

        A channel that grows forever could make any other grow, so this is tried only where there is none.
        """
        if any(channel.witness is not None for channel in self.result.channels):
            return
        self.budget.tell(Progress(Activity.SEPARATING))
        net = self.result.net
        proved = [place for channel in self.result.channels if channel.proofs for place in _messages(net, channel)]
        found = separation(net, proved)
        if found is None:
            return
        channels = tuple(replace(channel, finite=channel in self.open) for channel in self.result.channels)
        self.story.append(Separated(self._names()))
        self.result = replace(self.result, channels=channels, separation=found)
        self._judge(lambda _: True, lambda _: (CycleStatus.SPURIOUS, SeparateLoops()))

    # -- order -----------------------------------------------------------------------------------

    def keep_order_early(self) -> None:
        """The same before values are distinguished step by step, where each step takes long."""
        if len(self.result.net.transitions) > MOST_STEPS_AT_LEISURE:
            self._keep_finer_order()

    def keep_order(self) -> None:
        """Bound channels by the order of messages: all that are open in a finer net, or some in this one."""
        found = None if self._keep_finer_order() else in_order(self.result)
        if found is not None:
            self._take_over_order(found)

    def _keep_finer_order(self) -> bool:
        for new in self._worth_knowing():
            found = in_finer_order(self.result, self.automata, self.tracked | new, self.rebuild)
            if found is not None:
                self.story.append(ValuesKnown(_shown(new), len(found.net.transitions)))
                self.tracked |= new
                self._take_over_order(found)
                return True
        return False

    def _worth_knowing(self) -> list[frozenset[Variable]]:
        """Variables that may matter for order: those that show how often processes are started, and what they do."""
        model = self.result.model
        started = creating(model, self.result.net.analysis.classes)
        _, beside, *_, anywhere = suggestions(model, [judged.found for judged in self._waiting()])
        wanted = [(started | found) - self.tracked - self.too_large for found in (beside, anywhere)]
        return [new for new in dict.fromkeys(wanted) if new]

    def _take_over_order(self, found: BoundResult) -> None:
        bounded = tuple(channel.name for channel in found.channels if channel.order is not None)
        self.story.append(OrderKept(bounded, len(found.net.places)))
        self.result = found
        self._judge(
            lambda judged: not self._is_open(judged) and not _grown(judged).isdisjoint(bounded),
            lambda _: (CycleStatus.SPURIOUS, OutOfOrder()),
        )

    # -- variables -------------------------------------------------------------------------------

    def track(self) -> None:
        """Distinguish values of variables, as long as that excludes anything."""
        for _ in range(MOST_ROUNDS):
            if not self.open or not self._track_more():
                return

    def _track_more(self) -> bool:
        """One round; whether there is something new to look at."""
        for wanted in suggestions(self.result.model, [judged.found for judged in self._waiting()]):
            new = wanted - self.tracked - self.too_large
            if new and self._with(new):
                return True
        return False

    def _waiting(self) -> list[Judged]:
        return [judged for judged in self.judged if judged.status is CycleStatus.UNDECIDED and self._is_open(judged)]

    def _is_open(self, judged: Judged) -> bool:
        return not _grown(judged).isdisjoint(channel.name for channel in self.open)

    def _with(self, new: frozenset[Variable]) -> bool:
        """Track more variables; whether that was possible.

        Those of a process that becomes too large are tracked one by one, and the others without them.
        """
        self._grown_too_large = ""
        if self._adopt(self.tracked | new):
            return True
        if len(new) == 1:
            return False
        apart = new & self._variables_of(self._grown_too_large) or new
        adopted = self._with(new - apart) if apart < new else False
        alone = [self._adopt(self.tracked | {variable}) for variable in sorted(apart, key=_values)]
        return adopted or any(alone)

    def _variables_of(self, process: str) -> frozenset[Variable]:
        found = [automaton.process for automaton in self.automata if automaton.name == process]
        return frozenset(variable for one in found for variable in (*one.parameters, *one.locals))

    def _adopt(self, tracked: frozenset[Variable]) -> bool:
        check()
        names = _shown(tracked - self.tracked)
        self.budget.tell(Progress(Activity.TELLING_APART, tuple(names)))
        clock = Clock()
        try:
            analysis = Analysis(self.result.model, self.automata, tracked)
        except TooLarge as problem:
            self._grown_too_large = problem.process
            new = tracked - self.tracked
            self.too_large |= new if len(new) == 1 else frozenset()
            self.story.append(TooManyValues(names))
            return False
        clock.lap("analysis")
        net = self.rebuild(analysis)
        clock.lap("net")
        found = prove(net, clock)
        if not _keeps(self.result, found):
            return False
        self.tracked = tracked
        self._take_over(found, names)
        return True

    def _take_over(self, found: BoundResult, names: tuple[str, ...]) -> None:
        """Go on with a finer net; what was a counterexample before may be none in it."""
        known = {channel.name: channel for channel in self.result.channels}
        channels = tuple(
            known[channel.name] if known[channel.name].witness is not None else channel for channel in found.channels
        )
        self.result = replace(found, channels=channels)
        self.story.append(ValuesKnown(names, len(found.net.transitions)))
        excluded = CycleStatus.SPURIOUS, ExcludedByValues(names)
        self._judge(lambda judged: not _possible(judged, found.net), lambda _: excluded)
        again = {_steps(judged) for judged in found.judged}
        undecided = CycleStatus.UNDECIDED
        self.judged = [judged for judged in self.judged if judged.status != undecided or _steps(judged) not in again]
        self.judged.extend(found.judged)

    def _names(self) -> tuple[str, ...]:
        return tuple(channel.name for channel in self.open)


def _is_unknown(channel: ChannelBound) -> bool:
    return channel.verdict == UNKNOWN


def _grown(judged: Judged) -> set[str]:
    """The channels that a counterexample makes grow."""
    names = NetNames(judged.net)
    return {names.queue(queue) for queue in judged.found.queues}


def _messages(net: Net, channel: ChannelBound) -> list[int]:
    return [place for queue in channel.queues for place in net.messages_of(queue)]


def _values(variable: Variable) -> tuple[int, str]:
    low, high = variable.range
    return (high - low) * (variable.size or 1), variable.name


def _shown(variables: frozenset[Variable]) -> tuple[str, ...]:
    return tuple(sorted({variable.name for variable in variables}))


def _keeps(old: BoundResult, new: BoundResult) -> bool:
    """Whether no bound is lost, which could only be for reasons of arithmetic."""
    bounds = {channel.name: channel.bound for channel in new.channels}
    return all(channel.bound is None or bounds.get(channel.name) is not None for channel in old.channels)


def _is_run(result: BoundResult, judged: Judged, lines: set[int]) -> Judgement:
    steps = {result.model.locate(arc.statement).line for part in judged.found.rounds for arc in part.arcs}
    if lines == steps:
        return CycleStatus.REAL, RunRepeats()
    return CycleStatus.UNDECIDED, OtherRun()


def _steps(judged: Judged) -> frozenset[tuple[str, int]]:
    """The steps of a counterexample, whatever is distinguished."""
    rounds = judged.found.rounds
    return frozenset((part.owner.plan.graph.automaton.name, arc.number) for part in rounds for arc in part.arcs)


def _possible(judged: Judged, net: Net) -> bool:
    """Whether the steps of a counterexample still make its queues grow in another net of the same model."""
    steps = _steps(judged)
    names, others = NetNames(judged.net), NetNames(net)
    grown = {names.queue(queue) for queue in judged.found.queues}
    messages = [
        place
        for queue in net.analysis.queues
        if others.queue(queue.number) in grown
        for place in net.messages_of(queue.number)
    ]

    def allowed(step: Transition) -> bool:
        return (step.owner.plan.graph.automaton.name, step.arc.number) in steps

    try:
        return find_growth(net, messages, allowed) is not None
    except TimeOver:
        return True  # nothing shows that they do not
