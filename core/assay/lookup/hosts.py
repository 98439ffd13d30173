"""The hosts that can be asked, and what each is asked of a paper: nothing but what stands in its address."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from assay.importers.entries.identity import isbns_of
from assay.importers.entries.titles import is_generic, is_short, name_words, normalised_title
from assay.types import Paper

_FOUND = 3
"""Works that a search by title may answer: the paper is the first of them or not there."""

_ARXIV_DOI = "10.48550/arxiv."
_FIELDS = "DOI,title,author,issued,container-title,abstract,URL,type"
_LONGEST = 300  # characters of a title that are sent


@dataclass(frozen=True, slots=True)
class Host:
    """A host. `address` is where its questions begin; `pause` the seconds between two of them.

    `takes_contact` says that a contact's address may stand in the question, as the host asks for.
    """

    name: str
    title: str
    address: str
    pause: float
    takes_contact: bool = False

    @property
    def domain(self) -> str:
        """Such as "api.crossref.org"."""
        return self.address.partition("://")[2].partition("/")[0]


HOSTS: dict[str, Host] = {
    host.name: host
    for host in (
        Host("crossref", "Crossref", "https://api.crossref.org", pause=1.0, takes_contact=True),
        Host(
            "arxiv", "arXiv", "https://export.arxiv.org", pause=3.0
        ),  # its rule: one request in three seconds
        Host("pubmed", "PubMed", "https://eutils.ncbi.nlm.nih.gov", pause=1.0),
        Host("openalex", "OpenAlex", "https://api.openalex.org", pause=1.0),
        Host("openlibrary", "Open Library", "https://openlibrary.org", pause=1.0),
    )
}
"""In the order in which they are asked: who knows best comes first."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request: to which host, and all that is sent. The answer to one `by_title` may be other papers."""

    host: str
    sent: str  # path and query
    by_title: bool = False

    @property
    def key(self) -> str:
        """A name for a file: the same for the same question."""
        return hashlib.sha256(f"{self.host}\n{self.sent}".encode()).hexdigest()[:32]

    def address(self, host: Host, contact: str = "") -> str:
        """The whole address, with a person's contact where the host takes one."""
        if not (contact and host.takes_contact):
            return host.address + self.sent
        return f"{host.address}{self.sent}{'&' if '?' in self.sent else '?'}{urlencode({'mailto': contact})}"


def questions(paper: Paper, *, title_known: bool = True) -> Iterator[Question]:
    """Yield what can be asked of this paper, in the order of `HOSTS`, at most one question a host.

    An identifier is asked for where there is one. By its title a paper is looked for only if it is
    `title_known`, long enough and no "Editorial".
    """
    arxiv_id = paper.arxiv_id
    if not arxiv_id and paper.doi.startswith(_ARXIV_DOI):
        arxiv_id = paper.doi.removeprefix(_ARXIV_DOI)
    registered = "" if paper.doi.startswith(_ARXIV_DOI) else paper.doi
    if registered:
        yield Question("crossref", f"/works/{quote(registered, safe='')}")
    elif not arxiv_id and not paper.pmid and title_known and _tells(paper.title):
        parameters = {"query.bibliographic": _cited(paper), "rows": _FOUND, "select": _FIELDS}
        yield Question("crossref", f"/works?{urlencode(parameters)}", by_title=True)
    if arxiv_id:
        yield Question("arxiv", f"/api/query?{urlencode({'id_list': arxiv_id})}")
    if paper.pmid:
        parameters = {"db": "pubmed", "id": paper.pmid, "retmode": "xml"}
        yield Question("pubmed", f"/entrez/eutils/efetch.fcgi?{urlencode(parameters)}")
    if doi := registered or (f"{_ARXIV_DOI}{arxiv_id}" if arxiv_id else ""):
        yield Question("openalex", f"/works/doi:{quote(doi, safe='/')}")
    elif paper.pmid:
        yield Question("openalex", f"/works/pmid:{paper.pmid}")
    for isbn in isbns_of(paper)[:1]:
        parameters = {"bibkeys": f"ISBN:{isbn}", "format": "json", "jscmd": "data"}
        yield Question("openlibrary", f"/api/books?{urlencode(parameters)}")


def pdf_question(paper: Paper, address: str = "") -> Question | None:
    """Return how to ask arXiv for the paper's PDF, or for the one at an address of arXiv; None elsewhere."""
    arxiv_id = paper.arxiv_id or _at_arxiv(address)
    if not arxiv_id and paper.doi.startswith(_ARXIV_DOI):
        arxiv_id = paper.doi.removeprefix(_ARXIV_DOI)
    return Question("arxiv", f"/pdf/{quote(arxiv_id, safe='/')}") if arxiv_id else None


def _at_arxiv(address: str) -> str:
    place, _, name = address.removeprefix("https://").partition("/pdf/")
    return name.removesuffix(".pdf") if place in ("arxiv.org", "www.arxiv.org", "export.arxiv.org") else ""


def _tells(title: str) -> bool:
    bare = normalised_title(title)
    return not is_short(bare) and not is_generic(bare)


def _cited(paper: Paper) -> str:
    """The title and the first author's family name, as a reference begins."""
    title = " ".join(paper.title.split())[:_LONGEST]
    family = name_words(paper.authors[0])[0] if paper.authors else ""
    return f"{title} {family}".strip()
