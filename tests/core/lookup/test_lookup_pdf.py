"""A paper's PDF from the hosts that are on: fetched from arXiv, or a link to a free copy."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from assay.errors import BadInput
from assay.ingest.attaching import attach_pdf, find_pdf
from assay.ingest.pdfs import read_again
from assay.library import Library
from assay.lookup import HOSTS, Consent
from assay.types import Paper
from lookup_host import LocalHost, Reply, reply, trust
from pdf_papers import conference
from pdf_writing import Type, pdf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay.ingest.types import FoundPdf

CONTENT = pdf([Type("Moss on Rolling Stones", 100, 100, 20, "Times-Bold")])


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        moss, ferns = Paper("a", "Moss", doi="10.5555/moss.1"), Paper("b", "Ferns", arxiv_id="2101.00001")
        papers = [moss, ferns, Paper("c", "Bare")]
        opened.papers.add([(paper, []) for paper in papers])
        yield opened


def test_an_attached_pdf_is_the_papers_and_is_undone(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "moss.pdf"
    path.write_bytes(CONTENT)
    attach_pdf(library, "c", path)
    [stored] = library.files.of_papers(["c"])["c"]
    assert stored.places[0].path == str(path)
    library.actions.undo()
    assert library.files.of_papers(["c"]) == {}
    notes = tmp_path / "notes.txt"
    notes.write_text("words")
    with pytest.raises(BadInput, match="not a PDF"):
        attach_pdf(library, "c", notes)


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Moss on rolling stones: a field study of three hundred slopes.", False),
        ("Moss on Rolling Stones", False),
        ("", False),
        ("Information Theory and Statistics", True),
        ("Lichen on Rolling Stones: A Laboratory Study of Three Hundred Slopes", True),
    ],
)
def test_a_pdf_fills_only_the_paper_whose_title_it_shows(
    library: Library, tmp_path: Path, title: str, other: bool
) -> None:
    path = tmp_path / "moss.pdf"
    path.write_bytes(pdf(conference()))
    library.papers.add([(Paper("k", title, authors=("Kullback, Solomon",)), [])])
    [before] = library.papers.get(["k"])
    assert attach_pdf(library, "k", path).other_title is other
    [after] = library.papers.get(["k"])
    assert (after == before) is other
    assert after.abstract.startswith("Gathering moss") is not other
    assert library.files.of_papers(["k"])["k"][0].places[0].path == str(path)
    read_again(library, [hashlib.sha256(path.read_bytes()).hexdigest()])
    assert library.papers.get(["k"]) == [after], "nor when it is read again"
    assert attach_pdf(library, "k", path).other_title is other, "what is known of it says the same"


def test_a_pdf_without_a_readable_title_fills_nothing(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "Bare.pdf"
    path.write_bytes(pdf([], picture=True))
    assert attach_pdf(library, "c", path).other_title
    assert library.papers.get(["c"]) == [Paper("c", "Bare")]


def test_a_replaced_pdf_leaves_the_paper_not_the_disk_and_comes_back(
    library: Library, tmp_path: Path
) -> None:
    old, new, torn = (tmp_path / f"{name}.pdf" for name in ("old", "new", "torn"))
    old.write_bytes(CONTENT)
    new.write_bytes(pdf([Type("Moss on Other Stones", 100, 100, 20, "Times-Bold")]))
    torn.write_bytes(CONTENT[:200])
    attach_pdf(library, "c", old)
    attach_pdf(library, "c", torn, replace=True)  # what cannot be read takes no file's place
    library.actions.undo()

    def paths() -> list[str]:
        return [stored.places[0].path for stored in library.files.of_papers(["c"])["c"]]

    assert paths() == [str(old)]
    attach_pdf(library, "c", new, replace=True)
    assert paths() == [str(new)]
    assert old.read_bytes() == CONTENT
    library.actions.undo()
    assert paths() == [str(old)]
    library.actions.redo()
    assert paths() == [str(new)]


def asked(library: Library, host: LocalHost, doc_id: str, *on: str) -> FoundPdf:
    here = {name: replace(one, address=host.address, pause=0.0) for name, one in HOSTS.items()}
    return find_pdf(library, doc_id, consent=Consent(frozenset(on)), hosts=here, trust=trust())


def test_arxivs_pdf_is_fetched_logged_and_attached(library: Library, host: LocalHost) -> None:
    host.says("/pdf/2101.00001", Reply(body=CONTENT))
    found = asked(library, host, "b", "arxiv")
    [stored] = library.files.of_papers(["b"])["b"]
    assert stored.places[0].path == found.path
    assert stored.file.sha256 == hashlib.sha256(CONTENT).hexdigest()
    assert host.paths == ["/pdf/2101.00001"]
    assert "/pdf/2101.00001" in (library.folder / "lookups" / "requests.jsonl").read_text()


def test_a_free_copy_elsewhere_is_a_link_and_one_at_arxiv_is_fetched(
    library: Library, host: LocalHost
) -> None:
    elsewhere = {"id": "W1", "best_oa_location": {"pdf_url": "https://hill.example/moss.pdf"}}
    host.says("/works/doi:10.5555", reply(elsewhere))
    found = asked(library, host, "a", "openalex", "arxiv")
    assert (found.path, found.link) == ("", "https://hill.example/moss.pdf")
    assert host.paths == ["/works/doi:10.5555/moss.1"]
    at_arxiv = {"id": "W2", "best_oa_location": {"pdf_url": "https://arxiv.org/pdf/2101.00002.pdf"}}
    library.papers.add([(Paper("d", "Lichen", doi="10.5555/lichen"), [])])
    host.says("/works/doi:10.5555/lichen", reply(at_arxiv))
    host.replies = dict(reversed(host.replies.items()))
    host.says("/pdf/2101.00002", Reply(body=CONTENT))
    assert asked(library, host, "d", "openalex", "arxiv").path
    assert library.files.of_papers(["d"])


@pytest.mark.parametrize(
    "given",
    [
        Reply(404),
        reply("<html>Log in to read</html>"),
        Reply(body=CONTENT, torn=True),
        Reply(302, headers={"Location": "https://elsewhere.example/2101.00001"}),
    ],
)
def test_what_is_no_pdf_is_not_attached(library: Library, host: LocalHost, given: Reply) -> None:
    host.says("/pdf/2101.00001", given)
    found = asked(library, host, "b", "arxiv")
    assert (found.path, found.link) == ("", "")
    assert library.files.of_papers(["b"]) == {}


def test_no_host_that_is_off_is_asked(library: Library, host: LocalHost) -> None:
    for doc_id, on in (("b", ("crossref",)), ("b", ()), ("c", ("arxiv",))):
        with pytest.raises(BadInput):
            asked(library, host, doc_id, *on)
    asked(library, host, "a", "arxiv")
    assert host.paths == []


@pytest.mark.parametrize("url", ["http://hill.example/a.pdf", "javascript:x", "https://a b", 7, None])
def test_only_a_secure_address_is_a_link(library: Library, host: LocalHost, url: object) -> None:
    host.says("/works/doi:10.5555", reply({"id": "W1", "best_oa_location": {"pdf_url": url}}))
    assert asked(library, host, "a", "openalex").link == ""
