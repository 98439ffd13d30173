"""One request over HTTPS, within limits of time and size, to the host that was meant and to no other.

A program on this machine is asked over HTTP, and no other machine so.
"""

from __future__ import annotations

import ssl
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPMessage, HTTPResponse
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    BaseHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from assay import __version__

MOST_BYTES = 5_000_000
"""Of an answer, unpacked: the longest record of a paper is a tenth of it."""

TIMEOUT_S = 20.0  # without a byte
DEADLINE_S = 60.0  # for the whole answer
LOOPBACK = "127.0.0.1"
"""An address, not a name: what "localhost" is, a file or a name server says."""

_PIECE = 1 << 16
_TICK_S = 0.1


class NoAnswer(Exception):
    """There is nothing to use; the message is the reason. `lasting` says that asking again is of no use."""

    def __init__(self, reason: str, *, lasting: bool = False) -> None:
        super().__init__(reason)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Response:
    """What a host answered. `retry_after` is the text of that header, "" where there is none.

    `headers` are those of an answer with a body, by their names in small letters.
    """

    status: int
    body: bytes = b""
    retry_after: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)


def user_agent(contact: str = "") -> str:
    """Return the program's name, and how to reach who uses it if that was given."""
    return f"Assay/{__version__} (mailto:{contact})" if contact else f"Assay/{__version__}"


def fetch(
    address: str,
    *,
    agent: str,
    tick: Callable[[], object],
    trust: ssl.SSLContext | None = None,
    here: bool = False,
    headers: Mapping[str, str] = MappingProxyType({}),
    timeout: float = TIMEOUT_S,
    deadline: float = DEADLINE_S,
    most: int = MOST_BYTES,
) -> Response:
    """Ask for an address beginning with https:// and return the answer, whatever its status.

    `here` asks a program on this machine instead, at an address beginning with http:// and LOOPBACK, with
    neither proxy nor redirects. `headers` are sent besides.

    `tick` is called ten times a second meanwhile and may raise to give the request up: it is left to itself
    then, on a thread that does not outlive the process. `trust` is what certificates are checked by, the
    system's authorities if not given; `most` bytes are taken. Raises NoAnswer.
    """
    answers: SimpleQueue[Response | Exception] = SimpleQueue()
    given_up = time.monotonic() + deadline

    def work() -> None:
        try:
            opener = _opener_here(address) if here else _opener(trust or ssl.create_default_context())
            answers.put(_exchange(address, {"User-Agent": agent, **headers}, opener, timeout, given_up, most))
        except Exception as error:  # noqa: BLE001 - handed over to the thread that waits
            answers.put(error)

    threading.Thread(target=work, name="look-up", daemon=True).start()
    while True:
        tick()
        try:
            answer = answers.get(timeout=_TICK_S)
        except Empty:
            if time.monotonic() > given_up:
                raise NoAnswer(f"no whole answer within {deadline:.0f} seconds") from None
            continue
        if isinstance(answer, Exception):
            raise _reason(answer) from answer
        return answer


def _exchange(  # noqa: PLR0917 - all of it is given
    address: str,
    headers: Mapping[str, str],
    opener: OpenerDirector,
    timeout: float,
    given_up: float,
    most: int,
) -> Response:
    usual = {
        "Accept": "application/json, application/atom+xml, application/pdf",
        "Accept-Encoding": "gzip",
    }
    request = Request(address, headers={**usual, **headers})  # noqa: S310 - the opener knows one scheme
    try:
        with opener.open(request, timeout=timeout) as answer:
            packed = answer.headers.get("Content-Encoding", "identity").strip().lower()
            body = _body(answer, packed, given_up, most)
            return Response(
                answer.status, body, headers={name.lower(): text for name, text in answer.headers.items()}
            )
    except HTTPError as error:
        error.close()
        return Response(error.code, b"", error.headers.get("Retry-After", ""))


def _opener(trust: ssl.SSLContext) -> OpenerDirector:
    """Return what opens HTTPS, with the system's proxy and redirects on one host: no other scheme."""
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPSHandler(context=trust), HTTPErrorProcessor(), _OneHost(), _Refuse()):
        opener.add_handler(handler)
    return opener


def _opener_here(address: str) -> OpenerDirector:
    """Return what opens HTTP on this machine: an answer that sends on is an answer like any other."""
    parts = urlsplit(address)
    if parts.scheme != "http" or parts.hostname != LOOPBACK:
        raise NoAnswer("it is not on this machine, and nothing was sent", lasting=True)
    opener = OpenerDirector()
    for handler in (HTTPHandler(), HTTPErrorProcessor(), _Refuse()):
        opener.add_handler(handler)
    return opener


class _Refuse(BaseHandler):
    """Any status but success, and what no handler knows, ends the request."""

    def http_error_default(
        self, request: Request, answer: IO[bytes], code: int, message: str, headers: HTTPMessage
    ) -> None:
        raise HTTPError(request.full_url, code, message, headers, answer)

    def unknown_open(self, request: Request) -> None:
        raise NoAnswer(f"{request.type} is not HTTPS, and nothing was sent", lasting=True)


class _OneHost(HTTPRedirectHandler):
    max_redirections = 3

    def redirect_request(  # noqa: PLR0917 - the library's own
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        fp.close()  # or all of its body would be read, however long
        there, here = urlsplit(newurl), urlsplit(req.full_url)
        if (there.scheme, there.netloc) != (here.scheme, here.netloc):
            raise NoAnswer(
                f"it sends on to {there.scheme}://{there.netloc}, which was not asked", lasting=True
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _body(answer: HTTPResponse, packed: str, given_up: float, most: int) -> bytes:
    """Return the whole body, unpacked."""
    if packed not in ("identity", "", "gzip"):
        raise NoAnswer(f"the answer is packed in a way that was not asked for ({packed[:20]})", lasting=True)
    unpack = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if packed == "gzip" else None
    body, came = bytearray(), 0
    while piece := answer.read1(_PIECE):
        came += len(piece)
        body += unpack.decompress(piece, most + 1 - len(body)) if unpack else piece
        if len(body) > most or (unpack and unpack.unconsumed_tail):
            raise NoAnswer(f"the answer is larger than {most // 1_000_000} MB", lasting=True)
        if time.monotonic() > given_up:
            raise NoAnswer("the answer takes too long")
    announced = answer.headers.get("Content-Length", "0")
    if (unpack and not unpack.eof) or (announced.isdigit() and came < int(announced[:12])):
        raise NoAnswer("the answer breaks off")
    return bytes(body)


_WORDS: Mapping[type[Exception], str] = {
    TimeoutError: "it does not answer",
    zlib.error: "the answer is damaged",
    HTTPException: "the answer is no HTTP",
}


def _reason(error: Exception) -> NoAnswer:
    if isinstance(error, NoAnswer):
        return error
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return NoAnswer(f"its certificate is not valid: {cause.verify_message}", lasting=True)
    for kind, words in _WORDS.items():
        if isinstance(cause, kind):
            return NoAnswer(words)
    if isinstance(cause, OSError):
        return NoAnswer(f"it cannot be reached: {cause.strerror or cause}")
    return NoAnswer(f"asking failed: {type(error).__name__}: {cause}")
