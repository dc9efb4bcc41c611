"""Other programs are limited, listened to, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread, Timer

import pytest

from penstock import external
from penstock.external import CannotStart, Limits, run


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def ends(pid: int) -> bool:
    """Whether a process that was killed is gone before long."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not ended(pid):
        time.sleep(0.02)
    return ended(pid)


def ended(pid: int) -> bool:
    """Whether there is no such process, or one that only waits to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_both_streams_and_the_status(tmp_path: Path) -> None:
    lines: list[str] = []
    code = "import sys; print('one'); print('two'); sys.stderr.write('bad'); sys.exit(5)"
    outcome = run(python(code), tmp_path, on_line=lines.append)
    assert (outcome.status, outcome.output, outcome.errors) == (5, "one\ntwo\n", "bad")
    assert lines == ["one", "two"] and outcome.signal_name is None


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="cannot start `no-such-program`"):
        run(["no-such-program"], tmp_path)


def test_the_signal_that_ended_it(tmp_path: Path) -> None:
    outcome = run(["/bin/sh", "-c", "kill -SEGV $$"], tmp_path, Limits(memory_mb=100))
    assert outcome.signal_name == "SIGSEGV" and not outcome.out_of_time


@pytest.mark.slow
def test_out_of_time_even_if_it_will_not_listen(tmp_path: Path) -> None:
    code = (
        "import signal, time\n"
        "for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_IGN)\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)"
    )
    begin = time.monotonic()
    outcome = run(python(code), tmp_path, Limits(0.5))
    assert outcome.out_of_time and outcome.signal_name == "SIGKILL" and outcome.output == "ready\n"
    assert time.monotonic() - begin < 30


def test_a_polite_signal_lets_it_speak(tmp_path: Path) -> None:
    code = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGINT, lambda *_: (print('goodbye'), sys.exit(3)))\n"
        "time.sleep(60)"
    )
    outcome = run(python(code), tmp_path, Limits(0.5, polite=signal.SIGINT))
    assert outcome.out_of_time and outcome.output == "goodbye\n" and outcome.status == 3


def test_memory(tmp_path: Path) -> None:
    code = "data = bytearray(300 << 20); print(len(data))"
    assert run(python(code), tmp_path, Limits(memory_mb=1000)).status == 0
    assert "MemoryError" in run(python(code), tmp_path, Limits(memory_mb=200)).errors


def test_children_go_with_their_parent(tmp_path: Path) -> None:
    outcome = run(["/bin/sh", "-c", "sleep 60 & echo $!"], tmp_path)
    assert outcome.status == 0
    assert ends(int(outcome.output))


def test_programs_go_with_us_however_we_end(tmp_path: Path) -> None:
    """A process that is killed can tidy nothing up: what it had started ends all the same."""
    inner = "import os, sys, time; print(os.getpid(), file=open('pid', 'w'), flush=True); time.sleep(60)"
    for limits in ("Limits()", "Limits(memory_mb=500)"):
        call = f"run([sys.executable, '-c', {inner!r}], Path({str(tmp_path)!r}), {limits})"
        outer = f"import sys\nfrom pathlib import Path\nfrom penstock.external import Limits, run\n{call}"
        with subprocess.Popen(python(outer), env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}) as process:
            pid = _written(tmp_path / "pid")
            assert not ended(pid)
            process.kill()
        assert ends(pid)
        (tmp_path / "pid").unlink()


def _written(file: Path) -> int:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (file.exists() and file.read_text().endswith("\n")):
        time.sleep(0.02)
    return int(file.read_text())


def test_stop(tmp_path: Path) -> None:
    stop = Event()
    Timer(0.3, stop.set).start()
    begin = time.monotonic()
    outcome = run(["/bin/sleep", "60"], tmp_path, stop=stop)
    assert outcome.stopped and time.monotonic() - begin < 30


def test_an_exception_ends_the_program(tmp_path: Path) -> None:
    pids: list[int] = []

    def listen(line: str) -> None:
        pids.append(int(line))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(["/bin/sh", "-c", "echo $$; sleep 60"], tmp_path, on_line=listen)
    assert ends(pids[0])


def test_what_is_too_long_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "LONGEST_OUTPUT", 1000)
    outcome = run(python("print('x' * 5000)"), tmp_path)
    assert outcome.overflow and len(outcome.output) == 1000


def test_many_at_the_same_time(tmp_path: Path) -> None:
    outputs: list[str] = []
    threads = [Thread(target=lambda: outputs.append(run(["/bin/echo", "x"], tmp_path).output)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outputs == ["x\n"] * 20
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_programs_can_be_written_while_others_start(tmp_path: Path) -> None:
    statuses: list[int] = []

    def work(number: int) -> None:
        for turn in range(10):
            program = tmp_path / f"{number}-{turn}"
            external.write_program(program, Path("/bin/true").read_bytes() + bytes(4 << 20))
            statuses.append(run([str(program)], tmp_path, Limits(memory_mb=500)).status)

    threads = [Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [0] * 80
