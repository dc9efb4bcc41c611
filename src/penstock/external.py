"""Other programs: started, limited in time and memory, listened to, and ended with all their children.

Every program gets a session of its own, so that one signal reaches it and whatever it started.  A shell
sets the memory limit, leaves a keeper behind, and becomes the program: a function run between fork and
exec (`preexec_fn`) could deadlock when several threads start programs.  The keeper waits at the end of a
pipe.  If we are gone, even by SIGKILL, it wakes up and ends the program.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import IO

from penstock.budget import present

LONGEST_OUTPUT = 16 << 20
"""Bytes that are kept of a program's output; a program that prints more is not understood anyway."""
GRACE = 1.0
"""Seconds a program gets to end by itself before it is killed."""
_PAUSE = 0.05
_STARTING = Lock()
"""A program that is being written cannot be run, and a child that is just being started has its file open, too."""
_KEEPER = "exec 3<&0 </dev/null; (read -r _ <&3; kill -9 -$$) >/dev/null 2>&1 & exec 3<&-; "
_KEPT = _KEEPER + 'exec "$@"'
_LIMITED = _KEEPER + 'ulimit -c 0; ulimit -v "$0" || exit 126; exec "$@"'


class CannotStart(Exception):
    """A program could not be started; the text says why."""


@dataclass(frozen=True, slots=True)
class ProgramOutcome:
    """What a program left: its status (negative: the signal that ended it) and what it wrote.

    `out_of_time` and `stopped` tell that we ended it, because of the limit or because we were asked to.
    """

    status: int
    output: str
    errors: str
    seconds: float
    out_of_time: bool = False
    stopped: bool = False
    overflow: bool = False

    @property
    def signal_name(self) -> str | None:
        if self.status >= 0:
            return None
        try:
            return signal.Signals(-self.status).name
        except ValueError:
            return f"signal {-self.status}"


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` of time, `memory_mb` of memory; `polite` is the signal that asks the program to end."""

    seconds: float | None = None
    memory_mb: int | None = None
    polite: signal.Signals = signal.SIGTERM


@dataclass(slots=True)
class _Listener:
    """Collects the two streams of a program, and hands on the lines of the first."""

    on_line: Callable[[str], None] | None
    chunks: dict[str, list[bytes]] = field(default_factory=lambda: {"output": [], "errors": []})
    kept: int = 0
    overflow: bool = False
    rest: bytes = b""

    def hear(self, stream: str, data: bytes) -> None:
        room = LONGEST_OUTPUT - self.kept
        self.overflow = self.overflow or len(data) > room
        self.chunks[stream].append(data[:room])
        self.kept += min(len(data), room)
        if self.on_line is not None and stream == "output":
            *lines, self.rest = (self.rest + data).split(b"\n")
            for line in lines:
                self.on_line(line.decode("utf-8", errors="replace"))

    def text(self, stream: str) -> str:
        return b"".join(self.chunks[stream]).decode("utf-8", errors="replace")


def run(
    command: Sequence[str],
    directory: Path,
    limits: Limits | None = None,
    on_line: Callable[[str], None] | None = None,
    stop: Event | Callable[[], bool] | None = None,
    environment: Mapping[str, str] | None = None,
) -> ProgramOutcome:
    """Run a program to its end, or to ours: when time is up, when `stop` says so, or when an exception passes."""
    limits = limits or Limits()
    begin = time.monotonic()
    process = _start(command, directory, limits, environment)
    listener = _Listener(on_line)
    try:
        ended_by = _listen(process, listener, limits, begin, _question(stop))
    finally:
        _end(process, listener)
    return ProgramOutcome(
        process.returncode,
        listener.text("output"),
        listener.text("errors"),
        time.monotonic() - begin,
        out_of_time=ended_by == "time",
        stopped=ended_by == "stop",
        overflow=listener.overflow,
    )


def run_writing(
    command: Sequence[str], directory: Path, limits: Limits, variable: str, environment: Mapping[str, str]
) -> tuple[ProgramOutcome, bytes | None]:
    """Run a program that writes a file, whose name this environment variable tells it; also what it wrote, if any."""
    with TemporaryDirectory(prefix="penstock-") as place:
        written = Path(place, "written")
        outcome = run(command, directory, limits, environment={**environment, variable: str(written)})
        return outcome, written.read_bytes() if written.is_file() else None


def write_program(path: Path, data: bytes) -> None:
    """Write a file that can be run at once, whatever other threads start meanwhile."""
    with _STARTING:
        path.write_bytes(data)
    path.chmod(0o700)


def _question(stop: Event | Callable[[], bool] | None) -> Callable[[], bool]:
    if stop is None:
        return lambda: False
    return stop.is_set if isinstance(stop, Event) else stop


def _start(
    command: Sequence[str], directory: Path, limits: Limits, environment: Mapping[str, str] | None
) -> subprocess.Popen[bytes]:
    # The tools must speak English and keep their temporary files where we remove them.
    surroundings = os.environ | {"LC_ALL": "C", "TMPDIR": str(directory)} | dict(environment or {})
    if shutil.which(str(Path(directory, command[0])) if os.sep in command[0] else command[0]) is None:
        raise CannotStart(f"cannot start `{command[0]}`: there is no program of this name that may be run")
    script, limit = (_KEPT, "") if limits.memory_mb is None else (_LIMITED, str(limits.memory_mb * 1024))
    words = ["/bin/sh", "-c", script, limit, *command]
    try:
        with _STARTING:
            return subprocess.Popen(
                words,
                cwd=directory,
                env=surroundings,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
    except OSError as problem:
        raise CannotStart(f"cannot start `{command[0]}`: {problem.strerror or problem}") from None


def _listen(
    process: subprocess.Popen[bytes], listener: _Listener, limits: Limits, begin: float, stop: Callable[[], bool]
) -> str:
    """Read what the program prints; returns `end`, or `time` or `stop` if it had to be asked to end."""
    ended_by, killed_at = "end", inf
    until = min(begin + (inf if limits.seconds is None else limits.seconds), present().until)
    with selectors.DefaultSelector() as streams:
        for name, stream in (("output", process.stdout), ("errors", process.stderr)):
            assert stream is not None
            streams.register(stream, selectors.EVENT_READ, name)
        while not _has_ended(process) and time.monotonic() < killed_at:
            _read(streams, listener)
            if ended_by == "end":
                late = time.monotonic() > until
                ended_by = "time" if late else "stop" if stop() or present().stopped else "end"
                if ended_by != "end":
                    _signal_group(process, limits.polite)
                    killed_at = time.monotonic() + GRACE
    return ended_by


def _read(streams: selectors.BaseSelector, listener: _Listener) -> None:
    if not streams.get_map():
        time.sleep(0.002)  # it has printed everything and is about to end
        return
    for key, _ in streams.select(_PAUSE):
        stream = key.fileobj
        assert not isinstance(stream, int)
        data = os.read(stream.fileno(), 1 << 16)
        if data:
            listener.hear(key.data, data)
        else:
            streams.unregister(stream)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the program has ended; it is not reaped yet, so that its group still belongs to it."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(process: subprocess.Popen[bytes], listener: _Listener) -> None:
    """Kill whatever is left of the group, read what was still on its way, and reap the program."""
    _signal_group(process, signal.SIGKILL)
    for name, stream in (("output", process.stdout), ("errors", process.stderr)):
        assert stream is not None
        _drain(name, stream, listener)
        stream.close()
    assert process.stdin is not None
    process.stdin.close()
    process.wait()


def _drain(name: str, stream: IO[bytes], listener: _Listener) -> None:
    os.set_blocking(stream.fileno(), False)
    try:
        while data := os.read(stream.fileno(), 1 << 16):
            listener.hear(name, data)
    except BlockingIOError:
        return  # a program outside the group still holds the stream


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        return
