"""How long a user waits to be logged in while others guess passwords.

`python -m benchmarks.ftpd.guessing PROGRAM [GUESSERS]`; the guessers come from one address of
the loopback, as fast as they are let in, and the user from another.
"""

from __future__ import annotations

import contextlib
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LOGINS = 20
AT_MOST = 120.0  # seconds


def answer(port: int, source: str, user: str, password: str) -> bytes:
    """The answer to a password."""
    with socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0)) as connection:
        connection.sendall(f"USER {user}\r\nPASS {password}\r\n".encode())
        lines = connection.makefile("rb")
        return [lines.readline() for _ in range(3)][-1]


def guess(port: int, number: int, over: threading.Event) -> None:
    while not over.is_set():
        with contextlib.suppress(OSError):
            answer(port, "127.0.0.2", f"user{number}", "wrong")


def login_times(port: int, guessers: int) -> list[float]:
    over = threading.Event()
    threads = [threading.Thread(target=guess, args=(port, number, over), daemon=True) for number in range(guessers)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + AT_MOST
    times: list[float] = []
    while len(times) < LOGINS and time.monotonic() < end:
        begin = time.monotonic()
        if not answer(port, "127.0.0.1", "anna", "right").startswith(b"230"):
            raise SystemExit("the right password was refused")
        times.append(time.monotonic() - begin)
        time.sleep(0.1)
    over.set()
    for thread in threads:
        thread.join(10)
    return times


def main() -> None:
    program, guessers = Path(sys.argv[1]).absolute(), int(sys.argv[2]) if len(sys.argv) > 2 else 500
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        hashed = subprocess.run([program, "--hash"], input="right\n", capture_output=True, text=True, check=True).stdout
        accounts = Path(place, "accounts")
        accounts.write_text(f"anna:{hashed}")
        command: list[str | Path] = [program, place, "--port", "0", "--accounts", accounts]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            try:
                times = login_times(int(server.stdout.readline().split()[-1]), guessers)
            finally:
                server.terminate()
    print(
        f"{guessers} guessers: {len(times)} logins, median {statistics.median(times):.2f} s, worst {max(times):.2f} s"
    )


if __name__ == "__main__":
    main()
