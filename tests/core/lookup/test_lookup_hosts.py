"""What is asked of whom, to the letter: nothing else ever leaves."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from assay.errors import BadInput
from assay.lookup import HOSTS, Consent, Question, questions
from assay.types import Paper

TITLE = "Moss on Rolling Stones: A Field Study"


def sent(paper: Paper, **how: bool) -> list[tuple[str, str]]:
    return [(question.host, question.sent) for question in questions(paper, **how)]


def test_a_doi_is_all_that_is_sent_of_a_paper_that_has_one() -> None:
    paper = Paper(
        "p", TITLE, abstract="secret", authors=("Ada Pebble",), doi="10.1002/(sici)1<3::aid>2.0;2-p"
    )
    assert sent(paper) == [
        ("crossref", "/works/10.1002%2F%28sici%291%3C3%3A%3Aaid%3E2.0%3B2-p"),
        ("openalex", "/works/doi:10.1002/%28sici%291%3C3%3A%3Aaid%3E2.0%3B2-p"),
    ]


def test_a_preprint_is_asked_for_by_its_arxiv_id() -> None:
    expected = [
        ("arxiv", "/api/query?id_list=2101.00001"),
        ("openalex", "/works/doi:10.48550/arxiv.2101.00001"),
    ]
    assert sent(Paper("p", TITLE, arxiv_id="2101.00001")) == expected
    assert sent(Paper("p", TITLE, doi="10.48550/arxiv.2101.00001")) == expected
    old = sent(Paper("p", TITLE, arxiv_id="math/0309136"))
    assert old[0] == ("arxiv", "/api/query?id_list=math%2F0309136")


def test_a_paper_without_identifiers_is_looked_for_by_title_and_first_family_name() -> None:
    [question] = questions(
        Paper("p", TITLE, abstract="secret", authors=("Kiesel, Boris van der", "Ada Pebble"))
    )
    assert (question.host, question.by_title) == ("crossref", True)
    asked = parse_qs(urlsplit(question.sent).query)
    assert asked["query.bibliographic"] == [f"{TITLE} kiesel"]
    assert set(asked) == {"query.bibliographic", "rows", "select"}


@pytest.mark.parametrize("title", ["Editorial", "Moss", "Untitled", "标题"])
def test_a_title_that_tells_nothing_is_not_sent(title: str) -> None:
    assert sent(Paper("p", title)) == []


def test_a_title_that_is_doubted_is_not_sent() -> None:
    assert sent(Paper("p", TITLE), title_known=False) == []


def test_the_contact_goes_only_where_the_host_asks_for_one() -> None:
    for host in HOSTS.values():
        address = Question(host.name, "/works?x=1").address(host, "ada@hill.example")
        assert ("mailto=ada%40hill.example" in address) == (host.name == "crossref")
        assert address.startswith("https://")
    crossref = HOSTS["crossref"]
    assert Question("crossref", "/works/x").address(crossref, "a@b.c").endswith("/works/x?mailto=a%40b.c")


def test_all_hosts_are_off_until_a_person_says_otherwise(tmp_path: Path) -> None:
    assert Consent.load(tmp_path) == Consent(frozenset(), "")
    Consent().with_host("arxiv", on=True).with_contact("ada@hill.example").save(tmp_path)
    assert Consent.load(tmp_path) == Consent(frozenset({"arxiv"}), "ada@hill.example")
    Consent.load(tmp_path).with_host("arxiv", on=False).save(tmp_path)
    assert Consent.load(tmp_path).hosts == frozenset()


@pytest.mark.parametrize("text", ["hosts = 5", "hosts", 'contact = ["x"]', "\x00"])
def test_a_damaged_file_turns_nothing_on(tmp_path: Path, text: str) -> None:
    (tmp_path / "lookups.toml").write_text(text)
    with pytest.raises(BadInput, match="nothing is looked up"):
        Consent.load(tmp_path)


def test_hosts_and_contacts_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="crossref, arxiv, pubmed, openalex, openlibrary"):
        Consent().with_host("example", on=True)
    for contact in ("ada", "a b@c.d", "a@b@c", "@x", "a@b\nX-Header: 1", "ä@b.c"):
        with pytest.raises(BadInput, match="not an email address"):
            Consent().with_contact(contact)
    (tmp_path / "lookups.toml").write_text('hosts = ["crossref", "elsewhere"]')
    assert Consent.load(tmp_path).hosts == {"crossref"}
