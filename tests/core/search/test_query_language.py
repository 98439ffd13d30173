"""What is typed into the search box: parses worked by hand, and any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.search.query.fields import FIELDS, describe_filters
from assay.search.query.language import MOST, ParsedQuery, parse, parse_request
from assay.types import Filters, SearchRequest

PLAIN = Filters()


def without(**fields: object) -> Filters:
    return Filters(without=Filters(**fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "text", "filters"),
    [
        ("", "", PLAIN),
        ("dense  retrieval", "dense retrieval", PLAIN),
        ("author:cohan graphs", "graphs", Filters(authors=("cohan",))),
        ('graphs author:"Arman  Cohan" rank', "graphs rank", Filters(authors=("Arman Cohan",))),
        ("author:cohan, author:lo", "", Filters(authors=("cohan", "lo"))),
        ("Author:Cohan author:Cohan", "", Filters(authors=("Cohan",))),
        ("year:2019", "", Filters(years=((2019, 2019),))),
        ("year:2019..2022", "", Filters(years=((2019, 2022),))),
        ("year:2019-2022", "", Filters(years=((2019, 2022),))),
        ("year:2022..2019", "", Filters(years=((2019, 2022),))),
        ("year:2019.. year:..1980", "", Filters(years=((2019, None), (None, 1980)))),
        ('venue:"ACL"', "", Filters(venue_words=("ACL",))),
        ("-venue:arxiv", "", without(venue_words=("arxiv",))),
        ('tag:"graph learning" has:pdf', "", Filters(tags=("graph learning",), has_file=True)),
        ("-has:pdf", "", without(has_file=True)),
        ("judged:no", "", Filters(judged=False)),
        ("-judged:no", "", Filters(judged=True)),
        ("judged:no judged:yes", "", PLAIN),
        ("id:W29", "", Filters(doc_ids=("W29",))),
        ("doi:https://doi.org/10.1145/ABC.1", "", Filters(dois=("10.1145/abc.1",))),
        ('say "exact  phrase" here', "say here", Filters(phrases=("exact phrase",))),
        ("“exact phrase”", "", Filters(phrases=("exact phrase",))),
        ("graph -neural", "graph", without(phrases=("neural",))),
        ('graph -"neural net" -covid-19', "graph", without(phrases=("neural net", "covid-19"))),
        ('a 5" disk', 'a 5" disk', PLAIN),
        ("GPT-4: a - b -- c -", "GPT-4: a - b -- c -", PLAIN),
        ("--author:x", "--author:x", PLAIN),
        ('"!!" x', '"!!" x', PLAIN),
        ("auth", "auth", PLAIN),
        ("C++ (and) OR [x] *", "C++ (and) OR [x] *", PLAIN),
    ],
)  # fmt: skip
def test_a_typed_text_is_understood_so(typed: str, text: str, filters: Filters) -> None:
    asked = parse(typed)
    assert (asked.text, asked.filters, asked.faults) == (text, filters, ())


@pytest.mark.parametrize(
    ("typed", "text", "says"),
    [
        ("author:", "", "author: has no value yet"),
        ("graph author: cohan", "graph cohan", "author: has no value yet"),
        ("year:20", "", "year:20 restricts nothing: a year has four digits."),
        ("year:2019-", "", "four digits"),
        ("year:..", "", "year: has no value yet"),
        ("has:wings", "", "only a PDF"),
        ("judged:maybe", "", "yes or no"),
        ("doi:mine", "", "10."),
        ("auther:cohan graphs", "auther:cohan graphs", "Did you mean author:?"),
        ("yeer:2019", "yeer:2019", "Did you mean year:?"),
        (
            "foo:bar",
            "foo:bar",
            "was searched as text. Fields are author:, year:",
        ),
    ],
)
def test_what_is_not_understood_restricts_nothing_and_is_told(typed: str, text: str, says: str) -> None:
    asked = parse(typed)
    assert (asked.text, asked.filters) == (text, PLAIN)
    assert len(asked.faults) == 1
    assert says in asked.faults[0]


def test_titles_and_addresses_with_colons_are_no_faults() -> None:
    for typed in ("BERT: Pre-training of Deep Transformers", "https://example.org/x", "10:30"):
        assert parse(typed) == ParsedQuery(typed)
        assert parse(typed).faults == ()


def test_a_quotation_mark_left_open_is_closed_at_the_end() -> None:
    asked = parse('dense "passage retrieval')
    assert asked == ParsedQuery("dense", Filters(phrases=("passage retrieval",)))
    assert "left open" in asked.faults[0]


def test_a_quotation_mark_still_open_restricts_nothing_while_one_types() -> None:
    asked = parse('dense "passage retr', unfinished=True)
    assert asked == ParsedQuery("dense passage retr")
    assert asked.faults == ()
    assert asked.ends_in_word


@pytest.mark.parametrize(
    ("typed", "prefix"),
    [("gra", True), ("gra ", False), ("gra author:co", False), ("author:co gra", True), ('"gra"', False)],
)
def test_only_a_word_typed_last_may_be_unfinished(typed: str, prefix: bool) -> None:
    assert parse_request(SearchRequest(typed), prefix=True)[1] is prefix
    assert parse_request(SearchRequest(typed))[1] is False


def test_phrases_are_ranked_by_before_the_words() -> None:
    request, _, _ = parse_request(SearchRequest('deep "graph walks" -bees year:2001 rank'))
    assert request.text == "graph walks deep rank"


def test_typed_fields_restrict_beside_those_of_the_panel() -> None:
    panel = Filters(2001, 2020, ("Nature",), has_file=True)
    request, _, _ = parse_request(SearchRequest("year:2019 venue:acl", filters=panel))
    assert request.filters == Filters(years=((2019, 2019),), venue_words=("acl",), also=panel)
    assert parse_request(SearchRequest("bees", filters=panel))[0].filters == panel


def test_what_was_understood_is_told_in_words() -> None:
    typed = 'author:cohan author:lo year:2019..2022 year:..1990 -venue:arxiv has:pdf judged:no "a b" -c x'
    assert describe_filters(parse(typed).filters) == [
        "not judged", "with a PDF", "author cohan or lo", "year 2019 to 2022 or to 1990", "“a b”",
        "not venue arxiv", "not “c”",
    ]  # fmt: skip


def test_a_tag_or_collection_of_the_filter_panel_is_described_once() -> None:
    chosen = Filters(own_tags=("to read",), collections=("thesis",))
    assert describe_filters(chosen) == ["tag to read", "collection thesis"]


def test_a_hundred_values_restrict_and_further_ones_are_words() -> None:
    typed = " ".join(f"author:a{n}" for n in range(MOST + 2))
    asked = parse(typed)
    assert len(asked.filters.authors) == MOST
    assert asked.text == f"author:a{MOST} author:a{MOST + 1}"
    assert len(asked.faults) == 1


# -- any text -----------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *(f"{name}:" for name in FIELDS),
        '"',
        "“",
        "-",
        " ",
        "\n",
        "..",
        "2019",
        "pdf",
        "no",
        "yes",
        "10.1/x",
        ",;",
    ]
)
TYPED = st.lists(PIECES | st.text(max_size=6), max_size=14).map("".join)


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def check(typed: str) -> None:
    """Never raises, and leaves no word out without saying so."""
    asked = parse(typed)
    parse(typed, unfinished=True)
    if asked.filters == PLAIN and not asked.faults and "judged:" not in typed.lower():
        assert letters(asked.text) == letters(typed)
    kept = letters("".join([*describe_filters(asked.filters), asked.text])).lower()
    if not asked.faults and not any(
        name in typed.lower() for name in ("doi", "has", "judged", "year", "-", '"', "“")
    ):
        for word in typed.split():
            field, _, value = word.lower().partition(":")
            if field == "read":  # other words for the same are taken, too
                value = {"true": "yes", "false": "no", "later": "list"}.get(value, value)
            assert letters(value or field) in kept, word


@settings(max_examples=300, deadline=None)
@given(TYPED)
def test_any_text_is_a_query(typed: str) -> None:
    check(typed)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@settings(max_examples=100_000, deadline=None)
@given(TYPED)
def test_a_hundred_thousand_texts_are_queries(typed: str) -> None:
    check(typed)
