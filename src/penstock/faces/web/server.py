"""The server: pages for whoever has the token, and a socket for each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from penstock.faces.web.access import TOKEN, PageAccess
from penstock.faces.web.connection import PageConnection
from penstock.faces.web.worker import WorkerSettings
from penstock.faces.web.workshop import Workshop

STATIC = Path(__file__).parent / "static"
SOCKET = "/engine"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self' ws://{host}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class AccessGuard:
    """Refuses whoever may not ask, before anything else looks at the request."""

    def __init__(self, app: ASGIApp, access: PageAccess) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        is_entering = scope["type"] == "http" and scope["path"] == "/" and TOKEN in asked.query_params
        refusal = "" if is_entering else self.access.refusal(asked)
        if not refusal:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(4403, refusal)
        else:
            await PlainTextResponse(f"penstock: {refusal}\n", 403, _HEADERS)(scope, receive, send)


def application(access: PageAccess, settings: WorkerSettings, static: Path = STATIC) -> Starlette:
    async def page(request: Request) -> Response:
        token = request.query_params.get(TOKEN)
        if token is not None:
            return _entered(access, token, request.url.remove_query_params(TOKEN).query)
        policy = _POLICY.format(host=request.headers["host"])
        headers = {**_HEADERS, "Content-Security-Policy": policy, "Cache-Control": "no-store"}
        return HTMLResponse((static / "index.html").read_text(), headers=headers)

    async def engine(socket: WebSocket) -> None:
        await PageConnection(socket, socket.app.state.workshop).run()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workshop = Workshop(settings)
        app.state.workshop.prepare()
        yield
        await app.state.workshop.close()

    return Starlette(
        routes=[
            Route("/", page),
            WebSocketRoute(SOCKET, engine),
            Mount("/", StaticFiles(directory=static)),
        ],
        lifespan=lifespan,
        middleware=[Middleware(AccessGuard, access=access)],
    )


def _entered(access: PageAccess, token: str, others: str) -> Response:
    """The token goes into a cookie, so that it stays in no history; the other parameters of the address stay."""
    if not access.knows(token):
        return PlainTextResponse("penstock: the token is wrong: a server has a new one each time\n", 403, _HEADERS)
    response = RedirectResponse(f"/?{others}" if others else "/", 303, _HEADERS)
    response.set_cookie(access.cookie, access.token, path="/", httponly=True, samesite="strict")
    return response
