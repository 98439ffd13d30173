"""Texts with labels and numbers: what is read, who validates, and what is refused with its place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from assay.encoding import TextTemplate
from assay.errors import RecipeError
from assay.training.data.examples import Labelled, Source, Task
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import OBJECTIVES

SUBJECTS = ("graphs", "proteins", "planets")


def rows(n: int = 30) -> list[dict[str, Any]]:
    return [
        {
            "title": f"Paper {place}",
            "abstract": f"About {SUBJECTS[place % 3]}, number {place}.",
            "subject": SUBJECTS[place % 3],
            "subjects": [SUBJECTS[place % 3], SUBJECTS[(place + 1) % 3]][: 1 + place % 2],
            "year": 1990.0 + place,
            "score": place / 10,
        }
        for place in range(n)
    ]


def write(path: Path, table: list[dict[str, Any]]) -> Path:
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in table).encode()))
    return path


def opened(path: Path, kind: str, **spec: object) -> Source:
    made = OBJECTIVES[kind](path=path.name, name="mine", **spec)
    return open_source(made, folder=path.parent, seed=7, template=TextTemplate())


def everything(source: Source) -> list[Labelled]:
    train = [source.train.example(place, 0) for place in range(len(source.train))]
    return [one for one in (*train, *source.validation) if isinstance(one, Labelled)]


def test_one_label_of_some(tmp_path: Path) -> None:
    source = opened(write(tmp_path / "a.jsonl.gz", rows()), "classification", label="subject")
    assert source.task == Task("class", ("graphs", "planets", "proteins"))
    assert (len(source.train), len(source.validation)) == (27, 3)
    found = {one.text: one.target for one in everything(source)}
    assert len(found) == 30
    for row in rows():
        text = f"{row['title']} [SEP] {row['abstract']}"
        assert source.task.labels[found[text]] == row["subject"]  # type: ignore[index]
    assert source.train.example(3, 0) == source.train.example(3, 5)


def test_several_labels_in_the_order_of_the_file_of_labels(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("proteins\ngraphs\nplanets\nrivers\n", encoding="utf-8")
    path = write(tmp_path / "a.jsonl.gz", rows())
    source = opened(path, "classification", label="subjects", labels="names.txt", multi_label=True)
    assert source.task == Task("labels", ("proteins", "graphs", "planets", "rivers"))
    found = {one.text.partition(" [SEP]")[0]: one.target for one in everything(source)}
    assert found["Paper 0"] == (1,)
    assert found["Paper 1"] == (0, 2)


@pytest.mark.parametrize("named", [False, True])
def test_multi_hot_labels_are_columns_and_not_the_names_0_and_1(tmp_path: Path, *, named: bool) -> None:
    """As SciRepEval's test of Fields of Study has them; they were read as two labels that all papers have."""
    table = [
        {**row, "hot": [int(name in row["subjects"]) for name in SUBJECTS]} for row in rows()
    ]  # fmt: skip
    path = write(tmp_path / "a.jsonl.gz", table)
    (tmp_path / "names.txt").write_text("\n".join(SUBJECTS), encoding="utf-8")
    labels = {"labels": "names.txt"} if named else {}
    source = opened(path, "classification", label="hot", multi_label=True, **labels)
    assert source.task == Task("labels", SUBJECTS if named else ("0", "1", "2"))
    found = {one.text.partition(" [SEP]")[0]: one.target for one in everything(source)}
    assert found["Paper 0"] == (0,)
    assert found["Paper 2"] == (2,)
    assert found["Paper 5"] == (0, 2)


def test_multi_hot_labels_that_are_cut_or_unlike_the_file_of_labels_are_refused(tmp_path: Path) -> None:
    table = [{**row, "hot": [place % 2, 1 - place % 2, 0, 1]} for place, row in enumerate(rows())]
    (tmp_path / "names.txt").write_text("\n".join(SUBJECTS), encoding="utf-8")
    spec: dict[str, Any] = {"label": "hot", "multi_label": True}
    path = write(tmp_path / "a.jsonl.gz", table)
    with pytest.raises(RecipeError, match="0 or 1 for 4 labels, and the file of labels names 3"):
        opened(path, "classification", **spec, labels="names.txt")
    table[7]["hot"] = [0, 1, 0]
    with pytest.raises(RecipeError, match="lists of 0 and 1 of 3 to 4 values"):
        opened(write(path, table), "classification", **spec)


def test_indices_of_labels_are_names_as_scirepevals_training_data_have_them(tmp_path: Path) -> None:
    """`labels` of its fos is [16], [9, 3]: places in the list of labels, not indicators."""
    table = [{**row, "labels": [[0], [1, 0], [1]][place % 3]} for place, row in enumerate(rows())]
    source = opened(write(tmp_path / "a.jsonl.gz", table), "classification", label="labels", multi_label=True)
    assert source.task == Task("labels", ("0", "1"))
    assert {one.target for one in everything(source)} == {(0,), (0, 1), (1,)}


@pytest.mark.parametrize("indent", [None, 1])
def test_one_array_is_read_as_scirepevals_samples_are_published(tmp_path: Path, indent: int | None) -> None:
    """fos_small.json, s2and_small.json and specter_small.json are arrays, and were refused."""
    (tmp_path / "a.json").write_text(json.dumps(rows(), indent=indent), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")
    found, expected = (
        opened(tmp_path / name, "classification", label="subject") for name in ("a.json", "b.jsonl")
    )
    assert everything(found) == everything(expected)
    (tmp_path / "c.json").write_text(json.dumps(rows())[:-9], encoding="utf-8")
    with pytest.raises(RecipeError, match="begins as a JSON array"):
        opened(tmp_path / "c.json", "classification", label="subject")
    (tmp_path / "d.json").write_text("[{}, 3]", encoding="utf-8")
    with pytest.raises(RecipeError, match="entry 2 of the array"):
        opened(tmp_path / "d.json", "classification", label="subject")


def test_numbers_and_the_fields_that_are_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl.gz", rows())
    source = opened(path, "regression", label="score", fields="year, title")
    assert source.task == Task("number")
    found = {one.text: one.target for one in everything(source)}
    assert found["1990 [SEP] Paper 0"] == 0.0
    assert found["2019 [SEP] Paper 29"] == pytest.approx(2.9)


def test_a_validation_file_is_used_and_its_labels_must_be_known(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    folder.mkdir()
    write(folder / "train.jsonl.gz", rows(12))
    write(folder / "dev.jsonl.gz", rows(15)[12:])
    source = opened(folder, "classification", label="subject")
    assert (len(source.train), len(source.validation)) == (12, 3)
    write(folder / "dev.jsonl.gz", [*rows(15)[12:], {**rows(1)[0], "subject": "rivers"}])
    with pytest.raises(RecipeError, match=r"'mine': .*dev.jsonl.gz:4: the label 'rivers' is not among the 3"):
        opened(folder, "classification", label="subject")


def test_equal_texts_stand_on_one_side(tmp_path: Path) -> None:
    twice = [row for row in rows(20) for _ in range(2)]
    source = opened(write(tmp_path / "a.jsonl.gz", twice), "regression", label="score")
    train = {source.train.example(place, 0).text for place in range(len(source.train))}  # type: ignore[union-attr]
    held = {one.text for one in source.validation if isinstance(one, Labelled)}
    assert held
    assert not train & held


def test_what_the_limit_drops_is_counted(tmp_path: Path) -> None:
    source = opened(write(tmp_path / "a.jsonl.gz", rows()), "regression", label="score", limit=10)
    assert len(source.train) == source.facts.n_train == 10
    assert source.facts.left_out["examples beyond limit"] == 17


def test_rows_without_a_label_are_left_out_and_counted(tmp_path: Path) -> None:
    table = [{**row, "subject": None} if place % 3 == 0 else row for place, row in enumerate(rows())]
    source = opened(write(tmp_path / "a.jsonl.gz", table), "classification", label="subject")
    assert source.facts.left_out["papers without a label"] == 10
    assert source.facts.n_train + source.facts.n_validation == 20
