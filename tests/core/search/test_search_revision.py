"""An index has the library as it was before its papers were read, so that no change is missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import VectorCache
from assay.library import Library
from assay.library.papers import Papers
from assay.search import lexical_folder, update_index, update_lexical
from assay.types import IndexReport


@pytest.fixture
def meanwhile(
    library: Library, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[None]:
    """Another window edits the first paper as soon as all papers were read for the first time.

    By `Papers.all` words are read, by `Papers.get` texts that are encoded.
    """
    read: Callable[..., Any] = getattr(Papers, request.param)
    edits = [replace(PAPERS[0], abstract="Wasps build paper nests.")]

    def and_edit(self: Papers, *asked: Any, **options: Any) -> list[Any]:
        found = list(read(self, *asked, **options))
        if edits:
            library.edits.edit(edits.pop(), ())
        return found

    monkeypatch.setattr(Papers, request.param, and_edit)
    yield
    assert not edits


@pytest.mark.usefixtures("meanwhile")
@pytest.mark.parametrize("meanwhile", ["get"], indirect=True)
def test_a_change_while_vectors_are_made_is_taken_up_by_the_next_update(
    library: Library, encoder: CountingEncoder, cache: VectorCache
) -> None:
    def update() -> IndexReport:
        return update_index(library, encoder, cache=cache)

    assert update().n_encoded == len(PAPERS)
    assert update().n_encoded == 1
    assert encoder.taken()[-1][1].startswith(PAPERS[0].title)
    assert update().n_encoded == 0


@pytest.mark.usefixtures("meanwhile")
@pytest.mark.parametrize("meanwhile", ["all"], indirect=True)
def test_a_change_while_words_are_read_is_taken_up_by_the_next_update(library: Library) -> None:
    place = lexical_folder(library.folder)

    assert [update_lexical(library, folder=place).n_encoded for _ in range(3)] == [len(PAPERS), 1, 0]
