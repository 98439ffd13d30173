"""Texts by number: kept whole, each once, compared by what they say."""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import RecipeError
from assay.training.data.objectives.texts import NO_TEXT, TextsWriter, are_same, normalised, text_key

words = st.text(max_size=20)


@given(st.lists(words, max_size=30), st.sampled_from([1, 10**6]))
@settings(deadline=None)
def test_texts_come_back_as_they_went_in(texts: list[str], in_memory: int) -> None:
    writer = TextsWriter(in_memory=in_memory)
    numbers = [writer.add(text) for text in texts]
    stored = writer.finish()
    clean = [text.strip().encode("utf-8", "replace").decode() for text in texts]
    assert len(stored) == len({text for text in clean if text})
    for text, number in zip(clean, numbers, strict=True):
        assert (number == NO_TEXT) == (text == "")
        if text:
            assert stored[number] == text
            assert int(stored.keys[number]) == text_key(text)


def test_equal_texts_are_kept_once_unless_told_that_they_differ() -> None:
    writer = TextsWriter()
    assert [writer.add(text) for text in ("a", "b", " a ")] == [0, 1, 0]
    assert [writer.add_new(text) for text in ("a", "a", " ")] == [2, 3, NO_TEXT]


@pytest.mark.parametrize(
    ("one", "other"),
    [("A  Study\n of", "a study of"), ("ﬁne", "fine"), ("STRASSE", "straße"), ("Ｗide", "wide")],
)
def test_case_blanks_and_widths_make_no_difference(one: str, other: str) -> None:
    assert text_key(one) == text_key(other)


@given(st.lists(words, max_size=6), st.lists(words, max_size=6))
def test_the_quick_comparison_is_that_of_the_normalised_texts(one: list[str], other: list[str]) -> None:
    first, second = (" ".join(" ".join(part).split()) for part in (one, other))
    assert are_same(first, second) == (normalised(first) == normalised(second))
    assert are_same(first, first.swapcase()) == (normalised(first) == normalised(first.swapcase()))


def test_texts_in_memory_travel_to_another_process_whole() -> None:
    writer = TextsWriter()
    writer.add("one")
    assert pickle.loads(pickle.dumps(writer.finish()))[0] == "one"


def test_a_temporary_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    writer = TextsWriter(in_memory=1)
    with pytest.raises(RecipeError, match="set TMPDIR"):
        writer.add("more than one byte")
