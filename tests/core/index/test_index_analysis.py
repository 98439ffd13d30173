"""How text becomes words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.index import clean, telling, words
from assay.index.analysis import folding, stemming


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
        "Über", "näive", "日本語", "transformers", "x", "ﬁne",
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


@given(st.text(st.characters(max_codepoint=127), max_size=300))
def test_plain_text_has_the_words_of_the_index_itself(text: str) -> None:
    tokens, stems = folding().pre_tokenize(text).tokens, stemming().analyze(text)
    places = [(token.text, token.char_offset_from, token.char_offset_to) for token in tokens]
    assert [(word.folded, word.start, word.end) for word in words(text)] == places
    assert [word.stem for word in words(text)] == stems


def test_a_run_of_letters_too_long_for_the_index_is_no_word() -> None:
    for length in (78, 79, 80, 81, 82, 300):
        run = "x" * length
        assert [word.stem for word in words(f"a {run} b")] == stemming().analyze(f"a {run} b")
