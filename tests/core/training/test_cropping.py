"""Independent cropping: which words a span may have, and where the three spans of an example come from."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import RecipeError
from assay.training.data.objectives.cropping import Cropping


def text(document: int, n_words: int) -> str:
    return " ".join(f"d{document}w{word}" for word in range(n_words))


def places(span: str) -> tuple[int, list[int]]:
    """The document of a span and the numbers of its words."""
    names = [word[1:].split("w") for word in span.split()]
    (document,) = {int(document) for document, _ in names}
    return document, [int(word) for _, word in names]


def reached(lengths: Sequence[int], variant: str, epochs: int = 400) -> set[int]:
    """The words of document 0 that some span of it has."""
    objective = Cropping([text(d, n) for d, n in enumerate(lengths)], seed=3, variant=variant)  # type: ignore[arg-type]
    seen: set[int] = set()
    for epoch in range(epochs):
        example = objective.example(0, epoch)
        for span in (example.query, example.positive, example.negative):
            document, words = places(span)
            seen |= set(words) if document == 0 else set()
    return seen


@given(st.lists(st.integers(1, 40), min_size=2, max_size=6), st.integers(0, 5), st.data())
@settings(max_examples=200, deadline=None)
def test_spans_are_contiguous_and_long_enough_and_share_their_document(
    lengths: list[int], epoch: int, data: st.DataObject
) -> None:
    objective = Cropping([text(d, n) for d, n in enumerate(lengths)], seed=1)
    index = data.draw(st.integers(0, len(lengths) - 1))
    example = objective.example(index, epoch)
    documents = []
    for span in (example.query, example.positive, example.negative):
        document, words = places(span)
        documents.append(document)
        assert words == list(range(words[0], words[0] + len(words)))
        assert len(words) == lengths[document] if lengths[document] <= 10 else len(words) >= 10
    assert documents[0] == documents[1] == index != documents[2]


def test_every_word_can_be_reached_the_last_one_too() -> None:
    assert reached([14, 12], "paper") == set(range(14))


def test_the_released_variant_never_reaches_the_last_word() -> None:
    assert reached([14, 12], "released") == set(range(13))


def test_the_released_variant_may_take_the_negative_from_the_same_document() -> None:
    objective = Cropping([text(0, 12), text(1, 12)], seed=0, variant="released")
    examples = [objective.example(0, epoch) for epoch in range(50)]
    same = [places(e.query)[0] == places(e.negative)[0] for e in examples]
    assert any(same)
    assert not all(same)


def test_an_example_depends_on_its_index_and_epoch_alone() -> None:
    texts = [text(d, 60) for d in range(20)]
    one, other = Cropping(texts, seed=5), Cropping(texts, seed=5)
    forwards = [one.example(index, 2) for index in range(20)]
    backwards = [other.example(index, 2) for index in reversed(range(20))]
    assert backwards[::-1] == forwards
    assert [one.example(index, 3) for index in range(20)] != forwards
    assert [Cropping(texts, seed=6).example(index, 2) for index in range(20)] != forwards


def test_texts_that_nothing_can_be_cut_from_are_refused_by_their_place() -> None:
    with pytest.raises(RecipeError, match="text 2 has no words"):
        Cropping(["one text", " \n"], seed=0)
    with pytest.raises(RecipeError, match="has 1 texts"):
        Cropping(["one text"], seed=0)
