"""A run under the debugger, as clients see it: threads, frames, files and lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from penstock.control import Edge
from penstock.faces.dap.launching import Launched
from penstock.machine.runtime import FIRST_PROCESS
from penstock.stepping.places import ProcessPlace, TextSpan, standing
from penstock.stepping.scopes import Viewer
from penstock.stepping.stepper import Stepper, row_of

WHOLE = 1_000_000
"""The thread that stands for the model where no process is left: a client needs one to step back."""


@dataclass(frozen=True, slots=True)
class ProcessThread:
    """A process as a thread; `at` is its place in the state, 0 for the whole model."""

    number: int
    name: str
    at: int


class Debuggee:
    """`instance + 1` is the number of a process as a thread."""

    def __init__(self, launched: Launched, log: Callable[[str], None]) -> None:
        self.timeline = launched.timeline
        self.stepper = Stepper(launched.timeline, launched.policy, log)
        self.told = launched.told
        self.run = launched.timeline.run
        self.model = launched.timeline.machine.program.model
        self.written: set[int] = set()
        """The moments whose output the client has."""
        self._paths = {file.name: str(Path(file.name).absolute()) for file in self.model.sources.files}

    # -- files -------------------------------------------------------------------------------

    def path(self, file: str) -> str:
        return self._paths.get(file, file)

    def file_of(self, path: str) -> str | None:
        """The name under which the model knows a file; None if it has nothing to do with it."""
        wanted = _real(path)
        lines = self.stepper.breaks.step_lines.all
        return next((name for name in lines if _real(self.path(name)) == wanted), None)

    # -- threads -----------------------------------------------------------------------------

    def threads(self) -> list[ProcessThread]:
        run = self.run
        found = [
            ProcessThread(instance + 1, f"{run.instances[instance].name} (pid {pid})", pid + FIRST_PROCESS)
            for pid, instance in enumerate(run.living)
        ]
        return found or [ProcessThread(WHOLE, "the model: no process is left", 0)]

    def row(self, thread: int) -> int:
        """The place of a thread's process in the present state; 0 if there is none."""
        return row_of(self.timeline.now, thread - 1)

    def thread_of(self, at: int) -> int:
        return self.run.living[at - FIRST_PROCESS] + 1 if at else self.threads()[0].number

    def next_thread(self) -> int:
        """Who moves next, as far as that is known; else who moved last."""
        step = self.stepper.plan()
        taken = self.timeline.now.taken
        at = step.at if step is not None else taken.at if taken is not None else 0
        return self.thread_of(at if at < len(self.run.state) else 0)

    # -- places ------------------------------------------------------------------------------

    def standing(self, at: int) -> list[ProcessPlace]:
        """Where a process stands: at the step it takes next, or that it could take, if that is known."""
        if not at:
            return []
        return standing(self.timeline.machine, self.run.state[at][0], self._edge(at))

    def _edge(self, at: int) -> Edge | None:
        step = self.stepper.plan()
        if step is not None and step.at == at:
            return step.move.edge
        if step is not None and step.partner_move is not None and step.partner == at:
            return step.partner_move.edge
        own = [choice.taken for choice in self.timeline.choices() if choice.taken.at == at]
        return own[0].move.edge if own else None

    def frame_name(self, at: int, place: ProcessPlace) -> str:
        process = self.run.instances[self.run.living[at - FIRST_PROCESS]].name
        return f"{place.name} in {process}" if place.name else process

    def viewer(self) -> Viewer:
        return Viewer(self.run)


def utf16_column(span: TextSpan, further: int = 0) -> int:
    """Editors count columns in units of UTF-16."""
    before = span.text[: span.column - 1 + further]
    return len(before.encode("utf-16-le", "surrogatepass")) // 2 + 1


def _real(path: str) -> str:
    return str(Path(path).resolve())
