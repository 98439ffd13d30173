"""Asking hosts politely: one question at a time, with pauses, again where that helps, and never unlogged."""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from assay.errors import AssayError
from assay.lookup.answers import Answers
from assay.lookup.consent import Consent
from assay.lookup.fetching import NoAnswer, Response, fetch, user_agent
from assay.lookup.hosts import HOSTS, Host, Question
from assay.lookup.journal import Journal
from assay.messages import Message, message

MOST_PDF_BYTES = 60_000_000
TRIES = 3
"""Times that a question is asked before it counts as failed."""

PATIENCE_S = 120.0
"""The longest wait that a host may ask for; a longer one ends asking it for this time."""

GIVEN_UP = 3
"""Questions that fail one after another before a host is left alone."""

_TICK_S = 0.1
_NOT_KNOWN = (404, 410)
_BUSY = (408, 429, 500, 502, 503, 504)

log = logging.getLogger(__name__)

Tick = Callable[[], object]
Sleep = Callable[[float], object]


class HostAway(AssayError):
    """A host is not to be asked any more for now. The message says why."""

    def __init__(self, host: Host, reason: Message) -> None:
        super().__init__(message("{0} is paused for now: {1}. Look up again later.", host.title, reason))


class Asker:
    """Asks the hosts that are on. Whatever leaves is in the journal before it does."""

    def __init__(
        self,
        consent: Consent,
        answers: Answers,
        journal: Journal,
        *,
        hosts: Mapping[str, Host] = HOSTS,
        trust: ssl.SSLContext | None = None,
        sleep: Sleep = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`trust` is what certificates are checked by; the system's authorities if not given."""
        self._consent, self._answers, self._journal = consent, answers, journal
        self._hosts, self._trust = hosts, trust
        self._sleep, self._clock = sleep, clock
        self.n_sent = 0
        self._sent_at: dict[str, float] = {}
        self._failures: dict[str, int] = {}

    def ask(self, question: Question, doc_id: str, *, tick: Tick) -> bool:
        """Have the question answered; return whether it is, be it by "not known there".

        What was answered before is not asked again, nor is anything asked of a host that is off. `tick` is
        called ten times a second and may raise to stop. Raises HostAway where the host asks for a long pause
        or fails again and again, and LibraryError where the journal or the answer cannot be written.
        """
        if question.host not in self._consent.hosts:
            return False
        if self._answers.has(question):
            return True
        host = self._hosts[question.host]
        for number in range(1, TRIES + 1):
            self._wait(self._pause(host), tick)
            answered, again_after = self._try(host, question, doc_id, tick)
            if answered:
                self._failures[host.name] = 0
                return True
            if again_after is None:
                break
            if number < TRIES:
                self._wait(again_after or host.pause * 2**number, tick)
        self._failures[host.name] = self._failures.get(host.name, 0) + 1
        if self._failures[host.name] >= GIVEN_UP:
            raise HostAway(host, message("{0} questions failed one after another", GIVEN_UP))
        return False

    def fetch_pdf(self, question: Question, doc_id: str, *, tick: Tick) -> bytes:
        """Return a PDF that a host has, b"" where it gives none; asked once; no host that is off is asked.

        Nothing is kept here. `tick` is as in `ask`.
        """
        if question.host not in self._consent.hosts:
            return b""
        host = self._hosts[question.host]
        self._wait(self._pause(host), tick)
        address = question.address(host)
        sent = self._journal.begin(host.name, address, doc_id)
        self.n_sent += 1
        status, body, outcome = 0, b"", "given up"
        try:
            agent = user_agent(self._consent.contact)
            answer = fetch(address, agent=agent, tick=tick, trust=self._trust, most=MOST_PDF_BYTES)
            status, body = answer.status, answer.body
            outcome = _FOUND if status == 200 and b"%PDF-" in body[:1024] else "the answer is no PDF"
        except NoAnswer as error:
            outcome = str(error)
        finally:
            self._sent_at[host.name] = self._clock()
            self._journal.end(sent, status=status, n_bytes=len(body), outcome=outcome)
            log.info("%s: %s", host.name, outcome)
        return body if outcome == _FOUND else b""

    def _try(self, host: Host, question: Question, doc_id: str, tick: Tick) -> tuple[bool, float | None]:
        """Return whether it is answered; if not, the seconds to wait before asking again, None for never."""
        address = question.address(host, self._consent.contact)
        sent = self._journal.begin(host.name, address, doc_id)
        self.n_sent += 1
        status, n_bytes, outcome = 0, 0, "given up"
        try:
            answer = fetch(address, agent=user_agent(self._consent.contact), tick=tick, trust=self._trust)
            status, n_bytes = answer.status, len(answer.body)
            outcome, again = _judged(answer)
            if again is None and outcome in (_FOUND, _UNKNOWN):
                self._answers.keep(question, answer.body if outcome == _FOUND else b"")
                return True, None
            if again is not None and again > PATIENCE_S:
                outcome = f"asks to wait {again:.0f} seconds"
                raise HostAway(host, message("it asks to wait {0} seconds", f"{again:.0f}"))
            return False, again
        except NoAnswer as error:
            outcome = str(error)
            return False, None if error.lasting else 0.0
        finally:
            self._sent_at[host.name] = self._clock()
            self._journal.end(sent, status=status, n_bytes=n_bytes, outcome=outcome)
            log.info("%s: %s", host.name, outcome)

    def _pause(self, host: Host) -> float:
        """Seconds until the host may be asked again."""
        return max(0.0, self._sent_at.get(host.name, -1e9) + host.pause - self._clock())

    def _wait(self, seconds: float, tick: Tick) -> None:
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0:
            tick()
            self._sleep(min(left, _TICK_S))


_FOUND, _UNKNOWN = "found", "not known there"


def _judged(answer: Response) -> tuple[str, float | None]:
    """Return what came of it, and the seconds after which to ask again: 0 for soon, None for never."""
    if answer.status in _NOT_KNOWN:
        return _UNKNOWN, None
    if answer.status in _BUSY:
        return f"the host is busy ({answer.status})", _seconds(answer.retry_after)
    if answer.status != 200:
        return f"refused ({answer.status})", None
    if not answer.body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"<")):
        return "the answer is neither JSON nor XML", None
    return _FOUND, None


def _seconds(retry_after: str) -> float:
    """Of a Retry-After header: a number of seconds, or a date; 0 where it says nothing."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
