"""The static page as any host of files offers it: below a directory, without special headers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "site"
BUILT_SITE = SITE / "index.html"


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A page that was closed while it was loading is no error."""


@contextmanager
def site_offered(site: Path = SITE) -> Iterator[str]:
    """The address of the page."""
    server = _Server(("127.0.0.1", 0), partial(_Files, directory=str(site.parent)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{site.name}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
