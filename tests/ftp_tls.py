"""Certificates and clients for tests of the FTP server's TLS."""

from __future__ import annotations

import ftplib
import socket
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.ftp_server import Server, Talk


@dataclass(frozen=True, slots=True)
class Certificate:
    """One that signs itself, for this machine."""

    file: Path
    key: Path

    @classmethod
    def make(cls, directory: Path, name: str) -> Certificate:
        made = cls(directory / f"{name}.pem", directory / f"{name}-key.pem")
        request = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost"
        names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1", "-days", "2"]
        subprocess.run(
            [*request.split(), *names, "-out", made.file, "-keyout", made.key], check=True, capture_output=True
        )
        return made

    @property
    def words(self) -> tuple[str, ...]:
        return ("--tls-certificate", str(self.file), "--tls-key", str(self.key))

    def trusted(self, most: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLContext:
        """What a client needs who trusts this certificate."""
        context = ssl.create_default_context(cafile=str(self.file))
        context.maximum_version = most
        return context


class SecureClient(ftplib.FTP_TLS):
    """One that uses the TLS session of the control connection for data as well, which its base does not."""

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket.socket, int | None]:
        connection, size = ftplib.FTP.ntransfercmd(self, cmd, rest)
        if self._prot_p:  # type: ignore[attr-defined]
            session = self.sock.session  # type: ignore[union-attr]
            connection = self.context.wrap_socket(connection, server_hostname=self.host, session=session)
        return connection, size


def secure_client(
    server: Server, context: ssl.SSLContext, host: str = "127.0.0.1", kind: type[ftplib.FTP_TLS] = SecureClient
) -> ftplib.FTP_TLS:
    """Logged in, with private data."""
    client = kind(context=context, encoding="utf-8")
    client.connect(host, server.port, timeout=60)
    client.auth()
    client.login()
    client.prot_p()
    return client


def secure_talk(server: Server, context: ssl.SSLContext) -> Talk:
    """The same, byte by byte."""
    talk = server.talk()
    assert talk.ask("AUTH TLS").startswith("234")
    talk.secure(context).login()
    assert [talk.ask(words)[:3] for words in ("PBSZ 0", "PROT P")] == ["200", "200"]
    return talk


def wrapped(talk: Talk, data: socket.socket, context: ssl.SSLContext) -> ssl.SSLSocket:
    """A data connection that uses the TLS session of the control connection."""
    assert isinstance(talk.socket, ssl.SSLSocket)
    return context.wrap_socket(data, server_hostname="localhost", session=talk.socket.session)
