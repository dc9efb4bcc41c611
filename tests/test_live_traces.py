"""Programs followed while they run: through files that grow, pipes, sockets and serial lines, with gaps or without."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import time
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from tests.building import make
from tests.judge.traces import MODEL, Words, as_bytes, as_text, second_opinion, walk
from tests.test_traces import follower

from penstock.budget import UNWATCHED, Progress, Watch
from penstock.codegen.fingerprint import fingerprint
from penstock.errors import UsageError
from penstock.faces.cli.live import LiveTrace
from penstock.faces.cli.main import main
from penstock.machine.followed import Departure
from penstock.machine.logged import UnreadableTrace
from penstock.machine.pursuit import Pursuit
from penstock.reading.source import Source
from penstock.tasks.conform import ConformOutcome
from penstock.tasks.conform_live import TracePiece, conform_live
from penstock.tasks.requests.conform import ConformRequest

SMALL = """chan a = [2] of { byte }; chan r = [0] of { byte }; bit odd;
active proctype source() { byte n; do :: a!n; n = (n + 1) % 3 od }
active proctype middle() { byte x; do :: atomic { a?x; if :: x > 1 -> odd = !odd :: else fi }; r!x od }
active proctype sink() { byte y; do :: r?y :: odd -> d_step { odd = 0; y = 0 } od }
"""
SOURCE = Source(text=SMALL, name="small.pml")
FORMS = ("text", "bytes")
TRACE = walk(follower(SOURCE), Random(3), 400)
OWN = fingerprint(follower(SOURCE).machine.program.model)


def altered() -> list[Words]:
    """A receiver meets twice in a row."""
    at = [number for number, entry in enumerate(TRACE) if entry[0] == "meet"][-20]
    return [*TRACE[: at + 1], *TRACE[at:]]


def written(form: str, trace: Sequence[Words]) -> bytes:
    if form == "text":
        return as_text(trace).replace(MODEL.encode(), OWN.encode())
    return as_bytes(trace).replace(bytes.fromhex(MODEL), bytes.fromhex(OWN))


def live(place: str, write: Callable[[], None], watch: Watch = UNWATCHED) -> ConformOutcome:
    """What is found while something is written."""
    writing = Thread(target=write)
    writing.start()
    try:
        return conform_live(ConformRequest(SOURCE), LiveTrace(place, None, Event()).pieces(), watch=watch)
    finally:
        writing.join(10)
        assert not writing.is_alive()


def drip(handle: int, data: bytes) -> None:
    for at in range(0, len(data), 701):
        os.write(handle, data[at : at + 701])


def drip_and_close(handle: int, data: bytes) -> None:
    drip(handle, data)
    os.close(handle)


def followed(way: str, data: bytes, path: Path) -> ConformOutcome:
    match way:
        case "pipe":
            os.mkfifo(path)
            return live(str(path), lambda: drip_and_close(os.open(path, os.O_WRONLY), data))
        case "socket":
            with socket.create_server(("127.0.0.1", 0)) as server:
                place = f"tcp:127.0.0.1:{server.getsockname()[1]}"
                return live(place, lambda: drip_and_close(server.accept()[0].detach(), data))
        case "serial line":
            ours, theirs = pty.openpty()
            tty.setraw(theirs)
            try:
                return live(os.ttyname(theirs), lambda: drip(ours, data))
            finally:
                os.close(ours)
                os.close(theirs)
        case _:
            path.touch()
            return live(str(path), lambda: drip_and_close(os.open(path, os.O_WRONLY), data))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("way", ["pipe", "socket", "serial line", "file"])
def test_every_way_a_trace_comes(way: str, form: str, tmp_path: Path) -> None:
    assert followed(way, written(form, TRACE), tmp_path / "right").steps == len(TRACE)
    outcome = followed(way, written(form, altered()), tmp_path / "wrong")
    assert not outcome.conforms and outcome.departure is not None
    assert outcome.steps == second_opinion(follower(SOURCE), altered()) < len(TRACE)


def parts_of(form: str, trace: Sequence[Words], count: int) -> list[bytes]:
    """A trace as a program writes it that begins a new file now and then."""
    size = len(trace) // count + 1
    found = []
    for number in range(count):
        piece = written(form, trace[number * size : (number + 1) * size])
        over = piece.rindex(b"over limit") - (2 if form == "bytes" else 0)
        piece = piece if number == count - 1 else piece[:over]
        head = piece.index(b"\n") + 1 if form == "text" else 20
        said = f"part {number + 1}"
        part = f"{said}\n".encode() if form == "text" else bytes([4, len(said)]) + said.encode()
        found.append(piece[:head] + (part if number else b"") + piece[head:])
    return found


@pytest.mark.parametrize("form", FORMS)
def test_a_log_that_is_put_aside_again_and_again(form: str, tmp_path: Path) -> None:
    """However late it is read, no part is left out."""
    log = tmp_path / "trace.log"
    for trace in (TRACE, altered()):
        parts, begun = parts_of(form, trace, 7), Event()

        def write(parts: list[bytes] = parts, begun: Event = begun) -> None:
            begun.wait(20)  # who comes late finds other files
            for number, part in enumerate(parts[1:], 1):
                log.rename(f"{log}.{number}")
                log.write_bytes(part)
                if number % 3 == 1:
                    time.sleep(0.15)

        def show(_: Progress, begun: Event = begun) -> None:
            begun.set()

        log.write_bytes(parts[0])
        outcome = live(str(log), write, Watch(show))
        assert outcome.steps == second_opinion(follower(SOURCE), trace)
        assert outcome.conforms is (trace is TRACE) and outcome.gaps == 0
        for path in tmp_path.iterdir():
            path.unlink()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("missing", [0, 2])
def test_where_a_part_is_missing_the_model_is_found_again(form: str, missing: int) -> None:
    for trace, right in ((TRACE, True), (altered(), False)):
        parts = parts_of(form, trace, 7)
        del parts[missing]
        pursuit = Pursuit(follower(SOURCE), lambda model: None)
        try:
            pursuit.feed(b"".join(parts))
            assert right and pursuit.gaps == 1 and pursuit.wrong_end() == ""
        except Departure:
            assert not right


def test_what_is_skipped_is_told_and_faults_after_it_are_found() -> None:
    size = 1000
    for trace, right in ((TRACE, True), (altered(), False)):
        data = written("text", trace)
        pieces = [
            TracePiece(data[at : at + size], 5000 if size <= at < 2 * size else 0) for at in range(0, len(data), size)
        ]
        outcome = conform_live(ConformRequest(SOURCE), pieces, most_behind=4000)
        assert outcome.conforms is right and outcome.gaps == 1 and outcome.behind == 5000
        assert outcome.skipped > 50 and (not right or outcome.steps + outcome.skipped == len(TRACE))


def test_too_many_states_to_look_for_the_model_in() -> None:
    text = "int x, y; active proctype p() { do :: x++ :: y++ od }"
    pursuit = Pursuit(follower(Source(text=text, name="wide.pml")), lambda model: None)
    with pytest.raises(UnreadableTrace, match="more than 20000 states"):
        pursuit.feed(f"model {MODEL}\npart 2\nstep 0 1:44\n".encode())


@pytest.mark.parametrize("place", ["tcp:127.0.0.1:1", "unix:/nowhere/at/all"])
def test_nobody_is_there(place: str) -> None:
    with pytest.raises(UsageError, match="cannot follow"):
        list(LiveTrace(place, None, Event()).pieces())


LOOP = 'byte n; active proctype p() { do :: n = (n + 1) % 100; printf("") od }\n'


@pytest.mark.slow
@pytest.mark.needs("gcc", "make")
def test_a_program_is_followed_until_somebody_has_seen_enough(tmp_path: Path) -> None:
    """It puts its log aside while it is followed."""
    model, directory, log = tmp_path / "loop.pml", tmp_path / "out", tmp_path / "trace.log"
    model.write_text(LOOP)
    assert main(["generate", str(model), "-o", str(directory), "--quiet"]) == 0
    assert make(directory, "TRACE=1", "CFLAGS=-O0").returncode == 0
    for form in ("text", "binary"):
        wishes = {"PENSTOCK_TRACE": str(log), "PENSTOCK_TRACE_ROTATE": "20000", "PENSTOCK_TRACE_FORM": form}
        command = [str(directory / "loop")]
        limited = subprocess.run(command, env=os.environ | wishes | {"PENSTOCK_LIMIT": "30000"}, check=False)
        assert limited.returncode == 4
        aside = sorted(tmp_path.glob("trace.log.*"), key=lambda path: int(path.suffix[1:]))
        assert len(aside) >= 4
        (tmp_path / "whole").write_bytes(b"".join(path.read_bytes() for path in [*aside, log]))
        assert main(["conform", str(tmp_path / "whole"), str(model), "--quiet"]) == 0
        for path in tmp_path.glob("trace.log*"):
            path.unlink()
        outcome = followed_for_a_while(model, log, command, wishes)
        assert outcome.stopped and outcome.conforms and outcome.steps > 20_000 and not outcome.gaps
        assert len(list(tmp_path.glob("trace.log.*"))) > 2
        for path in tmp_path.glob("trace.log*"):
            path.unlink()


def followed_for_a_while(model: Path, log: Path, command: list[str], wishes: dict[str, str]) -> ConformOutcome:
    stop = Event()

    def show(told: Progress) -> None:
        if (told.done or 0) > 20_000:
            stop.set()

    def run() -> None:
        while not any(os.path.realpath(f"/proc/self/fd/{name}") == str(log) for name in os.listdir("/proc/self/fd")):
            time.sleep(0.01)  # it is followed from its beginning
        with subprocess.Popen(command, env=os.environ | wishes) as running:
            stop.wait(60)
            running.kill()

    log.touch()
    starting = Thread(target=run)
    starting.start()
    try:
        request, watch = ConformRequest(Source(str(model))), Watch(show, stop)
        return conform_live(request, LiveTrace(str(log), None, stop).pieces(), watch=watch)
    finally:
        stop.set()
        starting.join()
