"""Compares the example FTP server with three others: same files, same clients, runs in turn.

The figures are medians; the noise behind them is how far the quartiles are apart.  Machines differ: look at ratios.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.ftpd.servers import (
    Running,
    can_fetch,
    commands,
    free_port,
    memory,
    own_command,
    processor_seconds,
    running,
    unpack,
    user_for_anybody,
)

ROOT = Path(__file__).parent.parent.parent
BUILD = ROOT / "build"
Measure = Callable[[Running], float]
OURS = ("ours", "the other build")
LONGEST = 5.0  # seconds for many files by curl
ENOUGH = 30.0  # seconds for a row of the table


class Bench:
    """The files, the clients and what was measured."""

    def __init__(self, place: Path, quick: bool) -> None:
        self.place, self.quick = place, quick
        self.files = place / "files"
        self.load = BUILD / "bench-ftpd" / "load"
        self.results: dict[str, dict[str, list[float]]] = {}
        self.less_is_better = {"CPU s per GB", "MB with 200 idle sessions"}

    def prepare(self) -> None:
        self.files.mkdir()
        os.chmod(self.place, 0o755)
        (self.files / "up").mkdir()
        os.chmod(self.files / "up", 0o777)
        small = self.files / "small"
        small.mkdir()
        for number in range(200 if self.quick else 1000):
            (small / f"f{number}").write_bytes(os.urandom(1024))
        piece = os.urandom(1_000_000)
        for name, size in (("318K", 318_000), ("112M", 112_000_000), ("500M", 500_000_000), ("1G", 1_000_000_000)):
            if size < 200_000_000 or not self.quick:
                with open(self.files / name, "wb") as file:
                    for at in range(0, size, len(piece)):
                        file.write(piece[: min(len(piece), size - at)])
        self.load.parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / "benchmarks" / "ftpd" / "load.c"
        subprocess.run(["gcc", "-O2", "-pthread", "-o", self.load, source], check=True)

    # -- measures ----------------------------------------------------------------------------------

    def _curl(self, *words: str) -> float:
        begin = time.perf_counter()
        command = ["curl", "-sS", "-m", "300", "-u", "anonymous:a@b.example", *words]
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - begin

    def _many(self, server: Running, names: list[str], anew: bool = False) -> float:
        """By one curl, for a few seconds at most: 7.88 sleeps for a second each time a server tells its port too soon.

        With another password it begins another session.
        """
        lines = []
        for number, name in enumerate(names):
            password = number if anew else "a"
            url = f"ftp://anonymous:{password}@127.0.0.1:{server.port}/{name}"
            lines.append(f'url = "{url}"\noutput = "/dev/null"\n')
        begin = time.perf_counter()
        client = subprocess.Popen(
            ["curl", "-sS", "-w", "%{stderr}%{exitcode}.", "-K", "-"],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            dots = client.communicate("".join(lines).encode(), timeout=LONGEST)[1]
        except subprocess.TimeoutExpired:
            client.kill()
            dots = client.communicate()[1]
        return dots.split(b".").count(b"0") / (time.perf_counter() - begin)

    def _fetched(self, server: Running, names: list[str]) -> float:
        """By a client of our own, that does little itself."""
        return float(self._load("files", str(server.port), "200" if self.quick else "1000", *names))

    def each(self, server: Running) -> float:
        count = 8 if server.name == "ProFTPD" else 100  # it sleeps after each session
        return float(self._load("each", str(server.port), str(count), "318K"))

    def each_by_one_curl(self, server: Running) -> float:
        return self._many(server, ["318K"] * (8 if server.name == "ProFTPD" else 100), anew=True)

    def each_by_curl(self, server: Running) -> float:
        count = 4 if server.name == "ProFTPD" else 20
        url = f"ftp://127.0.0.1:{server.port}/318K"
        return count / sum(self._curl("-o", "/dev/null", url) for _ in range(count))

    def down(self, name: str) -> Measure:
        megabytes = (self.files / name).stat().st_size / 1e6
        return lambda server: megabytes / self._curl("-o", "/dev/null", f"ftp://127.0.0.1:{server.port}/{name}")

    def up(self, server: Running) -> float:
        target = f"ftp://127.0.0.1:{server.port}/up/{server.name}"
        seconds = self._curl("-T", str(self.files / "112M"), target)
        for made in (self.files / "up").iterdir():
            made.unlink()
        return 112 / seconds

    def processor(self, server: Running) -> float:
        """While the session lasts: what its processes used may be lost when they have ended."""
        name, gigabytes = ("112M", 0.112) if self.quick else ("1G", 1.0)
        before = processor_seconds(server.pid)
        with self._waiting("files", str(server.port), "4", name):
            return (processor_seconds(server.pid) - before) / (4 * gigabytes)

    def sessions(self, clients: int) -> Measure:
        def measure(server: Running) -> float:
            # ProFTPD sleeps after each session.
            count = {"ours": 4000, "the other build": 4000, "ProFTPD": 8}.get(server.name, 400) // (
                4 if self.quick else 1
            )
            return float(self._load("sessions", str(server.port), str(max(count, clients)), str(clients)))

        return measure

    def _load(self, *words: str) -> str:
        command = [str(self.load), *words]
        return subprocess.run(command, check=True, input="", capture_output=True, text=True, timeout=300).stdout

    @contextlib.contextmanager
    def _waiting(self, *words: str) -> Iterator[None]:
        """A client that has done its work and keeps its sessions."""
        client = subprocess.Popen([self.load, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert client.stdout is not None
        try:
            if not client.stdout.readline():
                raise ValueError("the client failed")
            yield
        finally:
            client.communicate(b"\n", timeout=60)

    def idle(self, server: Running) -> float:
        with self._waiting("idle", str(server.port), "200"):
            return memory(server.pid)

    def measures(self) -> dict[str, Measure]:
        small = [f"small/{path.name}" for path in (self.files / "small").iterdir()]
        sizes = [name for name in ("112M", "500M", "1G") if (self.files / name).exists()]
        return {
            "318 KB down, a session each, files/s": self.each,
            "318 KB down by curl, a session each, files/s": self.each_by_one_curl,
            "318 KB down by a curl each, files/s": self.each_by_curl,
            "318 KB files in one session, files/s": lambda server: self._fetched(server, ["318K"]),
            "318 KB files in one session by curl, files/s": lambda server: self._many(server, ["318K"] * 200),
            **{f"{size[:-1]} {size[-1]}B down, MB/s": self.down(size) for size in sizes},
            "112 MB up, MB/s": self.up,
            "CPU s per GB": self.processor,
            "1 KB files in one session, files/s": lambda server: self._fetched(server, small),
            "1 KB files in one session by curl, files/s": lambda server: self._many(server, small),
            "sessions/s, 1 client": self.sessions(1),
            "sessions/s, 8 clients": self.sessions(8),
            "sessions/s, 64 clients": self.sessions(64),
            "MB with 200 idle sessions": self.idle,
        }

    def _turns(self, rounds: int) -> Iterator[int]:
        """What takes little time is measured more often: it needs that more."""
        begin = time.perf_counter()
        for number in range(rounds if self.quick else 5 * rounds):
            if number >= rounds and time.perf_counter() - begin > ENOUGH:
                return
            yield number

    def run(self, servers: list[Running], rounds: int) -> None:
        for name, measure in self.measures().items():
            found = self.results.setdefault(name, {server.name: [] for server in servers})
            for number in self._turns(rounds):
                order = servers[number % len(servers) :] + servers[: number % len(servers)]
                for server in order:
                    begin = time.perf_counter()
                    try:
                        found[server.name].append(measure(server))
                        spent = time.perf_counter() - begin
                        print(f"{name}: {server.name}: {found[server.name][-1]:.4g} ({spent:.1f} s)", file=sys.stderr)
                    except (subprocess.SubprocessError, OSError, ValueError) as problem:
                        print(f"note: {name}: {server.name}: {problem}", file=sys.stderr)

    # -- the table ---------------------------------------------------------------------------------

    def table(self, names: list[str]) -> str:
        lines = [f"| | {' | '.join(names)} | ours / best other |", "| --- |" + " ---: |" * (len(names) + 1)]
        for name, found in self.results.items():
            middle = {server: statistics.median(values) for server, values in found.items() if values}
            cells = [_cell(found.get(server, [])) for server in names]
            others = [value for server, value in middle.items() if server not in OURS]
            ratio = ""
            if others and "ours" in middle:
                best = min(others) if name in self.less_is_better else max(others)
                ratio = f"{middle['ours'] / best:.2f}"
            lines.append(f"| {name} | {' | '.join(cells)} | {ratio} |")
        return "\n".join(lines)

    def ceiling(self) -> str:
        largest = "112M" if self.quick else "1G"
        bulk = [float(self._load("ceiling", str(self.files / largest))) for _ in range(5)]
        small = [float(self._load("least", str(self.files / "small" / "f0"), "1000")) for _ in range(5)]
        return (
            f"the ceiling, a bare sendfile loop: {_cell(bulk)} MB/s\n"
            f"the ceiling for 1 KB files, two answers and sendfile: {_cell(small)} files/s"
        )


def _cell(values: list[float]) -> str:
    if not values:
        return "-"
    middle = statistics.median(values)
    spread = statistics.quantiles(values, n=4) if len(values) > 1 else [middle, middle, middle]
    noise = 100 * (spread[2] - spread[0]) / 2 / middle if middle else 0
    return f"{float(f'{middle:.3g}'):.10g} ±{noise:.0f}%"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path, help="our server")
    parser.add_argument("--beside", type=Path, help="another build of our server, such as with RUNTIME=single")
    parser.add_argument("--quick", action="store_true", help="less of everything: to see that it works")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # what was started is ended even so
    if not can_fetch():
        sys.exit("the servers come from Debian packages and are started by root: this needs both")
    unpacked = unpack(BUILD / "bench-ftpd" / "debian")
    with tempfile.TemporaryDirectory(prefix="penstock-ftpd-") as name, contextlib.ExitStack() as stack:
        bench = Bench(Path(name), arguments.quick)
        bench.prepare()
        stack.enter_context(user_for_anybody(bench.files))
        servers = []
        chosen = commands(arguments.program.resolve(), unpacked, bench.place, bench.files)
        if arguments.beside is not None:
            port = free_port()
            chosen["the other build"] = own_command(arguments.beside.resolve(), bench.files, port), port
        for server, (command, port) in chosen.items():
            found = stack.enter_context(running(server, command, port, unpacked))
            if found is None:
                print(f"note: {server} does not come up and is left out", file=sys.stderr)
            else:
                servers.append(found)
        try:
            bench.run(servers, 1 if arguments.quick else arguments.rounds)
        finally:
            print(bench.table([server.name for server in servers]))
        print(bench.ceiling())


if __name__ == "__main__":
    main()
