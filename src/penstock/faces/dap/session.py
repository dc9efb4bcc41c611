"""One client and its run: requests are answered one by one, and a run that is on its way goes on in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread

from penstock.budget import Budget, TimeOver, Watch
from penstock.errors import Cancelled, ModelErrors, PenstockError, UsageError
from penstock.faces.dap.breaking import BreakpointTable
from penstock.faces.dap.debuggee import Debuggee
from penstock.faces.dap.framing import Message
from penstock.faces.dap.launching import Configuration, Launched, launch
from penstock.faces.dap.motion import Motion
from penstock.faces.dap.showing import Body, Display
from penstock.stepping.stepper import Stop, StopKind

INTERRUPTING = ("pause", "terminate", "disconnect")
"""What a client wants at once, even in the middle of a long step."""
REASONS = {
    StopKind.STEP: "step",
    StopKind.BREAKPOINT: "breakpoint",
    StopKind.DATA: "data breakpoint",
    StopKind.ERROR: "exception",
    StopKind.END: "end",
    StopKind.CHOICE: "choice",
    StopKind.BEGIN: "entry",
    StopKind.GOAL: "step",
    StopKind.PAUSE: "pause",
}


@dataclass(frozen=True, slots=True)
class Finished:
    """What became of something that was asked for and took a while."""

    request: Message
    result: Launched | BaseException


class DebugSession:
    """`send` writes a message to the client; only the thread of `serve` calls it."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        self._number = 0
        self.inbox: SimpleQueue[Message | Finished | None] = SimpleQueue()
        self.interrupt = Event()
        self.over = False
        self.client: Body = {}
        self.wanted: Configuration | None = None
        self.configured = False
        self.debuggee: Debuggee | None = None
        self.display: Display | None = None
        self.breakpoints = BreakpointTable()
        self.motion: Motion | None = None
        self.stopped_at: Stop | None = None
        self.goto_lines: list[tuple[str, int]] = []
        self._stop_launching: Event | None = None
        self._later: list[Callable[[], None]] = []

    # -- messages ----------------------------------------------------------------------------

    def receive(self, message: Message | None) -> None:
        """From any thread: the client says something, or is gone."""
        if message is None or message.get("command") in INTERRUPTING:
            self.interrupt.set()
        self.inbox.put(message)

    def serve(self, handle: Callable[[DebugSession, Message], None]) -> None:
        """Until the client has had enough."""
        while not self.over:
            message = self._next()
            if isinstance(message, Finished):
                self._launched(message)
            elif message is not None:
                handle(self, message)
        if self._stop_launching is not None:
            self._stop_launching.set()

    def _next(self) -> Message | Finished | None:
        """What is there to do; the run goes on meanwhile."""
        while self.motion is not None:
            try:
                return self._received(self.inbox.get_nowait())
            except Empty:
                self._advance(self.motion)
        return self._received(self.inbox.get())

    def later(self, work: Callable[[], None]) -> None:
        """Do something as soon as the present request is answered."""
        self._later.append(work)

    def _received(self, message: Message | Finished | None) -> Message | Finished | None:
        self.over = self.over or message is None
        if isinstance(message, dict) and message.get("command") in INTERRUPTING:
            self.interrupt.clear()
        return message

    def event(self, name: str, body: Body | None = None) -> None:
        self._write({"type": "event", "event": name, "body": body or {}})

    def respond(self, request: Message, body: Body | None = None) -> None:
        self._write(_response(request, True) | {"body": body or {}})
        while self._later:
            self._later.pop(0)()

    def refuse(self, request: Message, text: str) -> None:
        error = {"id": 1, "format": "{text}", "variables": {"text": text}, "showUser": True}
        self._write(_response(request, False) | {"message": text, "body": {"error": error}})

    def _write(self, message: Message) -> None:
        self._number += 1
        self._send({"seq": self._number, **message})

    def say(self, text: str, category: str = "console", more: Body | None = None) -> None:
        if text:
            ended = text if text.endswith("\n") else text + "\n"
            self.event("output", {"category": category, "output": ended, **(more or {})})

    # -- launching ---------------------------------------------------------------------------

    def begin(self, request: Message, wanted: Configuration) -> None:
        """Launch in a thread of its own: verifying takes time, and the client may not want to wait."""
        if self._stop_launching is not None:
            raise UsageError("something is being launched already")
        self.wanted, self.motion = wanted, None
        stop = self._stop_launching = Event()
        if self.client.get("supportsProgressReporting"):
            title = f"penstock: {wanted.origin}"
            self.event("progressStart", {"progressId": "launch", "title": title, "cancellable": True})

        def work() -> None:
            result: Launched | BaseException
            try:
                result = launch(wanted, Watch(stop=stop))
            except BaseException as problem:
                result = problem
            self.inbox.put(Finished(request, result))

        Thread(target=work, daemon=True).start()

    def cancel_launch(self) -> None:
        if self._stop_launching is not None:
            self._stop_launching.set()

    def _launched(self, finished: Finished) -> None:
        self._stop_launching = None
        if self.client.get("supportsProgressReporting"):
            self.event("progressEnd", {"progressId": "launch"})
        result = finished.result
        if isinstance(result, BaseException):
            if isinstance(result, ModelErrors):
                self.say(str(result), "stderr")
            self.refuse(finished.request, problem_text(result))
            return
        again = self.debuggee is not None
        self.debuggee = Debuggee(result, self.say)
        counted_from_one = [self.client.get(name, True) for name in ("linesStartAt1", "columnsStartAt1")]
        self.display = Display(self.debuggee, *(int(one) for one in counted_from_one))
        for text in result.told:
            self.say(text)
        self.respond(finished.request)
        if again:
            self.breakpoints.apply(self.debuggee, self.display)
            self.enter()
        else:
            self.event("initialized")
            if self.configured:
                self.enter()

    def enter(self) -> None:
        """Everything is set: stop where the run begins, or let it go."""
        assert self.debuggee is not None and self.wanted is not None
        if self.wanted.yes("noDebug") or not self.wanted.yes("stopOnEntry", True):
            self.motion = Motion(self.debuggee, "step", resumed=False)
        else:
            self.stop(Stop(StopKind.BEGIN, "the run begins"))

    # -- moving ------------------------------------------------------------------------------

    def _advance(self, motion: Motion) -> None:
        timeline = motion.debuggee.timeline
        try:
            with Budget(watch=Watch(stop=self.interrupt)):
                stop = motion.advance(lambda: not self.inbox.empty(), self.write_printed)
        except Cancelled:
            timeline.to(timeline.now)  # the step that was being taken is not
            return
        except OSError:
            raise  # the client is gone
        except Exception as problem:
            timeline.to(timeline.now)
            stop = Stop(StopKind.ERROR, problem_text(problem))
        if stop is not None:
            self.stop(stop, motion.said, motion.instance)

    def write_printed(self, debuggee: Debuggee) -> None:
        """What the model itself prints, when a step is taken for the first time."""
        now = debuggee.timeline.now
        if now.step is None or not now.step.printed or now.number in debuggee.written:
            return
        debuggee.written.add(now.number)
        assert self.display is not None
        where: Body = {}
        if now.step.line:
            line = now.step.line - 1 + self.display.first_line
            where = {"source": self.display.source(now.step.file), "line": line}
        self.event("output", {"category": "stdout", "output": now.step.printed, **where})

    def stop(self, stop: Stop, said: str = "step", instance: int | None = None) -> None:
        """Tell the client that the run has stopped, and why; it then looks at the process that it is about."""
        assert self.debuggee is not None and self.display is not None and self.wanted is not None
        self.motion = None
        self.display.clear()
        self.stopped_at = stop
        if stop.kind is StopKind.END and self.wanted.yes("noDebug"):
            self.say(stop.text)
            self.event("terminated")
            return
        reason = said if stop.kind is StopKind.GOAL else REASONS[stop.kind]
        thread = self._thread(self.debuggee, stop, instance)
        body: Body = {"reason": reason, "threadId": thread, "allThreadsStopped": True}
        if stop.text:
            body |= {"description": stop.text, "text": stop.text}
        if stop.breaks:
            body["hitBreakpointIds"] = [one.number for one in stop.breaks]
        if stop.kind in (StopKind.END, StopKind.ERROR, StopKind.CHOICE):
            self.say(stop.text)
        if stop.kind is StopKind.CHOICE:
            self.say("\n".join(f"  {choice.number}  {choice}" for choice in self.debuggee.timeline.choices()))
        self.event("stopped", body)

    def _thread(self, debuggee: Debuggee, stop: Stop, instance: int | None) -> int:
        if stop.kind is StopKind.GOAL and instance is not None and debuggee.row(instance + 1):
            return instance + 1
        about = stop.at if stop.kind is not StopKind.GOAL else 0
        return debuggee.thread_of(about) if about else debuggee.next_thread()


def _response(request: Message, success: bool) -> Message:
    return {
        "type": "response",
        "request_seq": request.get("seq", 0),
        "command": request.get("command", ""),
        "success": success,
    }


def problem_text(problem: BaseException) -> str:
    """What went wrong, for the client's user."""
    match problem:
        case ModelErrors():
            return f"the model has errors:\n{problem}"
        case PenstockError():
            return str(problem)
        case Cancelled():
            return "cancelled"
        case TimeOver():
            return "time ran out before there was an answer"
        case _:
            return f"this is a fault in penstock itself ({type(problem).__name__}: {problem})"
