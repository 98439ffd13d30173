"""Edges of the indexes: odd ids, files that are gone, names in messages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assay.errors import StaleIndex
from assay.index import ExactIndex, LexicalIndex, open_index, save
from assay.index.generations import Manifest, discard, is_saved
from assay.types import Paper


@pytest.mark.parametrize("doc_id", ["A b-C", "10.1000/XYZ.1", "übung", "a", "A"])
def test_an_id_is_one_word_as_it_stands(doc_id: str) -> None:
    index = LexicalIndex()
    index.add([Paper(doc_id, title="owl"), Paper("b", title="owl"), Paper("c", title="owl")])
    index.commit()
    assert index.search("owl", 5, allowed={doc_id}) == [(doc_id, pytest.approx(index.search("owl", 1)[0][1]))]
    index.add([Paper(doc_id, title="bat")])
    index.commit()
    assert len(index) == 3
    assert [name for name, _ in index.search("bat", 5)] == [doc_id]
    index.remove([doc_id])
    index.commit()
    assert (len(index), index.search("bat", 5)) == (2, [])


def test_a_generation_that_is_gone_already_is_given_up_without_a_word(tmp_path: Path) -> None:
    discard(tmp_path / "generation-gone")
    index = LexicalIndex(tmp_path)
    index.add([Paper("a", title="owl")])
    index.discard()
    assert not is_saved(tmp_path)
    assert len(LexicalIndex(tmp_path)) == 0
    again = LexicalIndex(tmp_path)
    again.add([Paper("a", title="owl")])
    again.commit()
    assert is_saved(tmp_path)


def test_an_index_of_another_model_is_told_by_name_or_by_fingerprint(tmp_path: Path) -> None:
    index = ExactIndex(2)
    index.add(["a"], np.ones((1, 2), np.float32))
    save(index, tmp_path / "named", Manifest("f" * 40, 2, "exact", 1, model="specter"))
    save(index, tmp_path / "nameless", Manifest("e" * 40, 2, "exact", 1))
    for folder, said in (
        ("named", f"specter ({'f' * 16})"),
        ("nameless", f"with the fingerprint {'e' * 16}"),
    ):
        for model, asked in (("minilm", f"minilm ({'0' * 16})"), ("", f"with the fingerprint {'0' * 16}")):
            with pytest.raises(StaleIndex) as caught:
                open_index(tmp_path / folder, fingerprint="0" * 40, dim=2, model=model)
            assert said in str(caught.value)
            assert asked in str(caught.value)
