"""Passages: about 150 words each, whole paragraphs where they can be."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from assay.pdf import passages

_TEXT = st.text(st.sampled_from("ab .\n?Zé"), max_size=3000)


@given(st.lists(_TEXT, max_size=4))
def test_every_word_is_in_one_passage_at_its_place(pages: list[str]) -> None:
    found = passages(pages)
    for passage in found:
        assert (
            pages[passage.page - 1][passage.begin : passage.end] == passage.text == passage.text.strip() != ""
        )
    for number, page in enumerate(pages, start=1):
        own = [passage for passage in found if passage.page == number]
        assert " ".join(passage.text for passage in own).split() == page.split()
        assert all(one.end <= two.begin for one, two in pairwise(own))


@given(st.integers(1, 2000))
def test_a_text_without_any_stop_is_cut_all_the_same(count: int) -> None:
    found = passages(["stone " * count])
    sizes = [len(passage.text.split()) for passage in found]
    assert sum(sizes) == count
    assert max(sizes) <= 225
    assert all(size >= 150 for size in sizes[:-1])


def test_short_paragraphs_stay_together_and_a_long_one_is_cut_between_sentences() -> None:
    short = "\n".join(["A stone rolls down."] * 60)  # 240 words
    first, second = passages([short])
    assert len(first.text.split()) == 180
    assert first.text.endswith("down.")
    assert second.text.startswith("A stone")
    long = " ".join(f"Stone number {at} rolls down the hill today." for at in range(50))  # 400 words
    parts = passages(["", long])
    assert [passage.page for passage in parts] == [2, 2, 2]
    assert all(passage.text.endswith("today.") for passage in parts)


def test_a_passage_ends_with_its_page() -> None:
    assert [passage.text for passage in passages(["one", " ", "two"])] == ["one", "two"]
