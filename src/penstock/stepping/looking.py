"""Looks at the present moment of a timeline: makes the scene that is to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from penstock.control import Edge
from penstock.machine.engine import Move
from penstock.machine.obstacles import MOST_REASONS
from penstock.machine.runtime import FIRST_PROCESS, Queue
from penstock.machine.trace import Instance, Message, Step, Waiting
from penstock.machine.waiting import waiting_processes
from penstock.stepping.choices import StepChoice
from penstock.stepping.places import ProcessPlace, TextSpan, span_of, standing
from penstock.stepping.scene import (
    Scene,
    SceneCall,
    SceneChange,
    SceneChannel,
    SceneChoice,
    SceneEnding,
    SceneEvent,
    SceneMessage,
    ScenePartner,
    ScenePlace,
    SceneProcess,
    SceneState,
    SceneStep,
    SceneTimer,
    SceneVariable,
    SceneWaiting,
)
from penstock.stepping.scopes import Address, Seen, Viewer, summary_of
from penstock.stepping.timeline import Moment, Timeline

ENDS = "(ends)"


def scene_at(timeline: Timeline) -> Scene:
    """What there is to see now."""
    return _Look(timeline).scene()


def step_at(timeline: Timeline, moment: Moment) -> SceneStep | None:
    """The step that led to a moment of this timeline; None for the beginning."""
    if moment.step is None:
        return None
    taken = moment.taken
    moves = (None, None) if taken is None else (taken.move, taken.partner_move)
    return _shown_step(timeline, moment.mark.instances, moment.step, *moves)


class _Look:
    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.choices = timeline.choices()
        self.now = timeline.now
        self.run = timeline.run
        self.machine = timeline.machine
        self.viewer = Viewer(timeline.run)
        self.before = self.now.parent
        self.waiting = {one.process: one.reason for one in waiting_processes(timeline.run) if not one.goes_on}

    def scene(self) -> Scene:
        now, viewer = self.now, self.viewer
        ending = self._ending()  # before previews, which change the run for a moment
        return Scene(
            now.number,
            now.depth,
            step_at(self.timeline, now),
            tuple(self._process(pid) for pid in range(len(now.mark.living))),
            tuple(self._channels()),
            self._variables(viewer.globals().seen, ""),
            tuple(map(self._timer, viewer.timers().seen)),
            tuple(map(self._choice, self.choices)),
            ending,
        )

    # -- processes ---------------------------------------------------------------------------

    def _process(self, pid: int) -> SceneProcess:
        at = pid + FIRST_PROCESS
        number = self.now.mark.living[pid]
        instance = self.now.mark.instances[number]
        row = self.now.state[at]
        place = self.machine.places[row[0]]
        own = [choice.taken.move.edge for choice in self.choices if choice.taken.at == at]
        joined = [step.partner_move for step in (choice.taken for choice in self.choices) if step.partner == at]
        edges = own or [move.edge for move in joined if move is not None]
        stands = standing(self.machine, row[0], edges[0] if edges else None)
        return SceneProcess(
            number,
            pid,
            instance.name,
            instance.proctype,
            place.state,
            _place(stands[0].span),
            tuple(_calls(stands)),
            bool(edges),
            "" if edges else self.waiting.get(number, ""),
            self.now.holder == at,
            self._variables(self.viewer.locals(at).seen, f"{instance.proctype}[{pid}]:"),
        )

    # -- values ------------------------------------------------------------------------------

    def _variables(self, seen: Sequence[Seen], prefix: str) -> tuple[SceneVariable, ...]:
        return tuple(self._variable(one, prefix) for one in seen)

    def _variable(self, seen: Seen, prefix: str) -> SceneVariable:
        parts = self._variables(seen.parts, prefix)
        was = self._was(seen.address) if seen.address is not None else None
        if any(part.was is not None for part in parts):
            was = _summed(parts)
        asked = prefix + seen.expression if seen.expression else ""
        return SceneVariable(seen.name, seen.title, seen.value, seen.type, was, asked, parts)

    def _was(self, address: Address) -> str | None:
        """What a cell held before the step that led here, if that was something else."""
        old = self._old_row(address.at)
        if old is None or old[address.slot] == self.now.state[address.at][address.slot]:
            return None
        return self.viewer.names.value(address.variable, old[address.slot], self.viewer.channels)

    def _old_row(self, at: int) -> tuple[int, ...] | None:
        """The row before; None if the process did not live then."""
        before, place = self.before, at - FIRST_PROCESS
        if before is None or (at and before.mark.living[place : place + 1] != self.now.mark.living[place : place + 1]):
            return None
        row: tuple[int, ...] = before.state[at]
        return row

    def _timer(self, seen: Seen) -> SceneTimer:
        assert seen.address is not None
        value = self.now.state[0][seen.address.slot]
        return SceneTimer(seen.title, value - 1 if value else None, self._was(seen.address))

    # -- channels ----------------------------------------------------------------------------

    def _channels(self) -> Iterator[SceneChannel]:
        for place, queue in enumerate(self.now.state[1]):
            if not self.viewer.names.is_hidden(queue):
                yield self._channel(place, queue)

    def _channel(self, place: int, queue: Queue) -> SceneChannel:
        viewer, name = self.viewer, self.viewer.channels[place]
        capacity = viewer.kinds[queue[0]].capacity
        owner = viewer.owner(name)
        numbers = self.now.mark.numbers[place]
        old = self._old_numbers(place)
        messages = tuple(
            SceneMessage(number, viewer.names.message(queue, message, viewer.channels), number not in old)
            for number, message in zip(numbers, queue[1:], strict=True)
        )
        return SceneChannel(
            name,
            None if owner is None else self.now.mark.living[owner],
            name in viewer.processes,
            capacity,
            messages,
            numbers != old,
        )

    def _old_numbers(self, place: int) -> tuple[int, ...]:
        """The messages before, in a channel that may not have been there; numbers are never used twice."""
        before = self.before
        if before is None:
            return self.now.mark.numbers[place]
        return before.mark.numbers[place] if place < len(before.mark.numbers) else ()

    # -- what comes next ---------------------------------------------------------------------

    def _choice(self, choice: StepChoice) -> SceneChoice:
        step = self.timeline.preview(choice)
        taken = choice.taken
        shown = _shown_step(self.timeline, self.now.mark.instances, step, taken.move, taken.partner_move)
        known = self.timeline.known(choice)
        return SceneChoice(choice.number, shown, None if known is None else known.number)

    def _ending(self) -> SceneEnding | None:
        ended = self.timeline.ended()
        if ended is None:
            return None
        trace = self.timeline.trace()
        return SceneEnding(trace.outcome, trace.reason, tuple(map(self._waiting, trace.waiting)))

    def _waiting(self, waiting: Waiting) -> SceneWaiting:
        pid = self.now.mark.living.index(waiting.process)
        place = standing(self.machine, self.now.state[pid + FIRST_PROCESS][0])[0]
        channels = [obstacle.channel for obstacle in waiting.obstacles[:MOST_REASONS] if obstacle.channel]
        return SceneWaiting(
            waiting.process, _place(place.span), waiting.statement, waiting.reason, tuple(dict.fromkeys(channels))
        )


def _shown_step(
    timeline: Timeline, instances: Sequence[Instance], step: Step, move: Move | None, partner: Move | None
) -> SceneStep:
    model = timeline.machine.program.model

    def placed(edge: Edge) -> ScenePlace:
        return _place(span_of(model, edge.statement))

    return SceneStep(
        step.number,
        step.process,
        "" if step.process is None else instances[step.process].name,
        placed(move.edge) if move is not None and move.edge is not None else None,
        ENDS if step.ended else step.statement,
        None
        if step.partner is None or partner is None or partner.edge is None
        else ScenePartner(step.partner, instances[step.partner].name, placed(partner.edge), step.partner_statement),
        tuple(SceneChange(change.name, change.before, change.after) for change in step.changes),
        tuple(map(_event, step.messages)),
        step.started,
        step.ended,
        step.printed,
        step.tick,
        step.outside,
        step.loses,
        tuple(SceneState(actor, state) for actor, state in step.states),
    )


def _event(message: Message) -> SceneEvent:
    return SceneEvent(
        message.action, message.process, message.channel, message.values, message.number, message.rendezvous
    )


def _place(span: TextSpan) -> ScenePlace:
    room = max(0, len(span.text) - span.column + 1)
    return ScenePlace(span.file, span.line, span.column, min(span.length, room))


def _calls(stands: Sequence[ProcessPlace]) -> Iterator[SceneCall]:
    for inner, outer in pairwise(stands):
        yield SceneCall(inner.name, _place(outer.span))


def _summed(parts: Sequence[SceneVariable]) -> str:
    """What a structure or an array was."""
    return summary_of([(part.name, part.value if part.was is None else part.was) for part in parts])
