"""The judging server's HTTP: what comes in is checked here, what goes out is sealed off from other pages.

A session is the invitation's token in a cookie that no script reads, and so outlives the server. Each answer
carries a second token, made from the first, that every change must send back in a header.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from importlib import resources
from typing import TypeVar
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from starlette.background import BackgroundTask
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assay.codec import decode, encode
from assay.errors import AssayError, BadInput, LibraryError, NextPairsMissing, NotInQueue
from assay.serving.judging.campaign import CampaignJudging, NotInvited
from assay.serving.judging.lane import LibraryLane
from assay.serving.judging.limits import RateLimit
from assay.serving.judging.types import Act, PairView, Refusal, Token

MOST_BYTES = 65_536  # of a request's body
LOCAL = ("127.0.0.1", "localhost")
COOKIE_DAYS = 30
_PAGE = {
    "index.html": "text/html",
    "judging.css": "text/css",
    "judging.js": "text/javascript",
    "judging.svg": "image/svg+xml",
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
T = TypeVar("T")
log = logging.getLogger(__name__)


class Refused(Exception):
    """A request that is not let through."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind


def judging_app(lane: LibraryLane, judging: CampaignJudging, *, host_names: Collection[str] = ()) -> FastAPI:
    """Return the application that serves one campaign; it closes the lane when it stops."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        lane.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.add_middleware(Guard, hosts={*LOCAL, *map(str.lower, host_names)})
    app.add_exception_handler(Refused, _failed)
    app.add_exception_handler(AssayError, _failed)
    door = _Door(judging)
    _add_page(app)

    @app.post("/api/session")
    async def sign_in(request: Request) -> Response:
        token = (await _read(request, Token)).token
        door.require_patience(request)
        try:
            view = await lane.run(lambda ws: judging.view(ws, token))
        except NotInvited:
            door.count_failure(request)
            raise
        response = _shown(view, token)
        local = request.url.hostname in LOCAL
        response.set_cookie(
            door.cookie,
            token,
            max_age=COOKIE_DAYS * 86_400,
            httponly=True,
            samesite="strict",
            secure=not local,
        )
        return response

    @app.get("/api/view")
    async def view(request: Request) -> Response:
        token = door.token(request)
        return _shown(await lane.run(lambda ws: judging.view(ws, token)), token)

    @app.get("/api/past")
    async def past(request: Request) -> Response:
        token, text = door.token(request), request.query_params.get("text", "")
        return _json(await lane.run(lambda ws: judging.past(ws, token, text)))

    @app.post("/api/act")
    async def act(request: Request) -> Response:
        token = door.token(request, changes=True)
        wanted = await _read(request, Act)
        shown = _shown(await lane.run(lambda ws: judging.act(ws, token, wanted)), token)
        shown.background = BackgroundTask(_look_ahead, lane, judging, token)
        return shown

    @app.post("/api/leave")
    async def leave(request: Request) -> Response:
        door.token(request, changes=True)
        response = Response(status_code=204)
        response.delete_cookie(door.cookie, httponly=True, samesite="strict")
        return response

    return app


async def _look_ahead(lane: LibraryLane, judging: CampaignJudging, token: str) -> None:
    with suppress(AssayError):  # the next act meets it as well, and says so
        await lane.run(lambda ws: judging.look_ahead(ws, token))


class _Door:
    """Who is let in, and how often."""

    def __init__(self, judging: CampaignJudging) -> None:
        # Browsers send the cookies of all ports of a host to each of them.
        self.cookie = f"assay-judging-{hashlib.sha256(judging.uuid.encode()).hexdigest()[:12]}"
        self._acts = RateLimit(burst=60, per_second=10)
        self._failures = RateLimit(burst=10, per_second=1 / 30)

    def token(self, request: Request, *, changes: bool = False) -> str:
        """Return the session's token; whether it invites anybody is asked of the library. Raises Refused."""
        token = request.cookies.get(self.cookie, "")
        if not token:
            raise Refused(401, "NotInvited", "Open the link of your invitation.")
        if changes and not hmac.compare_digest(
            request.headers.get("x-csrf-token", "").encode(), csrf_of(token).encode()
        ):
            raise Refused(403, "Csrf", "The request does not come from the judging page. Load it again.")
        if not self._acts.allows(token):
            raise Refused(429, "TooMany", "Too many requests. Wait a moment.")
        return token

    def require_patience(self, request: Request) -> None:
        """Raise Refused where too many links that are not valid came from there."""
        if not self._failures.allows(_client(request), cost=0.0):
            raise Refused(429, "TooMany", "Too many links that are not valid. Wait a minute.")

    def count_failure(self, request: Request) -> None:
        self._failures.allows(_client(request))


def csrf_of(token: str) -> str:
    """Return what a page of this session sends with each change."""
    return hmac.new(token.encode(), b"csrf", hashlib.sha256).hexdigest()


class Guard:
    """Refuses other hosts' names and pages of other origins, and seals every answer."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if _name_of(f"//{host}") not in self._hosts:
            why = "This server does not have this name. Start it with --host-name NAME."
        elif origin is not None and _name_of(origin) not in self._hosts:
            why = "The request comes from another page."
        else:
            await self._app(scope, receive, sealed)
            return
        await _answer(421, "Host", why)(scope, receive, sealed)


def _name_of(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _client(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _add_page(app: FastAPI) -> None:
    folder = resources.files("assay_resources") / "judging"
    for name, kind in _PAGE.items():
        data = (folder / name).read_bytes()

        async def page(data: bytes = data, kind: str = kind) -> Response:
            return Response(data, media_type=f"{kind}; charset=utf-8")

        app.add_api_route("/" if name == "index.html" else f"/{name}", page, methods=["GET"])


async def _read(request: Request, kind: type[T]) -> T:
    """Return what the body holds. Raises Refused for a body that is too large or not JSON by its type."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "MediaType", "Send application/json.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise Refused(413, "TooLarge", f"A request has at most {MOST_BYTES:,} bytes.")
    try:
        return decode(bytes(data), kind)
    except BadInput as error:
        raise Refused(400, "Malformed", str(error)) from error


def _json(answer: object, status: int = 200) -> Response:
    return Response(encode(answer), status_code=status, media_type="application/json")


def _shown(view: PairView, token: str) -> Response:
    return _json(replace(view, csrf=csrf_of(token)))


def _answer(status: int, kind: str, text: str) -> Response:
    return _json({"error": Refusal(kind, text)}, status)


async def _failed(_request: Request, error: Exception) -> Response:
    """Say what was refused; not in the core's words, which may name papers, and so their authors."""
    if isinstance(error, Refused):
        return _answer(error.status, error.kind, str(error))
    if isinstance(error, NotInvited):
        return _answer(401, error.kind, str(error))
    log.warning("refused: %s", error)
    if isinstance(error, NextPairsMissing):
        return _answer(409, error.kind, "Your judgement is saved, but the next pairs could not be had.")
    if isinstance(error, NotInQueue):
        return _answer(409, error.kind, "This pair is no longer yours.")
    if isinstance(error, LibraryError):
        return _answer(503, error.kind, "The library cannot be written now.")
    return _answer(409, "Refused", "It was refused: the campaign or your part in it has changed.")
