"""Two papers compared: every rule that speaks for one paper or for two."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest
from duplicates_papers import ABSTRACT, BATS, OTHER_ABSTRACT, likeness, other, surely
from hypothesis import given
from hypothesis import strategies as st

from assay.duplicates.comparison import compare, traits_of
from assay.duplicates.types import Likeness, Verdict
from assay.types import Paper


def bits(one: Paper, two: Paper) -> float:
    """The evidence behind the score, by the definition of odds."""
    score = surely(one, two).score
    return log2(score / (1 - score))


def reasons(found: Likeness) -> list[str]:
    return [str(each) for each in found.reasons]


def test_a_record_repeated_is_the_same_paper() -> None:
    found = surely(BATS, other())
    assert found.verdict is Verdict.SAME
    assert reasons(found) == ["same title", "same authors", "same year", "same venue"]
    assert found.score == pytest.approx(1 / (1 + 2.0**-11))  # 10 + 4 + 1 + 1 bits, 5 less beforehand


@pytest.mark.parametrize(
    "title",
    [
        "HOW MOTHS JAM THE SONAR OF HUNTING BATS OVER OPEN FIELDS.",
        "How moths jam the sonar of hunting bats over open feilds",
        "{How} moths jam the {SONAR} of hunting bats over open fields",
        "How moths jam the sonar of hunting bats over open fields; [Wie Falter Fledermäuse stören]",
        "[How moths jam the sonar of hunting bats over open fields]",
        "Over open fields: how moths jam the sonar of hunting bats",
        "How mothsjam the sonar of hunting bats over openfields",
    ],
)
def test_a_title_written_otherwise_is_the_same(title: str) -> None:
    assert surely(BATS, other(title=title)).verdict is Verdict.SAME


@pytest.mark.parametrize(
    "title",
    [
        "How moths jam the sonar of hunting bats over open fields: part 2",
        "Reply to: How moths jam the sonar of hunting bats over open fields",
        "How moths jam the sonar of hunting bats over open fields (vol 8, pg 12, 2018)",
        "Correction: How moths jam the sonar of hunting bats over open fields",
        "How moths jam the sonar of hunting bats over open fields (extended abstract)",
        "How moths jam the sonar of hunting bats over open fields (Student Abstract)",
        "How owls find the nests of singing birds in dense woods",
    ],
)
def test_what_another_paper_is_called_is_not_the_same(title: str) -> None:
    first = replace(BATS, title=BATS.title + ": part 1") if "part 2" in title else BATS
    found = likeness(first, other(title=title))
    assert found is None or found.verdict is not Verdict.SAME


def test_a_subtitle_left_out_is_the_same_where_all_else_agrees() -> None:
    short = replace(BATS, title="How moths jam sonar")
    long = other(title="How moths jam sonar: twelve nights of recordings over the open fields of Kansas")
    assert surely(short, long).verdict is Verdict.POSSIBLE
    found = surely(replace(short, abstract=ABSTRACT), replace(long, abstract=ABSTRACT))
    assert found.verdict is Verdict.SAME
    assert "one title begins with the other" in reasons(found)


def test_a_title_that_says_nothing_joins_nothing() -> None:
    editorial = replace(BATS, title="Editorial")
    found = likeness(editorial, replace(editorial, doc_id="b"))
    assert found is not None
    assert found.verdict is Verdict.POSSIBLE


def test_other_authors_weigh_as_much_as_a_title() -> None:
    found = likeness(BATS, other(authors=("Grace Hopper", "Ada Lovelace")))
    assert found is not None
    assert found.verdict is Verdict.POSSIBLE
    assert "other authors" in reasons(found)


@pytest.mark.parametrize(
    "authors",
    [
        ("Corcoran, A.", "Barber, J.", "Conner, W."),
        ("CORCORAN A", "BARBER J", "CONNER W"),
        ("Aaron Corcoran", "others"),
        ("Corcorán, Aaron", "Barber, Jesse R.", "Connor, William"),
    ],
)
def test_authors_written_otherwise_are_the_same(authors: tuple[str, ...]) -> None:
    assert "same authors" in reasons(surely(BATS, other(authors=authors)))


def test_authors_in_another_order_say_less() -> None:
    turned = other(authors=("William Conner", "Jesse Barber", "Aaron Corcoran"))
    assert "same authors in another order" in reasons(surely(BATS, turned))
    assert bits(BATS, turned) == pytest.approx(bits(BATS, other()) - 3)


def test_years_apart_weigh_more_the_more_they_are() -> None:
    little = replace(BATS, authors=(), venue="")
    near, far, further = (bits(little, replace(little, doc_id="b", year=2019 + apart)) for apart in (1, 2, 5))
    assert bits(little, replace(little, doc_id="b")) > near > far > further
    assert "years 2019 and 2024" in reasons(surely(BATS, other(year=2024)))


@pytest.mark.parametrize("venue", ["J. Exp. Biol.", "The Journal of experimental biology", "J Exp Biol"])
def test_an_abbreviated_venue_is_the_same(venue: str) -> None:
    assert "same venue" in reasons(surely(BATS, other(venue=venue)))


def test_a_venue_that_only_has_a_word_in_common_is_another() -> None:
    found = surely(replace(BATS, venue="Hepatology"), other(venue="Annals of Hepatology"))
    assert "other venues" in reasons(found)


def test_another_abstract_under_the_same_title_is_a_doubt() -> None:
    short = {"title": "Moths and bats", "venue": ""}
    one = replace(BATS, abstract=ABSTRACT, **short)  # type: ignore[arg-type]
    found = likeness(one, replace(one, doc_id="b", abstract=OTHER_ABSTRACT))
    assert found is None or found.verdict is Verdict.POSSIBLE
    assert bits(BATS, other()) - bits(
        replace(BATS, abstract=ABSTRACT), other(abstract=OTHER_ABSTRACT)
    ) == pytest.approx(5)


@pytest.mark.parametrize("field", ["doi", "arxiv_id", "pmid"])
def test_a_shared_identifier_joins_what_little_is_known_of(field: str) -> None:
    value = {"doi": "10.1/x", "arxiv_id": "1901.00001", "pmid": "77"}[field]
    one = Paper("a", "Moths", **{field: value})  # type: ignore[arg-type]
    found = surely(one, replace(one, doc_id="b"))
    assert found.verdict is Verdict.SAME
    assert reasons(found)[0].startswith("same ")


def test_a_shared_identifier_with_quite_another_title_is_no_reason_to_join() -> None:
    one = replace(BATS, doi="10.1/book")
    found = likeness(one, other(doi="10.1/book", title="Owls listen for voles under the snow"))
    assert found is None or found.verdict is Verdict.POSSIBLE


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("DOI", {"doi": "10.1/x"}, {"doi": "10.1/y"}),
        ("arXiv id", {"arxiv_id": "1901.00001"}, {"arxiv_id": "1901.00002"}),
        ("PMID", {"pmid": "1"}, {"pmid": "2"}),
    ],
)
def test_two_identifiers_of_one_kind_keep_papers_apart(
    name: str, one: dict[str, str], two: dict[str, str]
) -> None:
    found = surely(replace(BATS, **one), other(**two))  # type: ignore[arg-type]
    assert found.verdict is Verdict.POSSIBLE
    assert found.apart
    assert reasons(found)[-1] == f"two {name}s"


def test_one_doi_written_in_two_cases_is_one() -> None:
    assert surely(replace(BATS, doi="10.1/ABC"), other(doi="10.1/abc")).verdict is Verdict.SAME


@pytest.mark.parametrize(
    "preprint",
    [
        {"doi": "10.48550/arxiv.1901.00001", "venue": ""},
        {"doi": "10.1101/2019.01.01.123456", "venue": "bioRxiv"},
        {"venue": "arXiv preprint arXiv:1901.00001", "arxiv_id": "1901.00001"},
        {"venue": "CoRR"},
        {"venue": "", "arxiv_id": "1901.00001"},
    ],
)
def test_a_preprint_and_what_was_published_a_year_later_are_versions(preprint: dict[str, str]) -> None:
    published = other(doi="10.1242/jeb.1", year=2020)
    found = surely(replace(BATS, **preprint), published)  # type: ignore[arg-type]
    assert found.verdict is Verdict.VERSION
    assert found.preprint == "a"
    assert not found.apart


def test_a_preprint_that_names_what_was_published_is_the_same_paper() -> None:
    preprint = replace(BATS, venue="arXiv", arxiv_id="1901.00001")
    assert surely(preprint, other(arxiv_id="1901.00001")).verdict is Verdict.SAME


@pytest.mark.parametrize(
    ("year", "venue"), [(2020, "Proceedings of the Bat Symposium"), (2021, BATS.venue), (2021, "")]
)
def test_a_paper_that_came_out_again_is_a_doubt(year: int, venue: str) -> None:
    assert surely(BATS, other(year=year, venue=venue)).verdict is Verdict.POSSIBLE
    with_id = surely(replace(BATS, doi="10.1/x"), other(year=year, venue=venue, doi="10.1/x"))
    assert with_id.verdict is Verdict.SAME


def test_a_year_mistaken_by_one_is_the_same_paper() -> None:
    assert surely(BATS, other(year=2020)).verdict is Verdict.SAME
    assert surely(BATS, other(year=2020, venue="")).verdict is Verdict.SAME


def test_titles_that_differ_in_a_single_letter_word_are_two() -> None:
    one = replace(BATS, title="Prevalence of hepatitis B among donors of blood in Lima")
    assert likeness(one, replace(one, doc_id="b", title=one.title.replace(" B ", " C "))) is None


def test_two_records_of_a_preprint_are_the_same() -> None:
    preprint = replace(BATS, venue="arXiv", arxiv_id="1901.00001")
    assert surely(preprint, other(venue="CoRR")).verdict is Verdict.SAME


TEXTS = st.sampled_from(
    ["", BATS.title, BATS.title + " again", "Owls", "Editorial", "[Moths and the bats] jam"]
)
RECORDS = st.builds(
    Paper,
    doc_id=st.just("a"),
    title=TEXTS,
    abstract=st.sampled_from(["", ABSTRACT, OTHER_ABSTRACT]),
    authors=st.lists(st.sampled_from(["Ada Lovelace", "Hopper, G", "X", "", "Corcoran"]), max_size=3).map(
        tuple
    ),
    year=st.sampled_from([None, 2018, 2019, 2024]),
    venue=st.sampled_from(["", "arXiv", "J Exp Biol", BATS.venue]),
    doi=st.sampled_from(["", "10.1/x", "10.1/y", "10.48550/arxiv.1901.00001"]),
    arxiv_id=st.sampled_from(["", "1901.00001"]),
    pmid=st.sampled_from(["", "1", "2"]),
)


@given(RECORDS, RECORDS)
def test_comparing_is_symmetric_and_its_score_within_bounds(one: Paper, two: Paper) -> None:
    first, second = traits_of(one), traits_of(replace(two, doc_id="b"))
    found = compare(first, second)
    assert found == compare(second, first)
    if found is not None:
        assert 0 <= found.score <= 1
        assert (found.doc_id, found.other) == ("a", "b")
