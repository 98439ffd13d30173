"""The judging server's HTTP: what comes in is checked here, what goes out is sealed off from other pages.

A session is the invitation's token in a cookie that no script reads, and so outlives the server. Each answer
carries a second token, made from the first, that every change must send back in a header.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from importlib import resources
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, Request, Response
from starlette.background import BackgroundTask
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assay.codec import decode, encode
from assay.errors import AssayError, BadInput, LibraryError, NextPairsMissing, NotInQueue
from assay.serving.judging.campaign import CampaignJudging, NotInvited
from assay.serving.judging.lane import LibraryLanes
from assay.serving.judging.types import Act, PairView

MOST_BYTES = 65_536  # of a request's body
MOST_KEYS, MOST_KEY = 10_000, 128  # that a limit remembers, and characters of each
ADDRESS = "127.0.0.1"  # other machines come through a proxy, which brings TLS
LOCAL = (ADDRESS, "localhost")
COOKIE_DAYS = 30
_PAGE = {
    "": "text/html",
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
_REFUSALS: dict[type[AssayError], tuple[int, str, str]] = {
    NotInvited: (401, "NotInvited", "Open the link in your invitation, or ask for a new one."),
    NextPairsMissing: (409, "NextPairsMissing", "It is saved, but the next pairs could not be had."),
    NotInQueue: (409, "NotInQueue", "This pair is no longer yours."),
    LibraryError: (503, "LibraryError", "The library cannot be written now."),
    AssayError: (409, "Refused", "It was refused: the campaign or your part in it has changed."),
}
"""Error -> status, kind and text to answer: the core's own words may name papers, and so authors."""
log = logging.getLogger(__name__)


class Refused(Exception):
    """A request that is not let through."""

    def __init__(self, status: int, kind: str, text: str) -> None:
        super().__init__(text)
        self.status, self.kind = status, kind


def judging_app(
    lanes: LibraryLanes,
    judging: CampaignJudging,
    *,
    ahead: LibraryLanes | None = None,
    host_names: Collection[str] = (),
) -> FastAPI:
    """Return the application that serves one campaign; it closes the lanes when it stops.

    On `ahead` (None: on the others) it finds what comes next, so that no grade waits for it.
    """
    ahead = ahead or lanes

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        for each in {ahead, lanes}:
            each.close()

    app = FastAPI(openapi_url=None, lifespan=lifespan)
    app.add_middleware(Guard, hosts={*LOCAL, *map(str.lower, host_names)})
    app.add_exception_handler(Refused, _failed)
    app.add_exception_handler(AssayError, _failed)
    folder = resources.files("assay_resources") / "judging"
    for name, kind in _PAGE.items():
        page = _page((folder / (name or "index.html")).read_bytes(), kind)
        app.add_api_route(f"/{name}", page, methods=["GET"])
    api = _Api(lanes, ahead, judging)
    app.add_api_route("/api/session", api.sign_in, methods=["POST"])
    app.add_api_route("/api/view", api.view, methods=["GET"])
    app.add_api_route("/api/past", api.past, methods=["GET"])
    app.add_api_route("/api/act", api.act, methods=["POST"])
    app.add_api_route("/api/leave", api.leave, methods=["POST"])
    return app


class _Api:
    """Who is let in, how often, and what they are answered."""

    def __init__(self, lanes: LibraryLanes, ahead: LibraryLanes, judging: CampaignJudging) -> None:
        self._lanes, self._ahead, self._judging = lanes, ahead, judging
        # Browsers send the cookies of all ports of a host to each of them.
        self._cookie = f"assay-judging-{hashlib.sha256(judging.uuid.encode()).hexdigest()[:12]}"
        self._looking: set[str] = set()  # tokens of those whose next pairs are looked for
        self._acts = RateLimit(burst=60, per_second=10)
        self._sign_ins = RateLimit(burst=100, per_second=1)

    async def sign_in(self, request: Request) -> Response:
        if not self._sign_ins.allows(request.client.host if request.client is not None else ""):
            raise Refused(429, "TooMany", "Too many attempts. Wait a minute.")
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        await self._require_invited(token)
        view = await self._lanes.run(token, lambda ws: self._judging.view(ws, token))
        response, age = self._answer(view, token), COOKIE_DAYS * 86_400
        secure = request.url.hostname not in LOCAL
        response.set_cookie(self._cookie, token, age, httponly=True, samesite="strict", secure=secure)
        return response

    async def view(self, request: Request) -> Response:
        token = await self._token(request)
        return self._answer(await self._lanes.run(token, lambda ws: self._judging.view(ws, token)), token)

    async def past(self, request: Request) -> Response:
        token, text = await self._token(request), request.query_params.get("text", "")
        return _json(await self._lanes.run(token, lambda ws: self._judging.past(ws, token, text)))

    async def act(self, request: Request) -> Response:
        token = await self._token(request, changes=True)
        wanted = await _read_act(request)
        view = await self._lanes.run(token, lambda ws: self._judging.act(ws, token, wanted))
        return self._answer(view, token)

    async def leave(self, request: Request) -> Response:
        await self._token(request, changes=True)
        response = Response(status_code=204)
        response.delete_cookie(self._cookie)
        return response

    def _answer(self, view: PairView, token: str) -> Response:
        """Return the view, and look ahead once it is sent."""
        response = _json(replace(view, csrf=csrf_of(token)))
        response.background = BackgroundTask(self._look_ahead, token)
        return response

    async def _look_ahead(self, token: str) -> None:
        """Look for a person once at a time: looks that queue up would count against the limit of requests."""
        if token in self._looking:
            return
        self._looking.add(token)
        try:
            with suppress(AssayError):  # the next act meets it as well, and says so
                take = await self._ahead.run(token, lambda ws: self._judging.look_ahead(ws, token))
                if take is not None:
                    await self._lanes.run(token, lambda _: take())
        finally:
            self._looking.discard(token)

    async def _token(self, request: Request, *, changes: bool = False) -> str:
        """Return the token of the session, which is asked for again on their lane. Raises Refused."""
        token, csrf = request.cookies.get(self._cookie, ""), request.headers.get("x-csrf-token", "")
        await self._require_invited(token)
        if changes and not hmac.compare_digest(csrf.encode(), csrf_of(token).encode()):
            raise Refused(403, "Csrf", "The request does not come from the judging page. Load it again.")
        if not self._acts.allows(token):
            raise Refused(429, "TooMany", "Too many requests. Wait a moment.")
        return token

    async def _require_invited(self, token: str) -> None:
        """Keep strangers off the lanes."""
        if await asyncio.to_thread(self._judging.invitations.find, token) is None:
            raise NotInvited


def csrf_of(token: str) -> str:
    """Return what a page of this session sends with each change."""
    return hmac.new(token.encode(), b"csrf", hashlib.sha256).hexdigest()


class RateLimit:
    """So many at once, and so many a second after that, for each key apart (a token bucket)."""

    def __init__(
        self, *, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, per_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> how many, when

    def allows(self, key: str) -> bool:
        """Return whether it may be done once more, and count it if so."""
        now, key = self._clock(), key[:MOST_KEY]  # behind a proxy it is what a header says
        left, at = self._left.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1.0
        self._left[key] = (left - allowed, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return allowed


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
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        own = origin is None or origin.lower().partition("://")[2] == host  # its port too
        if own and _name_of(f"//{host}") in self._hosts:
            await self._app(scope, receive, sealed)
            return
        why = "Another web page asked for this. Grade in the judging page itself."
        if own:
            why = (
                "The server does not answer under this name. Open the link in your invitation, or the "
                "address that it showed when it started; behind a proxy start it with --host-name NAME."
            )
        await _error(421, "Host", why)(scope, receive, sealed)


def _name_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _page(data: bytes, kind: str) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return Response(data, media_type=kind)

    return page


async def _read_act(request: Request) -> Act:
    """Return what the body holds. Raises Refused for a body that is too large or not JSON by its type."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "MediaType", "Send application/json.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise Refused(413, "TooLarge", f"A request has at most {MOST_BYTES:,} bytes.")
    try:
        return decode(bytes(data), Act)
    except BadInput as error:
        raise Refused(400, "Malformed", str(error)) from error


def _json(answer: object, status: int = 200) -> Response:
    return Response(encode(answer), status_code=status, media_type="application/json")


def _error(status: int, kind: str, text: str) -> Response:
    return _json({"error": {"kind": kind, "message": text}}, status)


async def _failed(_request: Request, error: Exception) -> Response:
    if isinstance(error, Refused):
        return _error(error.status, error.kind, str(error))
    log.warning("refused: %s", error)
    status, name, text = next(rest for kind, rest in _REFUSALS.items() if isinstance(error, kind))
    return _error(status, name, text)


def open_port(port: int) -> socket.socket:
    """Return the listening socket; port 0 takes a free one. Raises BadInput where it is in use."""
    try:
        return socket.create_server((ADDRESS, port))
    except OSError as error:
        why, advice = error.strerror or error, "Choose another one with --port."
        raise BadInput("Port {0} cannot be had: {1}.", port, why, advice=advice) from error


def run(app: FastAPI, listening: socket.socket) -> None:
    """Serve until Ctrl+C or SIGTERM: what is under way is finished, open connections are closed."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        http="h11",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        limit_concurrency=1_000,
        h11_max_incomplete_event_size=16_384,
        forwarded_allow_ips=ADDRESS,
    )
    uvicorn.Server(config).run(sockets=[listening])
