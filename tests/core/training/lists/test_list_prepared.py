"""A folder of candidates is opened whole, or its fault is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from small_lists import PAPERS, QUERIES, RELEVANT, ROWS, prepare

from assay.encoding import TextTemplate
from assay.errors import BadInput, RecipeError
from assay.training.data.lists.candidates import ABSENT, lists_of, rows_of, with_random
from assay.training.data.lists.prepared import open_prepared
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import ListsSpec

SPEC = ListsSpec(path="lists", validation=0.25)


def test_what_was_prepared_is_opened(tmp_path: Path, tiny_base: Path) -> None:
    found = open_prepared(prepare(tmp_path / "lists", tiny_base))
    assert found.vectors.shape == (len(PAPERS), 32)
    assert found.texts == tuple(QUERIES.values())
    assert [found.relevant(place) for place in range(3)] == [
        frozenset(ROWS[doc_id] for doc_id in RELEVANT[f"q{place}"]) for place in range(3)
    ]
    assert found.first == "random"


def cut(folder: Path) -> None:
    path = folder / "candidates.int32"
    path.write_bytes(path.read_bytes()[:-4])


def other_queries(folder: Path) -> None:
    path = folder / "queries.jsonl"
    path.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[1:]), encoding="utf-8")


def fewer_vectors(folder: Path) -> None:
    np.save(folder / "documents.npy", np.load(folder / "documents.npy")[:-1])


def nothing_relevant(folder: Path) -> None:
    path = folder / "grades.float32"
    np.full(path.stat().st_size // 4, -np.inf, dtype=np.float32).tofile(path)


def beyond(folder: Path) -> None:
    path = folder / "candidates.int32"
    ids = np.fromfile(path, dtype=np.int32)
    ids[7] = len(PAPERS)
    ids.tofile(path)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (cut, "candidates.int32: it has"),
        (other_queries, "other queries than the lists"),
        (fewer_vectors, "47 vectors and 48 keys do not go together"),
        (beyond, "names papers beyond the 48"),
        (nothing_relevant, "a list has nothing relevant"),
        (lambda folder: (folder / "prepared.json").unlink(), "prepare them by `assay lists`"),
        (lambda folder: (folder / "prepared.json").write_text("{}"), "cannot be read"),
        (lambda folder: (folder / "documents.npy").write_bytes(b"no"), "damaged"),
    ],
)
def test_what_is_damaged_is_said(
    tmp_path: Path, tiny_base: Path, harm: Callable[[Path], None], said: str
) -> None:
    folder = prepare(tmp_path / "lists", tiny_base)
    harm(folder)
    with pytest.raises(BadInput, match=said):
        open_prepared(folder)


def test_an_objective_parts_queries_and_tells_what_it_read(tmp_path: Path, tiny_base: Path) -> None:
    prepare(tmp_path / "lists", tiny_base)
    source = open_source(SPEC, folder=tmp_path, seed=3, template=TextTemplate())
    train = {source.train.example(index, 0).query for index in range(len(source.train))}  # type: ignore[union-attr]
    held = {one.query for one in source.validation}  # type: ignore[union-attr]
    assert len(held) == 8
    assert train | held == set(QUERIES.values())
    assert not train & held
    assert {"documents.npy", "prepared.json"} < source.facts.files.keys()


def test_only_the_queries_of_a_file_teach(tmp_path: Path, tiny_base: Path) -> None:
    prepare(tmp_path / "lists", tiny_base)
    (tmp_path / "some.txt").write_text("".join(f"q{n}\n" for n in range(8)), encoding="utf-8")
    spec = ListsSpec(path="lists", validation=0.25, queries="some.txt")
    source = open_source(spec, folder=tmp_path, seed=3, template=TextTemplate())
    assert len(source.train) + len(source.validation) == 8
    (tmp_path / "some.txt").write_text("q1\nnobody\n", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"some.txt.*'nobody' is none of the prepared queries"):
        open_source(spec, folder=tmp_path, seed=3, template=TextTemplate())


def test_one_query_is_too_few(tmp_path: Path, tiny_base: Path) -> None:
    prepare(tmp_path / "lists", tiny_base)
    (tmp_path / "one.txt").write_text("q1\n", encoding="utf-8")
    spec = ListsSpec(path="lists", queries="one.txt")
    with pytest.raises(RecipeError, match="1 queries, of which 1 differ, are too few"):
        open_source(spec, folder=tmp_path, seed=3, template=TextTemplate())


def test_random_negatives_are_none_of_the_list_and_the_same_again() -> None:
    run = {"q0": {"d1": 1.0, "d2": 0.5}, "q1": {"d3": 1.0}}
    made = list(lists_of(run.items(), RELEVANT, rows_of(ROWS)))
    more, again = (list(with_random(made, 5, n_documents=len(PAPERS), seed=1)) for _ in range(2))
    for one, other, plain in zip(more, again, made, strict=True):
        np.testing.assert_array_equal(one.ids, other.ids)
        before, was, after, grades = plain.ids, plain.grades, one.ids, one.grades
        assert after[: len(before)].tolist() == before.tolist()
        assert grades[: len(was)].tolist() == was.tolist()
        assert len({*after.tolist()}) == len(before) + 5
        assert (grades[len(was) :] == ABSENT).all()
    every = next(with_random(made, 500, n_documents=len(PAPERS), seed=1))
    assert sorted(every.ids.tolist()) == list(range(len(PAPERS)))


def test_folders_name_their_version(tmp_path: Path, tiny_base: Path) -> None:
    folder = prepare(tmp_path / "lists", tiny_base)
    told = json.loads((folder / "prepared.json").read_text(encoding="utf-8"))
    (folder / "prepared.json").write_text(json.dumps({**told, "format": 9}), encoding="utf-8")
    with pytest.raises(BadInput, match="another version"):
        open_prepared(folder)
