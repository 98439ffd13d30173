"""Papers by their identifiers: found in any text, asked of the hosts that are on, added as one action."""

from __future__ import annotations

import logging
import re
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from assay.errors import BadInput
from assay.importers import Outcome, decide, safe_id
from assay.importers.entries.ids import bare_arxiv_id, checked_isbn, find_arxiv_id, find_doi, find_pmid
from assay.ingest.lookups import FOLDER
from assay.ingest.merging import fill, take
from assay.ingest.types import AddReport, Identifier
from assay.items import Item, write_item
from assay.library import ActionArgs, Library, Recording
from assay.lookup import HOSTS, Answers, Asker, Consent, Host, HostAway, Journal, Question, questions
from assay.messages import Message, message
from assay.progress import Progress, silent
from assay.types import ImportFailure, Paper

log = logging.getLogger(__name__)

_URL = re.compile(r"https?://[^\s<>\"']+", re.IGNORECASE)
_DOI = re.compile(r"(?:doi:?\s*)?\b10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\"{}|^`\\]+", re.IGNORECASE)
_ARCHIVES = (
    "acc-phys adap-org alg-geo ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs "
    "dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol "
    "physics plasm-ph q-alg q-bio quant-ph solv-int supr-con"
)
_ARXIV = re.compile(
    r"(?:arxiv(?::|\s)\s*)?(?<![\w./-])(?:[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}"
    rf"|(?:{'|'.join(_ARCHIVES.split())})(?:\.[a-z]{{2}})?/[0-9]{{7}})(?:v[0-9]+)?(?![\w/])(?!\.[0-9])",
    re.IGNORECASE,
)
_ISBN = re.compile(
    r"isbn(?:-1[03])?:?\s*((?:[0-9][- \u2010-\u2013]?){9,12}[0-9Xx])(?!\w)"
    r"|(?<![\w.-])(97[89][- \u2010-\u2013]?(?:[0-9][- \u2010-\u2013]?){9}[0-9])(?!\w)"
    r"|(?<![\w.-])((?:[0-9][-\u2010-\u2013]?){9}[0-9Xx])(?![\w-])",
    re.IGNORECASE,
)
_PMID = re.compile(r"\bpmid\b\s*:?\s*([0-9]{1,8})\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\S)([0-9]{5,8})(?=[\s,;]|$)")
_ONLY_NUMBERS = re.compile(r"^[\s,;0-9]*$")
_TAIL = re.compile(
    r"(?:/(?:full|abstract|abs|pdf|epdf|pdfdirect|html|xml|meta|summary|fulltext(?:\.html)?|references|citations|figures)"
    r"|\.(?:full|abstract|pdf|full-text|short|long|supplementary-material))$",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(10\.1101/[0-9.]+)v[0-9]+$")


def read_lines(text: str) -> tuple[Identifier | str, ...]:
    """Return the identifiers in a text, each once, in its order; among them the lines that hold none.

    DOIs, arXiv ids old and new, ISBNs with a right check digit, PubMed ids, and addresses of doi.org,
    arXiv, PubMed and of publishers that hold a DOI. A bare number is a PubMed id only where its line
    holds nothing but identifiers. arXiv's own DOI is the arXiv id, an ISBN-10 is its ISBN-13.
    """
    found: list[Identifier | str] = []
    for line in map(str.strip, text.splitlines()):
        placed = sorted(_in_line(line), key=lambda one: one[0])
        found += [identifier for _, identifier in placed if identifier.value] or [line]
    return tuple(dict.fromkeys(filter(None, found)))


def _in_line(line: str) -> Iterator[tuple[int, Identifier]]:
    """Yield each identifier with its place; what one has taken is blank for those that follow."""
    for pattern, read in _READERS:
        for match in pattern.finditer(line):
            if (one := read(match)) is not None:
                yield match.start(), one
                line = line[: match.start()] + " " * len(match[0]) + line[match.end() :]
        if pattern is _URL:
            # The rest of an address is no identifier.
            line = _URL.sub(lambda match: " " * len(match[0]), line)
    if _ONLY_NUMBERS.match(line):
        yield from ((match.start(), _pmid(match)) for match in _NUMBER.finditer(line))


def _arxiv(match: re.Match[str]) -> Identifier:
    return Identifier("arxiv", bare_arxiv_id(match[0]) or find_arxiv_id(f"arxiv:{match[0]}"))


def _isbn(match: re.Match[str]) -> Identifier | None:
    isbn = checked_isbn(match[1] or match[2] or match[3])
    return Identifier("isbn", isbn) if isbn else None


def _pmid(match: re.Match[str]) -> Identifier:
    return Identifier("pmid", match[1].lstrip("0"))


def _doi_in(text: str) -> str:
    """Return the DOI in a word, without a bracket that it did not open."""
    doi = find_doi(text)
    while doi.endswith((")", "]", ">")) and doi.count(doi[-1]) > doi.count("([<"[")]>".index(doi[-1])]):
        doi = doi[:-1].rstrip(".,;")
    return doi


def _of_doi(doi: str) -> Identifier | None:
    if arxiv_id := find_arxiv_id(doi):
        return Identifier("arxiv", arxiv_id)
    return Identifier("doi", doi) if doi else None


def _of_url(url: str) -> Identifier | None:
    """Return what an address stands for; a publisher's holds its DOI in the path or in the query."""
    try:
        parts = urlsplit(url.rstrip(".,;"))
    except ValueError:
        return None
    host = (parts.hostname or "").removeprefix("www.")
    if host.endswith("arxiv.org") and (arxiv_id := find_arxiv_id(unquote(url))):
        return Identifier("arxiv", arxiv_id)
    if host.endswith("nih.gov") and (pmid := find_pmid(url)):
        return Identifier("pmid", pmid)
    for part in (parts.path, *(value for _, value in parse_qsl(parts.query))):
        doi = _doi_in(unquote(part).lstrip("/"))
        while not host.endswith("doi.org") and (shorter := _VERSION.sub(r"\1", _TAIL.sub("", doi))) != doi:
            doi = shorter
        if (one := _of_doi(doi)) is not None:
            return one
    return None


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Identifier | None]], ...] = (
    (_URL, lambda match: _of_url(match[0])),
    (_DOI, lambda match: _of_doi(_doi_in(match[0]))),
    (_ARXIV, _arxiv),
    (_ISBN, _isbn),
    (_PMID, _pmid),
)
"""What is looked for in a line, the surest first: a DOI may hold an ISBN, an address anything."""

# -- into the library -----------------------------------------------------------------------------------


def here(library: Library, identifiers: Sequence[Identifier]) -> dict[Identifier, str]:
    """Identifier -> the id of its paper, of those that the library has."""
    papers = library.papers
    by_id = papers.resolve([_stub(one).doc_id for one in identifiers])
    by_key = papers.find_by_keys([str(one) for one in identifiers])
    there = papers.resolve([paper.doc_id for found in by_key.values() for paper in found])
    known = {}
    for one in identifiers:
        holders = [paper.doc_id for paper in by_key.get(str(one), ()) if paper.doc_id in there]
        if doc_id := next(iter(holders), "") or by_id.get(_stub(one).doc_id, ""):
            known[one] = doc_id
    return known


def hosts_for(identifier: Identifier, consent: Consent) -> tuple[str, ...]:
    """Return the titles of the hosts that are on and would be asked for this one."""
    names = (question.host for question in questions(_stub(identifier)))
    return tuple(HOSTS[host].title for host in names if host in consent.hosts)


def add_identifiers(
    library: Library,
    identifiers: Sequence[Identifier],
    *,
    keep: bool = False,
    consent: Consent | None = None,
    hosts: Mapping[str, Host] = HOSTS,
    trust: ssl.SSLContext | None = None,
    progress: Progress = silent,
) -> AddReport:
    """Add the papers with these identifiers, as one action that can be undone.

    What is here already is left alone, unless it has no title yet. Of the others the hosts that are on are
    asked; one that none of them answers has failed, or with `keep` becomes a paper without a title, to be
    looked up later. The person's own consent counts if none is given. Raises BadInput where no host is on,
    something would have to be asked, and nothing is to be kept; Cancelled, with what was added staying.
    """
    consent = consent or Consent.load()
    known = here(library, identifiers)
    titled = {paper.doc_id for paper in library.papers.get(list(known.values())) if paper.title}
    wanted = [one for one in identifiers if known.get(one) not in titled]
    if wanted and not consent.hosts and not keep:
        raise BadInput(
            "All look-ups are off. Turn on a host, such as Crossref, or keep the identifiers as untitled "
            "papers."
        )
    asking = _Asking(consent, hosts, library.folder / FOLDER, trust)
    record = Recording("add", ActionArgs(len(identifiers), (str(identifiers[0]) if identifiers else "",)))
    report = AddReport(unchanged=len(identifiers) - len(wanted), here=tuple(titled))
    for done, one in enumerate(wanted):
        tick = partial(progress, "looking up", done, len(wanted))
        tick()
        paper, reason = asking.paper(one, tick)
        if paper is None and not keep:
            report += AddReport(failed=(ImportFailure.of(str(one), 0, reason),))
            continue
        if one in known:  # a paper that has no title yet
            fill(library, known[one], paper or _stub(one), record=record)
            report += AddReport(merged=int(paper is not None), unchanged=int(paper is None))
            continue
        taken = take(library, [paper or _stub(one)], record=record)
        counted = {name: getattr(taken.report, name) for name in _COUNTED}
        report += AddReport(**counted, stubs=int(paper is None))
    progress("looking up", len(wanted), len(wanted))
    log.info("added %d papers of %d identifiers", report.new, len(identifiers))
    return replace(report, action=record.pk, away=tuple(asking.away.values()))


_COUNTED = ("new", "merged", "conflict", "conflicts", "unchanged", "brought_back")


class _Asking:
    """Asks for one paper after the other; a host that does not answer is left alone for the rest."""

    def __init__(
        self,
        consent: Consent,
        hosts: Mapping[str, Host],
        folder: Path,
        trust: ssl.SSLContext | None,
    ) -> None:
        self.away: dict[str, str] = {}
        self._consent, self._hosts, self._answers = consent, hosts, Answers(folder)
        self._asker = Asker(consent, self._answers, Journal(folder), hosts=hosts, trust=trust)

    def paper(self, identifier: Identifier, tick: Callable[[], object]) -> tuple[Paper | None, Message]:
        """Return the paper with what several hosts know of it; or None, and why there is none."""
        possible = list(questions(_stub(identifier)))
        allowed = [question for question in possible if question.host in self._consent.hosts]
        if not allowed:
            return None, message("no host that is on has it; {0} may", self._titles(possible))
        found: Paper | None = None
        unanswered: list[Question] = []
        for question in allowed:
            if not self._ask(question, identifier, tick):
                unanswered.append(question)
                continue
            for paper in self._answers.papers(question)[:1]:
                found = _joined(found, _named(paper, identifier))
            if found is not None and found.abstract and found.authors:
                break
        if found is None and unanswered:
            return None, message("{0} did not answer; try again later", self._titles(unanswered))
        return found, message("not known to {0}", self._titles(allowed))

    def _ask(self, question: Question, identifier: Identifier, tick: Callable[[], object]) -> bool:
        if question.host in self.away:
            return False
        try:
            return self._asker.ask(question, str(identifier), tick=tick)
        except HostAway as error:
            self.away[question.host] = str(error)
            return False

    def _titles(self, several: Sequence[Question]) -> str:
        return ", ".join(self._hosts[question.host].title for question in several)


def _stub(identifier: Identifier) -> Paper:
    """Return a paper of which nothing but its identifier is known."""
    value = identifier.value
    if identifier.kind == "isbn":
        return Paper(safe_id(str(identifier)), "", item=write_item(Item("book", {"ISBN": value})))
    doc_id = str(identifier) if identifier.kind == "pmid" else value
    doi, arxiv_id, pmid = (value if identifier.kind == kind else "" for kind in ("doi", "arxiv", "pmid"))
    return Paper(safe_id(doc_id), "", doi=doi, arxiv_id=arxiv_id, pmid=pmid)


def _named(paper: Paper, identifier: Identifier) -> Paper:
    """Return an answer under the identifier that was asked for, so that it is found by it again."""
    stub = _stub(identifier)
    lacks = {name: getattr(stub, name) for name in ("doi", "arxiv_id", "pmid") if not getattr(paper, name)}
    return replace(paper, doc_id=stub.doc_id, **lacks)


def _joined(found: Paper | None, other: Paper) -> Paper:
    """Return the paper with what another host adds; an answer that is of another paper adds nothing."""
    if found is None:
        return other
    decision = decide(other, [found])
    return decision.paper if decision.outcome is Outcome.MERGED else found
