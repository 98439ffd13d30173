from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.doc_ids import original_id, safe_id
from assay.importers.entries.ids import bare_arxiv_id, find_arxiv_id, find_doi, find_pmid, hashed_id


@given(st.text())
def test_an_id_comes_back_as_its_source_wrote_it(text: str) -> None:
    assert original_id(safe_id(text)) == text


@given(st.text())
def test_a_safe_id_holds_nothing_that_breaks_a_qrels_file(text: str) -> None:
    doc_id = safe_id(text)
    assert len(doc_id.split()) == (1 if text else 0)
    assert not re.search(r'["\x00-\x20\x7f-\x9f]', doc_id)
    assert not doc_id.startswith("#")
    doc_id.encode("utf-8")


@given(st.text(), st.text())
def test_two_ids_stay_two_ids(one: str, two: str) -> None:
    assert (safe_id(one) == safe_id(two)) == (one == two)


@pytest.mark.parametrize(
    "doc_id", ["cohan2020", "10.18653/v1/2020.acl-main.207", "a#b", "Müller:2020+x", "论文"]
)
def test_an_ordinary_id_is_left_alone(doc_id: str) -> None:
    assert safe_id(doc_id) == doc_id


def test_only_the_breaking_characters_are_encoded() -> None:
    assert safe_id('#a b"c%d\te#f') == "%23a%20b%22c%25d%09e#f"


@pytest.mark.parametrize("text", ["100%", "%ZZ", "%FF%FE"])
def test_text_that_was_never_encoded_does_not_fail(text: str) -> None:
    assert isinstance(original_id(text), str)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.18653/v1/2020.ACL-main.207", "10.18653/v1/2020.acl-main.207"),
        ("https://doi.org/10.1016/J.X.2020.01.001", "10.1016/j.x.2020.01.001"),
        ("http://dx.doi.org/10.1007/s00779-005-0347-6", "10.1007/s00779-005-0347-6"),
        ("doi:10.1000/182.", "10.1000/182"),
        ("https://doi.org/10.1000%2F182", "10.1000/182"),
        ("10.1016/0004-3702(94)00041-X", "10.1016/0004-3702(94)00041-x"),
        ("(see 10.1000/abc)", "10.1000/abc"),
        ("10.1002/(SICI)1096-987X(199803)19:4<377::AID-JCC1>3.0.CO;2-P",
         "10.1002/(sici)1096-987x(199803)19:4<377::aid-jcc1>3.0.co;2-p"),
        ("10.1007", ""),
        ("no doi", ""),
    ],
)  # fmt: skip
def test_a_doi_is_found_without_resolver_and_in_lower_case(text: str, doi: str) -> None:
    assert find_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv_id"),
    [
        ("arXiv:2004.07180v2", "2004.07180"),
        ("https://arxiv.org/abs/2004.07180", "2004.07180"),
        ("http://arxiv.org/pdf/2004.07180v1.pdf", "2004.07180"),
        ("10.48550/arXiv.2004.07180", "2004.07180"),
        ("arXiv preprint arXiv:1611.07800", "1611.07800"),
        ("arXiv:2102.07074 [cs]", "2102.07074"),
        ("arXiv abs/1808.01340", "1808.01340"),
        ("arXiv:math/0309136", "math/0309136"),
        ("https://arxiv.org/abs/math.GT/0309136v3", "math/0309136"),
        ("version 2004.07180 of the data", ""),
    ],
)
def test_an_arxiv_id_is_found_without_its_version(text: str, arxiv_id: str) -> None:
    assert find_arxiv_id(text) == arxiv_id


@pytest.mark.parametrize(
    ("text", "arxiv_id"),
    [
        ("2004.07180v3", "2004.07180"),
        ("hep-th/9711200v3", "hep-th/9711200"),
        ("2003.05580 [q-bio]", "2003.05580"),
        ("12", ""),
    ],
)
def test_a_field_for_arxiv_ids_needs_no_mark(text: str, arxiv_id: str) -> None:
    assert bare_arxiv_id(text) == arxiv_id


@pytest.mark.parametrize(
    ("text", "pmid"),
    [
        ("33723542", "33723542"),
        ("PMID: 123", "123"),
        ("https://pubmed.ncbi.nlm.nih.gov/99/", "99"),
        ("PMC12", ""),
        ("", ""),
    ],
)
def test_a_pmid_is_found(text: str, pmid: str) -> None:
    assert find_pmid(text) == pmid


def test_a_hashed_id_does_not_depend_on_spacing_or_case() -> None:
    assert hashed_id("A  Title", "2020") == hashed_id("a title", "2020")
    assert hashed_id("A Title", "2020") != hashed_id("A Title", "2021")


def test_digits_of_other_scripts_make_no_identifier() -> None:
    assert find_pmid("٣١") == find_doi("10.١٢٣٤/x") == bare_arxiv_id("٢٠٠٤.٠٧١٨٠") == ""


@pytest.mark.parametrize(
    "text", ["10.1000/", "10.1000/.", "10.1000/...", "10.1000/)", "doi 10.1000/,; and on"]
)
def test_a_publisher_without_a_paper_is_no_doi(text: str) -> None:
    assert find_doi(text) == ""
