"""Look-ups of papers: asked of the hosts that are on, offered as suggestions, accepted by a person."""

from __future__ import annotations

import json
import logging
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from assay.errors import BadInput, LibraryError
from assay.files import write_text
from assay.importers import identity_keys
from assay.ingest.types import LookupReport
from assay.library import Action, Library, StoredFile
from assay.library.transaction import together
from assay.lookup import (
    HOSTS,
    Answers,
    Asker,
    Consent,
    Host,
    HostAway,
    Journal,
    Open,
    Question,
    SentRequest,
    Suggestion,
    questions,
    suggest,
)
from assay.pdf.paper import REVIEW_BELOW
from assay.progress import Progress, silent
from assay.types import Paper

FOLDER = "lookups"
DECLINED = "declined.json"
_BATCH = 200
_DOUBTED = ("title", "authors", "abstract", "year", "doi", "arxiv_id")

log = logging.getLogger(__name__)


class LookUps:
    """What a workspace offers about look-ups. Nothing is sent but by `run`, and only to hosts that are on."""

    def __init__(
        self,
        library: Library,
        consent: Consent | None = None,
        *,
        hosts: Mapping[str, Host] = HOSTS,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """The person's own consent counts if none is given. `trust` checks certificates."""
        self._library = library
        self._folder = library.folder / FOLDER
        self._consent, self._hosts, self._trust = consent, hosts, trust
        self._answers, self._journal = Answers(self._folder), Journal(self._folder)

    # -- asking -----------------------------------------------------------------------------------------

    def run(
        self,
        doc_ids: Sequence[str] | None = None,
        *,
        needs_review: bool = False,
        progress: Progress = silent,
    ) -> LookupReport:
        """Look up papers with a PDF of which something is missing or needs review.

        With `needs_review` only those with such a file, or only the papers named, these also without a PDF.
        Nothing is asked twice, so a run that was stopped continues where it was. Raises BadInput where no
        host is on or a paper is unknown, LibraryError where the log cannot be written, and Cancelled.
        """
        consent = self._consent or Consent.load()
        if not consent.hosts:
            raise BadInput(
                "All look-ups are off. Turn one on first.",
                advice="`assay lookup list` shows them.",
            )
        wanted = self._wanted(doc_ids, needs_review=needs_review)
        asker = Asker(consent, self._answers, self._journal, hosts=self._hosts, trust=self._trust)
        away: dict[str, str] = {}
        for done, one in enumerate(self._opened(wanted)):
            progress("looking up", done, len(wanted))
            tick = _Tick(progress, done, len(wanted))
            self._ask(one, consent, asker, away, tick)
        progress("looking up", len(wanted), len(wanted))
        log.info("looked up %d papers by %d requests", len(wanted), asker.n_sent)
        return LookupReport(len(wanted), asker.n_sent, len(self.suggestions(wanted)), tuple(away.values()))

    def _ask(
        self, one: Open, consent: Consent, asker: Asker, away: dict[str, str], tick: Callable[[], None]
    ) -> None:
        """Ask one host after the other for as long as something is open that none has answered."""
        for question in questions(one.paper, title_known="title" not in one.unconfirmed):
            if question.host not in consent.hosts or question.host in away or not self._still_open(one):
                continue
            try:
                asker.ask(question, one.paper.doc_id, tick=tick)
            except HostAway as error:
                away[question.host] = str(error)

    def _still_open(self, one: Open) -> bool:
        return len(suggest(one, self._answered(one))) < len(one.fields)

    def _wanted(self, doc_ids: Sequence[str] | None, *, needs_review: bool) -> list[str]:
        if doc_ids is not None:
            names = self._library.papers.resolve(doc_ids)
            if missing := [doc_id for doc_id in doc_ids if doc_id not in names]:
                raise BadInput(
                    "No paper '{0}' in this library.",
                    missing[0],
                    advice="`assay search` finds its id.",
                )
            return list(dict.fromkeys(names.values()))
        files = self._library.files.to_review() if needs_review else self._library.files.all()
        found = self._library.papers.resolve([one.doc_id for one in files if one.doc_id])
        return list(dict.fromkeys(found.values()))

    # -- suggestions ------------------------------------------------------------------------------------

    def suggestions(self, doc_ids: Sequence[str] | None = None) -> list[Suggestion]:
        """What the answers that came so far say of papers with a PDF, or of these; not what was declined."""
        if not self._answers:
            return []
        declined = self._declined()
        wanted = self._wanted(doc_ids, needs_review=False)
        return [
            suggestion
            for one in self._opened(wanted)
            for suggestion in suggest(one, self._answered(one))
            if _mark(suggestion) not in declined
        ]

    def accept(self, suggestions: Sequence[Suggestion]) -> Action:
        """Write these into their papers, as one action that can be undone.

        Raises BadInput where there are none, or a paper is not as it was when they were made.
        """
        chosen: dict[str, list[Suggestion]] = {}
        for suggestion in suggestions:
            chosen.setdefault(suggestion.doc_id, []).append(suggestion)
        if not chosen:
            raise BadInput("No suggestions to accept.")
        changes: list[tuple[Paper, Paper, Sequence[str]]] = []
        with together(self._library) as whole:
            for paper in whole.papers.get(list(chosen)):
                for one in chosen[paper.doc_id]:
                    if getattr(paper, one.field) != one.before:
                        raise BadInput(
                            "'{0}' has changed meanwhile. Look at its suggestions again.", paper.doc_id
                        )
                new = replace(paper, **{one.field: one.after for one in chosen[paper.doc_id]})  # type: ignore[arg-type]
                changes.append((paper, new, identity_keys(new)))
            return whole.amend(changes)

    def decline(self, suggestions: Sequence[Suggestion]) -> None:
        """Offer these no more. Raises LibraryError where that cannot be kept."""
        path = self._folder / DECLINED
        with together(self._library):  # one at a time adds to what was declined
            marks = sorted(self._declined() | {_mark(one) for one in suggestions})
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_text(path, json.dumps(marks, ensure_ascii=False, indent=1))
            except OSError as error:
                raise LibraryError("{0} cannot be written: {1}.", path, error) from error

    def log(self, *, limit: int | None = None) -> list[SentRequest]:
        """Return what was asked of whom, the latest first."""
        return self._journal.all(limit=limit)

    def _declined(self) -> set[str]:
        try:
            marks = json.loads((self._folder / DECLINED).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return set()
        except (OSError, ValueError) as error:
            raise LibraryError(
                "{0} cannot be read: {1}. Delete it.", self._folder / DECLINED, error
            ) from error
        return {str(mark) for mark in marks} if isinstance(marks, list) else set()

    def _answered(self, one: Open) -> list[tuple[Question, list[Paper]]]:
        sent = questions(one.paper, title_known="title" not in one.unconfirmed)
        return [(question, self._answers.papers(question)) for question in sent]

    def _opened(self, doc_ids: Sequence[str]) -> Iterator[Open]:
        """Yield the papers with the fields of each that need review, some of them in memory at a time."""
        names = iter(doc_ids)
        while batch := list(islice(names, _BATCH)):
            files = self._library.files.of_papers(batch)
            typed = self._library.edits.typed(batch)
            for paper in self._library.papers.get(batch):
                unconfirmed = _unconfirmed(paper, files.get(paper.doc_id, ()))
                yield Open(paper, unconfirmed, typed=frozenset(typed.get(paper.doc_id, ())))


class _Tick:
    """Reports where the run is, so that it can be cancelled while a host takes its time."""

    def __init__(self, progress: Progress, done: int, total: int) -> None:
        self._progress, self._done, self._total = progress, done, total

    def __call__(self) -> None:
        self._progress("looking up", self._done, self._total)


def _unconfirmed(paper: Paper, files: Sequence[StoredFile]) -> frozenset[str]:
    """Return the fields that hold what a file seemed to say, hardly believed and reviewed by nobody.

    A year that is uncertain alone puts no file on the list to review, so it is looked up in any case.
    """
    return frozenset(
        name
        for one in files
        for name in _DOUBTED
        if (one.file.doubtful or name == "year") and _is_unconfirmed(paper, one, name)
    )


def _is_unconfirmed(paper: Paper, stored: StoredFile, name: str) -> bool:
    value = getattr(paper, name)
    text = "; ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)
    if name == "title" and name not in stored.file.found:  # it has its file's name for one
        return any(Path(place.path).stem == text for place in stored.places)
    value_read, sure, _ = stored.file.found.get(name, ("", 0.0, ""))
    return bool(text) and text == value_read and sure < REVIEW_BELOW


def _mark(suggestion: Suggestion) -> str:
    return json.dumps([suggestion.doc_id, suggestion.field, suggestion.after], ensure_ascii=False)
