"""Who may talk to the server: whoever has the token, from this server's own pages, under its own name.

A page elsewhere can make a browser send requests here, under any name that leads to this machine; it cannot know the
token, which the address that is printed carries once and a cookie after that, and it cannot hide where it comes from.
"""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from secrets import token_urlsafe

from starlette.requests import HTTPConnection

TOKEN = "token"


class PageAccess:
    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.token = token_urlsafe(24)
        self.cookie = f"penstock-{port}"
        """Cookies do not belong to ports: each server has a name of its own."""

    @property
    def address(self) -> str:
        return f"http://{_bracketed(self.host)}:{self.port}/?{TOKEN}={self.token}"

    def refusal(self, asked: HTTPConnection) -> str:
        """Why a request is refused; empty if it is not."""
        host = asked.headers.get("host", "")
        origin = asked.headers.get("origin")
        if not self._is_own(host):
            return "this server is not known by that name"
        if origin is not None and origin != f"http://{host}":
            return "only pages of this server may ask"
        if not self.knows(asked.cookies.get(self.cookie, "")):
            return "the token is missing: open the address that `penstock serve` has printed"
        return ""

    def knows(self, token: str) -> bool:
        return compare_digest(token.encode("utf-8", "surrogatepass"), self.token.encode())

    def _is_own(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if not name or port != str(self.port):
            return False
        name = name.strip("[]")
        return name in ("localhost", self.host) or _is_number(name)


def _is_number(name: str) -> bool:
    """Whether a name is an address itself: nobody else can make it lead here."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
