"""The servers that are compared: fetched from Debian without being installed, started on the loopback, and ended.

The packages exclude each other, so they are only unpacked; nothing of the system is changed, but that root adds the
user `ftp`, whose home vsftpd and Pure-FTPd serve, and removes it again.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGES = {"ProFTPD": "proftpd-core", "vsftpd": "vsftpd", "Pure-FTPd": "pure-ftpd"}
_VSFTPD = """listen=YES
listen_address=127.0.0.1
listen_port={port}
background=NO
anonymous_enable=YES
local_enable=NO
write_enable=YES
anon_upload_enable=YES
anon_other_write_enable=YES
anon_umask=022
anon_root={root}
allow_writeable_chroot=YES
ftp_username=ftp
nopriv_user=nobody
secure_chroot_dir={empty}
max_clients=400
max_per_ip=400
xferlog_enable=NO
use_sendfile=YES
"""
_PROFTPD = """ServerType standalone
Port {port}
DefaultAddress 127.0.0.1
User nobody
Group nogroup
MaxInstances 400
UseReverseDNS off
TimesGMT on
PidFile {empty}.pid
ScoreboardFile none
DelayEngine off
WtmpLog off
SystemLog none
TransferLog none
AuthOrder mod_auth_unix.c
RequireValidShell off
UseSendfile on
<Anonymous {root}>
  User nobody
  Group nogroup
  UserAlias anonymous nobody
  RequireValidShell off
  AllowOverwrite on
  MaxClients 400
</Anonymous>
"""
_PURE_FTPD = "-e -M -c 400 -C 400 -H -f none"


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs: its first process and its port."""

    name: str
    pid: int
    port: int


def unpack(place: Path) -> Path:
    """Where the programs are, with the libraries that are missing here."""
    place.mkdir(parents=True, exist_ok=True)
    root = place / "unpacked"
    if not root.exists():
        names = set()
        for package in PACKAGES.values():
            said = _said("apt-get", "install", "-s", "-qq", "--no-install-recommends", package)
            names |= {line.split()[1] for line in said.splitlines() if line.startswith("Inst ")} | {package}
        subprocess.run(["apt-get", "download", "-qq", *sorted(names)], cwd=place, check=True, stderr=subprocess.DEVNULL)
        for file in place.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", file, root], check=True)
    return root


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextlib.contextmanager
def user_for_anybody(root: Path) -> Iterator[None]:
    """vsftpd and Pure-FTPd take anybody for the user `ftp`, and serve its home."""
    try:
        pwd.getpwnam("ftp")
        yield
    except KeyError:
        subprocess.run(["useradd", "--system", "--no-create-home", "--home-dir", root, "ftp"], check=True)
        try:
            yield
        finally:
            subprocess.run(["userdel", "ftp"], check=True)


def own_command(program: Path, root: Path, port: int) -> list[str]:
    """Our server, which shall let in as many as the others do."""
    limits = ["--per-address", "250", "--strangers", "250", "--strangers-per-address", "250"]
    return [f"{program}", f"{root}", "--port", f"{port}", "--write", *limits]


def commands(program: Path, unpacked: Path, place: Path, root: Path) -> dict[str, tuple[list[str], int]]:
    """The command of each server and its port."""
    ports = {name: free_port() for name in ("ours", *PACKAGES)}
    empty = place / "empty"
    empty.mkdir(exist_ok=True)
    configurations = {"vsftpd": _VSFTPD, "ProFTPD": _PROFTPD}
    for name, text in configurations.items():
        (place / f"{name}.conf").write_text(text.format(port=ports[name], root=root, empty=empty))
    return {
        "ours": (own_command(program, root, ports["ours"]), ports["ours"]),
        "ProFTPD": ([f"{unpacked}/usr/sbin/proftpd", "-n", "-c", f"{place}/ProFTPD.conf"], ports["ProFTPD"]),
        "vsftpd": ([f"{unpacked}/usr/sbin/vsftpd", f"{place}/vsftpd.conf"], ports["vsftpd"]),
        "Pure-FTPd": (
            [f"{unpacked}/usr/sbin/pure-ftpd", "-S", f"127.0.0.1,{ports['Pure-FTPd']}", *_PURE_FTPD.split()],
            ports["Pure-FTPd"],
        ),
    }


@contextlib.contextmanager
def running(name: str, command: list[str], port: int, unpacked: Path) -> Iterator[Running | None]:
    """A server while it is needed; none if it does not come up."""
    libraries = [unpacked / "usr/lib/x86_64-linux-gnu", unpacked / "lib/x86_64-linux-gnu"]
    environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, libraries))}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield Running(name, process.pid, port) if _answers(process, port) else None
    finally:
        for pid in reversed(family(process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as found:
            return found.recv(3) == b"220"
        if process.poll() is not None:
            return False
        time.sleep(0.05)
    return False


# -- what a server uses ------------------------------------------------------------------------------


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    parents: dict[int, list[int]] = {}
    for found in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            parents.setdefault(int(_fields(int(found))[1]), []).append(int(found))
    members = [pid]
    for member in members:
        members.extend(parents.get(member, []))
    return members


def _fields(pid: int) -> list[str]:
    """Of /proc/PID/stat, those behind the name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def processor_seconds(pid: int) -> float:
    """Of the whole family, with those members that have ended."""
    ticks = 0
    for member in family(pid):
        with contextlib.suppress(OSError):
            ticks += sum(map(int, _fields(member)[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes of the whole family, what is shared counted once."""
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{member}/smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def can_fetch() -> bool:
    return bool(shutil.which("apt-get") and shutil.which("dpkg-deb")) and os.geteuid() == 0
