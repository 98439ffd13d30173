"""How text becomes words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.index import Word, clean, telling, words, words_among
from assay.index.analysis import folding, spaced, stemming

PLAIN_RANGES = ((0x0, 0x2FF), (0x370, 0x482), (0x2000, 0x23FF))
"""Code points that are taken apart without tantivy."""


def stems(text: str) -> list[str]:
    return [word.stem for word in words(text)]


def test_endings_case_and_accents_make_no_difference() -> None:
    assert stems("Retrieval RETRIEVED retrieving") == ["retriev"] * 3
    assert stems("naïve Bayes") == stems("naive bayes")
    assert stems("Schütze Łukasz") == stems("schutze lukasz")


def test_accents_written_as_marks_of_their_own_do_not_split_a_word() -> None:
    assert stems("re\u0301sume\u0301") == stems("résumé")
    assert len(stems("re\u0301sume\u0301")) == 1


def test_words_know_their_place_in_the_cleaned_text() -> None:
    text = "“Über-näive” 日本語 transformers; \ud800x 😀 ﬁne"
    assert [clean(text)[word.start : word.end] for word in words(text)] == [
        "Über", "näive", "日本", "本語", "transformers", "x", "ﬁne",
    ]  # fmt: skip


def test_stop_words_are_dropped_only_while_another_word_remains() -> None:
    assert [word.folded for word in telling(words("What is the effect of noise"))] == ["effect", "noise"]
    assert [word.folded for word in telling(words("to be or not to be"))] == [
        "to",
        "be",
        "or",
        "not",
        "to",
        "be",
    ]


def test_runs_that_are_no_words_are_dropped() -> None:
    assert stems("a" * 500 + " matrix") == ["matrix"]


@given(st.text())
def test_any_text_can_be_analysed_and_every_word_is_found_in_it(text: str) -> None:
    cleaned = clean(text)
    for word in words(text):
        assert 0 <= word.start < word.end <= len(cleaned)


@given(st.text(alphabet=st.characters(categories=["Cs"])))
def test_lone_surrogates_are_replaced(text: str) -> None:
    assert clean(text) == "?" * len(text)


def words_of_the_index(text: str) -> list[Word]:
    """As tantivy takes the text apart when it indexes it, but for the places."""
    text = spaced(text)
    tokens, stems = folding().pre_tokenize(text).tokens, stemming().analyze(text)
    return [
        Word(token.text, stem, token.char_offset_from, token.char_offset_to)
        for token, stem in zip(tokens, stems, strict=True)
    ]


ASSIGNED = st.characters(
    exclude_categories=["Cn", "Cs"]
)  # Python and tantivy know different versions of Unicode
CJK = st.sampled_from("検索モデル信息检索的评估方法검색ーｱ々𠮷BM25 ・、a")


@given(st.text(st.characters(max_codepoint=127), max_size=300) | st.text(CJK | ASSIGNED, max_size=60))
def test_text_has_the_words_of_the_index_itself(text: str) -> None:
    found, in_index = words(text), words_of_the_index(text)
    assert [(word.folded, word.stem) for word in found] == [(word.folded, word.stem) for word in in_index]
    if spaced(text) == clean(text):
        assert found == in_index


@pytest.mark.parametrize(("first", "last"), PLAIN_RANGES)
def test_each_letter_and_sign_parts_words_as_in_the_index(first: int, last: int) -> None:
    for code in range(first, last + 1):
        text = clean(f"ab{chr(code)}cd {chr(code)} e")
        assert words(text) == words_of_the_index(text), hex(code)


@given(
    st.text("aAbg–éß. ", max_size=60) | st.text(max_size=40), st.sets(st.integers(0, 20)), st.text(max_size=2)
)
def test_wanted_words_are_those_of_all_that_fit(text: str, picked: set[int], beginning: str) -> None:
    every = words(text)
    chosen = frozenset(word.stem for place, word in enumerate(every) if place in picked)
    wanted = [
        word for word in every if word.stem in chosen or (beginning and word.folded.startswith(beginning))
    ]
    assert words_among(text, chosen, beginning) == wanted


def test_a_run_of_letters_too_long_for_the_index_is_no_word() -> None:
    for length in (78, 79, 80, 81, 82, 300):
        run = "x" * length
        assert [word.stem for word in words(f"a {run} b")] == stemming().analyze(f"a {run} b")


def test_words_begin_as_they_are_written_and_are_wanted_by_their_stems() -> None:
    text = "Happiness and the Happy: unhappy, happinesses."
    for odd in (text, text + " 猫"):
        found = [(word.folded, word.start) for word in words_among(odd, set(), "happine")]
        assert found == [("happiness", 0), ("happinesses", 34)]
        assert [word.folded for word in words_among(odd, {"happi"})] == ["happiness", "happy", "happinesses"]
        assert [word.folded for word in words_among(odd, {"unhappi"}, "and")] == ["and", "unhappy"]
        assert words_among(odd, set()) == []
        assert words_among(odd, set(), "ppy") == []
    assert [word.start for word in words_among("a aa a-a ba ab a", {"a"})] == [0, 5, 7, 15]
