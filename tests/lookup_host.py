"""A host on this machine that speaks HTTPS and answers what a test has written: kindly, badly or not at all.

Its certificate, localhost.pem, was made for these tests and vouches for "localhost". Nothing else trusts it.
"""

from __future__ import annotations

import gzip
import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CERTIFICATE = Path(__file__).with_name("localhost.pem")

CROSSREF = {
    "status": "ok",
    "message-type": "work",
    "message": {
        "DOI": "10.5555/MOSS.1",
        "type": "journal-article",
        "title": ["Moss on Rolling Stones: A Field Study of Three Hundred Slopes"],
        "author": [
            {"given": "Ada", "family": "Pebble", "sequence": "first", "affiliation": []},
            {"given": "Boris", "family": "van der Kiesel", "sequence": "additional", "affiliation": []},
        ],
        "issued": {"date-parts": [[2021, 4, 2]]},
        "container-title": ["Journal of Slow Geology"],
        "abstract": "<jats:p>Stones that roll gather <jats:italic>some</jats:italic> moss.</jats:p>",
        "URL": "https://doi.org/10.5555/moss.1",
    },
}
ARXIV = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv Query: id_list=2101.00001</title>
<id>http://arxiv.org/api/abc</id><entry><id>http://arxiv.org/abs/2101.00001v2</id>
<published>2021-01-01T00:00:00Z</published><updated>2021-02-01T00:00:00Z</updated>
<title>Moss on Rolling Stones:\n  A Field Study of Three Hundred Slopes</title>
<summary>We roll stones, and wait for moss.</summary>
<author><name>Ada Pebble</name></author><author><name>Boris van der Kiesel</name></author>
<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.5555/moss.1</arxiv:doi>
<category term="physics.geo-ph" scheme="http://arxiv.org/schemas/atom"/></entry></feed>"""
OPENALEX = {
    "id": "https://openalex.org/W42",
    "doi": "https://doi.org/10.5555/moss.1",
    "title": "Moss on Rolling Stones: A Field Study of Three Hundred Slopes",
    "display_name": "Moss on Rolling Stones: A Field Study of Three Hundred Slopes",
    "publication_year": 2021,
    "type": "article",
    "ids": {"openalex": "https://openalex.org/W42", "pmid": "https://pubmed.ncbi.nlm.nih.gov/12345678"},
    "primary_location": {
        "landing_page_url": "https://doi.org/10.5555/moss.1",
        "source": {"display_name": "Journal of Slow Geology", "type": "journal"},
    },
    "locations": [
        {"landing_page_url": "https://arxiv.org/abs/2101.00001",
         "source": {"display_name": "arXiv (Cornell University)", "type": "repository"}},
    ],
    "authorships": [
        {"author_position": "first", "author": {"id": "A1", "display_name": "Ada Pebble"}},
        {"author_position": "last", "author": {"id": None, "display_name": "Boris van der Kiesel"}},
    ],
    "abstract_inverted_index": {
        "Stones": [0, 6], "that": [1], "roll": [2], "gather": [3], "some": [4], "moss;": [5],
    },
    "keywords": [{"id": "https://openalex.org/keywords/moss", "display_name": "Moss", "score": 0.9}],
}  # fmt: skip

PUBMED = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN"
 "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM">
<PMID Version="1">12345678</PMID><DateRevised><Year>2021</Year><Month>05</Month><Day>01</Day></DateRevised>
<Article PubModel="Print-Electronic">
<Journal><ISSN IssnType="Electronic">1234-5679</ISSN><JournalIssue CitedMedium="Internet"><Volume>4</Volume>
<PubDate><Year>2021</Year><Month>Apr</Month></PubDate></JournalIssue>
<Title>Journal of Slow Geology</Title><ISOAbbreviation>J Slow Geol</ISOAbbreviation></Journal>
<ArticleTitle>Moss on Rolling Stones: A Field Study of Three Hundred Slopes.</ArticleTitle>
<Pagination><StartPage>11</StartPage><EndPage>19</EndPage><MedlinePgn>11-19</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="Y">10.5555/moss.1</ELocationID>
<Abstract><AbstractText>Stones that roll gather some moss.</AbstractText></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Pebble</LastName><ForeName>Ada</ForeName>
<Initials>A</Initials><AffiliationInfo><Affiliation>Hill Institute.</Affiliation></AffiliationInfo></Author>
</AuthorList><Language>eng</Language><PublicationTypeList><PublicationType UI="D016428">Journal Article
</PublicationType></PublicationTypeList></Article><MedlineJournalInfo><Country>Norway</Country>
<MedlineTA>J Slow Geol</MedlineTA><NlmUniqueID>101000001</NlmUniqueID></MedlineJournalInfo></MedlineCitation>
<PubmedData><PublicationStatus>ppublish</PublicationStatus><ArticleIdList>
<ArticleId IdType="pubmed">12345678</ArticleId><ArticleId IdType="doi">10.5555/moss.1</ArticleId>
</ArticleIdList></PubmedData>
</PubmedArticle></PubmedArticleSet>"""
OPENLIBRARY = {
    "ISBN:9780306406157": {
        "url": "https://openlibrary.org/books/OL1M/Moss",
        "key": "/books/OL1M",
        "title": "Moss",
        "subtitle": "A Handbook for Slow Walkers",
        "authors": [{"url": "https://openlibrary.org/authors/OL1A/Ada_Pebble", "name": "Ada Pebble"}],
        "number_of_pages": 311,
        "identifiers": {"isbn_10": ["0306406152"], "isbn_13": ["9780306406157"], "openlibrary": ["OL1M"]},
        "publishers": [{"name": "Hill Press"}],
        "publish_places": [{"name": "Upper Slope"}],
        "publish_date": "July 1980",
        "subjects": [{"name": "Mosses", "url": "https://openlibrary.org/subjects/mosses"}],
    }
}


@dataclass(frozen=True)
class Reply:
    """One answer. The body is sent in `pieces`, with `wait` seconds before each."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    pieces: int = 1
    torn: bool = False  # less comes than was announced


def reply(body: object, **more: object) -> Reply:
    """A body of text, or of JSON."""
    text = body if isinstance(body, str) else json.dumps(body)
    return Reply(body=text.encode(), **more)  # type: ignore[arg-type]  # as Reply has them


def packed(body: bytes) -> Reply:
    return Reply(body=gzip.compress(body), headers={"Content-Encoding": "gzip"})


@dataclass
class LocalHost:
    """What the host has been told to answer, path by path, and what it was asked, with all headers."""

    port: int = 0
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    at: list[float] = field(default_factory=list)  # when, on the monotonic clock
    sent: int = 0  # pieces of bodies

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]

    def says(self, path: str, *replies: Reply) -> None:
        """To a path that begins so the replies are given one after the other, the last one for good."""
        self.replies[path] = list(replies)


def trust() -> ssl.SSLContext:
    """What believes this host and no other."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))


@contextmanager
def local_host() -> Iterator[LocalHost]:
    """The host, for as long as the block lasts."""
    host = LocalHost()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            host.asked.append((self.path, dict(self.headers)))
            host.at.append(time.monotonic())
            given = next((r for path, r in host.replies.items() if self.path.startswith(path)), [Reply(404)])
            self._send(given.pop(0) if len(given) > 1 else given[0])

        def _send(self, given: Reply) -> None:
            self.close_connection = True
            with suppress(OSError):  # whoever asked may have gone
                self.send_response(given.status)
                for name, value in given.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(given.body) + (100 if given.torn else 0)))
                self.end_headers()
                size = max(1, len(given.body) // given.pieces)
                for start in range(0, max(1, len(given.body)), size):
                    time.sleep(given.wait)
                    self.wfile.write(given.body[start : start + size])
                    self.wfile.flush()
                    host.sent += 1

        def log_message(self, *_: object) -> None:
            """Nothing on standard error."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """A client that does not trust us, or goes away, is what some tests want."""

    server = Server(("localhost", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    host.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
