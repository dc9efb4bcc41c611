"""Requests that move the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock.errors import UsageError
from penstock.faces.dap.debuggee import WHOLE, Debuggee
from penstock.faces.dap.motion import Motion
from penstock.faces.dap.session import DebugSession
from penstock.faces.dap.showing import Body
from penstock.machine.trace import Change
from penstock.stepping.choices import StepChoice
from penstock.stepping.places import standing
from penstock.stepping.stepper import Goal, Stop, StopKind, moved, row_of
from penstock.stepping.timeline import Moment


def debuggee_of(session: DebugSession) -> Debuggee:
    if session.debuggee is None:
        raise UsageError("nothing has been launched yet")
    return session.debuggee


def resting(session: DebugSession) -> Debuggee:
    """The run, if it is not on its way."""
    debuggee = debuggee_of(session)
    if session.motion is not None:
        raise UsageError("the run is on its way: pause it first")
    return debuggee


def _continue(session: DebugSession, _arguments: Body) -> Body:
    session.motion = session.motion or Motion(debuggee_of(session), "step")
    return {"allThreadsContinued": True}


def _reverse(session: DebugSession, _arguments: Body) -> None:
    session.motion = Motion(resting(session), "step", back=True)


def _pause(session: DebugSession, _arguments: Body) -> None:
    if session.motion is not None:
        session.stop(Stop(StopKind.PAUSE))


def _next(session: DebugSession, arguments: Body) -> None:
    """Until the process of the thread has moved."""
    debuggee = resting(session)
    instance = _instance(debuggee, arguments)
    if instance is None:
        session.motion = _one_step(debuggee)
    else:
        session.motion = Motion(debuggee, "step", moved(instance), instance)


def _instance(debuggee: Debuggee, arguments: Body) -> int | None:
    thread = int(arguments.get("threadId") or WHOLE)
    return thread - 1 if debuggee.row(thread) else None


def _one_step(debuggee: Debuggee) -> Motion:
    return Motion(debuggee, "step", lambda moment: True)


def _step_in(session: DebugSession, arguments: Body) -> None:
    """One step of the model: the one that is chosen, or else whatever comes next."""
    debuggee = resting(session)
    target = arguments.get("targetId")
    if target is not None:
        choose(debuggee, int(target))
    session.motion = _one_step(debuggee)


def choose(debuggee: Debuggee, number: int) -> None:
    """Decide which step comes next."""
    choices = debuggee.timeline.choices()
    if not 1 <= number <= len(choices):
        raise UsageError(f"there is no step {number} here" + (f": choose from 1 to {len(choices)}" * bool(choices)))
    debuggee.stepper.decide(choices[number - 1])


def _step_in_targets(session: DebugSession, arguments: Body) -> Body:
    debuggee = resting(session)
    assert session.display is not None
    at = session.display.frame(arguments.get("frameId")).at
    choices = debuggee.timeline.choices()
    own = [choice for choice in choices if choice.taken.at == at]
    others = [choice for choice in choices if choice.taken.at != at]
    return {"targets": [_target(session, debuggee, choice) for choice in [*own, *others]]}


def _target(session: DebugSession, debuggee: Debuggee, choice: StepChoice) -> Body:
    assert session.display is not None
    body: Body = {"id": choice.number, "label": told_choice(debuggee, choice)}
    if choice.line:
        body["line"] = choice.line - 1 + session.display.first_line
    return body


def told_choice(debuggee: Debuggee, choice: StepChoice) -> str:
    """A step that is possible, and what it would change."""
    changes = told_changes(debuggee.timeline.preview(choice).changes)
    return f"{choice}  {{{changes}}}" if changes else str(choice)


def told_changes(changes: Sequence[Change]) -> str:
    return ", ".join(f"{change.name} = {change.after}" for change in changes)


def _step_out(session: DebugSession, arguments: Body) -> None:
    """Until the process has left the inline or the atomic sequence that it is in, or else has ended."""
    debuggee = resting(session)
    instance = _instance(debuggee, arguments)
    if instance is None:
        session.motion = _one_step(debuggee)
        return
    session.motion = Motion(debuggee, "step", _left(debuggee, instance), instance)


def _left(debuggee: Debuggee, instance: int) -> Goal:
    now = debuggee.timeline.now
    calls = _calls(debuggee, now, instance)
    if len(calls) > 1:
        return lambda moment: not _is_inside(_calls(debuggee, moment, instance), calls)
    if now.holder == row_of(now, instance):
        return lambda moment: moment.holder != row_of(moment, instance)
    return lambda moment: not row_of(moment, instance)


def _calls(debuggee: Debuggee, moment: Moment, instance: int) -> list[int]:
    """The calls of inlines that a process is in, the outermost first; nothing if it does not live."""
    at = row_of(moment, instance)
    places = standing(debuggee.timeline.machine, moment.state[at][0]) if at else []
    return [place.call for place in reversed(places)]


def _is_inside(calls: list[int], outer: list[int]) -> bool:
    return calls[: len(outer)] == outer


def _step_back(session: DebugSession, _arguments: Body) -> None:
    debuggee = resting(session)
    if debuggee.timeline.now.parent is None:
        raise UsageError("this is where the run begins")
    session.later(lambda: _back(session, debuggee))


def _back(session: DebugSession, debuggee: Debuggee) -> None:
    debuggee.timeline.back()
    session.stop(Stop(StopKind.STEP))


def _goto_targets(session: DebugSession, arguments: Body) -> Body:
    debuggee = debuggee_of(session)
    assert session.display is not None
    file = debuggee.file_of(str(arguments["source"].get("path") or ""))
    line = int(arguments["line"]) + 1 - session.display.first_line
    if file is None or line not in debuggee.stepper.breaks.step_lines.all[file]:
        return {"targets": []}
    session.goto_lines.append((file, line))
    return {"targets": [{"id": len(session.goto_lines), "label": f"run to line {line}", "line": arguments["line"]}]}


def _goto(session: DebugSession, arguments: Body) -> None:
    """Run until the line comes next."""
    debuggee = resting(session)
    number = int(arguments["targetId"])
    if not 1 <= number <= len(session.goto_lines):
        raise UsageError("there is no such target")
    place = session.goto_lines[number - 1]
    stepper = debuggee.stepper

    def reached(_moment: Moment) -> bool:
        step = stepper.plan()
        return step is not None and place in stepper.breaks.step_lines.executed(step)

    session.motion = Motion(debuggee, "goto", reached)


def _restart_frame(session: DebugSession, arguments: Body) -> None:
    """Back to where the process began, or entered the inline."""
    debuggee = resting(session)
    assert session.display is not None
    frame = session.display.frame(int(arguments["frameId"]))
    if not frame.at:
        raise UsageError("there is nothing to begin again")
    instance = debuggee.thread_of(frame.at) - 1
    moment = debuggee.timeline.now
    calls = _calls(debuggee, moment, instance)
    outer = calls[: len(calls) - frame.level]
    while moment.parent is not None and _is_inside(_calls(debuggee, moment.parent, instance), outer):
        moment = moment.parent
    target = moment
    session.later(lambda: _to(session, debuggee, target))


def _to(session: DebugSession, debuggee: Debuggee, moment: Moment) -> None:
    debuggee.timeline.to(moment)
    session.stop(Stop(StopKind.GOAL), "restart")


HANDLERS: dict[str, Callable[[DebugSession, dict[str, Any]], Body | None]] = {
    "continue": _continue,
    "reverseContinue": _reverse,
    "pause": _pause,
    "next": _next,
    "stepIn": _step_in,
    "stepInTargets": _step_in_targets,
    "stepOut": _step_out,
    "stepBack": _step_back,
    "gotoTargets": _goto_targets,
    "goto": _goto,
    "restartFrame": _restart_frame,
}
