"""Requests about values: evaluate, set, and the commands of the debug console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from penstock.errors import UsageError
from penstock.faces.dap.debuggee import Debuggee
from penstock.faces.dap.motion import Motion
from penstock.faces.dap.moving import choose, debuggee_of, resting, told_choice
from penstock.faces.dap.session import DebugSession
from penstock.faces.dap.showing import Body, Shown
from penstock.machine.trace import Change
from penstock.stepping.conditions import BadExpression, Inquiry
from penstock.stepping.scopes import Seen
from penstock.stepping.stepper import Stop, StopKind
from penstock.stepping.timeline import Edit
from penstock.stepping.values import shown_value, stored_value

HELP = """any Promela expression: its value in the process that is selected
:choices        the steps that are possible now, and what they would change
:take N         take step number N
:until COND     run until a condition holds
:back [N]       N steps back (default: 1)
:seed           how this run was begun"""


def _evaluate(session: DebugSession, arguments: Body) -> Body:
    debuggee = debuggee_of(session)
    assert session.display is not None
    text = str(arguments.get("expression", "")).strip()
    if text.startswith(":") and arguments.get("context") == "repl":
        return {"result": _command(session, debuggee, text[1:].strip()), "variablesReference": 0}
    at = session.display.frame(arguments.get("frameId")).at
    whole = _found(session, at, text)
    if whole is not None:
        seen, shown = whole
        body = session.display.variable(seen, shown)
        return {"result": seen.value, "type": seen.type, "variablesReference": body["variablesReference"]}
    asked = ask(debuggee, text, at)
    return {"result": shown_value(debuggee.run.names, asked, debuggee.timeline.now.mark), "variablesReference": 0}


def ask(debuggee: Debuggee, text: str, at: int) -> Inquiry:
    instance = debuggee.thread_of(at) - 1 if at else None
    mark, questions = debuggee.timeline.now.mark, debuggee.stepper.questions
    return questions.ask(text, mark, instance) if at else questions.ask_anybody(text, mark)


def _found(session: DebugSession, at: int, text: str) -> tuple[Seen, Shown] | None:
    """What is called exactly so, with its parts: arrays, structures and channels have no value as expressions."""
    for seen, shown in _all_seen(session, at):
        if text in (seen.expression, seen.title) and seen.parts and seen.at in (0, at):
            return seen, shown
    return None


def _all_seen(session: DebugSession, at: int) -> Iterator[tuple[Seen, Shown]]:
    assert session.display is not None and session.debuggee is not None
    for scope in session.debuggee.viewer().scopes(at):
        waiting = [(seen, Shown(at, scope.name)) for seen in scope.seen]
        while waiting:
            seen, shown = waiting.pop(0)
            yield seen, shown
            inner = Shown(at, scope.name, (*shown.path, seen.name))
            waiting += [(part, inner) for part in seen.parts]


# -- setting -----------------------------------------------------------------------------------


def _set_variable(session: DebugSession, arguments: Body) -> Body:
    debuggee = resting(session)
    assert session.display is not None
    shown = session.display.shown(int(arguments["variablesReference"]))
    seen = next((one for one in session.display.seen(shown) if one.name == arguments["name"]), None)
    return _set(session, debuggee, seen, shown.at, str(arguments["name"]), str(arguments["value"]))


def _set_expression(session: DebugSession, arguments: Body) -> Body:
    debuggee = resting(session)
    assert session.display is not None
    name = str(arguments["expression"]).strip()
    at = session.display.frame(arguments.get("frameId")).at
    seen = next(
        (one for one, _ in _all_seen(session, at) if name in (one.expression, one.title) and one.at in (0, at)), None
    )
    return _set(session, debuggee, seen, at, name, str(arguments["value"]))


def _set(session: DebugSession, debuggee: Debuggee, seen: Seen | None, at: int, name: str, text: str) -> Body:
    """Another value: the run goes on from here on a branch of its own."""
    if seen is None or seen.address is None:
        raise UsageError(f"`{name}` cannot be set: only variables, elements and fields can")
    timeline, names = debuggee.timeline, debuggee.run.names
    address = seen.address
    try:
        asked = ask(debuggee, text, at)
    except BadExpression:
        if not names.is_timer(address.variable):
            raise
        asked = None
    value = stored_value(names, address, text, asked, timeline.now.mark)
    shown = names.value(address.variable, value, debuggee.run.channel_names())
    if shown != seen.value:
        again = bool(timeline.now.children)
        change = Change(seen.title, seen.value, shown)
        timeline.edit(Edit(address.at, address.slot, value), change, debuggee.thread_of(at) - 1 if at else None)
        session.say(f"{seen.title} = {shown}: the run branches here" + (", the other one is kept" * again))
        if session.client.get("supportsInvalidatedEvent"):
            session.event("invalidated", {"areas": ["stacks", "variables"]})
    return {"value": shown, "type": seen.type, "variablesReference": 0}


# -- the console -------------------------------------------------------------------------------


def _command(session: DebugSession, debuggee: Debuggee, text: str) -> str:
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    match word:
        case "choices":
            return told_choices(debuggee)
        case "take" if rest.isdigit():
            resting(session)
            choose(debuggee, int(rest))
            _set_off(session, Motion(debuggee, "step", lambda moment: True))
            return ""
        case "until" if rest:
            resting(session)
            asked = ask(debuggee, rest, 0)
            _set_off(session, Motion(debuggee, "goal", lambda moment: asked.holds(moment.mark)))
            return ""
        case "back" if not rest or rest.isdigit():
            resting(session)
            debuggee.timeline.back(int(rest or 1))
            session.later(lambda: session.stop(Stop(StopKind.STEP)))
            return ""
        case "seed":
            return "; ".join(debuggee.told)
        case _:
            return HELP


def told_choices(debuggee: Debuggee) -> str:
    choices = debuggee.timeline.choices()
    if not choices:
        return debuggee.stepper.ending().text
    return "\n".join(f"{choice.number}  {told_choice(debuggee, choice)}" for choice in choices)


def _set_off(session: DebugSession, motion: Motion) -> None:
    session.motion = motion
    session.event("continued", {"threadId": motion.debuggee.threads()[0].number, "allThreadsContinued": True})


def _completions(session: DebugSession, arguments: Body) -> Body:
    """Names that begin as the word before the cursor does."""
    debuggee_of(session)
    assert session.display is not None
    at = session.display.frame(arguments.get("frameId")).at
    before = str(arguments.get("text", ""))[: int(arguments.get("column", 1)) - session.display.first_column]
    word = before[len(before.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")) :]
    names = [seen.expression for seen, shown in _all_seen(session, at) if not shown.path and seen.at in (0, at)]
    found = sorted({name for name in names if name.startswith(word)})
    return {"targets": [{"label": name, "start": len(before) - len(word), "length": len(word)} for name in found]}


HANDLERS: dict[str, Callable[[DebugSession, dict[str, Any]], Body | None]] = {
    "evaluate": _evaluate,
    "setVariable": _set_variable,
    "setExpression": _set_expression,
    "completions": _completions,
}
