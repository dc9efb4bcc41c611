"""Clients that do a bit of everything at the same time; some leave without a word."""

from __future__ import annotations

import ftplib
import io
import random
import ssl
import sys
import threading

from tests.ftp_tls import SecureClient


def mixed_load(port: int, clients: int, commands: int, seed: int, trusted: ssl.SSLContext | None = None) -> None:
    """So many clients, each with so many commands in a few sessions; with a context, half of them by TLS."""
    names = [f"{seed}-{number}" for number in range(clients)]
    workers = [threading.Thread(target=_work, args=(port, commands, name, trusted)) for name in names]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _work(port: int, commands: int, name: str, trusted: ssl.SSLContext | None) -> None:
    chance = random.Random(name)
    while commands > 0:
        client = SecureClient(context=trusted) if trusted and chance.random() < 0.5 else ftplib.FTP()
        client.connect("127.0.0.1", port, timeout=30)
        client.login()
        if isinstance(client, SecureClient) and chance.random() < 0.7:
            client.prot_p()
        client.set_pasv(chance.random() < 0.5)
        for _ in range(chance.randint(1, 5)):
            commands -= 1
            try:
                _command(client, chance, name)
            except ftplib.error_perm:
                continue
        if chance.random() < 0.3:
            client.close()
        else:
            client.quit()


def _command(client: ftplib.FTP, chance: random.Random, name: str) -> None:
    match chance.randint(0, 8):
        case 0:
            client.storbinary(f"STOR {name}", io.BytesIO(b"x" * chance.randint(0, 100_000)))
        case 1:
            client.retrbinary(f"RETR {name}", lambda _: None)
        case 2:
            client.retrlines("LIST", lambda _: None)
        case 3:
            client.rename(name, f"{name}-again")
        case 4:
            client.delete(f"{name}-again")
        case 5:
            client.mkd(f"{name}-directory")
            client.rmd(f"{name}-directory")
        case 6:
            client.voidcmd("TYPE I")
            client.size(name)
        case 7:
            client.sendcmd("XYZZY")
        case _:
            list(client.mlsd())


if __name__ == "__main__":
    mixed_load(int(sys.argv[1]), clients=8, commands=int(sys.argv[2]), seed=1)
