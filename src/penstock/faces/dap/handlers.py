"""The requests of the protocol, each with what it does."""

from __future__ import annotations

from collections.abc import Callable

from penstock.errors import PenstockError, UsageError
from penstock.faces.dap import asking, moving, picturing
from penstock.faces.dap.breaking import data_info, exception_filters, seen_info
from penstock.faces.dap.debuggee import Debuggee
from penstock.faces.dap.framing import Message
from penstock.faces.dap.launching import Configuration
from penstock.faces.dap.session import DebugSession, problem_text
from penstock.faces.dap.showing import Body, Display

Handler = Callable[[DebugSession, Body], Body | None]


def handle(session: DebugSession, message: Message) -> None:
    """Answer a request; whatever goes wrong is an answer too."""
    if message.get("type") != "request":
        return
    command = str(message.get("command", ""))
    arguments = message.get("arguments") or {}
    try:
        if command in ("launch", "restart"):
            _launch(session, message, arguments)
            return
        handler = HANDLERS.get(command)
        if handler is None:
            raise UsageError(f"there is no request `{command}` here")
        body = handler(session, arguments)
    except PenstockError as problem:
        session.refuse(message, str(problem))
        return
    except (KeyError, TypeError, ValueError) as problem:
        told = f"{type(problem).__name__}: {problem}"
        session.refuse(message, f"the arguments of `{command}` are not as they should be ({told})")
        return
    except Exception as problem:
        session.refuse(message, problem_text(problem))  # the session goes on whatever happens
        return
    session.respond(message, body)
    if command == "configurationDone" and session.debuggee is not None:
        session.enter()
    if command == "disconnect":
        session.over = True
    if command == "terminate":
        session.event("terminated")


def _launch(session: DebugSession, message: Message, arguments: Body) -> None:
    if message["command"] == "restart":
        arguments = arguments.get("arguments") or (session.wanted.arguments if session.wanted is not None else {})
    session.begin(message, Configuration(arguments))


def _initialize(session: DebugSession, arguments: Body) -> Body:
    session.client = arguments
    return {
        "supportsConfigurationDoneRequest": True,
        "supportsStepBack": True,
        "supportsConditionalBreakpoints": True,
        "supportsHitConditionalBreakpoints": True,
        "supportsLogPoints": True,
        "supportsDataBreakpoints": True,
        "supportsExceptionInfoRequest": True,
        "supportsEvaluateForHovers": True,
        "supportsSetVariable": True,
        "supportsSetExpression": True,
        "supportsStepInTargetsRequest": True,
        "supportsGotoTargetsRequest": True,
        "supportsBreakpointLocationsRequest": True,
        "supportsRestartFrame": True,
        "supportsRestartRequest": True,
        "supportsTerminateRequest": True,
        "supportsCancelRequest": True,
        "supportsCompletionsRequest": True,
        "supportsClipboardContext": True,
        "supportsDelayedStackTraceLoading": True,
        "exceptionBreakpointFilters": exception_filters(),
    }


def _configured(session: DebugSession, _arguments: Body) -> None:
    session.configured = True


def _end(session: DebugSession, _arguments: Body) -> None:
    session.motion = None
    session.cancel_launch()


def present(session: DebugSession) -> tuple[Debuggee, Display]:
    if session.debuggee is None or session.display is None:
        raise UsageError("nothing has been launched yet")
    return session.debuggee, session.display


# -- what there is to see ----------------------------------------------------------------------


def _threads(session: DebugSession, _arguments: Body) -> Body:
    return present(session)[1].threads()


def _stack(session: DebugSession, arguments: Body) -> Body:
    display = present(session)[1]
    return display.stack(int(arguments["threadId"]), arguments.get("startFrame") or 0, arguments.get("levels") or 0)


def _scopes(session: DebugSession, arguments: Body) -> Body:
    return present(session)[1].scopes(int(arguments["frameId"]))


def _variables(session: DebugSession, arguments: Body) -> Body:
    display = present(session)[1]
    return display.variables(
        int(arguments["variablesReference"]), arguments.get("start") or 0, arguments.get("count") or 0
    )


def _exception_info(session: DebugSession, _arguments: Body) -> Body:
    debuggee, _ = present(session)
    stop = session.stopped_at
    if stop is None or stop.error is None:
        raise UsageError("there is no error here")
    told = [f"{debuggee.run.instances[one.process].name}: {one.reason}" for one in debuggee.timeline.trace().waiting]
    details = {"message": stop.text, "stackTrace": "\n".join(told)}
    return {"exceptionId": stop.error.value, "description": stop.text, "breakMode": "always", "details": details}


# -- breakpoints -------------------------------------------------------------------------------


def _set_breakpoints(session: DebugSession, arguments: Body) -> Body:
    debuggee, display = present(session)
    path = str(arguments["source"].get("path") or arguments["source"].get("name") or "")
    wanted = arguments.get("breakpoints")
    if wanted is None:
        wanted = [{"line": line} for line in arguments.get("lines") or []]
    return {"breakpoints": session.breakpoints.set_lines(debuggee, display, path, wanted)}


def _set_data_breakpoints(session: DebugSession, arguments: Body) -> Body:
    debuggee, _ = present(session)
    return {"breakpoints": session.breakpoints.set_data(debuggee, arguments["breakpoints"])}


def _set_exception_breakpoints(session: DebugSession, arguments: Body) -> Body:
    debuggee, _ = present(session)
    options = [one["filterId"] for one in arguments.get("filterOptions") or []]
    filters = [*(arguments.get("filters") or []), *options]
    return {"breakpoints": session.breakpoints.set_errors(debuggee, filters)}


def _set_function_breakpoints(_session: DebugSession, arguments: Body) -> Body:
    why = {"verified": False, "message": "a model has no functions: set breakpoints at lines"}
    return {"breakpoints": [why for _ in arguments.get("breakpoints") or []]}


def _data_breakpoint_info(session: DebugSession, arguments: Body) -> Body:
    debuggee, display = present(session)
    reference = arguments.get("variablesReference")
    if not reference:
        return data_info(debuggee, str(arguments["name"]), display.frame(arguments.get("frameId")).at)
    seen = next((one for one in display.seen(display.shown(reference)) if one.name == arguments["name"]), None)
    if seen is None or not seen.expression:
        return {"dataId": None, "description": f"`{arguments['name']}` cannot be watched"}
    return seen_info(debuggee, seen)


def _breakpoint_locations(session: DebugSession, arguments: Body) -> Body:
    debuggee, display = present(session)
    file = debuggee.file_of(str(arguments["source"].get("path") or ""))
    first = int(arguments["line"])
    last = int(arguments.get("endLine") or first)
    lines = debuggee.stepper.breaks.step_lines.all.get(file or "", set())
    shown = sorted(line - 1 + display.first_line for line in lines)
    return {"breakpoints": [{"line": line} for line in shown if first <= line <= last]}


HANDLERS: dict[str, Handler] = {
    "initialize": _initialize,
    "configurationDone": _configured,
    "disconnect": _end,
    "terminate": _end,
    "cancel": lambda session, arguments: session.cancel_launch(),
    "threads": _threads,
    "stackTrace": _stack,
    "scopes": _scopes,
    "variables": _variables,
    "exceptionInfo": _exception_info,
    "setBreakpoints": _set_breakpoints,
    "setDataBreakpoints": _set_data_breakpoints,
    "setExceptionBreakpoints": _set_exception_breakpoints,
    "setFunctionBreakpoints": _set_function_breakpoints,
    "dataBreakpointInfo": _data_breakpoint_info,
    "breakpointLocations": _breakpoint_locations,
    **moving.HANDLERS,
    **asking.HANDLERS,
    **picturing.HANDLERS,
}
