"""Papers by identifier: found in text, asked of hosts that are on, added once, and undone as one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import BadInput
from assay.ingest.identifiers import add_identifiers, here, read_lines
from assay.ingest.importing import import_files
from assay.ingest.types import AddReport, Identifier
from assay.items import read_item
from assay.lookup import HOSTS, Consent
from assay.types import Paper
from assay.workspace import Workspace
from lookup_host import ARXIV, CROSSREF, OPENALEX, OPENLIBRARY, PUBMED, LocalHost, local_host, reply, trust
from published_layouts import OPEN_LIBRARY, require_pubmed

ON = Consent(frozenset(HOSTS))
ALL = "10.5555/moss.1\narXiv:2101.00001\nPMID: 12345678\nISBN 0-306-40615-2"


def identify(text: str) -> tuple[Identifier, ...]:
    return tuple(one for one in read_lines(text) if isinstance(one, Identifier))


def named(text: str) -> list[str]:
    return [str(one) for one in identify(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as in doi:10.1000/182, and (10.1016/1(94)X).", "doi:10.1000/182 doi:10.1016/1(94)x"),
        ("https://doi.org/10.1002/(SICI)1:6%3C391::A-1%3E3.0;9", "doi:10.1002/(sici)1:6<391::a-1>3.0;9"),
        ("10.48550/arXiv.2004.07180 and arXiv:2004.07180v2", "arxiv:2004.07180"),
        ("hep-th/9901001, math.GT/0309136", "arxiv:hep-th/9901001 arxiv:math/0309136"),
        ("https://arxiv.org/pdf/2004.07180v2.pdf?x#y", "arxiv:2004.07180"),
        ("3.1415 and 2013.99 are numbers, 1234.5678 is no month", ""),
        ("https://pubmed.ncbi.nlm.nih.gov/00123/ PMID 4567", "pmid:123 pmid:4567"),
        ("12345678, 23456789", "pmid:12345678 pmid:23456789"),
        ("of 12345 papers in 2020", ""),
        ("ISBN 0 306 40615 2; 978-0-306-40615-7", "isbn:9780306406157"),
        ("978-0-306-40615-8 and 0306406153", ""),
        ("10.1007/978-3-319-10602-1_48", "doi:10.1007/978-3-319-10602-1_48"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.1v2.full.pdf", "doi:10.1101/2020.01.01.1"),
        ("https://journals.plos.org/article?id=10.1371/journal.pone.1&x=1", "doi:10.1371/journal.pone.1"),
        ("https://link.springer.com/article/10.1007/s1-015-y/fulltext.html", "doi:10.1007/s1-015-y"),
        ("https://example.org/about/12345678", ""),
    ],
)  # fmt: skip
def test_identifiers_are_found_in_text_and_addresses(text: str, expected: str) -> None:
    assert named(text) == expected.split()


def test_lines_without_an_identifier_stand_where_they_stood() -> None:
    text = "Moss, A. (2020)\n\n10.5555/moss.1 and PMID 5\nISBN 978-0-306-40615-8\nMoss, A. (2020)"
    assert [str(one) for one in read_lines(text)] == [
        "Moss, A. (2020)", "doi:10.5555/moss.1", "pmid:5", "ISBN 978-0-306-40615-8",
    ]  # fmt: skip


def test_the_check_digits_of_isbns_are_those_of_their_definition() -> None:
    random.seed(3)
    for _ in range(300):
        digits = [random.randint(0, 9) for _ in range(9)]
        rest = (11 - sum((10 - place) * digit for place, digit in enumerate(digits)) % 11) % 11
        right = "".join(map(str, digits)) + ("X" if rest == 10 else str(rest))
        long = [9, 7, 8, *digits]
        last = (10 - sum(digit * (1, 3)[place % 2] for place, digit in enumerate(long)) % 10) % 10
        expected = f"isbn:{''.join(map(str, long))}{last}"
        assert named(f"ISBN {right}") == [expected] == named(f"ISBN {expected[5:]}")
        wrong = right[:-1] + str((rest + 1) % 10)
        assert not named(f"ISBN {wrong}")


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHost]:
    monkeypatch.setenv("no_proxy", "*")
    with local_host() as opened:
        opened.says("/works/10.5555%2Fmoss.1", reply(CROSSREF))
        opened.says("/api/query", reply(ARXIV))
        opened.says("/entrez/eutils/efetch.fcgi?db=pubmed&id=12345678&retmode=xml", reply(PUBMED))
        opened.says("/api/books?bibkeys=ISBN%3A9780306406157&", reply(OPENLIBRARY))
        opened.says("/works/doi:10.5555/moss.2", reply({**OPENALEX, "doi": "https://doi.org/10.5555/moss.2"}))
        yield opened


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        yield opened


def add(
    library: Workspace, host: LocalHost, text: str, consent: Consent = ON, *, keep: bool = False
) -> AddReport:
    hosts = {name: replace(one, address=host.address, pause=0.01) for name, one in HOSTS.items()}
    return add_identifiers(
        library.library, identify(text), keep=keep, consent=consent, hosts=hosts, trust=trust()
    )


def papers(library: Workspace) -> dict[str, Paper]:
    return {paper.doc_id: paper for batch in library.library.papers.all() for paper in batch}


def test_each_kind_is_added_from_its_host_as_one_action_that_is_undone_as_one(
    library: Workspace, host: LocalHost
) -> None:
    report = add(library, host, ALL)
    assert (report.new, report.merged, report.conflict, report.failed) == (2, 2, 0, ())
    found = papers(library)
    assert found["10.5555/moss.1"].venue == "Journal of Slow Geology"
    assert found["10.5555/moss.1"].pmid == "12345678"
    book = found["isbn:9780306406157"]
    assert (book.title, book.authors, book.year) == (
        "Moss: A Handbook for Slow Walkers", ("Ada Pebble",), 1980,
    )  # fmt: skip
    fields = read_item(book.item).fields
    assert (fields["publisher"], fields["ISBN"]) == ("Hill Press", "9780306406157 0306406152")
    assert library.library.actions.all()[0].title == f"Added 4 identifiers: {report.new} new, 0 changed"
    library.library.actions.undo(expected=report.action)
    assert papers(library) == {}


def test_the_hosts_here_answer_as_the_real_ones_publish() -> None:
    require_pubmed(PUBMED)
    (book,) = OPENLIBRARY.values()
    assert book.keys() <= OPEN_LIBRARY


def test_what_is_here_is_named_and_asked_of_nobody(library: Workspace, host: LocalHost) -> None:
    add(library, host, ALL)
    before, asked = papers(library), len(host.asked)
    again = add(library, host, ALL)
    assert (again.new, again.merged, again.unchanged, again.action) == (0, 0, 4, 0)
    assert set(again.here) == set(here(library.library, identify(ALL)).values()) == set(before)
    assert (papers(library), len(host.asked)) == (before, asked)


def test_a_paper_that_was_removed_comes_back(library: Workspace, host: LocalHost) -> None:
    add(library, host, "10.5555/moss.1")
    library.library.edits.remove(["10.5555/moss.1"])
    assert add(library, host, "10.5555/moss.1").brought_back == 1
    assert set(papers(library)) == {"10.5555/moss.1"}


def test_nothing_is_sent_while_no_host_is_on(library: Workspace, host: LocalHost) -> None:
    with pytest.raises(BadInput, match="All look-ups are off"):
        add(library, host, ALL, Consent())
    assert (host.asked, papers(library)) == ([], {})
    kept = add(library, host, ALL, Consent(), keep=True)
    assert (kept.new, kept.stubs, kept.failed, host.asked) == (4, 4, (), [])
    assert [paper.title for paper in papers(library).values()] == [""] * 4


def test_a_stub_gets_its_title_when_it_is_asked_for_again(library: Workspace, host: LocalHost) -> None:
    add(library, host, ALL, Consent(), keep=True)
    again = add(library, host, ALL)
    assert again.new == 0
    assert all(paper.title.startswith("Moss") for paper in papers(library).values())


def test_what_no_host_answers_is_named_with_the_reason(library: Workspace, host: LocalHost) -> None:
    crossref = Consent(frozenset({"crossref"}))
    report = add(library, host, "10.5555/none PMID:5", crossref)
    assert [str(one) for one in report.failed] == [
        "doi:10.5555/none: not known to Crossref",
        "pmid:5: no host that is on has it; PubMed, OpenAlex may",
    ]
    assert [path for path, _ in host.asked] == ["/works/10.5555%2Fnone"]


def test_a_host_after_the_first_fills_what_that_one_lacks(library: Workspace, host: LocalHost) -> None:
    bare = json.loads(json.dumps(CROSSREF))
    del bare["message"]["abstract"]
    bare["message"]["DOI"] = "10.5555/moss.2"
    host.says("/works/10.5555%2Fmoss.2", reply(bare))
    host.replies = dict(reversed(host.replies.items()))
    add(library, host, "10.5555/moss.2")
    paper = papers(library)["10.5555/moss.2"]
    assert paper.venue == "Journal of Slow Geology"
    assert paper.abstract.startswith("Stones that roll gather some moss;")


def test_an_identifier_is_found_again_in_its_own_name() -> None:
    for one in identify(ALL + "\nhttps://doi.org/10.1002/(SICI)1:6%3C391::A-1%3E3.0;9 hep-th/9901001"):
        assert identify(str(one)) == (one,)


@pytest.mark.parametrize("isbn", ["0-306-40615-2", "978 0 306 40615 7", "9780306406157, 0-306-40615-2"])
def test_a_book_that_came_from_a_list_is_found_by_any_form_of_its_isbn(
    library: Workspace, host: LocalHost, tmp_path: Path, isbn: str
) -> None:
    (tmp_path / "books.bib").write_text(
        f"@book{{moss, title={{Moss for walkers}}, isbn={{{isbn}}}}}\n"
        "@incollection{one, title={Moss on walls}, booktitle={Moss for walkers}, isbn={0-306-40615-2}}\n",
        encoding="utf-8",
    )
    import_files(library.library, [tmp_path / "books.bib"])
    for text in ("ISBN 0306406152", "978-0-306-40615-7"):
        assert here(library.library, identify(text)) == {Identifier("isbn", "9780306406157"): "moss"}
    report = add(library, host, "ISBN 0306406152")
    assert (report.new, report.unchanged, report.here, host.asked) == (0, 1, ("moss",), [])
