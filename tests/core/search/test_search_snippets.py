"""Passages that show why a paper was found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.items import Item, write_item
from assay.search import note_passage, passage
from assay.search.snippets import marked, marked_words
from assay.types import Paper

ABSTRACT = (
    "We study how insects find food. Bees tell others where to fly by dancing in the hive at night. "
    "Later sections turn to something else entirely, such as the economics of honey in large markets. "
    "We conclude that dances of bees carry distance and direction, and that hives listen."
)


def shown(abstract: str, text: str) -> tuple[str, list[str]]:
    pieces = passage(Paper("p", "Title", abstract), text)
    return "".join(piece for piece, _ in pieces), [piece for piece, marked in pieces if marked]


def test_the_sentence_that_says_most_of_the_query_is_shown_and_marked() -> None:
    text, marked = shown(ABSTRACT, "honey markets")
    assert text.startswith("Later sections")
    assert marked == ["honey", "markets"]


def test_words_are_marked_by_their_stems() -> None:
    _, marked = shown(ABSTRACT, "dance bee")
    assert set(marked) == {"Bees", "dancing"}


def test_chinese_words_are_marked_whole_though_their_pairs_overlap() -> None:
    pieces = marked("大规模数据库的检索 with BERT", "数据库 bert")
    assert "".join(text for text, _ in pieces) == "大规模数据库的检索 with BERT"
    assert "".join(text for text, is_marked in pieces if is_marked) == "数据库BERT"


def test_stop_words_are_not_marked() -> None:
    _, marked = shown(ABSTRACT, "the food of insects")
    assert marked == ["insects", "food"]


def test_an_unfinished_last_word_is_marked() -> None:
    assert shown(ABSTRACT, "hon")[1] == ["honey"]
    assert shown(ABSTRACT, "ho")[1] == []


def test_a_far_word_of_a_long_sentence_is_brought_into_view() -> None:
    long = "word " * 100 + "needle at last, and then " + "more " * 100
    text, marked = shown(long, "needle")
    assert marked == ["needle"]
    assert text.startswith("… ")
    assert text.endswith("…")


def test_without_a_match_or_a_query_the_beginning_is_shown() -> None:
    for query in ("", "   ", "zebra"):
        text, marked = shown(ABSTRACT, query)
        assert text.startswith("We study how insects find food.")
        assert marked == []


def test_only_a_paper_without_an_abstract_has_no_passage() -> None:
    assert passage(Paper("p", "Bees"), "bees") == []
    assert passage(Paper("p", "Bees", "  \n "), "bees") == []
    assert passage(Paper("p", "Bees", "?"), "bees") == [("?", False)]


NOTED = Paper(
    "n",
    "Moss on stones",
    "It grows.",
    item=write_item(Item(notes=("Compare with Kim.", "See the lichens in figure 2."))),
)


def test_a_note_is_shown_where_it_alone_holds_a_word() -> None:
    shown = note_passage(NOTED, "lichen", alone=True)
    assert [piece for piece, hit in shown if hit] == ["lichens"]
    assert "See the lichens in figure 2." in "".join(piece for piece, _ in shown)
    assert note_passage(NOTED, "moss lichen", alone=True) == [], "the title holds one"
    assert [piece for piece, hit in note_passage(NOTED, "moss lichen") if hit] == ["lichens"]
    assert note_passage(NOTED, "stones") == []


def test_short_abstracts_are_shown_whole_on_one_line() -> None:
    assert shown("Two\n  lines\there.", "lines") == ("Two lines here.", ["lines"])


@given(abstract=st.text(), text=st.text())
def test_any_text_gives_pieces_of_the_abstract(abstract: str, text: str) -> None:
    pieces = passage(Paper("p", "", abstract), text)
    assert bool(pieces) == bool(abstract.split())
    assert all(piece for piece, _ in pieces)
    assert len("".join(piece for piece, _ in pieces)) <= 160 + 3


@given(st.lists(st.sampled_from(["bee", "honey", "a", "Nectar.", "hive,"]), min_size=1, max_size=200))
def test_long_texts_are_cut_between_words(chosen: list[str]) -> None:
    abstract = " ".join(chosen)
    text = "".join(piece for piece, _ in passage(Paper("p", "", abstract), "honey")).strip("… ")
    assert f" {text} " in f" {abstract} "


def test_a_whole_text_is_marked_and_its_pieces_are_the_text() -> None:
    text = "Retrieval of\n\ntexts: we retrieve, and the retriever's text stays."
    pieces = marked(text, "the retrieval of a text")
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece, is_marked in pieces if is_marked] == [
        "Retrieval", "texts", "retrieve", "retriever", "text",
    ]  # fmt: skip
    assert marked("", "retrieval") == []


def test_in_a_whole_text_no_stop_word_is_marked() -> None:
    """Neither one that shares its stem with a word of the query, nor where the query has no other words."""
    text = "We will see what others had: the having, the will and the wills of a hive."
    for query, wanted in (
        ("the wills of others", ["others", "wills"]),
        ("what will the", []),
        ("THE Hive", ["hive"]),
    ):
        assert [piece for piece, is_word in marked(text, query) if is_word] == wanted, query
    assert marked_words("The naïve hive, the hive and THE Bees") == ("naïve", "hive", "Bees")
